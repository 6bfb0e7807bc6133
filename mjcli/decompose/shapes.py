"""The shapes a complete hand can have: a registry that rule sets choose from by id.

A shape finds its arrangements of the concealed tiles, and says how many tiles
a hand is short of it.  `wilds` wild tiles, apart from `counts`, may be any tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from mjcli.decompose import knitted, loose, pairs, standard
from mjcli.decompose.shape import (
    Arrangement,
    Limits,
    Shape,
    all_different,
    lacks_nothing,
    needs_no_melds,
    waits_tried,
)
from mjcli.tiles import Counts

_Missing = Callable[[Counts, Counts, int, int], int]
_IsNear = Callable[[Counts, int, int], bool]
_Arrange = Callable[[Counts, int, int, Limits], Iterable[Arrangement]]


def _singles(name: str, arrange: _Arrange, missing: _Missing, is_near: _IsNear) -> Shape:
    """A shape of single tiles, concealed as a whole."""
    completes = lacks_nothing(missing)
    return Shape(name, arrange, completes, waits_tried(completes, is_near), missing, needs_no_melds, range(14, 15))


def _pairs(name: str, most: int, kinds: range) -> Shape:
    return Shape(
        name,
        partial(pairs.arrange_pairs, most),
        partial(pairs.completes_pairs, most),
        partial(pairs.waits_for_pairs, most),
        partial(pairs.missing_pairs, most),
        needs_no_melds,
        kinds,
    )


_alone = lacks_nothing(loose.missing_honours)
_three = lacks_nothing(loose.missing_wilds)
_ALL = (
    Shape("standard", standard.arrange, standard.completes, standard.waits, standard.missing),
    Shape(
        "thirteen-orphans",
        pairs.arrange_orphans,
        lacks_nothing(pairs.missing_orphans),
        pairs.waits_for_orphans,
        pairs.missing_orphans,
        needs_no_melds,
        range(13, 14),
    ),
    _pairs("seven-pairs", pairs.ANY_ALIKE, range(1, 8)),
    _pairs("seven-different-pairs", pairs.TWO_ALIKE, range(7, 8)),
    _singles("knitted-honours", knitted.arrange_honours, knitted.missing_honours, knitted.are_knitted),
    Shape(
        "knitted-straight",
        knitted.arrange_straight,
        knitted.completes_straight,
        waits_tried(knitted.completes_straight, knitted.is_nearly_straight),
        knitted.missing_straight,
        knitted.leaves_room,
        range(9, 14),
    ),
    _singles("unconnected", loose.arrange_unconnected, loose.missing_unconnected, all_different),
    Shape(
        "honours-alone",
        *(loose.arrange_honours, _alone, waits_tried(_alone), loose.missing_honours, loose.are_honours),
    ),
    Shape("three-wilds", loose.arrange_wilds, _three, waits_tried(_three), loose.missing_wilds),
)
SHAPES: dict[str, Shape] = {shape.id: shape for shape in _ALL}
