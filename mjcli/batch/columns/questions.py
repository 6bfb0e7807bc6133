"""The questions of the engine, put to columns of readings.

What a question asks about is *suited* where what a reading is in it follows from
what its pieces are, in their order: then each piece has a `_mark` that says all of
it, and equal marks have one number.  Readings with the same four numbers are of
one *class*.  The invariant: readings of a class have the same key in the engine's
question, so that the answer to one of them is the answer to all; the engine
itself is asked, about the first that is met.  `tests/test_score_columns.py` holds
the records of whole files to those of single hands.

The relations of sets would have nearly as many classes as there are hands.  There
the class is which relations each choice of sets is in, by tables that ask
`relations.holding` about every choice once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import Any

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array
from mjcli.batch.columns.numbering import Grown
from mjcli.batch.columns.pieces import Piece
from mjcli.decompose import Group, Reading, group
from mjcli.fans.aspects import FLOWERS, PLACED, STOOD
from mjcli.fans.concealment import SOLE_WAYS, ways_to_complete
from mjcli.fans.registry import Aspect
from mjcli.fans.relations import HOGS, TERMINAL_PARTS, as_set, holding
from mjcli.fans.shapes import FILLED
from mjcli.fans.situations import SHOWN
from mjcli.fans.suits import ONE_SUIT
from mjcli.fans.wilds import HELD, LONE, NO_WILD
from mjcli.memo import Memo
from mjcli.scoring.engine import Frame, Question
from mjcli.tiles import KINDS, RANKS, TILES

# The number of a mark has so many bits; the four of a reading lie beside each other, and above them one bit more.
_MARK_BITS = 15
MOST_MARKS = 1 << _MARK_BITS
# More than there are suits of sets and pairs.
_MOST_PIECES = 1 << 17
_SOLE_BIT = SUITS * _MARK_BITS


def _alone(piece: Piece, aspect: Aspect) -> Hashable:
    """What a piece by itself is in an aspect of readings."""
    winning = piece.groups[0].tile if piece.won is None else piece.won
    return aspect.of(Reading("standard", piece.groups, winning, piece.place))


def _suited(aspect: Aspect) -> Callable[[Piece, bool], Hashable]:
    """What a piece is in an aspect that no group of another suit makes a difference to."""
    return lambda piece, _: _alone(piece, aspect) if piece.groups else None


def _of_whole_hand(piece: Piece, is_whole: bool) -> Hashable:
    """What a piece is in an aspect that is the same for all hands of more suits than one."""
    return _alone(piece, ONE_SUIT) if is_whole else None


def _ways(piece: Piece, _: bool) -> Hashable:
    """How the winning tile completes each of the groups; whether nothing else would is a column of its own."""
    return None if piece.won is None else tuple(map(ways_to_complete(piece.won).get, piece.groups))


def _nothing(_piece: Piece, _: bool) -> Hashable:
    """What is the same for all concealed hands without wild tiles and flowers."""
    return None


# What a piece is in each aspect of readings, and whether it is all of the hand.
_OF_READINGS: dict[Aspect, Callable[[Piece, bool], Hashable]] = {
    PLACED: lambda piece, _: piece.place,
    HOGS: _suited(HOGS),
    TERMINAL_PARTS: _suited(TERMINAL_PARTS),
    ONE_SUIT: _of_whole_hand,
    SOLE_WAYS: _ways,
} | dict.fromkeys((FLOWERS, STOOD, FILLED, SHOWN, NO_WILD, LONE, HELD), _nothing)


def _looks(question: Question) -> dict[Aspect, None]:
    """The aspects of readings that a question asks about."""
    return dict.fromkeys(one for asked in question.predicates for one in asked.reads if one.level == "reading")


def can_ask(frame: Frame) -> bool:
    """Whether every question of a frame can be put to columns."""
    return all(map(_can_ask, frame.questions))


def _can_ask(question: Question) -> bool:
    looks = [_OF_READINGS.get(one) for one in _looks(question)]
    # Traits are put together by themselves.
    return all(look is _nothing for look in looks) if question.has_traits else None not in looks


@lru_cache(maxsize=1)
def _concealed_groups() -> tuple[Group, ...]:
    """Every group that a piece can have."""
    chows = [group("chow", tile) for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2]
    return (*chows, *(group("pung", tile) for tile in TILES), *(group("pair", tile) for tile in TILES))


class Classes:
    """The classes of readings of one shape that one question cannot tell apart.

    `at` is the place of the question in its frame, `groups` how many a reading has.
    """

    def __init__(self, frame: Frame, at: int, groups: int) -> None:
        question = frame.questions[at]
        self._at, self._groups, self._rows = at, groups, frame.rows
        self.asks_traits = question.has_traits
        self._asks_groups = bool(question.places) and any(
            frame.rows[one][at] != frame.rows[_concealed_groups()[0]][at] for one in _concealed_groups()
        )
        looks = _looks(question)
        self.asks_sole = SOLE_WAYS in looks
        self._looks = [found for one in looks if (found := _OF_READINGS[one]) is not _nothing]
        self.is_constant = not (self.asks_traits or self._asks_groups or self._looks)
        # Whether it makes a difference which group the winning tile completes.
        self.by_place = bool(looks.keys() & {PLACED, SOLE_WAYS})
        self._by_groups: Memo[tuple[Group, ...], int] = Memo(
            lambda groups: self._mark(Piece(0, groups)), _MOST_PIECES
        )
        self._by_win = self.by_place or ONE_SUIT in looks
        self._known: dict[Hashable, int] = {}
        self._marks = Grown()

    @property
    def size(self) -> int:
        """How many marks there are."""
        return len(self._known)

    def add(self, pieces: list[Piece]) -> None:
        """Takes the marks of pieces that are new."""
        if self._by_win:
            self._marks.extend([self._mark(piece) for piece in pieces])
        elif not self.is_constant:
            self._marks.extend([self._by_groups[piece.groups] for piece in pieces])

    def _mark(self, piece: Piece) -> int:
        """The traits of a piece, or the number of what it is in all that is asked about."""
        is_whole = len(piece.groups) == self._groups
        if self.asks_traits:
            return reduce(or_, (self._rows[one][self._at] for one in piece.groups), 0)
        rows = tuple(self._rows[one][self._at] for one in piece.groups) if self._asks_groups else ()
        looks = tuple(look(piece, is_whole) for look in self._looks)
        return self._known.setdefault((len(piece.groups), rows, looks), len(self._known))

    def keys(self, pieces: Array, is_sole: Array | None) -> Array:
        """A number for the class of each reading."""
        m, p, s, z = (self._marks[column] for column in pieces)
        if self.asks_traits:
            traits: Array = m | p | s | z
            return traits
        found: Array = m | p << _MARK_BITS | s << 2 * _MARK_BITS | z << 3 * _MARK_BITS
        return found if is_sole is None or not self.asks_sole else found | is_sole.astype(np.int64) << _SOLE_BIT


# Sets by number from 1, 0 for another group, in so many bits.
_SET_BITS = 6
_SET_MASK = (1 << _SET_BITS) - 1
_FIRST_PUNG = KINDS + 1


class _Kin:
    """Which relations some sets of one kind are in, by their numbers beside each other; equal answers have one code."""

    def __init__(self, sets: int) -> None:
        self._sets = sets
        # 0 where it has not been asked.
        self._codes = np.zeros(1 << _SET_BITS * sets, np.uint8)
        self._known: dict[tuple[str, ...], int] = {(): 1}

    def codes(self, packed: Array) -> Array:
        """The codes of choices of sets."""
        found: Array = self._codes[packed]
        if not found.all():
            for choice in np.unique(packed[found == 0]).tolist():
                self._codes[choice] = self._code(choice)
            found = self._codes[packed]
        return found

    def _code(self, choice: int) -> int:
        sets = [(choice >> _SET_BITS * at & _SET_MASK) for at in range(self._sets)]
        is_one_kind = 0 not in sets and len({one < _FIRST_PUNG for one in sets}) == 1
        names = holding(*(one - 1 for one in sets)) if is_one_kind else ()
        code = self._known.setdefault(names, len(self._known) + 1)
        if code >> _CODE_BITS:
            raise OverflowError("more relations than a class has room for")
        return code


_PAIR, _TRIPLE, _ALL = 2, 3, 4
_CODE_BITS = 5


class Relations(Classes):
    """The classes of readings of four sets and a pair by the relations of the sets.

    They are told apart by the place of the pair and by what each choice of sets
    is in, which is all that `related` goes by.
    """

    def __init__(self, frame: Frame, at: int, groups: int) -> None:
        super().__init__(frame, at, groups)
        self.asks_traits = self.is_constant = False
        self._kin = {size: _Kin(size) for size in (_PAIR, _TRIPLE, _ALL)}

    def _mark(self, piece: Piece) -> int:
        """The sets of a piece beside each other, then how many groups it has, and one more than the pair's place."""
        sets = [0 if (one := as_set(group)) is None else one + 1 for group in piece.groups]
        packed = sum(one << _SET_BITS * at for at, one in enumerate(sets))
        kinds = [one.kind for one in piece.groups]
        pair = kinds.index("pair") + 1 if "pair" in kinds else 0
        return packed | len(sets) << _SIZE_AT | pair << _PAIR_AT

    def keys(self, pieces: Array, is_sole: Array | None) -> Array:
        marks = [self._marks[column] for column in pieces]
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
        found = pair
        for size in (_PAIR, _TRIPLE):
            for places in combinations(range(_ALL), size):
                chosen = sum((sets >> _SET_BITS * place & _SET_MASK) << _SET_BITS * at for at, place in enumerate(places))
                found = found << _CODE_BITS | self._kin[size].codes(chosen)
        # Four of a kind are few, and four of any kinds very many.
        four = np.ones(len(sets), np.int64)
        rows = np.flatnonzero(self._may_be_kin(sets))
        four[rows] = self._kin[_ALL].codes(sets[rows])
        classed: Array = found << _CODE_BITS | four
        return classed

    @staticmethod
    def _may_be_kin(sets: Array) -> Array:
        """Whether the four are chows, or pungs of a suit."""
        each = [sets >> _SET_BITS * place & _SET_MASK for place in range(_ALL)]
        chows = np.all([(one > 0) & (one < _FIRST_PUNG) for one in each], axis=0)
        found: Array = chows | np.all([one >= _FIRST_PUNG for one in each], axis=0)
        return found


_SIZE_AT, _SIZE_MASK, _PAIR_AT = 30, 7, 33
_SETS_MASK = (1 << _SIZE_AT) - 1
_STANDARD_GROUPS = 5


def classes_of(frame: Frame, groups: int) -> list[Any]:
    """The classes of each question of a frame."""
    has_kin = groups == _STANDARD_GROUPS
    return [
        (Relations if has_kin and question.is_joint else Classes)(frame, at, groups)
        for at, question in enumerate(frame.questions)
    ]
