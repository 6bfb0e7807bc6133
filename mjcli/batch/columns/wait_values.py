"""What each wait of the hands of a column is worth by draw and by discard: hands of 14 tiles, scored as columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mjcli.analysis import ways_to_win
from mjcli.batch.columns.keys import SUITS, WEIGHTS, Array, taken
from mjcli.batch.columns.rare import knows
from mjcli.batch.columns.scores import Best, Scores
from mjcli.batch.columns.tables import load_tables
from mjcli.batch.columns.waits import ColumnWaits, part_columns, part_sizes
from mjcli.hand import WinContext
from mjcli.ruleset import RuleSet
from mjcli.tiles import KINDS, RANKS

# A valued wait as one number: the worth by draw and by discard, the tile, and the copies left.
_LEFT_BITS, _TILE_BITS, _WORTH_BITS = 3, 6, 24
# The fan, and the points, None where it is no win.
Value = tuple[int | None, int | None]


class ValuedWaits(NamedTuple):
    """The waits of hands with what they are worth.

    Those of the hand at a row are `waits` from `starts[row]` to before the next;
    `values` are looked up by the numbers that `taken_apart` gives.
    """

    starts: list[int]
    waits: list[int]
    values: list[Value]


def taken_apart(wait: int) -> tuple[int, int, int, int]:
    """The tile, the copies left, and the numbers of the values by draw and by discard."""
    tile, worths = wait >> _LEFT_BITS, wait >> _LEFT_BITS + _TILE_BITS
    return (
        tile & (1 << _TILE_BITS) - 1,
        wait & (1 << _LEFT_BITS) - 1,
        worths >> _WORTH_BITS,
        worths & (1 << _WORTH_BITS) - 1,
    )


class _Flat(NamedTuple):
    """The waits of a column, one after the other: the row of the hand, the tile, and the copies left."""

    rows: Array
    tiles: Array
    left: Array


class WaitValues:
    """Values the waits of columns of hands under a rule set, asked about at East in the East round."""

    def __init__(self, rules: RuleSet) -> None:
        self._scores = Scores(rules, ways_to_win(rules, WinContext()))
        self._values: dict[Value, int] = {}
        self._generation = -1
        self._by_worth = np.zeros(0, np.int64)

    @staticmethod
    def cover(rules: RuleSet) -> bool:
        """Whether the hands that waits complete can be scored as columns."""
        return rules.wild is None and knows(rules.table.shapes) and Scores.cover(rules)

    def value(self, keys: Array, entries: Array, waits: ColumnWaits) -> ValuedWaits:
        """The waits of the hands with what they are worth.

        The hands are given by their suit keys and the table entries of these, a row for each suit.
        """
        flat = _flat(waits)
        complete, known = _completed(keys, entries, flat)
        best = self._scores.best(complete, flat.tiles, known)
        draw, discard = (self._numbers(best, way) for way in range(len(best.worths)))
        packed = (draw << _WORTH_BITS | discard) << _TILE_BITS + _LEFT_BITS | flat.tiles << _LEFT_BITS | flat.left
        ends = np.cumsum(np.bincount(flat.rows, minlength=keys.shape[1]))
        return ValuedWaits([0, *ends.tolist()], packed.tolist(), [*self._values])

    def _numbers(self, best: Best, way: int) -> Array:
        """The number of the value of each complete hand."""
        worths = self._scores.worths
        if self._generation != self._scores.generation:
            self._generation, self._by_worth = self._scores.generation, np.zeros(0, np.int64)
        new = worths.all[len(self._by_worth) :]
        if new:
            numbers = [self._number(one.worth.fan, one.worth.points, one.worth.reason) for one in new]
            self._by_worth = np.concatenate([self._by_worth, np.array(numbers)])
        found: Array = self._by_worth[best.worths[way]] if len(self._by_worth) else np.zeros(len(best.shapes), np.int64)
        for row, scores in best.rare.items():
            score = scores[way]
            found[row] = self._number(score.fan, score.points, score.reason)
        return found

    def _number(self, fan: int | None, points: int | None, reason: str) -> int:
        return self._values.setdefault((fan, None if reason else points), len(self._values))


def _flat(waits: ColumnWaits) -> _Flat:
    """The waits of a column, by hand and by tile."""
    first, tiles, left = part_columns()
    numbers = np.stack([waits.first, waits.second], axis=1)
    numbers[list(waits.others)] = 0
    halves = np.flatnonzero(numbers)
    numbers = numbers.ravel()[halves]
    sizes = part_sizes(numbers)
    rows = np.repeat(halves // 2, sizes)
    places = np.arange(len(rows)) + np.repeat(first[numbers] - np.cumsum(sizes) + sizes, sizes)
    flat = _Flat(rows, tiles[places], left[places])
    if not waits.others:
        return flat
    others = [(row, tile, copies) for row, listed in waits.others.items() for tile, copies in listed]
    joined = _Flat(*(np.concatenate([one, more]) for one, more in zip(flat, np.array(others).T, strict=True)))
    order = np.argsort(joined.rows, kind="stable")
    return _Flat(*(column[order] for column in joined))


def _completed(keys: Array, entries: Array, flat: _Flat) -> tuple[Array, Array]:
    """The keys of the hands with each of their waits, and the entries of these: of one suit they are others."""
    count = len(flat.rows)
    complete, known = taken(keys, flat.rows).ravel(), taken(entries, flat.rows).ravel()
    changed = _SUITS[flat.tiles] * count + np.arange(count)
    complete[changed] += _WEIGHTS[flat.tiles]
    known[changed] = load_tables().suits[complete[changed]]
    return complete.reshape(SUITS, count), known.reshape(SUITS, count)


# The suit of each kind, and what a tile of it adds to the key.
_SUITS, _RANKS = np.divmod(np.arange(KINDS), RANKS)
_WEIGHTS = WEIGHTS[_RANKS]
