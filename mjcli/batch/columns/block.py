"""The waits of the lines of a block as far as columns cover them, and the other lines as entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mjcli.answer import Entry
from mjcli.batch.columns.keys import SUITS, Array, hand_counts, key_counts, taken
from mjcli.batch.columns.lines import Columns, read_columns
from mjcli.batch.columns.wait_values import ValuedWaits, WaitValues
from mjcli.batch.columns.waits import ColumnWaits, Waits, column_waits, has_formulas
from mjcli.batch.each import each
from mjcli.batch.files import entry_of
from mjcli.decompose import completing
from mjcli.ruleset import RuleSet
from mjcli.tiles import COPIES, RANKS, TILES, Tile
from mjcli.value import FrozenMap

_WAITING = 13


class WaitBlock(NamedTuple):
    """The hands of a block that columns cover, in order, and the entries of its other lines.

    `rules` is the id of the rule set.
    `hands` are their texts as they are written again, `lines` their numbers in the
    file, and `waits` a column of what they wait for.  `won` is how many of the hands
    wait at all; `valued` has what their waits are worth, where that is asked for,
    and `held` the kinds that hands would wait for which hold all four of them, where
    there are notes on that.
    An entry stands after so many of the hands.
    """

    rules: str
    hands: list[str]
    lines: Array
    waits: ColumnWaits
    won: int
    entries: list[tuple[int, Entry]]
    valued: ValuedWaits | None = None
    held: Mapping[int, tuple[Tile, ...]] = FrozenMap()

    @property
    def size(self) -> int:
        """How many hands there are."""
        return len(self.hands)

    @property
    def numbers(self) -> list[int]:
        """The number of the line of each hand."""
        found: list[int] = self.lines.tolist()
        return found

    @property
    def first(self) -> list[int]:
        """The number of the waits of each hand in one suit: 0 for none, else see `part_waits`."""
        found: list[int] = self.waits.first.tolist()
        return found

    @property
    def second(self) -> dict[int, int]:
        """The same of the hands that wait in another suit too, by the place of the hand."""
        second = self.waits.second
        rows = np.flatnonzero(second)
        return dict(zip(rows.tolist(), second[rows].tolist(), strict=True))

    @property
    def others(self) -> dict[int, Waits]:
        """All waits of each of the hands that wait in another shape."""
        return self.waits.others


class WaitColumns:
    """Reads blocks of lines for `mj wait` under a rule set, where every line is asked about without any field.

    `fields` are those of the records, none for all; with `values` the waits are
    valued.  Where the records have `shanten`, hands that wait for nothing are left
    to the entries.
    """

    def __init__(self, rules: RuleSet, fields: tuple[str, ...], *, values: bool = False) -> None:
        self._rules, self._shapes = rules.id, rules.table.shapes
        self._needs_distance, self._needs_notes = (not fields or name in fields for name in ("shanten", "notes"))
        self._values = WaitValues(rules) if values else None

    @staticmethod
    def cover(rules: RuleSet, *, values: bool = False) -> bool:
        """Whether columns can answer for a rule set: every shape has a formula, no tile is wild, no wait is formal."""
        is_plain = has_formulas(rules.table.shapes) and not rules.table.formal_tenpai and rules.wild is None
        return is_plain and (not values or WaitValues.cover(rules))

    def read(self, block: bytes, number: int) -> WaitBlock:
        """The hands and entries of a block of whole lines of which the first has the number `number` in the file."""
        ended = block if block.endswith(b"\n") else block + b"\n"
        columns = read_columns(ended)
        is_covered = columns.is_plain & (columns.tiles == _WAITING) & ~columns.added
        rows = np.flatnonzero(is_covered)
        keys, entries = taken(columns.keys, rows), taken(columns.entries, rows)
        found = column_waits(keys, entries, self._shapes)
        if self._needs_distance and not found.is_tenpai.all():
            is_kept = found.is_tenpai
            is_covered[rows[~is_kept]] = False
            kept = np.flatnonzero(is_kept)
            rows, keys, entries, found = rows[kept], taken(keys, kept), taken(entries, kept), found.kept(is_kept)
        return WaitBlock(
            self._rules,
            _texts(columns, rows),
            rows + number,
            found,
            int(found.is_tenpai.sum()),
            list(left_entries(block, ~is_covered, number)),
            self._values.value(keys, entries, found) if self._values else None,
            self._held(keys, found.is_held) if self._needs_notes else FrozenMap(),
        )

    def _held(self, keys: Array, is_held: Array) -> dict[int, tuple[Tile, ...]]:
        """The kinds that each of the few hands would wait for which holds all four of them."""
        rows = np.flatnonzero(is_held)
        hands = zip(rows.tolist(), map(tuple, hand_counts(taken(keys, rows)).tolist()), strict=True)
        return {
            row: tuple(tile for tile in completing(counts, 0, self._shapes) if counts[tile] == COPIES)
            for row, counts in hands
        }


def left_entries(block: bytes, is_left: Array, number: int) -> Iterator[tuple[int, Entry]]:
    """The entries of the lines that are left, each with how many of the lines before it are not."""
    places = np.flatnonzero(is_left).tolist()
    lines = block.split(b"\n") if places else []
    for before, at in enumerate(places):
        end = b"\n" if at + 1 < len(lines) else b""
        entry = entry_of(lines[at] + end, at + number)
        if entry is not None:
            yield at - before, entry


def _texts(columns: Columns, rows: Array) -> list[str]:
    """How the hands of the rows are written again: most are as they were."""
    lines = columns.text.decode("latin-1").split("\n")
    texts = lines[:-1] if len(rows) == len(lines) - 1 else list(each(lines, rows.tolist()))
    unsorted = np.flatnonzero(~columns.is_sorted[rows])
    by_suit = (columns.keys[suit, rows[unsorted]].tolist() for suit in range(SUITS))
    for at, *keys in zip(unsorted.tolist(), *by_suit, strict=True):
        texts[at] = "".join(map(suit_text, keys, range(SUITS)))
    return texts


# Bounded, since there are 405,350 suits of 14 tiles.
@lru_cache(maxsize=1 << 14)
def suit_text(key: int, suit: int) -> str:
    """The tiles of a suit key, the suit after them.

    >>> suit_text(1 + 5 * 3, 1)
    '1222p'
    """
    digits = "".join(str(rank) * count for rank, count in enumerate(key_counts(key, suit), 1))
    return digits + TILES[suit * RANKS].suit if digits else ""
