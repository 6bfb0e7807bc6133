"""Layer 4: every reading of a hand, in every shape."""

from mjcli.decompose.reading import Group, GroupKind, Reading
from mjcli.decompose.shapes import SHAPES, Shape, readings

__all__ = ["SHAPES", "Group", "GroupKind", "Reading", "Shape", "readings"]
