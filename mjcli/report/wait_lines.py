"""The waits of whole columns as lines of JSON or CSV, composed of parts that are made once.

Each line is what the writers of single outcomes write of the same hand.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcli.tiles import TILES

if TYPE_CHECKING:
    from mjcli.batch.columns.block import WaitBlock

# What is the same for every hand that columns cover: nothing is there to be said.
_CONSTANTS: dict[str, Any] = {"id": None, "shanten": 0, "reason": None, "tiles": None, "notes": []}


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


class WaitLines:
    """Composes the lines of blocks of waits for the columns picked.

    `template` is the line in pieces, `wait` how one wait is written, with `tile`
    and `left`, `joint` what stands between two, and `none` what stands for none.
    """

    def __init__(self, template: list[str | _Column], wait: str, joint: str, none: str = "") -> None:
        from mjcli.batch.columns.waits import part_waits  # noqa: PLC0415 - numpy is there when lines are composed

        self._template, self._wait, self._joint, self._none = template, wait, joint, none
        self._parts = _Texts(self._written, part_waits)
        # Of the hands in rare shapes many wait for the same: one tile, or any orphan.
        self._others = lru_cache(maxsize=1 << 12)(self._written)
        self._columns: dict[str, Callable[[WaitBlock], list[str]]] = {
            "hand": lambda block: block.hands,
            "line": lambda block: list(map(str, block.numbers)),
            "waits": self._waits,
            "tenpai": _tenpai,
        }

    def write(self, block: WaitBlock) -> Lines:
        """The lines of all hands of a block."""
        count, width = len(block.hands), len(self._template)
        pieces = [""] * (count * width)
        for at, part in enumerate(self._template):
            pieces[at::width] = [part] * count if isinstance(part, str) else self._columns[part.name](block)
        return Lines(pieces, width)

    def _written(self, waits: tuple[tuple[int, int], ...]) -> str:
        listed = (self._wait.format(tile=TILES[tile].text, left=left) for tile, left in waits)
        return self._joint.join(listed) or self._none

    def _waits(self, block: WaitBlock) -> list[str]:
        parts = self._parts
        texts = list(map(parts.__getitem__, block.first))
        for row, number in block.second.items():
            texts[row] += self._joint + parts[number]
        for row, waits in block.others.items():
            texts[row] = self._others(waits)
        return texts


class Lines(NamedTuple):
    """The pieces of lines, `width` for each."""

    pieces: list[str]
    width: int

    def text(self, start: int, stop: int | None = None) -> str:
        """The lines from `start` to before `stop`."""
        return "".join(self.pieces[start * self.width : None if stop is None else stop * self.width])


def _tenpai(block: WaitBlock) -> list[str]:
    found = ["true" if number else "false" for number in block.first]
    for row in block.others:
        found[row] = "true"
    return found


def json_lines(fields: tuple[str, ...], rules: str) -> WaitLines:
    """Lines of JSON; `rules` is the id of the rule set."""
    values = _CONSTANTS | {"rules": rules}
    around = {"hand": '"{}"', "waits": "[{}]", "tenpai": "{}"}
    template: list[str | _Column] = []
    for at, name in enumerate(fields):
        head = f"{', ' if at else '{'}{json.dumps(name)}: "
        if name in around:
            before, _, after = around[name].partition("{}")
            template += [head + before, _Column(name), after]
        else:
            template.append(head + json.dumps(values.get(name)))
    return WaitLines(_joined([*template, "}\n"]), '{{"tile": "{tile}", "left": {left}}}', ", ")


def csv_lines(fields: tuple[str, ...], rules: str) -> WaitLines:
    """Rows of CSV; `rules` is the id of the rule set."""
    values = _CONSTANTS | {"rules": rules}
    template: list[str | _Column] = []
    for at, name in enumerate(fields):
        template.append("," if at else "")
        template.append(_Column(name) if name in _CSV_COLUMNS else _cell(values.get(name), len(fields)))
    return WaitLines(_joined([*template, "\n"]), "{tile} x{left}", "; ", _cell(None, len(fields)))


_CSV_COLUMNS = ("hand", "line", "waits", "tenpai")


def _cell(value: Any, columns: int) -> str:
    """A cell as it is quoted in a row of so many columns: one that is empty and alone is."""
    row = io.StringIO()
    csv.writer(row, lineterminator="").writerow(["" if not value and value != 0 else value] + [""] * (columns > 1))
    return row.getvalue().removesuffix("," * (columns > 1))


def _joined(template: list[str | _Column]) -> list[str | _Column]:
    """The template with pieces that follow each other made one."""
    made: list[str | _Column] = []
    for part in template:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return made
