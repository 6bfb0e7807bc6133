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
from mjcli.batch.columns.numbering import different
from mjcli.batch.columns.splits import NIBBLE, block_choices, has_at_most
from mjcli.tiles import COPIES, HONOURS, RANKS

# An entry of the table `suits`, by bits: the ranks that are waited for, whether a kind is waited for that lies in the
# suit four times, the state, and four numbers: of tiles, of kinds with an odd count, of kinds that are no orphans
# (terminals or honours), and of kinds that are there more than once.
WAITS_MASK = (1 << RANKS) - 1
HELD_BIT = 1 << RANKS
_STATE_AT, STATE_MASK = RANKS + 1, 7
_SIZE_AT, _SIZE_MASK, _KINDS_AT, _KINDS_MASK = RANKS + 4, 63, RANKS + 10, 15
_ODD, _SIMPLE, _MULTIPLE = (1 << _KINDS_AT + 4 * place for place in range(3))
# States: sets; sets and a pair; tiles of no waiting hand; one tile short of sets, and of sets and a pair.
_SETS, _PAIRED, _DEAD, _FOR_SETS, _FOR_PAIR = range(5)
# The state, in its place, of a suit that is not complete by its number of tiles.
_BY_SIZE = np.array([(_DEAD, _FOR_PAIR, _FOR_SETS)[size % 3] << _STATE_AT for size in range(_SIZE_MASK + 1)], np.int32)


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


def is_paired(entries: Array) -> Array:
    """Which suits are sets and a pair, by their entries."""
    found: Array = state_of(entries) == _PAIRED
    return found


def size_of(entries: Array) -> Array:
    """The numbers of tiles of a column of table entries."""
    return entries >> _SIZE_AT & _SIZE_MASK


def kinds_of(entries: Array) -> Kinds:
    """The numbers of kinds of hands of 13 or 14 tiles, by their entries, a row for each suit."""
    summed = (entries >> _KINDS_AT).sum(axis=0, dtype=entries.dtype)
    return Kinds(*(summed >> 4 * place & _KINDS_MASK for place in range(3)))


def is_complete(entries: Array) -> Array:
    """Which hands are complete in the standard shape, by their entries, a row for each suit."""
    # One suit has the pair, and the others come to nothing.
    found: Array = state_of(entries).sum(axis=0, dtype=entries.dtype) == (SUITS - 1) * _SETS + _PAIRED
    return found


@lru_cache(maxsize=1)
def load_tables() -> Tables:
    """The tables, made when they are first asked for."""
    found = [_waiting(RANKS, has_chows=True), _waiting(len(HONOURS), has_chows=False)]
    entries = np.empty(ALL_KEYS, np.int32)
    _count(entries[:SUIT_KEYS], RANKS, has_simples=True)
    _count(entries[SUIT_KEYS:], len(HONOURS), has_simples=False)
    part = np.zeros(ALL_KEYS, np.uint16)
    parts = [0]
    for start, suit in zip((0, SUIT_KEYS), found, strict=True):
        full = suit.complete + start
        state = np.where(size_of(entries[full]) % 3 == 0, _SETS, _PAIRED)
        entries[full] = entries[full] & ~(STATE_MASK << _STATE_AT) | state << _STATE_AT
        entries[suit.keys + start] |= suit.waits | suit.held * HELD_BIT
        part[suit.keys + start] = np.where(suit.waits > 0, suit.numbers + len(parts), 0)
        parts += suit.parts
    return Tables(entries, part, tuple(parts), _open())


def _count(entries: Array, ranks: int, *, has_simples: bool) -> None:
    """Makes the entries of all keys as far as counts say: the four numbers, and the state by the number of tiles."""
    counts = np.arange(BASE, dtype=np.int32)
    any_rank = (counts << _SIZE_AT) + counts % 2 * _ODD + np.int32(_MULTIPLE) * (counts > 1)
    simple = any_rank + np.int32(_SIMPLE * has_simples) * (counts > 0)
    found = any_rank
    for _ in range(1, ranks - 1):
        found = (simple[:, None] + found).ravel()
    # The last rank adds to the state by what its tiles are over whole sets.
    stated = [found + _BY_SIZE[size_of(found) + over] for over in range(3)]
    for count, rows in enumerate(entries.reshape(BASE, -1)):
        np.add(stated[count % 3], any_rank[count], out=rows)


class _Suit(NamedTuple):
    """The keys of complete suits; the keys of waiting ones, with what they wait for."""

    complete: Array
    keys: Array
    waits: Array
    held: Array
    numbers: Array
    parts: list[int]


def _waiting(ranks: int, *, has_chows: bool) -> _Suit:
    """Takes each tile out of each complete suit in turn."""
    full = np.concatenate([different(one.tiles) for one in block_choices(ranks, has_chows=has_chows)])
    keys, waits = _keys(full), []
    for rank in range(ranks):
        is_there = (full >> NIBBLE * rank & 15 > 0) & has_at_most(COPIES, full - (1 << NIBBLE * rank))
        left = (full[is_there] >> NIBBLE * rank & 15) - 1
        waits.append((keys[is_there] - WEIGHTS[rank] << _LEFT_BITS | left) << _RANK_BITS | rank)
    return _joined(keys[has_at_most(COPIES, full)], np.sort(np.concatenate(waits)))


# A wait as one number: the key of the suit, how many the suit holds of the kind waited for, and its rank.
_LEFT_BITS, _RANK_BITS = 3, 4


def _joined(complete: Array, waits: Array) -> _Suit:
    """One entry for each waiting suit out of one for each of its waits, sorted."""
    keys, counts, ranks = waits >> _LEFT_BITS + _RANK_BITS, waits >> _RANK_BITS & 7, waits & 15
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    is_held = counts == COPIES
    bits = np.add.reduceat(np.where(is_held, 0, 1 << ranks), first)
    own = np.add.reduceat(np.where(is_held, 0, counts * WEIGHTS[ranks]), first)
    parts, numbers = np.unique(bits | own << RANKS, return_inverse=True)
    return _Suit(complete, keys[first], bits, np.logical_or.reduceat(is_held, first), numbers, parts.tolist())


def _keys(nibbles: Array) -> Array:
    """The keys of suits whose counts are in four bits each; five of a kind carry over."""
    keys = np.zeros(len(nibbles), np.int64)
    for rank, weight in enumerate(WEIGHTS):
        keys += (nibbles >> NIBBLE * rank & 15) * weight
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
