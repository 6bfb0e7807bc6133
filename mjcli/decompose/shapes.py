"""The shapes a complete hand can have: a registry that rule sets choose from by id.

A shape finds its arrangements of the concealed tiles, and says how many tiles
a hand is short of it.  `wilds` wild tiles, apart from `counts`, may be any tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from mjcli.decompose import knitted, loose, pairs, standard
from mjcli.decompose.shape import Arrangement, Limits, Shape, lacks_nothing, needs_no_melds
from mjcli.tiles import Counts

_Missing = Callable[[Counts, Counts, int, int], int]
_Arrange = Callable[[Counts, int, int, Limits], Iterator[Arrangement]]


def _concealed(name: str, arrange: _Arrange, missing: _Missing) -> Shape:
    """A shape that is concealed as a whole."""
    return Shape(name, arrange, lacks_nothing(missing), missing, needs_no_melds)


def _pairs(name: str, most: int) -> Shape:
    return _concealed(name, partial(pairs.arrange_pairs, most), partial(pairs.missing_pairs, most))


_ALL = (
    Shape("standard", standard.arrange, standard.completes, standard.missing),
    _concealed("thirteen-orphans", pairs.arrange_orphans, pairs.missing_orphans),
    _pairs("seven-pairs", pairs.ANY_ALIKE),
    _pairs("seven-different-pairs", pairs.TWO_ALIKE),
    _concealed("knitted-honours", knitted.arrange_honours, knitted.missing_honours),
    Shape(
        "knitted-straight",
        *(knitted.arrange_straight, knitted.completes_straight, knitted.missing_straight, knitted.leaves_room),
    ),
    _concealed("unconnected", loose.arrange_unconnected, loose.missing_unconnected),
    Shape(
        "honours-alone",
        *(loose.arrange_honours, lacks_nothing(loose.missing_honours), loose.missing_honours, loose.are_honours),
    ),
    Shape("three-wilds", loose.arrange_wilds, lacks_nothing(loose.missing_wilds), loose.missing_wilds),
)
SHAPES: dict[str, Shape] = {shape.id: shape for shape in _ALL}
