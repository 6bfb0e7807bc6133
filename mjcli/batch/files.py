"""Hand files, one record at a time: text lines and JSON Lines, mixed as they come, or CSV with a header."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from mjcli.answer import Entry
from mjcli.batch.lines import read_line, row_entry
from mjcli.errors import Problem
from mjcli.request import FIELDS
from mjcli.ruleset.section import closest

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def entries_of(lines: Iterable[bytes], command: str, *, is_csv: bool = False) -> Iterator[Entry]:
    """The entries of a hand file for `command`, in order, each with its line number.

    `lines` are read one by one, as bytes: a line that is not UTF-8 costs only
    itself.  A file is CSV if the caller says so or if its first line is a header
    with a column `hand`.
    """
    numbered = enumerate(lines, 1)
    for number, raw in numbered:
        first = raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw
        if number == 1 and (is_csv or _is_header(first)):
            yield from _rows(first, (line for _, line in numbered), command)
            return
        entry = _entry(first, number)
        if entry is not None:
            yield entry


def _entry(raw: bytes, number: int) -> Entry | None:
    try:
        return read_line(raw.decode("utf-8"), number)
    except UnicodeDecodeError as error:
        return _not_text(error, number)


def _not_text(error: UnicodeDecodeError, number: int) -> Entry:
    place = len(error.object[: error.start].decode("utf-8", "replace"))
    token = error.object[error.start : error.end].hex(" ")
    return Entry("", line=number, problems=(Problem("F006", token=token, start=place),))


def _is_header(raw: bytes) -> bool:
    return b"hand" in [cell.strip() for cell in raw.split(b",")]


def _rows(header: bytes, rest: Iterator[bytes], command: str) -> Iterator[Entry]:
    """The rows of a CSV file; a header that cannot be used is one entry, and the rows are not read."""
    broken: list[UnicodeDecodeError] = []
    columns = [cell.strip() for cell in next(csv.reader(_decoded((header,), broken)), [])]
    if broken:
        yield _not_text(broken[0], 1)
        return
    problems = tuple(_header_problems(columns, command))
    if problems:
        yield Entry("", line=1, problems=problems)
        return
    reader = csv.reader(_decoded(rest, broken), strict=True)
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            yield Entry("", line=reader.line_num + 1, problems=(Problem("F007", facts={"reason": str(error)}),))
            continue
        if row is None:
            return
        if row:
            number = reader.line_num + 1
            yield _not_text(broken.pop(), number) if broken else _row(row, columns, number)


def _row(row: list[str], columns: list[str], number: int) -> Entry:
    if len(row) == len(columns):
        return row_entry(dict(zip(columns, row, strict=True)), number)
    facts = {"count": len(row), "columns": len(columns)}
    return Entry(",".join(row), line=number, problems=(Problem("F008", facts=facts),))


def _decoded(lines: Iterable[bytes], broken: list[UnicodeDecodeError]) -> Iterator[str]:
    """The lines as text; what is not UTF-8 is noted in `broken` and stands in for itself, escaped."""
    for raw in lines:
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError as error:
            broken.append(error)
            yield raw.decode("utf-8", "backslashreplace")


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
