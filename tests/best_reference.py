"""The best multiple of 东阳 and the best total of 欢乐麻将 against the references that try everything.

`python -m tests.best_reference --rules dongyang --hands 20000 --seed 1` prints
every difference with the hand as a line that `mj score` reads, and how often
each pattern occurred.  A test runs some of the same hands.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parent))  # a command finds its neighbours as the tests do

import dongyang_reference
import huanle_reference
from mcr_reference import Case, reference_fans
from wild_hands import cases, held_wilds, line

from mjcli.analysis import ValuedWait, value_waits
from mjcli.hand import Hand, WinContext
from mjcli.ruleset import RuleSet, load_rules
from mjcli.scoring import Score, check, score_checked
from mjcli.tiles import COPIES, TILES, Tile, count_tiles

Seen = Counter[str]
# Of so many hands one has its waits compared too.
WAITS_OF = 20


class Difference(NamedTuple):
    """A hand on which the two do not agree, and what each says."""

    text: str
    own: object
    reference: object

    def __str__(self) -> str:
        return f"{self.text}: own {self.own}, reference {self.reference}"


# --- 东阳


def compare_dongyang(case: Case, rules: RuleSet, seen: Seen) -> Iterator[Difference]:
    """Whether it is a win, or why not, and the multiple."""
    own, reference = score_checked(*case_arguments(case, rules)), dongyang_reference.verdict(*case)
    seen.update(reference.patterns or (reference.reason,))
    seen[f"{held_wilds(case)} wilds"] += 1
    if (own.reason, own.fan if own.is_win else 0) != reference[:2]:
        found = (own.reason or "win", own.fan, own.tally and tuple(one.rule.name[0] for one in own.tally.counted))
        yield Difference(line(case), found, (reference.reason or "win", reference.multiple, set(reference.patterns)))


Values = tuple[int | None, int | None]


def compare_waits(case: Case, rules: RuleSet, seen: Seen) -> Iterator[Difference]:
    """The kinds waited for with a copy left, each with the multiple of its draw and its discard, None for no win."""
    waiting = case.hand.replace(added=None)
    context = WinContext(seat=case.context.seat, round=case.context.round, wild=case.context.wild)
    report = value_waits(waiting, rules, context)
    own = {wait.tile: values(wait) for wait in (*report.waits, *report.wild) if wait.left}
    reference = waits(waiting, context)
    seen["waits"] += len(reference)
    for tile in TILES:
        if own.get(tile) != reference.get(tile):
            text = f"{line(Case(waiting, context))} (waiting for {tile})"
            yield Difference(text, own.get(tile), reference.get(tile))


def values(wait: ValuedWait) -> Values:
    """What a wait is worth by draw and by discard."""
    return worth(wait.draw), worth(wait.discard)


def worth(score: Score | None) -> int | None:
    return score.fan if score is not None and score.is_win else None


def waits(waiting: Hand, context: WinContext) -> dict[Tile, Values]:
    """The kinds that complete a hand which does not hold all four of them, by trying each."""
    own = [*waiting.concealed, *(tile for meld in waiting.melds for tile in meld.tiles)]
    found: dict[Tile, Values] = {}
    for tile in TILES:
        complete = waiting.replace(added=tile)
        draw = dongyang_reference.verdict(complete, context)
        if own.count(tile) < COPIES and not draw.reason:
            discard = dongyang_reference.verdict(complete, context.replace(by="discard"))
            found[tile] = (draw.multiple, None if discard.reason else discard.multiple)
    return found


# --- 欢乐麻将


def compare_huanle(case: Case, rules: RuleSet, seen: Seen) -> Iterator[Difference]:
    """The total and whether it may win."""
    own, reference = score_checked(*case_arguments(case, rules)), huanle_reference.best(*case)
    if own.tally is not None:
        seen.update(one.rule.name[0] for one in own.tally.counted)
    seen[f"{held_wilds(case)} wilds, " + ("a win" if reference.is_win else "no win")] += 1
    if (own.fan, own.is_win) != reference:
        found = own.tally and tuple((one.rule.name[0], one.fan) for one in own.tally.counted)
        yield Difference(line(case), (own.fan, own.is_win, found), tuple(reference))


def compare_plain(case: Case, _rules: RuleSet, seen: Seen) -> Iterator[Difference]:
    """The total of the best plain hand that could be dealt, by another scorer of plain hands."""
    context = case.context.replace(wild=None)
    possible = [
        one
        for one in huanle_reference.filled(*case)
        if max(count_tiles(one.hand.closed_tiles)) <= COPIES
        and not any(check(one.hand, huanle_reference.plain_rules(), context))
    ]
    if not possible:
        return
    best = max(possible, key=lambda one: one.total)
    seen["plain hands scored by both"] += 1
    _, total = reference_fans(Case(best.hand, context))
    if total != best.total:
        yield Difference(line(Case(best.hand, context)), best.total, total)


# --- both


def case_arguments(case: Case, rules: RuleSet) -> tuple[Hand, RuleSet, WinContext]:
    return case.hand, rules, case.context


Compare = Callable[[Case, RuleSet, Seen], Iterator[Difference]]
# What is compared of every hand, and of every so-and-so-many-th.
COMPARISONS: dict[str, tuple[Compare, Compare]] = {
    "dongyang": (compare_dongyang, compare_waits),
    "huanle": (compare_huanle, compare_plain),
}


def compare(name: str, hands: int, seed: int, seen: Seen) -> Iterator[Difference]:
    """The differences in so many hands; `seen` counts in how many each pattern occurs."""
    rules, (every, some) = load_rules(name), COMPARISONS[name]
    for at, case in enumerate(cases(rules, hands, seed)):
        yield from every(case, rules, seen)
        if at % WAITS_OF == 0:
            yield from some(case, rules, seen)


def main() -> int:
    """Compares as many hands as asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rules", choices=tuple(COMPARISONS), default="dongyang")
    options.add_argument("--hands", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    start, seen, wrong = time.perf_counter(), Seen(), 0
    for difference in compare(asked.rules, asked.hands, asked.seed, seen):
        print(difference, flush=True)
        wrong += 1
    for name, count in sorted(seen.items()):
        print(f"{count:8,} {name}")
    seconds = time.perf_counter() - start
    print(f"{asked.rules}, {asked.hands:,} hands, seed {asked.seed}: {wrong:,} differences, {seconds:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
