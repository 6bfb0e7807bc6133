"""Layer 9: who pays whom, and who is liable; every settlement sums to zero."""

from mjcli.settlement.liability import Liable, find_liability
from mjcli.settlement.settle import Line, Settlement, settle

__all__ = ["Liable", "Line", "Settlement", "find_liability", "settle"]
