"""Layer 2: what was typed (`Hand`, maybe impossible) and how it was won (`WinContext`)."""

from mjcli.hand.context import EVENTS, By, Event, Stakes, WinContext
from mjcli.hand.hand import Hand, Suffix
from mjcli.hand.meld import Meld, MeldKind
from mjcli.hand.wilds import NO_WILDS, Holding, Wilds

__all__ = [
    "EVENTS",
    "NO_WILDS",
    "By",
    "Event",
    "Hand",
    "Holding",
    "Meld",
    "MeldKind",
    "Stakes",
    "Suffix",
    "Wilds",
    "WinContext",
]
