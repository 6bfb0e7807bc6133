"""Classes: the readings that one question of the engine cannot tell apart.

What a piece is in all that the question asks about is its *mark*, and the class of
a reading is its four marks put together, with what the winning tile does where the
question asks about that.  The invariant: readings of a class have the same key in
the engine's question, so that the answer to one of them is the answer to all; the
engine itself is asked, about the first that is met.
`tests/test_score_columns.py` holds the records of whole files to those of single
hands.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array
from mjcli.batch.columns.numbering import Grown, Numbers
from mjcli.batch.columns.pieces import GROUP_BITS, Choices, NewPieces, concealed_groups, named
from mjcli.batch.room import NoRoomError
from mjcli.decompose import Group, Reading
from mjcli.fans.concealment import ways_to_complete
from mjcli.fans.registry import Aspect
from mjcli.tiles import COPIES, RANKS, TILES

# The most bits of a class, and of each of four marks that lie beside each other.
_MOST_BITS, _MARK_BITS = 62, 15
MOST_MARKS = 1 << _MARK_BITS


class Classes:
    """The classes of a question: these of one that makes no difference between readings."""

    is_constant = True
    # The most bits that a key can have.
    bits = _MOST_BITS
    # Whether it makes a difference which group the winning tile completes, and whether no other was waited for.
    by_place = asks_sole = False

    @property
    def size(self) -> int:
        """How many marks there are, where they have numbers."""
        return 0

    def add(self, new: NewPieces) -> None:
        """Takes the marks of pieces that are new."""

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        """A number for the class of each reading."""
        return np.zeros(len(choices.rows), np.int64)


class Traits(Classes):
    """By what any group is: `rows` are bits for each of the concealed groups."""

    is_constant = False

    def __init__(self, rows: list[int]) -> None:
        self._rows, self._marks = np.array([0, *rows]), Grown()

    def add(self, new: NewPieces) -> None:
        self._marks.extend(np.bitwise_or.reduce(self._rows[new.groups], axis=1))

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        m, p, s, z = self._marks[choices.pieces]
        found: Array = m | p | s | z
        return found


class InOrder(Classes):
    """By what each group is in its place, and if it is `by_place`, by which one the winning tile completes.

    `rows` say what each of the concealed groups is.  A mark has the same number of
    bits for each group of the piece.
    """

    is_constant = False

    def __init__(self, rows: list[Hashable], groups: int, *, by_place: bool) -> None:
        numbers = {row: number for number, row in enumerate(dict.fromkeys(rows))}
        self._codes = np.array([0, *(numbers[row] for row in rows)])
        self.by_place = by_place
        self._bits = (len(numbers) - 1).bit_length()
        self.bits = self._bits * groups + _PLACE_BITS * by_place
        self._marks = Grown()

    def add(self, new: NewPieces) -> None:
        if self.bits > _MOST_BITS:
            raise NoRoomError("a question asks for more than a number has room for")
        self._marks.extend(_in_order(self._codes[new.groups], new.sizes, self._bits))

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        marks = self._marks[choices.pieces]
        found: Array = marks[0]
        for mark, shift in zip(marks[1:], self._bits * choices.sizes[1:], strict=True):
            found = found << shift | mark
        return found << _PLACE_BITS | choices.placed if self.by_place else found


_PLACE_BITS = 3


def _in_order(codes: Array, sizes: Array, bits: int) -> Array:
    """The codes of the groups of pieces as one number for each piece, the first above the others, in so many bits each.

    There is no code after the last group, of which the codes are a column.
    """
    after = np.maximum(sizes[..., None] - 1 - np.arange(codes.shape[-1]), 0)
    found: Array = (codes << bits * after).sum(axis=-1)
    return found


class Ways(Classes):
    """By the way in which the winning tile can complete each group, and whether no other was waited for."""

    is_constant, asks_sole = False, True

    def __init__(self, groups: int) -> None:
        # By the rank of the winning tile, one piece after the other.
        self._marks, self._sole_at = Grown(np.int32), _WAY_BITS * groups
        self.bits = self._sole_at + 1

    def add(self, new: NewPieces) -> None:
        self._marks.extend(_in_order(new.by_rank(_ways()), new.sizes[:, None], _WAY_BITS).ravel())

    def keys(self, choices: Choices, is_sole: Array | None, /) -> Array:
        _, after = choices.around
        found: Array = self._marks[choices.own] << _WAY_BITS * after
        return found if is_sole is None else found | is_sole.astype(np.int64) << self._sole_at


# The codes of the ways in which a winning tile completes a group.
_WAYS = {"edge": 1, "closed": 2, "single": 3}
_WAY_BITS = 2


@lru_cache(maxsize=1)
def _ways() -> Array:
    """The way in which each tile completes each group."""
    numbers = {one: number for number, one in enumerate(concealed_groups(), 1)}
    found = np.zeros((SUITS * RANKS, len(numbers) + 1), np.int32)
    for tile in TILES:
        for one, way in ways_to_complete(tile).items():
            found[tile, numbers[one]] = _WAYS[way]
    return found


class BySuit(Classes):
    """By what the pieces of each suit are by themselves in an aspect: equal answers about as many groups have one mark.

    Neither groups of other suits nor the winning tile make a difference to the aspect.
    Nor do groups that are `alike`: it has a number for each concealed group, the same
    for those.  If it is `of_four`, all groups are alike where no kind lies in them four
    times.
    """

    is_constant = False

    def __init__(self, aspect: Aspect, alike: list[int], *, of_four: bool) -> None:
        self._of, self._of_four = aspect.of, of_four
        # One more, since 0 is for no group.
        self._alike = np.array([0, *(number + 1 for number in alike)])
        self._asked, self._codes = Numbers(), Grown()
        self._known: dict[Hashable, int] = {}
        self._marks = Grown()

    @property
    def size(self) -> int:
        return len(self._known)

    def add(self, new: NewPieces) -> None:
        numbers, first = self._asked.of(self._subjects(new))
        self._codes.extend([self._code(groups) for groups in named(new.groups[first])])
        self._marks.extend(self._codes[numbers])
        if self.size > MOST_MARKS:
            raise NoRoomError("more marks than a class has room for")

    def _subjects(self, new: NewPieces) -> Array:
        """All of each piece that makes a difference, as one number."""
        found = _in_order(self._alike[new.groups], new.sizes, GROUP_BITS)
        return np.where(_has_four(new.groups), found, -new.sizes) if self._of_four else found

    def _code(self, groups: tuple[Group, ...]) -> int:
        answer = self._of(Reading("standard", groups, groups[0].tile, None)) if groups else None
        return self._known.setdefault((answer, len(groups)), len(self._known))

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        m, p, s, z = self._marks[choices.pieces]
        found: Array = m | p << _MARK_BITS | s << 2 * _MARK_BITS | z << 3 * _MARK_BITS
        return found


def _has_four(groups: Array) -> Array:
    """Which pieces have some kind four times."""
    found: Array = _ranks_of_groups()[groups].sum(axis=1) & COPIES * _EACH_RANK > 0
    return found


# A bit for each rank, and the bits between.
_RANK_BITS = COPIES.bit_length()
_EACH_RANK = sum(1 << _RANK_BITS * rank for rank in range(RANKS))


@lru_cache(maxsize=1)
def _ranks_of_groups() -> Array:
    """How many tiles each group has of each rank, beside each other."""
    sums = (sum(1 << _RANK_BITS * (tile % RANKS) for tile in one.tiles) for one in concealed_groups())
    return np.array([0, *sums])


class OfOneSuit(Classes):
    """By what hands of one suit are in an aspect; those of more suits are all alike.

    Which group the winning tile completes makes no difference to it.
    """

    is_constant = False

    def __init__(self, aspect: Aspect, groups: int) -> None:
        self._of, self._count = aspect.of, groups
        self._groups = Grown(np.uint8, groups)
        self._asked, self._codes = Numbers(), Grown()
        # 0 is for hands of more suits.
        self._known: dict[Hashable, int] = {}

    def add(self, new: NewPieces) -> None:
        self._groups.extend(new.groups)

    def keys(self, choices: Choices, _is_sole: Array | None, /) -> Array:
        rows = np.flatnonzero((choices.sizes == self._count).any(axis=0))
        whole, found = choices.some(rows), np.zeros(len(choices.rows), np.int64)
        numbers, first = self._asked.of(whole.own)
        new = whole.some(first)
        groups = named(self._groups[new.own // RANKS])
        self._codes.extend([self._code(*one) for one in zip(groups, new.won.tolist(), strict=True)])
        found[rows] = self._codes[numbers]
        return found

    def _code(self, groups: tuple[Group, ...], won: int) -> int:
        answer = self._of(Reading("standard", groups, TILES[won], None))
        return self._known.setdefault(answer, len(self._known) + 1)
