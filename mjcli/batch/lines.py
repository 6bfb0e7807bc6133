"""One line of a hand file: `HAND key=value …` or a JSON object.

A line that cannot be taken apart becomes an entry with problems, so that it
costs only itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mjcli.answer import Entry
from mjcli.errors import Problem

NAME = "id"
HAND = "hand"
_KEY_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz-")


def read_line(line: str, number: int | None = None) -> Entry | None:
    """The entry of a line, None for a blank line or a comment.

    >>> read_line("123m456m789p123s5p+5p id=7 seat=S from=W").fields["from"]
    'W'
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return _json_entry(line, number)
    return read_text(line.rstrip(), number)


def make_entry(hand: str, pairs: Iterable[tuple[str, str]], number: int | None, source: str = "") -> Entry:
    """The entry of a hand and its fields in the order written; a field given twice is a problem."""
    fields: dict[str, str] = {}
    problems = []
    for key, value in pairs:
        if key in fields:
            problems.append(Problem("F005", token=key, source=source, key=key))
        fields[key] = value
    name = fields.pop(NAME, None)
    return Entry(hand, fields, name, number, tuple(problems))


def read_text(line: str, number: int | None) -> Entry:
    """The hand is all before the first `key=`; leading blanks stay, so that columns are the line's own."""
    words = [(at, line[at:end]) for at, end in _words(line)]
    first = next((i for i, (_, word) in enumerate(words) if _is_field(word)), len(words))
    hand = line[: words[first][0]].rstrip() if first < len(words) else line
    strays = [(at, word) for at, word in words[first:] if not _is_field(word)]
    problems = tuple(Problem("F004", token=word, source=line, start=at) for at, word in strays)
    pairs = (word.partition("=")[::2] for _, word in words[first:] if _is_field(word))
    entry = make_entry(hand, pairs, number, line)
    return entry.replace(problems=problems + entry.problems) if problems else entry


def _words(line: str) -> list[tuple[int, int]]:
    """Where each word of the line begins and ends."""
    found, at = [], 0
    for word in line.split():
        at = line.index(word, at)
        found.append((at, at + len(word)))
        at += len(word)
    return found


def _is_field(word: str) -> bool:
    key, mark, _ = word.partition("=")
    return bool(mark and key) and _KEY_LETTERS.issuperset(key)


def _json_entry(line: str, number: int | None) -> Entry:
    """An object with the key `hand` and the fields; a list stands for its items joined with commas."""
    try:
        pairs = json.loads(line, object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        return Entry("", line=number, problems=(json_problem(error, line),))
    values = [(key, plain(value)) for key, value in pairs]
    wrong = [key for (key, text), (_, value) in zip(values, pairs, strict=True) if text is None and value is not None]
    problems = [Problem("F003", token=key, key=key) for key in wrong]
    known = [(key, value) for key, value in values if value is not None]
    hands = [value for key, value in known if key == HAND]
    if len(hands) != 1 and HAND not in wrong:
        problems.append(Problem("F005" if hands else "F002", token=HAND, key=HAND if hands else ""))
    entry = make_entry(hands[0] if hands else "", (pair for pair in known if pair[0] != HAND), number)
    return entry.replace(problems=(*problems, *entry.problems))


def json_problem(error: Exception, line: str) -> Problem:
    """What is wrong with a line that is no JSON; only a syntax error has a place."""
    if isinstance(error, json.JSONDecodeError):
        token = line[error.pos : error.pos + 1]
        return Problem("F001", token=token, source=line, start=error.pos, facts={"reason": error.msg})
    return Problem("F001", facts={"reason": str(error)})


def plain(value: Any) -> str | None:
    """A JSON value as the text of a field; None for null, and for what no field can be."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and value:
        items = [plain(item) for item in value if not isinstance(item, list)]
        return ",".join(item for item in items if item is not None) if None not in items else None
    return None


def row_entry(row: Mapping[str, str], number: int) -> Entry:
    """The entry of a row of a table, by column; empty cells are fields not given."""
    return make_entry(row[HAND], ((key, value) for key, value in row.items() if value and key != HAND), number)
