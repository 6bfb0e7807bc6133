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

from functools import cache, partial
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


@cache
def _moves(held: int, has_runs: bool) -> tuple[tuple[int, int], ...]:
    """The pairs of states that a rank with `held` tiles leads from and to."""
    found = []
    for (second, third, paired), first in product(_STATES, range(_SPAN if has_runs else 1)):
        for pungs, pair in product(range(_MOST_PUNGS + 1), (False,) if paired else (False, True)):
            if first + second + third + _PUNG_SIZE * pungs + _PAIR_SIZE * pair == held:
                found.append((_NUMBERS[second, third, paired], _NUMBERS[first, second, paired or pair]))
    return tuple(found)


@cache
def _after(states: int, held: int, has_runs: bool) -> int:
    """The states that some lead to, through a rank with `held` tiles."""
    found = 0
    for before, after in _moves(held, has_runs):
        if states >> before & 1:
            found |= 1 << after
    return found


@cache
def _before(states: int, held: int, has_runs: bool) -> int:
    """The states that lead to some of those given, through a rank with `held` tiles."""
    found = 0
    for before, after in _moves(held, has_runs):
        if states >> after & 1:
            found |= 1 << before
    return found


def gaps(counts: SuitCounts, has_runs: bool) -> tuple[int, Ranks]:
    """The pairs, 0 or 1, of a suit that is sets and at most one pair, and the ranks of which one more makes it so.

    `UNFINISHED` for one that is not.  How many sets and pairs there are follows
    from the number of tiles.

    >>> gaps((1, 1, 0, 0, 2, 0, 0, 0, 0), True), gaps((1, 1, 1, 0, 2, 0, 0, 0, 0), True)
    ((8, (2,)), (1, (4,)))
    """
    states, ahead = _START, [_START]
    for held in counts:
        states = _after(states, held, has_runs)
        ahead.append(states)
    size = sum(counts)
    pairs = size % _PUNG_SIZE // _PAIR_SIZE if states & _END else UNFINISHED
    if size % _PUNG_SIZE == 0:
        return pairs, ()  # one more tile would be a single one
    ranks, behind = [], _END
    for rank in range(len(counts) - 1, -1, -1):
        if _after(ahead[rank], counts[rank] + 1, has_runs) & behind:
            ranks.append(rank)
        behind = _before(behind, counts[rank], has_runs)
    return pairs, tuple(reversed(ranks))


# The gaps of suits that have been looked at.
IN_SUIT, AMONG_HONOURS = (Memo(partial(gaps, has_runs=has_runs), 1 << 16) for has_runs in (True, False))
