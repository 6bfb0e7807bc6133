"""The standard shape: four sets, melds included, and a pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial, reduce
from itertools import product

from mjcli.decompose.gaps import AMONG_HONOURS, IN_SUIT, UNFINISHED
from mjcli.decompose.reading import Group, GroupKind, group
from mjcli.decompose.shape import Arrangement, Limits
from mjcli.decompose.suits import (
    CHOW,
    MOST_SETS,
    PAIR,
    PUNG,
    Block,
    SuitCounts,
    block,
    costs,
    join_costs,
    join_totals,
    kind_and_rank,
    splits,
    totals,
)
from mjcli.memo import Memo
from mjcli.tiles import KINDS, RANKS, TILES, Counts, Tile, less

SUIT_STARTS = range(0, KINDS, RANKS)
_HONOURS_START = SUIT_STARTS[-1]


# `_SET` for each set and `_PAIR` for each pair that all tiles of a suit come to: the same in all their splits.
_SET, _PAIR = 8, 1
_SET_SIZE, _PAIR_SIZE = 3, 2
# What tiles come to that cannot be split: more than is ever wanted.
_UNFIT = 1 << 8
# The groups of a suit by tile.
_Groups = tuple[Group, ...]
# What the tiles of a suit come to, and their groups in each split of them.
_Parts = tuple[int, list[_Groups]]
# The same with wild tiles, and what these stand for.
_WildParts = tuple[int, list[Arrangement]]


def _by_suit(counts: Counts) -> tuple[SuitCounts, ...]:
    return counts[0:9], counts[9:18], counts[18:27], counts[27:34]


def arrange(counts: Counts, melds: int, wilds: int, limits: Limits) -> Iterable[Arrangement]:
    """Every arrangement in four sets and a pair."""
    if wilds:
        return _with_wilds(counts, melds, wilds, limits)
    of_m, of_p, of_s, of_z = _PARTS
    (m, ms), (p, ps), (s, ss), (z, zs) = of_m[counts[0:9]], of_p[counts[9:18]], of_s[counts[18:27]], of_z[counts[27:34]]
    if m + p + s + z != _wanted(melds):
        return ()
    return [(one + two + three + four, ()) for one in ms for two in ps for three in ss for four in zs]


def _wanted(melds: int) -> int:
    """What all tiles are to come to beside melds."""
    return _SET * (MOST_SETS - melds) + _PAIR


def _with_wilds(counts: Counts, melds: int, wilds: int, limits: Limits) -> Iterator[Arrangement]:
    suits, bounds = _by_suit(counts), _by_suit(limits) if limits else _UNBOUNDED
    for shares in _shares(wilds, len(suits)):
        (m, ms), (p, ps), (s, ss), (z, zs) = map(_wild_parts, suits, SUIT_STARTS, shares, bounds)
        if m + p + s + z == _wanted(melds):
            for one, two, three, four in product(ms, ps, ss, zs):
                yield one[0] + two[0] + three[0] + four[0], one[1] + two[1] + three[1] + four[1]


_UNBOUNDED = (None, None, None, None)


@cache
def _shares(wilds: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Every way to deal out `wilds` among `parts`."""
    if parts == 1:
        return ((wilds,),)
    return tuple((share, *rest) for share in range(wilds + 1) for rest in _shares(wilds - share, parts - 1))


@lru_cache(maxsize=1 << 15)
def _wild_parts(suit: SuitCounts, start: int, wilds: int, bounds: SuitCounts | None) -> _WildParts:
    """Every way to use all tiles of the suit whose first kind is `start`, and exactly `wilds` wild ones."""
    sets, rest = divmod(sum(suit) + wilds, _SET_SIZE)
    if rest == 1:
        return _UNFIT, []  # one tile too many for sets, and too few for a pair
    groups_of = _GROUPS[start].__getitem__
    return _SET * sets + _PAIR * (rest > 0), [
        (tuple(map(groups_of, one.blocks)), tuple([TILES[start + rank] for rank in one.fills]))
        for one in splits(suit, start != _HONOURS_START, wilds, bounds)
    ]


def _group_of(start: int, one: Block) -> Group:
    kind, rank = kind_and_rank(one)
    return group(_KINDS[kind], TILES[start + rank])


_KINDS: dict[int, GroupKind] = {CHOW: "chow", PUNG: "pung", PAIR: "pair"}
# The groups of each suit by their numbers as blocks.
_GROUPS = {start: Memo(partial(_group_of, start), 1 << 8) for start in SUIT_STARTS}


def _parts(start: int, suit: SuitCounts) -> _Parts:
    """Every way to use all tiles of the suit whose first kind is `start`, without wild ones.

    No set goes over a rank that is not held: the ranks between two such are split by
    themselves, and alike wherever they are.
    """
    pieces = bytes(suit).split(b"\0")
    over = [sum(piece) % _SET_SIZE for piece in pieces]
    if 1 in over or over.count(_PAIR_SIZE) > 1:
        return _UNFIT, []  # one tile too many for sets, and too few for a pair; or more pairs than one
    groups, splits_of = _GROUPS[start], _PIECES[start != _HONOURS_START]
    found: list[_Groups] = [()]
    rank = 0
    for piece in pieces:
        if piece:
            first = block(0, rank)
            found = [
                before + tuple([groups[first + at] for at in blocks]) for before in found for blocks in splits_of[piece]
            ]
        rank += len(piece) + 1
    return _SET * (sum(suit) // _SET_SIZE) + _PAIR * (_PAIR_SIZE in over), found


def _blocks(piece: bytes, has_runs: bool) -> list[tuple[Block, ...]]:
    return [one.blocks for one in splits(tuple(piece), has_runs)]


# The blocks of neighbouring ranks in each split of their tiles, of honours and of suits.
_PIECES = tuple(Memo(partial(_blocks, has_runs=has_runs), 1 << 15) for has_runs in (False, True))
_PARTS = tuple(Memo(partial(_parts, start), 1 << 13) for start in SUIT_STARTS)


def completes(counts: Counts, melds: int, wilds: int, limits: Limits) -> bool:
    """Whether all tiles make the sets still needed, and a pair."""
    joined = 1
    for start in SUIT_STARTS:
        suit = slice(start, start + RANKS)
        joined = join_totals(
            joined, totals(counts[suit], start != _HONOURS_START, wilds, limits[suit] if limits else None)
        )
    return bool(joined >> _total(melds) & 1)


def waits(counts: Counts, melds: int, wilds: int, limits: Limits) -> list[Tile]:
    """The kinds of which one more tile makes the sets still needed, and a pair."""
    if wilds:
        return _waits_with_wilds(counts, melds, wilds, limits)
    if sum(counts) != _SET_SIZE * (MOST_SETS - melds) + 1:
        return []
    suits = IN_SUIT[counts[0:9]], IN_SUIT[counts[9:18]], IN_SUIT[counts[18:27]], AMONG_HONOURS[counts[27:34]]
    pairs = suits[0][0] + suits[1][0] + suits[2][0] + suits[3][0]
    if pairs >= 2 * UNFINISHED:
        return []
    found, start = [], 0
    for own, ranks in suits:
        # The others are finished, and have the pair or leave it to this suit.
        if ranks and pairs - own <= 1:
            for rank in ranks:
                found.append(TILES[start + rank])  # noqa: PERF401 - one or two, mostly: a list takes longer
        start += RANKS
    return found


def is_alone(tile: Tile, suit: SuitCounts) -> bool:
    """Whether a complete hand waited for one kind before it had `tile`, which is in `suit`.

    The other suits are finished.  They are so with one more tile too where one
    has the pair and this suit has another; else it is this one that waits.
    """
    pairs, ranks = (AMONG_HONOURS if tile.is_honour else IN_SUIT)[less(suit, tile % RANKS)]
    return pairs == UNFINISHED and len(ranks) == 1


def _waits_with_wilds(counts: Counts, melds: int, wilds: int, limits: Limits) -> list[Tile]:
    found = []
    bounds = _by_suit(limits) if limits else _UNBOUNDED
    suits = [*zip(_by_suit(counts), (True, True, True, False), bounds, strict=True)]
    reached = [totals(suit, runs, wilds, bound) for suit, runs, bound in suits]
    for at, (suit, runs, bound) in enumerate(suits):
        others = reduce(join_totals, (one for other, one in enumerate(reached) if other != at))
        for rank, held in enumerate(suit):
            more = totals((*suit[:rank], held + 1, *suit[rank + 1 :]), runs, wilds, bound)
            if join_totals(others, more) >> _total(melds) & 1:
                found.append(TILES[RANKS * at + rank])
    return found


def _total(melds: int) -> int:
    """The place of the sets still needed and a pair among the totals."""
    return 2 * (MOST_SETS - melds) + 1


def missing(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    """How many tiles are short of four sets and a pair."""
    suits = zip(SUIT_STARTS, _by_suit(counts), _by_suit(limits), strict=True)
    manzu, *others = [costs(suit, limit, start != _HONOURS_START) for start, suit, limit in suits]
    total = manzu
    for suit in others:
        total = join_costs(total, suit)
    return max(0, total[_total(melds)] - wilds)
