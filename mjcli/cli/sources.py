"""Where hands come from: the command line, files, a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar, cast

from mjcli.answer import Entry
from mjcli.errors import Problem, UsageError
from mjcli.report.progress import progress_bar
from mjcli.value import Value

if TYPE_CHECKING:
    from mjcli.batch import Block, Input, OpenColumns

STDIN = "-"
Part = TypeVar("Part")


class Columns(NamedTuple):
    """What may answer for many lines at once, and how many hands of a file come before as entries."""

    open: OpenColumns
    head: int = 0


class Source(Value):
    """One hand as it was written, or a file of them by `path` (`-` is standard input)."""

    hand: str = ""
    path: str | None = None

    def entries(self, command: str, fields: Mapping[str, str]) -> Iterator[Entry]:
        """The entries for `command`; `fields` of the command line hold where a record does not say otherwise."""
        if self.path is None:
            yield Entry(self.hand, fields)
            return
        from mjcli.batch import entries_of  # noqa: PLC0415 - one hand needs no reader of files

        is_csv = self.path.endswith(".csv")
        for entry in self._read(lambda file, watch: entries_of(watch(file), command, is_csv=is_csv)):
            yield entry.replace(fields={**fields, **entry.fields}) if fields else entry

    def parts(self, command: str, columns: Columns) -> Iterator[Entry | Block]:
        """The entries of a file for `command`, and blocks of lines where `columns` answer for many at once."""
        from mjcli.batch import blocks_of, parts_of  # noqa: PLC0415

        path = self.path or STDIN
        yield from self._read(
            lambda file, watch: parts_of(
                watch(blocks_of(cast("Input", file))),
                command,
                columns.open,
                head=columns.head,
                is_csv=path.endswith(".csv"),
            )
        )

    def _read(self, take: Callable[[BinaryIO, _Watch], Iterator[Part]]) -> Iterator[Part | Entry]:
        """What `take` makes of the file; a file that cannot be read is an entry with the problem."""
        path = self.path or STDIN
        try:
            with ExitStack() as stack:
                file = sys.stdin.buffer if path == STDIN else stack.enter_context(open(path, "rb"))
                yield from take(file, lambda lines: _watched(lines, file, stack))
        except OSError as error:
            yield Entry("", problems=(Problem("F009", token=path, facts={"reason": error.strerror}),))


_Watch = Callable[[Iterable[bytes]], Iterator[bytes]]


def _watched(lines: Iterable[bytes], file: BinaryIO, stack: ExitStack) -> Iterator[bytes]:
    """The lines of a file, with a bar for a person who watches while the output goes elsewhere."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        return iter(lines)
    size = os.fstat(file.fileno()).st_size
    return stack.enter_context(progress_bar(sys.stderr, size or None)).watch(lines)


def sources_of(hands: tuple[str, ...], files: tuple[str, ...]) -> list[Source]:
    """Everything asked about, in order; standard input if nothing is named and it is no terminal.

    :raises UsageError: nothing is named, and standard input is a terminal.
    """
    sources = [Source(path=STDIN) if hand == STDIN else Source(hand) for hand in hands]
    sources += [Source(path=path) for path in files]
    if not sources and sys.stdin.isatty():
        raise UsageError([Problem("U014")])
    return sources or [Source(path=STDIN)]
