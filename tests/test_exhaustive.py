"""Exhaustive counts: the searches look at every hand of a kind, and must find as many as there are.

The numbers are in `exhaustive.toml`. A faster search has to come to the same ones.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from mjcli.decompose import readings
from mjcli.decompose.suits import Split, splits
from mjcli.hand import Hand, Wilds
from mjcli.notation import parse_hand
from mjcli.tiles import COPIES, JOKER, TILES
from mjcli.waiting import waits

Vector = tuple[int, ...]
FACTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "exhaustive.toml").read_text("utf-8"))
RANKS = {"suit": 9, "honours": 7}
MOST_SETS = 4
# The sizes of the sets and of the pair that may stand beside them.
PAIRS = {"": 0, "_with_pair": 2}
KINDS = [pytest.param(kind, pair, id=kind + pair) for kind in RANKS for pair in PAIRS]


def vectors(ranks: int, total: int) -> Iterator[Vector]:
    """Every way to hold `total` tiles of so many ranks, four of each at most."""
    if ranks == 0:
        if total == 0:
            yield ()
        return
    for held in range(min(COPIES, total) + 1):
        for rest in vectors(ranks - 1, total - held):
            yield (held, *rest)


@cache
def patterns(kind: str, pair: str) -> tuple[frozenset[Vector], ...]:
    """The vectors that the project's search splits, by the number of their sets."""
    totals = (3 * sets + PAIRS[pair] for sets in range(MOST_SETS + 1))
    runs = kind == "suit"
    return tuple(frozenset(v for v in vectors(RANKS[kind], total) if splits(v, runs)) for total in totals)


def built_patterns(kind: str, pair: str, sets: int) -> set[Vector]:
    """The same vectors the other way round: put together from sets and a pair."""
    ranks = RANKS[kind]
    blocks = [_vector(ranks, rank, rank, rank) for rank in range(ranks)]
    if kind == "suit":
        blocks += [_vector(ranks, rank, rank + 1, rank + 2) for rank in range(ranks - 2)]
    pairs = [_vector(ranks, rank, rank) for rank in range(ranks)] if pair else [_vector(ranks)]
    sums = (
        tuple(map(sum, zip(*chosen, held, strict=True)))
        for chosen in combinations_with_replacement(blocks, sets)
        for held in pairs
    )
    return {vector for vector in sums if max(vector) <= COPIES}


def _vector(ranks: int, *held: int) -> Vector:
    return tuple(held.count(rank) for rank in range(ranks))


@pytest.mark.parametrize("kind", RANKS)
def test_number_of_vectors(kind: str) -> None:
    """There are so many ways to hold up to 14 tiles of a suit, and of the honours."""
    assert sum(1 for total in range(15) for _ in vectors(RANKS[kind], total)) == FACTS["vectors"][kind]


@pytest.mark.parametrize(("kind", "pair"), KINDS)
def test_number_of_patterns(kind: str, pair: str) -> None:
    """The search splits so many vectors into each number of sets."""
    assert [len(found) for found in patterns(kind, pair)] == FACTS["patterns"][kind + pair]


@pytest.mark.parametrize(("kind", "pair"), KINDS)
def test_patterns_are_those_that_can_be_built(kind: str, pair: str) -> None:
    """The search finds exactly the vectors that sets and a pair add up to."""
    built = [built_patterns(kind, pair, sets) for sets in range(MOST_SETS + 1)]

    assert built == list(patterns(kind, pair))


def test_number_of_wins() -> None:
    """Three suits and the honours together have so many hands of four sets and a pair."""
    # ways[sets][pairs]: hands of the suits joined so far.
    ways = [[1, 0], *([0, 0] for _ in range(MOST_SETS))]
    for kind in ("suit", "suit", "suit", "honours"):
        joined = [[0, 0] for _ in range(MOST_SETS + 1)]
        for pairs, pair in enumerate(PAIRS):
            for sets, found in enumerate(patterns(kind, pair)):
                for before in range(MOST_SETS + 1 - sets):
                    for earlier in range(2 - pairs):
                        joined[before + sets][earlier + pairs] += ways[before][earlier] * len(found)
        ways = joined

    assert ways[MOST_SETS][1] == FACTS["wins"]["standard"]


def test_number_of_full_suits() -> None:
    """There are so many hands of one suit alone."""
    assert sum(1 for _ in vectors(9, 13)) == FACTS["hands"]["thirteen"]
    assert sum(1 for _ in vectors(9, 14)) == FACTS["hands"]["fourteen"]


def test_waits_of_every_one_suit_hand() -> None:
    """All one-suit hands of 13 tiles by how many tiles they wait for."""
    found: Counter[int] = Counter()
    for vector in vectors(9, 13):
        tiles = tuple(tile for tile, held in zip(TILES[:9], vector, strict=True) for _ in range(held))
        found[len(waits(Hand(tiles), ("standard",)).waits)] += 1

    assert [found[number] for number in range(10)] == FACTS["waits"]["by_number"]
    assert found.total() == FACTS["hands"]["thirteen"]


# The most arrangements of a suit, and the most readings: in each the winning tile, or each wild tile, has its places.
Most = dict[tuple[int, int], tuple[int, int]]


@cache
def most_of_suit(kind: str, held: int, wilds: int) -> Most:
    """The most over all suits of so many tiles and exactly so many wild ones, for each number of sets and of pairs."""
    found: Most = {}
    if (held + wilds) % 3 == 1:
        return found  # neither sets nor sets and a pair
    for vector in vectors(RANKS[kind], held):
        if vector > vector[::-1]:
            continue  # read from the other end it has as many
        here: dict[tuple[int, int], list[Split]] = {}
        # The last ranks change least from one to the next, so that what the search keeps of them is found again.
        for split in splits(vector[::-1], kind == "suit", wilds):
            here.setdefault((len(split.chows) + len(split.pungs), len(split.pairs)), []).append(split)
        for size, alike in here.items():
            arrangements, most = found.get(size, (0, 0))
            found[size] = max(arrangements, len(alike)), max(most, most_places(alike))
    return found


def most_places(alike: list[Split]) -> int:
    """The groups that the winning tile can have completed in all the splits: that of some rank, or a wild one."""
    by_rank, as_wild = [0] * RANKS["suit"], 0
    for split in alike:
        covered = [
            *{*split.pungs},
            *split.pairs,
            *(rank for first in {*split.chows} for rank in range(first, first + 3)),
        ]
        for rank in covered:
            by_rank[rank] += 1
        as_wild += sum(map(covered.count, {*split.fills}))
    return max(as_wild, *by_rank)


def joined(left: Most, right: Most) -> Most:
    """The most that two suits come to together."""
    found: Most = {}
    for (sets, pairs), (ways, placed) in left.items():
        for (more, pair), (others, elsewhere) in right.items():
            if sets + more <= MOST_SETS and pairs + pair <= 1:
                size = sets + more, pairs + pair
                arrangements, readings = found.get(size, (0, 0))
                found[size] = arrangements + ways * others, readings + ways * elsewhere + placed * others
    return found


def most_of_hand(held: tuple[int, ...], wilds: int) -> int:
    """The most readings of four sets and a pair with so many tiles of each suit and of honours."""
    total = 0
    for shares in product(range(wilds + 1), repeat=len(held)):
        if sum(shares) == wilds:
            suits = zip(("suit", "suit", "suit", "honours"), held, shares, strict=True)
            total += reduce(joined, (most_of_suit(*one) for one in suits)).get((MOST_SETS, 1), (0, 0))[1]
    return total


def test_most_readings_with_four_wild_tiles() -> None:
    """No hand has more readings with four wild tiles: what its suits have at most is multiplied out."""
    deals = [
        (*suits, 10 - sum(suits))
        for suits in product(range(11), repeat=3)
        if sum(suits) <= 10 and suits == tuple(sorted(suits))
    ]

    assert max(most_of_hand(held, 4) for held in deals) == FACTS["readings"]["standard"]


def test_most_readings_of_seven_pairs_with_four_wild_tiles() -> None:
    """Five pairs and two of any kind are the most, where a wild tile wins."""
    hand = parse_hand("1133557799mjjj+j")

    assert sum(1 for _ in readings(hand, ("seven-pairs",), Wilds((JOKER,)))) == FACTS["readings"]["seven_pairs"]
    assert sum(1 if one == other else 2 for one, other in combinations_with_replacement(TILES, 2)) == 1156
