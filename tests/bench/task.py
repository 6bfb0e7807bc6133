"""What a child process measures: hands are read off the clock, and answered about on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

# What the hands come to together, by name: sides of a figure must agree where their rules do.
Answers = Mapping[str, int]
# Of a hand that is not what was asked for: not complete, not waiting.
NO = -1
# The names of how many hands are, and of what they come to: the same name for the same rules, and another for others.
Names = tuple[str, str]
WAITS: Names = ("tenpai", "waits")
SHANTEN: Names = ("hands", "shanten")


def worth(rules_id: str) -> Names:
    """The names of how many hands are complete, and of what they are worth under a rule set."""
    return "complete", f"{rules_id} fan"


class WrongAnswerError(Exception):
    """An answer is not what the library says of that hand."""


class Task(NamedTuple):
    """What is done to the lines of a file, in three steps of which the second is measured.

    `read` makes of them what `run` takes; `amounts` says what each hand came to
    by what `run` returned, `NO` or a number.  `library` is what the library says
    of a line, where that is to be checked; `note` what the reader of the figure
    must know.
    """

    read: Callable[[list[str]], Sequence[Any]]
    run: Callable[[Sequence[Any]], Any]
    names: Names
    amounts: Callable[[Any], Iterable[int]] = iter
    library: Callable[[str], int] | None = None
    note: str = ""


def each(read: Callable[[str], Any], ask: Callable[[Any], int], names: Names) -> Task:
    """A task that asks about one hand after the other, and gets its amount."""
    return Task(lambda lines: [read(line) for line in lines], lambda items: [ask(item) for item in items], names)


def total(amounts: Iterable[int], names: Names) -> Answers:
    """What hands come to together.

    >>> total([3, NO, 0], WAITS)
    {'tenpai': 2, 'waits': 3}
    """
    known = [amount for amount in amounts if amount != NO]
    return {names[0]: len(known), names[1]: sum(known)}


def checked(amounts: Iterable[int], lines: Iterable[str], library: Callable[[str], int], most: int) -> Iterator[int]:
    """The amounts, the first `most` of them compared with what the library says of their lines.

    :raises WrongAnswerError: at the first that differs.
    """
    sample = iter(lines)
    for number, amount in enumerate(amounts):
        if number < most:
            line = next(sample).rstrip()
            known = library(line)
            if amount != known:
                raise WrongAnswerError(f"{line}: {amount}, and {known} by the library")
        yield amount
