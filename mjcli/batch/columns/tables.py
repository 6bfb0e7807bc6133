"""What each suit key says: whether the suit is complete, and which tiles would complete it.

The tables are made from the complete suits, of which there are some twenty
thousand: every choice of at most four sets, with or without a pair.  Taking a
tile out of one gives a suit that waits for it.  Making them takes about as long
as loading numpy does, once for a large input: too little to keep them in a file
that can be stale or broken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import ALL_KEYS, BASE, SUIT_KEYS, SUITS, WEIGHTS, Array
from mjcli.decompose.suits import MOST_SETS
from mjcli.tiles import COPIES, HONOURS, RANKS

# An entry of the table `suits`, by bits: the ranks that are waited for, whether a kind is waited for that lies in the
# suit four times, the state, and four numbers: of tiles, of kinds with an odd count, of kinds that are no orphans
# (terminals or honours), and of kinds that are there more than once.
WAITS_MASK = (1 << RANKS) - 1
HELD_BIT = 1 << RANKS
_STATE_AT, STATE_MASK = RANKS + 1, 7
_SIZE_AT, _SIZE_MASK, _KINDS_AT, _KINDS_MASK = RANKS + 4, 63, RANKS + 10, 15
_ODD, _SIMPLE, _MULTIPLE = (1 << _KINDS_AT + 4 * place for place in range(3))
# States: tiles of no waiting hand; sets; sets and a pair; one tile short of sets, and of sets and a pair.
_DEAD, _SETS, _PAIRED, _FOR_SETS, _FOR_PAIR = range(5)
# The state, in its place, of a suit that is not complete by its number of tiles.
_BY_SIZE = np.array([(_DEAD, _FOR_PAIR, _FOR_SETS)[size % 3] << _STATE_AT for size in range(_SIZE_MASK + 1)], np.int32)
# While the complete suits are made, four bits hold the count of a rank: five of a kind are looked at, for held waits.
_NIBBLE, _LOW, _HIGH = 4, 0x1_1111_1111, 0x8_8888_8888


class Tables(NamedTuple):
    """What is known of suits by their keys.

    `suits` has the entry of each key; `part` the number of its waits in `parts`,
    0 for none.  A part is the waits as bits and, above them, the key of the
    copies held of these kinds.  `open` says for the states of the four suits,
    three bits each, in which of them the hand can wait: a bit for each.
    """

    suits: Array
    part: Array
    parts: tuple[int, ...]
    open: Array

    def part_waits(self, number: int) -> tuple[tuple[int, int], ...]:
        """The waits of a part: ranks from 0, each with the copies left."""
        part = self.parts[number]
        ranks = [rank for rank in range(RANKS) if part >> rank & 1]
        return tuple((rank, COPIES - (part >> RANKS) // BASE**rank % BASE) for rank in ranks)


class Kinds(NamedTuple):
    """How many kinds each hand of a column has of which the count is odd, which are no orphans, which are repeated."""

    odd: Array
    simple: Array
    multiple: Array


def state_of(entries: Array) -> Array:
    """The states of a column of table entries."""
    return entries >> _STATE_AT & STATE_MASK


def size_of(entries: Array) -> Array:
    """The numbers of tiles of a column of table entries."""
    return entries >> _SIZE_AT & _SIZE_MASK


def kinds_of(entries: Array) -> Kinds:
    """The numbers of kinds of hands of 13 or 14 tiles, by their entries, a row for each suit."""
    summed = (entries >> _KINDS_AT).sum(axis=0)
    return Kinds(*(summed >> 4 * place & _KINDS_MASK for place in range(3)))


def is_complete(entries: Array) -> Array:
    """Which hands are complete in the standard shape, by their entries, a row for each suit."""
    states = state_of(entries)
    found: Array = ((states == _PAIRED).sum(axis=0) == 1) & ((states == _SETS).sum(axis=0) == SUITS - 1)
    return found


@lru_cache(maxsize=1)
def load_tables() -> Tables:
    """The tables, made when they are first asked for."""
    found = [_waiting(*_complete(RANKS, chows=True)), _waiting(*_complete(len(HONOURS), chows=False))]
    entries = np.concatenate([_numbers(RANKS, has_simples=True), _numbers(len(HONOURS), has_simples=False)])
    sizes = size_of(entries)
    entries |= _BY_SIZE[sizes]
    part = np.zeros(ALL_KEYS, np.int32)
    parts = [0]
    for start, suit in zip((0, SUIT_KEYS), found, strict=True):
        full = suit.complete + start
        state = np.where(sizes[full] % 3 == 0, _SETS, _PAIRED)
        entries[full] = entries[full] & ~(STATE_MASK << _STATE_AT) | state << _STATE_AT
        entries[suit.keys + start] |= suit.waits | suit.held * HELD_BIT
        part[suit.keys + start] = np.where(suit.waits > 0, suit.numbers + len(parts), 0)
        parts += suit.parts
    return Tables(entries, part, tuple(parts), _open())


def _numbers(ranks: int, *, has_simples: bool) -> Array:
    """The four numbers of the entries of all keys."""
    counts = np.arange(BASE, dtype=np.int32)
    any_rank = (counts << _SIZE_AT) + counts % 2 * _ODD + (counts > 1) * _MULTIPLE
    found = np.zeros(1, np.int32)
    for rank in range(ranks):
        is_simple = has_simples and 0 < rank < ranks - 1
        of_rank = any_rank + (counts > 0) * (_SIMPLE if is_simple else 0)
        found = (of_rank.astype(np.int32)[:, None] + found).ravel()
    return found


def _complete(ranks: int, *, chows: bool) -> tuple[Array, Array]:
    """The suits of at most four sets, and those with a pair besides, in four bits a rank; five of a kind at most."""
    ones = 1 << _NIBBLE * np.arange(ranks, dtype=np.int64)
    sets = 3 * ones
    if chows:
        sets = np.concatenate([sets, ones[:-2] + ones[1:-1] + ones[2:]])
    levels = [np.zeros(1, np.int64)]
    for _ in range(MOST_SETS):
        levels.append(_grown(levels[-1], sets))
    without = np.concatenate(levels)
    return without, np.concatenate([_grown(level, 2 * ones) for level in levels])


def _grown(suits: Array, pieces: Array) -> Array:
    """Every suit with each of the pieces added, no more than five of a kind."""
    made: Array = np.unique(suits[:, None] + pieces)
    possible: Array = made[(made + 2 * _LOW) & _HIGH == 0]
    return possible


class _Suit(NamedTuple):
    """The keys of complete suits; the keys of waiting ones, with what they wait for."""

    complete: Array
    keys: Array
    waits: Array
    held: Array
    numbers: Array
    parts: list[int]


def _waiting(without: Array, paired: Array) -> _Suit:
    """Takes each tile out of each complete suit in turn."""
    full = np.concatenate([without, paired])
    bases, ranks, counts = [], [], []
    for rank in range(RANKS):
        shift = _NIBBLE * rank
        base = full[full >> shift & 15 > 0] - (1 << shift)
        base = base[(base + 3 * _LOW) & _HIGH == 0]
        bases.append(base)
        ranks.append(np.full(len(base), rank))
        counts.append(base >> shift & 15)
    return _joined(full[(full + 3 * _LOW) & _HIGH == 0], *map(np.concatenate, (bases, ranks, counts)))


def _joined(full: Array, bases: Array, ranks: Array, counts: Array) -> _Suit:
    """One entry for each waiting suit out of one for each of its waits."""
    keys, at = np.unique(_keys(bases), return_inverse=True)
    held = counts == COPIES
    waits = _summed(at, np.where(held, 0, 1 << ranks), len(keys))
    own = _summed(at, np.where(held, 0, counts * WEIGHTS[ranks]), len(keys))
    different, numbers = np.unique(waits + (own << RANKS), return_inverse=True)
    return _Suit(_keys(full), keys, waits, _summed(at, held, len(keys)) > 0, numbers, different.tolist())


def _summed(at: Array, values: Array, length: int) -> Array:
    return np.bincount(at, values, length).astype(np.int64)


def _keys(nibbles: Array) -> Array:
    """The keys of suits whose counts are in four bits each."""
    keys = np.zeros(len(nibbles), np.int64)
    for rank, weight in enumerate(WEIGHTS):
        keys += (nibbles >> _NIBBLE * rank & 15) * weight
    return keys


def _open() -> Array:
    """In which suits a hand of 13 tiles in the standard shape can wait, by its states.

    A suit short of a tile for a pair needs sets in the others; one that would
    have sets by another tile needs the pair in exactly one other suit.
    """
    codes = np.arange(1 << 3 * SUITS)
    states = [codes >> 3 * suit & STATE_MASK for suit in range(SUITS)]
    found = np.zeros(len(codes), np.uint8)
    for suit, own in enumerate(states):
        others = [state for at, state in enumerate(states) if at != suit]
        pairs = sum((state == _PAIRED).astype(int) for state in others)
        sets = sum((state == _SETS).astype(int) for state in others)
        for_pair = (own == _FOR_PAIR) & (sets == len(others))
        for_sets = np.isin(own, (_FOR_SETS, _PAIRED)) & (pairs == 1) & (sets == len(others) - 1)
        found |= ((for_pair | for_sets) << suit).astype(np.uint8)
    return found
