"""Writers of outcomes for machines: JSON Lines and CSV, one outcome at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TextIO

from mjcli.analysis import DiscardReport
from mjcli.answer import Outcome, Scored
from mjcli.report.records import Record, discard_record, error_record, reading_record, score_record, wait_record

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


def outcome_record(outcome: Outcome, lang: str, *, dead_waits: bool = False) -> Record:
    """The record of an outcome, whatever it is."""
    found = outcome.answer
    if found is None:
        return error_record(outcome.problems, name=outcome.name, line=outcome.line, lang=lang)
    if isinstance(found, Scored):
        record = score_record(found.score, found.settlement, name=outcome.name, lang=lang)
        if found.others:
            record["others"] = [reading_record(other, lang) for other in found.others]
        return record
    if isinstance(found, DiscardReport):
        return discard_record(found, name=outcome.name)
    return wait_record(found, name=outcome.name, lang=lang, dead_waits=dead_waits)


class JsonWriter:
    """Writes each outcome as an object on a line of its own; `encode` gives the text of a record."""

    def __init__(self, stream: TextIO, lang: str, encode: Callable[[Record], str], *, dead_waits: bool = False) -> None:
        self._stream, self._lang, self._encode, self._dead_waits = stream, lang, encode, dead_waits

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._lang, dead_waits=self._dead_waits)
        self._stream.write(self._encode(record) + "\n")

    def close(self) -> None:
        """The last line is the end."""


class CsvWriter:
    """Writes a header, then each outcome as a row."""

    def __init__(self, stream: TextIO, command: str, lang: str, *, dead_waits: bool = False) -> None:
        import csv  # noqa: PLC0415 - only for a table

        self._lang, self._dead_waits, self._columns = lang, dead_waits, COLUMNS[command]
        self._writer = csv.DictWriter(stream, self._columns, restval="", extrasaction="ignore", lineterminator="\n")
        self._writer.writeheader()

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._lang, dead_waits=self._dead_waits)
        row = {name: _CELLS[name](value) if name in _CELLS else _cell(value) for name, value in record.items()}
        row |= {"line": _cell(outcome.line), **_seats(record), **_liability(record)}
        if outcome.problems:
            row |= {"hand": outcome.text}
        self._writer.writerow(row)

    def close(self) -> None:
        """The last row is the end."""


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


def _waits(waits: list[Record]) -> str:
    """Each waiting tile with its copies left and its worth by draw and by discard."""
    return "; ".join(f"{one['tile']} x{one['left']} {_value(one['draw'])} {_value(one['discard'])}" for one in waits)


# How the cells that hold more than one thing are written.
_CELLS: dict[str, Callable[[Any], str]] = {
    "sets": " ".join,
    "fans": lambda fans: "; ".join(f"{one['name']} {one['fan']}x{one['count']}" for one in fans),
    "wilds": lambda wilds: " ".join(f"{one['tile']}={one['as'] or '-'}" for one in wilds),
    "factors": lambda factors: " ".join(f"{name}={factor}" for name, factor in factors.items()),
    "waits": _waits,
    "wild": _waits,
    "discards": lambda choices: "; ".join(f"{one['tile']} {one['shanten']} x{one['copies']}" for one in choices),
    "notes": "; ".join,
    "error": lambda error: f"{error['code']} {error['message']}",
}
