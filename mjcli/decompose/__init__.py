"""Layer 4: every reading of a hand, in every shape."""

from mjcli.decompose.reading import Group, GroupKind, Reading
from mjcli.decompose.shapes import SHAPES, Shape, completing, readings, waited_for

__all__ = ["SHAPES", "Group", "GroupKind", "Reading", "Shape", "completing", "readings", "waited_for"]
