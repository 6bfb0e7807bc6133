"""What columns know of complete hands, piece by piece, against the functions for single hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np
import pytest
from columnar_reference import make_file

from mjcli.batch.columns.keys import HONOURS_SUIT, SUIT_KEYS, SUITS, Array, hand_counts, key_counts
from mjcli.batch.columns.lines import read_columns
from mjcli.batch.columns.pieces import BY_SUITS, GROUPS, NewPieces, Pieces, concealed_groups
from mjcli.batch.columns.questions import classes_of
from mjcli.batch.columns.relations import _Kin
from mjcli.batch.columns.sole import waited_for_one
from mjcli.batch.columns.splits import standard_suits
from mjcli.batch.columns.tables import kinds_of
from mjcli.decompose import Group, GroupKind, group, readings
from mjcli.decompose import waited_for_one as waited_for_one_alone
from mjcli.decompose.suits import CHOW, PAIR, PUNG, SuitCounts, kind_and_rank, splits
from mjcli.fans.related import as_set, holding
from mjcli.hand import Hand, WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import load_rules, rule_ids
from mjcli.scoring.engine import engine_of
from mjcli.tiles import KINDS, RANKS, TILES

# Nine gates with any tile more, won by this tile or another; 双龙会, and what nearly is one.
GATES = ["1112345678999" + more for more in "123456789"]
RARE = [f"{tiles.replace(won, '', 1)}m+{won}m" for tiles in GATES for won in tiles[-1] + "159"]
RARE += [
    f"{tiles}+{tiles[-2:]}"
    for tiles in ("123123789789m5m", "123789m123789p5s", "123789m123789p5p", "123789m123p345p5s")
]
SHAPES = ("standard", "thirteen-orphans", "seven-pairs", "knitted-honours", "knitted-straight")


def complete(shape: str, lines: int) -> tuple[Array, Array]:
    """The keys and the winning tiles of seeded hands that are complete in a shape."""
    columns = read_columns(make_file(lines, seed=6) + "\n".join(["", *RARE, ""]).encode())
    is_complete = BY_SUITS[shape].is_complete(columns.entries, kinds_of(columns.entries))
    rows = np.flatnonzero(columns.is_plain & (columns.tiles == FULL) & is_complete)
    return columns.keys[:, rows], columns.last[rows].astype(np.int64)


def single_hands(keys: Array, won: Array) -> Iterator[Hand]:
    """The hands of columns."""
    for counts, last in zip(hand_counts(keys).tolist(), won.tolist(), strict=True):
        tiles = [tile for tile, count in zip(TILES, counts, strict=True) for _ in range(count)]
        tiles.remove(TILES[last])
        yield Hand(tuple(tiles), (), TILES[last])


def ignore(_new: NewPieces) -> None:
    """Nobody wants to know of new pieces."""


def arranged(suit: int, counts: SuitCounts) -> Iterator[tuple[Group, ...]]:
    """Every way to arrange all tiles of one suit, 0 to 3, in sets and at most one pair."""
    kinds: dict[int, GroupKind] = {CHOW: "chow", PUNG: "pung", PAIR: "pair"}
    for split in splits(counts, suit != HONOURS_SUIT, 0, None):
        blocks = map(kind_and_rank, split.blocks)
        yield tuple([group(kinds[kind], TILES[suit * RANKS + rank]) for kind, rank in blocks])


@pytest.mark.parametrize("suit", range(SUITS))
def test_every_suit_is_arranged_as_in_single_hands(suit: int) -> None:
    """All suits that are complete, in every way and in the same order."""
    keys = standard_suits().keys
    keys = keys[(keys >= SUIT_KEYS) == (suit == HONOURS_SUIT)]
    columns = np.zeros((SUITS, len(keys)), np.int64)
    columns[HONOURS_SUIT], columns[suit] = SUIT_KEYS, keys
    pieces = Pieces("standard", False, ignore)
    choices = pieces.choices(columns, np.full(len(keys), 0 if suit else 9))

    found = [groups for groups, _ in pieces.joined(choices)]
    counts = [tuple(key_counts(key, suit)) for key in keys.tolist()]
    assert found == [groups for one in counts for groups in arranged(suit, one)]
    assert len(keys) == (498 if suit == HONOURS_SUIT else 21_743)


@pytest.mark.parametrize("by_place", [True, False])
@pytest.mark.parametrize("shape", BY_SUITS)
def test_readings_are_those_of_single_hands(shape: str, by_place: bool) -> None:
    """Every reading in its order, once where the place of the winning tile makes no difference."""
    keys, won = complete(shape, 4000)
    pieces = Pieces(shape, by_place, ignore)
    choices = pieces.choices(keys, won)
    joined = pieces.joined(choices)
    found = defaultdict(list)
    for at in np.lexsort((choices.orders, choices.rows)).tolist():
        found[int(choices.rows[at])].append(joined[at])

    assert len(won) > 100
    for row, hand in enumerate(single_hands(keys, won)):
        every = [(one.groups, one.placed) for one in readings(hand, (shape,))]
        if by_place:
            assert found[row] == every
        else:
            assert found[row] == [(groups, None) for groups in dict.fromkeys(groups for groups, _ in every)]


@pytest.mark.parametrize("shape", ["standard", "seven-pairs"])
def test_waits_for_one_kind(shape: str) -> None:
    """Whether a wait was the only one, in every shape that there is."""
    keys, won = complete(shape, 6000)
    expected = [any(map(waited_for_one_alone, readings(hand, SHAPES))) for hand in single_hands(keys, won)]

    assert waited_for_one(shape, keys, won, SHAPES).tolist() == expected
    assert 0 < sum(expected) < len(expected)


@pytest.mark.parametrize("shape", ["standard", "seven-pairs"])
@pytest.mark.parametrize("name", [name for name in rule_ids() if load_rules(name).wild is None])
def test_readings_of_a_class_have_one_answer(name: str, shape: str) -> None:
    """No question tells readings of a class apart."""
    rules = load_rules(name)
    engine, (keys, won) = engine_of(rules), complete(shape, 4000)
    view = engine.view(shape, GROUPS[shape], WinContext())
    asked = classes_of(view.frame, GROUPS[shape])

    def add(new: NewPieces) -> None:
        for one in asked:
            one.add(new)

    pieces = Pieces(shape, True, add)
    choices = pieces.choices(keys, won)
    is_sole = waited_for_one(shape, keys, won, SHAPES)[choices.rows]
    made = {
        (row, one.groups, one.placed): one
        for row, hand in enumerate(single_hands(keys, won))
        for one in readings(hand, SHAPES)
    }
    joined = zip(choices.rows.tolist(), pieces.joined(choices), strict=True)
    found = [made[row, groups, placed] for row, (groups, placed) in joined]
    assert len(found) > 100
    for at, one in enumerate(asked):
        answers: dict[int, int] = {}
        for number, reading in zip(one.keys(choices, is_sole).tolist(), found, strict=True):
            code = view.code(at, reading)
            assert answers.setdefault(number, code) == code, (view.frame.questions[at].names, reading)


@pytest.mark.parametrize("size", [2, 3])
def test_relations_of_every_choice_of_sets(size: int) -> None:
    """Columns ask only where sets may be in a relation: elsewhere there is none."""
    sets = sorted({*map(as_set, concealed_groups())} - {0})
    choices = [*combinations_with_replacement(sets, size)]
    kin = _Kin(size)
    codes = kin.codes(_packed(choices))

    names = {code: held for held, code in kin._known.items()}
    kinds = [{one <= KINDS for one in chosen} for chosen in choices]
    expected = [holding(*chosen) if len(kind) == 1 else () for chosen, kind in zip(choices, kinds, strict=True)]
    assert [names[code] for code in codes.tolist()] == expected
    assert len({*expected}) > size


def _packed(choices: list[tuple[int, ...]]) -> Array:
    """Choices of sets as columns have them."""
    numbers = np.array(choices)
    packed: Array = (numbers << 6 * np.arange(numbers.shape[1])).sum(axis=1)
    return packed
