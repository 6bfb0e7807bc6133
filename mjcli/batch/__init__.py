"""Layer 10: hand files as streams of entries, in order and in flat memory."""

from mjcli.batch.blocks import Block, Input, OpenColumns, blocks_of, parts_of, score_columns, wait_columns
from mjcli.batch.files import entries_of
from mjcli.batch.lines import read_line

__all__ = [
    "Block",
    "Input",
    "OpenColumns",
    "blocks_of",
    "entries_of",
    "parts_of",
    "read_line",
    "score_columns",
    "wait_columns",
]
