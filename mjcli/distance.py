"""Layer 5: how far a hand is from complete, and which tiles bring it nearer.

The distance (shanten) is the number of tiles short of the nearest complete
hand, less one: 0 waiting, -1 complete.  A complete hand that needs a fifth
copy of a kind which the player's own hand and melds hold all four of does not
exist, unless the rule set counts such formal waits (`formal`).
"""

from __future__ import annotations

from mjcli.decompose import SHAPES
from mjcli.decompose.suits import UNREACHABLE
from mjcli.hand import Hand
from mjcli.tiles import COPIES, TILES, Counts, Tile
from mjcli.value import Value

DEFAULT_SHAPES = ("standard", "thirteen-orphans")
# More than any hand can use of one kind: all fourteen tiles.
_NO_LIMIT = 14


def shanten(
    hand: Hand, shapes: tuple[str, ...] = DEFAULT_SHAPES, *, wilds: int = 0, formal: bool = False
) -> int | None:
    """The distance of the nearest shape; None where no shape can be reached at all.

    >>> from mjcli.notation import parse_hand
    >>> shanten(parse_hand("123m456m789p1357s")), shanten(parse_hand("123m456m789p123s55p"))
    (1, -1)
    """
    return distance(hand.counts, hand.meld_counts, len(hand.melds), shapes, wilds=wilds, formal=formal)


def distance(  # noqa: PLR0913 - the hand as counts, so that callers may change one tile without building a hand
    counts: Counts, meld_counts: Counts, melds: int, shapes: tuple[str, ...], *, wilds: int = 0, formal: bool = False
) -> int | None:
    """`shanten` of concealed counts beside `melds` melds whose tiles are `meld_counts`."""
    limits = tuple(_NO_LIMIT if formal else COPIES - used for used in meld_counts)
    missing = min(SHAPES[shape].missing(counts, limits, melds, wilds) for shape in shapes)
    return None if missing >= UNREACHABLE else missing - 1


class Discard(Value):
    """A tile to give away: the distance it leaves, and the tiles that then bring the hand nearer.

    `accepted` pairs each such tile with the copies of it not yet seen.
    """

    tile: Tile
    shanten: int
    accepted: tuple[tuple[Tile, int], ...]

    @property
    def copies(self) -> int:
        """How many tiles in all bring the hand nearer."""
        return sum(left for _, left in self.accepted)


def acceptance(
    counts: Counts, hand: Hand, seen: Counts, shapes: tuple[str, ...], *, formal: bool = False
) -> tuple[int | None, tuple[tuple[Tile, int], ...]]:
    """The distance of `counts` beside the melds of `hand`, and the unseen tiles that lower it.

    `seen` counts every tile that lies in the open or in the hand, by kind.
    """
    used, melds = hand.meld_counts, len(hand.melds)
    now = distance(counts, used, melds, shapes, formal=formal)
    if now is None:
        return None, ()
    found = []
    for tile in TILES:
        with_tile = (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])
        after = distance(with_tile, used, melds, shapes, formal=formal)
        if after is not None and after < now:
            found.append((tile, max(0, COPIES - seen[tile])))
    return now, tuple(found)


def discards(
    hand: Hand, shapes: tuple[str, ...] = DEFAULT_SHAPES, *, visible: tuple[Tile, ...] = (), formal: bool = False
) -> tuple[Discard, ...]:
    """Every discard of a fourteen-tile hand, the best first: nearest, then the most tiles accepted.

    `visible` are tiles lying open elsewhere.

    :raises ValueError: the hand does not have 14 tiles.

    >>> from mjcli.notation import parse_hand
    >>> [(d.tile, d.shanten, d.copies) for d in discards(parse_hand("123m456m789p1145s9p"))][:1]
    [(Tile('9p'), 0, 8)]
    """
    if hand.size != 14:  # noqa: PLR2004 - the size of a hand after its draw
        raise ValueError(f"choosing a discard takes 14 tiles, this hand has {hand.size}")
    counts, used = hand.counts, hand.meld_counts
    seen = [held + melded for held, melded in zip(counts, used, strict=True)]
    for tile in visible:
        if not tile.is_flower:
            seen[tile] += 1
    choices = []
    for tile in sorted(set(hand.closed_tiles)):
        without = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
        left, accepted = acceptance(without, hand, tuple(seen), shapes, formal=formal)
        if left is not None:
            choices.append(Discard(tile, left, accepted))
    return tuple(sorted(choices, key=lambda choice: (choice.shanten, -choice.copies, choice.tile)))
