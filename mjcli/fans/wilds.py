"""Wild tiles 财神: none used, a lone one that any tile pairs, discarded ones, three of them."""

from mjcli.decompose import Reading
from mjcli.fans.aspects import BY, EVENTS
from mjcli.fans.registry import NOWHERE, Aspect, Finding, miss, predicate, whole
from mjcli.hand import WinContext

_THREE = 3
# Shapes in which a pair may be of any kind.
_WITH_ANY_PAIR = ("standard", "seven-pairs", "seven-different-pairs", "knitted-straight")


def _uses_no_wild(reading: Reading) -> bool:
    if not reading.wilds and not reading.stood:
        return True
    return len(reading.wilds) == len(reading.fills) and all(tile == fill for tile, fill in reading.substitutes)


def _lone(reading: Reading) -> int | None:
    """The pair that the winning tile made with a wild one, if it did."""
    if reading.placed is None or reading.shape not in _WITH_ANY_PAIR:
        return None
    pair = reading.groups[reading.placed]
    # Wild tiles and others of a kind can change places: that there are enough is enough.
    enough = reading.fills.count(pair.tile) > reading.won_wild
    return reading.placed if pair.kind == "pair" and enough else None


NO_WILD, LONE = Aspect("reading", _uses_no_wild), Aspect("reading", _lone)
HELD = Aspect("reading", lambda reading: len(reading.wilds))


@predicate("no-wild", NO_WILD)
def no_wild(reading: Reading, _context: WinContext) -> Finding:
    """无财神 No wild tile: no tile of the hand stands for another.

    手里没有财神，或者财神当本身用。

    Yes: 123m456m789p123s5p+5p wild=9s
    Yes: 123m456m789p123s5p+5p wild=5p
    No: 123m456m789p13s55p+9s wild=9s
    """
    return whole(reading) if _uses_no_wild(reading) else miss("wild-used")


@predicate("lone-wild", LONE, shapes=_WITH_ANY_PAIR)
def lone_wild(reading: Reading, _context: WinContext) -> Finding:
    """爆头 Lone wild tile: all else was complete, and the winning tile pairs with one wild tile, so that any tile wins.

    十二张牌（或六个对子）已成，剩一张财神，摸到任意一张作将。

    Yes: 123m456m789p123s9s+9p wild=9s
    Yes: 123m456m789p123s9s+9s wild=9s
    Yes: 113355m7799p22s9s+7z wild=9s
    No: 123m456m789p123s5p+9s wild=9s
    No: 123m456m789p13s55p+9s wild=9s
    No: 123m456m789p123s5p+5p wild=9s
    """
    if reading.placed is None or reading.shape not in _WITH_ANY_PAIR:
        return miss("wrong-shape")
    at = _lone(reading)
    return miss("no-such-wait") if at is None else ((at,),)


@predicate("floated-wild", LONE, BY, EVENTS, events=("float",))
def floated_wild(reading: Reading, context: WinContext) -> Finding:
    """漂财 Discarded wild tile: counts once for each wild tile discarded while any tile drawn would have won.

    爆头之后打出财神，再爆头成和，每漂一次计一次；点炮不是爆头，不计。

    Yes: 123m456m789p123s9s+9p wild=9s event=float
    No: 123m456m789p123s9s+9p wild=9s
    No: 123m456m789p13s55p+9s wild=9s event=float
    No: 113355m7799p22s5s+7z wild=5s event=float from=W
    """
    return NOWHERE * _floats(reading, context) or miss("no-event")


def _floats(reading: Reading, context: WinContext) -> int:
    """How many wild tiles were discarded, where the hand still waited for any tile, and no discard gave it."""
    return context.floats if context.by != "discard" and lone_wild(reading, context) else 0


# It counts the events that 漂财 reads, and does not give them a value itself.
@predicate("three-wilds-held", HELD, LONE, BY, EVENTS)
def three_wilds_held(reading: Reading, context: WinContext) -> Finding:
    """三财神 Three wild tiles held: three or more in the hand, those discarded for 漂财 counted.

    手里的财神连同漂出的有三张或以上。

    Yes: 123m456m789p999s5m+9s wild=9s
    Yes: 123m456m78p123s99s+9m wild=9s event=float
    No: 123m456m78p123s99s+9m wild=9s
    """
    held = len(reading.wilds) + _floats(reading, context)
    return whole(reading) if held >= _THREE else miss("few-wilds")


@predicate("three-wilds", shapes=("three-wilds",))
def three_wilds(reading: Reading, _context: WinContext) -> Finding:
    """三个财神 Three wild tiles: three of them win by themselves, whatever the other tiles are.

    手里有三张财神，其余的牌不论。

    Yes: 1479m258p36s12z555m wild=5m
    No: 123m456m789p123s5p+5p wild=9s
    """
    return whole(reading) if reading.shape == "three-wilds" else miss("wrong-shape")
