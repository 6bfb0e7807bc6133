"""What all screens share: the view, the words and tiles in it, tables, prose that wraps between Chinese characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Self

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mjcli.hand import Hand, Meld, WinContext
from mjcli.notation import format_hand, format_tiles
from mjcli.report.words import reason_words
from mjcli.scoring import Score
from mjcli.scoring.worth import towards_minimum
from mjcli.texts import Text as Words
from mjcli.texts import pick
from mjcli.texts.labels import LABELS, MELDS
from mjcli.tiles import SEATS, Seat, Tile
from mjcli.value import Value

# Colours: good for a win and what is received, bad for what is paid or prevents a win, quiet for where it comes from.
STRONG, GOOD, BAD, QUIET = "bold", "green", "red", "dim"


class ScreenConsole(Console):
    """A console that leaves a broken pipe to its caller, who knows the exit code; rich would end the program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class View(Value):
    """How a person wants to see results: the language, how tiles are written, and whether the reasons are told."""

    lang: str = "zh"
    tiles: str = "text"
    explain: bool = False

    def pick(self, words: Words) -> str:
        """The half of a pair in the view's language."""
        return pick(words, self.lang)

    def say(self, key: str, **facts: Any) -> str:
        """A label with its facts."""
        return self.pick(LABELS[key]).format_map(facts)

    def count(self, key: str, n: int, **facts: Any) -> str:
        """A label that counts `n` things; English has a form of its own for one."""
        one = f"{key}.one"
        return self.say(one if n == 1 and one in LABELS else key, n=n, **facts)

    def join(self, parts: Iterable[str]) -> str:
        """Clauses as one sentence."""
        return self.say("joint").join(parts)

    def seat(self, seat: Seat) -> str:
        """A seat's name."""
        return seat.name(self.lang)

    def tile(self, tile: Tile) -> str:
        """One tile."""
        return self.write([tile])

    def write(self, tiles: Iterable[Tile]) -> str:
        """Tiles in order, those of a suit together."""
        if self.tiles == "name" and self.lang == "en":
            return _english(sorted(tiles))
        return format_tiles(tiles, _NOTATIONS[self.tiles])

    def hand(self, hand: Hand) -> str:
        """A hand in one piece, in a notation that can be read back."""
        return format_hand(hand, "letters" if self.tiles == "name" and self.lang == "en" else _NOTATIONS[self.tiles])

    def by_suit(self, tiles: Iterable[Tile]) -> str:
        """Tiles in order, a blank between suits."""
        ordered = sorted(tiles)
        suits = dict.fromkeys(tile.suit for tile in ordered)
        return " ".join(self.write(tile for tile in ordered if tile.suit == suit) for suit in suits)

    def meld(self, meld: Meld) -> str:
        """A meld by its name and tiles, without its source."""
        return f"{self.pick(MELDS[meld_name(meld)])} {self.write(meld.tiles)}"

    def meld_from(self, meld: Meld, owner: Seat, seats: int) -> str:
        """A meld with the seat it was claimed from."""
        if meld.is_concealed_kong:
            return self.meld(meld)
        feeder = meld.feeder(owner, seats)
        if feeder is None:
            return self.say("meld-from.unknown", meld=self.meld(meld))
        return self.say("meld-from", meld=self.meld(meld), seat=self.seat(feeder))


_NOTATIONS = {"text": "mpsz", "name": "chinese", "unicode": "unicode"}


def _english(tiles: Sequence[Tile]) -> str:
    """Suited tiles by number, honours and flowers by name: `123m East East`."""
    suited = format_tiles(tile for tile in tiles if tile.is_suited)
    return " ".join([suited] * bool(suited) + [tile.name("en") for tile in tiles if not tile.is_suited])


def meld_name(meld: Meld) -> str:
    """What a meld is: `chow`, `pung`, or a kind of kong."""
    if meld.kind != "kong":
        return meld.kind
    if meld.is_concealed_kong:
        return "concealed-kong"
    return "added-kong" if meld.is_added_kong else "exposed-kong"


def hand_rows(hand: Hand, view: View) -> Iterator[tuple[str, RenderableType]]:
    """A hand that is not read as complete: its melds, its concealed tiles, its flowers, as labelled rows."""
    if hand.melds:
        yield view.say("melds"), Prose.of(view.meld(meld) for meld in hand.melds)
    added = "" if hand.added is None else f" + {view.tile(hand.added)}"
    if hand.closed_tiles:
        yield view.say("hand"), Prose(view.by_suit(hand.concealed) + added)
    if hand.flowers:
        yield view.say("flowers"), Prose(view.write(hand.flowers))


def seat_words(context: WinContext, view: View) -> Iterator[str]:
    """The player's seat and the round."""
    yield view.say("dealer" if context.seat == SEATS[0] else "seat", seat=view.seat(context.seat))
    yield view.say("round", round=view.seat(context.round))


def distance_words(shanten: int | None, view: View) -> str:
    """How far a hand is from waiting."""
    if shanten is None:
        return view.say("never")
    fixed: Mapping[int, str] = {-1: "complete", 0: "waiting"}
    return view.say(fixed[shanten]) if shanten in fixed else view.count("away", shanten)


def score_reason(score: Score, view: View) -> str:
    """Why a scored hand is no win."""
    fan = towards_minimum(score.tally, score.rules.scoring) if score.tally else None
    return reason_words(score.reason, view.lang, tiles=score.tiles, fan=fan, minimum=score.rules.scoring.minimum)


class _HeadRule(Box):
    """A line under the head of a table and nothing else; of hyphens where the stream has no better."""

    def substitute(self, options: ConsoleOptions, safe: bool = True) -> Box:  # noqa: ARG002 - rich's signature
        return _ASCII_RULE if options.ascii_only else self


def _rule(line: str) -> str:
    blank = "    \n"
    return blank * 2 + f" {line}{line} \n" + blank * 5


_HEAD_RULE = _HeadRule(_rule("─"))
_ASCII_RULE = Box(_rule("-"), ascii=True)

Justify = Literal["left", "right"]


def table(*columns: tuple[str, Justify]) -> Table:
    """An empty table with those headings."""
    made = Table(box=_HEAD_RULE, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style=QUIET)
    for heading, justify in columns:
        made.add_column(heading, justify=justify)
    return made


_WIDEST_LABEL = 24


def rows(pairs: Iterable[tuple[str, RenderableType]]) -> Table:
    """Labels, and beside each what it is about."""
    made = Table.grid(padding=(0, 2, 0, 0))
    made.add_column(style=QUIET, max_width=_WIDEST_LABEL)
    made.add_column()
    for label, content in pairs:
        made.add_row(label, content)
    return made


def some_rows(pairs: Iterable[tuple[str, RenderableType]]) -> Table | None:
    """`rows`, or None where there are none."""
    listed = list(pairs)
    return rows(listed) if listed else None


def stack(*blocks: RenderableType | None) -> Group:
    """The blocks that are there, one below the other, a blank line between."""
    there = [block for block in blocks if block is not None]
    return Group(*(part for block in there for part in (block, Text()))) if there else Group()


def title(name: str, *parts: str) -> RenderableType:
    """The first line of a screen: its subject, then what it is about."""
    return Prose.of((name, *parts), lead=STRONG)


class Prose:
    """Text that wraps between words or Chinese characters, no line beginning with a closing mark.

    `Prose.of` takes parts that are not to be broken; `lead` is the style of the first.
    """

    def __init__(self, text: str, style: str = "") -> None:
        self._pieces, self._style, self._lead = pieces(text), style, ""

    @classmethod
    def of(cls, parts: Iterable[str], lead: str = "") -> Self:
        """Parts that stay whole if they can, two blanks between."""
        made = cls("")
        made._pieces, made._lead = [f"{part}  " for part in parts], lead
        return made

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for at, line in enumerate(filled(self._pieces, options.max_width)):
            text = Text(line, style=self._style, no_wrap=True)
            if self._lead and at == 0:
                text.stylize(self._lead, 0, len(self._pieces[0].rstrip()))
            yield text

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = max((cell_len(piece.rstrip()) for piece in self._pieces), default=0)
        return Measurement(longest, cell_len("".join(self._pieces).rstrip())).with_maximum(options.max_width)


_CLOSING = frozenset("，。；：、）》”？！,.;:)]?!")
_OPENING = frozenset("（《“([")


def filled(parts: Iterable[str], width: int) -> list[str]:
    """As many of the parts on each line as fit in `width` cells.

    >>> filled(pieces("没有标明和牌张，以 9s 为和牌张"), 15)
    ['没有标明和牌', '张，以 9s 为和', '牌张']
    """
    lines = [""]
    for piece in parts:
        if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
        while cell_len(lines[-1].rstrip()) > width:  # a single piece that is wider than the line
            at = _fits(lines[-1], width)
            lines[-1:] = [lines[-1][:at], lines[-1][at:]]
    return [line.rstrip() for line in lines]


def _fits(text: str, width: int) -> int:
    """How many characters of the text fit, one at least."""
    at = max(1, min(len(text), width))
    while at > 1 and cell_len(text[:at]) > width:
        at -= 1
    return at


def pieces(text: str) -> list[str]:
    """What a line must not break: words with the blank after them, characters with the marks around them."""
    found: list[str] = []
    for char in text:
        if found and _holds_together(found[-1][-1], char):
            found[-1] += char
        else:
            found.append(char)
    return found


def _holds_together(before: str, after: str) -> bool:
    if after in _CLOSING or before in _OPENING:
        return True
    if before == " " or after == " ":
        return after == " "
    return cell_len(before) < 2 and cell_len(after) < 2  # noqa: PLR2004 - a Chinese character takes two cells


def shortened(text: str, width: int, tail: int = 0, mark: str = "…") -> str:
    """The text, or what fits of its start and of its last `tail` cells, with a mark for the rest.

    >>> shortened("123m456m789p123s5p+5p", 12, 5), shortened("123m", 12)
    ('123m45…5p+5p', '123m')
    """
    if cell_len(text) <= width:
        return text
    room = max(1, width - cell_len(mark))
    tail = min(tail, room - 1)
    end = text[len(text) - _fits(text[::-1], tail) :] if tail > 0 else ""
    return text[: _fits(text, room - cell_len(end))] + mark + end
