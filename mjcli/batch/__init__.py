"""Layer 10: hand files as streams of entries, in order and in flat memory."""

from mjcli.batch.files import entries_of
from mjcli.batch.lines import read_line

__all__ = ["entries_of", "read_line"]
