"""Whether complete hands had waited for one kind alone."""

from __future__ import annotations

import numpy as np

from mjcli.batch.columns.keys import WEIGHTS, Array, of_suits, taken
from mjcli.batch.columns.tables import HELD_BIT, WAITS_MASK, is_paired, load_tables
from mjcli.batch.columns.waits import holds_standard_wait, other_waits
from mjcli.tiles import RANKS


def waited_for_one(shape: str, keys: Array, won: Array, shapes: tuple[str, ...]) -> Array:
    """Whether the winning tile was of the only kind that each hand waited for, in any of the shapes.

    The hands are complete in `shape`, and given by their suit keys, a row for each suit.
    """
    tables, before, suits, hands = load_tables(), keys.copy(), won // RANKS, np.arange(len(won))
    before[suits, hands] -= WEIGHTS[won % RANKS]
    # In another shape they all wait: see below.
    found = _is_alone(tables.suits.take(of_suits(before, suits))) if shape == "standard" else np.ones(len(won), bool)
    rows = np.flatnonzero(found)
    before = taken(before, rows)
    entries = tables.suits.take(before)
    others, waits, _ = other_waits(before, entries, shapes)
    found[rows[others]] = waits.sum(axis=1) + holds_standard_wait(taken(entries, others)) == 1
    return found


def _is_alone(entries: Array) -> Array:
    """Whether suits that wait do so for one kind, and no other suit of their hands waits, in the standard shape.

    The others are finished.  They are so with one more tile too where one has the
    pair and this suit has another.
    """
    waits = entries & (WAITS_MASK | HELD_BIT)
    found: Array = (waits & waits - 1 == 0) & ~is_paired(entries)
    return found
