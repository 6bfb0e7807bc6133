"""Chows, pungs and pairs within one suit: every split of its tiles, whether there is one, and the distance to one.

All searches walk the ranks from the lowest and decide at each how many chows
start there, how many pungs there are and whether the pair.  With the chows still
open from the two ranks before, that fixes how many tiles the rank must have,
its *demand*.  In a split the demand is met exactly, wild tiles filling what is
short; the distance adds up what is short.  Decisions at a rank are numbers, not
an order, so that no split is found twice.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from mjcli.tiles import Counts
from mjcli.value import Value

MOST_SETS = 4
_CHOW_LENGTH = 3
_PUNG_SIZE, _PAIR_SIZE = 3, 2

SuitCounts = Counts
Ranks = tuple[int, ...]
# A chow, a pung or the pair by its kind and its lowest rank, as one number: in their order by rank.
Block = int
CHOW, PUNG, PAIR = range(3)
_KINDS = 3
_Found = tuple[tuple[Block, ...], Ranks]


def block(kind: int, rank: int) -> Block:
    """The number of a chow, pung or pair."""
    return _KINDS * rank + kind


def kind_and_rank(one: Block) -> tuple[int, int]:
    """What a number stands for."""
    return one % _KINDS, one // _KINDS


class Split(Value):
    """Sets and at most one pair that use up the tiles of a suit; ranks count from 0.

    `blocks` are the sets and the pair, `fills` the ranks that wild tiles stand for,
    both ascending.
    """

    blocks: tuple[Block, ...] = ()
    fills: Ranks = ()

    @property
    def chows(self) -> Ranks:
        return self._of(CHOW)

    @property
    def pungs(self) -> Ranks:
        return self._of(PUNG)

    @property
    def pairs(self) -> Ranks:
        return self._of(PAIR)

    def _of(self, kind: int) -> Ranks:
        return tuple(rank for found, rank in map(kind_and_rank, self.blocks) if found == kind)


def splits(counts: SuitCounts, runs: bool, wilds: int = 0, limits: SuitCounts | None = None) -> tuple[Split, ...]:
    """Every way to use all tiles of a suit and exactly `wilds` wild tiles.

    `runs` is whether the suit has chows (honours have none); `limits` are the
    most tiles that each rank may come to with wild ones, None for no bound.

    >>> [(s.chows, s.pungs, s.pairs) for s in splits((3, 1, 1, 0, 0, 0, 0, 0, 0), True)]
    [((0,), (), (0,))]
    """
    return tuple([Split(*found) for found in _tails(counts, 0, runs, wilds, limits)])


# All memos here are bounded, since a stream of millions of hands would fill them: there are 405,350 suits.
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
        return () if open_chows or wilds else (((), ()),)
    held = counts[0]
    most = held + wilds if limits is None else max(held, min(held + wilds, limits[0]))
    rest, bounds = counts[1:], limits and limits[1:]
    has_starts = runs and len(counts) >= _CHOW_LENGTH
    found: list[_Found] = []
    for first, size, pair, blocks in _decisions(held - open_chows, most - open_chows, rank, has_starts, has_pair):
        short = open_chows + size - held
        tails = _tails(rest, rank + 1, runs, wilds - short, bounds, first, second, has_pair or pair)
        fills = (rank,) * short
        found += [(blocks + others, fills + more) for others, more in tails] if size or short else tails
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def _decisions(
    least: int, most: int, rank: int, has_starts: bool, has_pair: bool
) -> tuple[tuple[int, int, bool, tuple[Block, ...]], ...]:
    """The chows begun, pungs and pair at a rank that take between `least` and `most` tiles.

    Of each choice the chows, the number of tiles, whether it has the pair, and the blocks.
    """
    choices = product(range(most + 1 if has_starts else 1), range(most // _PUNG_SIZE + 1), range(1 if has_pair else 2))
    return tuple(
        (
            first,
            size,
            pair > 0,
            (block(CHOW, rank),) * first + (block(PUNG, rank),) * pungs + (block(PAIR, rank),) * pair,
        )
        for first, pungs, pair in choices
        if least <= (size := first + _PUNG_SIZE * pungs + _PAIR_SIZE * pair) <= most
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
        chows = first + second + third
        if chows > most:
            break
        rest = costs(counts[1:], limits[1:], runs, first, second)
        for pungs in range(min(_MOST_EQUAL_PUNGS, (most - chows) // _PUNG_SIZE) + 1):
            for pair in range(2):
                demand = chows + _PUNG_SIZE * pungs + _PAIR_SIZE * pair
                if demand <= most:
                    _improve(best, rest, 2 * (first + pungs) + pair, max(0, demand - counts[0]))
    return tuple(best)


def _improve(best: list[int], rest: Costs, shift: int, short: int) -> None:
    """Lowers `best` where `rest` moved on by `shift` and made dearer by `short` is cheaper."""
    step = 1 + shift % 2  # there is one pair: if this rank took it, the rest is without
    best[shift::step] = map(min, best[shift::step], map(short.__add__, rest[::step]))


@lru_cache(maxsize=1 << 14)
def join_costs(left: Costs, right: Costs) -> Costs:
    """The costs of two suits together."""
    best = list(_NO_WAY)
    for index, cost in enumerate(left):
        _improve(best, right, index, cost)
    return tuple(best)
