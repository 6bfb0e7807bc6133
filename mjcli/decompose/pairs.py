"""Seven pairs, and thirteen orphans: shapes of pairs and single tiles that are concealed as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations_with_replacement

from mjcli.decompose.reading import group
from mjcli.decompose.shape import NO_LIMIT, Arrangement, Limits, lacks_nothing, waits_tried
from mjcli.decompose.suits import UNREACHABLE
from mjcli.tiles import KINDS, ORPHANS, TILES, Counts, Tile


def arrange_orphans(counts: Counts, _melds: int, wilds: int, _limits: Limits) -> Iterable[Arrangement]:
    """十三幺: one of each terminal and honour, and one of them twice."""
    if _has_simples(counts) or sum(counts) + wilds != len(ORPHANS) + 1:
        return ()
    return _orphans(counts, wilds)


def _has_simples(counts: Counts) -> bool:
    """Whether there is a tile between two and eight: of most hands the first suit says so."""
    return any(counts[1:8]) or any(counts[10:17]) or any(counts[19:26])


def waits_for_orphans(counts: Counts, melds: int, wilds: int, limits: Limits) -> Sequence[Tile]:
    """The orphan that is absent, any where none is; with wild tiles, what trying each kind shows."""
    if _has_simples(counts):
        return ()
    if wilds:
        return waits_tried(lacks_nothing(missing_orphans))(counts, melds, wilds, limits)
    absent = [tile for tile in ORPHANS if not counts[tile]]
    return () if sum(counts) != len(ORPHANS) or len(absent) > 1 else absent or ORPHANS


def _orphans(counts: Counts, wilds: int) -> Iterator[Arrangement]:
    absent = tuple(tile for tile in ORPHANS if not counts[tile])
    repeated = [tile for tile in ORPHANS if counts[tile] > 1]
    if sum(counts[tile] - 1 for tile in repeated) > 1:
        return  # more than the one pair
    for pair in repeated or ORPHANS:
        filled = absent if repeated else tuple(sorted((*absent, pair)))
        if len(filled) == wilds:
            yield tuple(group("pair" if tile == pair else "single", tile) for tile in ORPHANS), filled


def missing_orphans(counts: Counts, _limits: Counts, _melds: int, wilds: int) -> int:
    """How many tiles are short of thirteen orphans."""
    kinds = sum(counts[tile] > 0 for tile in ORPHANS)
    paired = any(counts[tile] > 1 for tile in ORPHANS)
    return max(0, len(ORPHANS) + 1 - kinds - paired - wilds)


_PAIRS, _PAIR_SIZE, _THREE = 7, 2, 3
# The most tiles of a kind in seven pairs: four alike are two pairs where the rule set has them so, and six three.
ANY_ALIKE, TWO_ALIKE = _PAIRS * _PAIR_SIZE, _PAIR_SIZE


def arrange_pairs(most: int, counts: Counts, _melds: int, wilds: int, limits: Limits) -> Iterable[Arrangement]:
    """七对: seven pairs, with at most `most` tiles of a kind."""
    if not wilds and (1 in counts or _THREE in counts):
        return ()
    return _seven_pairs(most, counts, wilds, limits)


def _seven_pairs(most: int, counts: Counts, wilds: int, limits: Limits) -> Iterator[Arrangement]:
    odd = tuple(tile for tile in TILES if counts[tile] % 2)
    spare = wilds - len(odd)
    if sum(counts) + wilds != _PAIRS * _PAIR_SIZE or spare < 0:
        return
    for kinds in combinations_with_replacement(TILES, spare // 2):
        fills = tuple(sorted(odd + kinds * 2))
        held = [counts[tile] + fills.count(tile) for tile in TILES] if fills else counts
        if max(held) <= most and (limits is None or all(held[tile] <= limits[tile] for tile in fills)):
            yield tuple(group("pair", tile) for tile in TILES for _ in range(held[tile] // 2)), fills


def completes_pairs(most: int, counts: Counts, _melds: int, wilds: int, limits: Limits) -> bool:
    """Whether wild tiles pair what is single, and are pairs themselves where there is room."""
    if sum(counts) + wilds != _PAIRS * _PAIR_SIZE:
        return False
    spare, room = wilds, 0
    for count, bound in zip(counts, limits or NO_LIMIT, strict=True):
        single = count % _PAIR_SIZE
        held = count + single
        if held > most or (single and held > bound):
            return False
        spare -= single
        room += max(0, min(most, bound) - held) // _PAIR_SIZE
    return 0 <= spare <= _PAIR_SIZE * room


def waits_for_pairs(most: int, counts: Counts, melds: int, wilds: int, limits: Limits) -> Sequence[Tile]:
    """The kind that is single where six pairs are there; with wild tiles, what trying each kind shows."""
    if counts.count(0) < KINDS - _PAIRS or counts.count(1) + counts.count(_THREE) > wilds + 1:
        return ()  # of most hands it is enough to see how many kinds they have
    if wilds:
        return waits_tried(partial(completes_pairs, most))(counts, melds, wilds, limits)
    single = [tile for tile in TILES if counts[tile] % 2]
    is_short = sum(counts) == _PAIRS * _PAIR_SIZE - 1 and max(counts) <= most
    return single if is_short and len(single) == 1 and counts[single[0]] < most else ()


def missing_pairs(most: int, counts: Counts, limits: Counts, _melds: int, wilds: int) -> int:
    """Of every pair that could be, the seven that lack least."""
    short = sorted(chain.from_iterable(map(partial(_short_pairs, most), counts, limits)))
    return max(0, sum(short[:_PAIRS]) - wilds) if len(short) >= _PAIRS else UNREACHABLE


@lru_cache(maxsize=1 << 8)
def _short_pairs(most: int, held: int, limit: int) -> tuple[int, ...]:
    """How many tiles each pair of a kind is short of."""
    sizes = range(_PAIR_SIZE, min(most, limit) + 1, _PAIR_SIZE)
    return tuple([min(_PAIR_SIZE, max(0, size - held)) for size in sizes])
