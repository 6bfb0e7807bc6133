"""Which suits the tiles are of."""

from collections import Counter
from operator import lt

from mjcli.decompose import Reading
from mjcli.fans.aspects import HAS_HONOURS, HAS_SUITS
from mjcli.fans.registry import Aspect, Finding, Miss, every, every_group, miss, predicate, whole
from mjcli.hand import WinContext
from mjcli.tiles import RANKS, SUITED, tile_at

_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_SUITED = every(lambda one: one.tile.is_suited)


def _main_suit(reading: Reading) -> str:
    """The suit that most groups are of, empty if all are honours."""
    suits = Counter(g.tile.suit for g in reading.groups if g.tile.is_suited)
    return max(suits, key=suits.__getitem__, default="")


def _outside_main_suit(reading: Reading) -> tuple[int, ...]:
    """The suited groups that are not of the suit most groups are of."""
    main = _main_suit(reading)
    return tuple(at for at, g in enumerate(reading.groups) if g.tile.is_suited and g.tile.suit != main)


@predicate("half-flush", *HAS_SUITS, HAS_HONOURS)
def half_flush(reading: Reading, _context: WinContext) -> Finding:
    """混一色 Half flush: one suit and honours, both present.

    由一门序数牌和字牌组成，两者都要有。

    Yes: 123m456m789m111z2z+2z
    Yes: [111m,W]222m333m777z1z+1z
    No: 123m456m789m123m2m+2m
    No: 123m456m789p111z2z+2z
    No: 111z222z333z444z5z+5z
    """
    others = _outside_main_suit(reading)
    if others:
        return Miss("second-suit", others)
    if not any(g.tile.is_honour for g in reading.groups):
        return miss("no-honours")
    if not any(g.tile.is_suited for g in reading.groups):
        return miss("no-suit")
    return whole(reading)


@predicate("full-flush", *HAS_SUITS, HAS_HONOURS)
def full_flush(reading: Reading, _context: WinContext) -> Finding:
    """清一色 Full flush: every tile is of one suit.

    全副由一门序数牌组成，没有字牌。

    Yes: 123m456m789m23m55m+4m
    No: 123m456m789m111z2m+2m
    No: 123m456m789m123m2p+2p
    """
    honours = tuple(at for at, g in enumerate(reading.groups) if g.tile.is_honour)
    others = _outside_main_suit(reading)
    if others or honours:
        return Miss("second-suit" if others else "has-honours", tuple(sorted(others + honours)))
    return whole(reading)


@predicate("no-honours", _SUITED)
def no_honours(reading: Reading, _context: WinContext) -> Finding:
    """无字 No honours: no winds and no dragons.

    没有风牌和箭牌。

    Yes: 123m456m789p123s5p+5p
    No: 123m456m789p123s1z+1z
    """
    return every_group(reading, _SUITED, "has-honours")


def _gates(reading: Reading) -> tuple[str, tuple[int, ...]]:
    """The suit most groups are of, and how many concealed tiles of each of its ranks there are."""
    suit = _main_suit(reading) or SUITED[0]
    held = Counter(tile.rank for tile in reading.concealed_tiles if tile.suit == suit)
    return suit, tuple(held[rank + 1] for rank in range(RANKS))


def _won_over_gates(reading: Reading) -> bool | None:
    """Whether the tile beside concealed nine gates is the winning one, None where the tiles are no nine gates."""
    first, last = reading.groups[0], reading.groups[-1]
    if first.meld is not None or first.tile // RANKS != last.tile // RANKS:
        return None  # as in most hands
    start = first.tile // RANKS * RANKS
    held = reading.counts[start : start + RANKS]
    if 0 in held or len(held) < RANKS or any(map(lt, held, _NINE_GATES)):
        return None
    at = reading.winning % RANKS
    return held[at] > _NINE_GATES[at]


# What the tiles of one suit come to; hands of more suits are all alike.
GATES = Aspect("reading", _won_over_gates)


@predicate("nine-gates", GATES, shapes=("standard",))
def nine_gates(reading: Reading, _context: WinContext) -> Finding:
    """九莲宝灯 Nine gates: a concealed 1112345678999 of one suit and one more tile of it.

    门前的同一门 1112345678999 加任意一张同门牌，不论和哪一张。

    Yes: 1112345678999m+5m
    Yes: 1112345567899m+9m
    No: 1112345678889m+9m
    No: [111m,W]2345678999m+5m
    """
    suit, held = _gates(reading)
    short = [(rank, need - have) for rank, (need, have) in enumerate(zip(_NINE_GATES, held, strict=True), 1)]
    lacking = tuple(tile_at(suit, rank) for rank, count in short for _ in range(count))
    melds = tuple(at for at, g in enumerate(reading.groups) if g.meld)
    if melds or lacking:
        return Miss("not-concealed" if melds else "no-gates", melds, lacking)
    return whole(reading)


@predicate("nine-gates-pure", GATES, shapes=("standard",))
def nine_gates_pure(reading: Reading, context: WinContext) -> Finding:
    """纯正九莲宝灯 Pure nine gates: 1112345678999 of one suit before the winning tile, so that all nine win.

    和牌前门前正好是同一门的 1112345678999，九张都能和。

    Yes: 1112345678999m+5m
    Yes: 1112345678999s+1s
    No: 1112345567899m+9m
    """
    gates = nine_gates(reading, context)
    if isinstance(gates, Miss):
        return gates
    return whole(reading) if _won_over_gates(reading) else miss("not-nine-sided")
