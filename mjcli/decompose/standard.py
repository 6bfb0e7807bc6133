"""The standard shape: four sets, melds included, and a pair."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from mjcli.decompose.reading import Group, group
from mjcli.decompose.shape import Arrangement, Limits
from mjcli.decompose.suits import MOST_SETS, Split, SuitCounts, costs, join_costs, join_totals, splits, totals
from mjcli.tiles import KINDS, RANKS, TILES, Counts, Tile

SUIT_STARTS = range(0, KINDS, RANKS)
_HONOURS_START = SUIT_STARTS[-1]


def _by_suit(counts: Counts) -> list[SuitCounts]:
    return [counts[start : start + RANKS] for start in SUIT_STARTS]


def arrange(counts: Counts, melds: int, wilds: int, limits: Limits) -> Iterator[Arrangement]:
    """Every arrangement in four sets and a pair."""
    suits = _by_suit(counts)
    bounds = _by_suit(limits) if limits else [None] * len(suits)
    for shares in _shares(wilds, len(suits)):
        choices = []
        for start, suit, share, bound in zip(SUIT_STARTS, suits, shares, bounds, strict=True):
            found = splits(suit, start != _HONOURS_START, share, bound)
            if not found:
                break
            choices.append(found)
        else:
            for parts in product(*choices):
                yield from _one_hand(parts, melds)


def _shares(wilds: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal out `wilds` among `parts`."""
    if parts == 1:
        yield (wilds,)
        return
    for share in range(wilds + 1):
        for rest in _shares(wilds - share, parts - 1):
            yield (share, *rest)


def _one_hand(parts: tuple[Split, ...], melds: int) -> Iterator[Arrangement]:
    """The splits of the four suits as one arrangement, if they have the sets and the one pair."""
    sets = sum(len(part.chows) + len(part.pungs) for part in parts)
    if sets + melds != MOST_SETS or sum(len(part.pairs) for part in parts) != 1:
        return
    groups: list[Group] = []
    fills: list[Tile] = []
    for start, part in zip(SUIT_STARTS, parts, strict=True):
        groups += (group("chow", TILES[start + rank]) for rank in part.chows)
        groups += (group("pung", TILES[start + rank]) for rank in part.pungs)
        groups += (group("pair", TILES[start + rank]) for rank in part.pairs)
        fills += (TILES[start + rank] for rank in part.fills)
    groups.sort(key=lambda g: g.tile)
    yield tuple(groups), tuple(fills)


def completes(counts: Counts, melds: int, wilds: int, limits: Limits) -> bool:
    """Whether all tiles make the sets still needed, and a pair."""
    joined = 1
    for start in SUIT_STARTS:
        suit = slice(start, start + RANKS)
        joined = join_totals(
            joined, totals(counts[suit], start != _HONOURS_START, wilds, limits[suit] if limits else None)
        )
    return bool(joined >> _total(melds) & 1)


def _total(melds: int) -> int:
    """The place of the sets still needed and a pair among the totals."""
    return 2 * (MOST_SETS - melds) + 1


def missing(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    """How many tiles are short of four sets and a pair."""
    suits = zip(SUIT_STARTS, _by_suit(counts), _by_suit(limits), strict=True)
    manzu, *others = [costs(suit, limit, start != _HONOURS_START) for start, suit, limit in suits]
    total = manzu
    for suit in others:
        total = join_costs(total, suit)
    return max(0, total[_total(melds)] - wilds)
