"""Layer 5: how far a hand is from complete, and which tiles bring it nearer.

The distance (shanten) is the number of tiles short of the nearest complete
hand, less one: 0 waiting, -1 complete.  A complete hand that needs a fifth
copy of a kind which the player's own hand and melds hold all four of does not
exist, unless the rule set counts such formal waits (`formal`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mjcli.decompose import NO_LIMIT, SHAPES, shapes_beside
from mjcli.decompose.suits import UNREACHABLE
from mjcli.hand import NO_WILDS, Hand, Holding, Wilds
from mjcli.tiles import COPIES, KINDS, TILES, Counts, Tile
from mjcli.value import Value

DEFAULT_SHAPES = ("standard", "thirteen-orphans")


def shanten(
    hand: Hand, shapes: tuple[str, ...] = DEFAULT_SHAPES, *, wilds: Wilds = NO_WILDS, formal: bool = False
) -> int | None:
    """The distance of the nearest shape; None where no shape can be reached at all.

    >>> from mjcli.notation import parse_hand
    >>> shanten(parse_hand("123m456m789p1357s")), shanten(parse_hand("123m456m789p123s55p"))
    (1, -1)
    >>> shanten(parse_hand("123m456m789p1357s"), wilds=Wilds((Tile.of("7s"),)))
    0
    """
    return _Distances(hand, shapes, wilds, formal).of(hand.closed_tiles)


class _Distances:
    """The distances of concealed tiles beside the melds of a hand."""

    def __init__(self, hand: Hand, shapes: tuple[str, ...], wilds: Wilds, formal: bool) -> None:
        self._melds, self._wilds, self._formal = len(hand.melds), wilds, formal
        self._melded = hand.meld_counts
        self._shapes = [SHAPES[name] for name in shapes_beside(hand.melds, shapes)]
        # The wild tiles that are held or still to be drawn; with two of them no kind is short of fifth copies.
        self._wild_tiles = sum(tile.copies - (self._melded[tile] if tile < KINDS else 0) for tile in wilds.kinds)
        is_free = formal or self._wild_tiles > 1 if wilds.fifth_copy else formal and not wilds.kinds
        self._limits: Counts = NO_LIMIT if is_free else tuple([COPIES - used for used in self._melded])

    def of(self, tiles: tuple[Tile, ...]) -> int | None:
        """The distance of the tiles, None where no shape can be reached."""
        missing = self._missing(tiles)
        if self._limits is not NO_LIMIT and self._wilds.kinds:
            beyond = (len(drawn) - len(tiles) + self._missing(drawn) for drawn in self._beyond_limits(tiles))
            missing = min((missing, *beyond))
        return None if missing >= UNREACHABLE else missing - 1

    def _missing(self, tiles: tuple[Tile, ...]) -> int:
        best = UNREACHABLE
        for held in self._wilds.holdings(tiles):
            limits = self._limits_of(held)
            for shape in self._shapes:
                best = min(best, shape.missing(held.counts, limits, self._melds, len(held.wilds)))
        return best

    def _limits_of(self, held: Holding) -> Counts:
        """The limits where stand-ins turned: as many fewer there are to be themselves, but for wild tiles."""
        stand_in = self._wilds.stand_in
        if self._limits is NO_LIMIT or self._wild_tiles or not held.stood or stand_in is None:
            return self._limits
        return (*self._limits[:stand_in], self._limits[stand_in] - held.stood, *self._limits[stand_in + 1 :])

    def _beyond_limits(self, tiles: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
        """The tiles with what may come beyond the limits.

        That is stand-ins, for a face that is laid down; the only wild tile, as a
        fifth copy; a kind held four times, where such waits count.
        """
        stand_in, face = self._wilds.stand_in, self._wilds.face
        if stand_in is not None and face is not None and self._melded[face]:
            left = COPIES - self._melded[stand_in] - tiles.count(stand_in)
            yield from ((*tiles, *(stand_in,) * more) for more in range(1, left + 1))
        if self._formal:
            others = tiles
        elif self._wild_tiles and self._wilds.fifth_copy:
            others = tuple(tile for tile in tiles if tile not in self._wilds.kinds)
        else:
            return
        yield from ((*others, tile) for tile in TILES if tiles.count(tile) >= self._limits[tile])


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


def discards(
    hand: Hand,
    shapes: tuple[str, ...] = DEFAULT_SHAPES,
    *,
    visible: tuple[Tile, ...] = (),
    wilds: Wilds = NO_WILDS,
    formal: bool = False,
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
    distances = _Distances(hand, shapes, wilds, formal)
    own = Counter((*hand.closed_tiles, *(tile for meld in hand.melds for tile in meld.tiles)))
    seen = own + Counter(visible)
    kinds = dict.fromkeys((*TILES, *wilds.kinds))
    choices = []
    for tile in sorted(set(hand.closed_tiles)):
        kept = list(hand.closed_tiles)
        kept.remove(tile)
        now = distances.of(tuple(kept))
        if now is not None:
            drawn = (more for more in kinds if formal or own[more] - (more == tile) < more.copies)
            nearer = _accepted(tuple(kept), now, distances, drawn)
            choices.append(Discard(tile, now, tuple((more, max(0, more.copies - seen[more])) for more in nearer)))
    return tuple(sorted(choices, key=lambda choice: (choice.shanten, -choice.copies, choice.tile)))


def _accepted(tiles: tuple[Tile, ...], now: int, distances: _Distances, drawn: Iterable[Tile]) -> Iterator[Tile]:
    """Those of the kinds drawn of which one more brings the tiles nearer than `now`."""
    for tile in drawn:
        after = distances.of((*tiles, tile))
        if after is not None and after < now:
            yield tile
