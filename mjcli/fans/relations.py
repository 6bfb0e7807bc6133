"""How sets stand to one another: equal, of one number in several suits, or in steps.

Each predicate answers with a hit for every choice of sets that it holds in;
which of them may count together is not its business.  Most ask only about the
numbers of some chows, or of some pungs and kongs, that are all of one suit or
each of another, and are written as that question (`related.relation`).
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from mjcli.decompose import Group, Reading
from mjcli.fans.registry import Aspect, Finding, Hit, miss, predicate
from mjcli.fans.related import ALL, EACH, ONE, PAIR, TRIPLE, Ranks, relation
from mjcli.hand import WinContext
from mjcli.tiles import RANKS, SUITED

_CHOW_LENGTH = 3
_LAST_CHOW = RANKS - _CHOW_LENGTH + 1
_MIDDLE = 5


def _is_one(values: Sequence[object]) -> bool:
    return len(set(values)) == 1


def _has_steps(ranks: Ranks, *steps: int) -> bool:
    """Whether each number is one of these steps above the last, the same all the way."""
    return any(all(after - before == step for before, after in pairwise(ranks)) for step in steps)


# --- two chows


@relation("pure-double-chow", "chow", PAIR, ONE)
def pure_double_chow(ranks: Ranks) -> bool:
    """一般高 Pure double chow: two equal chows.

    一种花色两副相同的顺子。

    Yes: 123m123m456p111z2z+2z
    No: 123m123p456p111z2z+2z
    """
    return _is_one(ranks)


@relation("mixed-double-chow", "chow", PAIR, EACH)
def mixed_double_chow(ranks: Ranks) -> bool:
    """喜相逢 Mixed double chow: two chows of the same numbers in two suits.

    两种花色序数相同的两副顺子。

    Yes: 123m123p789s111z2z+2z
    No: 123m234p789s111z2z+2z
    """
    return _is_one(ranks)


@relation("short-straight", "chow", PAIR, ONE)
def short_straight(ranks: Ranks) -> bool:
    """连六 Short straight: two chows of a suit, one following on the other.

    一种花色六张相连的序数牌。

    Yes: 123m456m789p111z2z+2z
    No: 123m567m789p111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@relation("two-terminal-chows", "chow", PAIR, ONE)
def two_terminal_chows(ranks: Ranks) -> bool:
    """老少副 Two terminal chows: 123 and 789 of a suit.

    一种花色的 123 和 789 两副顺子。

    Yes: 123m789m456p111z2z+2z
    No: 123m789p456p111z2z+2z
    """
    return ranks == (1, _LAST_CHOW)


# --- three chows


@relation("pure-triple-chow", "chow", TRIPLE, ONE)
def pure_triple_chow(ranks: Ranks) -> bool:
    """一色三同顺 Pure triple chow: three equal chows.

    一种花色三副序数相同的顺子。

    Yes: 123m123m123m111z2z+2z
    No: 123m123m123p111z2z+2z
    """
    return _is_one(ranks)


@relation("mixed-triple-chow", "chow", TRIPLE, EACH)
def mixed_triple_chow(ranks: Ranks) -> bool:
    """三色三同顺 Mixed triple chow: chows of the same numbers in all three suits.

    三种花色序数相同的三副顺子。

    Yes: 234m234p234s111z2z+2z
    No: 234m234p345s111z2z+2z
    """
    return _is_one(ranks)


@relation("pure-straight", "chow", TRIPLE, ONE)
def pure_straight(ranks: Ranks) -> bool:
    """清龙 Pure straight: one to nine of a suit in three chows.

    一种花色 1 至 9 相连的三副顺子。

    Yes: 123m456m789m111z2z+2z
    No: 123m456m789p111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@relation("mixed-straight", "chow", TRIPLE, EACH)
def mixed_straight(ranks: Ranks) -> bool:
    """花龙 Mixed straight: one to nine in three chows of three suits.

    三种花色的三副顺子连成 1 至 9。

    Yes: 123m456p789s111z2z+2z
    No: 123m456p678s111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@relation("pure-shifted-chows", "chow", TRIPLE, ONE)
def pure_shifted_chows(ranks: Ranks) -> bool:
    """一色三步高 Pure shifted chows: three chows of a suit, each one number up from the last, or each two.

    一种花色三副依次递增一位或两位的顺子。

    Yes: 123m234m345m111z2z+2z
    Yes: 123m345m567m111z2z+2z
    No: 123m234m456m111z2z+2z
    """
    return _has_steps(ranks, 1, 2)


@relation("mixed-shifted-chows", "chow", TRIPLE, EACH)
def mixed_shifted_chows(ranks: Ranks) -> bool:
    """三色三步高 Mixed shifted chows: three chows of three suits, each one number up from the last.

    三种花色三副依次递增一位的顺子。

    Yes: 123m234p345s111z2z+2z
    No: 123m345p567s111z2z+2z
    """
    return _has_steps(ranks, 1)


# --- four chows


@relation("quadruple-chow", "chow", ALL, ONE)
def quadruple_chow(ranks: Ranks) -> bool:
    """一色四同顺 Quadruple chow: four equal chows.

    一种花色四副序数相同的顺子。

    Yes: 111122223333m4m+4m
    No: 111222333m123p4m+4m
    """
    return _is_one(ranks)


@relation("four-shifted-chows", "chow", ALL, ONE)
def four_shifted_chows(ranks: Ranks) -> bool:
    """一色四步高 Four shifted chows: four chows of a suit, each one number up from the last, or each two.

    一种花色四副依次递增一位或两位的顺子。

    Yes: 123m234m345m456m1z+1z
    Yes: 123m345m567m789m1z+1z
    No: 123m234m345m567m1z+1z
    """
    return _has_steps(ranks, 1, 2)


@cache
def _is_terminal_part(one: Group) -> bool:
    """Whether a group is 123, 789 or a pair of fives."""
    if one.kind == "chow":
        return one.tile.rank in (1, _LAST_CHOW)
    return one.kind == "pair" and one.tile.is_suited and one.tile.rank == _MIDDLE


def _terminal_parts(reading: Reading) -> tuple[tuple[int, str], ...] | None:
    """The number and suit of each group, where all are parts of 双龙会."""
    if not all(map(_is_terminal_part, reading.groups)):
        return None
    return tuple((one.tile.rank, one.tile.suit) for one in reading.groups)


TERMINAL_PARTS = Aspect("reading", _terminal_parts)


def _terminal_chows(reading: Reading, *, is_pure: bool) -> Finding:
    """双龙会: two chows 123 and two 789, and a pair of fives, all of one suit or each kind of another."""
    parts = _terminal_parts(reading)
    if reading.shape != "standard" or parts is None:
        return miss("not-related")
    pair = next(suit for rank, suit in parts if rank == _MIDDLE)
    low, high = (sorted(suit for rank, suit in parts if rank == wanted) for wanted in (1, _LAST_CHOW))
    suits = [pair] * PAIR if is_pure else [suit for suit in sorted(SUITED) if suit != pair]
    if low != suits or high != suits:
        return miss("not-related")
    return (tuple(at for at, one in enumerate(reading.groups) if one.kind == "chow"),)


@predicate("pure-terminal-chows", TERMINAL_PARTS, shapes=("standard",))
def pure_terminal_chows(reading: Reading, _context: WinContext) -> Finding:
    """一色双龙会 Pure terminal chows: 123 and 789 of a suit twice, and its five as the pair.

    一种花色的两个老少副，五作将。

    Yes: 123m123m789m789m5m+5m
    No: 123m123m789m789m4m+4m
    """
    return _terminal_chows(reading, is_pure=True)


@predicate("mixed-terminal-chows", TERMINAL_PARTS, shapes=("standard",))
def mixed_terminal_chows(reading: Reading, _context: WinContext) -> Finding:
    """三色双龙会 Mixed terminal chows: 123 and 789 in two suits, and the five of the third as the pair.

    两种花色各一个老少副，第三种花色的五作将。

    Yes: 123m789m123p789p5s+5s
    No: 123m789m123p789p5p+5p
    """
    return _terminal_chows(reading, is_pure=False)


# --- pungs


@relation("double-pung", "pung", PAIR, EACH)
def double_pung(ranks: Ranks) -> bool:
    """双同刻 Double pung: two pungs or kongs of the same number.

    两副序数相同的刻子或杠。

    Yes: 222m222p456s111z2z+2z
    No: 222m333p456s111z2z+2z
    """
    return _is_one(ranks)


@relation("triple-pung", "pung", TRIPLE, EACH)
def triple_pung(ranks: Ranks) -> bool:
    """三同刻 Triple pung: pungs or kongs of the same number in all three suits.

    三副序数相同的刻子或杠。

    Yes: 222m222p222s111z2z+2z
    No: 222m222p333s111z2z+2z
    """
    return _is_one(ranks)


@relation("pure-shifted-pungs", "pung", TRIPLE, ONE)
def pure_shifted_pungs(ranks: Ranks) -> bool:
    """一色三节高 Pure shifted pungs: three pungs or kongs of a suit, each one number up from the last.

    一种花色三副依次递增一位的刻子或杠。

    Yes: 222m333m[444m,W]111z2z+2z
    No: 222m333m555m111z2z+2z
    """
    return _has_steps(ranks, 1)


@relation("mixed-shifted-pungs", "pung", TRIPLE, EACH)
def mixed_shifted_pungs(ranks: Ranks) -> bool:
    """三色三节高 Mixed shifted pungs: three pungs or kongs of three suits, each one number up from the last.

    三种花色三副依次递增一位的刻子或杠。

    Yes: 222m333p444s111z2z+2z
    No: 222m333p444p111z2z+2z
    """
    return _has_steps(ranks, 1)


@relation("four-shifted-pungs", "pung", ALL, ONE)
def four_shifted_pungs(ranks: Ranks) -> bool:
    """一色四节高 Four shifted pungs: four pungs or kongs of a suit, each one number up from the last.

    一种花色四副依次递增一位的刻子或杠。

    Yes: 222m333m444m555m1z+1z
    No: 222m333m444m666m1z+1z
    """
    return _has_steps(ranks, 1)


# --- the same tile


_WITHHOGS = ("standard", "seven-pairs", "knitted-straight")


def _hogs(reading: Reading) -> tuple[Hit, ...]:
    """The groups of each kind that is used four times without a kong."""
    if ALL not in reading.counts and reading.groups[0].meld is None:
        return ()  # as in most hands: melds come first
    where: dict[int, list[int]] = {}
    for at, one in enumerate(reading.groups):
        for tile in one.tiles if one.kind != "kong" else ():
            where.setdefault(tile, []).append(at)
    return tuple([tuple(dict.fromkeys(places)) for places in where.values() if len(places) == ALL])


HOGS = Aspect("reading", _hogs)


@predicate("tile-hog", HOGS, shapes=_WITHHOGS)
def tile_hog(reading: Reading, _context: WinContext) -> Finding:
    """四归一 Tile hog: counts once for each kind that the hand uses four times without a kong.

    四张相同的牌用在顺子、刻子、对子里，不是杠；每种计一次。

    Yes: 111m123m456p789s2z+2z
    Yes: 1111m2233p44556s+6s
    No: [1111m]123p456p789s2z+2z
    """
    if reading.shape not in _WITHHOGS:
        return miss("few-sets")
    return _hogs(reading) or miss("few-sets")
