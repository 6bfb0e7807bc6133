"""Winds and dragons."""

from mjcli.decompose import Group, Reading
from mjcli.fans.aspects import ROUND, SEAT
from mjcli.fans.registry import Finding, Miss, each_group, enough_groups, miss, place, predicate
from mjcli.hand import WinContext
from mjcli.tiles import DRAGONS, WINDS, Tile


def _honour_set(one: Group) -> tuple[str, Tile] | None:
    """What a pung, a kong or a pair of honours is."""
    if not one.tile.is_honour or one.kind not in ("pung", "kong", "pair"):
        return None
    return "pair" if one.kind == "pair" else "pung", one.tile


_HONOURS = place(_honour_set)


def _family(reading: Reading, kinds: tuple[Tile, ...], reason: str, *, with_pair: bool) -> Finding:
    """A pung of each kind, or of all but one which is the pair."""
    pungs = {g.tile: at for at, g in enumerate(reading.groups) if g.is_pung and g.tile in kinds}
    pair = {g.tile: at for at, g in enumerate(reading.groups) if g.kind == "pair" and g.tile in kinds}
    lacking = tuple(kind for kind in kinds if kind not in pungs and not (with_pair and kind in pair))
    if lacking:
        return Miss(reason, lacking=lacking)
    if with_pair and len(pungs) != len(kinds) - 1:
        return miss("no-pair-of-them")
    return (tuple(sorted((*pungs.values(), *(pair.values() if with_pair else ())))),)


@predicate("little-three-dragons", _HONOURS)
def little_three_dragons(reading: Reading, _context: WinContext) -> Finding:
    """小三元 Little three dragons: pungs of two dragons and a pair of the third.

    中、发、白两副刻子，另一种作将。

    Yes: 555z666z77z123m45m+6m
    No: 555z666z777z123m4m+4m
    No: 555z66z123m456m78m+9m
    """
    return _family(reading, DRAGONS, "few-dragons", with_pair=True)


@predicate("big-three-dragons", _HONOURS)
def big_three_dragons(reading: Reading, _context: WinContext) -> Finding:
    """大三元 Big three dragons: pungs of all three dragons.

    中、发、白三副刻子。

    Yes: [555z,S][666z,W][777z,N]123m4p+4p
    No: 555z666z77z123m45m+6m
    """
    return _family(reading, DRAGONS, "few-dragons", with_pair=False)


@predicate("little-four-winds", _HONOURS)
def little_four_winds(reading: Reading, _context: WinContext) -> Finding:
    """小四喜 Little four winds: pungs of three winds and a pair of the fourth.

    东、南、西、北三副刻子，另一种作将。

    Yes: 111z222z333z44z12m+3m
    No: 111z222z333z444z1m+1m
    No: 111z222z33z123m45m+6m
    """
    return _family(reading, WINDS, "few-winds", with_pair=True)


@predicate("big-four-winds", _HONOURS)
def big_four_winds(reading: Reading, _context: WinContext) -> Finding:
    """大四喜 Big four winds: pungs of all four winds.

    东、南、西、北四副刻子。

    Yes: 111z222z333z444z1m+1m
    No: 111z222z333z44z12m+3m
    """
    return _family(reading, WINDS, "few-winds", with_pair=False)


@predicate("seat-wind", _HONOURS, SEAT)
def seat_wind(reading: Reading, context: WinContext) -> Finding:
    """门风 Seat wind: a pung of the winner's own wind.

    本家门风的刻子。

    Yes: 222z123m456m789p5p+5p seat=S
    No: 222z123m456m789p5p+5p seat=W
    No: 22z123m456m789p34p+5p seat=S
    """
    return each_group(reading, lambda g: g.is_pung and g.tile == context.seat.wind, "no-seat-wind")


@predicate("round-wind", _HONOURS, ROUND)
def round_wind(reading: Reading, context: WinContext) -> Finding:
    """圈风 Round wind: a pung of the prevailing wind.

    本圈圈风的刻子。

    Yes: 333z123m456m789p5p+5p round=W
    No: 333z123m456m789p5p+5p round=E
    """
    return each_group(reading, lambda g: g.is_pung and g.tile == context.round.wind, "no-round-wind")


@predicate("dragon-pung", _HONOURS)
def dragon_pung(reading: Reading, _context: WinContext) -> Finding:
    """三元牌 Dragon pung: counts once for each pung of 中, 发 or 白.

    中、发、白的刻子，每副计一次。

    Yes: 555z123m456m789p5p+5p
    No: 55z123m456m789p34p+5p
    """
    return each_group(reading, lambda g: g.is_pung and g.tile in DRAGONS, "few-dragons")


@predicate("two-dragon-pungs", _HONOURS)
def two_dragon_pungs(reading: Reading, _context: WinContext) -> Finding:
    """双箭刻 Two dragon pungs: pungs of two of the dragons.

    中、发、白中两副刻子。

    Yes: 555z666z123m456m7p+7p
    No: 555z66z123m456m77p+7p
    """
    return enough_groups(reading, lambda g: g.is_pung and g.tile in DRAGONS, 2, "few-sets")


@predicate("big-three-winds", _HONOURS)
def big_three_winds(reading: Reading, _context: WinContext) -> Finding:
    """三风刻 Big three winds: pungs of three of the winds.

    东、南、西、北中三副刻子。

    Yes: 111z222z333z123m5p+5p
    No: 111z222z33z123m55p+5p
    """
    return enough_groups(reading, lambda g: g.is_pung and g.tile in WINDS, 3, "few-sets")
