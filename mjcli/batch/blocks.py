"""Hand files by blocks of whole lines, for large inputs: what columns can answer at once, the rest as entries.

A block is what the input gives at once, and the columns take it when it is
large: a slow pipe, a few lines at a time, is answered line by line as it comes,
and a file or a fast pipe is not.  Loading numpy and making the tables took 0.12 s
where this was measured, as long as answering some two hundred lines one by one;
a block of `LEAST` bytes is nine hundred, so that the columns pay in any case.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from mjcli.answer import Entry
from mjcli.batch.files import entries_of, entry_of, is_header
from mjcli.batch.room import NoRoomError
from mjcli.ruleset import RuleSet

if TYPE_CHECKING:
    from mjcli.batch.columns.block import WaitBlock, WaitColumns
    from mjcli.batch.columns.score_block import ScoreBlock, ScoreColumns

# As much as a pipe holds, and little enough for the columns of a block to stay in a processor's cache.
SIZE = 1 << 16
LEAST = 1 << 14


class Input(Protocol):
    """A binary stream that gives what is there."""

    def read1(self, size: int, /) -> bytes:
        """At most `size` bytes, without waiting for more than there are; empty at the end."""


def blocks_of(file: Input) -> Iterator[bytes]:
    """The bytes of a stream as blocks of whole lines; the last line may lack its end."""
    begun: list[bytes] = []
    while chunk := file.read1(SIZE):
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join((*begun, chunk[:end]))
            begun.clear()
        begun.append(chunk[end:])
    rest = b"".join(begun)
    if rest:
        yield rest


Block: TypeAlias = "WaitBlock | ScoreBlock"
OpenColumns = Callable[[], "WaitColumns | ScoreColumns | None"]


def parts_of(
    blocks: Iterable[bytes], command: str, columns: OpenColumns, *, head: int = 0, is_csv: bool = False
) -> Iterator[Entry | Block]:
    """The entries of a hand file for `command`, in order, and blocks where columns answer for many lines at once.

    `columns` is asked for them when the first large block comes, and returns
    None where columns cannot answer.  The first `head` hands are entries in any
    case.
    """
    blocks = iter(blocks)
    first = next(blocks, b"")
    if is_csv or is_header(first[: first.find(b"\n") + 1] or first):
        yield from entries_of(_lines(chain((first,), blocks)), command, is_csv=is_csv)
        return
    reader, is_asked, number = None, False, 1
    for block in chain((first,), blocks):
        lines = io.BytesIO(block)
        entries = list(islice(_entries(lines, number), head))
        yield from entries
        head -= len(entries)
        number += block.count(b"\n", 0, lines.tell())
        rest = lines.read()
        if not is_asked and len(rest) >= LEAST:
            reader, is_asked = columns(), True
        part = None if reader is None else _read(reader, rest, number)
        if part is not None:
            yield part
        else:
            yield from _entries(io.BytesIO(rest), number)
            reader = None  # what has no room in one block has none in the next
        number += rest.count(b"\n")


def _read(reader: WaitColumns | ScoreColumns, block: bytes, number: int) -> Block | None:
    """What columns answer, None where they have no room for it."""
    try:
        return reader.read(block, number)
    except NoRoomError:
        return None


def _entries(lines: Iterable[bytes], number: int) -> Iterator[Entry]:
    """The entries of lines, the first of which has the number `number`."""
    for at, raw in enumerate(lines, number):
        entry = entry_of(raw, at)
        if entry is not None:
            yield entry


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of blocks, parted at line feeds alone."""
    for block in blocks:
        yield from io.BytesIO(block)


def wait_columns(rules: RuleSet, fields: tuple[str, ...], *, values: bool = False) -> WaitColumns | None:
    """The columns for records of `mj wait` with these fields under a rule set, None where they cannot answer.

    `values` is whether the waits are to be valued.
    """
    from mjcli.batch.columns.block import WaitColumns  # noqa: PLC0415 - numpy loads for large inputs alone

    is_covered = WaitColumns.cover(rules, values=values)
    return WaitColumns(rules, fields, values=values) if is_covered else None


def score_columns(rules: RuleSet) -> ScoreColumns | None:
    """The columns for records of `mj score` under a rule set, None where they cannot answer."""
    from mjcli.batch.columns.score_block import ScoreColumns  # noqa: PLC0415 - numpy loads for large inputs alone

    return ScoreColumns(rules) if ScoreColumns.cover(rules) else None
