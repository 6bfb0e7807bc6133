"""Chows, pungs and pairs within one suit: every split of its tiles, and the distance to one.

Both searches walk the ranks from the lowest and decide at each how many chows
start there, whether there is a pung and whether the pair.  With the chows still
open from the two ranks before, that fixes how many tiles the rank must have,
its *demand*.  In a split the demand is met exactly, wild tiles filling what is
short; the distance adds up what is short.  Decisions at a rank are numbers, not
an order, so that no split is found twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from mjcli.tiles import COPIES
from mjcli.value import Value

MOST_SETS = 4
_CHOW_LENGTH = 3
_PUNG_SIZE, _PAIR_SIZE = 3, 2

SuitCounts = tuple[int, ...]
# The ranks of the chows, pungs, pairs and fills found so far.
_Found = tuple[tuple[int, ...], ...]


class Split(Value):
    """Sets and at most one pair that use up the tiles of a suit; ranks count from 0.

    `fills` are the ranks that wild tiles stand for, ascending.
    """

    chows: tuple[int, ...] = ()
    pungs: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()
    fills: tuple[int, ...] = ()


# Bounded, since a stream of millions of hands would fill it: there are 405,350 suits.
@lru_cache(maxsize=1 << 16)
def splits(counts: SuitCounts, runs: bool, wilds: int = 0, limit: int = COPIES) -> tuple[Split, ...]:
    """Every way to use all tiles of a suit and exactly `wilds` wild tiles.

    `runs` is whether the suit has chows (honours have none); `limit` is the most
    tiles a rank may come to with wild ones.

    >>> [(s.chows, s.pungs, s.pairs) for s in splits((3, 1, 1, 0, 0, 0, 0, 0, 0), True)]
    [((0,), (), (0,))]
    """

    def walk(rank: int, carried: tuple[int, int], left: int, found: _Found) -> Iterator[_Found]:
        """Goes on from `rank`; `carried` are the chows begun two ranks and one rank before."""
        if rank == len(counts):
            if carried == (0, 0) and left == 0:
                yield found
            return
        open_chows = sum(carried)
        has_starts = runs and rank + _CHOW_LENGTH <= len(counts)
        most_starts = counts[rank] + left - open_chows if has_starts else 0
        for first, pung, pair in product(range(most_starts + 1), range(2), range(1 if found[2] else 2)):
            demand = open_chows + first + _PUNG_SIZE * pung + _PAIR_SIZE * pair
            short = demand - counts[rank]
            if 0 <= short <= left and (demand <= limit or not short):
                taken = tuple(ranks + (rank,) * n for ranks, n in zip(found, (first, pung, pair, short), strict=True))
                yield from walk(rank + 1, (carried[1], first), left - short, taken)

    return tuple(Split(*found) for found in walk(0, (0, 0), wilds, ((),) * 4))


UNREACHABLE = 99
Costs = tuple[int, ...]
_NOTHING_YET: Costs = (0,) + (UNREACHABLE,) * (2 * MOST_SETS + 1)
_NO_WAY: Costs = (UNREACHABLE,) * (2 * MOST_SETS + 2)
# Three equal chows are three pungs of the same tiles, so that two are enough to look at.
_MOST_EQUAL_CHOWS = 2


@lru_cache(maxsize=1 << 17)
def costs(counts: SuitCounts, limits: SuitCounts, runs: bool, second: int = 0, third: int = 0) -> Costs:
    """How many tiles a suit is short of each number of sets, without and with the pair.

    Entry `2 * sets + pair`.  `limits` is the most tiles of each rank that can be
    held.  `second` and `third` are the open chows that need their second and
    third tile at the first rank given: the search recurs on the ranks left.

    >>> costs((1, 1, 0), (4, 4, 4), True)[:4]
    (0, 1, 1, 3)
    """
    if not counts:
        return _NO_WAY if second or third else _NOTHING_YET
    best = list(_NO_WAY)
    for first in range(_MOST_EQUAL_CHOWS + 1 if runs and len(counts) >= _CHOW_LENGTH else 1):
        rest = costs(counts[1:], limits[1:], runs, first, second)
        for pung in range(2):
            for pair in range(2):
                demand = first + second + third + _PUNG_SIZE * pung + _PAIR_SIZE * pair
                if demand <= limits[0]:
                    _improve(best, rest, 2 * (first + pung) + pair, max(0, demand - counts[0]))
    return tuple(best)


def _improve(best: list[int], rest: Costs, shift: int, short: int) -> None:
    """Lowers `best` where `rest` moved on by `shift` and made dearer by `short` is cheaper."""
    takes_pair = shift % 2
    for index in range(len(best) - shift):
        if takes_pair and index % 2:
            continue  # there is one pair, and this rank took it
        best[index + shift] = min(best[index + shift], rest[index] + short)


@lru_cache(maxsize=1 << 14)
def join_costs(left: Costs, right: Costs) -> Costs:
    """The costs of two suits together."""
    best = list(_NO_WAY)
    for index, cost in enumerate(left):
        _improve(best, right, index, cost)
    return tuple(best)
