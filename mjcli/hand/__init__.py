"""Layer 2: what was typed (`Hand`, maybe impossible) and how it was won (`WinContext`)."""

from mjcli.hand.context import EVENTS, By, Event, Stakes, WinContext
from mjcli.hand.hand import Hand, Suffix
from mjcli.hand.meld import Meld, MeldKind

__all__ = ["EVENTS", "By", "Event", "Hand", "Meld", "MeldKind", "Stakes", "Suffix", "WinContext"]
