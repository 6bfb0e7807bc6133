"""Suit keys: the tiles of a suit as one number, their counts as digits to the base 5, rank 1 first.

The keys of the three suits with chows and those of the honours lie in one range,
one after the other, so that one table answers for all four columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcli.tiles import COPIES, HONOURS, RANKS

Array = NDArray[Any]
BASE = COPIES + 1
SUIT_KEYS = BASE**RANKS
HONOUR_KEYS = BASE ** len(HONOURS)
ALL_KEYS = SUIT_KEYS + HONOUR_KEYS
WEIGHTS = BASE ** np.arange(RANKS, dtype=np.int64)
SUITS = 4
HONOURS_SUIT = SUITS - 1


def suit_counts(keys: Array, suit: int) -> Array:
    """The counts that a column of keys stands for: a row of 9 for each key (7 for the honours).

    >>> suit_counts(np.array([2 + 5 * 1]), 0)[0].tolist()
    [2, 1, 0, 0, 0, 0, 0, 0, 0]
    """
    ranks = len(HONOURS) if suit == HONOURS_SUIT else RANKS
    plain = keys - SUIT_KEYS if suit == HONOURS_SUIT else keys
    counts: Array = plain[:, None] // WEIGHTS[:ranks] % BASE
    return counts.astype(np.int8)


def key_counts(key: int, suit: int) -> list[int]:
    """The counts that one key stands for.

    >>> key_counts(2 + 5 * 1, 0)
    [2, 1, 0, 0, 0, 0, 0, 0, 0]
    """
    ranks, plain = (len(HONOURS), key - SUIT_KEYS) if suit == HONOURS_SUIT else (RANKS, key)
    return [plain // BASE**rank % BASE for rank in range(ranks)]


def hand_keys(counts: Array) -> Array:
    """The keys of hands given by their counts, a row of 34 for each; a row of keys for each suit.

    >>> hand_keys(np.eye(34, dtype=int))[:, 1].tolist()
    [5, 0, 0, 1953125]
    """
    suits = counts[:, : RANKS * HONOURS_SUIT].reshape(-1, HONOURS_SUIT, RANKS) @ WEIGHTS
    honours = counts[:, RANKS * HONOURS_SUIT :] @ WEIGHTS[: len(HONOURS)] + SUIT_KEYS
    return np.concatenate([suits.T, honours[None]])


def hand_counts(keys: Array) -> Array:
    """The counts of the 34 kinds, a row for each hand of the columns `keys` (one row for each suit)."""
    return np.concatenate([suit_counts(column, suit) for suit, column in enumerate(keys)], axis=1)


def taken(columns: Array, rows: Array) -> Array:
    """Those of the rows of columns that lie beside each other, one for each suit.

    As `columns[:, rows]`, in a quarter of the time.
    """
    found: Array = columns.take(rows, axis=1)
    return found


def of_suits(columns: Array, suits: Array) -> Array:
    """What each hand has in one of its suits: columns have a row for each suit, and `suits` the suit of each hand.

    As `columns[suits, np.arange(len(suits))]`, in half the time.
    """
    count = len(suits)
    found: Array = columns.ravel().take(suits * count + np.arange(count))
    return found
