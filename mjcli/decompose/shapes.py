"""The shapes a complete hand can have: a registry that rule sets choose from by id.

A shape finds its arrangements of the concealed tiles, and says how many tiles
a hand is short of it.  `wilds` wild tiles, apart from `counts`, may be any tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from mjcli.decompose.reading import Group, Reading, group, meld_group
from mjcli.decompose.suits import MOST_SETS, UNREACHABLE, Split, SuitCounts, costs, join_costs, splits
from mjcli.hand import Hand
from mjcli.tiles import KINDS, ORPHANS, RANKS, TILES, Counts, Tile
from mjcli.value import Value

# The concealed groups of a complete hand by tile, and what wild tiles stand for in them.
Arrangement = tuple[tuple[Group, ...], tuple[Tile, ...]]
_SUIT_STARTS = range(0, KINDS, RANKS)
_HONOURS_START = _SUIT_STARTS[-1]


class Shape(Value):
    """A form of complete hands.

    `arrange(counts, melds, wilds)` yields the arrangements of complete concealed
    tiles beside `melds` melds.  `missing(counts, limits, melds, wilds)` is how
    many tiles are short of the nearest hand of the shape which holds no more of
    a kind than `limits` allows; `UNREACHABLE` or more if there is none.
    """

    id: str
    arrange: Callable[[Counts, int, int], Iterator[Arrangement]]
    missing: Callable[[Counts, Counts, int, int], int]


def _by_suit(counts: Counts) -> list[SuitCounts]:
    return [counts[start : start + RANKS] for start in _SUIT_STARTS]


def _arrange_standard(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """Four sets, melds included, and a pair."""
    suits = _by_suit(counts)
    for shares in _shares(wilds, len(suits)):
        choices = []
        for start, suit, share in zip(_SUIT_STARTS, suits, shares, strict=True):
            found = splits(suit, start != _HONOURS_START, share)
            if not found:
                break
            choices.append(found)
        else:
            for parts in product(*choices):
                yield from _one_hand(parts, melds)


def _shares(wilds: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal out `wilds` among `parts`."""
    if parts == 1:
        yield (wilds,)
        return
    for share in range(wilds + 1):
        for rest in _shares(wilds - share, parts - 1):
            yield (share, *rest)


def _one_hand(parts: tuple[Split, ...], melds: int) -> Iterator[Arrangement]:
    """The splits of the four suits as one arrangement, if they have the sets and the one pair."""
    sets = sum(len(part.chows) + len(part.pungs) for part in parts)
    if sets + melds != MOST_SETS or sum(len(part.pairs) for part in parts) != 1:
        return
    groups: list[Group] = []
    fills: list[Tile] = []
    for start, part in zip(_SUIT_STARTS, parts, strict=True):
        groups += (group("chow", TILES[start + rank]) for rank in part.chows)
        groups += (group("pung", TILES[start + rank]) for rank in part.pungs)
        groups += (group("pair", TILES[start + rank]) for rank in part.pairs)
        fills += (TILES[start + rank] for rank in part.fills)
    groups.sort(key=lambda g: g.tile)
    yield tuple(groups), tuple(fills)


def _missing_standard(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    suits = zip(_SUIT_STARTS, _by_suit(counts), _by_suit(limits), strict=True)
    manzu, *others = [costs(suit, limit, start != _HONOURS_START) for start, suit, limit in suits]
    total = manzu
    for suit in others:
        total = join_costs(total, suit)
    return max(0, total[2 * (MOST_SETS - melds) + 1] - wilds)


def _arrange_orphans(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """十三幺: one of each terminal and honour, and one of them twice."""
    if melds or sum(counts) + wilds != len(ORPHANS) + 1 or any(counts[t] for t in TILES if t not in ORPHANS):
        return
    absent = tuple(tile for tile in ORPHANS if not counts[tile])
    for pair in ORPHANS:
        extra = (pair,) * (max(0, 2 - counts[pair]) - (pair in absent))
        fits = all(counts[tile] <= (2 if tile == pair else 1) for tile in ORPHANS)
        if fits and len(absent) + len(extra) == wilds:
            groups = tuple(group("pair" if tile == pair else "single", tile) for tile in ORPHANS)
            yield groups, tuple(sorted(absent + extra))


def _missing_orphans(counts: Counts, _limits: Counts, melds: int, wilds: int) -> int:
    if melds:
        return UNREACHABLE
    kinds = sum(counts[tile] > 0 for tile in ORPHANS)
    paired = any(counts[tile] > 1 for tile in ORPHANS)
    return max(0, len(ORPHANS) + 1 - kinds - paired - wilds)


_ALL = (
    Shape("standard", _arrange_standard, _missing_standard),
    Shape("thirteen-orphans", _arrange_orphans, _missing_orphans),
)
SHAPES: dict[str, Shape] = {shape.id: shape for shape in _ALL}


def readings(hand: Hand, shapes: tuple[str, ...], wilds: int = 0) -> Iterator[Reading]:
    """Every reading of a complete hand in the shapes named, none if it is not complete.

    The hand's winning tile must be marked (`Hand.marked`).  Where it fits several
    groups there is a reading for each.  `wilds` counts the wild tiles held beside
    the tiles of the hand.
    """
    if hand.added is None:
        raise ValueError("the winning tile is not marked")
    melds = tuple(meld_group(meld) for meld in hand.melds)
    for name in shapes:
        for groups, fills in SHAPES[name].arrange(hand.counts, len(melds), wilds):
            for at in _places(groups, hand.added):
                yield Reading(name, melds + groups, hand.added, len(melds) + at, fills)


def _places(groups: tuple[Group, ...], tile: Tile) -> Iterator[int]:
    """The groups that the winning tile can have completed; of equal groups the first."""
    tried = set()
    for at, one in enumerate(groups):
        if one not in tried and tile in one.tiles:
            tried.add(one)
            yield at
