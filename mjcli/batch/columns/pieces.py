"""Pieces: the groups that a complete hand has in one suit, by number.

A hand is complete in a shape *by suits* where each of its suits is arranged by
itself: the standard shape, and seven pairs.  Its readings are then every choice
of one piece for each suit, and, where that makes a difference, of a group that the
winning tile completes.  The pieces that a suit key can be arranged in have numbers
that follow on one another, so that a column of hands has for each suit a column of
first pieces and one of how many there are.  Pieces are made when their key is first
met, all that a column has new at once, and are columns themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array, of_suits, taken
from mjcli.batch.columns.numbering import Grown, different
from mjcli.batch.columns.splits import CODES, PAIRS, Suits, code_of, paired_suits, standard_suits
from mjcli.batch.columns.tables import Kinds, is_complete
from mjcli.decompose import Group, GroupKind, group, places
from mjcli.decompose.suits import CHOW, PAIR, PUNG, block
from mjcli.tiles import RANKS, TILES

_STANDARD = "standard"
# The places of the groups that a tile completes, in so many bits each, above the number of them.
_PLACE_BITS = 3
_PLACE_MASK = (1 << _PLACE_BITS) - 1
# The number of a group has so many bits.
GROUP_BITS = 7


class NewPieces(NamedTuple):
    """Pieces as columns.

    `groups` are the numbers of the groups of each, from 1, with 0 for none after
    the last, `sizes` how many it has, and `suits` where it may be.
    """

    groups: Array
    sizes: Array
    suits: Array

    def by_rank(self, table: Array) -> Array:
        """What a table has, by tile and by group, for each piece: a row for each rank of its suit, a column a group.

        A table has as many ranks for the honours as for the other suits.
        """
        tiles = self.suits[:, None] * RANKS + np.arange(RANKS)
        found: Array = table[tiles[:, :, None], self.groups[:, None]]
        return found


def named(groups: Array) -> list[tuple[Group, ...]]:
    """The groups of each row by their numbers, 0 left out."""
    known = concealed_groups()
    return [tuple([known[number - 1] for number in row if number]) for row in groups.tolist()]


@lru_cache(maxsize=1)
def concealed_groups() -> tuple[Group, ...]:
    """Every group that a piece can have; their numbers count up from 1."""
    chows = [group("chow", tile) for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2]
    return (*chows, *(group("pung", tile) for tile in TILES), *(group("pair", tile) for tile in TILES))


class Choices(NamedTuple):
    """The readings of a column of hands.

    `rows` are the hands that they are of, and `orders` say which reading of a hand
    comes first.  `pieces` and `sizes` have a row for each suit: the numbers of the
    pieces, and how many groups each has.  `won` are the winning tiles and `placed`
    the groups that these complete, -1 where it makes no difference which.
    """

    rows: Array
    orders: Array
    pieces: Array
    sizes: Array
    won: Array
    placed: Array

    def some(self, at: Array) -> Choices:
        """Some of the readings."""
        return Choices(*(taken(column, at) if column.ndim > 1 else column[at] for column in self))

    @property
    def own(self) -> Array:
        """The piece of each reading that the winning tile is in, with the tile's rank: a number for both."""
        suits = self.won // RANKS
        found: Array = (of_suits(self.pieces, suits) - suits) * RANKS + self.won
        return found

    @property
    def around(self) -> tuple[Array, Array]:
        """How many groups of each reading come before the piece that the winning tile is in, and how many after."""
        suits, until = self.won // RANKS, np.cumsum(self.sizes, axis=0)
        ends = of_suits(until, suits)
        return ends - of_suits(self.sizes, suits), until[-1] - ends


class Pieces:
    """The pieces of the suits of hands in one shape.

    With `by_place` it makes a difference which group the winning tile completes.
    `on_new` is told the pieces that are new, in the order of their numbers.
    """

    def __init__(self, shape: str, by_place: bool, on_new: Callable[[NewPieces], None]) -> None:
        self._suits, self._by_place, self._on_new = BY_SUITS[shape].suits(), by_place, on_new
        # Where the pieces of each suit in each place of a hand begin, -1 where they are not made.
        self._first = np.full(SUITS * len(self._suits), -1, np.int32)
        self._starts = np.arange(SUITS)[:, None] * len(self._suits)
        self._groups = GROUPS[shape]
        # The numbers of the groups of each piece beside each other, and how many it has.
        self._packed, self._sizes = Grown(), Grown()
        # The groups that a tile of each rank completes, for one piece after the other.
        self._completed = Grown(np.int32)

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._sizes)

    def groups(self, pieces: Array) -> Array:
        """The numbers of the groups of readings, a row for each place, 0 for none, by their pieces."""
        found, length = self._packed[pieces[0]], self._sizes[pieces[0]] * GROUP_BITS
        for column in pieces[1:]:
            found |= self._packed[column] << length
            length += self._sizes[column] * GROUP_BITS
        numbers: Array = found >> GROUP_BITS * np.arange(self._groups)[:, None] & (1 << GROUP_BITS) - 1
        return numbers

    def joined(self, choices: Choices) -> list[tuple[tuple[Group, ...], int | None]]:
        """The groups of readings, and which one is completed, if that is known."""
        placed = [None if at < 0 else at for at in choices.placed.tolist()]
        return [*zip(named(self.groups(choices.pieces).T), placed, strict=True)]

    def choices(self, keys: Array, won: Array) -> Choices:
        """The readings of complete hands by their keys, a row for each suit, and their winning tiles."""
        numbers = self._suits.numbers(keys)
        first, count = self._first_of(numbers + self._starts), self._suits.ways(numbers)
        total = count[0] * count[1] * count[2] * count[3]
        rows = np.repeat(np.arange(len(won)), total)
        orders = np.arange(len(rows)) - (np.cumsum(total) - total)[rows]
        pieces = taken(first, rows).astype(np.int64)
        several = np.flatnonzero(total[rows] > 1)
        at, left = rows[several], orders[several]
        for suit in range(SUITS - 1, -1, -1):
            left, chosen = np.divmod(left, count[suit, at])
            pieces[suit, several] += chosen
        found = Choices(rows, orders, pieces, self._sizes[pieces], won[rows], np.full(len(rows), -1))
        return self._placed(found) if self._by_place else found

    def _placed(self, choices: Choices) -> Choices:
        """Each of the readings once for each group that the winning tile can complete."""
        completed = self._completed[choices.own]
        count = completed & _PLACE_MASK
        before, _ = choices.around
        at = np.repeat(np.arange(len(count)), count)
        order = np.arange(len(at)) - (np.cumsum(count) - count)[at]
        placed = before[at] + (completed[at] >> _PLACE_BITS * (order + 1) & _PLACE_MASK)
        found = choices.some(at)
        return found._replace(orders=found.orders << _PLACE_BITS | order, placed=placed)

    def _first_of(self, slots: Array) -> Array:
        """The first piece of each suit."""
        first: Array = self._first.take(slots)
        is_new = first < 0
        if is_new.any():
            self._add(different(slots[is_new]))
            first = self._first.take(slots)
        return first

    def _add(self, slots: Array) -> None:
        """Arranges what is new."""
        suits, numbers = np.divmod(slots, len(self._suits))
        ways, codes = self._suits.arranged(numbers)
        self._first[slots] = len(self) + np.cumsum(ways) - ways
        suits = np.repeat(suits, ways)
        groups = _numbers_by_code()[suits[:, None], codes[:, : self._groups]]
        new = NewPieces(groups, (groups > 0).sum(axis=1), suits)
        self._packed.extend((groups << GROUP_BITS * np.arange(self._groups)).sum(axis=1))
        self._sizes.extend(new.sizes)
        if self._by_place:
            self._completed.extend(_completed(new).ravel())
        self._on_new(new)


def _completed(new: NewPieces) -> Array:
    """For each rank how many groups of each piece a tile of it can have completed, and above that these, in order."""
    orders = new.by_rank(_place_orders())
    # Of equal groups, which stand together, the first is completed.
    again = np.nonzero(new.groups[:, 1:] == new.groups[:, :-1])
    orders[again[0], :, again[1] + 1] = _NOT_COMPLETED
    # The groups by their order; those that are not completed come last.
    by_order = np.argsort(orders, axis=2)
    count = (orders < _NOT_COMPLETED).sum(axis=2)
    found: Array = count.copy()
    for at in range(_MOST_COMPLETED):
        found |= np.where(at < count, by_order[:, :, at], 0) << _PLACE_BITS * (at + 1)
    return found


# A tile is in three chows at most, a pung and a pair.
_MOST_COMPLETED = _NOT_COMPLETED = 5


@lru_cache(maxsize=1)
def _place_orders() -> Array:
    """The place of each group among those that a tile completes, as `places` has them."""
    groups = concealed_groups()
    found = np.full((SUITS * RANKS, len(groups) + 1), _NOT_COMPLETED, np.int8)
    for tile in TILES:
        at = places(groups, tile)
        found[tile, [one + 1 for one in at]] = range(len(at))
    return found


@lru_cache(maxsize=1)
def _numbers_by_code() -> Array:
    """The number of the group that each code of a block stands for in each suit."""
    found = np.zeros((SUITS, CODES), np.int64)
    for number, one in enumerate(concealed_groups(), 1):
        suit, rank = divmod(one.tile, RANKS)
        found[suit, code_of(block(_KINDS[one.kind], rank))] = number
    return found


_KINDS: dict[GroupKind, int] = {"chow": CHOW, "pung": PUNG, "pair": PAIR}


class _BySuits(NamedTuple):
    """A shape by suits: which hands are complete in it by their entries and kinds, and what their suits are."""

    is_complete: Callable[[Array, Kinds], Array]
    suits: Callable[[], Suits]


BY_SUITS: dict[str, _BySuits] = {
    _STANDARD: _BySuits(lambda entries, _: is_complete(entries), standard_suits),
    "seven-pairs": _BySuits(lambda _, kinds: kinds.odd == 0, paired_suits),
    "seven-different-pairs": _BySuits(lambda _, kinds: (kinds.odd == 0) & (kinds.multiple == PAIRS), paired_suits),
}
GROUPS = {_STANDARD: 5, "seven-pairs": PAIRS, "seven-different-pairs": PAIRS}
