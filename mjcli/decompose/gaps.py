"""Which ranks complete the tiles of one suit, all of them looked at together.

The search of `suits` decides at each rank how many chows begin there, how many
pungs there are and whether the pair.  Here every such search runs at once: a
*state* is what the ranks before leave open, the chows that need their second
and their third tile and whether there was a pair, and a set of states is the
bits of one number.  From the first rank up, `_after` gives the states that the
tiles of a rank lead to; from the last rank down, `_before` those that lead on.
A rank completes the suit if one more tile of it joins the two.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from mjcli.decompose.suits import Ranks, SuitCounts
from mjcli.memo import Memo

# Three equal chows are three pungs of the same tiles, so that two are enough to look at; no kind makes three pungs.
_MOST_CHOWS, _MOST_PUNGS = 2, 2
_PUNG_SIZE, _PAIR_SIZE = 3, 2
_SPAN = _MOST_CHOWS + 1
# A state by its number: the chows that need their second tile, those that need their third, whether there was a pair.
_STATES = tuple(product(range(_SPAN), range(_SPAN), (False, True)))
_NUMBERS = {state: number for number, state in enumerate(_STATES)}
_START = 1 << _NUMBERS[0, 0, False]
_END = _START | 1 << _NUMBERS[0, 0, True]


# More than the pairs of four suits.
UNFINISHED = 8
# More tiles than there can be of a kind, and the bits that the number takes.
_HELD_BITS, _MOST_HELD = 4, 15
_MOST_KNOWN = 1 << 16


class _Suit:
    """A suit with chows or without: what each rank leads to, and the gaps of those that were looked at."""

    def __init__(self, has_runs: bool) -> None:
        self._has_runs = has_runs
        # By the states and the tiles of a rank, in one number; there are few sets of states that any ranks lead to.
        self._after = Memo(self._lead_to, _MOST_KNOWN)
        self._before = Memo(self._lead_from, _MOST_KNOWN)
        self.gaps: Memo[SuitCounts, tuple[int, Ranks]] = Memo(self._find, _MOST_KNOWN)

    def _lead_to(self, key: int) -> int:
        """The states that some lead to, through a rank with so many tiles."""
        after, _ = _moves(key & _MOST_HELD, self._has_runs)
        return _joined(key >> _HELD_BITS, after)

    def _lead_from(self, key: int) -> int:
        """The states that lead to some, through a rank with so many tiles."""
        _, before = _moves(key & _MOST_HELD, self._has_runs)
        return _joined(key >> _HELD_BITS, before)

    def _find(self, counts: SuitCounts) -> tuple[int, Ranks]:
        after, before = self._after, self._before
        states, ahead = _START, []
        for held in counts:
            ahead.append(states)
            states = after[states << _HELD_BITS | held]
        size = sum(counts)
        pairs = size % _PUNG_SIZE // _PAIR_SIZE if states & _END else UNFINISHED
        if size % _PUNG_SIZE == 0:
            return pairs, ()  # one more tile would be a single one
        ranks: Ranks = ()
        states = _END
        for rank in range(len(counts) - 1, -1, -1):
            if not states:
                break  # nothing leads on from the ranks above
            if after[ahead[rank] << _HELD_BITS | counts[rank] + 1] & states:
                ranks = (rank, *ranks)
            states = before[states << _HELD_BITS | counts[rank]]
        return pairs, ranks


def _joined(states: int, moves: tuple[int, ...]) -> int:
    """What `moves` has for any of some states."""
    found = 0
    while states:
        last = states.bit_length() - 1
        found |= moves[last]
        states ^= 1 << last
    return found


@cache
def _moves(held: int, has_runs: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each state those that a rank with `held` tiles leads to, and those that it leads from."""
    after, before = [0] * len(_STATES), [0] * len(_STATES)
    for (second, third, paired), first in product(_STATES, range(_SPAN if has_runs else 1)):
        for pungs, pair in product(range(_MOST_PUNGS + 1), (False,) if paired else (False, True)):
            if first + second + third + _PUNG_SIZE * pungs + _PAIR_SIZE * pair == held:
                here, there = _NUMBERS[second, third, paired], _NUMBERS[first, second, paired or pair]
                after[here] |= 1 << there
                before[there] |= 1 << here
    return tuple(after), tuple(before)


_WITH_CHOWS, _WITHOUT = _Suit(has_runs=True), _Suit(has_runs=False)
# The gaps of a suit and of the honours, by their counts.
IN_SUIT, AMONG_HONOURS = _WITH_CHOWS.gaps, _WITHOUT.gaps


def gaps(counts: SuitCounts, has_runs: bool) -> tuple[int, Ranks]:
    """The pairs, 0 or 1, of a suit that is sets and at most one pair, and the ranks of which one more makes it so.

    `UNFINISHED` for one that is not.  How many sets and pairs there are follows
    from the number of tiles.

    >>> gaps((1, 1, 0, 0, 2, 0, 0, 0, 0), True), gaps((1, 1, 1, 0, 2, 0, 0, 0, 0), True)
    ((8, (2,)), (1, (4,)))
    """
    return (IN_SUIT if has_runs else AMONG_HONOURS)[counts]
