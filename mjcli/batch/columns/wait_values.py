"""What each wait of the hands of a column is worth by draw and by discard: hands of 14 tiles, scored as columns."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from mjcli.analysis import ways_to_win
from mjcli.batch.columns.keys import WEIGHTS, Array, taken
from mjcli.batch.columns.rare import knows
from mjcli.batch.columns.scores import Best, Scores
from mjcli.batch.columns.tables import load_tables
from mjcli.batch.columns.waits import ColumnWaits, part_sizes, part_waits
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


_SUIT_OF, _RANK_OF = np.divmod(np.arange(KINDS), RANKS)
_WEIGHT_OF = WEIGHTS[_RANK_OF]


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
        complete, known = taken(keys, flat.rows), taken(entries, flat.rows)
        # The place of the suit that the tile is of, in all suits one after the other.
        changed = _SUIT_OF[flat.tiles] * len(flat.rows) + np.arange(len(flat.rows))
        more = complete.ravel()[changed] + _WEIGHT_OF[flat.tiles]
        complete.ravel()[changed] = more
        known.ravel()[changed] = load_tables().suits[more]
        best = self._scores.best(complete, flat.tiles, known)
        draw, discard = (self._numbers(best, way) for way in range(len(best.worths)))
        packed = (draw << _WORTH_BITS | discard) << _TILE_BITS + _LEFT_BITS | flat.tiles << _LEFT_BITS | flat.left
        sizes = np.bincount(flat.rows, minlength=keys.shape[1]).tolist()
        return ValuedWaits([0, *accumulate(sizes)], packed.tolist(), [*self._values])

    def _numbers(self, best: Best, way: int) -> Array:
        """The number of the value of each complete hand."""
        worths = self._scores.worths
        if self._generation != self._scores.generation:
            self._generation, self._by_worth = self._scores.generation, np.zeros(0, np.int64)
        new = worths.all[len(self._by_worth) :]
        if new:
            numbers = [self._number(one.worth.tally.fan, one.worth.tally.points, one.worth.reason) for one in new]
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
    first, tiles, left = _parts()
    is_other = np.zeros(len(waits.first), bool)
    is_other[list(waits.others)] = True
    numbers = np.stack([waits.first, waits.second], axis=1)
    numbers[is_other] = 0
    numbers = numbers.ravel()
    sizes = part_sizes(numbers)
    rows = np.repeat(np.arange(len(numbers)), sizes)
    places = first[numbers][rows] + np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    flat = _Flat(rows // 2, tiles[places], left[places])
    if not waits.others:
        return flat
    others = [(row, tile, copies) for row, listed in waits.others.items() for tile, copies in listed]
    joined = _Flat(*(np.concatenate([one, more]) for one, more in zip(flat, np.array(others).T, strict=True)))
    order = np.argsort(joined.rows, kind="stable")
    return _Flat(*(column[order] for column in joined))


@lru_cache(maxsize=1)
def _parts() -> tuple[Array, Array, Array]:
    """Where the waits of each part begin in two columns, the tiles and the copies left, and these."""
    count = len(load_tables().parts) * 4
    listed = [part_waits(number) for number in range(count)]
    sizes = [len(part) for part in listed]
    tiles, left = np.array([wait for part in listed for wait in part]).T
    return np.array([0, *accumulate(sizes)])[:-1], tiles, left
