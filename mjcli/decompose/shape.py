"""What a shape of complete hands is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mjcli.decompose.reading import Group
from mjcli.hand import Meld
from mjcli.tiles import KINDS, TILES, Counts, Tile
from mjcli.value import Value

# The concealed groups of a complete hand by tile, and what wild tiles stand for in them.
Arrangement = tuple[tuple[Group, ...], tuple[Tile, ...]]
# The most tiles of each kind that a hand can come to; None for no bound.
Limits = Counts | None
# More than any hand can use of one kind: all fourteen tiles.
NO_LIMIT: Counts = (14,) * KINDS
# As many kinds as a hand has tiles.
ANY_KINDS = range(1, 14 + 1)


def any_melds(_melds: tuple[Meld, ...]) -> bool:
    """Any melds may lie beside the concealed tiles."""
    return True


def needs_no_melds(melds: tuple[Meld, ...]) -> bool:
    """The whole hand is concealed."""
    return not melds


def lacks_nothing(
    missing: Callable[[Counts, Counts, int, int], int],
) -> Callable[[Counts, int, int, Limits], bool]:
    """Whether tiles of the right number are complete, for a shape whose kinds have no bound."""

    def completes(counts: Counts, melds: int, wilds: int, _limits: Limits) -> bool:
        return missing(counts, NO_LIMIT, melds, wilds) == 0

    return completes


_TWO = 2


def all_different(counts: Counts, _melds: int, _wilds: int) -> bool:
    """Whether there is one tile of each kind at most, as in a shape of single tiles."""
    return _TWO not in counts and max(counts) <= 1  # most hands have two of a kind


def waits_tried(
    completes: Callable[[Counts, int, int, Limits], bool],
    is_near: Callable[[Counts, int, int], bool] | None = None,
) -> Callable[[Counts, int, int, Limits], Sequence[Tile]]:
    """The kinds that complete a shape, each tried, unless `is_near(counts, melds, wilds)` denies it at a glance."""

    def waits(counts: Counts, melds: int, wilds: int, limits: Limits) -> Sequence[Tile]:
        if is_near is not None and not is_near(counts, melds, wilds):
            return ()
        more = ((tile, (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])) for tile in TILES)
        return tuple(tile for tile, held in more if completes(held, melds, wilds, limits))

    return waits


class Shape(Value):
    """A form of complete hands.

    `arrange(counts, melds, wilds, limits)` gives the arrangements of complete
    concealed tiles beside `melds` melds, in which no wild tile stands for more
    of a kind than `limits` allows; `completes` with the same arguments is whether
    there is one, and `waits` are the kinds of which one more tile makes
    one, by tile.
    `missing(counts, limits, melds, wilds)` is how many tiles are
    short of the nearest hand of the shape which holds no more of a kind than
    `limits` allows; `UNREACHABLE` or more if there is none.  They are asked only
    about melds that `fits` the shape.  `kinds` are how many kinds the concealed tiles
    of a complete hand without wild tiles can be of: most hands are of too many, or
    too few.
    """

    id: str
    arrange: Callable[[Counts, int, int, Limits], Iterable[Arrangement]]
    completes: Callable[[Counts, int, int, Limits], bool]
    waits: Callable[[Counts, int, int, Limits], Sequence[Tile]]
    missing: Callable[[Counts, Counts, int, int], int]
    fits: Callable[[tuple[Meld, ...]], bool] = any_melds
    kinds: range = ANY_KINDS
