"""Layer 3: text to hand and back, in every notation that players use."""

from mjcli.notation.reader import HandText, Spans, parse_hand, read_hand, read_tile, read_tiles
from mjcli.notation.writer import NOTATIONS, format_hand, format_meld, format_tiles

__all__ = [
    "NOTATIONS",
    "HandText",
    "Spans",
    "format_hand",
    "format_meld",
    "format_tiles",
    "parse_hand",
    "read_hand",
    "read_tile",
    "read_tiles",
]
