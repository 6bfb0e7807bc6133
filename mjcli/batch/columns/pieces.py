"""Pieces: the groups that a complete hand has in one suit, and the winning tile among them, by number.

A hand is complete in a shape *by suits* where each of its suits is arranged by
itself: the standard shape, and seven pairs.  Its readings are then every choice
of one piece for each suit.  The pieces that a suit key can be arranged in have
numbers that follow on one another, so that a column of hands has for each suit a
column of first pieces and one of how many there are.  Pieces are made when their
key is first met: by the functions that arrange single hands, so that their
readings are those of `decompose.readings`, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import ALL_KEYS, SUITS, Array, suit_counts
from mjcli.batch.columns.numbering import Grown, Numbers
from mjcli.batch.columns.tables import Kinds, is_complete, load_tables, size_of
from mjcli.decompose import Group, group, places
from mjcli.decompose.standard import suit_arrangements
from mjcli.decompose.suits import SuitCounts
from mjcli.hand.hand import FULL
from mjcli.tiles import RANKS, TILES, Tile

_STANDARD = "standard"
# The winning tile's rank of a suit that it is not in.
_ELSEWHERE = RANKS
_SPLIT_BITS, _PLACE_BITS = 6, 3


class Piece(NamedTuple):
    """The groups of a suit; `won` is the winning tile and `place` the group that it completes, if it is in the suit."""

    suit: int
    groups: tuple[Group, ...]
    won: Tile | None = None
    place: int | None = None


class NewPieces(NamedTuple):
    """Pieces that are new: as objects and as columns.

    `groups` are the numbers of the groups of each, from 1, with 0 for none after
    the last of `sizes`; `won` and `places` are -1 where the winning tile is in
    another suit.
    """

    pieces: list[Piece]
    groups: Array
    sizes: Array
    won: Array
    places: Array


@lru_cache(maxsize=1)
def concealed_groups() -> tuple[Group, ...]:
    """Every group that a piece can have; their numbers count up from 1."""
    chows = [group("chow", tile) for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2]
    return (*chows, *(group("pung", tile) for tile in TILES), *(group("pair", tile) for tile in TILES))


@lru_cache(maxsize=1)
def _group_numbers() -> dict[Group, int]:
    return {one: number for number, one in enumerate(concealed_groups(), 1)}


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
        self.all: list[Piece] = []
        self._arrange, self._by_place, self._on_new = BY_SUITS[shape].arrange, by_place, on_new
        self._most = GROUPS[shape]
        self._keys = Numbers()
        self._first, self._count = Grown(np.int32), Grown(np.int32)
        # Which of the ways to arrange the suit a piece is of, and which of the places of the winning tile it has.
        self._orders = Grown()

    def __len__(self) -> int:
        return len(self._orders)

    def choices(self, keys: Array, won: Array) -> Choices:
        """The readings of complete hands by their keys, a row for each suit, and their winning tiles."""
        found = self._numbers(keys, won)
        first, count = self._first[found], self._count[found]
        total = count[0] * count[1] * count[2] * count[3]
        one, several = np.flatnonzero(total == 1), np.flatnonzero(total > 1)
        if not len(several):
            return Choices(one, first[:, one], np.zeros(len(one), np.int64))
        rows = np.repeat(several, total[several])
        ends = np.cumsum(total[several])
        left = np.arange(len(rows)) - np.repeat(ends - total[several], total[several])
        pieces = first[:, rows]
        for suit in range(SUITS - 1, -1, -1):
            left, chosen = np.divmod(left, count[suit, rows])
            pieces[suit] += chosen
        orders = np.concatenate([np.zeros(len(one), np.int64), self._order(pieces)])
        return Choices(np.concatenate([one, rows]), np.concatenate([first[:, one], pieces], axis=1), orders)

    def _order(self, pieces: Array) -> Array:
        """The place of readings among those of their hand: by how each suit is arranged, then by the winning tile."""
        orders = self._orders[pieces]
        found = np.zeros(pieces.shape[1], np.int64)
        for order in orders >> _PLACE_BITS:
            found = (found << _SPLIT_BITS) + order
        result: Array = (found << _PLACE_BITS) + (orders & (1 << _PLACE_BITS) - 1).sum(axis=0)
        return result

    def _numbers(self, keys: Array, won: Array) -> Array:
        """The number of what each key of each suit can be arranged in."""
        suits = np.arange(SUITS)[:, None]
        is_there = won // RANKS == suits
        if not self._by_place:
            is_there &= size_of(load_tables().suits[keys]) == FULL
        rank = np.where(is_there, won % RANKS, _ELSEWHERE)
        asked = ((suits * ALL_KEYS + keys) * (RANKS + 1) + rank).ravel()
        found, new = self._keys.of(asked)
        if len(new):
            self._add(asked[new])
        return found.reshape(keys.shape)

    def _add(self, asked: Array) -> None:
        """Arranges what is new, by suit, key and the rank of the winning tile."""
        ranks, suits, keys = asked % (RANKS + 1), *np.divmod(asked // (RANKS + 1), ALL_KEYS)
        counts = [suit_counts(keys[suits == suit], suit).tolist() for suit in range(SUITS)]
        held = [iter(some) for some in counts]
        pieces: list[Piece] = []
        orders, sizes = [], []
        for suit, rank in zip(suits.tolist(), ranks.tolist(), strict=True):
            won = None if rank == _ELSEWHERE else TILES[suit * RANKS + rank]
            before = len(pieces)
            for split, groups in enumerate(self._arrange(suit, tuple(next(held[suit])))):
                for at, place in enumerate(_NO_PLACE if won is None else [*places(groups, won)]):
                    pieces.append(Piece(suit, groups, won, place))
                    orders.append(split << _PLACE_BITS | at)
            sizes.append(len(pieces) - before)
        self._first.extend(len(self.all) + np.cumsum(sizes) - sizes)
        self._count.extend(sizes)
        self._orders.extend(orders)
        self.all += pieces
        self._on_new(self._as_columns(pieces))

    def _as_columns(self, pieces: list[Piece]) -> NewPieces:
        numbers, groups = _group_numbers(), np.zeros((len(pieces), self._most), np.int64)
        sizes = np.array([len(piece.groups) for piece in pieces])
        groups[np.arange(self._most) < sizes[:, None]] = [numbers[one] for piece in pieces for one in piece.groups]
        won = np.array([-1 if piece.won is None else piece.won for piece in pieces])
        places = np.array([-1 if piece.place is None else piece.place for piece in pieces])
        return NewPieces(pieces, groups, sizes, won, places)


_NO_PLACE: list[int | None] = [None]


class _BySuits(NamedTuple):
    """A shape by suits: which hands are complete in it by their entries and kinds, and how a suit is arranged."""

    is_complete: Callable[[Array, Kinds], Array]
    arrange: Callable[[int, SuitCounts], Iterable[tuple[Group, ...]]]


def _arrange_pairs(suit: int, counts: SuitCounts) -> Iterator[tuple[Group, ...]]:
    pairs = (group("pair", TILES[suit * RANKS + rank]) for rank, held in enumerate(counts) for _ in range(held // 2))
    yield tuple(pairs)


_PAIRS = 7
BY_SUITS: dict[str, _BySuits] = {
    _STANDARD: _BySuits(lambda entries, _: is_complete(entries), suit_arrangements),
    "seven-pairs": _BySuits(lambda _, kinds: kinds.odd == 0, _arrange_pairs),
    "seven-different-pairs": _BySuits(lambda _, kinds: (kinds.odd == 0) & (kinds.multiple == _PAIRS), _arrange_pairs),
}
GROUPS = {_STANDARD: 5, "seven-pairs": _PAIRS, "seven-different-pairs": _PAIRS}
