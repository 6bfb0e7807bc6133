"""Writers of outcomes for machines: JSON Lines and CSV, one outcome at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from mjcli.analysis import DiscardReport
from mjcli.answer import Entry, Outcome, Scored
from mjcli.report.records import (
    Form,
    Record,
    discard_record,
    error_record,
    picked,
    reading_record,
    score_record,
    wait_record,
)
from mjcli.report.rows import COLUMNS, cells_of, row_writer

if TYPE_CHECKING:
    from mjcli.batch import Block
    from mjcli.report.score_lines import EncodedLines
    from mjcli.report.wait_lines import Lines

Answered = Callable[[Entry], Outcome]


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


class _BlockLines(Protocol):
    """Composes the lines of whole blocks, one after the other."""

    def write(self, block: Any, /) -> Lines | EncodedLines:
        """The lines of all hands of a block."""


class JsonWriter:
    """Writes each outcome as an object on a line of its own; `encode` gives the text of a record."""

    def __init__(self, stream: TextIO, form: Form, encode: Callable[[Any], str]) -> None:
        self._stream, self._form, self._encode = stream, form, encode
        self._lines: _BlockLines | None = None

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        self._stream.write(self._encode(picked(record, self._form.fields)) + "\n")

    def write_block(self, block: Block, answered: Answered) -> None:
        self._lines = self._lines or self._open(block)
        _write_block(self, self._stream, self._lines.write(block), block, answered)

    def _open(self, block: Block) -> _BlockLines:
        """What composes lines like those of a block, for large inputs alone."""
        from mjcli.batch.columns.score_block import ScoreBlock  # noqa: PLC0415

        if isinstance(block, ScoreBlock):
            from mjcli.report.score_lines import ScoreLines  # noqa: PLC0415
            from mjcli.report.score_texts import JsonTexts  # noqa: PLC0415

            return ScoreLines(block.scores.rules, self._form, JsonTexts(self._form, self._encode))
        from mjcli.report.wait_lines import json_lines  # noqa: PLC0415

        return json_lines(self._form.fields, block.rules, self._form.lang, self._encode)

    def close(self) -> None:
        """The last line is the end."""


class CsvWriter:
    """Writes a header, then each outcome as a row."""

    def __init__(self, stream: TextIO, command: str, form: Form) -> None:
        self._stream, self._form = stream, form
        self._columns = form.fields or COLUMNS[command]
        self._lines: _BlockLines | None = None
        self._writer = row_writer(stream, self._columns)
        self._writer.writeheader()

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        row = cells_of(record, outcome.line, is_picked=bool(self._form.fields))
        if outcome.problems:
            row |= {"hand": outcome.text}
        self._writer.writerow(row)

    def write_block(self, block: Block, answered: Answered) -> None:
        self._lines = self._lines or self._open(block)
        _write_block(self, self._stream, self._lines.write(block), block, answered)

    def _open(self, block: Block) -> _BlockLines:
        """What composes rows like those of a block, for large inputs alone."""
        from mjcli.batch.columns.score_block import ScoreBlock  # noqa: PLC0415

        if isinstance(block, ScoreBlock):
            from mjcli.report.score_lines import ScoreLines  # noqa: PLC0415
            from mjcli.report.score_texts import CsvTexts  # noqa: PLC0415

            return ScoreLines(block.scores.rules, self._form, CsvTexts(self._form, self._columns))
        from mjcli.report.wait_lines import csv_lines  # noqa: PLC0415

        return csv_lines(self._form.fields, block.rules, self._form.lang)

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
