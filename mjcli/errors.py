"""Layer 0: problems and the errors that carry them.

A `Problem` is data: a stable code, where it is, and the facts its sentence
needs.  Sentences are in `mjcli.texts`, in Chinese and English, and are looked
up only when somebody reads them.  An error always carries *all* problems found.

The first letter of a code says what is wrong: N the notation, H the hand, C the
circumstances of the win, D a whole deal, U the usage of a command, R a rule file, F a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from mjcli.value import FrozenMap, Value

_NO_FACTS: Mapping[str, Any] = FrozenMap()


class Problem(Value):
    """One thing that is wrong with the input.

    `code` is stable; `facts` fill the sentence of the code.  `token` is the text
    at fault, and `start` the offset (from 0) of its first character in `source`,
    the text as it was typed.  `hint` names a sentence that says how to mend it.
    `spot` is a part of a hand ("concealed", "meld", "added", "flower", "suffix")
    and a place in it, for whoever has the text to turn into `source` and `start`.
    For a rule file `key` is the dotted path of the key and `line` its line.
    """

    code: str
    token: str = ""
    source: str = ""
    start: int | None = None
    hint: str = ""
    facts: Mapping[str, Any] = _NO_FACTS
    spot: tuple[str, int] | None = None
    key: str = ""
    file: str = ""
    line: int | None = None

    @property
    def column(self) -> int | None:
        """The column of the token, counted from 1 in characters, or None."""
        return None if self.start is None else self.start + 1

    def message(self, lang: str = "en") -> str:
        """The problem as a sentence in `lang` ("zh" or "en"), its hint included."""
        from mjcli.texts import sentence  # noqa: PLC0415 - sentences load only when read

        return sentence(self, lang)


class MjError(ValueError):
    """Base of every error that input can cause; `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(problem.message() for problem in self.problems)


class NotationError(MjError):
    """The text of a hand cannot be read."""


class HandError(MjError):
    """The hand, or the way it was won, is impossible."""


class UsageError(MjError):
    """An option, a field or a name that does not exist or does not fit."""


class RulesError(MjError):
    """A rule file that cannot be used."""


def closest(word: str, known: Iterable[str]) -> str:
    """The known word most like `word`, or an empty string."""
    from difflib import get_close_matches  # noqa: PLC0415 - wanted only where something is wrong

    return next(iter(get_close_matches(word, list(known), 1)), "")


T = TypeVar("T")


def tried(read: Callable[[], T], problems: list[Problem], key: str = "", line: int | None = None) -> T | None:
    """What `read` returns, or None with its problems noted, under a field's name and at a line if they are given."""
    try:
        return read()
    except MjError as error:
        for problem in error.problems:
            place = {"line": line} if line is not None else {}
            problems.append(problem.replace(key=problem.key or key, **place))
        return None
