"""Hands as typed, and everything that is impossible about them by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mjcli.errors import Problem
from mjcli.hand.meld import Meld
from mjcli.tiles import COPIES, FLOWERS, JOKER, KINDS, Counts, Seat, Tile, count_tiles
from mjcli.value import Value, once

FULL = 14
_MELD_TILES = 3
JOKER_IN_MELD = "H017"


_NO_TILES: Counts = bytes(KINDS)


class Suffix(Value):
    """What a GB-Mahjong suffix such as `|EE1000|abe` states of a win.

    `flowers` counts flowers that the suffix gives by number only.
    """

    round: Seat
    seat: Seat
    self_drawn: bool
    last_copy: bool
    last_tile: bool
    kong: bool
    flowers: int = 0


class Hand(Value):
    """A hand as it was typed; it may be impossible or incomplete.

    `concealed` keeps the order typed and leaves out `added`, the tile after the
    `+`.  `melds` are in the order they were made.  Flowers lie apart; jokers are
    among the concealed tiles or added.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    added: Tile | None = None
    flowers: tuple[Tile, ...] = ()
    suffix: Suffix | None = None

    @property
    def closed_tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles, the added one included."""
        return self.concealed if self.added is None else (*self.concealed, self.added)

    @property
    def size(self) -> int:
        """The number of tiles, each meld counted as three: 13 waiting, 14 complete."""
        return len(self.concealed) + (self.added is not None) + _MELD_TILES * len(self.melds)

    @once
    def counts(self) -> Counts:
        """The concealed tiles by kind, the added one included; jokers are of no kind."""
        return count_tiles(self.closed_tiles)

    @property
    def jokers(self) -> int:
        """How many of the concealed tiles are jokers, the added one included."""
        return self.closed_tiles.count(JOKER)

    @property
    def meld_counts(self) -> Counts:
        """The tiles of the melds by kind."""
        return count_tiles([tile for meld in self.melds for tile in meld.tiles]) if self.melds else _NO_TILES

    @property
    def flower_count(self) -> int:
        return len(self.flowers) + (self.suffix.flowers if self.suffix else 0)

    def marked(self) -> Hand:
        """The same hand with its winning tile apart: the last one written, unless one was added."""
        if self.added is not None or not self.concealed:
            return self
        return self.replace(concealed=self.concealed[:-1], added=self.concealed[-1])

    def with_win(self, tile: Tile) -> Hand:
        """The hand with `tile` named as the winning one: added to a waiting hand, singled out in a complete one.

        :raises ValueError: the tile is to be singled out, and is not among the concealed tiles.
        """
        if self.added == tile:
            return self
        if self.added is not None:
            raise ValueError(f"{self.added} is already added")
        rest = len(self.concealed) % _MELD_TILES
        if rest == 1 or (rest == 0 and self.size < FULL):
            return self.replace(added=tile)
        # Of equal tiles the last one is singled out, so that the others keep their places.
        at = len(self.concealed) - 1 - self.concealed[::-1].index(tile)
        return self.replace(concealed=self.concealed[:at] + self.concealed[at + 1 :], added=tile)

    @once
    def is_plain(self) -> bool:
        """Nothing is there but concealed tiles of the 34 kinds, and no more of any than there are."""
        if self.melds or self.flowers or self.suffix:
            return False
        return max(self.closed_tiles, default=0) < KINDS and max(self.counts) <= COPIES

    def problems(self) -> Iterator[Problem]:
        """Everything impossible about the tiles themselves: a fifth copy, a flower twice, a joker in a meld."""
        if self.is_plain:
            return
        seen: dict[Tile, int] = {}
        for tile, spot in self._placed_tiles():
            seen[tile] = seen.get(tile, 0) + 1
            if seen[tile] == tile.copies + 1:
                yield Problem(_excess(tile), token=tile.text, spot=spot)
        for i, meld in enumerate(self.melds if JOKER in seen else ()):
            if JOKER in meld.tiles:
                yield Problem(JOKER_IN_MELD, token=JOKER.text, spot=("meld", i), hint="stands-for")
        if len(self.flowers) <= len(FLOWERS) < self.flower_count:
            yield Problem("H003", facts={"count": self.flower_count}, spot=("suffix", 0))

    def excess_with(self, tiles: tuple[Tile, ...], key: str) -> Iterator[Problem]:
        """More copies than there are of a kind in the hand and among `tiles`, those of the field `key`, together."""
        own = Counter(tile for tile, _ in self._placed_tiles())
        for tile in sorted(set(tiles)):
            held = own[tile]
            if held + tiles.count(tile) > tile.copies >= held:
                yield Problem("H010", token=tile.text, key=key, facts={"most": tile.copies})

    def _placed_tiles(self) -> Iterator[tuple[Tile, tuple[str, int]]]:
        """Every tile with the part of the hand and the place in it, as `Problem.spot` has them."""
        for i, tile in enumerate(self.concealed):
            yield tile, ("concealed", i)
        for i, meld in enumerate(self.melds):
            for tile in meld.tiles:
                yield tile, ("meld", i)
        if self.added is not None:
            yield self.added, ("added", 0)
        for i, tile in enumerate(self.flowers):
            yield tile, ("flower", i)


def _excess(tile: Tile) -> str:
    """The code of one copy more than there are of a tile."""
    if tile.is_joker:
        return "H016"
    return "H002" if tile.is_flower else "H001"
