"""This project's side: one hand at a time through the library, and many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, cast

from mjcli.distance import shanten
from mjcli.hand import Hand, WinContext
from mjcli.notation import parse_hand
from mjcli.request import read_request
from mjcli.ruleset import load_rules
from mjcli.scoring import Score, score_hand
from mjcli.waiting import waits

from .task import NO, SHANTEN, WAITS, Task, each, worth

# The shapes that the peers know as well.
_SHAPES = ("standard", "thirteen-orphans", "seven-different-pairs")


def _worth(score: Score) -> int:
    return NO if score.fan is None else score.fan


def one_score(rules_id: str) -> Task:
    """`score_hand` on hands that were read before: the check, the best reading, its fans."""
    rules, context = load_rules(rules_id), WinContext()
    return each(parse_hand, lambda hand: _worth(score_hand(hand, rules, context)), worth(rules_id))


def one_waits() -> Task:
    """`waits` on hands that were read before."""
    return each(parse_hand, lambda hand: len(waits(hand, _SHAPES).waits) or NO, WAITS)


def one_shanten() -> Task:
    """`shanten` on hands that were read before."""

    def ask(hand: Hand) -> int:
        found = shanten(hand, _SHAPES)
        return NO if found is None else found

    return each(parse_hand, ask, SHANTEN)


# --- what the other ways are held against


def library_score(line: str, rules_id: str) -> int:
    """The fan of a line, `NO` if it is not complete."""
    hand, *fields = line.split()
    asked = read_request(
        hand, dict(field.split("=") for field in fields if not field.startswith("id=")), load_rules(rules_id)
    )
    return _worth(score_hand(asked.hand, load_rules(rules_id), asked.context))


def library_waits(line: str, rules_id: str) -> int:
    """The number of waits of a line, `NO` for none."""
    return len(waits(parse_hand(line), load_rules(rules_id).table.shapes).waits) or NO


# --- many at once: one adapter for each figure


# So many lines are a column, as they are in a file that the command reads.
_COLUMN = 4000


def many_waits() -> Task:
    """The waits of many hands by columns, read before as one number for each suit."""
    # Loaded where it is measured: nothing else here needs numpy.
    from mjcli.batch.columns.lines import read_columns  # noqa: PLC0415
    from mjcli.batch.columns.tables import load_tables  # noqa: PLC0415
    from mjcli.batch.columns.waits import column_waits, part_waits  # noqa: PLC0415

    shapes, tables = load_rules("jipinghu").table.shapes, load_tables()

    def read(lines: list[str]) -> Sequence[Any]:
        return cast(Sequence[Any], read_columns("".join(f"{line}\n" for line in lines).encode()).keys.T)

    def run(hands: Any) -> Sequence[Any]:
        columns = (hands[at : at + _COLUMN].T for at in range(0, len(hands), _COLUMN))
        return [column_waits(keys, tables.suits[keys], shapes) for keys in columns]

    def amounts(columns: Iterable[Any]) -> Iterator[int]:
        size = cache(lambda number: len(part_waits(number)))
        for found in columns:
            parts = zip(found.first.tolist(), found.second.tolist(), strict=True)
            sizes = (size(first) + size(second) for first, second in parts)
            yield from (len(found.others.get(row, ())) or number or NO for row, number in enumerate(sizes))

    note = "by columns, the hands read before"
    return Task(read, run, WAITS, amounts, partial(library_waits, rules_id="jipinghu"), note)


def many_scores(rules_id: str) -> Task:
    """The scores of many hands by columns, each with its full list of fans, read before as for waits."""
    import numpy as np  # noqa: PLC0415

    from mjcli.batch.columns.lines import read_columns  # noqa: PLC0415
    from mjcli.batch.columns.scores import Scores  # noqa: PLC0415

    scores = Scores(load_rules(rules_id), (WinContext(),))

    def read(lines: list[str]) -> Sequence[Any]:
        columns = read_columns("".join(f"{line}\n" for line in lines).encode())
        return cast(Sequence[Any], np.vstack([columns.keys, columns.last]).T)

    def run(hands: Any) -> Sequence[Any]:
        columns = (hands[at : at + _COLUMN].T for at in range(0, len(hands), _COLUMN))
        # A worth is looked up among those that were kept when its column was scored.
        return [(scores.best(column[:-1], column[-1]), scores.worths) for column in columns]

    def amounts(columns: Iterable[Any]) -> Iterator[int]:
        for best, worths in columns:
            for row, number in enumerate(best.worths[0].tolist()):
                yield _worth(best.rare[row][0]) if number < 0 else worths.all[number].worth.fan

    note = "by columns, the hands read before"
    return Task(read, run, worth(rules_id), amounts, partial(library_score, rules_id=rules_id), note)


TASKS: dict[str, Callable[[], Task]] = {
    "one-jipinghu": partial(one_score, "jipinghu"),
    "one-mcr": partial(one_score, "mcr"),
    "one-waits": one_waits,
    "one-shanten": one_shanten,
    "many-waits": many_waits,
    "many-jipinghu": partial(many_scores, "jipinghu"),
    "many-mcr": partial(many_scores, "mcr"),
}
