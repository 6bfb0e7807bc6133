"""Chows, pungs and pairs within one suit: every split of its tiles, whether there is one, and the distance to one.

All searches walk the ranks from the lowest and decide at each how many chows
start there, how many pungs there are and whether the pair.  With the chows still
open from the two ranks before, that fixes how many tiles the rank must have,
its *demand*.  In a split the demand is met exactly, wild tiles filling what is
short; the distance adds up what is short.  Decisions at a rank are numbers, not
an order, so that no split is found twice.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from operator import add

from mjcli.value import Value

MOST_SETS = 4
_CHOW_LENGTH = 3
_PUNG_SIZE, _PAIR_SIZE = 3, 2

SuitCounts = tuple[int, ...]
Ranks = tuple[int, ...]
# The ranks of the chows, pungs, pairs and fills found so far.
_Found = tuple[Ranks, ...]


class Split(Value):
    """Sets and at most one pair that use up the tiles of a suit; ranks count from 0.

    `fills` are the ranks that wild tiles stand for, ascending.
    """

    chows: Ranks = ()
    pungs: Ranks = ()
    pairs: Ranks = ()
    fills: Ranks = ()


# All memos here are bounded, since a stream of millions of hands would fill them: there are 405,350 suits.
@lru_cache(maxsize=1 << 16)
def splits(counts: SuitCounts, runs: bool, wilds: int = 0, limits: SuitCounts | None = None) -> tuple[Split, ...]:
    """Every way to use all tiles of a suit and exactly `wilds` wild tiles.

    `runs` is whether the suit has chows (honours have none); `limits` are the
    most tiles that each rank may come to with wild ones, None for no bound.

    >>> [(s.chows, s.pungs, s.pairs) for s in splits((3, 1, 1, 0, 0, 0, 0, 0, 0), True)]
    [((0,), (), (0,))]
    """
    if not runs and not wilds and not _RUNLESS.issuperset(counts):
        return ()
    return tuple(Split(*found) for found in _tails(counts, 0, runs, wilds, limits))


# How many tiles of a kind are sets and pairs without chows; more than four where a stand-in is another kind.
_RUNLESS = frozenset({0, 2, 3, 5, 6, 8})


@lru_cache(maxsize=1 << 16)
def _tails(  # noqa: PLR0913, PLR0917 - the search recurs on the ranks left, with the chows still open
    counts: SuitCounts,
    rank: int,
    runs: bool,
    wilds: int,
    limits: SuitCounts | None,
    second: int = 0,
    third: int = 0,
    has_pair: bool = False,
) -> tuple[_Found, ...]:
    """What the splits have from `rank` on, whose counts are the first of `counts`.

    `second` and `third` are the open chows that need their second and third tile there.
    """
    open_chows = second + third
    if not open_chows and not wilds:
        while counts and not counts[0]:
            counts, rank, limits = counts[1:], rank + 1, limits and limits[1:]
    if not counts:
        return () if open_chows or wilds else (_NOTHING,)
    held = counts[0]
    most = held + wilds if limits is None else max(held, min(held + wilds, limits[0]))
    rest, bounds = counts[1:], limits[1:] if limits is not None else None
    found: list[_Found] = []
    for first, pungs, pair in _demands(
        held - open_chows, most - open_chows, runs and len(counts) >= _CHOW_LENGTH, has_pair
    ):
        short = open_chows + first + _PUNG_SIZE * pungs + _PAIR_SIZE * pair - held
        taken = ((rank,) * first, (rank,) * pungs, (rank,) * pair, (rank,) * short)
        tails = _tails(rest, rank + 1, runs, wilds - short, bounds, first, second, has_pair or pair > 0)
        found += [tuple(map(add, taken, tail)) for tail in tails] if any(taken) else tails
    return tuple(found)


_NOTHING: _Found = ((), (), (), ())


@cache
def _demands(least: int, most: int, has_starts: bool, has_pair: bool) -> tuple[tuple[int, int, int], ...]:
    """The numbers of chows begun, pungs and pairs at a rank that take between `least` and `most` tiles."""
    choices = product(range(most + 1 if has_starts else 1), range(most // _PUNG_SIZE + 1), range(1 if has_pair else 2))
    return tuple(
        (first, pungs, pair)
        for first, pungs, pair in choices
        if least <= first + _PUNG_SIZE * pungs + _PAIR_SIZE * pair <= most
    )


# Three equal chows are three pungs of the same tiles, so that two are enough to look at.
_MOST_EQUAL_CHOWS = 2
# Of three equal pungs one is all short: it may as well be of another rank.
_MOST_EQUAL_PUNGS = 2
# Bit `2 * sets + pair` for each number of sets, without and with the pair.
Totals = int
_ALL_TOTALS = (1 << 2 * MOST_SETS + 2) - 1
_WITHOUT_PAIR = sum(1 << 2 * sets for sets in range(MOST_SETS + 1))


@lru_cache(maxsize=1 << 17)
def totals(  # noqa: PLR0913, PLR0917 - the search recurs on the ranks left, with the chows still open
    counts: SuitCounts, runs: bool, wilds: int = 0, limits: SuitCounts | None = None, second: int = 0, third: int = 0
) -> Totals:
    """Which numbers of sets and pairs all tiles of a suit come to with at most `wilds` wild ones.

    How many wild tiles each takes follows from its size.  `second` and `third`
    are the open chows that need their second and third tile at the first rank.

    >>> [bin(totals(suit, True)) for suit in ((1, 1, 1), (3, 1, 1), (2, 1, 0))]
    ['0b100', '0b1000', '0b0']
    """
    if not counts:
        return 0 if second or third else 1
    held, rest = counts[0], counts[1:]
    most = held + wilds
    if limits is not None:
        most = max(held, min(most, limits[0]))
    found = 0
    for first in range(_MOST_EQUAL_CHOWS + 1 if runs and len(counts) >= _CHOW_LENGTH else 1):
        chows = first + second + third
        for pungs in range(_MOST_EQUAL_PUNGS + 1):
            for pair in range(2):
                demand = chows + _PUNG_SIZE * pungs + _PAIR_SIZE * pair
                if held <= demand <= most:
                    more = totals(rest, runs, wilds - demand + held, limits and limits[1:], first, second)
                    found |= _moved(more, 2 * (first + pungs) + pair)
    return found


def _moved(more: Totals, shift: int) -> Totals:
    """The totals with what one rank adds to them; there is one pair."""
    return (more & _WITHOUT_PAIR if shift % 2 else more) << shift & _ALL_TOTALS


@lru_cache(maxsize=1 << 16)
def join_totals(left: Totals, right: Totals) -> Totals:
    """The totals of two suits together."""
    found = 0
    for shift in range(2 * MOST_SETS + 2):
        if left >> shift & 1:
            found |= _moved(right, shift)
    return found


UNREACHABLE = 99
Costs = tuple[int, ...]
_NOTHING_YET: Costs = (0,) + (UNREACHABLE,) * (2 * MOST_SETS + 1)
_NO_WAY: Costs = (UNREACHABLE,) * (2 * MOST_SETS + 2)


@lru_cache(maxsize=1 << 17)
def costs(counts: SuitCounts, limits: SuitCounts, runs: bool, second: int = 0, third: int = 0) -> Costs:
    """How many tiles a suit is short of each number of sets, without and with the pair.

    Entry `2 * sets + pair`.  `limits` is the most tiles that each rank can be
    brought to; one that has more already may keep them.  `second` and `third` are
    the open chows that need their second and third tile at the first rank given:
    the search recurs on the ranks left.

    >>> costs((1, 1, 0), (4, 4, 4), True)[:4]
    (0, 1, 1, 3)
    """
    if not counts:
        return _NO_WAY if second or third else _NOTHING_YET
    best, most = list(_NO_WAY), max(limits[0], counts[0])
    for first in range(_MOST_EQUAL_CHOWS + 1 if runs and len(counts) >= _CHOW_LENGTH else 1):
        rest = costs(counts[1:], limits[1:], runs, first, second)
        for pungs in range(min(_MOST_EQUAL_PUNGS, most // _PUNG_SIZE) + 1):
            for pair in range(2):
                demand = first + second + third + _PUNG_SIZE * pungs + _PAIR_SIZE * pair
                if demand <= most:
                    _improve(best, rest, 2 * (first + pungs) + pair, max(0, demand - counts[0]))
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
