"""What predicates of several families read."""

from functools import partial
from operator import attrgetter

from mjcli.decompose import Group
from mjcli.fans.registry import Aspect, every, place, some
from mjcli.tiles import SUITED

# --- of the context

BY, SEAT, ROUND, EVENTS, WINNERS = (
    Aspect("context", attrgetter(name)) for name in ("by", "seat", "round", "events", "winners")
)

# --- of the reading

PLACED, FLOWERS, STOOD = (Aspect("reading", attrgetter(name)) for name in ("placed", "flowers", "stood"))

# --- of groups


def _is_of_suit(suit: str, one: Group) -> bool:
    return one.tile.suit == suit


HAS_HONOURS = some(lambda one: one.tile.is_honour)
HAS_SUITS = tuple(some(partial(_is_of_suit, suit)) for suit in SUITED)
NOT_CLAIMED = every(lambda one: one.meld is None or not one.meld.is_claimed)
TILE = place(lambda one: one.tile)


def _kong(one: Group) -> str:
    if one.kind != "kong":
        return ""
    return "concealed" if one.meld is not None and one.meld.is_concealed_kong else "melded"


KONG = place(_kong)
