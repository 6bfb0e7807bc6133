"""Layer 5: the tiles that complete a hand.

A tile is a wait if adding it completes a reading.  One that the player's own
hand and melds hold all four of is *held*: no wait, unless the rule set counts
formal waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mjcli.decompose import completing, is_complete, shapes_beside, wild_limits
from mjcli.distance import DEFAULT_SHAPES
from mjcli.hand import NO_WILDS, Hand, Wilds
from mjcli.tiles import COPIES, JOKER, TILES, Tile, count_every
from mjcli.value import Value


class Wait(Value):
    """A tile that completes the hand, and how many copies of it have not been seen."""

    tile: Tile
    left: int


class Waits(Value):
    """The waits of a hand, by tile.

    `held` are the kinds that would complete it and are all in its own hand.
    `wild` are the wild tiles that complete it, apart from `waits`, those that
    are all in its own hand left out.  `any_tile` says that every tile which can
    still be drawn completes it.
    """

    waits: tuple[Wait, ...]
    held: tuple[Tile, ...]
    wild: tuple[Wait, ...] = ()
    any_tile: bool = False

    @property
    def is_tenpai(self) -> bool:
        return bool(self.waits or self.wild)


def waits(
    hand: Hand,
    shapes: tuple[str, ...] = DEFAULT_SHAPES,
    *,
    visible: tuple[Tile, ...] = (),
    wilds: Wilds = NO_WILDS,
    formal: bool = False,
) -> Waits:
    """The tiles that complete a hand of 13 tiles, each with its copies left.

    `visible` are tiles lying open elsewhere; `formal` counts kinds held four
    times as waits.

    >>> from mjcli.notation import parse_hand
    >>> waits(parse_hand("123m456m789p2345s"), visible=(Tile.of("5s"),)).waits
    (Wait(tile=Tile('2s'), left=3), Wait(tile=Tile('5s'), left=2))
    """
    counts = hand.counts
    own = count_every(_tiles_of(hand)) if hand.melds or wilds.kinds else counts
    seen = count_every(visible) if visible else _NONE
    wild_kinds: tuple[Tile, ...] = ()
    if wilds.kinds or wilds.stand_in is not None:
        kinds, wild_kinds = _completing(hand, shapes, wilds), _wild_waits(hand, shapes, wilds)
    else:
        kinds = completing(counts, len(hand.melds), shapes_beside(hand.melds, shapes))
    found, held = [], []
    for tile in kinds:
        if own[tile] < COPIES or formal:
            found.append(_wait(tile, COPIES - own[tile] - seen[tile]))
        else:
            held.append(tile)
    wild = [
        _wait(tile, tile.copies - own[tile] - seen[tile]) for tile in wild_kinds if own[tile] < tile.copies or formal
    ]
    is_any = len(kinds) > _FEW and _is_any({*kinds, *wild_kinds}, own, wilds)
    return Waits(tuple(found), tuple(held), tuple(wild), is_any)


# Many hands wait for the same: each such wait is one object.
@cache
def _wait(tile: Tile, left: int) -> Wait:
    """The wait for a tile; more of it may have been seen than there are."""
    return Wait(tile, max(0, left))


def _is_any(able: set[Tile], own: Sequence[int], wilds: Wilds) -> bool:
    """Whether every tile that can still be drawn is among those that complete the hand."""
    return all(tile in able or own[tile] >= tile.copies for tile in (*TILES, *wilds.kinds))


_NONE = (0,) * (JOKER + 1)
# More kinds than a hand can hold all copies of.
_FEW = 7


def _tiles_of(hand: Hand) -> tuple[Tile, ...]:
    """The tiles of a hand and its melds."""
    return (*hand.closed_tiles, *(tile for meld in hand.melds for tile in meld.tiles))


def _completing(hand: Hand, shapes: tuple[str, ...], wilds: Wilds) -> tuple[Tile, ...]:
    """The kinds that complete the hand and are not wild; a stand-in does where the face would."""
    able, limits = shapes_beside(hand.melds, shapes), wild_limits(hand, wilds)
    melds = len(hand.melds)
    found = {
        tile
        for held in wilds.holdings(hand.closed_tiles)
        for tile in completing(held.counts, melds, able, len(held.wilds), limits)
    }
    if wilds.face in found and wilds.stand_in is not None:
        found.add(wilds.stand_in)
    return tuple(sorted(found.difference(wilds.kinds)))


def _wild_waits(hand: Hand, shapes: tuple[str, ...], wilds: Wilds) -> tuple[Tile, ...]:
    """The wild tiles, if one more of them completes the hand."""
    able, limits = shapes_beside(hand.melds, shapes), wild_limits(hand, wilds)
    is_waiting = any(
        is_complete(held.counts, len(hand.melds), able, len(held.wilds) + 1, limits)
        for held in wilds.holdings(hand.closed_tiles)
    )
    return wilds.kinds if is_waiting and wilds.kinds else ()
