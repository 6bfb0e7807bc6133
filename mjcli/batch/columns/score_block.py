"""The scores of the lines of a block as far as columns cover them, and the other lines as entries."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mjcli.answer import Entry
from mjcli.batch.columns.block import left_entries, suit_text
from mjcli.batch.columns.keys import SUITS, WEIGHTS, Array, taken
from mjcli.batch.columns.lines import Columns, read_columns
from mjcli.batch.columns.rare import knows
from mjcli.batch.columns.scores import Best, Scores
from mjcli.hand import WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import RuleSet
from mjcli.tiles import RANKS, TILES


class ScoreBlock(NamedTuple):
    """The complete hands of a block that columns cover, in order, and the entries of its other lines.

    `scores` is where the numbers of `best` are looked up, until the next block is
    read.  `hands` are the texts as they are written again, with the winning tile
    after a plus, `is_added` whether it stood so, `last` that tile, and `won` how
    many may win.  Hands that are `alike` have the same worth, with the same places,
    in the same shape, and their winning tiles stood in the same way: but for texts
    their records are the same.  An entry stands after so many of the hands.
    """

    scores: Scores
    hands: list[bytes]
    is_added: list[bool]
    last: list[int]
    alike: list[int]
    best: Best
    won: int
    entries: list[tuple[int, Entry]]


class ScoreColumns:
    """Reads blocks of lines for `mj score` under a rule set, where every line is asked about without any field."""

    def __init__(self, rules: RuleSet) -> None:
        self._scores = Scores(rules, (WinContext(),), told=True)

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
        added = columns.added[rows]
        return ScoreBlock(
            self._scores,
            _texts(columns, rows),
            added.tolist(),
            columns.last[rows].tolist(),
            self._alike(best, added),
            best,
            self._won(best),
            list(left_entries(block, ~is_covered, number)),
        )

    def _alike(self, best: Best, added: Array) -> list[int]:
        """A number for each hand, the same for those that are alike."""
        in_shape = best.answers.astype(np.int64) * len(self._scores.shapes) + best.shapes
        alike: list[int] = (in_shape << 1 | added.astype(np.int64)).tolist()
        return alike

    def _won(self, best: Best) -> int:
        """How many of the hands may win."""
        worths = best.worths[0]
        return int(self._scores.worths.is_win[worths[worths >= 0]].sum()) + sum(
            scores[0].is_win for scores in best.rare.values()
        )


def _texts(columns: Columns, rows: Array) -> list[bytes]:
    """How the hands of the rows are written again, the winning tile after a plus: most are as they were."""
    lines = columns.text.split(b"\n")
    texts = [lines[row] for row in rows.tolist()]
    changed = np.flatnonzero(~(columns.is_sorted & columns.added)[rows])
    last = columns.last[rows[changed]].astype(np.int64)
    keys = taken(columns.keys, rows[changed])
    keys[last // RANKS, np.arange(len(last))] -= WEIGHTS[last % RANKS]
    for at, won, *own in zip(changed.tolist(), last.tolist(), *keys.tolist(), strict=True):
        texts[at] = ("".join(map(suit_text, own, range(SUITS))) + f"+{TILES[won]}").encode()
    return texts
