"""Writers of outcomes for machines: JSON Lines and CSV, one outcome at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
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
    from mjcli.report.score_texts import Texts
    from mjcli.report.wait_lines import Lines, WaitLines

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


class _BlockWriter(ABC):
    """What both writers do with whole blocks; the lines of all blocks of a command are composed by one."""

    def __init__(self, stream: TextIO, form: Form) -> None:
        self._stream, self._form = stream, form
        self._lines: _BlockLines | None = None

    @abstractmethod
    def write(self, outcome: Outcome) -> None:
        """Writes one outcome."""

    def write_block(self, block: Block, answered: Answered) -> None:
        """Writes the lines of a block, and the outcomes of its entries where they stand between them."""
        self._lines = self._lines or self._open(block)
        lines, start = self._lines.write(block), 0
        for place, entry in block.entries:
            lines.write(self._stream, start, place)
            self.write(answered(entry))
            start = place
        lines.write(self._stream, start)

    def _open(self, block: Block) -> _BlockLines:
        """What composes lines like those of a block, for large inputs alone."""
        from mjcli.batch.columns.score_block import ScoreBlock  # noqa: PLC0415

        if not isinstance(block, ScoreBlock):
            return self._wait_lines(block.rules)
        from mjcli.report.score_lines import ScoreLines  # noqa: PLC0415

        return ScoreLines(block.scores.rules, self._form, self._score_texts())

    @abstractmethod
    def _wait_lines(self, rules: str) -> WaitLines:
        """What composes the lines of waits under a rule set, by its id."""

    @abstractmethod
    def _score_texts(self) -> Texts:
        """How the parts of a line of scores are written."""


class JsonWriter(_BlockWriter):
    """Writes each outcome as an object on a line of its own; `encode` gives the text of a record."""

    def __init__(self, stream: TextIO, form: Form, encode: Callable[[Any], str]) -> None:
        super().__init__(stream, form)
        self._encode = encode

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        self._stream.write(self._encode(picked(record, self._form.fields)) + "\n")

    def _wait_lines(self, rules: str) -> WaitLines:
        from mjcli.report.wait_lines import json_lines  # noqa: PLC0415

        return json_lines(self._form.fields, rules, self._form.lang, self._encode)

    def _score_texts(self) -> Texts:
        from mjcli.report.score_texts import JsonTexts  # noqa: PLC0415

        return JsonTexts(self._form, self._encode)

    def close(self) -> None:
        """The last line is the end."""


class CsvWriter(_BlockWriter):
    """Writes a header, then each outcome as a row."""

    def __init__(self, stream: TextIO, command: str, form: Form) -> None:
        super().__init__(stream, form)
        self._columns = form.fields or COLUMNS[command]
        self._writer = row_writer(stream, self._columns)
        self._writer.writeheader()

    def write(self, outcome: Outcome) -> None:
        record = outcome_record(outcome, self._form.lang, dead_waits=self._form.dead_waits)
        row = cells_of(record, outcome.line, is_picked=bool(self._form.fields))
        if outcome.problems:
            row |= {"hand": outcome.text}
        self._writer.writerow(row)

    def _wait_lines(self, rules: str) -> WaitLines:
        from mjcli.report.wait_lines import csv_lines  # noqa: PLC0415

        return csv_lines(self._form.fields, rules, self._form.lang)

    def _score_texts(self) -> Texts:
        from mjcli.report.score_texts import CsvTexts  # noqa: PLC0415

        return CsvTexts(self._form, self._columns)

    def close(self) -> None:
        """The last row is the end."""
