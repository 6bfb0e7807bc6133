"""Problems for a person: the sentence, where it is, and a caret under what is at fault."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, east_asian_width

from mjcli.errors import Problem
from mjcli.report.console import printable
from mjcli.texts import pick
from mjcli.texts.labels import LABELS

_INDENT = "  "
# The most cells of a source that are shown, and of them those before the token.
_WIDEST, _BEFORE = 76, 36
_ELLIPSIS = "…"
# No more characters than these, on either side of the token, can come to be shown: some take no room.
_NEARBY = 4 * _WIDEST
_COMBINING = "Mn"


def problem_lines(problem: Problem, lang: str) -> list[str]:
    """The lines that show a problem: its sentence with code and place, then the source with carets.

    >>> from mjcli.errors import Problem
    >>> print(*problem_lines(Problem("N003", token="456", source="123m456", start=4), "en"), sep="\\n")
    N003 column 5: the digits 456 have no suit
      123m456
          ^^^
    """
    colon = "：" if lang == "zh" else ": "
    head = " ".join((problem.code, *_places(problem, lang)))
    said = printable(f"{_file(problem)}{head}{colon}{problem.message(lang)}")
    return [said, *_pointed(problem)]


def _file(problem: Problem) -> str:
    """The file and line in front, as editors and other tools write and read them."""
    parts = (problem.file, str(problem.line) if problem.line else "") if problem.file else ()
    return "".join(f"{part}:" for part in parts if part) + (" " if parts else "")


def _places(problem: Problem, lang: str) -> Iterable[str]:
    """The key or field, and the column."""
    if problem.key:
        yield problem.key
    if problem.line is not None and not problem.file:
        yield pick(LABELS["at-line"], lang).format(line=problem.line)
    if problem.column is not None:
        yield pick(LABELS["at-column"], lang).format(column=problem.column)


def _pointed(problem: Problem) -> list[str]:
    """The source with carets under the token, cut around it where it is very long."""
    if problem.start is None or not problem.source:
        return []
    start, nearby = problem.start, slice(problem.start, problem.start + _NEARBY)
    before = _from_end(printable(problem.source[max(0, start - _NEARBY) : start]), _BEFORE)
    room = _WIDEST - cell_width(before)
    after = printable(problem.source[nearby])
    token = after[: _length(printable(problem.token), after)]
    carets = max(1, min(cell_width(token), room))
    return [_INDENT + before + _from_start(after, room), _INDENT + " " * cell_width(before) + "^" * carets]


def _length(token: str, rest: str) -> int:
    """How many characters of the source the token is; one where it is not written there as it is named."""
    written = token.removesuffix(_ELLIPSIS)
    return len(written) if written and rest.startswith(written) else 1


def _from_end(text: str, most: int) -> str:
    """The text, or as much of its end as fits `most` cells."""
    return text if cell_width(text) <= most else _ELLIPSIS + _fitting(text[::-1], most - 1)[::-1]


def _from_start(text: str, most: int) -> str:
    """The text, or as much of its start as fits `most` cells."""
    return text if cell_width(text) <= most else _fitting(text, most - 1) + _ELLIPSIS


def _fitting(text: str, most: int) -> str:
    """As much of the start of a text as fits `most` cells."""
    used = 0
    for at, char in enumerate(text):
        used += cell_width(char)
        if used > most:
            return text[:at]
    return text


def cell_width(text: str) -> int:
    """How many cells of a terminal a text takes: two for a Chinese or full-width character.

    >>> cell_width("123m"), cell_width("一二三万"), cell_width("１ｍ")
    (4, 8, 4)
    """
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text if category(char) != _COMBINING)
