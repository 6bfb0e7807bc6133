"""How sets stand to one another: equal, of one number in several suits, or in steps.

Each predicate answers with a hit for every choice of sets that it holds in;
which of them may count together is not its business.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from mjcli.decompose import Group, Reading
from mjcli.fans.registry import Finding, miss, predicate
from mjcli.hand import WinContext
from mjcli.tiles import RANKS

# The numbers of some sets of one kind, ascending, and their suits in that order.
_Ranks = tuple[int, ...]
_Suits = tuple[str, ...]
_Fits = Callable[[_Ranks, _Suits], bool]
_PAIR, _TRIPLE, _ALL = 2, 3, 4
_CHOW_LENGTH = 3
_LAST_CHOW = RANKS - _CHOW_LENGTH + 1
_MIDDLE = 5


def _choices(reading: Reading, kind: str, size: int, fits: _Fits) -> Finding:
    """A hit for each choice of `size` chows or suited pungs whose numbers and suits fit."""
    wanted = _is_chow if kind == "chow" else _is_suited_pung
    there = [(one.tile.rank, one.tile.suit, at) for at, one in enumerate(reading.groups) if wanted(one)]
    if len(there) < size:
        return miss("few-sets")
    hits = []
    for chosen in combinations(sorted(there), size):
        ranks, suits, places = zip(*chosen, strict=True)
        if fits(ranks, suits):
            hits.append(tuple(sorted(places)))
    return tuple(sorted(hits)) or miss("not-related")


def _is_chow(one: Group) -> bool:
    return one.kind == "chow"


def _is_suited_pung(one: Group) -> bool:
    return one.is_pung and one.tile.is_suited


def _is_one(values: Sequence[object]) -> bool:
    return len(set(values)) == 1


def _is_mixed(suits: _Suits) -> bool:
    """Whether each set is of another suit."""
    return len(set(suits)) == len(suits)


def _in_steps(suits_fit: Callable[[_Suits], bool], *steps: int) -> _Fits:
    """Whether each number is one of these steps above the last, the same all the way, in fitting suits."""

    def fits(ranks: _Ranks, suits: _Suits) -> bool:
        return suits_fit(suits) and any(all(b - a == step for a, b in pairwise(ranks)) for step in steps)

    return fits


def _is_equal(ranks: _Ranks, suits: _Suits) -> bool:
    return _is_one(ranks) and _is_one(suits)


def _is_same_number(ranks: _Ranks, suits: _Suits) -> bool:
    return _is_one(ranks) and _is_mixed(suits)


# --- two chows


@predicate("pure-double-chow")
def pure_double_chow(reading: Reading, _context: WinContext) -> Finding:
    """一般高 Pure double chow: two equal chows.

    一种花色两副相同的顺子。

    Yes: 123m123m456p111z2z+2z
    No: 123m123p456p111z2z+2z
    """
    return _choices(reading, "chow", _PAIR, _is_equal)


@predicate("mixed-double-chow")
def mixed_double_chow(reading: Reading, _context: WinContext) -> Finding:
    """喜相逢 Mixed double chow: two chows of the same numbers in two suits.

    两种花色序数相同的两副顺子。

    Yes: 123m123p789s111z2z+2z
    No: 123m234p789s111z2z+2z
    """
    return _choices(reading, "chow", _PAIR, _is_same_number)


@predicate("short-straight")
def short_straight(reading: Reading, _context: WinContext) -> Finding:
    """连六 Short straight: two chows of a suit, one following on the other.

    一种花色六张相连的序数牌。

    Yes: 123m456m789p111z2z+2z
    No: 123m567m789p111z2z+2z
    """
    return _choices(reading, "chow", _PAIR, _in_steps(_is_one, _CHOW_LENGTH))


@predicate("two-terminal-chows")
def two_terminal_chows(reading: Reading, _context: WinContext) -> Finding:
    """老少副 Two terminal chows: 123 and 789 of a suit.

    一种花色的 123 和 789 两副顺子。

    Yes: 123m789m456p111z2z+2z
    No: 123m789p456p111z2z+2z
    """
    return _choices(reading, "chow", _PAIR, lambda ranks, suits: _is_one(suits) and ranks == (1, _LAST_CHOW))


# --- three chows


@predicate("pure-triple-chow")
def pure_triple_chow(reading: Reading, _context: WinContext) -> Finding:
    """一色三同顺 Pure triple chow: three equal chows.

    一种花色三副序数相同的顺子。

    Yes: 123m123m123m111z2z+2z
    No: 123m123m123p111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _is_equal)


@predicate("mixed-triple-chow")
def mixed_triple_chow(reading: Reading, _context: WinContext) -> Finding:
    """三色三同顺 Mixed triple chow: chows of the same numbers in all three suits.

    三种花色序数相同的三副顺子。

    Yes: 234m234p234s111z2z+2z
    No: 234m234p345s111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _is_same_number)


@predicate("pure-straight")
def pure_straight(reading: Reading, _context: WinContext) -> Finding:
    """清龙 Pure straight: one to nine of a suit in three chows.

    一种花色 1 至 9 相连的三副顺子。

    Yes: 123m456m789m111z2z+2z
    No: 123m456m789p111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _in_steps(_is_one, _CHOW_LENGTH))


@predicate("mixed-straight")
def mixed_straight(reading: Reading, _context: WinContext) -> Finding:
    """花龙 Mixed straight: one to nine in three chows of three suits.

    三种花色的三副顺子连成 1 至 9。

    Yes: 123m456p789s111z2z+2z
    No: 123m456p678s111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _in_steps(_is_mixed, _CHOW_LENGTH))


@predicate("pure-shifted-chows")
def pure_shifted_chows(reading: Reading, _context: WinContext) -> Finding:
    """一色三步高 Pure shifted chows: three chows of a suit, each one number up from the last, or each two.

    一种花色三副依次递增一位或两位的顺子。

    Yes: 123m234m345m111z2z+2z
    Yes: 123m345m567m111z2z+2z
    No: 123m234m456m111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _in_steps(_is_one, 1, 2))


@predicate("mixed-shifted-chows")
def mixed_shifted_chows(reading: Reading, _context: WinContext) -> Finding:
    """三色三步高 Mixed shifted chows: three chows of three suits, each one number up from the last.

    三种花色三副依次递增一位的顺子。

    Yes: 123m234p345s111z2z+2z
    No: 123m345p567s111z2z+2z
    """
    return _choices(reading, "chow", _TRIPLE, _in_steps(_is_mixed, 1))


# --- four chows


@predicate("quadruple-chow")
def quadruple_chow(reading: Reading, _context: WinContext) -> Finding:
    """一色四同顺 Quadruple chow: four equal chows.

    一种花色四副序数相同的顺子。

    Yes: 111122223333m4m+4m
    No: 111222333m123p4m+4m
    """
    return _choices(reading, "chow", _ALL, _is_equal)


@predicate("four-shifted-chows")
def four_shifted_chows(reading: Reading, _context: WinContext) -> Finding:
    """一色四步高 Four shifted chows: four chows of a suit, each one number up from the last, or each two.

    一种花色四副依次递增一位或两位的顺子。

    Yes: 123m234m345m456m1z+1z
    Yes: 123m345m567m789m1z+1z
    No: 123m234m345m567m1z+1z
    """
    return _choices(reading, "chow", _ALL, _in_steps(_is_one, 1, 2))


@predicate("pure-terminal-chows")
def pure_terminal_chows(reading: Reading, _context: WinContext) -> Finding:
    """一色双龙会 Pure terminal chows: 123 and 789 of a suit twice, and its five as the pair.

    一种花色的两个老少副，五作将。

    Yes: 123m123m789m789m5m+5m
    No: 123m123m789m789m4m+4m
    """
    return _terminal_chows(reading, is_pure=True)


@predicate("mixed-terminal-chows")
def mixed_terminal_chows(reading: Reading, _context: WinContext) -> Finding:
    """三色双龙会 Mixed terminal chows: 123 and 789 in two suits, and the five of the third as the pair.

    两种花色各一个老少副，第三种花色的五作将。

    Yes: 123m789m123p789p5s+5s
    No: 123m789m123p789p5p+5p
    """
    return _terminal_chows(reading, is_pure=False)


def _terminal_chows(reading: Reading, *, is_pure: bool) -> Finding:
    """双龙会: two chows 123 and two 789, and a pair of fives, all of one suit or each kind of another."""
    pair = next((one.tile for one in reading.groups if one.kind == "pair"), None)
    if reading.shape != "standard" or pair is None or not pair.is_suited or pair.rank != _MIDDLE:
        return miss("not-related")

    def fits(ranks: _Ranks, suits: _Suits) -> bool:
        if ranks != (1, 1, _LAST_CHOW, _LAST_CHOW):
            return False
        if is_pure:
            return {*suits} == {pair.suit}
        return suits[0] != suits[1] and set(suits[:_PAIR]) == set(suits[_PAIR:]) and pair.suit not in suits

    return _choices(reading, "chow", _ALL, fits)


# --- pungs


@predicate("double-pung")
def double_pung(reading: Reading, _context: WinContext) -> Finding:
    """双同刻 Double pung: two pungs or kongs of the same number.

    两副序数相同的刻子或杠。

    Yes: 222m222p456s111z2z+2z
    No: 222m333p456s111z2z+2z
    """
    return _choices(reading, "pung", _PAIR, _is_same_number)


@predicate("triple-pung")
def triple_pung(reading: Reading, _context: WinContext) -> Finding:
    """三同刻 Triple pung: pungs or kongs of the same number in all three suits.

    三副序数相同的刻子或杠。

    Yes: 222m222p222s111z2z+2z
    No: 222m222p333s111z2z+2z
    """
    return _choices(reading, "pung", _TRIPLE, _is_same_number)


@predicate("pure-shifted-pungs")
def pure_shifted_pungs(reading: Reading, _context: WinContext) -> Finding:
    """一色三节高 Pure shifted pungs: three pungs or kongs of a suit, each one number up from the last.

    一种花色三副依次递增一位的刻子或杠。

    Yes: 222m333m[444m,W]111z2z+2z
    No: 222m333m555m111z2z+2z
    """
    return _choices(reading, "pung", _TRIPLE, _in_steps(_is_one, 1))


@predicate("mixed-shifted-pungs")
def mixed_shifted_pungs(reading: Reading, _context: WinContext) -> Finding:
    """三色三节高 Mixed shifted pungs: three pungs or kongs of three suits, each one number up from the last.

    三种花色三副依次递增一位的刻子或杠。

    Yes: 222m333p444s111z2z+2z
    No: 222m333p444p111z2z+2z
    """
    return _choices(reading, "pung", _TRIPLE, _in_steps(_is_mixed, 1))


@predicate("four-shifted-pungs")
def four_shifted_pungs(reading: Reading, _context: WinContext) -> Finding:
    """一色四节高 Four shifted pungs: four pungs or kongs of a suit, each one number up from the last.

    一种花色四副依次递增一位的刻子或杠。

    Yes: 222m333m444m555m1z+1z
    No: 222m333m444m666m1z+1z
    """
    return _choices(reading, "pung", _ALL, _in_steps(_is_one, 1))


# --- the same tile


@predicate("tile-hog")
def tile_hog(reading: Reading, _context: WinContext) -> Finding:
    """四归一 Tile hog: counts once for each kind that the hand uses four times without a kong.

    四张相同的牌用在顺子、刻子、对子里，不是杠；每种计一次。

    Yes: 111m123m456p789s2z+2z
    Yes: 1111m2233p44556s+6s
    No: [1111m]123p456p789s2z+2z
    """
    if reading.shape not in ("standard", "seven-pairs", "knitted-straight"):
        return miss("few-sets")
    where: dict[int, list[int]] = {}
    for at, one in enumerate(reading.groups):
        for tile in one.tiles if one.kind != "kong" else ():
            where.setdefault(tile, []).append(at)
    return tuple(tuple(dict.fromkeys(places)) for places in where.values() if len(places) == _ALL) or miss("few-sets")
