"""The waits of whole columns as lines of JSON or CSV, composed of parts that are made once.

Each line is what the writers of single outcomes write of the same hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeVar

from mjcli.analysis import held_note
from mjcli.batch.each import each
from mjcli.memo import Memo
from mjcli.report.rows import COLUMNS, quoted
from mjcli.report.words import note_words
from mjcli.tiles import TILES, Tile

if TYPE_CHECKING:
    from mjcli.batch.columns.block import WaitBlock

# What is the same for every hand that columns cover: nothing is there to be said.
_CONSTANTS: dict[str, Any] = {"id": None, "shanten": 0, "reason": None, "tiles": None}
# The waits with what they are worth.
_VALUED = "worth"
T = TypeVar("T")


class _Column(NamedTuple):
    """A place in the line for what differs from hand to hand."""

    name: str


class _Texts(dict[int, str]):
    """The text of each part of waits, made when it is first met; there are some thousands."""

    def __init__(self, write: Callable[[tuple[tuple[int, int], ...]], str], parts: Callable[[int], Any]) -> None:
        super().__init__()
        self._write, self._parts = write, parts

    def __missing__(self, number: int) -> str:
        text = self[number] = self._write(self._parts(number))
        return text


class _Forms(NamedTuple):
    """How waits are written: one alone, with `tile` and `left`, and one valued, with `draw` and `discard` besides.

    `worth` is how a value is written, and `note` the note on a hand in the
    language `lang`; `joint` is what stands between two waits and `none` what stands
    for none.
    """

    wait: str
    valued: str
    worth: Callable[[tuple[int | None, int | None]], str]
    joint: str
    note: Callable[[str], str]
    lang: str
    none: str = ""


# More than the waits of most hands, each with any of its values, and than the kinds that most hold all four of.
_MOST_VALUED, _MOST_NOTES = 1 << 15, 1 << 10


class WaitLines:
    """Composes the lines of blocks of waits for the columns picked; `template` is the line in pieces."""

    def __init__(self, template: list[str | _Column], forms: _Forms) -> None:
        from mjcli.batch.columns.waits import part_waits  # noqa: PLC0415 - numpy is there when lines are composed

        self._template, self._forms = template, forms
        self._wait, self._joint, self._none = forms.wait, forms.joint, forms.none
        self._values: list[tuple[int | None, int | None]] = []
        self._valued: Memo[int, str] = Memo(self._written_valued, _MOST_VALUED)
        self._parts = _Texts(self._written, part_waits)
        self._held_notes: Memo[tuple[Tile, ...], str] = Memo(self._held_note, _MOST_NOTES)
        # Of the hands in rare shapes many wait for the same: one tile, or any orphan.
        self._others = lru_cache(maxsize=1 << 12)(self._written)
        # The text of each hand, or one where all have the same.
        self._columns: dict[str, Callable[[WaitBlock], str | list[str]]] = {
            "hand": lambda block: block.hands,
            "line": lambda block: list(map(str, block.numbers)),
            "waits": self._waits,
            _VALUED: self._valued_waits,
            "tenpai": _tenpai,
            "notes": self._notes,
        }

    def write(self, block: WaitBlock) -> Lines:
        """The lines of all hands of a block."""
        parts = _joined([part if isinstance(part, str) else self._columns[part.name](block) for part in self._template])
        count, width = len(block.hands), len(parts)
        pieces = [""] * (count * width)
        for at, part in enumerate(parts):
            pieces[at::width] = [part] * count if isinstance(part, str) else part
        return Lines(pieces, width)

    def _written(self, waits: tuple[tuple[int, int], ...]) -> str:
        listed = (self._wait.format(tile=TILES[tile].text, left=left) for tile, left in waits)
        return self._joint.join(listed) or self._none

    def _valued_waits(self, block: WaitBlock) -> list[str]:
        if block.valued is None:
            raise ValueError("the waits are not valued")
        if block.valued.values[: len(self._values)] != self._values:
            self._valued.clear()  # these are numbered by the columns of another file
        self._values = block.valued.values
        texts = each(self._valued, block.valued.waits)
        joint, none = self._joint, self._none
        return [joint.join(texts[start:end]) or none for start, end in pairwise(block.valued.starts)]

    def _written_valued(self, wait: int) -> str:
        from mjcli.batch.columns.wait_values import taken_apart  # noqa: PLC0415

        tile, left, draw, discard = taken_apart(wait)
        worth = self._forms.worth
        return self._forms.valued.format(
            tile=TILES[tile].text, left=left, draw=worth(self._values[draw]), discard=worth(self._values[discard])
        )

    def _notes(self, block: WaitBlock) -> str | list[str]:
        none = self._none
        if not block.held:
            return none
        texts = [none] * len(block.hands)
        for row, held in block.held.items():
            texts[row] = self._held_notes[held]
        return texts

    def _held_note(self, held: tuple[Tile, ...]) -> str:
        return self._forms.note(note_words(held_note(held), self._forms.lang))

    def _waits(self, block: WaitBlock) -> list[str]:
        parts = self._parts
        texts = list(each(parts, block.first))
        for row, number in block.second.items():
            texts[row] += self._joint + parts[number]
        for row, waits in block.others.items():
            texts[row] = self._others(waits)
        return texts


class Lines(NamedTuple):
    """The pieces of lines, `width` for each."""

    pieces: list[str]
    width: int

    def write(self, stream: TextIO, start: int, stop: int | None = None) -> None:
        """Writes the lines from `start` to before `stop`."""
        end = len(self.pieces) if stop is None else stop * self.width
        step = _AT_ONCE * self.width
        for at in range(start * self.width, end, step):
            stream.write("".join(self.pieces[at : min(at + step, end)]))


# So many lines stay in a processor's cache while they are joined, encoded and written.
_AT_ONCE = 100


def _tenpai(block: WaitBlock) -> str | list[str]:
    if block.won == len(block.hands):
        return "true"
    found = ["true" if number else "false" for number in block.first]
    for row in block.others:
        found[row] = "true"
    return found


# The columns of a record of which none are picked, where the waits are with what they are worth.
_ALL = ("id", "hand", "rules", "tenpai", "shanten", "waits", "notes")


def json_lines(fields: tuple[str, ...], rules: str, lang: str, encode: Callable[[Any], str]) -> WaitLines:
    """Lines of JSON; `rules` is the id of the rule set, and `encode` gives the text of a value."""
    values = _CONSTANTS | {"rules": rules}
    around = {"hand": '"{}"', "waits": "[{}]", _VALUED: "[{}]", "tenpai": "{}", "notes": "[{}]"}
    template: list[str | _Column] = []
    for at, name in enumerate(fields or _ALL):
        head = f"{', ' if at else '{'}{json.dumps(name)}: "
        if name in around:
            before, _, after = around[name].partition("{}")
            template += [head + before, _column(name, fields), after]
        else:
            template.append(head + json.dumps(values.get(name)))
    left = ' "left": {left},' if not fields else ""
    forms = _Forms(
        '{{"tile": "{tile}", "left": {left}}}',
        f'{{{{"tile": "{{tile}}",{left} "draw": {{draw}}, "discard": {{discard}}}}}}',
        _json_worth,
        ", ",
        encode,
        lang,
    )
    return WaitLines(_joined([*template, "}\n"]), forms)


def _column(name: str, fields: tuple[str, ...]) -> _Column:
    """The column of a name; where none are picked the waits have their worth with them."""
    return _Column(_VALUED if name == "waits" and not fields else name)


def _json_worth(value: tuple[int | None, int | None]) -> str:
    fan, points = value
    return json.dumps({"fan": fan, "points": points} | ({"win": False} if points is None else {}))


def csv_lines(fields: tuple[str, ...], rules: str, lang: str) -> WaitLines:
    """Rows of CSV; `rules` is the id of the rule set."""
    values = _CONSTANTS | {"rules": rules}
    names = fields or COLUMNS["wait"]
    template: list[str | _Column] = []
    for at, name in enumerate(names):
        template.append("," if at else "")
        template.append(_column(name, fields) if name in _CSV_COLUMNS else quoted(values.get(name), len(names)))
    left = " x{left}" if not fields else ""
    none = quoted(None, len(names))

    def note(text: str) -> str:
        return quoted(text, len(names))

    valued = f"{{tile}}{left} {{draw}} {{discard}}"
    forms = _Forms("{tile} x{left}", valued, _csv_worth, "; ", note, lang, none)
    return WaitLines(_joined([*template, "\n"]), forms)


def _csv_worth(value: tuple[int | None, int | None]) -> str:
    return "-" if value[1] is None else f"{value[0]}/{value[1]}"


_CSV_COLUMNS = ("hand", "line", "waits", _VALUED, "tenpai", "notes")


def _joined(parts: Iterable[str | T]) -> list[str | T]:
    """The parts of a line with texts that follow each other made one."""
    made: list[str | T] = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return made
