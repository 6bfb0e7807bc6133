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

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array
from mjcli.batch.columns.numbering import Grown, Numbers
from mjcli.batch.columns.pieces import NewPieces, Piece, concealed_groups
from mjcli.batch.room import NoRoomError
from mjcli.decompose import Group, Reading
from mjcli.fans.aspects import FLOWERS, PLACED, STOOD
from mjcli.fans.concealment import SOLE_WAYS, ways_to_complete
from mjcli.fans.registry import Aspect
from mjcli.fans.relations import HOGS, TERMINAL_PARTS, as_set, holding
from mjcli.fans.shapes import FILLED
from mjcli.fans.situations import SHOWN
from mjcli.fans.suits import GATES
from mjcli.fans.wilds import HELD, LONE, NO_WILD
from mjcli.memo import Memo
from mjcli.scoring.engine import Frame, Question
from mjcli.tiles import KINDS, TILES

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
    """What a piece is in an aspect that neither groups of other suits nor the winning tile make a difference to."""
    known: Memo[tuple[Group, ...], Hashable] = Memo(lambda groups: _alone(Piece(0, groups), aspect), _MOST_PIECES)
    return lambda piece, _: known[piece.groups] if piece.groups else None


def _of_whole_hand(piece: Piece, is_whole: bool) -> Hashable:
    """What a piece is in an aspect that is the same for all hands of more suits than one."""
    return _alone(piece, GATES) if is_whole else None


# What a piece is in an aspect of readings, and whether it is all of the hand: of those that take a look at each piece.
_BY_PIECE: dict[Aspect, Callable[[Piece, bool], Hashable]] = {
    HOGS: _suited(HOGS),
    TERMINAL_PARTS: _suited(TERMINAL_PARTS),
    GATES: _of_whole_hand,
}
# What is the same for all concealed hands without wild tiles and flowers.
_SAME = frozenset((FLOWERS, STOOD, FILLED, SHOWN, NO_WILD, LONE, HELD))
_KNOWN = _BY_PIECE.keys() | _SAME | {PLACED, SOLE_WAYS}


def _looks(question: Question) -> dict[Aspect, None]:
    """The aspects of readings that a question asks about."""
    return dict.fromkeys(one for asked in question.predicates for one in asked.reads if one.level == "reading")


def can_ask(frame: Frame) -> bool:
    """Whether every question of a frame can be put to columns."""
    return all(map(_can_ask, frame.questions))


def _can_ask(question: Question) -> bool:
    # Traits are put together by themselves.
    return _looks(question).keys() <= (_SAME if question.has_traits else _KNOWN)


# The codes of the ways in which a winning tile completes a group.
_WAYS: dict[str | None, int] = {None: 0, "edge": 1, "closed": 2, "single": 3}
_WAY_BITS, _PLACE_BITS, _SIZE_BITS, _LOOK_BITS = 2, 4, 3, 16


@lru_cache(maxsize=1)
def _ways() -> Array:
    """The way in which each tile, none first, completes each group."""
    groups = concealed_groups()
    ways = [[_WAYS[ways_to_complete(tile).get(one)] for one in groups] for tile in TILES]
    return np.pad(np.array(ways, np.int64), ((1, 0), (1, 0)))


class Classes:
    """The classes of readings of one shape that one question cannot tell apart.

    `at` is the place of the question in its frame, `groups` how many a reading has.
    """

    def __init__(self, frame: Frame, at: int, groups: int) -> None:
        question, looks = frame.questions[at], _looks(frame.questions[at])
        rows = [frame.rows[one][at] for one in concealed_groups()] if question.has_traits or question.places else [0]
        self._groups, self.asks_traits, self.asks_sole = groups, question.has_traits, SOLE_WAYS in looks
        # Whether it makes a difference which group the winning tile completes.
        self.by_place = bool(looks.keys() & {PLACED, SOLE_WAYS})
        self._asks_place, self._asks_rows = PLACED in looks, len({*rows}) > 1
        self._looks = [_BY_PIECE[one] for one in looks if one in _BY_PIECE]
        self._seen: dict[Hashable, int] = {}
        # What each group is in the aspects of groups, by its number, 0 for no group.
        different = [*dict.fromkeys(rows)]
        codes = rows if self.asks_traits else [different.index(row) + 1 for row in rows]
        self._codes, self._code_bits = np.array([0, *codes], np.int64), len(different).bit_length()
        self.is_constant = not (self._asks_rows or self._looks or self.by_place)
        self._known, self._marks = Numbers(), Grown()

    @property
    def size(self) -> int:
        """How many marks there are."""
        return max(len(self._known), len(self._seen))

    def add(self, new: NewPieces) -> None:
        """Takes the marks of pieces that are new."""
        if not self.is_constant:
            self._marks.extend(self._mark(new))

    def _mark(self, new: NewPieces) -> Array:
        """The traits of each piece, or the number of what it is in all that is asked about."""
        if self.asks_traits:
            traits: Array = np.bitwise_or.reduce(self._codes[new.groups], axis=1)
            return traits
        found, bits = new.sizes, _SIZE_BITS
        for size, column in self._columns(new):
            found, bits = found << size | column, bits + size
        if bits > _MOST_BITS:
            raise NoRoomError("a question asks for more than a number has room for")
        marks: Array = self._known.of(found)[0].astype(np.int64)
        if self.size > MOST_MARKS:
            raise NoRoomError("more marks in a block than a class has room for")
        return marks

    def _columns(self, new: NewPieces) -> Iterator[tuple[int, Array]]:
        """All that is asked about each piece as columns of numbers, with their bits."""
        if self._asks_rows:
            yield from ((self._code_bits, self._codes[column]) for column in new.groups.T)
        if self._asks_place:
            yield _PLACE_BITS, new.places + 1
        if self.asks_sole:
            yield from ((_WAY_BITS, _ways()[new.won + 1, column]) for column in new.groups.T)
        for look in self._looks:
            seen = [look(piece, len(piece.groups) == self._groups) for piece in new.pieces]
            yield _LOOK_BITS, np.array([self._seen.setdefault((look, one), len(self._seen)) for one in seen])

    def keys(self, pieces: Array, is_sole: Array | None, /) -> Array:
        """A number for the class of each reading."""
        m, p, s, z = (self._marks[column] for column in pieces)
        if self.asks_traits:
            traits: Array = m | p | s | z
            return traits
        found: Array = m | p << _MARK_BITS | s << 2 * _MARK_BITS | z << 3 * _MARK_BITS
        return found if is_sole is None or not self.asks_sole else found | is_sole.astype(np.int64) << _SOLE_BIT


_MOST_BITS = 63
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
            raise NoRoomError("more relations than a class has room for")
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
        sets = [as_set(one) for one in concealed_groups()]
        self._sets = np.array([0, *(0 if one is None else one + 1 for one in sets)])
        self._is_pair = np.array([False, *(one.kind == "pair" for one in concealed_groups())])

    def _mark(self, new: NewPieces) -> Array:
        """The sets of each piece beside each other, then how many groups it has, and one more than the pair's place."""
        found = np.zeros(len(new.sizes), np.int64)
        for at, column in enumerate(new.groups.T):
            found |= self._sets[column] << _SET_BITS * at | np.where(self._is_pair[column], at + 1, 0) << _PAIR_AT
        marks: Array = found | new.sizes << _SIZE_AT
        return marks

    def keys(self, pieces: Array, _is_sole: Array | None, /) -> Array:
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
                chosen = np.zeros_like(sets)
                for at, place in enumerate(places):
                    chosen |= (sets >> _SET_BITS * place & _SET_MASK) << _SET_BITS * at
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
