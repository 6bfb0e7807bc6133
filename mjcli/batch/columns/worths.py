"""What the readings of a column are worth, in one shape: classes for each question, and the worths that follow.

The engine says the code of the answer to a class when it is first met, and what
readings with answers of the same matters are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.classes import MOST_MARKS
from mjcli.batch.columns.keys import Array
from mjcli.batch.columns.numbering import Grown, Rows, different, numbers_of
from mjcli.batch.columns.pieces import GROUPS, Choices, NewPieces, Pieces
from mjcli.batch.columns.questions import classes_of
from mjcli.batch.room import NoRoomError
from mjcli.decompose import Group, Reading, places
from mjcli.hand import WinContext
from mjcli.ruleset import RuleSet
from mjcli.scoring.engine import View, engine_of
from mjcli.scoring.result import Tally
from mjcli.scoring.worth import Worth
from mjcli.tiles import TILES, Tile

# The most classes of a question, combinations of answers, and pieces that are kept; some million lines have as many.
_MOST_CLASSES, _MOST_ANSWERS, _MOST_PIECES = 1 << 18, 1 << 16, 1 << 18
# A rank as one number: whether it may not win, then the points, then the notes.
_NOTE_BITS, _POINT_BITS = 8, 48


class Valued(NamedTuple):
    """A worth with the shape it was reckoned in, and one reading that has it, with how its fans add up."""

    worth: Worth
    tally: Tally
    shape: Shape
    choices: Choices
    at: int

    @property
    def reading(self) -> Reading:
        """That reading, made anew each time: few are asked for."""
        (found,) = self.shape.readings(self.choices.some(np.array([self.at])))
        return found


class Worths:
    """Every worth that was met, by number, with its rank."""

    def __init__(self) -> None:
        self.all: list[Valued] = []
        self.ranks, self.is_win = Grown(), Grown(bool)

    def add(self, new: list[tuple[Worth, Tally]], shape: Shape, choices: Choices) -> range:
        """The numbers of worths, one for each reading in a shape that has it, which adds up so."""
        start = len(self.all)
        self.all += [Valued(*one, shape, choices, at) for at, one in enumerate(new)]
        self.ranks.extend([_rank(worth) for worth, _ in new])
        self.is_win.extend([not worth.reason for worth, _ in new])
        return range(start, len(self.all))


def _rank(worth: Worth) -> int:
    """The rank of a worth as one number."""
    barred, points, notes = worth.rank
    if points < -(1 << _POINT_BITS):
        raise NoRoomError("more points than a rank has room for")
    return ((barred << _POINT_BITS + 1) + points << _NOTE_BITS) + notes


class _Way:
    """Readings of one shape that were won in one way: the codes of their classes, and what they are worth.

    Readings with answers of the same matters are worth the same.
    """

    def __init__(self, view: View, worths: Worths, questions: int) -> None:
        self._view, self.matters = view, view.matters
        matters = view.matters
        self._codes, self._matters = ([Grown(np.int32) for _ in range(questions)] for _ in range(2))
        # What holds by the answers, and the matters in place, where the others go by what holds.
        self._holding = {at: Grown(np.uint8) for at in matters.telling}
        self._in_place = {at: Grown(np.int32) for _, asked in matters.occasions for at in asked}
        self.forget(worths)

    def forget(self, worths: Worths) -> None:
        """Begins with nothing known of what readings are worth, but with the codes of their classes."""
        self._worths = worths
        # The matters that were met together, with the number of their worth, and the codes that were.
        self._together, self._found = Rows(len(self._codes)), Grown(np.int32)
        self.answers = Rows(len(self._codes))

    def learn(self, at: int, readings: list[Reading]) -> None:
        """Asks a question about a reading of each class that is new."""
        codes = [self._view.code(at, one) for one in readings]
        self._codes[at].extend(codes)
        self._matters[at].extend([self.matters.number(at, code) for code in codes])
        if at in self._holding:
            self._holding[at].extend([self.matters.holding(at, code) for code in codes])
        if at in self._in_place:
            self._in_place[at].extend([self.matters.number(at, code, in_place=True) for code in codes])

    def worth(self, classes: Sequence[Array], shape: Shape, choices: Choices) -> Array:
        """The number of the worth of each reading by its classes."""
        found, new = self._together.of(self._matters_of(classes))
        columns = (column[one[new]].tolist() for column, one in zip(self._codes, classes, strict=True))
        worths = [*map(self._view.valued, zip(*columns, strict=True))]
        self._found.extend(self._worths.add(worths, shape, choices.some(new)))
        return self._found[found]

    def _matters_of(self, classes: Sequence[Array]) -> list[Array]:
        """The matters of the answers of each reading."""
        found = [column[one] for column, one in zip(self._matters, classes, strict=True)]
        held = np.zeros(len(classes[0]), np.uint8)
        for at, holding in self._holding.items():
            held |= holding[classes[at]]
        for needed, asked in self.matters.occasions:
            rows = np.flatnonzero(held & needed == needed)
            for at in asked:
                found[at][rows] = self._in_place[at][classes[at][rows]]
        return found

    def tell(self, classes: Sequence[Array]) -> Array:
        """The number of the codes of each reading by its classes; they are in `answers`."""
        found, _ = self.answers.of([column[one] for column, one in zip(self._codes, classes, strict=True)])
        return found


class Shape:
    """Readings in one shape, won in several ways."""

    def __init__(self, shape: str, rules: RuleSet, contexts: tuple[WinContext, ...], worths: Worths) -> None:
        engine, self.name, self._rules = engine_of(rules), shape, rules
        frame = engine.frames[shape, GROUPS[shape]]
        self._asked = classes_of(frame, GROUPS[shape])
        self._classes = [numbers_of(one.bits) for one in self._asked]
        views = [engine.view(shape, GROUPS[shape], context) for context in contexts]
        self._ways = [_Way(view, worths, len(self._asked)) for view in views]
        self.pieces = Pieces(shape, any(one.by_place for one in self._asked), self._add)
        self.asks_sole = any(one.asks_sole for one in self._asked)

    @property
    def is_full(self) -> bool:
        """Whether it is time to forget."""
        return (
            len(self.pieces) > _MOST_PIECES
            or any(len(one) > _MOST_CLASSES for one in self._classes)
            or any(one.size > MOST_MARKS // 2 for one in self._asked)
        )

    @property
    def first_way(self) -> _Way:
        """The way to win whose readings are told."""
        return self._ways[0]

    @property
    def has_many_answers(self) -> bool:
        """Whether it is time to forget the answers that were told, and what they are worth."""
        return len(self.first_way.answers) > _MOST_ANSWERS

    def forget(self, worths: Worths) -> None:
        """Begins with nothing known of what readings are worth."""
        for way in self._ways:
            way.forget(worths)

    def _add(self, new: NewPieces) -> None:
        for one in self._asked:
            one.add(new)

    def readings(self, choices: Choices) -> list[Reading]:
        """Readings as objects."""
        joined = self.pieces.joined(choices)
        won = [TILES[tile] for tile in choices.won.tolist()]
        return [self._reading(*one, tile) for one, tile in zip(joined, won, strict=True)]

    def _reading(self, groups: tuple[Group, ...], placed: int | None, won: Tile) -> Reading:
        """The reading with these groups, the first that the winning tile can complete if none is said to be."""
        at = places(groups, won)[0] if placed is None else placed
        return Reading(self.name, groups, won, at, (), 0, self._rules.table.shapes)

    def worths(self, choices: Choices, is_sole: Array | None, *, told: bool) -> tuple[list[Array], Array]:
        """The number of the worth of each reading, for each way to win, and of its answers in the first.

        The latter mean nothing where readings are not `told`.
        """
        found = [self._classes_of(at, choices, is_sole) for at in range(len(self._asked))]
        classes = [numbers for numbers, _ in found]
        self._learn(choices, [new for _, new in found])
        worths = [way.worth(classes, self, choices) for way in self._ways]
        return worths, self.first_way.tell(classes) if told else worths[0]

    def _classes_of(self, at: int, choices: Choices, is_sole: Array | None) -> tuple[Array, Array]:
        """The class of each reading by a question, and the first reading of each class that is new."""
        count = len(choices.rows)
        if self._asked[at].is_constant:
            _, new = self._classes[at].of(np.zeros(min(1, count), np.int64))
            return np.zeros(count, np.int32), new
        return self._classes[at].of(self._asked[at].keys(choices, is_sole))

    def _learn(self, choices: Choices, new: list[Array]) -> None:
        """Puts each question about the readings that are the first of their class."""
        rows = different(np.concatenate(new))
        met = dict(zip(rows.tolist(), self.readings(choices.some(rows)), strict=True))
        for at, firsts in enumerate(new):
            if len(firsts):
                asked = [met[row] for row in firsts.tolist()]
                for way in self._ways:
                    way.learn(at, asked)
