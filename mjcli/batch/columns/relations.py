"""The classes of readings by the relations of their sets.

By the sets themselves there would be nearly as many classes as there are hands.
Here a class is which relations each choice of sets is in, by tables that ask
`fans.related.holding` about every choice once.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mjcli.batch.columns.classes import Classes
from mjcli.batch.columns.keys import Array
from mjcli.batch.columns.numbering import Grown, different
from mjcli.batch.columns.pieces import Choices, NewPieces, concealed_groups
from mjcli.batch.room import NoRoomError
from mjcli.fans.related import as_set, holding
from mjcli.tiles import KINDS, RANKS

# Sets by number from 1, 0 for another group, in so many bits.
_SET_BITS = 6
_SET_MASK = (1 << _SET_BITS) - 1
_FIRST_PUNG = KINDS + 1


def _are_kin(sets: Array) -> Array:
    """Which columns have sets of one kind and nothing else; the rows are the first set, the second and so on."""
    are_chows: Array = (sets > 0) & (sets < _FIRST_PUNG)
    found: Array = np.all(are_chows, axis=0) | np.all(sets >= _FIRST_PUNG, axis=0)
    return found


def _may_hold(sets: Array) -> Array:
    """Which columns have sets that can be in a relation all together: of one kind, and of one suit or as many suits."""
    suits = np.sort((sets - 1) % KINDS // RANKS, axis=0)
    found: Array = (suits[0] == suits[-1]) | (np.diff(suits, axis=0) > 0).all(axis=0)
    return found & _are_kin(sets)


class _Kin:
    """Which relations some sets are in, by their numbers beside each other; equal answers have one code."""

    def __init__(self, sets: int) -> None:
        self._sets = sets
        # 0 where it has not been asked.
        self._codes = np.zeros(1 << _SET_BITS * sets, np.uint8)
        self._known: dict[tuple[str, ...], int] = {(): _NOTHING}

    def codes(self, packed: Array) -> Array:
        """The codes of choices of sets."""
        found: Array = self._codes.take(packed)
        if not found.all():
            self._ask(different(packed[found == 0]))
            found = self._codes.take(packed)
        return found

    def _ask(self, choices: Array) -> None:
        sets = choices >> _SET_BITS * np.arange(self._sets)[:, None] & _SET_MASK
        may_hold = _may_hold(sets)
        self._codes[choices] = _NOTHING
        self._codes[choices[may_hold]] = [self._code(holding(*own)) for own in sets[:, may_hold].T.tolist()]

    def _code(self, names: tuple[str, ...]) -> int:
        code = self._known.setdefault(names, len(self._known) + 1)
        if code >> _CODE_BITS:
            raise NoRoomError("more relations than a class has room for")
        return code


_PAIR, _TRIPLE, _ALL = 2, 3, 4
# The code of no relations, and the bits of one.
_NOTHING, _CODE_BITS = 1, 5


class Relations(Classes):
    """The classes of readings of four sets and a pair by the relations of the sets.

    They are told apart by the place of the pair and by what each choice of sets
    is in, which is all that `related` goes by.
    """

    is_constant = False

    def __init__(self) -> None:
        self._marks = Grown()
        self._kin = {size: _Kin(size) for size in (_PAIR, _TRIPLE, _ALL)}
        self._sets = np.array([0, *map(as_set, concealed_groups())])
        self._is_pair = np.array([False, *(one.kind == "pair" for one in concealed_groups())])

    def add(self, new: NewPieces) -> None:
        """A mark has a bit for each group that is a pair, then the room that the sets take, and these."""
        pairs, room, sets = np.zeros((3, len(new.sizes)), np.int64)
        for at, column in enumerate(new.groups.T):
            is_there, is_pair = at < new.sizes, self._is_pair[column]
            pairs = np.where(is_there, pairs << 1 | is_pair, pairs)
            sets = np.where(is_there & ~is_pair, sets << _SET_BITS | self._sets[column], sets)
            room += _SET_BITS * (is_there & ~is_pair)
        self._marks.extend(pairs | room << _ROOM_AT | sets << _SETS_AT)

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        marks = self._marks[choices.pieces]
        pairs, rooms, each = marks & _PAIRS_MASK, marks >> _ROOM_AT & _ROOM_MASK, marks >> _SETS_AT
        pair, sets = pairs[0], each[0]
        for at in range(1, len(marks)):
            pair = pair << choices.sizes[at] | pairs[at]
            sets = sets << rooms[at] | each[at]
        return self._classed(sets, pair)

    def _classed(self, sets: Array, pair: Array) -> Array:
        each = sets >> _SET_BITS * np.arange(_ALL)[:, None] & _SET_MASK
        second, third = each << _SET_BITS, each << 2 * _SET_BITS
        pairs = np.stack([each[a] | second[b] for a, b in combinations(range(_ALL), _PAIR)])
        triples = np.stack([each[a] | second[b] | third[c] for a, b, c in combinations(range(_ALL), _TRIPLE)])
        found = pair
        for codes in (*self._kin[_PAIR].codes(pairs), *self._kin[_TRIPLE].codes(triples)):
            found = found << _CODE_BITS | codes
        # Four of a kind are few, and four of any kinds very many.
        four = np.full(len(sets), _NOTHING)
        rows = np.flatnonzero(_are_kin(each))
        four[rows] = self._kin[_ALL].codes(sets[rows])
        classed: Array = found << _CODE_BITS | four
        return classed


_ROOM_AT, _ROOM_MASK, _SETS_AT = 5, 31, 10
_PAIRS_MASK = (1 << _ROOM_AT) - 1
