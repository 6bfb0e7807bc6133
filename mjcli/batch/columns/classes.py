"""Classes: the readings that one question of the engine cannot tell apart.

What a piece is in all that the question asks about is its *mark*, and the class of
a reading is its four marks put together.  The invariant: readings of a class have
the same key in the engine's question, so that the answer to one of them is the
answer to all; the engine itself is asked, about the first that is met.
`tests/test_score_columns.py` holds the records of whole files to those of single
hands.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

import numpy as np

from mjcli.batch.columns.keys import Array
from mjcli.batch.columns.numbering import Grown, Numbers
from mjcli.batch.columns.pieces import GROUP_BITS, NewPieces, Piece, concealed_groups
from mjcli.batch.room import NoRoomError
from mjcli.decompose import Reading
from mjcli.fans.concealment import ways_to_complete
from mjcli.fans.registry import Aspect
from mjcli.tiles import KINDS, TILES

# The most bits of a class, and of each of four marks that lie beside each other.
_MOST_BITS, _MARK_BITS = 62, 15
MOST_MARKS = 1 << _MARK_BITS


class Classes:
    """The classes of a question: these of one that makes no difference between readings."""

    is_constant = True
    # Whether it makes a difference which group the winning tile completes, and whether no other was waited for.
    by_place = asks_sole = False

    @property
    def size(self) -> int:
        """How many marks there are, where they have numbers."""
        return 0

    def add(self, new: NewPieces) -> None:
        """Takes the marks of pieces that are new."""

    def keys(self, pieces: Array, _is_sole: Array | None, /) -> Array:
        """A number for the class of each reading."""
        return np.zeros(pieces.shape[1], np.int64)


class Traits(Classes):
    """By what any group is: `rows` are bits for each of the concealed groups."""

    is_constant = False

    def __init__(self, rows: list[int]) -> None:
        self._rows, self._marks = np.array([0, *rows]), Grown()

    def add(self, new: NewPieces) -> None:
        self._marks.extend(np.bitwise_or.reduce(self._rows[new.groups], axis=1))

    def keys(self, pieces: Array, _is_sole: Array | None, /) -> Array:
        m, p, s, z = (self._marks[column] for column in pieces)
        found: Array = m | p | s | z
        return found


class InOrder(Classes):
    """By what each group is in its place.

    `rows` say what each of the concealed groups is.  With `by_place` one that the
    winning tile completes is another; with `asks_sole` it is so by the way in which
    the tile can complete it, and readings where no other was waited for are others.
    A mark has the same number of bits for each group of the piece.
    """

    is_constant = False

    def __init__(self, rows: list[Hashable], groups: int, *, by_place: bool, asks_sole: bool) -> None:
        numbers = {row: number for number, row in enumerate(dict.fromkeys(rows))}
        self._codes = np.array([0, *(numbers[row] for row in rows)])
        self._asks_place, self.asks_sole, self.by_place = by_place, asks_sole, by_place or asks_sole
        self._bits = (len(numbers) - 1).bit_length() + _PLACE_BITS * by_place + _WAY_BITS * asks_sole
        self._sole_at = self._bits * groups
        self._marks, self._lengths = Grown(), Grown()

    def add(self, new: NewPieces) -> None:
        if self._sole_at + self.asks_sole > _MOST_BITS:
            raise NoRoomError("a question asks for more than a number has room for")
        codes, places = self._codes[new.groups], np.arange(new.groups.shape[1])
        if self._asks_place:
            codes = codes << _PLACE_BITS | (new.places[:, None] == places)
        if self.asks_sole:
            codes = codes << _WAY_BITS | _ways()[new.won[:, None] + 1, new.groups]
        after = np.maximum(new.sizes[:, None] - 1 - places, 0)
        self._marks.extend((codes << self._bits * after).sum(axis=1))
        self._lengths.extend(self._bits * new.sizes)

    def keys(self, pieces: Array, is_sole: Array | None, /) -> Array:
        found = self._marks[pieces[0]]
        for column in pieces[1:]:
            found = found << self._lengths[column] | self._marks[column]
        return found if is_sole is None or not self.asks_sole else found | is_sole.astype(np.int64) << self._sole_at


# The codes of the ways in which a winning tile completes a group.
_WAYS = {"edge": 1, "closed": 2, "single": 3}
_WAY_BITS, _PLACE_BITS = 2, 1


@lru_cache(maxsize=1)
def _ways() -> Array:
    """The way in which each tile, none first, completes each group."""
    numbers = {one: number for number, one in enumerate(concealed_groups(), 1)}
    found = np.zeros((KINDS + 1, len(numbers) + 1), np.int64)
    for tile in TILES:
        for one, way in ways_to_complete(tile).items():
            found[tile + 1, numbers[one]] = _WAYS[way]
    return found


class Look:
    """What pieces by themselves are in an aspect of readings: equal answers about as many groups have one code.

    Neither groups of other suits nor the group that the winning tile completes make
    a difference to the aspect.  If it is `of_one_suit`, it is the same for all hands of
    more suits; else the winning tile makes no difference either.  Nor do groups that
    are `alike`: it has a number for each concealed group, the same for those.
    """

    def __init__(self, aspect: Aspect, groups: int, alike: list[int], *, of_one_suit: bool = False) -> None:
        self._of, self._groups, self._of_one_suit = aspect.of, groups, of_one_suit
        # One more, since 0 is for no group.
        self._alike = np.array([0, *(number + 1 for number in alike)])
        self._asked, self._codes = Numbers(), Grown()
        self._known: dict[Hashable, int] = {}

    def codes(self, new: NewPieces) -> Array:
        """The code of each piece, 0 for one that says nothing."""
        rows = np.flatnonzero(new.sizes == self._groups if self._of_one_suit else new.sizes)
        numbers, first = self._asked.of(self._subjects(new.of(rows)))
        self._codes.extend([self._code(piece) for piece in new.of(rows[first]).objects()])
        found = np.zeros(len(new.won), np.int64)
        found[rows] = self._codes[numbers]
        return found

    def _subjects(self, new: NewPieces) -> Array:
        """All of each piece that makes a difference, as one number."""
        found = new.won + 1 if self._of_one_suit else np.zeros(len(new.won), np.int64)
        for column in new.groups.T:
            found = found << GROUP_BITS | self._alike[column]
        return found

    def _code(self, piece: Piece) -> int:
        winning = piece.groups[0].tile if piece.won is None else piece.won
        answer = self._of(Reading("standard", piece.groups, winning, piece.place))
        return self._known.setdefault((answer, len(piece.groups)), len(self._known) + 1)


class BySuit(Classes):
    """By what the pieces of each suit are to some looks."""

    is_constant = False

    def __init__(self, looks: list[Look]) -> None:
        self._looks = looks
        self._known, self._marks = Numbers(), Grown()

    @property
    def size(self) -> int:
        return len(self._known)

    def add(self, new: NewPieces) -> None:
        found = np.zeros(len(new.won), np.int64)
        for look in self._looks:
            found = found << _MARK_BITS | look.codes(new)
        self._marks.extend(self._known.of(found)[0])
        if self.size > MOST_MARKS or _MARK_BITS * len(self._looks) > _MOST_BITS:
            raise NoRoomError("more marks than a class has room for")

    def keys(self, pieces: Array, _is_sole: Array | None, /) -> Array:
        m, p, s, z = (self._marks[column] for column in pieces)
        found: Array = m | p << _MARK_BITS | s << 2 * _MARK_BITS | z << 3 * _MARK_BITS
        return found
