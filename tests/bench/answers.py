"""What the lines that a whole process wrote come to: so that nobody measures a wrong answer.

The first lines of this project's own are also held against the library's
answer to the same hand, one by one.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from .own import library_score, library_waits
from .task import NO, WAITS, Answers, Names, checked, total, worth


def _scores(lines: Iterable[str]) -> Iterator[int]:
    """The fan of each record of `mj score --json`."""
    for line in lines:
        record: Any = json.loads(line)
        yield record["fan"] if record.get("win") or record.get("complete") else NO


def _score_rows(lines: Iterable[str]) -> Iterator[int]:
    """The fan of each row of `mj score --csv`."""
    for row in csv.DictReader(lines):
        yield int(row["fan"]) if row["fan"] else NO


def _waits(lines: Iterable[str]) -> Iterator[int]:
    """The number of waits of each record of `mj wait --json`."""
    for line in lines:
        yield len(json.loads(line)["waits"]) or NO


def _riichienv(lines: Iterable[str]) -> Iterator[int]:
    """The han of each line of its loop."""
    for line in lines:
        yield NO if line.endswith("[]\n") else int(line.split(" ", 1)[0])


def _pymahjonggb(lines: Iterable[str]) -> Iterator[int]:
    """The fan of each line of its loop."""
    for line in lines:
        yield sum(map(int, re.findall(r"\((\d+), ", line)))


def _xiangting(lines: Iterable[str]) -> Iterator[int]:
    """The number of waits of each line of its loop."""
    for line in lines:
        distance, tiles = map(int, line.strip("()\n").split(", "))
        yield tiles.bit_count() if distance == 1 else NO


class Reader(NamedTuple):
    """How a kind of output is read, what it counts, and what the library says of a hand, if it is this project's."""

    amounts: Callable[[Iterable[str]], Iterator[int]]
    names: Names
    library: Callable[[str], int] | None = None


READERS = {
    "score-jipinghu": Reader(_scores, worth("jipinghu"), partial(library_score, rules_id="jipinghu")),
    "score-fields": Reader(_scores, ("complete", "fan at their seats"), partial(library_score, rules_id="jipinghu")),
    "score-rows-jipinghu": Reader(_score_rows, worth("jipinghu"), partial(library_score, rules_id="jipinghu")),
    "score-mcr": Reader(_scores, worth("mcr"), partial(library_score, rules_id="mcr")),
    "wait-jipinghu": Reader(_waits, WAITS, partial(library_waits, rules_id="jipinghu")),
    "riichienv-score": Reader(_riichienv, worth("riichi")),
    "pymahjonggb-score": Reader(_pymahjonggb, worth("mcr")),
    "xiangting-waits": Reader(_xiangting, WAITS),
}


def read_answers(name: str, written: Path, asked: Path, sample: int) -> Answers:
    """What the lines in `written` say of the hands in `asked`, together; the first `sample` are checked.

    :raises WrongAnswerError: one of the first lines is not what the library says.
    """
    reader = READERS[name]
    with written.open(encoding="utf-8") as file, asked.open(encoding="utf-8") as hands:
        amounts = reader.amounts(file)
        if reader.library is not None:
            amounts = checked(amounts, hands, reader.library, sample)
        found = list(amounts)
    return {"lines": len(found), **total(found, reader.names)}
