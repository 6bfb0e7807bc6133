"""How sets stand to one another: equal, of one number in several suits, or in steps.

Each predicate answers with a hit for every choice of sets that it holds in;
which of them may count together is not its business.  Most ask only about the
numbers of some chows, or of some pungs and kongs, that are all of one suit or
each of another: they are written as that question, and `related` asks all of
them together.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise
from operator import itemgetter
from typing import Literal

from mjcli.decompose import Group, Reading
from mjcli.fans.registry import Aspect, Finding, Hit, Hits, Predicate, add, miss, place, predicate
from mjcli.hand import WinContext
from mjcli.memo import Memo
from mjcli.tiles import KINDS, RANKS, SUITED

# The numbers of some sets of one kind, ascending.
_Ranks = tuple[int, ...]
_Fits = Callable[[_Ranks], bool]
# Whether the sets are all of one suit, or each of another.
_Suits = Literal["one", "each"]
_ONE: _Suits = "one"
_EACH: _Suits = "each"
_Kind = Literal["chow", "pung"]
_PAIR, _TRIPLE, _ALL = 2, 3, 4
_CHOW_LENGTH = 3
_LAST_CHOW = RANKS - _CHOW_LENGTH + 1
_MIDDLE = 5


# A chow, or a pung or kong of a suit, by its lowest tile; pungs have the numbers above all tiles, other groups none.
_Set = int | None


def as_set(one: Group) -> _Set:
    if one.kind == "chow":
        return int(one.tile)
    return KINDS + one.tile if one.is_pung and one.tile.is_suited else None


def _kind_of(one: _Set) -> _Kind | None:
    return None if one is None else "chow" if one < KINDS else "pung"


_SETS = place(as_set)
# The questions about so many sets of a kind, all of one suit or each of another, by the predicates' names.
_ASKED: dict[tuple[_Kind, int, _Suits], dict[str, _Fits]] = {}


def _relation(name: str, kind: _Kind, size: int, suits: _Suits) -> Callable[[_Fits], _Fits]:
    """Registers a question about the numbers of `size` sets of a kind and of such suits as the predicate `name`."""

    def register(fits: _Fits) -> _Fits:
        def test(reading: Reading, _context: WinContext) -> Finding:
            sets = tuple(map(as_set, reading.groups))
            if [*map(_kind_of, sets)].count(kind) < size:
                return miss("few-sets")
            return related(sets).get(name, ()) or miss("not-related")

        test.__doc__ = fits.__doc__
        add(Predicate(name, "relations", test, (_SETS,), jointly=related))
        _ASKED.setdefault((kind, size, suits), {})[name] = fits
        return fits

    return register


def related(sets: Sequence[_Set]) -> dict[str, Hits]:
    """The relations among the sets of a reading, each with the places of every choice of sets that it holds in."""
    found: dict[str, Hits] = {}
    for places, chosen in _choices(tuple([None if one is None else one < KINDS for one in sets])):
        for name in _HOLDING[chosen(sets)]:
            found[name] = (*found.get(name, ()), places)
    return found


@cache
def _choices(chows: tuple[bool | None, ...]) -> tuple[tuple[Hit, Callable[[Sequence[_Set]], tuple[int, ...]]], ...]:
    """The places of two sets or more of one kind, and what takes them from the sets.

    A place has True for a chow, False for a pung, None for any other group.
    """
    kinds = ([at for at, one in enumerate(chows) if one is wanted] for wanted in (True, False))
    chosen = (places for there in kinds for size in range(_PAIR, _ALL + 1) for places in combinations(there, size))
    return tuple((places, itemgetter(*places)) for places in chosen)


def holding(*sets: int) -> tuple[str, ...]:
    """The relations of all of some sets of one kind to one another: all that `related` asks of any choice of sets."""
    suits = len({one % KINDS // RANKS for one in sets})
    if 1 < suits < len(sets):
        return ()
    return _fitting(sets[0] < KINDS, suits == 1, tuple(sorted([one % KINDS % RANKS + 1 for one in sets])))


_HOLDING: Memo[tuple[int, ...], tuple[str, ...]] = Memo(lambda sets: holding(*sets), 1 << 14)


@cache
def _fitting(chows: bool, is_of_one: bool, ranks: _Ranks) -> tuple[str, ...]:
    """The relations of sets of one suit, or each of another, with those numbers."""
    asked = _ASKED.get(("chow" if chows else "pung", len(ranks), _ONE if is_of_one else _EACH), {})
    return tuple([name for name, fits in asked.items() if fits(ranks)])


def _is_one(values: Sequence[object]) -> bool:
    return len(set(values)) == 1


def _has_steps(ranks: _Ranks, *steps: int) -> bool:
    """Whether each number is one of these steps above the last, the same all the way."""
    return any(all(after - before == step for before, after in pairwise(ranks)) for step in steps)


# --- two chows


@_relation("pure-double-chow", "chow", _PAIR, _ONE)
def pure_double_chow(ranks: _Ranks) -> bool:
    """一般高 Pure double chow: two equal chows.

    一种花色两副相同的顺子。

    Yes: 123m123m456p111z2z+2z
    No: 123m123p456p111z2z+2z
    """
    return _is_one(ranks)


@_relation("mixed-double-chow", "chow", _PAIR, _EACH)
def mixed_double_chow(ranks: _Ranks) -> bool:
    """喜相逢 Mixed double chow: two chows of the same numbers in two suits.

    两种花色序数相同的两副顺子。

    Yes: 123m123p789s111z2z+2z
    No: 123m234p789s111z2z+2z
    """
    return _is_one(ranks)


@_relation("short-straight", "chow", _PAIR, _ONE)
def short_straight(ranks: _Ranks) -> bool:
    """连六 Short straight: two chows of a suit, one following on the other.

    一种花色六张相连的序数牌。

    Yes: 123m456m789p111z2z+2z
    No: 123m567m789p111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@_relation("two-terminal-chows", "chow", _PAIR, _ONE)
def two_terminal_chows(ranks: _Ranks) -> bool:
    """老少副 Two terminal chows: 123 and 789 of a suit.

    一种花色的 123 和 789 两副顺子。

    Yes: 123m789m456p111z2z+2z
    No: 123m789p456p111z2z+2z
    """
    return ranks == (1, _LAST_CHOW)


# --- three chows


@_relation("pure-triple-chow", "chow", _TRIPLE, _ONE)
def pure_triple_chow(ranks: _Ranks) -> bool:
    """一色三同顺 Pure triple chow: three equal chows.

    一种花色三副序数相同的顺子。

    Yes: 123m123m123m111z2z+2z
    No: 123m123m123p111z2z+2z
    """
    return _is_one(ranks)


@_relation("mixed-triple-chow", "chow", _TRIPLE, _EACH)
def mixed_triple_chow(ranks: _Ranks) -> bool:
    """三色三同顺 Mixed triple chow: chows of the same numbers in all three suits.

    三种花色序数相同的三副顺子。

    Yes: 234m234p234s111z2z+2z
    No: 234m234p345s111z2z+2z
    """
    return _is_one(ranks)


@_relation("pure-straight", "chow", _TRIPLE, _ONE)
def pure_straight(ranks: _Ranks) -> bool:
    """清龙 Pure straight: one to nine of a suit in three chows.

    一种花色 1 至 9 相连的三副顺子。

    Yes: 123m456m789m111z2z+2z
    No: 123m456m789p111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@_relation("mixed-straight", "chow", _TRIPLE, _EACH)
def mixed_straight(ranks: _Ranks) -> bool:
    """花龙 Mixed straight: one to nine in three chows of three suits.

    三种花色的三副顺子连成 1 至 9。

    Yes: 123m456p789s111z2z+2z
    No: 123m456p678s111z2z+2z
    """
    return _has_steps(ranks, _CHOW_LENGTH)


@_relation("pure-shifted-chows", "chow", _TRIPLE, _ONE)
def pure_shifted_chows(ranks: _Ranks) -> bool:
    """一色三步高 Pure shifted chows: three chows of a suit, each one number up from the last, or each two.

    一种花色三副依次递增一位或两位的顺子。

    Yes: 123m234m345m111z2z+2z
    Yes: 123m345m567m111z2z+2z
    No: 123m234m456m111z2z+2z
    """
    return _has_steps(ranks, 1, 2)


@_relation("mixed-shifted-chows", "chow", _TRIPLE, _EACH)
def mixed_shifted_chows(ranks: _Ranks) -> bool:
    """三色三步高 Mixed shifted chows: three chows of three suits, each one number up from the last.

    三种花色三副依次递增一位的顺子。

    Yes: 123m234p345s111z2z+2z
    No: 123m345p567s111z2z+2z
    """
    return _has_steps(ranks, 1)


# --- four chows


@_relation("quadruple-chow", "chow", _ALL, _ONE)
def quadruple_chow(ranks: _Ranks) -> bool:
    """一色四同顺 Quadruple chow: four equal chows.

    一种花色四副序数相同的顺子。

    Yes: 111122223333m4m+4m
    No: 111222333m123p4m+4m
    """
    return _is_one(ranks)


@_relation("four-shifted-chows", "chow", _ALL, _ONE)
def four_shifted_chows(ranks: _Ranks) -> bool:
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
    suits = [pair] * _PAIR if is_pure else [suit for suit in sorted(SUITED) if suit != pair]
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


@_relation("double-pung", "pung", _PAIR, _EACH)
def double_pung(ranks: _Ranks) -> bool:
    """双同刻 Double pung: two pungs or kongs of the same number.

    两副序数相同的刻子或杠。

    Yes: 222m222p456s111z2z+2z
    No: 222m333p456s111z2z+2z
    """
    return _is_one(ranks)


@_relation("triple-pung", "pung", _TRIPLE, _EACH)
def triple_pung(ranks: _Ranks) -> bool:
    """三同刻 Triple pung: pungs or kongs of the same number in all three suits.

    三副序数相同的刻子或杠。

    Yes: 222m222p222s111z2z+2z
    No: 222m222p333s111z2z+2z
    """
    return _is_one(ranks)


@_relation("pure-shifted-pungs", "pung", _TRIPLE, _ONE)
def pure_shifted_pungs(ranks: _Ranks) -> bool:
    """一色三节高 Pure shifted pungs: three pungs or kongs of a suit, each one number up from the last.

    一种花色三副依次递增一位的刻子或杠。

    Yes: 222m333m[444m,W]111z2z+2z
    No: 222m333m555m111z2z+2z
    """
    return _has_steps(ranks, 1)


@_relation("mixed-shifted-pungs", "pung", _TRIPLE, _EACH)
def mixed_shifted_pungs(ranks: _Ranks) -> bool:
    """三色三节高 Mixed shifted pungs: three pungs or kongs of three suits, each one number up from the last.

    三种花色三副依次递增一位的刻子或杠。

    Yes: 222m333p444s111z2z+2z
    No: 222m333p444p111z2z+2z
    """
    return _has_steps(ranks, 1)


@_relation("four-shifted-pungs", "pung", _ALL, _ONE)
def four_shifted_pungs(ranks: _Ranks) -> bool:
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
    if _ALL not in reading.counts and reading.groups[0].meld is None:
        return ()  # as in most hands: melds come first
    where: dict[int, list[int]] = {}
    for at, one in enumerate(reading.groups):
        for tile in one.tiles if one.kind != "kong" else ():
            where.setdefault(tile, []).append(at)
    return tuple([tuple(dict.fromkeys(places)) for places in where.values() if len(places) == _ALL])


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
