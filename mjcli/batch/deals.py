"""Files of deals: paragraphs of lines, or a JSON object a line.

A paragraph ends at a blank line and is made of
`key=value …` for the deal, `SEAT HAND key=value …` for each seat that called a
win, `kong SEAT [MELD]…` or `melds SEAT [MELD]…` for each other, `bet SEAT TILE`
and `follow`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mjcli.answer import Entry
from mjcli.batch.lines import HAND, NAME, json_problem, plain, read_text
from mjcli.deals import Deal
from mjcli.errors import Problem
from mjcli.tiles import SEAT_NAMES
from mjcli.value import Value

# The first words of lines about a seat, each with its key in an object.
_LISTS = {"kong": "kongs", "melds": "melds", "bet": "bets"}
_JSON_KEYS = ("winners", *_LISTS.values(), "follow")


def deals_of(lines: Iterable[bytes]) -> Iterator[Deal]:
    """The deals of a file, in order."""
    paragraph: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, 1):
        line = raw.decode("utf-8-sig" if number == 1 else "utf-8", "backslashreplace").rstrip()
        bare = line.strip()
        if bare.startswith("{"):
            yield from _paragraph(paragraph)
            paragraph = []
            yield _json_deal(bare, number)
        elif bare and not bare.startswith("#"):
            paragraph.append((number, line))
        elif not bare:
            yield from _paragraph(paragraph)
            paragraph = []
    yield from _paragraph(paragraph)


class _Parts(Value):
    """What the lines of a paragraph add up to."""

    winners: list[Entry]
    fields: list[tuple[str, str]]
    listed: dict[str, list[tuple[str, str]]]
    flags: list[str]
    problems: list[Problem]


def _paragraph(lines: list[tuple[int, str]]) -> Iterator[Deal]:
    """The deal of a paragraph, none for an empty one."""
    if not lines:
        return
    parts = _Parts([], [], {name: [] for name in _LISTS}, [], [])
    for number, line in lines:
        _line(number, line, parts)
    yield _deal(parts, lines[0][0])


def _line(number: int, line: str, parts: _Parts) -> None:
    """Adds what a line says to the parts."""
    first, *rest = line.split()
    if first in SEAT_NAMES:
        # A blank in the seat's place keeps the columns of the line.
        start = line.index(first)
        entry = read_text(line[:start] + " " * len(first) + line[start + len(first) :], number)
        twice = (Problem("F005", token="seat", key="seat", line=number),) if "seat" in entry.fields else ()
        parts.winners.append(entry.replace(fields={**entry.fields, "seat": first}, problems=(*entry.problems, *twice)))
    elif first in _LISTS and len(rest) > 1:
        parts.listed[first].append((rest[0], " ".join(rest[1:])))
    elif first == "follow" and not rest:
        parts.flags.append(first)
    elif all("=" in word for word in (first, *rest)):
        parts.fields.extend((key, value) for key, _, value in (word.partition("=") for word in (first, *rest)))
    else:
        parts.problems.append(Problem("D008", token=first, source=line, start=line.index(first), line=number))


def _deal(parts: _Parts, number: int) -> Deal:
    fields: dict[str, str] = {}
    problems = list(parts.problems)
    for key, value in parts.fields:
        if key in fields:
            problems.append(Problem("F005", token=key, key=key))
        fields[key] = value
    name = fields.pop(NAME, None)
    if len(parts.flags) > 1:
        problems.append(Problem("F005", token="follow", key="follow"))
    kongs, melds, bets = (tuple(parts.listed[word]) for word in _LISTS)
    return Deal(tuple(parts.winners), fields, kongs, melds, bets, bool(parts.flags), name, number, tuple(problems))


def _json_deal(line: str, number: int) -> Deal:
    """A deal as an object: `winners` a list of objects with `seat` and `hand`, the rest objects by seat."""
    try:
        data = json.loads(line, object_pairs_hook=_without_repeats)
    except _RepeatedKeyError as error:
        return Deal((), {}, line=number, problems=(Problem("F005", token=error.key, key=error.key),))
    except (ValueError, RecursionError) as error:
        return Deal((), {}, line=number, problems=(json_problem(error, line),))
    parts = _Parts([], [], {name: [] for name in _LISTS}, [], [])
    fields = {key: value for key, value in data.items() if key not in _JSON_KEYS and value is not None}
    texts = {key: plain(value) for key, value in fields.items()}
    parts.problems.extend(Problem("F003", token=key, key=key) for key, text in texts.items() if text is None)
    parts.fields.extend((key, text) for key, text in texts.items() if text is not None)
    parts.winners.extend(_json_winners(data.get("winners", []), number, parts.problems))
    for word, key in _LISTS.items():
        parts.listed[word].extend(_json_pairs(data.get(key, {}), key, parts.problems))
    _json_follow(data.get("follow", False), parts)
    return _deal(parts, number)


def _json_follow(value: Any, parts: _Parts) -> None:
    if value is True:
        parts.flags.append("follow")
    elif value is not False:
        parts.problems.append(Problem("D009", token="follow", key="follow"))


class _RepeatedKeyError(Exception):
    """A key that an object has twice."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object's keys and values; the reader itself would keep the last of equal keys."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedKeyError(key)
        found[key] = value
    return found


def _json_winners(value: Any, number: int, problems: list[Problem]) -> Iterator[Entry]:
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        problems.append(Problem("D010", token="winners", key="winners"))
        return
    for one in value:
        fields = {key: plain(item) for key, item in one.items() if key != HAND and item is not None}
        hand = one.get(HAND)
        wrong = [key for key, item in fields.items() if item is None] + ([] if isinstance(hand, str) else [HAND])
        problems.extend(Problem("F003", token=key, key=key) for key in wrong)
        if "seat" not in fields:
            problems.append(Problem("F002", token="seat", key="winners"))
        elif not wrong:
            yield Entry(hand, {key: item for key, item in fields.items() if item is not None}, line=number)


def _json_pairs(value: Any, key: str, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    if not isinstance(value, Mapping):
        problems.append(Problem("D010", token=key, key=key))
        return
    for seat, item in value.items():
        text = "".join(item) if isinstance(item, list) and all(isinstance(one, str) for one in item) else item
        if isinstance(text, str):
            yield seat, text
        else:
            problems.append(Problem("F003", token=seat, key=key))
