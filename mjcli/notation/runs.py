"""Reading a run of tiles that no bracket, plus or bar interrupts.

Every notation with digits is the same thing read from one end or the other:
digits wait for the suit that tells what they are.  `123m` is read forwards;
suit-first `m123` and Botzone's `W1W2W3` are read backwards, and meet their
digits before their suit as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjcli.notation.characters import BLANK, BOTZONE_ROWS, DIGITS, IGNORED, ROWS, SELECTORS, SINGLES, Row
from mjcli.notation.findings import Findings, Span
from mjcli.tiles import JOKER, Tile
from mjcli.value import Value

_UNREADABLE, _NO_SUIT, _NO_DIGITS, _NO_SUCH_TILE, _INVISIBLE = "N002", "N003", "N004", "N005", "N006"
# Faults that are one mistake where they touch: in `12x3` nothing but the x is wrong.
_MINGLING = frozenset((_UNREADABLE, _NO_SUIT, _NO_DIGITS))

_UPPER_JOKER = JOKER.letter.upper()
# What may be meant where digits stand before a letter that is no suit.
_SUIT_HINTS = {
    "S": "south-or-bamboo",
    "P": "white-or-dots",
    "F": "green-or-flower",
    "W": "west-or-characters",
    "M": "lower-suit",
    "Z": "lower-suit",
    "w": "suit-m",
    "b": "suit-p",
    "B": "suit-p",
    "t": "suit-s",
    "T": "suit-s",
    _UPPER_JOKER: "lower-joker",
    JOKER.letter: "joker-digits",
}
_HONOURS_IN_LOWER_CASE = frozenset("eswncfp")
_ROW_HINTS = {"z": "honour-digits", "f": "flower-digits"}
_SELECTORS = tuple(SELECTORS)
# A joker has neither digit nor suit, so that it says nothing about their order.
_ASIDE = BLANK + JOKER.letter + JOKER.glyph

Tiles = tuple[list[Tile], list[Span]]
_Fault = tuple[int, int, str, str]


class Dialect(Value):
    """A way to write a run: the rows of its suit letters, its one-character tiles, its direction.

    `width` is the number of characters that name one tile by themselves.
    """

    rows: Mapping[str, Row]
    singles: Mapping[str, Tile]
    backwards: bool = False
    width: int = 1


SUIT_LAST = Dialect(ROWS, SINGLES)
SUIT_FIRST = Dialect(ROWS, SINGLES, backwards=True)
BOTZONE = Dialect(BOTZONE_ROWS, {}, backwards=True, width=2)


def dialect_of(text: str, start: int, stop: int) -> Dialect:
    """Suit-first where the run starts with a suit letter and ends with a digit, jokers at either end aside."""
    run = text[start:stop].strip(_ASIDE)
    return SUIT_FIRST if run[:1] in ROWS and run[-1:] in DIGITS else SUIT_LAST


def is_botzone(text: str, spans: Iterable[Span]) -> bool:
    """Whether everything in the spans is a letter of Botzone's and a digit, over and over."""
    if BOTZONE_ROWS.keys().isdisjoint(text):
        return False
    return all(_is_paired(word) for start, stop in spans for word in text[start:stop].split())


def _is_paired(word: str) -> bool:
    letters, digits = word[::2], word[1::2]
    return len(letters) == len(digits) and BOTZONE_ROWS.keys() >= set(letters) and DIGITS.issuperset(digits)


def read_run(text: str, span: Span, findings: Findings, dialect: Dialect | None = None) -> Tiles:
    """The tiles of a run of folded text, each with its span; what cannot be read is found.

    >>> read_run("m12", (0, 3), Findings("m12"))
    ([Tile('1m'), Tile('2m')], [(1, 2), (2, 3)])
    """
    start, stop = span
    run = _Run(text, dialect or dialect_of(text, start, stop))
    run.read(range(start, stop))
    if run.faults:
        run.report(findings)
    return run.tiles, run.spans


class _Run:
    """The state of reading one run."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.tiles: list[Tile] = []
        self.spans: list[Span] = []
        self.waiting: list[int] = []
        # Start, stop, code, and the token where it is not the text between.
        self.faults: list[_Fault] = []

    def read(self, offsets: range) -> None:
        """Reads all characters, in the direction of the dialect."""
        text, waiting = self.text, self.waiting
        rows, backwards = self.dialect.rows, self.dialect.backwards
        for at in reversed(offsets) if backwards else offsets:
            char = text[at]
            if char in DIGITS:
                waiting.append(at)
            elif char in rows:
                self._end_group(at, rows[char])
            elif char not in IGNORED:
                self._read_other(at, char)
        self._drop_digits()
        if backwards:
            for parts in (self.tiles, self.spans, self.faults):
                parts.reverse()

    def _end_group(self, at: int, row: Row) -> None:
        """A suit letter: the waiting digits are tiles of it."""
        text, widen = self.text, self.dialect.width - 1
        missing = []
        for digit in self.waiting:
            tile = row.get(text[digit])
            if tile is None:
                missing.append(digit)
            else:
                self.tiles.append(tile)
                self.spans.append((digit - widen, digit + 1))
        if missing:
            self._miss(missing, at)
        elif not self.waiting:
            self.faults.append((at, at + 1, _NO_DIGITS, ""))
        self.waiting.clear()

    def _miss(self, digits: list[int], suit: int) -> None:
        """The suit has no tiles of these digits."""
        places = [suit, *reversed(digits)] if self.dialect.backwards else [*digits, suit]
        token = "".join(self.text[place] for place in places)
        self.faults.append((places[0], places[-1] + 1, _NO_SUCH_TILE, token))

    def _read_other(self, at: int, char: str) -> None:
        """A tile of one character, or something that is no tile at all."""
        self._drop_digits()
        tile = self.dialect.singles.get(char)
        if tile is None:
            self.faults.append((at, at + 1, _UNREADABLE if char.isprintable() else _INVISIBLE, ""))
            return
        stop = at + 1
        while self.text.startswith(_SELECTORS, stop):
            stop += 1
        self.tiles.append(tile)
        self.spans.append((at, stop))

    def _drop_digits(self) -> None:
        """No suit has come for the digits that wait."""
        if self.waiting:
            first, last = sorted((self.waiting[0], self.waiting[-1]))
            self.faults.append((first, last + 1, _NO_SUIT, ""))
            self.waiting.clear()

    def report(self, findings: Findings) -> None:
        """Hands the faults over, each with the advice that fits it."""
        for start, stop, code, token in _mingled(self.faults):
            facts: dict[str, object] = {}
            if code == _INVISIBLE:
                facts["name"] = f"U+{ord(self.text[start]):04X}"
            hint = self._hint(code, start, stop)
            findings.add(code, (start, stop), token=token, hint=hint, **facts)

    def _hint(self, code: str, start: int, stop: int) -> str:
        first, last, after = self.text[start], self.text[stop - 1], self.text[stop : stop + 1]
        if code == _NO_SUIT:
            follows_joker = self.text.endswith(JOKER.letter, 0, start)
            return _SUIT_HINTS.get(after, "joker-digits" if follows_joker else "")
        if code == _NO_SUCH_TILE:
            return _ROW_HINTS.get(first if self.dialect.backwards else last, "")
        if code == _INVISIBLE:
            return ""
        if not self.dialect.backwards and _HONOURS_IN_LOWER_CASE.issuperset(self.text[start:stop]):
            return "lower-honour"
        if code == _NO_DIGITS or first in ROWS:
            return "suit-order"
        return _SUIT_HINTS.get(last if first in DIGITS else "", "lower-joker" if first == _UPPER_JOKER else "")


def _mingled(faults: Iterable[_Fault]) -> list[_Fault]:
    """The faults with those that touch made one where they are one mistake."""
    made: list[_Fault] = []
    for fault in faults:
        start, stop, code, _ = fault
        before = made[-1] if made else (0, -1, "", "")
        if before[1] == start and (code == before[2] != _NO_SUCH_TILE or _MINGLING.issuperset((code, before[2]))):
            made[-1] = (before[0], stop, code if code == before[2] else _UNREADABLE, "")
        else:
            made.append(fault)
    return made
