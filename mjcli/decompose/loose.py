"""Hands that win without sets: unconnected tiles, honours alone, three wild tiles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product

from mjcli.decompose.reading import Group, group
from mjcli.decompose.shape import Arrangement, Limits
from mjcli.decompose.suits import UNREACHABLE, SuitCounts
from mjcli.hand import Meld
from mjcli.tiles import HONOURS, KINDS, RANKS, TILES, Counts, Tile

_SINGLES = 14
_SUITS = range(0, KINDS - len(HONOURS), RANKS)
_LEAST_GAP, _MOST_OF_A_SUIT = 3, 3
_FEWEST_HONOURS = 5

# Every choice of ranks of a suit that lie at least three apart.
_APART = tuple(
    ranks
    for size in range(_MOST_OF_A_SUIT + 1)
    for ranks in combinations(range(RANKS), size)
    if all(after - before >= _LEAST_GAP for before, after in pairwise(ranks))
)
# How many of its tiles each suit can have, five to seven of the fourteen being honours.
_SIZES = tuple(
    sizes
    for sizes in product(range(_MOST_OF_A_SUIT + 1), repeat=len(_SUITS))
    if _FEWEST_HONOURS <= _SINGLES - sum(sizes) <= len(HONOURS)
)


def arrange_unconnected(counts: Counts, _melds: int, wilds: int, _limits: Limits) -> Iterator[Arrangement]:
    """十三不靠: fourteen single tiles, five honours or more, those of a suit at least three apart."""
    if max(counts) > 1 or sum(counts) + wilds != _SINGLES:
        return
    held = {tile for tile in TILES if counts[tile]}
    suits = [list(_supersets(counts[start : start + RANKS], start)) for start in _SUITS]
    winds = [tile for tile in HONOURS if tile not in held]
    honours = [
        (*(tile for tile in HONOURS if tile in held), *more)
        for size in range(len(winds) + 1)
        for more in combinations(winds, size)
    ]
    for parts in product(*suits, honours):
        tiles = tuple(chain.from_iterable(parts))
        if len(tiles) == _SINGLES and len(parts[-1]) >= _FEWEST_HONOURS:
            fills = tuple(sorted(tile for tile in tiles if tile not in held))
            yield tuple(group("single", tile) for tile in sorted(tiles)), fills


def _supersets(suit: SuitCounts, start: int) -> Iterator[tuple[Tile, ...]]:
    """The choices of tiles of a suit that have all those held."""
    held = {rank for rank, count in enumerate(suit) if count}
    for ranks in _APART:
        if held.issubset(ranks):
            yield tuple(TILES[start + rank] for rank in ranks)


def missing_unconnected(counts: Counts, _limits: Counts, _melds: int, wilds: int) -> int:
    """How many tiles are short of fourteen unconnected ones."""
    useful = [_useful(counts[start : start + RANKS]) for start in _SUITS]
    honours = sum(counts[tile] > 0 for tile in HONOURS)
    best = max(
        sum(held[size] for held, size in zip(useful, sizes, strict=True)) + min(honours, _SINGLES - sum(sizes))
        for sizes in _SIZES
    )
    return max(0, _SINGLES - best - wilds)


def _useful(suit: SuitCounts) -> list[int]:
    """How many of the tiles held can be kept in a choice of each size."""
    most = [0] * (_MOST_OF_A_SUIT + 1)
    for ranks in _APART:
        most[len(ranks)] = max(most[len(ranks)], sum(suit[rank] > 0 for rank in ranks))
    return most


def are_honours(melds: tuple[Meld, ...]) -> bool:
    """Whether all melds are of honours."""
    return all(meld.tile.is_honour for meld in melds)


def arrange_honours(counts: Counts, _melds: int, _wilds: int, _limits: Limits) -> Iterator[Arrangement]:
    """乱风: honours alone, whatever they make; wild tiles stand for nothing."""
    if not any(counts[: HONOURS[0]]):
        yield _singly(counts), ()


def missing_honours(counts: Counts, _limits: Counts, melds: int, wilds: int) -> int:
    """How many tiles are to be honours yet."""
    return max(0, _concealed(melds) - sum(counts[tile] for tile in HONOURS) - wilds)


_THREE = 3


def arrange_wilds(counts: Counts, _melds: int, wilds: int, _limits: Limits) -> Iterator[Arrangement]:
    """三财神: three wild tiles win whatever the others are, and stand for nothing."""
    if wilds >= _THREE:
        yield _singly(counts), ()


def missing_wilds(counts: Counts, _limits: Counts, melds: int, wilds: int) -> int:
    """A third wild tile is waited for; nobody plays for two or three."""
    if wilds < _THREE - 1:
        return UNREACHABLE
    return max(0, _THREE - wilds, _concealed(melds) - sum(counts) - wilds)


def _singly(counts: Counts) -> tuple[Group, ...]:
    return tuple(group("single", tile) for tile in TILES for _ in range(counts[tile]))


def _concealed(melds: int) -> int:
    """How many concealed tiles a complete hand has beside so many melds."""
    return _SINGLES - 3 * melds
