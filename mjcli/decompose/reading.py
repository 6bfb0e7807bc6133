"""What a complete hand is read as: its groups, and where the winning tile went."""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Literal, Self

from mjcli.hand import NO_WILDS, Meld, MeldKind, Wilds
from mjcli.memo import Memo
from mjcli.tiles import KINDS, Counts, Tile
from mjcli.value import Value, once

GroupKind = Literal["chow", "pung", "kong", "pair", "single", "knitted"]

_SIZES = {"pung": 3, "kong": 4, "pair": 2, "single": 1}
# How far apart the three tiles of a run lie: 123, and 147 of a knitted straight.
_STEPS = {"chow": 1, "knitted": 3}


class Group(Value):
    """Tiles that belong together in a reading; `tile` is the lowest, `meld` the meld it was laid down as.

    There is one object for equal groups, so that to compare two and to look one
    up takes no time.  There are few: those of the 34 kinds, and of the melds with
    every source that can be written.
    """

    kind: GroupKind
    tile: Tile
    meld: Meld | None = None

    _known: ClassVar[dict[tuple[object, ...], Group]] = {}

    def __new__(cls, kind: GroupKind, tile: Tile, meld: Meld | None = None) -> Self:
        """The one group of that content."""
        return cls._known.setdefault((kind, tile, meld), super().__new__(cls))  # type: ignore[return-value]

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @once
    def tiles(self) -> tuple[Tile, ...]:
        step = _STEPS.get(self.kind)
        if step:
            return (self.tile, Tile(self.tile + step), Tile(self.tile + 2 * step))
        return (self.tile,) * _SIZES[self.kind]

    @once
    def is_pung(self) -> bool:
        """A pung or kong: every kong counts as a pung in patterns (001, 广东麻将 六; 002, 六)."""
        return self.kind in ("pung", "kong")

    @property
    def has_terminal_or_honour(self) -> bool:
        return any(tile.is_terminal or tile.is_honour for tile in self.tiles)


@cache
def group(kind: GroupKind, tile: Tile) -> Group:
    """The concealed group of that kind and tile."""
    return Group(kind, tile)


def meld_group(meld: Meld) -> Group:
    """The group of a meld."""
    return _meld_group(meld.kind, meld.tile, meld.source)


@cache
def _meld_group(kind: MeldKind, tile: Tile, source: str) -> Group:
    return Group(kind, tile, Meld(kind, tile, source))


# The tiles of a group as one number, a byte for each kind, the first the lowest; none of a meld.
_CONCEALED: Memo[Group, int] = Memo(
    lambda one: 0 if one.meld is not None else sum(1 << _BYTE * tile for tile in one.tiles), 1 << 12
)
_BYTE = 8


class Reading(Value):
    """One way to read a complete hand.

    `groups` has the melds first, in the order made, then the concealed groups by
    tile.  `winning` is what the winning tile counts as, and `placed` the index
    of the group that it completes, None for a wild tile that stands for nothing.
    `flowers` is how many flowers lie beside the hand; `shapes` are all the shapes
    that it could have been completed in.

    `wilds` are the wild tiles among the concealed ones, and `fills` what they
    stand for, in the same order; wild tiles beyond those stand for nothing.
    `won_wild` says that the winning tile is one of them.  `stood` has each
    stand-in that counts as another kind, with that kind.  `deal` says what is
    wild in the deal.
    """

    shape: str
    groups: tuple[Group, ...]
    winning: Tile
    placed: int | None
    fills: tuple[Tile, ...] = ()
    flowers: int = 0
    shapes: tuple[str, ...] = ()
    wilds: tuple[Tile, ...] = ()
    stood: tuple[tuple[Tile, Tile], ...] = ()
    won_wild: bool = False
    deal: Wilds = NO_WILDS

    @property
    def has_melds(self) -> bool:
        return any(g.meld is not None for g in self.groups)

    @property
    def concealed_tiles(self) -> list[Tile]:
        """The tiles outside the melds, the winning tile included, each as what it counts as."""
        return [tile for g in self.groups if g.meld is None for tile in g.tiles]

    @once
    def counts(self) -> Counts:
        """The same tiles by kind."""
        return sum(map(_CONCEALED.__getitem__, self.groups)).to_bytes(KINDS, "little")

    @property
    def substitutes(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each wild tile that stands for something and each stand-in that does, with what it stands for."""
        return (*zip(self.wilds, self.fills, strict=False), *self.stood)
