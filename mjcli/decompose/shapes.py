"""The shapes a complete hand can have: a registry that rule sets choose from by id.

A shape finds its arrangements of the concealed tiles, and says how many tiles
a hand is short of it.  `wilds` wild tiles, apart from `counts`, may be any tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain, combinations, combinations_with_replacement, permutations, product

from mjcli.decompose.reading import Group, Reading, group, meld_group
from mjcli.decompose.suits import MOST_SETS, UNREACHABLE, Split, SuitCounts, costs, join_costs, splits
from mjcli.hand import Hand
from mjcli.tiles import COPIES, HONOURS, KINDS, ORPHANS, RANKS, TILES, Counts, Tile, count_tiles
from mjcli.value import Value

# The concealed groups of a complete hand by tile, and what wild tiles stand for in them.
Arrangement = tuple[tuple[Group, ...], tuple[Tile, ...]]
_SUIT_STARTS = range(0, KINDS, RANKS)
_HONOURS_START = _SUIT_STARTS[-1]


class Shape(Value):
    """A form of complete hands.

    `arrange(counts, melds, wilds)` yields the arrangements of complete concealed
    tiles beside `melds` melds.  `missing(counts, limits, melds, wilds)` is how
    many tiles are short of the nearest hand of the shape which holds no more of
    a kind than `limits` allows; `UNREACHABLE` or more if there is none.
    """

    id: str
    arrange: Callable[[Counts, int, int], Iterator[Arrangement]]
    missing: Callable[[Counts, Counts, int, int], int]


def _by_suit(counts: Counts) -> list[SuitCounts]:
    return [counts[start : start + RANKS] for start in _SUIT_STARTS]


def _arrange_standard(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """Four sets, melds included, and a pair."""
    suits = _by_suit(counts)
    for shares in _shares(wilds, len(suits)):
        choices = []
        for start, suit, share in zip(_SUIT_STARTS, suits, shares, strict=True):
            found = splits(suit, start != _HONOURS_START, share)
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
    for start, part in zip(_SUIT_STARTS, parts, strict=True):
        groups += (group("chow", TILES[start + rank]) for rank in part.chows)
        groups += (group("pung", TILES[start + rank]) for rank in part.pungs)
        groups += (group("pair", TILES[start + rank]) for rank in part.pairs)
        fills += (TILES[start + rank] for rank in part.fills)
    groups.sort(key=lambda g: g.tile)
    yield tuple(groups), tuple(fills)


def _missing_standard(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    suits = zip(_SUIT_STARTS, _by_suit(counts), _by_suit(limits), strict=True)
    manzu, *others = [costs(suit, limit, start != _HONOURS_START) for start, suit, limit in suits]
    total = manzu
    for suit in others:
        total = join_costs(total, suit)
    return max(0, total[2 * (MOST_SETS - melds) + 1] - wilds)


def _arrange_orphans(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """十三幺: one of each terminal and honour, and one of them twice."""
    if melds or sum(counts) + wilds != len(ORPHANS) + 1 or any(counts[t] for t in TILES if t not in ORPHANS):
        return
    absent = tuple(tile for tile in ORPHANS if not counts[tile])
    for pair in ORPHANS:
        extra = (pair,) * (max(0, 2 - counts[pair]) - (pair in absent))
        fits = all(counts[tile] <= (2 if tile == pair else 1) for tile in ORPHANS)
        if fits and len(absent) + len(extra) == wilds:
            groups = tuple(group("pair" if tile == pair else "single", tile) for tile in ORPHANS)
            yield groups, tuple(sorted(absent + extra))


def _missing_orphans(counts: Counts, _limits: Counts, melds: int, wilds: int) -> int:
    if melds:
        return UNREACHABLE
    kinds = sum(counts[tile] > 0 for tile in ORPHANS)
    paired = any(counts[tile] > 1 for tile in ORPHANS)
    return max(0, len(ORPHANS) + 1 - kinds - paired - wilds)


_PAIRS, _PAIR_SIZE, _SINGLES = 7, 2, 14
# The most tiles of a kind in seven pairs: four alike are two pairs, where the rule set has them so.
_FOUR_ALIKE, _TWO_ALIKE = COPIES, 2


def _arrange_pairs(most: int, counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """七对: seven pairs, with at most `most` tiles of a kind."""
    odd = tuple(tile for tile in TILES if counts[tile] % 2)
    spare = wilds - len(odd)
    if melds or sum(counts) + wilds != _PAIRS * _PAIR_SIZE or spare < 0:
        return
    for kinds in combinations_with_replacement(TILES, spare // 2):
        fills = tuple(sorted(odd + kinds * 2))
        held = [counts[tile] + fills.count(tile) for tile in TILES] if fills else counts
        if max(held) <= most:
            yield tuple(group("pair", tile) for tile in TILES for _ in range(held[tile] // 2)), fills


def _missing_pairs(most: int, counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    """Of every pair that could be, the seven that lack least."""
    if melds:
        return UNREACHABLE
    short = [
        min(_PAIR_SIZE, max(0, size - counts[tile]))
        for tile in TILES
        for size in range(_PAIR_SIZE, min(most, limits[tile]) + 1, _PAIR_SIZE)
    ]
    return max(0, sum(sorted(short)[:_PAIRS]) - wilds) if len(short) >= _PAIRS else UNREACHABLE


# The runs 147, 258 and 369, one in each suit: six ways to deal them out.
_KNITTED = tuple(
    tuple(TILES[start + first] for start, first in zip(_SUIT_STARTS[:-1], firsts, strict=True))
    for firsts in permutations(range(3))
)
_KNITTED_TILES = tuple(tuple(chain.from_iterable(group("knitted", tile).tiles for tile in one)) for one in _KNITTED)


def _arrange_knitted_honours(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """全不靠, 七星不靠: fourteen different tiles of the knitted runs and the honours."""
    if melds or sum(counts) + wilds != _SINGLES or max(counts) > 1:
        return
    held, found = {tile for tile in TILES if counts[tile]}, set()
    for runs in _KNITTED_TILES:
        if held.issubset(runs + HONOURS):
            lacking = [tile for tile in runs + HONOURS if tile not in held]
            found |= {tuple(sorted(fills)) for fills in combinations(lacking, wilds)}
    for fills in sorted(found):
        yield tuple(group("single", tile) for tile in sorted((*held, *fills))), fills


def _missing_knitted_honours(counts: Counts, _limits: Counts, melds: int, wilds: int) -> int:
    if melds:
        return UNREACHABLE
    most = max(sum(counts[tile] > 0 for tile in runs + HONOURS) for runs in _KNITTED_TILES)
    return max(0, _SINGLES - most - wilds)


_KNITTED_SETS = 3


def _arrange_knitted_straight(counts: Counts, melds: int, wilds: int) -> Iterator[Arrangement]:
    """组合龙: the knitted runs in place of three sets, a fourth set, claimed or not, and a pair."""
    if melds + _KNITTED_SETS > MOST_SETS:
        return
    for firsts, runs in zip(_KNITTED, _KNITTED_TILES, strict=True):
        lacking = tuple(tile for tile in runs if not counts[tile])
        if len(lacking) <= wilds:
            rest = _without(counts, runs)
            for groups, fills in _arrange_standard(rest, melds + _KNITTED_SETS, wilds - len(lacking)):
                straight = tuple(group("knitted", tile) for tile in firsts)
                yield tuple(sorted(groups + straight, key=lambda g: g.tile)), tuple(sorted(fills + lacking))


def _without(counts: Counts, tiles: tuple[Tile, ...]) -> Counts:
    """The counts less one of each of the tiles, as far as there is one."""
    left = list(counts)
    for tile in tiles:
        left[tile] = max(0, left[tile] - 1)
    return tuple(left)


def _missing_knitted_straight(counts: Counts, limits: Counts, melds: int, wilds: int) -> int:
    best = UNREACHABLE
    for runs in _KNITTED_TILES if melds + _KNITTED_SETS <= MOST_SETS else ():
        if all(limits[tile] for tile in runs):
            lacking = sum(not counts[tile] for tile in runs)
            rest = _missing_standard(_without(counts, runs), _without(limits, runs), melds + _KNITTED_SETS, 0)
            best = min(best, lacking + rest)
    return best if best >= UNREACHABLE else max(0, best - wilds)


_ALL = (
    Shape("standard", _arrange_standard, _missing_standard),
    Shape("thirteen-orphans", _arrange_orphans, _missing_orphans),
    Shape("seven-pairs", partial(_arrange_pairs, _FOUR_ALIKE), partial(_missing_pairs, _FOUR_ALIKE)),
    Shape("seven-different-pairs", partial(_arrange_pairs, _TWO_ALIKE), partial(_missing_pairs, _TWO_ALIKE)),
    Shape("knitted-honours", _arrange_knitted_honours, _missing_knitted_honours),
    Shape("knitted-straight", _arrange_knitted_straight, _missing_knitted_straight),
)
SHAPES: dict[str, Shape] = {shape.id: shape for shape in _ALL}


def readings(hand: Hand, shapes: tuple[str, ...], wilds: int = 0) -> Iterator[Reading]:
    """Every reading of a complete hand in the shapes named, none if it is not complete.

    The hand's winning tile must be marked (`Hand.marked`).  Where it fits several
    groups there is a reading for each.  `wilds` counts the wild tiles held beside
    the tiles of the hand.
    """
    if hand.added is None:
        raise ValueError("the winning tile is not marked")
    melds = tuple(meld_group(meld) for meld in hand.melds)
    for name in shapes:
        for groups, fills in SHAPES[name].arrange(hand.counts, len(melds), wilds):
            for at in _places(groups, hand.added):
                placed = len(melds) + at
                yield Reading(name, melds + groups, hand.added, placed, fills, hand.flower_count, shapes)


def _places(groups: tuple[Group, ...], tile: Tile) -> Iterator[int]:
    """The groups that the winning tile can have completed; of equal groups the first.

    Those where it closed a chow come first, 边张 then 坎张: where one of these is the
    only wait, the reading shown has the tile in the set that the wait was for.
    """
    fitting = {one: at for at, one in reversed([*enumerate(groups)]) if tile in one.tiles}
    yield from sorted(fitting.values(), key=lambda at: (_wait_order(groups[at], tile), at))


def _wait_order(one: Group, tile: Tile) -> int:
    if one.kind != "chow":
        return 2
    is_edge = (tile.rank, one.tile.rank) in ((3, 1), (RANKS - 2, RANKS - 2))
    return 0 if is_edge else 1 if tile == one.tiles[1] else 2


@lru_cache(maxsize=1 << 12)
def completing(counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int = 0) -> tuple[Tile, ...]:
    """The kinds of which one more completes the concealed `counts` beside `melds` melds.

    Formally: a kind that the hand holds all four of is one too.
    """
    found = []
    for tile in TILES:
        complete = (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])
        if any(any(True for _ in SHAPES[shape].arrange(complete, melds, wilds)) for shape in shapes):
            found.append(tile)
    return tuple(found)


def waited_for(reading: Reading) -> tuple[Tile, ...]:
    """The kinds that the hand waited for, in any shape that it could have had; the winning tile is one."""
    counts = list(count_tiles(reading.concealed_tiles))
    counts[reading.winning] -= 1
    for tile in reading.fills:
        counts[tile] -= 1
    melds = sum(one.meld is not None for one in reading.groups)
    return completing(tuple(counts), melds, reading.shapes or (reading.shape,), len(reading.fills))
