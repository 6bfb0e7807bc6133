"""The readings of a complete hand, and the tiles that complete one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from mjcli.decompose import standard
from mjcli.decompose.reading import Group, GroupKind, Reading, group, meld_group
from mjcli.decompose.shape import Limits, Shape
from mjcli.decompose.shapes import SHAPES
from mjcli.hand import NO_WILDS, Hand, Holding, Meld, Wilds
from mjcli.memo import Memo
from mjcli.tiles import COPIES, KINDS, RANKS, TILES, Counts, Tile, less
from mjcli.value import keeper


def shapes_beside(melds: tuple[Meld, ...], shapes: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the shapes that a hand with such melds can have."""
    if not melds:
        return shapes
    return tuple(name for name in shapes if SHAPES[name].fits(melds))


def wild_limits(hand: Hand, wilds: Wilds) -> Limits:
    """The most concealed tiles of each kind that wild ones may bring a hand to; None for no bound."""
    if wilds.fifth_copy:
        return None
    return tuple(max(0, COPIES - used) for used in hand.meld_counts)


def readings(hand: Hand, shapes: tuple[str, ...], wilds: Wilds = NO_WILDS) -> Iterator[Reading]:
    """Every reading of a complete hand in the shapes named, none if it is not complete.

    The hand's winning tile must be marked (`Hand.marked`).  Where it fits several
    groups there is a reading for each, and one for everything that wild tiles
    and stand-ins can stand for.

    With four wild tiles there are at most 3,555 of four sets and a pair and 1,156
    of seven pairs; the other shapes have some hundreds.  The hand with the most
    that is known, 3344556677m, has 3,477.  Stand-ins are taken in every number
    that can turn: four of them beside 556677m, with 4m wild, have 9,342.
    """
    if hand.added is None:
        raise ValueError("the winning tile is not marked")
    if wilds.kinds or wilds.stand_in is not None:
        return _wild_readings(hand, hand.added, shapes, wilds)
    return iter(_plain_readings(hand, hand.added, shapes, wilds))


def _plain_readings(hand: Hand, added: Tile, shapes: tuple[str, ...], wilds: Wilds) -> list[Reading]:
    """The readings of a hand in a deal without wild tiles."""
    melds = tuple(map(meld_group, hand.melds)) if hand.melds else ()
    counts, flowers, before = hand.counts, hand.flower_count, len(melds)
    found: list[Reading] = []
    for shape in _OF_KINDS[shapes_beside(hand.melds, shapes), KINDS - counts.count(0)]:
        for groups, _ in shape.arrange(counts, before, 0, None):
            whole = melds + groups
            for at in places(groups, added):
                one = Reading(shape.id, whole, added, before + at, (), flowers, shapes, (), (), False, wilds)
                _keep_counts(one, counts)
                found.append(one)
    return found


_keep_counts = keeper(Reading, "counts")
# Those of some shapes that hands of so many kinds of concealed tiles can have.
_OF_KINDS: Memo[tuple[tuple[str, ...], int], tuple[Shape, ...]] = Memo(
    lambda key: tuple([SHAPES[name] for name in key[0] if key[1] in SHAPES[name].kinds]), 1 << 10
)


def _wild_readings(hand: Hand, added: Tile, shapes: tuple[str, ...], wilds: Wilds) -> Iterator[Reading]:
    """The readings of a hand in a deal with wild tiles."""
    melds = tuple(map(meld_group, hand.melds))
    flowers, won_wild, limits = hand.flower_count, added in wilds.kinds, wild_limits(hand, wilds)
    turned = () if wilds.stand_in is None or wilds.face is None else ((wilds.stand_in, wilds.face),)
    for held in wilds.holdings(hand.closed_tiles):
        stood = turned * held.stood
        for name in shapes_beside(hand.melds, shapes):
            for groups, fills in SHAPES[name].arrange(held.counts, len(melds), len(held.wilds), limits):
                in_order = _in_order(fills, held.wilds)
                whole = melds + groups if melds else groups
                for won, at in _wins(added, groups, fills, held, wilds):
                    placed = None if at is None else len(melds) + at
                    yield Reading(name, whole, won, placed, fills, flowers, shapes, in_order, stood, won_wild, wilds)


def _in_order(fills: tuple[Tile, ...], wilds: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The wild tiles in the order of what they stand for, each used as itself where it can be."""
    if len(wilds) < 2:  # noqa: PLR2004 - one tile has no order
        return wilds
    left = list(wilds)
    own = [left.pop(left.index(fill)) if fill in left else None for fill in fills]
    return (*(left.pop() if tile is None else tile for tile in own), *left)


def _wins(
    added: Tile, groups: tuple[Group, ...], fills: tuple[Tile, ...], held: Holding, wilds: Wilds
) -> Iterable[tuple[Tile, int | None]]:
    """What the winning tile counts as, and the group it completes: None where it is wild and stands for nothing."""
    if added not in wilds.kinds:
        return [(tile, at) for tile in _meanings(added, held, wilds) for at in places(groups, tile)]
    if fills:
        return [(tile, at) for tile in dict.fromkeys(fills) for at in places(groups, tile)]
    return [(added, None)]


def _meanings(added: Tile, held: Holding, wilds: Wilds) -> Iterator[Tile]:
    """A stand-in may have come as itself or as the face, where some of those held count as each."""
    if added != wilds.stand_in or wilds.face is None or held.counts[added]:
        yield added
    if added == wilds.stand_in and held.stood and wilds.face is not None:
        yield wilds.face


def places(groups: tuple[Group, ...], tile: Tile) -> list[int]:
    """The groups that the winning tile can have completed; of equal groups the first.

    Those where it closed a chow come first, 边张 then 坎张: where one of these is the
    only wait, the reading shown has the tile in the set that the wait was for.
    """
    orders = _WAIT_ORDERS[tile]
    fitting = [*filter(orders.__contains__, groups)]
    if len(fitting) > 1:
        fitting = sorted(dict.fromkeys(fitting), key=orders.__getitem__)
    return [*map(groups.index, fitting)]


_LAST_CHOW, _STEP = RANKS - 2, 3


def _wait_orders(tile: Tile) -> dict[Group, int]:
    """The concealed groups that have a tile, each with its place among several that it can have completed."""
    kinds: tuple[GroupKind, ...] = ("pung", "pair", "single")
    near = [group(kind, tile) for kind in kinds]
    if tile.is_suited:
        near += [group("chow", first) for first in TILES[max(0, tile - 2) : tile + 1] if first.rank <= _LAST_CHOW]
        near.append(group("knitted", TILES[tile - (tile.rank - 1) // _STEP * _STEP]))
    return {one: _wait_order(one, tile) for one in near if tile in one.tiles}


_WAIT_ORDERS = Memo(_wait_orders, KINDS)


def _wait_order(one: Group, tile: Tile) -> int:
    if one.kind != "chow":
        return 2
    is_edge = (tile.rank, one.tile.rank) in ((3, 1), (RANKS - 2, RANKS - 2))
    return 0 if is_edge else 1 if tile == one.tiles[1] else 2


def is_complete(counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int = 0, limits: Limits = None) -> bool:
    """Whether concealed tiles of the right number, `wilds` wild ones beside them, are complete."""
    return any(SHAPES[shape].completes(counts, melds, wilds, limits) for shape in shapes)


def completing(
    counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int = 0, limits: Limits = None
) -> tuple[Tile, ...]:
    """The kinds of which one more completes the concealed `counts`, and `wilds` wild tiles, beside `melds` melds.

    Formally: a kind that the hand holds all four of is one too.
    """
    found: tuple[Tile, ...] = ()
    for shape in shapes:
        more = SHAPES[shape].waits(counts, melds, wilds, limits)
        if more:
            found = tuple(sorted({*found, *more})) if found else tuple(more)
    return found


def waited_for_one(reading: Reading) -> bool:
    """Whether the winning tile was of the only kind that the hand waited for, in any shape it could have had.

    Wild tiles count as what they stand for: the hand is one that holds those
    tiles.  Those that stand for nothing stay wild.
    """
    counts, winning = reading.counts, reading.winning
    idle = len(reading.wilds) - len(reading.fills)
    if reading.placed is None:
        return _waits_for_one(counts, *_beside(reading), idle - 1)
    if idle or reading.shape != "standard":
        return _waits_for_one(less(counts, winning), *_beside(reading), idle)
    start = winning - winning % RANKS
    return _ALONE[winning][counts[start : start + RANKS]] and not _waits_besides(reading)


def _beside(reading: Reading) -> tuple[int, tuple[str, ...]]:
    """How many melds there are, and the shapes that the hand could have had beside them."""
    able = reading.shapes or (reading.shape,)
    if reading.groups[0].meld is None:
        return 0, able
    melds = tuple([one.meld for one in reading.groups if one.meld is not None])
    return len(melds), shapes_beside(melds, able)


# By the winning tile and the tiles of its suit, or the honours, with it: whether a hand that is complete in the
# standard shape had no other kind to wait for in it.
_ALONE = tuple(Memo(partial(standard.is_alone, tile), 1 << 13) for tile in TILES)


def _waits_besides(reading: Reading) -> bool:
    """Whether a hand that waited for one kind in the standard shape waited for another in another shape."""
    counts, winning = reading.counts, reading.winning
    melds, able = _beside(reading)
    kinds = KINDS - counts.count(0)
    for shape in _WAITING[able, kinds - 1 if counts[winning] == 1 else kinds]:
        more = shape.waits(less(counts, winning), melds, 0, None)
        if more and (len(more) > 1 or more[0] != winning):
            return True
    return False


def _waiting(key: tuple[tuple[str, ...], int]) -> tuple[Shape, ...]:
    """Those of some shapes in which hands of so many kinds can wait, the standard one left out."""
    shapes, kinds = key
    others = (SHAPES[name] for name in shapes if name != "standard")
    return tuple([shape for shape in others if kinds in shape.kinds or kinds + 1 in shape.kinds])


_WAITING = Memo(_waiting, 1 << 10)


# The readings of a hand ask for the same.
@lru_cache(maxsize=1 << 10)
def _waits_for_one(counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int) -> bool:
    found: set[Tile] = set()
    for shape in shapes:
        found.update(SHAPES[shape].waits(counts, melds, wilds, None))
        if len(found) > 1:
            return False
    return True
