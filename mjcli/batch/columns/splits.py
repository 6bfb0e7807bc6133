"""Complete suits in columns: every choice of sets and pairs that can be the tiles of a suit, by its key.

Of the standard shape there are some twenty thousand suits, and few that can be
arranged in more ways than one, so that all are made at once.  The tiles that
the choices have say which suits are complete (`tables`); how they are arranged is
looked up (`pieces`).

A chow, pung or pair is a *block*, as `decompose.suits` numbers them, and has a code
here: a block of a higher number has a lower code, and no block has 0.  So the
arrangements of a suit are in the order of `decompose.suits.splits` where the codes
of their blocks, the lowest block first, ascend.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import ALL_KEYS, SUIT_KEYS, WEIGHTS, Array
from mjcli.decompose.suits import CHOW, MOST_SETS, PAIR, PUNG, Block, block, kind_and_rank
from mjcli.tiles import COPIES, HONOURS, RANKS

PAIRS = 7
CODES = block(PAIR, RANKS - 1) + 2
_CODE_BITS = 5
# An arrangement as one number: its blocks by code, the lowest block first, and above them the suit key.
_SHIFTS = _CODE_BITS * np.arange(PAIRS)[::-1]
_KEY_AT = _CODE_BITS * PAIRS
# While they are made, four bits hold the count of a rank.
NIBBLE = 4
_LOW = sum(1 << NIBBLE * rank for rank in range(RANKS))
_HIGH = _LOW << NIBBLE - 1
_LESS_THAN_HIGH = (1 << NIBBLE - 1) - 1
_TILES = {CHOW: (1, 1, 1), PUNG: (3,), PAIR: (2,)}


def code_of(one: Block) -> int:
    """The code of a block, and the block of a code."""
    return CODES - 1 - one


def _weighed(weights: Array) -> Array:
    """What the tiles of each block come to, by its code: so much for each tile of a rank."""
    found = np.zeros(CODES, np.int64)
    for code in range(1, CODES):
        kind, rank = kind_and_rank(code_of(code))
        for weight, held in zip(weights[rank:], _TILES[kind], strict=False):
            found[code] += weight * held
    return found


_NIBBLES, _KEYS = _weighed(1 << NIBBLE * np.arange(RANKS, dtype=np.int64)), _weighed(WEIGHTS)


def has_at_most(copies: int, tiles: Array) -> Array:
    """Which tiles, four bits a rank, are no more than so many of any."""
    found: Array = (tiles + (_LESS_THAN_HIGH - copies) * _LOW) & _HIGH == 0
    return found


class BlockChoices(NamedTuple):
    """Choices of blocks, five of a kind at most: a row of codes for each, and the tiles in four bits a rank."""

    codes: Array
    tiles: Array


@lru_cache(maxsize=2)
def block_choices(ranks: int, *, has_chows: bool) -> tuple[BlockChoices, BlockChoices]:
    """Every choice of at most four sets of a suit, and every one with a pair besides."""
    sets = [block(PUNG, rank) for rank in range(ranks)]
    if has_chows:
        sets += [block(CHOW, rank) for rank in range(ranks - 2)]
    codes = [*map(code_of, sorted(sets)), 0]
    without = _possible(np.array([*combinations_with_replacement(codes, MOST_SETS)], np.int8))
    pairs = np.array([code_of(block(PAIR, rank)) for rank in range(ranks)], np.int8)
    paired = np.repeat(without.codes, len(pairs), axis=0), np.tile(pairs, len(without.codes))
    return without, _possible(np.column_stack(paired))


def _possible(codes: Array) -> BlockChoices:
    tiles = _NIBBLES[codes].sum(axis=1)
    is_possible = has_at_most(COPIES + 1, tiles)
    return BlockChoices(codes[is_possible], tiles[is_possible])


class Suits:
    """The suits that are complete in a shape, by number, and how they are arranged; `arranged` are all arrangements."""

    def __init__(self, arranged: Array) -> None:
        self._arranged = np.sort(arranged)
        keys = self._arranged >> _KEY_AT
        self._first = np.flatnonzero(np.diff(keys, prepend=-1, append=ALL_KEYS))
        self._ways = np.diff(self._first)
        self.keys = keys[self._first[:-1]]
        self._numbers = np.zeros(ALL_KEYS, np.uint16)
        self._numbers[self.keys] = np.arange(len(self))

    def __len__(self) -> int:
        return len(self.keys)

    def numbers(self, keys: Array) -> Array:
        """The numbers of suits by their keys; they mean nothing where a suit is not complete."""
        found: Array = self._numbers.take(keys)
        return found

    def ways(self, numbers: Array) -> Array:
        """In how many ways suits are arranged."""
        found: Array = self._ways.take(numbers)
        return found

    def arranged(self, numbers: Array) -> tuple[Array, Array]:
        """In how many ways each suit is arranged, and the codes of the blocks of each way, a row of seven.

        >>> [found.tolist() for found in standard_suits().arranged(standard_suits().numbers(np.array([0, 93])))]
        [[1, 2], [[0, 0, 0, 0, 0, 0, 0], [26, 23, 20, 0, 0, 0, 0], [27, 27, 27, 0, 0, 0, 0]]]
        """
        count = self._ways[numbers]
        rows = np.repeat(self._first[numbers + 1] - np.cumsum(count), count) + np.arange(count.sum())
        return count, self._arranged[rows, None] >> _SHIFTS & (1 << _CODE_BITS) - 1


# Where the keys of suits and of honours begin, and how many ranks they have.
_STARTS = ((0, RANKS), (SUIT_KEYS, len(HONOURS)))


@lru_cache(maxsize=1)
def standard_suits() -> Suits:
    """The suits of the standard shape."""
    chosen = [(start, one) for start, ranks in _STARTS for one in block_choices(ranks, has_chows=not start)]
    return Suits(np.concatenate([_arrangements(one) + (start << _KEY_AT) for start, one in chosen]))


def _arrangements(chosen: BlockChoices) -> Array:
    """Choices that are possible in a hand, as arrangements of their suits."""
    codes = chosen.codes[has_at_most(COPIES, chosen.tiles)]
    found: Array = _KEYS[codes].sum(axis=1) << _KEY_AT
    # No block comes last: the codes descend.
    for shift, column in zip(_SHIFTS, -np.sort(-codes, axis=1).T, strict=False):
        found |= column.astype(np.int64) << shift
    return found


@lru_cache(maxsize=1)
def paired_suits() -> Suits:
    """The suits of seven pairs."""
    return Suits(np.concatenate([_pairs(ranks) + (start << _KEY_AT) for start, ranks in _STARTS]))


def _pairs(ranks: int) -> Array:
    """Every choice of at most seven pairs, no more than two of a rank, as arrangements of their suits."""
    found, sizes = np.zeros((2, 1), np.int64)
    for rank in range(ranks):
        code, chosen = code_of(block(PAIR, rank)), [(found, sizes)]
        for _ in range(2):
            able = sizes < PAIRS
            found, sizes = found[able], sizes[able]
            found = found + (_KEYS[code] << _KEY_AT) + (code << _CODE_BITS * (PAIRS - 1 - sizes))
            sizes = sizes + 1
            chosen.append((found, sizes))
        found, sizes = map(np.concatenate, zip(*chosen, strict=True))
    return found
