"""The scores of the lines of a block as far as columns cover them, and the other lines as entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mjcli.answer import Entry
from mjcli.batch.columns.block import left_entries, suit_text
from mjcli.batch.columns.keys import SUITS, WEIGHTS, Array, taken
from mjcli.batch.columns.lines import Columns, read_columns
from mjcli.batch.columns.numbering import Numbers
from mjcli.batch.columns.rare import knows
from mjcli.batch.columns.scores import Best, Scores
from mjcli.batch.each import each
from mjcli.hand import WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score
from mjcli.scoring.questions import Codes
from mjcli.tiles import RANKS, TILES


class Kind(NamedTuple):
    """What hands are alike in: the number of their worth, their answers, whether their winning tiles stood apart."""

    worth: int
    answers: Codes
    is_added: bool


class Part(NamedTuple):
    """The hands of a block that are best in one shape.

    `hands` are the texts as they are written again, with the winning tile, `last`,
    after a plus, and `numbers` those of their lines in the file; `groups` has a list
    of numbers for each place of a group.  Hands that are `alike` are so in all of a
    kind: but for texts their records are the same.  `kinds` are those of numbers that
    are new, in their order.
    """

    hands: Sequence[bytes]
    numbers: Array
    last: list[int]
    groups: list[list[int]]
    alike: list[int]
    kinds: list[Kind]


class RareHand(NamedTuple):
    """A hand in a shape that columns do not know, with its score and the number of its line."""

    score: Score
    hand: bytes
    number: int
    last: int
    is_added: bool


class ScoreBlock(NamedTuple):
    """The complete hands of a block that columns cover, and the entries of its other lines.

    `scores` is where the numbers of worths are looked up, until the next block is
    read.  `parts` has the hands of each shape and `rare` the others; `order` says
    for each hand in turn which part has it, the next number for a rare one.  `won`
    is how many may win.  An entry stands after so many of the hands.
    """

    scores: Scores
    parts: list[Part]
    rare: list[RareHand]
    order: list[int]
    won: int
    entries: list[tuple[int, Entry]]

    @property
    def size(self) -> int:
        """How many hands there are."""
        return len(self.order)


class ScoreColumns:
    """Reads blocks of lines for `mj score` under a rule set, where every line is asked about without any field."""

    def __init__(self, rules: RuleSet) -> None:
        self._scores = Scores(rules, (WinContext(),), told=True)
        # By shape; they hold as long as the numbers of answers do.
        self._kinds: list[Numbers] = []
        self._generation = -1

    @staticmethod
    def cover(rules: RuleSet) -> bool:
        """Whether columns can answer for a rule set: no tile is wild, and every shape and question is known to them."""
        return rules.wild is None and knows(rules.table.shapes) and Scores.cover(rules)

    def read(self, block: bytes, number: int) -> ScoreBlock:
        """The hands and entries of a block of whole lines of which the first has the number `number` in the file."""
        columns = read_columns(block if block.endswith(b"\n") else block + b"\n")
        is_covered = columns.is_plain & (columns.tiles == FULL)
        rows = np.flatnonzero(is_covered)
        keys, entries = taken(columns.keys, rows), taken(columns.entries, rows)
        best = self._scores.best(keys, columns.last[rows].astype(np.int64), entries)
        is_kept = best.worths[0] >= 0
        is_kept[[row for row, scores in best.rare.items() if scores[0].is_complete]] = True
        is_covered[rows[~is_kept]] = False
        rows, best = rows[is_kept], best.kept(is_kept)
        hands = _Hands(_texts(columns, rows), rows + number, columns.last[rows], columns.added[rows])
        order = np.where(best.worths[0] < 0, len(self._scores.shapes), best.shapes)
        return ScoreBlock(
            self._scores,
            self._parts(hands, best, order),
            [RareHand(scores[0], *hands.one(row)) for row, scores in sorted(best.rare.items())],
            order.tolist(),
            self._won(best),
            list(left_entries(block, ~is_covered, number)),
        )

    def _parts(self, hands: _Hands, best: Best, order: Array) -> list[Part]:
        """The hands of each shape."""
        if self._generation != self._scores.generation:
            self._generation = self._scores.generation
            self._kinds = [Numbers() for _ in self._scores.shapes]
        return [self._part(at, np.flatnonzero(order == at), hands, best) for at in range(len(self._kinds))]

    def _part(self, at: int, rows: Array, hands: _Hands, best: Best) -> Part:
        shape, answers, added = self._scores.shapes[at], best.answers[rows], hands.added[rows]
        alike, new = self._kinds[at].of(answers.astype(np.int64) << 1 | added)
        worths, codes = best.worths[0][rows[new]].tolist(), shape.first_way.answers.some(answers[new])
        return Part(
            hands.some(rows),
            hands.numbers[rows],
            hands.last[rows].tolist(),
            shape.pieces.groups(taken(best.pieces, rows)).tolist(),
            alike.tolist(),
            [*map(Kind, worths, codes, added[new].tolist())],
        )

    def _won(self, best: Best) -> int:
        """How many of the hands may win."""
        worths = best.worths[0]
        return int(self._scores.worths.is_win[worths[worths >= 0]].sum()) + sum(
            scores[0].is_win for scores in best.rare.values()
        )


class _Hands(NamedTuple):
    """Hands as they are written again, the numbers of their lines, their winning tiles, whether these stood apart."""

    texts: list[bytes]
    numbers: Array
    last: Array
    added: Array

    def some(self, rows: Array) -> Sequence[bytes]:
        """The texts of some rows."""
        return self.texts if len(rows) == len(self.texts) else each(self.texts, rows.tolist())

    def one(self, row: int) -> tuple[bytes, int, int, bool]:
        """The hand of a row."""
        return self.texts[row], int(self.numbers[row]), int(self.last[row]), bool(self.added[row])


def _texts(columns: Columns, rows: Array) -> list[bytes]:
    """How the hands of the rows are written again, the winning tile after a plus: most are as they were."""
    texts = list(each(columns.text.split(b"\n"), rows.tolist()))
    changed = np.flatnonzero(~(columns.is_sorted & columns.added)[rows])
    last = columns.last[rows[changed]].astype(np.int64)
    keys = taken(columns.keys, rows[changed])
    keys[last // RANKS, np.arange(len(last))] -= WEIGHTS[last % RANKS]
    for at, won, *own in zip(changed.tolist(), last.tolist(), *keys.tolist(), strict=True):
        texts[at] = ("".join(map(suit_text, own, range(SUITS))) + f"+{TILES[won]}").encode()
    return texts
