"""Hands of knitted tiles: the runs 147, 258 and 369, one in each suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, permutations

from mjcli.decompose import standard
from mjcli.decompose.reading import group
from mjcli.decompose.shape import Arrangement, Limits, all_different
from mjcli.decompose.suits import MOST_SETS, UNREACHABLE, SuitCounts
from mjcli.hand import Meld
from mjcli.memo import Memo
from mjcli.tiles import HONOURS, TILES, Counts, Tile

_SINGLES = 14
_SETS = 3

# The runs 147, 258 and 369, one in each suit: six ways to deal them out.
_FIRSTS = tuple(permutations(range(_SETS)))
_RUNS = tuple(
    tuple(TILES[start + first] for start, first in zip(standard.SUIT_STARTS[:-1], firsts, strict=True))
    for firsts in _FIRSTS
)
_RUN_TILES = tuple(tuple(chain.from_iterable(group("knitted", tile).tiles for tile in one)) for one in _RUNS)


def arrange_honours(counts: Counts, melds: int, wilds: int, _limits: Limits) -> Iterable[Arrangement]:
    """全不靠, 七星不靠: fourteen different tiles of the knitted runs and the honours."""
    if not are_knitted(counts, melds, wilds) or sum(counts) + wilds != _SINGLES:
        return ()
    return _singles(counts, wilds)


def are_knitted(counts: Counts, melds: int, wilds: int) -> bool:
    """Whether there is one tile of each kind at most, and those of a suit are all of 147, of 258 or of 369."""
    return all_different(counts, melds, wilds) and all(
        _LACKING[suit].count(_SETS) >= _SETS - 1 for suit in (counts[0:9], counts[9:18], counts[18:27])
    )


def _singles(counts: Counts, wilds: int) -> Iterator[Arrangement]:
    held, found = {tile for tile in TILES if counts[tile]}, set()
    for runs in _RUN_TILES:
        if held.issubset(runs + HONOURS):
            lacking = [tile for tile in runs + HONOURS if tile not in held]
            found |= {tuple(sorted(fills)) for fills in combinations(lacking, wilds)}
    for fills in sorted(found):
        yield tuple(group("single", tile) for tile in sorted((*held, *fills))), fills


def missing_honours(counts: Counts, _limits: Counts, _melds: int, wilds: int) -> int:
    """How many tiles are short of fourteen knitted singles."""
    most = max(sum(counts[tile] > 0 for tile in runs + HONOURS) for runs in _RUN_TILES)
    return max(0, _SINGLES - most - wilds)


def leaves_room(melds: tuple[Meld, ...]) -> bool:
    """Whether three sets can still be the knitted runs."""
    return len(melds) + _SETS <= MOST_SETS


def arrange_straight(counts: Counts, melds: int, wilds: int, limits: Limits) -> Iterable[Arrangement]:
    """组合龙: the knitted runs in place of three sets, a fourth set, claimed or not, and a pair."""
    near = _near_runs(counts, wilds)
    return _straights(counts, melds, wilds, limits, near) if near else ()


def _near_runs(counts: Counts, wilds: int) -> tuple[int, ...]:
    """Which of the ways to deal out the runs lack no more than `wilds` tiles."""
    m = _LACKING[counts[0:9]]
    if min(m) > wilds:
        return ()
    p, s = _LACKING[counts[9:18]], _LACKING[counts[18:27]]
    if min(m) + min(p) + min(s) > wilds:
        return ()
    return tuple(way for way, (one, two, three) in enumerate(_FIRSTS) if m[one] + p[two] + s[three] <= wilds)


def _lacking(suit: SuitCounts) -> tuple[int, ...]:
    """How many tiles of each of 147, 258 and 369 a suit does not have."""
    return tuple(suit[first::_SETS].count(0) for first in range(_SETS))


_LACKING = Memo(_lacking, 1 << 14)


def _straights(counts: Counts, melds: int, wilds: int, limits: Limits, ways: tuple[int, ...]) -> Iterator[Arrangement]:
    for firsts, runs in ((_RUNS[way], _RUN_TILES[way]) for way in ways):
        lacking = tuple(tile for tile in runs if not counts[tile])
        if _can_fill(lacking, limits):
            rest, bounds = _without(counts, runs), _without(limits, runs) if limits else None
            for groups, fills in standard.arrange(rest, melds + _SETS, wilds - len(lacking), bounds):
                straight = tuple(group("knitted", tile) for tile in firsts)
                yield tuple(sorted(groups + straight, key=lambda g: g.tile)), tuple(sorted(fills + lacking))


def completes_straight(counts: Counts, melds: int, wilds: int, limits: Limits) -> bool:
    """Whether all tiles make a knitted straight, a set and a pair."""
    for runs in (_RUN_TILES[way] for way in _near_runs(counts, wilds)):
        lacking = tuple(tile for tile in runs if not counts[tile])
        if _can_fill(lacking, limits):
            rest, bounds = _without(counts, runs), _without(limits, runs) if limits else None
            if standard.completes(rest, melds + _SETS, wilds - len(lacking), bounds):
                return True
    return False


def is_nearly_straight(counts: Counts, _melds: int, wilds: int) -> bool:
    """Whether the runs of some way to deal them out lack no more tiles than wild ones and one more can be."""
    return bool(_near_runs(counts, wilds + 1))


def missing_straight(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    """How many tiles are short of a knitted straight, a set and a pair."""
    best = UNREACHABLE
    for runs in _RUN_TILES:
        lacking = tuple(tile for tile in runs if not counts[tile])
        if _can_fill(lacking, limits):
            rest = standard.missing(_without(counts, runs), _without(limits, runs), melds + _SETS, 0)
            best = min(best, len(lacking) + rest)
    return best if best >= UNREACHABLE else max(0, best - wilds)


def _can_fill(lacking: tuple[Tile, ...], limits: Limits) -> bool:
    """Whether there may be one of each of the tiles: the fourth set can be a kong of one."""
    return limits is None or all(limits[tile] for tile in lacking)


def _without(counts: Counts, tiles: tuple[Tile, ...]) -> Counts:
    """The counts less one of each of the tiles, as far as there is one."""
    left = list(counts)
    for tile in tiles:
        left[tile] = max(0, left[tile] - 1)
    return tuple(left)
