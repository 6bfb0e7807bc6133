"""Pieces: the groups that a complete hand has in one suit, and the winning tile among them, by number.

A hand is complete in a shape *by suits* where each of its suits is arranged by
itself: the standard shape, and seven pairs.  Its readings are then every choice
of one piece for each suit.  The pieces that a suit key can be arranged in have
numbers that follow on one another, so that a column of hands has for each suit a
column of first pieces and one of how many there are.  Pieces are made when their
key is first met, all that a column has new at once, and are columns themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array, taken
from mjcli.batch.columns.numbering import Grown, different
from mjcli.batch.columns.splits import CODES, PAIRS, Suits, code_of, paired_suits, standard_suits
from mjcli.batch.columns.tables import Kinds, is_complete, load_tables, size_of
from mjcli.decompose import Group, GroupKind, group, places
from mjcli.decompose.suits import CHOW, PAIR, PUNG, block
from mjcli.hand.hand import FULL
from mjcli.tiles import KINDS, RANKS, TILES, Tile

_STANDARD = "standard"
# The winning tile's rank of a suit that it is not in.
_ELSEWHERE = RANKS
_SPLIT_BITS, _PLACE_BITS = 6, 3
# The number of a group has so many bits.
GROUP_BITS = 7


class Piece(NamedTuple):
    """The groups of a suit; `won` is the winning tile and `place` the group that it completes, if it is in the suit."""

    groups: tuple[Group, ...]
    won: Tile | None
    place: int | None


class NewPieces(NamedTuple):
    """Pieces as columns.

    `groups` are the numbers of the groups of each, from 1, with 0 for none after
    the last; `won` and `places` are -1 where the winning tile is in another suit.
    """

    groups: Array
    won: Array
    places: Array

    @property
    def sizes(self) -> Array:
        """How many groups each has."""
        found: Array = (self.groups > 0).sum(axis=1)
        return found

    def of(self, rows: Array) -> NewPieces:
        """Some of the pieces."""
        return NewPieces(*(column[rows] for column in self))

    def objects(self) -> list[Piece]:
        """The pieces as objects."""
        tiles = [None if tile < 0 else TILES[tile] for tile in self.won.tolist()]
        return [*map(Piece, _named(self.groups), tiles, _or_none(self.places))]


def _named(groups: Array) -> list[tuple[Group, ...]]:
    """The groups of each row by their numbers, 0 left out."""
    known = concealed_groups()
    return [tuple([known[number - 1] for number in row if number]) for row in groups.tolist()]


def _or_none(places: Array) -> list[int | None]:
    return [None if place < 0 else place for place in places.tolist()]


@lru_cache(maxsize=1)
def concealed_groups() -> tuple[Group, ...]:
    """Every group that a piece can have; their numbers count up from 1."""
    chows = [group("chow", tile) for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2]
    return (*chows, *(group("pung", tile) for tile in TILES), *(group("pair", tile) for tile in TILES))


class Choices(NamedTuple):
    """The readings of a column of hands.

    `rows` are the hands that they are of, `pieces` a row of numbers for each suit,
    and `orders` say which reading of a hand comes first.
    """

    rows: Array
    pieces: Array
    orders: Array


class Pieces:
    """The pieces of the suits of hands in one shape.

    With `by_place` it makes a difference which group the winning tile completes;
    else only in hands of one suit, and other pieces have no winning tile.  `on_new`
    is told the pieces that are new, in the order of their numbers.
    """

    def __init__(self, shape: str, by_place: bool, on_new: Callable[[NewPieces], None]) -> None:
        self._suits, self._by_place, self._on_new = BY_SUITS[shape].suits(), by_place, on_new
        # The suits that are all of a hand.
        self._is_whole = size_of(load_tables().suits[self._suits.keys]) == FULL
        # A suit has a slot for each place in a hand and each rank of the winning tile: where its pieces begin, and how
        # many there are.
        self._slots = SUITS, RANKS + 1, len(self._suits)
        self._first, self._count = np.zeros((2, np.prod(self._slots)), np.int32)
        self._elsewhere = (np.arange(SUITS)[:, None] * (RANKS + 1) + _ELSEWHERE) * len(self._suits)
        # Which of the ways to arrange the suit a piece is of, and which of the places of the winning tile it has.
        self._orders = Grown(np.int16)
        self._groups = GROUPS[shape]
        # The numbers of the groups beside each other, how many bits these are, and the place of the winning tile.
        self._packed, self._lengths, self._places = Grown(), Grown(np.int8), Grown(np.int8)

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._orders)

    def groups(self, pieces: Array) -> Array:
        """The numbers of the groups of readings, a row for each place, 0 for none, by their pieces."""
        found, length = self._packed[pieces[0]], self._lengths[pieces[0]]
        for column in pieces[1:]:
            found |= self._packed[column] << length
            length = length + self._lengths[column]
        numbers: Array = found >> GROUP_BITS * np.arange(self._groups)[:, None] & (1 << GROUP_BITS) - 1
        return numbers

    def joined(self, pieces: Array) -> list[tuple[tuple[Group, ...], int | None]]:
        """The groups of readings by their pieces, a row for each suit, and which one is completed, if that is known."""
        places, sizes = self._places[pieces], self._lengths[pieces] // GROUP_BITS
        placed = np.where(places < 0, -1, places + np.cumsum(sizes, axis=0) - sizes).max(axis=0)
        return [*zip(_named(self.groups(pieces).T), _or_none(placed), strict=True)]

    def choices(self, keys: Array, won: Array) -> Choices:
        """The readings of complete hands by their keys, a row for each suit, and their winning tiles."""
        slots = self._slots_of(keys, won)
        count = self._count.take(slots)
        if not count.all():
            self._add(different(slots[count == 0]))
            count = self._count.take(slots)
        total = count[0] * count[1] * count[2] * count[3]
        rows = np.repeat(np.arange(len(won)), total)
        pieces, orders = taken(self._first.take(slots), rows), np.zeros(len(rows), np.int64)
        several = np.flatnonzero(total.take(rows) > 1)
        at = rows[several]
        left = several - (np.cumsum(total) - total)[at]
        for suit in range(SUITS - 1, -1, -1):
            left, chosen = np.divmod(left, count[suit, at])
            pieces[suit, several] += chosen
        orders[several] = self._order(taken(pieces, several))
        return Choices(rows, pieces, orders)

    def _order(self, pieces: Array) -> Array:
        """The place of readings among those of their hand: by how each suit is arranged, then by the winning tile."""
        orders = self._orders[pieces]
        found = np.zeros(pieces.shape[1], np.int64)
        for order in orders >> _PLACE_BITS:
            found = (found << _SPLIT_BITS) + order
        result: Array = (found << _PLACE_BITS) + (orders & (1 << _PLACE_BITS) - 1).sum(axis=0)
        return result

    def _slots_of(self, keys: Array, won: Array) -> Array:
        slots = self._suits.numbers(keys) + self._elsewhere
        rows, suits = np.arange(len(won)), won // RANKS
        if not self._by_place:
            rows = np.flatnonzero(self._is_whole.take(self._suits.numbers(keys[suits, rows])))
            suits = suits[rows]
        slots[suits, rows] += (won[rows] % RANKS - _ELSEWHERE) * len(self._suits)
        return slots

    def _add(self, slots: Array) -> None:
        """Arranges what is new."""
        suits, ranks, numbers = np.unravel_index(slots, self._slots)
        ways, codes = self._suits.arranged(numbers)
        at = np.repeat(np.arange(len(slots)), ways)
        split = np.arange(len(at)) - np.repeat(np.cumsum(ways) - ways, ways)
        groups = _numbers_by_code()[suits[at, None], codes[:, : self._groups]]
        won = np.where(ranks == _ELSEWHERE, -1, suits * RANKS + ranks)[at]
        rows, order, places = _placed(groups, won)
        count = np.bincount(at[rows], minlength=len(slots))
        self._first[slots], self._count[slots] = len(self) + np.cumsum(count) - count, count
        self._orders.extend(split[rows] << _PLACE_BITS | order)
        new = NewPieces(groups[rows], won[rows], places)
        self._packed.extend((new.groups << GROUP_BITS * np.arange(self._groups)).sum(axis=1))
        self._lengths.extend(new.sizes * GROUP_BITS)
        self._places.extend(places)
        self._on_new(new)


def _placed(groups: Array, won: Array) -> tuple[Array, Array, Array]:
    """Each row of groups once for each place of the winning tile in it, with which of them that is, and the place."""
    orders = _place_orders()[won[:, None], groups]
    # Of equal groups, which stand together, the first is completed.
    orders[:, 1:][groups[:, 1:] == groups[:, :-1]] = -1
    orders[won < 0, 0] = 0
    rows, places = np.nonzero(orders >= 0)
    return rows, orders[rows, places], np.where(won[rows] < 0, -1, places)


@lru_cache(maxsize=1)
def _place_orders() -> Array:
    """The place of each group among those that a tile completes, as `places` has them, -1 for others; no tile last."""
    groups = concealed_groups()
    found = np.full((KINDS + 1, len(groups) + 1), -1, np.int8)
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
