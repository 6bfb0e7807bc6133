"""Records as rows of CSV: the columns of each command, and how a cell is written."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from mjcli.report.records import Record, with_worth_apart

if TYPE_CHECKING:
    from csv import DictWriter

# The columns of each command's table; those of the seats are filled from the payments.
COLUMNS = {
    "score": (
        *("id", "line", "hand", "rules", "win", "shape", "sets", "wilds", "fans", "factors", "fan", "points"),
        *("E", "S", "W", "N", "liable", "cause", "set", "reason", "shanten", "notes", "error"),
    ),
    "wait": (
        *("id", "line", "hand", "rules", "tenpai", "shanten", "waits", "wild", "any_tile", "reason", "notes", "error"),
    ),
    "discard": ("id", "line", "hand", "rules", "shanten", "discards", "reason", "error"),
}


# A cell that has this in it is quoted.
_END = "\n"


def cells_of(record: Record, line: int | None, *, is_picked: bool) -> dict[str, str]:
    """The cells of a record by column; `line` is its line in a hand file, and `is_picked` whether columns are named."""
    if is_picked:
        record = with_worth_apart(record)
    row = {name: _CELLS[name](value) if name in _CELLS else _cell(value) for name, value in record.items()}
    return row | {"line": _cell(line), **_seats(record), **_liability(record)}


def row_writer(stream: TextIO, columns: Sequence[str]) -> DictWriter[str]:
    """What writes rows of those columns: what a row does not have is left empty, and what no column is for is not."""
    from csv import DictWriter  # noqa: PLC0415 - only for a table

    return DictWriter(stream, columns, restval="", extrasaction="ignore", lineterminator=_END)


def quoted(value: Any, columns: int) -> str:
    """A cell as it is written in a row of so many columns: one that is empty and alone is quoted.

    >>> quoted(None, 2), quoted("", 1), quoted(0, 1), quoted("1, 2", 2), quoted("1\\n2", 1)
    ('', '""', '0', '"1, 2"', '"1\\n2"')
    """
    import csv  # noqa: PLC0415 - only for a table

    row = io.StringIO()
    csv.writer(row, lineterminator=_END).writerow(["" if value is None else value] + [""] * (columns > 1))
    return row.getvalue().removesuffix("," * (columns > 1) + _END)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats(record: Record) -> dict[str, str]:
    return {seat: _cell(amount) for seat, amount in (record.get("payments") or {}).items()}


def _liability(record: Record) -> dict[str, str]:
    found = record.get("liability") or {}
    return {"liable": _cell(found.get("seat")), "cause": _cell(found.get("cause")), "set": _cell(found.get("set"))}


def _value(worth: Record | None) -> str:
    """A fan and the points it is worth, or a dash where such a win is not to be had."""
    return "-" if worth is None or worth["points"] is None else f"{worth['fan']}/{worth['points']}"


def _values(wait: Record) -> str:
    """What a wait is worth by draw and by discard, nothing where it has not been asked for."""
    return f" {_value(wait['draw'])} {_value(wait['discard'])}" if "draw" in wait else ""


def _waits(waits: list[Record]) -> str:
    """Each waiting tile with its copies left and its worth by draw and by discard, as far as they are told."""
    return "; ".join(f"{one['tile']} x{one['left']}{_values(one)}" for one in waits)


# How the cells that hold more than one thing are written.
_CELLS: dict[str, Callable[[Any], str]] = {
    "sets": " ".join,
    "fans": lambda fans: "; ".join(f"{one['name']} {one['fan']}x{one['count']}" for one in fans),
    "wilds": lambda wilds: " ".join(f"{one['tile']}={one['as'] or '-'}" for one in wilds),
    "factors": lambda factors: " ".join(f"{name}={factor}" for name, factor in factors.items()),
    "waits": _waits,
    "wild": _waits,
    "worth": lambda waits: "; ".join(f"{one['tile']}{_values(one)}" for one in waits),
    "discards": lambda choices: "; ".join(f"{one['tile']} {one['shanten']} x{one['copies']}" for one in choices),
    "notes": "; ".join,
    "error": lambda error: f"{error['code']} {error['message']}",
}
