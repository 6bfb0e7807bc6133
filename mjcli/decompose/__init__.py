"""Layer 4: every reading of a hand, in every shape."""

from mjcli.decompose.complete import (
    completing,
    is_complete,
    places,
    readings,
    shapes_beside,
    waited_for_one,
    wild_limits,
)
from mjcli.decompose.reading import Group, GroupKind, Reading, group
from mjcli.decompose.shape import NO_LIMIT, Limits, Shape
from mjcli.decompose.shapes import SHAPES

__all__ = [
    "NO_LIMIT",
    "SHAPES",
    "Group",
    "GroupKind",
    "Limits",
    "Reading",
    "Shape",
    "completing",
    "group",
    "is_complete",
    "places",
    "readings",
    "shapes_beside",
    "waited_for_one",
    "wild_limits",
]
