"""Which tiles of a deal are wild 财神, and how the tiles of a hand divide into wild ones and others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjcli.tiles import Counts, Tile, count_tiles
from mjcli.value import Value


class Wilds(Value):
    """The wild tiles of a deal.

    `kinds` may stand for any tile.  `stand_in` 假财神 is itself or, tile by
    tile, the kind `face`.  With `fifth_copy` a wild tile may stand for a kind
    that the hand holds four times already.
    """

    kinds: tuple[Tile, ...] = ()
    stand_in: Tile | None = None
    face: Tile | None = None
    fifth_copy: bool = True

    def holdings(self, tiles: Iterable[Tile]) -> Iterator[Holding]:
        """Every way to take concealed tiles: one for each number of stand-ins that act as the face.

        >>> wilds = Wilds((Tile.of("5m"),), Tile.of("5z"), Tile.of("5m"))
        >>> [(one.wilds, one.stood) for one in wilds.holdings((Tile.of("5m"), Tile.of("5z")))]
        [((Tile('5m'),), 0), ((Tile('5m'),), 1)]
        """
        tiles = tuple(tiles)
        if not self.kinds and self.stand_in is None:
            yield Holding(count_tiles(tiles), ())
            return
        wild = tuple(tile for tile in tiles if tile in self.kinds)
        counts = count_tiles(tile for tile in tiles if tile not in self.kinds)
        yield Holding(counts, wild)
        if self.stand_in is None or self.face is None or self.stand_in in self.kinds:
            return
        for stood in range(1, counts[self.stand_in] + 1):
            turned = list(counts)
            turned[self.stand_in] -= stood
            turned[self.face] += stood
            yield Holding(bytes(turned), wild, stood)


class Holding(Value):
    """Concealed tiles: those that are not wild by what they count as, the wild ones, and how many stand-ins turned."""

    counts: Counts
    wilds: tuple[Tile, ...]
    stood: int = 0


NO_WILDS = Wilds()
