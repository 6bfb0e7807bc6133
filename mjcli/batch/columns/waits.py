"""The waits of a column of hands of 13 concealed tiles, in every shape that has a formula for columns.

In the standard shape the states of the four suits say in which of them a hand
can wait, and the tables what each of these waits for.  The other shapes are
rare: their formulas run only on the rows that can have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import BASE, HONOURS_SUIT, SUITS, WEIGHTS, Array, hand_counts, hand_keys, taken
from mjcli.batch.columns.tables import (
    HELD_BIT,
    WAITS_MASK,
    Kinds,
    is_complete,
    kinds_of,
    load_tables,
    state_of,
)
from mjcli.tiles import COPIES, KINDS, ORPHANS, RANKS, TILES

_STANDARD = "standard"
_ALL_RANKS = np.arange(RANKS)
_IS_ORPHAN = np.array([tile in ORPHANS for tile in TILES])
_IS_HONOUR = np.array([tile.is_honour for tile in TILES])
_RUNS = 3
# The runs 147, 258 and 369 dealt out to the suits: each way as the run of each suit, and as the kinds that it has.
_DEALT = np.array([*permutations(range(_RUNS))])
_KNITTED = np.array(
    [[tile.is_suited and (tile.rank - 1) % _RUNS == firsts[tile // RANKS] for tile in TILES] for firsts in _DEALT]
)


# Tiles by number, each with the copies left.
Waits = tuple[tuple[int, int], ...]


class ColumnWaits(NamedTuple):
    """The waits of the hands of a column.

    `first` and `second` are the parts of a hand's waits, as `part_waits` has
    them, 0 for none: in the standard shape it waits in two suits at most.
    `others` has all waits of the rows that have another shape too.  `is_held` marks the rows that would
    wait for a kind which lies in the hand four times too: it is not among the waits.
    """

    first: Array
    second: Array
    others: dict[int, Waits]
    is_held: Array

    @property
    def is_tenpai(self) -> Array:
        """Which hands wait for something."""
        found: Array = self.first > 0
        found[list(self.others)] = True
        return found

    def kept(self, is_kept: Array) -> ColumnWaits:
        """The waits of the rows that are to be kept."""
        if is_kept.all():
            return self
        places = np.cumsum(is_kept) - 1
        others = {int(places[row]): waits for row, waits in self.others.items() if is_kept[row]}
        return ColumnWaits(self.first[is_kept], self.second[is_kept], others, self.is_held[is_kept])


def part_waits(number: int) -> Waits:
    """The waits in one suit that a number stands for."""
    tables = load_tables()
    suit, part = divmod(number, len(tables.parts))
    return tuple((suit * RANKS + rank, left) for rank, left in tables.part_waits(part))


def part_sizes(numbers: Array) -> Array:
    """How many waits each of a column of parts has."""
    found: Array = _part_sizes()[numbers]
    return found


@lru_cache(maxsize=1)
def _part_sizes() -> Array:
    sizes = (np.array(load_tables().parts)[:, None] >> _ALL_RANKS & 1).sum(axis=1)
    return np.tile(sizes, SUITS)


@lru_cache(maxsize=1)
def part_columns() -> tuple[Array, Array, Array]:
    """Where the waits of each part begin in two columns, the tiles and the copies left, and these."""
    parts, sizes = np.array(load_tables().parts), _part_sizes()
    at, ranks = np.nonzero(parts[:, None] >> _ALL_RANKS & 1)
    left = COPIES - (parts[at] >> RANKS) // WEIGHTS[ranks] % BASE
    tiles = RANKS * np.arange(SUITS)[:, None] + ranks
    return np.cumsum(sizes) - sizes, tiles.ravel(), np.tile(left, SUITS)


def has_formulas(shapes: tuple[str, ...]) -> bool:
    """Whether all the shapes have formulas for columns."""
    return _STANDARD in shapes and _OTHERS.keys() >= set(shapes) - {_STANDARD}


def column_waits(keys: Array, entries: Array, shapes: tuple[str, ...]) -> ColumnWaits:
    """The waits of hands of 13 tiles by their suit keys and the table entries of these, a row for each suit.

    The `shapes` are some that `has_formulas`.
    """
    tables = load_tables()
    parts = np.zeros((2, keys.shape[1]), np.int32)
    is_held = np.zeros(keys.shape[1], bool)
    for suit, rows in _waiting(entries):
        is_held[rows[entries[suit, rows] & HELD_BIT > 0]] = True
        found = tables.part[keys[suit, rows]]
        at, numbers = rows[found > 0], found[found > 0] + suit * len(tables.parts)
        parts[(parts[0, at] > 0).astype(np.int8), at] = numbers
    rows, waits, counts = other_waits(keys, entries, shapes)
    there = waits & (counts < COPIES)
    is_held[rows[np.any(waits > there, axis=1)]] = True
    return ColumnWaits(parts[0], parts[1], _listed(rows, there, COPIES - counts), is_held)


def _waiting(entries: Array) -> Iterator[tuple[int, Array]]:
    """Each suit with the rows that wait in it in the standard shape."""
    opened = _opened(entries)
    for suit in range(SUITS):
        yield suit, np.flatnonzero((opened & 1 << suit > 0) & (entries[suit] & (WAITS_MASK | HELD_BIT) > 0))


def _opened(entries: Array) -> Array:
    states = state_of(entries)
    opened: Array = load_tables().open[states[0] | states[1] << 3 | states[2] << 6 | states[3] << 9]
    return opened


def _listed(rows: Array, waits: Array, left: Array) -> dict[int, Waits]:
    """The waits of each of the rows that waits for something."""
    found: dict[int, Waits] = {}
    at, tiles = np.nonzero(waits)
    for row, tile, copies in zip(rows[at].tolist(), tiles.tolist(), left[at, tiles].tolist(), strict=True):
        found[row] = (*found.get(row, ()), (tile, copies))
    return found


def standard_waits(entries: Array) -> Array:
    """Which of the 34 kinds each hand waits for in the standard shape: a row of truths for each hand."""
    opened = _opened(entries)
    bits = np.where(opened & (1 << np.arange(SUITS))[:, None], entries & WAITS_MASK, 0)
    found: Array = (bits[..., None] >> _ALL_RANKS & 1).astype(bool).transpose(1, 0, 2).reshape(-1, SUITS * RANKS)
    return found[:, :KINDS]


def holds_standard_wait(entries: Array) -> Array:
    """Which hands would wait in the standard shape for a kind that they hold all four of."""
    is_open = _opened(entries) & (1 << np.arange(SUITS))[:, None] > 0
    found: Array = np.any(is_open & (entries & HELD_BIT > 0), axis=0)
    return found


def other_waits(keys: Array, entries: Array, shapes: tuple[str, ...]) -> tuple[Array, Array, Array]:
    """The rows that wait in other shapes, the kinds they wait for in any shape, and their counts."""
    kinds = kinds_of(entries)
    chosen = [_OTHERS[shape] for shape in shapes if shape != _STANDARD]
    can_be = [shape.can_be(kinds, keys) for shape in chosen]
    rows = np.flatnonzero(np.any(can_be, axis=0)) if chosen else np.zeros(0, np.int64)
    counts = hand_counts(keys[:, rows])
    waits = np.zeros_like(counts, bool)
    for shape, candidates in zip(chosen, can_be, strict=True):
        at = np.flatnonzero(candidates[rows])
        if len(at):
            waits[at] |= shape.waits(counts[at])
    found: Array = np.any(waits, axis=1)
    return rows[found], (waits | standard_waits(entries[:, rows]))[found], counts[found]


class _Other(NamedTuple):
    """A shape beside the standard one.

    `can_be(kinds, keys)` says of each row whether it may wait in the shape, at
    small cost; `waits(counts)` is for those rows which kinds they wait for.
    """

    can_be: Callable[[Kinds, Array], Array]
    waits: Callable[[Array], Array]


def _orphan_waits(counts: Array) -> Array:
    """The one orphan that is not there, or any where all are; the hands have no other tiles."""
    absent = _IS_ORPHAN & (counts == 0)
    lacking = absent.sum(axis=1)[:, None]
    return np.where(lacking == 0, _IS_ORPHAN, absent & (lacking == 1))


def _pair_waits(most: int, counts: Array) -> Array:
    """The one kind with an odd count, where no pair is made of more than `most` tiles."""
    found: Array = (counts % 2 == 1) & (counts + counts % 2 <= most).all(axis=1)[:, None]
    return found


def _knitted_honour_waits(counts: Array) -> Array:
    """What is lacking of the honours and of the runs that the hand has; the hands have no tile twice."""
    found = np.zeros_like(counts, bool)
    for runs in _KNITTED | _IS_HONOUR:
        strays: Array = np.any(counts[:, ~runs] > 0, axis=1)
        found |= ~strays[:, None] & runs & (counts == 0)
    return found


_KNITTED_TILES = 9


_RUN_BITS, _RUN_MASK = 2, 3
_MOST_AT = _RUN_BITS * _RUNS


@lru_cache(maxsize=1)
def _run_sizes() -> Array:
    """How many kinds of each of the three runs the keys of a suit have, two bits for each, and above these the most."""
    found = np.zeros(1, np.uint8)
    for rank in range(RANKS):
        of_rank = np.where(np.arange(BASE) > 0, 1 << _RUN_BITS * (rank % _RUNS), 0).astype(np.uint8)
        found = (of_rank[:, None] + found).ravel()
    sizes = np.arange(1 << _MOST_AT, dtype=np.uint8)
    most = np.max([sizes >> _RUN_BITS * run & _RUN_MASK for run in range(_RUNS)], axis=0)
    result: Array = (most << _MOST_AT | sizes).take(found)
    return result


def _has_runs(keys: Array, least: int) -> Array:
    """Whether the hands have so many tiles at least of some way to deal out the runs."""
    sizes = _run_sizes().take(keys[:HONOURS_SUIT])
    # Where the other suits have whole runs, a suit has so many tiles of one.
    of_one = least - (HONOURS_SUIT - 1) * (_KNITTED_TILES // _RUNS)
    found: Array = np.all(sizes >= of_one << _MOST_AT, axis=0)
    rows = np.flatnonzero(found)
    by_run = taken(sizes, rows) >> _RUN_BITS * np.arange(_RUNS)[:, None, None] & _RUN_MASK
    sums = by_run[_DEALT, np.arange(HONOURS_SUIT)].sum(axis=1)
    found[rows] = np.any(sums >= least, axis=0)
    return found


def _can_be_straight(_kinds: Kinds, keys: Array) -> Array:
    """Whether at most one tile is lacking of some way to deal out the runs."""
    return _has_runs(keys, _KNITTED_TILES - 1)


def has_whole_runs(keys: Array) -> Array:
    """Whether the hands have every tile of some way to deal out the runs."""
    return _has_runs(keys, _KNITTED_TILES)


def _knitted_straight_waits(counts: Array) -> Array:
    """The one tile that the runs lack beside a set and a pair; what the rest waits for beside whole runs."""
    suits = load_tables().suits
    found = np.zeros_like(counts, bool)
    for runs in _KNITTED:
        absent: Array = runs & (counts == 0)
        lacking: Array = absent.sum(axis=1)
        near = np.flatnonzero(lacking <= 1)
        rest = suits[hand_keys(counts[near] - (runs & ~absent[near]))]
        whole = (lacking[near] == 0)[:, None]
        found[near] |= np.where(whole, standard_waits(rest), absent[near] & is_complete(rest)[:, None])
    return found


_OTHERS: dict[str, _Other] = {
    "thirteen-orphans": _Other(lambda kinds, _: kinds.simple == 0, _orphan_waits),
    "seven-pairs": _Other(lambda kinds, _: kinds.odd == 1, partial(_pair_waits, COPIES)),
    "seven-different-pairs": _Other(lambda kinds, _: kinds.odd == 1, partial(_pair_waits, 2)),
    "knitted-honours": _Other(lambda kinds, _: kinds.multiple == 0, _knitted_honour_waits),
    "knitted-straight": _Other(_can_be_straight, _knitted_straight_waits),
}
