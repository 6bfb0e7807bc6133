"""Where hands come from: the command line, files, a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import BinaryIO

from mjcli.answer import Entry
from mjcli.errors import Problem, UsageError
from mjcli.report.progress import progress_bar
from mjcli.value import Value

STDIN = "-"


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

        try:
            with ExitStack() as stack:
                file = sys.stdin.buffer if self.path == STDIN else stack.enter_context(open(self.path, "rb"))
                for entry in entries_of(_watched(file, stack), command, is_csv=self.path.endswith(".csv")):
                    yield entry.replace(fields={**fields, **entry.fields}) if fields else entry
        except OSError as error:
            yield Entry("", problems=(Problem("F009", token=self.path, facts={"reason": error.strerror}),))


def _watched(file: BinaryIO, stack: ExitStack) -> Iterator[bytes]:
    """The lines of a file, with a bar for a person who watches while the output goes elsewhere."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        return iter(file)
    size = os.fstat(file.fileno()).st_size
    return stack.enter_context(progress_bar(sys.stderr, size or None)).watch(file)


def sources_of(hands: tuple[str, ...], files: tuple[str, ...]) -> list[Source]:
    """Everything asked about, in order; standard input if nothing is named and it is no terminal.

    :raises UsageError: nothing is named, and standard input is a terminal.
    """
    sources = [Source(path=STDIN) if hand == STDIN else Source(hand) for hand in hands]
    sources += [Source(path=path) for path in files]
    if not sources and sys.stdin.isatty():
        raise UsageError([Problem("U014")])
    return sources or [Source(path=STDIN)]
