"""The readings of a complete hand, and the tiles that complete one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mjcli.decompose.reading import Group, Reading, meld_group
from mjcli.decompose.shape import Limits
from mjcli.decompose.shapes import SHAPES
from mjcli.hand import NO_WILDS, Hand, Holding, Meld, Wilds
from mjcli.tiles import COPIES, RANKS, TILES, Counts, Tile, count_tiles


def shapes_beside(melds: tuple[Meld, ...], shapes: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the shapes that a hand with such melds can have."""
    if not melds:
        return shapes
    return tuple(name for name in shapes if SHAPES[name].fits(melds))


def wild_limits(meld_counts: Counts, wilds: Wilds) -> Limits:
    """The most concealed tiles of each kind that wild ones may bring a hand to; None for no bound."""
    if wilds.fifth_copy:
        return None
    return tuple(max(0, COPIES - used) for used in meld_counts)


def readings(hand: Hand, shapes: tuple[str, ...], wilds: Wilds = NO_WILDS) -> Iterator[Reading]:
    """Every reading of a complete hand in the shapes named, none if it is not complete.

    The hand's winning tile must be marked (`Hand.marked`).  Where it fits several
    groups there is a reading for each, and one for everything that wild tiles
    and stand-ins can stand for.
    """
    if hand.added is None:
        raise ValueError("the winning tile is not marked")
    melds = tuple(meld_group(meld) for meld in hand.melds)
    limits = wild_limits(hand.meld_counts, wilds)
    able = shapes_beside(hand.melds, shapes)
    for held in wilds.holdings(hand.closed_tiles):
        stood = ((wilds.stand_in, wilds.face),) * held.stood if wilds.stand_in and wilds.face else ()
        for name in able:
            for groups, fills in SHAPES[name].arrange(held.counts, len(melds), len(held.wilds), limits):
                in_order = _beside(fills, held.wilds)
                for won, at in _wins(hand.added, groups, fills, held, wilds):
                    placed = None if at is None else len(melds) + at
                    yield Reading(
                        shape=name,
                        groups=melds + groups,
                        winning=won,
                        placed=placed,
                        fills=fills,
                        flowers=hand.flower_count,
                        shapes=shapes,
                        wilds=in_order,
                        stood=stood,
                        won_wild=hand.added in wilds.kinds,
                        deal=wilds,
                    )


def _beside(fills: tuple[Tile, ...], wilds: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The wild tiles in the order of what they stand for, each used as itself where it can be."""
    if len(wilds) < 2:  # noqa: PLR2004 - one tile has no order
        return wilds
    left = list(wilds)
    own = [left.pop(left.index(fill)) if fill in left else None for fill in fills]
    return (*(left.pop() if tile is None else tile for tile in own), *left)


def _wins(
    added: Tile, groups: tuple[Group, ...], fills: tuple[Tile, ...], held: Holding, wilds: Wilds
) -> Iterator[tuple[Tile, int | None]]:
    """What the winning tile counts as, and the group it completes: None where it is wild and stands for nothing."""
    if added not in wilds.kinds:
        for tile in _meanings(added, held, wilds):
            for at in _places(groups, tile):
                yield tile, at
    elif fills:
        for tile in dict.fromkeys(fills):
            for at in _places(groups, tile):
                yield tile, at
    else:
        yield added, None


def _meanings(added: Tile, held: Holding, wilds: Wilds) -> Iterator[Tile]:
    """A stand-in may have come as itself or as the face, where some of those held count as each."""
    if added != wilds.stand_in or wilds.face is None or held.counts[added]:
        yield added
    if added == wilds.stand_in and held.stood and wilds.face is not None:
        yield wilds.face


def _places(groups: tuple[Group, ...], tile: Tile) -> Iterator[int]:
    """The groups that the winning tile can have completed; of equal groups the first.

    Those where it closed a chow come first, 边张 then 坎张: where one of these is the
    only wait, the reading shown has the tile in the set that the wait was for.
    """
    fitting = {one: at for at, one in reversed([*enumerate(groups)]) if tile in one.tiles}
    yield from sorted(fitting.values(), key=lambda at: (_wait_order(groups[at], tile), at))


def _wait_order(one: Group, tile: Tile) -> int:
    if one.kind != "chow":
        return 2
    is_edge = (tile.rank, one.tile.rank) in ((3, 1), (RANKS - 2, RANKS - 2))
    return 0 if is_edge else 1 if tile == one.tiles[1] else 2


def is_complete(counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int = 0, limits: Limits = None) -> bool:
    """Whether concealed tiles of the right number, `wilds` wild ones beside them, are complete."""
    return any(SHAPES[shape].completes(counts, melds, wilds, limits) for shape in shapes)


@lru_cache(maxsize=1 << 12)
def completing(
    counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int = 0, limits: Limits = None
) -> tuple[Tile, ...]:
    """The kinds of which one more completes the concealed `counts`, and `wilds` wild tiles, beside `melds` melds.

    Formally: a kind that the hand holds all four of is one too.
    """
    with_one_more = ((tile, (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])) for tile in TILES)
    return tuple(tile for tile, more in with_one_more if is_complete(more, melds, shapes, wilds, limits))


def waited_for(reading: Reading) -> tuple[Tile, ...]:
    """The kinds that the hand waited for, in any shape that it could have had; the winning tile is one.

    Wild tiles count as what they stand for: the hand is one that holds those tiles.
    """
    counts = list(count_tiles(reading.concealed_tiles))
    counts[reading.winning] -= 1
    melds = tuple(one.meld for one in reading.groups if one.meld is not None)
    return completing(tuple(counts), len(melds), shapes_beside(melds, reading.shapes or (reading.shape,)))
