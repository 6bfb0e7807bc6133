"""Hand files, one record at a time: text lines and JSON Lines, mixed as they come, or CSV with a header."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from mjcli.answer import Entry
from mjcli.batch.lines import read_line, row_entry
from mjcli.errors import Problem, closest
from mjcli.request import FIELDS

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def entries_of(lines: Iterable[bytes], command: str, *, is_csv: bool = False) -> Iterator[Entry]:
    """The entries of a hand file for `command`, in order, each with its line number.

    `lines` are read one by one, as bytes: a line that is not UTF-8 costs only
    itself.  A file is CSV if the caller says so or if its first line is a header
    with a column `hand`.
    """
    numbered = enumerate(lines, 1)
    for number, raw in numbered:
        if number == 1 and (is_csv or is_header(raw)):
            yield from _rows(_unmarked(raw), (line for _, line in numbered), command)
            return
        entry = entry_of(raw, number)
        if entry is not None:
            yield entry


def entry_of(raw: bytes, number: int) -> Entry | None:
    """The entry of a line that is no row of a table, by its number in the file; None for a blank line or a comment."""
    line = _unmarked(raw) if number == 1 else raw
    try:
        return read_line(line.decode("utf-8"), number)
    except UnicodeDecodeError as error:
        return _not_text(error, number)


def _unmarked(first: bytes) -> bytes:
    """The first line of a file without a byte order mark."""
    return first.removeprefix(_BYTE_ORDER_MARK)


def _not_text(error: UnicodeDecodeError, number: int) -> Entry:
    place = len(error.object[: error.start].decode("utf-8", "replace"))
    token = error.object[error.start : error.end].hex(" ")
    return Entry("", line=number, problems=(Problem("F006", token=token, start=place),))


def is_header(first: bytes) -> bool:
    """Whether the first line of a file is the header of a table."""
    return b"hand" in [cell.strip(b' "\r\n') for cell in _unmarked(first).split(b",")]


def _rows(header: bytes, rest: Iterator[bytes], command: str) -> Iterator[Entry]:
    """The rows of a CSV file; a header that cannot be used is one entry, and the rows are not read.

    A row is a line: no cell has a line break, and a quote that is never closed costs only its own line.
    """
    cells = _cells(header, 1)
    problems = cells.problems if isinstance(cells, Entry) else tuple(_header_problems(_stripped(cells), command))
    if problems or isinstance(cells, Entry):
        yield Entry("", line=1, problems=problems)
        return
    columns = _stripped(cells)
    for number, raw in enumerate(rest, 2):
        row = _cells(raw, number)
        if isinstance(row, Entry):
            yield row
        elif row:
            yield _row(row, columns, number)


def _stripped(cells: list[str]) -> list[str]:
    return [cell.strip() for cell in cells]


def _cells(raw: bytes, number: int) -> list[str] | Entry:
    """The cells of a line, or an entry with the problem that prevents them."""
    try:
        return next(csv.reader((raw.decode("utf-8").rstrip("\r\n"),), strict=True), [])
    except UnicodeDecodeError as error:
        return _not_text(error, number)
    except csv.Error as error:
        return Entry("", line=number, problems=(Problem("F007", facts={"reason": str(error)}),))


def _row(row: list[str], columns: list[str], number: int) -> Entry:
    if len(row) == len(columns):
        return row_entry(dict(zip(columns, row, strict=True)), number)
    facts = {"count": len(row), "columns": len(columns)}
    return Entry(",".join(row), line=number, problems=(Problem("F008", facts=facts),))


def _header_problems(columns: list[str], command: str) -> Iterator[Problem]:
    known = ("id", "hand", *FIELDS[command])
    if "hand" not in columns:
        yield Problem("F002", token="hand")
    for at, column in enumerate(columns):
        if column in columns[:at]:
            yield Problem("F005", token=column)
        elif column not in known:
            guess = closest(column, known)
            facts = {"command": command, "guess": guess}
            yield Problem("U004", token=column, facts=facts, hint="did-you-mean" if guess else "")
