"""Layer 9: who pays whom, and who is liable; every settlement sums to zero."""

from mjcli.settlement.deal import DealSettlement, DealTable, Winner, settle_deal
from mjcli.settlement.liability import Liable, find_liability
from mjcli.settlement.settle import Line, Settlement, settle

__all__ = [
    "DealSettlement",
    "DealTable",
    "Liable",
    "Line",
    "Settlement",
    "Winner",
    "find_liability",
    "settle",
    "settle_deal",
]
