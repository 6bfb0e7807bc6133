"""The classes of readings by the relations of their sets.

By the sets themselves there would be nearly as many classes as there are hands.
Here a class is which relations each choice of sets is in, by tables that ask
`fans.relations.holding` about every choice once.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from mjcli.batch.columns.classes import Classes
from mjcli.batch.columns.keys import Array
from mjcli.batch.columns.numbering import Grown, different
from mjcli.batch.columns.pieces import Choices, NewPieces, concealed_groups
from mjcli.batch.room import NoRoomError
from mjcli.fans.relations import as_set, holding
from mjcli.tiles import KINDS

# Sets by number from 1, 0 for another group, in so many bits.
_SET_BITS = 6
_SET_MASK = (1 << _SET_BITS) - 1
_FIRST_PUNG = KINDS + 1


def _are_kin(sets: list[Array]) -> Array:
    """Which rows have sets of one kind and nothing else; the columns are the first, the second and so on."""
    chows = np.all([(one > 0) & (one < _FIRST_PUNG) for one in sets], axis=0)
    found: Array = chows | np.all([one >= _FIRST_PUNG for one in sets], axis=0)
    return found


def _beside(sets: tuple[Array, ...]) -> Array:
    """The numbers of each row of sets beside each other."""
    found = sets[0]
    for at, one in enumerate(sets[1:], 1):
        found = found | one << _SET_BITS * at
    return found


class _Kin:
    """Which relations some sets of one kind are in, by their numbers beside each other; equal answers have one code."""

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
        sets = [choices >> _SET_BITS * at & _SET_MASK for at in range(self._sets)]
        is_kin = _are_kin(sets)
        self._codes[choices] = _NOTHING
        self._codes[choices[is_kin]] = [self._code(holding(*own)) for own in (np.array(sets)[:, is_kin] - 1).T.tolist()]

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
        sets = [as_set(one) for one in concealed_groups()]
        self._sets = np.array([0, *(0 if one is None else one + 1 for one in sets)])
        self._is_pair = np.array([False, *(one.kind == "pair" for one in concealed_groups())])

    def add(self, new: NewPieces) -> None:
        """A mark is the sets beside each other, then how many groups there are, and one more than the pair's place."""
        found = new.sizes << _SIZE_AT
        for at, column in enumerate(new.groups.T):
            found |= self._sets[column] << _SET_BITS * at | np.where(self._is_pair[column], at + 1, 0) << _PAIR_AT
        self._marks.extend(found)

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        marks = [self._marks[column] for column in choices.pieces]
        packed, before, pair = np.zeros_like(marks[0]), np.zeros_like(marks[0]), np.zeros_like(marks[0])
        for mark in marks:
            packed |= (mark & _SETS_MASK) << _SET_BITS * before
            own = mark >> _PAIR_AT
            pair += np.where(own > 0, own - 1 + before, 0)
            before += mark >> _SIZE_AT & _SIZE_MASK
        low = _SET_BITS * pair
        sets = packed & (1 << low) - 1 | packed >> low + _SET_BITS << low
        return self._classed(sets, pair)

    def _classed(self, sets: Array, pair: Array) -> Array:
        each, found = [sets >> _SET_BITS * place & _SET_MASK for place in range(_ALL)], pair
        for size in (_PAIR, _TRIPLE):
            for chosen in combinations(each, size):
                found = found << _CODE_BITS | self._kin[size].codes(_beside(chosen))
        # Four of a kind are few, and four of any kinds very many.
        four = np.full(len(sets), _NOTHING)
        rows = np.flatnonzero(_are_kin(each))
        four[rows] = self._kin[_ALL].codes(sets[rows])
        classed: Array = found << _CODE_BITS | four
        return classed


_SIZE_AT, _SIZE_MASK, _PAIR_AT = 30, 7, 33
_SETS_MASK = (1 << _SIZE_AT) - 1
