"""Writers of outcomes for machines: JSON Lines and CSV, one outcome at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from mjcli.analysis import DiscardReport
from mjcli.answer import Entry, Outcome, Scored
from mjcli.report.records import (
    Record,
    discard_record,
    error_record,
    picked,
    reading_record,
    score_record,
    wait_record,
    with_worth_apart,
)
from mjcli.value import Value

if TYPE_CHECKING:
    from mjcli.batch import Block
    from mjcli.report.score_lines import EncodedLines, ScoreLines
    from mjcli.report.wait_lines import Lines, WaitLines

Answered = Callable[[Entry], Outcome]
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


class Form(Value):
    """What records have in them: the language of their words, dead waits or not, the columns picked (none: all).

    `unit` and `fee` are those of what is paid.
    """

    lang: str
    dead_waits: bool = False
    fields: tuple[str, ...] = ()
    unit: int = 1
    fee: int = 0


class JsonWriter:
    """Writes each outcome as an object on a line of its own; `encode` gives the text of a record."""

    def __init__(self, stream: TextIO, form: Form, encode: Callable[[Any], str]) -> None:
        self._stream, self._form, self._encode = stream, form, encode
        self._lines: WaitLines | None = None
        self._score_lines: ScoreLines | None = None

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        self._stream.write(self._encode(picked(record, self._form.fields)) + "\n")

    def write_block(self, block: Block, answered: Answered) -> None:
        # For large inputs alone.
        from mjcli.batch.columns.score_block import ScoreBlock  # noqa: PLC0415
        from mjcli.report.score_lines import ScoreLines  # noqa: PLC0415
        from mjcli.report.wait_lines import json_lines  # noqa: PLC0415

        if isinstance(block, ScoreBlock):
            self._score_lines = self._score_lines or ScoreLines(block.scores.rules, self._form, self._encode)
            _write_block(self, self._stream, self._score_lines.write(block), block, answered)
        else:
            self._lines = self._lines or json_lines(self._form.fields, block.rules, self._form.lang, self._encode)
            _write_block(self, self._stream, self._lines.write(block), block, answered)

    def close(self) -> None:
        """The last line is the end."""


class CsvWriter:
    """Writes a header, then each outcome as a row."""

    def __init__(self, stream: TextIO, command: str, form: Form) -> None:
        import csv  # noqa: PLC0415 - only for a table

        self._stream, self._form = stream, form
        self._columns = form.fields or COLUMNS[command]
        self._lines: WaitLines | None = None
        self._writer = csv.DictWriter(stream, self._columns, restval="", extrasaction="ignore", lineterminator="\n")
        self._writer.writeheader()

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        if self._form.fields:
            record = with_worth_apart(record)
        row = {name: _CELLS[name](value) if name in _CELLS else _cell(value) for name, value in record.items()}
        row |= {"line": _cell(outcome.line), **_seats(record), **_liability(record)}
        if outcome.problems:
            row |= {"hand": outcome.text}
        self._writer.writerow(row)

    def write_block(self, block: Block, answered: Answered) -> None:
        from mjcli.batch.columns.block import WaitBlock  # noqa: PLC0415
        from mjcli.report.wait_lines import csv_lines  # noqa: PLC0415

        if not isinstance(block, WaitBlock):
            raise TypeError("there are no columns for scores in a table")
        self._lines = self._lines or csv_lines(self._form.fields, block.rules, self._form.lang)
        _write_block(self, self._stream, self._lines.write(block), block, answered)

    def close(self) -> None:
        """The last row is the end."""


def _write_block(
    writer: JsonWriter | CsvWriter, stream: TextIO, lines: Lines | EncodedLines, block: Block, answered: Answered
) -> None:
    """Writes the lines of a block, and the outcomes of its entries where they stand between them."""
    start = 0
    for place, entry in block.entries:
        lines.write(stream, start, place)
        writer.write(answered(entry))
        start = place
    lines.write(stream, start)


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
