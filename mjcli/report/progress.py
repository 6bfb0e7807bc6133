"""For a person who waits for a large file: a bar on the error stream, and a summary at the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from mjcli.answer import WON
from mjcli.report.words import summary_words
from mjcli.texts import pick
from mjcli.texts.terms import TOOK

_EVERY = 1 << 15


class Tally:
    """Counts exit codes as they come."""

    def __init__(self) -> None:
        self.codes: Counter[int] = Counter()
        self._start = time.monotonic()

    @property
    def worst(self) -> int:
        """The exit code of all hands together: the worst of theirs."""
        return max(+self.codes, default=WON)

    def summary(self, command: str, lang: str) -> str:
        """How many hands of which kind, and how long it took."""
        took = pick(TOOK, lang).format(seconds=time.monotonic() - self._start)
        return summary_words(command, self.codes, lang) + took


@contextmanager
def progress_bar(stream: TextIO, total: int | None) -> Iterator[Bar]:
    """A bar on `stream` for `total` bytes of input, or without an end where that is not known."""
    from rich.console import Console  # noqa: PLC0415 - only a person who watches waits for it
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=stream), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield Bar(lambda read: progress.update(task, advance=read))


class Bar:
    """Passes lines or blocks of them on, and tells the bar how many bytes went by, now and then."""

    def __init__(self, advance: Callable[[int], None]) -> None:
        self._advance = advance

    def watch(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        read = 0
        for line in lines:
            read += len(line)
            if read >= _EVERY:
                self._advance(read)
                read = 0
            yield line
        self._advance(read)
