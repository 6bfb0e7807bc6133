"""What the hands of a column are worth: of the readings in all shapes the best of each hand.

The best reading of a hand is the first of the lowest rank, as in `score_checked`.
Hands that may be complete in another shape than those by suits are *rare*:
`score_checked` itself scores them, and is remembered, since most of them are
thirteen orphans, of which there are few.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import SUITS, Array, key_counts, taken
from mjcli.batch.columns.pieces import BY_SUITS, GROUPS
from mjcli.batch.columns.questions import can_ask
from mjcli.batch.columns.rare import may_be_rare
from mjcli.batch.columns.sole import waited_for_one
from mjcli.batch.columns.tables import kinds_of, load_tables
from mjcli.batch.columns.worths import Shape, Worths
from mjcli.hand import Hand, WinContext
from mjcli.memo import Memo
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score, score_checked
from mjcli.scoring.engine import engine_of
from mjcli.tiles import RANKS, TILES

# The most worths and rare hands that are kept.
_MOST_WORTHS, _MOST_RARE = 1 << 15, 1 << 14


class Best(NamedTuple):
    """What the hands of a column are worth.

    `worths` has for each way to win the number of each hand's worth, -1 where it
    is rare or not complete; `pieces`, `shapes` and `answers`, which mean nothing where
    readings are not told, are of the reading that is best in the first way.  `rare`
    are the scores of the rare hands in each way.
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
        """Whether there is a shape by suits, and every question about its readings can be put to columns."""
        frames = engine_of(rules).frames
        by_suits = [shape for shape in rules.table.shapes if shape in BY_SUITS]
        return bool(by_suits) and all(can_ask(frames[shape, GROUPS[shape]]) for shape in by_suits)

    def _open(self) -> None:
        """Begins with nothing known."""
        self.worths = Worths()
        names = [shape for shape in self.rules.table.shapes if shape in BY_SUITS]
        self.shapes = [Shape(shape, self.rules, self._contexts, self.worths) for shape in names]
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
            worths, answers = shape.worths(choices, is_sole, told=self._told)
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
