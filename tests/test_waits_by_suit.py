"""The waits of every shape found by the suits or at a glance are those that trying each kind shows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from mcr_reference import MAKERS, knitted_honours, knitted_straight, orphans, pairs_in_a_row, pairs_of

from mjcli.decompose import NO_LIMIT, SHAPES, completing, is_complete
from mjcli.decompose.gaps import UNFINISHED, gaps
from mjcli.decompose.suits import splits
from mjcli.tiles import COPIES, KINDS, TILES, Counts, Tile, count_tiles

SEED = 11
Suit = tuple[int, ...]


def with_one_more(counts: Counts, at: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + 1, *counts[at + 1 :])


# --- one suit


def suits(ranks: int, most: int) -> Iterator[Suit]:
    """Every suit of so many ranks with so many tiles at most, four of a rank."""
    return (one for one in product(range(COPIES + 1), repeat=ranks) if sum(one) <= most)


@pytest.mark.parametrize(("ranks", "has_runs"), [(5, True), (7, False)])
def test_gaps_are_what_the_splits_fill(ranks: int, has_runs: bool) -> None:
    """Of all small suits: finished where there is a split, and completed by the ranks with which there is one."""
    for counts in suits(ranks, 8):
        found = {len(split.pairs) for split in splits(counts, has_runs)}
        completing_ranks = tuple(rank for rank in range(ranks) if splits(with_one_more(counts, rank), has_runs))

        assert gaps(counts, has_runs) == (found.pop() if found else UNFINISHED, completing_ranks)


def test_gaps_of_long_suits_are_what_the_splits_fill() -> None:
    """Of random suits of nine ranks, a fifth tile of a rank among them."""
    source = random.Random(SEED)
    for _ in range(2000):
        counts = [0] * 9
        for _ in range(source.randint(1, 4)):
            first = source.randrange(7)
            for rank in (first, first + 1, first + 2) if source.random() < 0.6 else (first,) * 3:
                counts[rank] += 1
        counts[source.randrange(9)] += source.choice((-1, 0, 1, 2))
        suit = tuple(min(5, max(0, count)) for count in counts)
        found = {len(split.pairs) for split in splits(suit, True)}

        ranks = tuple(rank for rank in range(9) if splits(with_one_more(suit, rank), True))
        assert gaps(suit, True) == (found.pop() if found else UNFINISHED, ranks)


# --- whole hands


def tried(counts: Counts, melds: int, shapes: tuple[str, ...], wilds: int, limits: Counts | None) -> tuple[Tile, ...]:
    """The kinds that complete a hand, each tried."""
    return tuple(tile for tile in TILES if is_complete(with_one_more(counts, tile), melds, shapes, wilds, limits))


def near_wins(shape: str, number: int) -> Iterator[tuple[Counts, int, int]]:
    """Concealed tiles one short of a hand of some kind, some changed, beside melds and with wild tiles."""
    source = random.Random(f"{SEED} {shape}")
    own = {
        "thirteen-orphans": orphans,
        "seven-pairs": pairs_of(TILES),
        "seven-different-pairs": pairs_in_a_row,
        "knitted-honours": knitted_honours,
        "knitted-straight": knitted_straight,
    }
    for _ in range(number):
        make = own.get(shape, source.choice(MAKERS)) if source.random() < 0.7 else source.choice(MAKERS)
        parts = make(source)
        melds = source.randint(0, len(parts.sets)) if shape in {"standard", "knitted-straight"} else 0
        tiles = [*(tile for one in parts.sets[melds:] for tile in one), *parts.rest]
        source.shuffle(tiles)
        wilds = min(source.choice((0, 0, 0, 1, 2)), len(tiles) - 1)
        tiles = tiles[1 + wilds :]
        if tiles and source.random() < 0.2:
            tiles[0] = source.choice(TILES)
        yield count_tiles(tiles), melds, wilds


@pytest.mark.parametrize("shape", SHAPES)
def test_waits_of_a_shape_are_what_completes_it(shape: str) -> None:
    """With wild tiles and without, beside melds, and where tiles lie elsewhere."""
    source = random.Random(SEED)
    for counts, melds, wilds in near_wins(shape, 150):
        limits = source.choice((None, NO_LIMIT, (COPIES,) * KINDS))

        assert completing(counts, melds, (shape,), wilds, limits) == tried(counts, melds, (shape,), wilds, limits)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_complete_where_it_can_be_arranged(shape: str) -> None:
    """Whether a hand is complete is whether there is an arrangement, with as many of a kind as there may be."""
    source = random.Random(SEED)
    for counts, melds, wilds in near_wins(shape, 150):
        limits = source.choice((None, (COPIES,) * KINDS, tuple(source.choice((0, 2, 3, 4)) for _ in TILES)))
        arranged = any(True for _ in SHAPES[shape].arrange(counts, melds, wilds + 1, limits))

        assert SHAPES[shape].completes(counts, melds, wilds + 1, limits) == arranged


def test_waits_of_several_shapes_are_those_of_each() -> None:
    """A kind that completes the hand in two shapes is one."""
    for counts, melds, wilds in near_wins("seven-pairs", 150):
        shapes = tuple(SHAPES) if not melds else ("standard",)

        assert completing(counts, melds, shapes, wilds) == tried(counts, melds, shapes, wilds, None)


def test_no_kind_completes_a_hand_of_another_size() -> None:
    """A tile more or less than a waiting hand has is no wait, whatever the sets."""
    suits_done = count_tiles([*TILES[:6]] * 2)

    assert completing(suits_done, 0, ("standard",)) == ()
    assert completing(count_tiles([*TILES[:3]] * 4), 3, ("standard",)) == ()
