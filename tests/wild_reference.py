"""Wild tiles read the slow way: every assignment is tried, and the plain hand it gives is searched naively.

`python -m tests.wild_reference --hands 20000 --seed 1` compares wins, readings
and waits of seeded hands with the project's, prints every difference and ends
with the numbers by how many wild tiles the hands had.  A test compares fewer.

Nothing here knows the searches it checks: a suit is split by its first tile, and
a hand with wild tiles is complete if it is with some other tiles in their place.
Assignments are made suit by suit, and left as soon as a suit cannot be part of
the shape any more.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from typing import NamedTuple

from mjcli.decompose import readings
from mjcli.hand import Hand, Meld, Wilds
from mjcli.notation import format_hand
from mjcli.tiles import COPIES, FLOWERS, HONOURS, KINDS, ORPHANS, TILES, Counts, Tile, count_tiles
from mjcli.waiting import waits

SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
HONOURS_AT = 27
FULL = 14
# A group by its kind and the rank of its lowest tile in a suit, or the tile itself.
Part = tuple[str, int]
Parts = tuple[Part, ...]


# --- plain hands: every way to read tiles none of which is wild


@lru_cache(maxsize=1 << 18)
def suit_parts(suit: Counts, runs: bool) -> frozenset[Parts]:
    """Sets and at most one pair that use up a suit: the lowest tile is taken, in every group it can be in."""
    first = next((rank for rank, held in enumerate(suit) if held), None)
    if first is None:
        return frozenset(((),))
    used: dict[str, tuple[int, ...]] = {"pair": (first,) * 2, "pung": (first,) * 3}
    if runs and first + 2 < len(suit):
        used["chow"] = (first, first + 1, first + 2)
    found: set[Parts] = set()
    for kind, ranks in used.items():
        left = list(suit)
        for rank in ranks:
            left[rank] -= 1
        if min(left) >= 0:
            rest = suit_parts(tuple(left), runs)
            found |= {tuple(sorted((*more, (kind, first)))) for more in rest if kind != "pair" or not _has_pair(more)}
    return frozenset(found)


def _has_pair(parts: Parts) -> bool:
    return any(kind == "pair" for kind, _ in parts)


def plain_standard(counts: Counts, melds: int) -> Iterator[Parts]:
    """Four sets, the melds among them, and a pair."""
    suits = [suit_parts(counts[start:end], start != HONOURS_AT) for start, end in SUITS]
    for chosen in product(*suits):
        suited = zip(SUITS, chosen, strict=True)
        parts = tuple((kind, start + rank) for (start, _), some in suited for kind, rank in some)
        if len(parts) + melds == 5 and sum(kind == "pair" for kind, _ in parts) == 1:
            yield parts


def plain_orphans(counts: Counts, _melds: int) -> Iterator[Parts]:
    """Each terminal and honour, and one of them again."""
    held = {tile for tile in TILES if counts[tile]}
    if held == set(ORPHANS) and sum(counts) == FULL:
        yield tuple(("pair" if counts[tile] == 2 else "single", int(tile)) for tile in ORPHANS)


def plain_pairs(counts: Counts, _melds: int) -> Iterator[Parts]:
    """Seven pairs, some of which may be alike."""
    if sum(counts) == FULL and not any(held % 2 for held in counts):
        yield tuple(("pair", int(tile)) for tile in TILES for _ in range(counts[tile] // 2))


def plain_different_pairs(counts: Counts, _melds: int) -> Iterator[Parts]:
    """Seven pairs of seven kinds."""
    if sum(counts) == FULL and set(counts) <= {0, 2}:
        yield tuple(("pair", int(tile)) for tile in TILES if counts[tile])


# The ranks 147, 258 and 369, one run in each suit.
RUNS = [
    [9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6)]
    for firsts in permutations(range(3))
]


def plain_knitted_honours(counts: Counts, _melds: int) -> Iterator[Parts]:
    """Fourteen different tiles of three knitted runs and the honours."""
    held = {int(tile) for tile in TILES if counts[tile]}
    if sum(counts) == FULL == len(held) and any(held <= {*runs, *HONOURS} for runs in RUNS):
        yield _singles(counts)


def plain_knitted_straight(counts: Counts, melds: int) -> Iterator[Parts]:
    """Three knitted runs as three sets, a fourth set, and a pair."""
    for runs in RUNS:
        if all(counts[tile] for tile in runs):
            rest = tuple(held - (tile in runs) for tile, held in enumerate(counts))
            for parts in plain_standard(rest, melds + 3):
                yield (*parts, *(("knitted", runs[at]) for at in (0, 3, 6)))


def plain_unconnected(counts: Counts, _melds: int) -> Iterator[Parts]:
    """Fourteen single tiles, five honours or more, the ranks of a suit three apart."""
    held = [int(tile) for tile in TILES if counts[tile]]
    suited, honours = ([tile for tile in held if (tile >= HONOURS_AT) == which] for which in (False, True))
    apart = all(one // 9 != other // 9 or other - one >= 3 for one, other in combinations(suited, 2))
    if sum(counts) == FULL == len(held) and len(honours) >= 5 and apart:
        yield _singles(counts)


def _singles(counts: Counts) -> Parts:
    return tuple(("single", int(tile)) for tile in TILES for _ in range(counts[tile]))


# --- what a suit can be in a plain hand of a shape: assignments are left where it cannot


def suit_has_parts(suit: Counts, start: int) -> bool:
    return bool(suit_parts(suit, start != HONOURS_AT))


def suit_has_run_and_parts(suit: Counts, start: int) -> bool:
    """Whether a knitted run and other sets use up the suit; honours have no run."""
    if start == HONOURS_AT:
        return suit_has_parts(suit, start)
    runs = [run for run in ((0, 3, 6), (1, 4, 7), (2, 5, 8)) if all(suit[rank] for rank in run)]
    return any(suit_has_parts(tuple(held - (at in run) for at, held in enumerate(suit)), start) for run in runs)


def suit_has_pairs(suit: Counts, _start: int) -> bool:
    return not any(held % 2 for held in suit)


def suit_has_orphans(suit: Counts, start: int) -> bool:
    return all(held == 0 or (held <= 2 and TILES[start + rank] in ORPHANS) for rank, held in enumerate(suit))


def suit_is_of_a_run(suit: Counts, start: int) -> bool:
    held = {rank for rank, number in enumerate(suit) if number}
    return max(suit) <= 1 and (start == HONOURS_AT or any(held <= run for run in ({0, 3, 6}, {1, 4, 7}, {2, 5, 8})))


def suit_is_apart(suit: Counts, start: int) -> bool:
    held = [rank for rank, number in enumerate(suit) if number]
    return max(suit) <= 1 and (start == HONOURS_AT or all(after - before >= 3 for before, after in pairwise(held)))


class Plain(NamedTuple):
    """How a shape is read without wild tiles, and what a suit must be; `most_melds` that it can have."""

    read: Callable[[Counts, int], Iterator[Parts]]
    suit: Callable[[Counts, int], bool]
    most_melds: int = 0


PLAIN = {
    "standard": Plain(plain_standard, suit_has_parts, 4),
    "thirteen-orphans": Plain(plain_orphans, suit_has_orphans),
    "seven-pairs": Plain(plain_pairs, suit_has_pairs),
    "seven-different-pairs": Plain(plain_different_pairs, suit_has_pairs),
    "knitted-honours": Plain(plain_knitted_honours, suit_is_of_a_run),
    "knitted-straight": Plain(plain_knitted_straight, suit_has_run_and_parts, 1),
    "unconnected": Plain(plain_unconnected, suit_is_apart),
}


# --- wild tiles: every assignment


class Found(NamedTuple):
    """A reading: its concealed groups, what wild tiles stand for, and how many stand-ins count as the face."""

    shape: str
    parts: Parts
    fills: tuple[int, ...]
    stood: int


class Held(NamedTuple):
    """Concealed tiles by what they count as, the number of wild ones, and how many stand-ins turned."""

    counts: Counts
    wilds: int
    stood: int


def holdings(tiles: tuple[Tile, ...], wilds: Wilds) -> Iterator[Held]:
    """The stand-ins as themselves, and any number of them as the face."""
    plain = [tile for tile in tiles if tile not in wilds.kinds]
    can_turn = plain.count(wilds.stand_in) if wilds.stand_in is not None and wilds.face is not None else 0
    for stood in range(can_turn + 1):
        turned = list(plain)
        for _ in range(stood):
            assert wilds.stand_in is not None
            assert wilds.face is not None
            turned.remove(wilds.stand_in)
            turned.append(wilds.face)
        yield Held(count_tiles(turned), len(tiles) - len(plain), stood)


@lru_cache(maxsize=1 << 18)
def filled_suits(shape: str, start: int, suit: Counts, fills: int, room: Counts | None) -> tuple[Counts, ...]:
    """The suit with that many more tiles in every way that the shape allows.

    `room` is how many of each rank may be there where a wild tile stands for one.
    """
    found = []
    for more in combinations_with_replacement(range(len(suit)), fills):
        filled = tuple(held + more.count(rank) for rank, held in enumerate(suit))
        if room is None or all(filled[rank] <= room[rank] for rank in more):
            found.append(filled)
    return tuple(filled for filled in found if PLAIN[shape].suit(filled, start))


def assignments(shape: str, held: Held, room: Counts | None) -> Iterator[Counts]:
    """The plain hands that wild tiles can make of the others."""

    def walk(at: int, left: int, done: Counts) -> Iterator[Counts]:
        if at == len(SUITS):
            if left == 0:
                yield done
            return
        start, end = SUITS[at]
        bound = room[start:end] if room else None
        for fills in range(left + 1):
            for filled in filled_suits(shape, start, held.counts[start:end], fills, bound):
                yield from walk(at + 1, left - fills, (*done, *filled))

    return walk(0, held.wilds, ())


def found_readings(tiles: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: Shapes, wilds: Wilds) -> Iterator[Found]:
    """Every reading of concealed tiles beside melds, found once."""
    melded = count_tiles(tile for meld in melds for tile in meld.tiles)
    room = None if wilds.fifth_copy else tuple(COPIES - held for held in melded)
    for held, shape in product(holdings(tiles, wilds), shapes):
        if shape not in PLAIN:
            if _stands_alone(shape, held, melds):
                yield Found(shape, _singles(held.counts), (), held.stood)
            continue
        if len(melds) > PLAIN[shape].most_melds:
            continue
        for whole in assignments(shape, held, room):
            for parts in PLAIN[shape].read(whole, len(melds)):
                fills = tuple(kind for kind in range(KINDS) for _ in range(whole[kind] - held.counts[kind]))
                yield Found(shape, tuple(sorted(parts)), fills, held.stood)


Shapes = tuple[str, ...]


def _stands_alone(shape: str, held: Held, melds: tuple[Meld, ...]) -> bool:
    """Whether tiles win without sets, the wild ones standing for nothing: honours alone, three wild tiles."""
    if shape == "three-wilds":
        return held.wilds >= 3
    assert shape == "honours-alone"
    return sum(held.counts[:HONOURS_AT]) == 0 and all(meld.tile in HONOURS for meld in melds)


def is_win(tiles: tuple[Tile, ...], melds: tuple[Meld, ...], shapes: Shapes, wilds: Wilds) -> bool:
    """Whether some assignment makes a complete hand."""
    return any(True for _ in found_readings(tiles, melds, shapes, wilds))


# --- the hands to compare, and what is said about each


class Case(NamedTuple):
    """A hand of fourteen tiles, the last one added, the shapes that win, and the wild tiles of the deal."""

    hand: Hand
    shapes: Shapes
    wilds: Wilds

    @property
    def wild_count(self) -> int:
        return sum(tile in self.wilds.kinds for tile in self.hand.closed_tiles)

    def __str__(self) -> str:
        hand = self.hand.replace(concealed=(), added=None)
        closed = " ".join(tile.text for tile in self.hand.concealed)
        wilds = "".join(tile.text for tile in self.wilds.kinds)
        if self.wilds.stand_in is not None:
            wilds += f" {self.wilds.stand_in}→{self.wilds.face}"
        if not self.wilds.fifth_copy:
            wilds += " no fifth copy"
        return f"{format_hand(hand)} {closed} + {self.hand.added}, wild {wilds}, {'/'.join(self.shapes)}"


Placed = tuple[Found, int, Part | None]


def placed_readings(case: Case) -> Iterator[Placed]:
    """Every reading with each thing that the winning tile can be, and each group that it can be in."""
    hand, wilds = case.hand, case.wilds
    added = hand.added
    assert added is not None
    for one in found_readings(hand.closed_tiles, hand.melds, case.shapes, wilds):
        if added in wilds.kinds and not one.fills:
            yield one, added, None
            continue
        for tile in _meanings(added, one, case):
            for part in set(one.parts):
                if tile in part_tiles(part):
                    yield one, tile, part


def _meanings(added: Tile, one: Found, case: Case) -> set[int]:
    if added in case.wilds.kinds:
        return set(one.fills)
    if added != case.wilds.stand_in or case.wilds.face is None:
        return {added}
    left = case.hand.closed_tiles.count(added) - one.stood
    return ({int(added)} if left else set()) | ({int(case.wilds.face)} if one.stood else set())


@cache
def part_tiles(part: Part) -> tuple[int, ...]:
    """The tiles of a group."""
    kind, tile = part
    if kind in ("chow", "knitted"):
        step = 1 if kind == "chow" else 3
        return (tile, tile + step, tile + 2 * step)
    return (tile,) * {"single": 1, "pair": 2, "pung": 3}[kind]


def own_readings(case: Case) -> Iterator[Placed]:
    """What the project reads, in the same terms."""
    wild = Counter(tile for tile in case.hand.closed_tiles if tile in case.wilds.kinds)
    for one in readings(case.hand, case.shapes, case.wilds):
        groups: list[Part] = [(group.kind, int(group.tile)) for group in one.groups]
        parts = tuple(sorted(groups[len(case.hand.melds) :]))
        assert Counter(one.wilds) == wild
        assert one.won_wild == (case.hand.added in case.wilds.kinds)
        used = sum(tile == fill for tile, fill in zip(one.wilds, one.fills, strict=False))
        assert used == (Counter(one.fills) & wild).total(), "a wild tile could be itself"
        found = Found(one.shape, parts, tuple(map(int, one.fills)), len(one.stood))
        yield found, int(one.winning), None if one.placed is None else groups[one.placed]


def readings_differ(case: Case) -> str:
    """How the readings differ, empty if they do not; none at all is no win."""
    own, reference = Counter(own_readings(case)), Counter(placed_readings(case))
    if own == reference:
        return ""
    return f"readings: only own {list(own - reference)[:3]}, only reference {list(reference - own)[:3]}"


class Waited(NamedTuple):
    """The waits of a hand of thirteen tiles.

    `tiles` are kinds that are not wild, `held` those of them that the hand holds
    four of, `wild` the wild ones; `any_tile` that whatever can be drawn completes it.
    """

    tiles: frozenset[Tile]
    held: frozenset[Tile]
    wild: frozenset[Tile]
    any_tile: bool


def reference_waits(hand: Hand, shapes: Shapes, wilds: Wilds) -> Waited:
    """Every kind is drawn and tried."""
    own = Counter((*hand.closed_tiles, *(tile for meld in hand.melds for tile in meld.tiles)))
    kinds = dict.fromkeys((*TILES, *wilds.kinds))
    able = {tile for tile in kinds if is_win((*hand.closed_tiles, tile), hand.melds, shapes, wilds)}
    drawn = {tile for tile in kinds if own[tile] < tile.copies}
    wild = frozenset(wilds.kinds)
    return Waited(
        frozenset(able & drawn - wild), frozenset(able - drawn - wild), frozenset(able & drawn & wild), drawn <= able
    )


def own_waits(hand: Hand, shapes: Shapes, wilds: Wilds) -> Waited:
    """What the project waits for."""
    found = waits(hand, shapes, wilds=wilds)
    tiles, wild = ({wait.tile for wait in some} for some in (found.waits, found.wild))
    return Waited(frozenset(tiles), frozenset(found.held), frozenset(wild), found.any_tile)


def waits_differ(case: Case) -> str:
    """How the waits before the last tile differ, empty if they do not."""
    hand = case.hand.replace(added=None)
    own, reference = own_waits(hand, case.shapes, case.wilds), reference_waits(hand, case.shapes, case.wilds)
    if own == reference:
        return ""
    sides = [(own, reference), (reference, own)]
    only, missed = (
        [sorted(one - other) for one, other in zip(left[:3], right[:3], strict=True)] for left, right in sides
    )
    return f"waits, held, wild: only own {only}, only reference {missed}; any tile {own.any_tile} {reference.any_tile}"


# What is compared: each says how a case differs, or nothing.
COMPARED: tuple[Callable[[Case], str], ...] = (readings_differ, waits_differ)


# --- seeded hands


SHAPE_CHOICES: tuple[Shapes, ...] = (
    ("standard",),
    ("standard", "thirteen-orphans"),
    ("standard", "seven-different-pairs"),
    ("standard", "thirteen-orphans", "seven-pairs", "knitted-honours", "knitted-straight"),
    ("standard", "seven-pairs", "unconnected", "honours-alone", "three-wilds"),
)
POOLS = (TILES, TILES, TILES[:9], TILES[9:14], (*TILES[:4], *TILES[9:12], *TILES[31:]), TILES[22:30], HONOURS)
# How often a hand is to have no wild tile, one, and so on.
WILD_SHARES = (10, 30, 30, 20, 10)


def make_standard(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    """Four sets of a pool, some laid down, and a pair."""
    pool = rng.choice(POOLS)
    starts = [tile for tile in pool if tile < HONOURS_AT and tile % 9 < 7]
    shown, pung_share = rng.choice((0, 0, 0.4, 0.8)), rng.choice((0.2, 0.6))
    melds, tiles = [], [rng.choice(pool)] * 2
    for _ in range(4):
        is_chow = starts and rng.random() > pung_share
        meld = Meld("chow", rng.choice(starts)) if is_chow else Meld("pung", rng.choice(pool))
        if rng.random() >= shown:
            tiles += meld.tiles
        else:
            melds.append(meld if is_chow or rng.random() < 0.7 else meld.replace(kind="kong"))
    return melds, tiles


def make_pairs(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    return [], [tile for tile in rng.choices(rng.choice(POOLS[:3]), k=7) for _ in range(2)]


def make_orphans(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    return [], [*ORPHANS, rng.choice(ORPHANS)]


def make_knitted(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    honours = rng.randint(5, 7)
    return [], [*rng.sample(HONOURS, honours), *(Tile(at) for at in rng.sample(rng.choice(RUNS), FULL - honours))]


def make_straight(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    (melds, tiles), runs = make_standard(rng), rng.choice(RUNS)
    one = melds[:1] if rng.random() < 0.5 else [Meld("kong", Tile(runs[0]))] if rng.random() < 0.3 else []
    kept = [tile for tile in tiles if tiles.count(tile) == 2][:2] or [TILES[rng.randrange(KINDS)]] * 2
    fourth = [] if one else [TILES[rng.randrange(KINDS)]] * 3
    return one, [*map(Tile, runs), *fourth, *kept]


def make_unconnected(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    ranks = [rng.choice(((0, 3, 6), (0, 4, 8), (1, 5, 8), (2, 5), (7,), ())) for _ in range(3)]
    tiles = [Tile(9 * suit + rank) for suit, some in enumerate(ranks) for rank in some]
    return [], (tiles + rng.sample(HONOURS, 7))[-FULL:]


def make_honours(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    melds = [Meld("pung", tile) for tile in rng.sample(HONOURS, rng.choice((0, 0, 1, 2)))]
    return melds, rng.choices(HONOURS, k=FULL - 3 * len(melds))


def make_any(rng: random.Random) -> tuple[list[Meld], list[Tile]]:
    return [], rng.choices(TILES, k=FULL)


MAKERS: dict[str, Callable[[random.Random], tuple[list[Meld], list[Tile]]]] = {
    "standard": make_standard,
    "thirteen-orphans": make_orphans,
    "seven-pairs": make_pairs,
    "seven-different-pairs": make_pairs,
    "knitted-honours": make_knitted,
    "knitted-straight": make_straight,
    "unconnected": make_unconnected,
    "honours-alone": make_honours,
    "three-wilds": make_any,
}


def wild_kinds(rng: random.Random, tiles: list[Tile]) -> Wilds:
    """The wild tiles of a deal: of a kind, of two or flowers; with a stand-in or without."""
    chosen = [rng.choice((rng.choice(TILES), rng.choice(tiles), rng.choice(HONOURS), TILES[31]))]
    if rng.random() < 0.2:
        chosen.append(rng.choice(TILES))
    if rng.random() < 0.1:
        chosen = [*FLOWERS, *chosen[1:]]
    kinds, fifth_copy = tuple(dict.fromkeys(chosen)), rng.random() < 0.5
    if chosen[0] in FLOWERS or rng.random() < 0.5:
        return Wilds(kinds, fifth_copy=fifth_copy)
    return Wilds(kinds, rng.choice((TILES[31], TILES[31], rng.choice(TILES))), chosen[0], fifth_copy)


def case_of(rng: random.Random, most_wilds: int) -> Case | None:
    """A hand that wins or nearly does; None where it has too many wild tiles or copies."""
    shapes = rng.choice(SHAPE_CHOICES)
    melds, tiles = MAKERS[rng.choice((*shapes, "standard"))](rng)
    if len(tiles) + 3 * len(melds) != FULL:
        return None
    wilds = wild_kinds(rng, [*tiles, *(tile for meld in melds for tile in meld.tiles)])
    goal = rng.choices(range(most_wilds + 1), WILD_SHARES[: most_wilds + 1])[0]
    for at, tile in enumerate(tiles):
        if tile in wilds.kinds and wilds.stand_in is not None and rng.random() < 0.7:
            tiles[at] = wilds.stand_in
    plain = [at for at, tile in enumerate(tiles) if tile not in wilds.kinds]
    rng.shuffle(plain)
    while plain and len(tiles) - len(plain) < goal:
        tiles[plain.pop()] = rng.choice(wilds.kinds)
    for at in plain[: rng.choice((0, 0, 0, 1, 1, 2))]:
        tiles[at] = rng.choice((rng.choice(TILES), wilds.stand_in or TILES[31]))
    rng.shuffle(tiles)
    case = Case(Hand(tuple(tiles[:-1]), tuple(melds), tiles[-1]), shapes, wilds)
    return case if case.wild_count <= most_wilds and not any(case.hand.problems()) else None


def cases(hands: int, seed: int, most_wilds: int = 4) -> Iterator[Case]:
    """So many seeded hands."""
    rng = random.Random(seed)
    while hands:
        case = case_of(rng, most_wilds)
        if case is not None:
            hands -= 1
            yield case


def compare(found: Iterator[Case], seen: Counter[int]) -> Iterator[str]:
    """What differs in the cases; `seen` counts them by their wild tiles."""
    for case in found:
        seen[case.wild_count] += 1
        for differ in COMPARED:
            difference = differ(case)
            if difference:
                yield f"{case}\n    {difference}"


def main() -> int:
    """Compares as many hands as asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--most-wilds", type=int, default=len(WILD_SHARES) - 1, choices=range(len(WILD_SHARES)))
    asked = options.parse_args()
    start, seen, wrong = time.perf_counter(), Counter[int](), 0
    for difference in compare(cases(asked.hands, asked.seed, asked.most_wilds), seen):
        print(difference)
        wrong += 1
    for wilds, number in sorted(seen.items()):
        print(f"{number:8,} with {wilds} wild")
    print(f"{asked.hands:,} hands, seed {asked.seed}: {wrong:,} differences, {time.perf_counter() - start:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
