"""Layer 5: the tiles that complete a hand.

A tile is a wait if adding it completes a reading.  One that the player's own
hand and melds hold all four of is *held*: no wait, unless the rule set counts
formal waits.
"""

from __future__ import annotations

from mjcli.decompose import completing
from mjcli.distance import DEFAULT_SHAPES
from mjcli.hand import Hand
from mjcli.tiles import COPIES, Tile
from mjcli.value import Value


class Wait(Value):
    """A tile that completes the hand, and how many copies of it have not been seen."""

    tile: Tile
    left: int


class Waits(Value):
    """The waits of a hand, by tile; `held` are the kinds that would complete it and are all in its own hand."""

    waits: tuple[Wait, ...]
    held: tuple[Tile, ...]

    @property
    def is_tenpai(self) -> bool:
        return bool(self.waits)


def waits(
    hand: Hand,
    shapes: tuple[str, ...] = DEFAULT_SHAPES,
    *,
    visible: tuple[Tile, ...] = (),
    wilds: int = 0,
    formal: bool = False,
) -> Waits:
    """The tiles that complete a hand of 13 tiles, each with its copies left.

    `visible` are tiles lying open elsewhere; `formal` counts kinds held four
    times as waits.

    >>> from mjcli.notation import parse_hand
    >>> waits(parse_hand("123m456m789p2345s"), visible=(Tile.of("5s"),)).waits
    (Wait(tile=Tile('2s'), left=3), Wait(tile=Tile('5s'), left=2))
    """
    counts, used, melds = hand.counts, hand.meld_counts, len(hand.melds)
    found, held = [], []
    for tile in completing(counts, melds, shapes, wilds):
        own = counts[tile] + used[tile]
        if own >= COPIES and not formal:
            held.append(tile)
        else:
            found.append(Wait(tile, max(0, COPIES - own - visible.count(tile))))
    return Waits(tuple(found), tuple(held))
