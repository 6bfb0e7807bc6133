"""What the hands of a column are worth: readings of equal classes together, each worth reckoned once by the engine.

For each shape by suits the readings of a column become classes, one for each
question; the engine says the code of the answer to a class when it is first met,
and what readings with answers of the same matters are worth.  The best reading of each hand is
the first of the lowest rank, as in `score_checked`.  Hands that may be complete in
another shape are *rare*: `score_checked` itself scores them, and is remembered,
since most of them are thirteen orphans, of which there are few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.classes import MOST_MARKS
from mjcli.batch.columns.keys import SUITS, Array, key_counts, taken
from mjcli.batch.columns.numbering import Grown, Numbers, Rows
from mjcli.batch.columns.pieces import BY_SUITS, GROUPS, Choices, NewPieces, Pieces
from mjcli.batch.columns.questions import can_ask, classes_of
from mjcli.batch.columns.rare import may_be_rare
from mjcli.batch.columns.sole import waited_for_one
from mjcli.batch.columns.tables import kinds_of, load_tables
from mjcli.batch.room import NoRoomError
from mjcli.decompose import Group, Reading, places
from mjcli.hand import Hand, WinContext
from mjcli.memo import Memo
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score, score_checked
from mjcli.scoring.engine import View, engine_of
from mjcli.scoring.matter import Matters
from mjcli.scoring.worth import Worth
from mjcli.tiles import RANKS, TILES, Tile

# The most classes of a question, worths, combinations of answers, and rare hands that are kept.
_MOST_CLASSES, _MOST_WORTHS, _MOST_ANSWERS, _MOST_RARE = 1 << 18, 1 << 15, 1 << 16, 1 << 14
# The most pieces of a shape: some million lines have as many.
_MOST_PIECES = 1 << 18
# A rank as one number: whether it may not win, then the points, then the notes.
_NOTE_BITS, _POINT_BITS = 8, 48


class Valued(NamedTuple):
    """A worth with the shape it was reckoned in and one reading that has it."""

    worth: Worth
    reading: Reading


class Worths:
    """Every worth that was met, by number, with its rank."""

    def __init__(self) -> None:
        self.all: list[Valued] = []
        self.ranks, self.is_win = Grown(), Grown(bool)
        # The engine keeps worths as one object each, but may forget them; here they stay, so that identities do.
        self._known: dict[int, int] = {}

    def add(self, worth: Worth, reading: Reading) -> int:
        """The number of a worth."""
        known = self._known.get(id(worth))
        if known is not None:
            return known
        barred, points, notes = worth.rank
        if points < -(1 << _POINT_BITS):
            raise NoRoomError("more points than a rank has room for")
        self._known[id(worth)] = len(self.all)
        self.all.append(Valued(worth, reading))
        self.ranks.extend([((barred << _POINT_BITS + 1) + points << _NOTE_BITS) + notes])
        self.is_win.extend([not worth.reason])
        return len(self.all) - 1


class _Way:
    """Readings of one shape that were won in one way: the codes of their classes, and what they are worth.

    Readings with answers of the same matters are worth the same.
    """

    def __init__(self, view: View, matters: Matters, worths: Worths, questions: int) -> None:
        self._view, self.matters = view, matters
        self._codes, self._matters = ([Grown(np.int32) for _ in range(questions)] for _ in range(2))
        # For the answers about relations: the matter in place of the first, and whether relations hold by the others.
        self._in_place, self._holds = Grown(np.int32), {at: Grown(bool) for at in matters.relations[1:]}
        self.forget(worths)

    def forget(self, worths: Worths) -> None:
        """Begins with nothing known of what readings are worth, but with the codes of their classes."""
        self._worths = worths
        self._alike, self._found = Rows(len(self._codes)), Grown(np.int32)
        self.codes = Rows(len(self._codes))

    def learn(self, at: int, readings: list[Reading]) -> None:
        """Asks a question about a reading of each class that is new."""
        codes = [self._view.code(at, one) for one in readings]
        self._codes[at].extend(codes)
        self._matters[at].extend([self.matters.number(at, code) for code in codes])
        if at in self.matters.relations[:1]:
            self._in_place.extend([self.matters.number(at, code, in_place=True) for code in codes])
        elif at in self._holds:
            self._holds[at].extend([self.matters.has_relations(at, code) for code in codes])

    def worth(self, classes: list[Array], readings: _Readings) -> Array:
        """The number of the worth of each reading by its classes."""
        found, new = self._alike.of(self._matters_of(classes))
        codes = np.array([column[one[new]] for column, one in zip(self._codes, classes, strict=True)])
        self._found.extend(
            [
                self._worths.add(self._view.worth_by(tuple(own)), reading)
                for own, reading in zip(codes.T.tolist(), readings.some(new), strict=True)
            ]
        )
        return self._found[found]

    def _matters_of(self, classes: list[Array]) -> list[Array]:
        """The matters of the answers of each reading."""
        found = [column[one] for column, one in zip(self._matters, classes, strict=True)]
        for at, holds in self._holds.items():
            rows = np.flatnonzero(holds[classes[at]])
            first = self.matters.relations[0]
            found[first][rows] = self._in_place[classes[first][rows]]
        return found

    def answers(self, classes: list[Array]) -> Array:
        """The number of the codes of each reading by its classes; they are in `codes`."""
        found, _ = self.codes.of([column[one] for column, one in zip(self._codes, classes, strict=True)])
        return found


class _Readings(NamedTuple):
    """The readings of some hands, any of which can be made."""

    shape: _Shape
    pieces: Array
    won: Array

    def some(self, rows: Array) -> list[Reading]:
        """The readings of some rows as objects."""
        joined = self.shape.pieces.joined(taken(self.pieces, rows))
        won = [TILES[tile] for tile in self.won[rows].tolist()]
        return [self.shape.reading(*one, tile) for one, tile in zip(joined, won, strict=True)]


class _Shape:
    """Readings in one shape, won in several ways."""

    def __init__(self, shape: str, rules: RuleSet, contexts: tuple[WinContext, ...], worths: Worths) -> None:
        engine, self.name, self._rules = engine_of(rules), shape, rules
        frame = engine.frames[shape, GROUPS[shape]]
        self._asked = classes_of(frame, GROUPS[shape])
        self._classes = [Numbers() for _ in self._asked]
        matters = Matters(engine, frame)
        self._ways = [
            _Way(engine.view(shape, GROUPS[shape], context), matters, worths, len(self._asked)) for context in contexts
        ]
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
        return len(self.first_way.codes) > _MOST_ANSWERS

    def forget(self, worths: Worths) -> None:
        """Begins with nothing known of what readings are worth."""
        for way in self._ways:
            way.forget(worths)

    def _add(self, new: NewPieces) -> None:
        for one in self._asked:
            one.add(new)

    def reading(self, groups: tuple[Group, ...], placed: int | None, won: Tile) -> Reading:
        """The reading with these groups, the first that the winning tile can complete if none is said to be."""
        at = places(groups, won)[0] if placed is None else placed
        return Reading(self.name, groups, won, at, (), 0, self._rules.table.shapes)

    def worths(self, choices: Choices, won: Array, is_sole: Array | None, *, told: bool) -> tuple[list[Array], Array]:
        """The number of the worth of each reading, for each way to win, and of its answers in the first, if `told`."""
        readings = _Readings(self, choices.pieces, won)
        classes = []
        for at, one in enumerate(self._asked):
            if one.is_constant:
                found, new = self._constant(at, len(won))
            else:
                found, new = self._classes[at].of(one.keys(choices.pieces, is_sole))
            classes.append(found)
            if len(new):
                met = readings.some(new)
                for way in self._ways:
                    way.learn(at, met)
        worths = [way.worth(classes, readings) for way in self._ways]
        return worths, self.first_way.answers(classes) if told else worths[0]

    def _constant(self, at: int, length: int) -> tuple[Array, Array]:
        """The one class of all readings."""
        _, new = self._classes[at].of(np.zeros(min(1, length), np.int64))
        return np.zeros(length, np.int32), new


class Best(NamedTuple):
    """What the hands of a column are worth.

    `worths` has for each way to win the number of each hand's worth, -1 where it
    is rare or not complete; `pieces`, `shapes` and, where readings are told, `answers`
    are of the reading that is best in the first way.  `rare` are the scores of the
    rare hands in each way.
    """

    worths: list[Array]
    pieces: Array
    shapes: Array
    answers: Array
    rare: dict[int, tuple[Score, ...]]

    def kept(self, is_kept: Array) -> Best:
        """What the hands that are to be kept are worth."""
        if is_kept.all():
            return self
        places = np.cumsum(is_kept) - 1
        rare = {int(places[row]): scores for row, scores in self.rare.items() if is_kept[row]}
        worths = [numbers[is_kept] for numbers in self.worths]
        return Best(worths, self.pieces[:, is_kept], self.shapes[is_kept], self.answers[is_kept], rare)


class Scores:
    """Scores columns of hands of 14 tiles under a rule set, won in several ways.

    Where the readings are `told` it is known where the fans of the best hold.
    """

    def __init__(self, rules: RuleSet, contexts: tuple[WinContext, ...], *, told: bool = False) -> None:
        self.rules, self._contexts, self._told = rules, contexts, told
        self._known: Memo[tuple[int, ...], tuple[Score, ...]] = Memo(self._score, _MOST_RARE)
        self._others = tuple(one for one in rules.table.shapes if one not in BY_SUITS)
        self.generation = 0
        self._open()

    @staticmethod
    def cover(rules: RuleSet) -> bool:
        """Whether every question that the rule set asks about readings by suits can be put to columns."""
        frames = engine_of(rules).frames
        return all(can_ask(frames[shape, GROUPS[shape]]) for shape in rules.table.shapes if shape in BY_SUITS)

    def _open(self) -> None:
        """Begins with nothing known."""
        self.worths = Worths()
        names = [shape for shape in self.rules.table.shapes if shape in BY_SUITS]
        self.shapes = [_Shape(shape, self.rules, self._contexts, self.worths) for shape in names]
        self._complete = [BY_SUITS[shape].is_complete for shape in names]

    def best(self, keys: Array, won: Array, entries: Array | None = None) -> Best:
        """What hands are worth by their suit keys, a row for each suit, and their winning tiles.

        `entries` are what the tables say of the keys, where that is known.
        Numbers of worths and pieces hold until `generation` is another.
        """
        if any(one.is_full for one in self.shapes):
            self.generation += 1
            self._open()
        elif len(self.worths.all) > _MOST_WORTHS or any(one.has_many_answers for one in self.shapes):
            self.generation += 1
            self.worths = Worths()
            for shape in self.shapes:
                shape.forget(self.worths)
        if entries is None:
            entries = load_tables().suits[keys]
        kinds = kinds_of(entries)
        is_rare = may_be_rare(self._others, kinds, keys)
        complete = [np.flatnonzero(find(entries, kinds) & ~is_rare) for find in self._complete]
        rare = self._rare(keys, won, np.flatnonzero(is_rare))
        return self._best(keys, won, complete)._replace(rare=rare)

    def _best(self, keys: Array, won: Array, complete: list[Array]) -> Best:
        found = [*self._candidates(keys, won, complete)]
        rows, shapes, orders = (np.concatenate([one[at] for one in found]) for at in (0, 1, 2))
        pieces = np.concatenate([one[3] for one in found], axis=1)
        count = keys.shape[1]
        is_several = (np.bincount(rows, minlength=count) > 1)[rows]
        alone, several = np.flatnonzero(~is_several), np.flatnonzero(is_several)
        best = []
        chosen = np.zeros(count, np.int64)
        for way in range(len(self._contexts) - 1, -1, -1):
            worths = np.concatenate([one[4][way] for one in found])
            sorting = (orders[several], shapes[several], self.worths.ranks[worths[several]], rows[several])
            firsts = several[np.lexsort(sorting)]
            firsts = firsts[np.flatnonzero(np.diff(rows[firsts], prepend=-1))]
            numbers = np.full(count, -1, np.int32)
            for some in (alone, firsts):
                numbers[rows[some]] = worths[some]
                chosen[rows[some]] = some
            best.append(numbers)
        if not len(rows):
            return Best(best, np.zeros((SUITS, count), np.int64), chosen, chosen, {})
        answers = np.concatenate([one[5] for one in found])
        return Best(best[::-1], taken(pieces, chosen), shapes[chosen], answers[chosen], {})

    def _candidates(
        self, keys: Array, won: Array, complete: list[Array]
    ) -> Iterator[tuple[Array, Array, Array, Array, list[Array], Array]]:
        """For each shape the hands of its readings, its place, their order, pieces, worths and answers."""
        for at, (shape, rows) in enumerate(zip(self.shapes, complete, strict=True)):
            own, last, is_sole = taken(keys, rows), won[rows], None
            choices = shape.pieces.choices(own, last)
            if shape.asks_sole:
                is_sole = waited_for_one(shape.name, own, last, self.rules.table.shapes)[choices.rows]
            hands = rows[choices.rows]
            worths, answers = shape.worths(choices, won[hands], is_sole, told=self._told)
            yield hands, np.full(len(hands), at), choices.orders, choices.pieces, worths, answers

    def _rare(self, keys: Array, won: Array, rows: Array) -> dict[int, tuple[Score, ...]]:
        hands = zip(*keys[:, rows].tolist(), won[rows].tolist(), strict=True)
        return {row: self._known[key] for row, key in zip(rows.tolist(), hands, strict=True)}

    def _score(self, key: tuple[int, ...]) -> tuple[Score, ...]:
        """The scores of a hand by its suit keys and its winning tile, for each way to win."""
        *keys, won = key
        tiles = [
            TILES[suit * RANKS + rank]
            for suit, own in enumerate(keys)
            for rank, held in enumerate(key_counts(own, suit))
            for _ in range(held)
        ]
        tiles.remove(TILES[won])
        hand = Hand(tuple(tiles), (), TILES[won])
        return tuple(score_checked(hand, self.rules, context) for context in self._contexts)
