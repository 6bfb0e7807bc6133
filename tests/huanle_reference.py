"""欢乐麻将 by trying everything: the plain hands that wild tiles may make, each scored as 国标麻将 scores it.

Every wild tile is put in place of every kind; what is complete then is scored
by the rule set without wild tiles, the winning tile as what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

from dongyang_reference import arrangements, counted

from mjcli.hand import Hand, WinContext
from mjcli.ruleset import RuleSet, load_rules
from mjcli.scoring import score_checked
from mjcli.tiles import HONOURS, ORPHANS, TILES, Tile

MINIMUM = 8


class Best(NamedTuple):
    """The best total (None where nothing is complete), and whether it may win."""

    total: int | None
    is_win: bool


class Filled(NamedTuple):
    """A plain hand that wild tiles made, its total, and whether the wild tiles are all themselves."""

    hand: Hand
    total: int
    is_itself: bool


@cache
def plain_rules() -> RuleSet:
    return load_rules("mcr")


def filled(hand: Hand, context: WinContext) -> Iterator[Filled]:
    """Every complete hand that comes of putting some kind in place of each wild tile."""
    wild, added = context.wild, hand.added
    assert wild is not None
    assert added is not None
    plain = context.replace(wild=None)
    others = tuple(tile for tile in hand.concealed if tile != wild)
    for fill in combinations_with_replacement(TILES, hand.closed_tiles.count(wild)):
        tiles = (*others, *fill) if added == wild else (*others, *fill, added)
        if not is_complete(tiles):
            continue
        for win in set(fill) if added == wild else {added}:
            rest = list(tiles)
            rest.remove(win)
            made = hand.replace(concealed=tuple(rest), added=win)
            total = score_checked(made, plain_rules(), plain).fan
            assert total is not None, made
            yield Filled(made, total, set(fill) <= {wild})


def best(hand: Hand, context: WinContext) -> Best:
    """The most that a hand is worth, 无财神 with it; flowers do not count towards the minimum."""
    totals = [one.total + int(one.is_itself) for one in filled(hand, context)]
    if not totals:
        return Best(None, False)
    return Best(max(totals), max(totals) - hand.flower_count >= MINIMUM)


# --- which plain tiles are complete

KNITTED = tuple(
    frozenset(Tile(9 * suit + first + step) for suit, first in enumerate(firsts) for step in (0, 3, 6))
    for firsts in permutations(range(3))
)


def is_complete(tiles: tuple[Tile, ...]) -> bool:
    """Whether concealed tiles make sets and a pair, or one of the special hands of fourteen."""
    kinds = set(tiles)
    if arrangements(counted(tiles)):
        return True
    if any(knit <= kinds and arrangements(counted(without(tiles, knit))) for knit in KNITTED):
        return True
    return len(tiles) == 14 and is_special(tiles)


def without(tiles: tuple[Tile, ...], taken: frozenset[Tile]) -> tuple[Tile, ...]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return tuple(left)


def is_special(tiles: tuple[Tile, ...]) -> bool:
    """Seven pairs, thirteen orphans, or single tiles of a knitted straight and honours."""
    kinds = set(tiles)
    if kinds == set(ORPHANS) or all(tiles.count(kind) % 2 == 0 for kind in kinds):
        return True
    return len(kinds) == len(tiles) and any(kinds <= knit.union(HONOURS) for knit in KNITTED)
