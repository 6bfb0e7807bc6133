"""Hands written in the plainest way, read at once: melds in brackets, digits and then their suit, and the added tile.

Most lines of large files are so, and to read them character by character takes as
long as to score them.  What is written in any other way, or wrongly, is left to the
reader of all notations, which alone says where everything stands.
"""

from __future__ import annotations

from itertools import chain

from mjcli.hand import Hand, Meld
from mjcli.memo import Memo
from mjcli.notation.characters import CLOSING, COMMA, OPENING, PLUS, ROWS
from mjcli.notation.findings import Findings
from mjcli.notation.melds import read_bracket
from mjcli.tiles import HONOURS, SUITED, Tile

_SUITS = (*SUITED, HONOURS[0].suit)
# A blank after each suit.
_PARTED = str.maketrans({suit: f"{suit} " for suit in _SUITS})
_OPENING, _CLOSING = OPENING[0], CLOSING[0]
# There are some thousands of each in the hands of a file.
_MOST_KNOWN = 1 << 14


def read_plain(text: str) -> Hand | None:
    """The hand of a text, None if it is not written so.

    >>> read_plain("[333z,W]345m9p+9p").added, read_plain("345m EE")
    (Tile('9p'), None)
    """
    melds: tuple[Meld, ...] = ()
    while text.startswith(_OPENING):
        end = text.find(_CLOSING) + 1
        meld = _MELDS[text[:end]]
        if meld is None:
            return None
        melds, text = (*melds, meld), text[end:]
    concealed, plus, added = text.partition(PLUS)
    if not concealed.isalnum() or not text.isascii():
        return None
    runs = [*map(_RUNS.__getitem__, concealed.translate(_PARTED).split())]
    last = _RUNS[added] if plus else _NOTHING
    if _NOTHING in runs or len(last) != len(plus):
        return None
    return Hand(tuple(chain.from_iterable(runs)), melds, last[0] if last else None)


_NOTHING: tuple[Tile, ...] = ()


def _run(text: str) -> tuple[Tile, ...]:
    """The tiles of digits before their suit, none if the text is anything else."""
    digits, suit = text[:-1], text[-1:]
    row = ROWS[suit] if suit in _SUITS else {}
    return tuple(map(row.__getitem__, digits)) if row.keys() >= set(digits) else _NOTHING


_RUNS: Memo[str, tuple[Tile, ...]] = Memo(_run, _MOST_KNOWN)


def _meld(text: str) -> Meld | None:
    """The meld in brackets whose tiles are digits before their suit."""
    tiles = text[1:-1].partition(COMMA)[0]
    if not _RUNS[tiles]:
        return None
    findings = Findings(text)
    meld = read_bracket(text, (0, 1 + len(tiles), len(text)), findings, None)
    return None if findings else meld


_MELDS: Memo[str, Meld | None] = Memo(_meld, _MOST_KNOWN)
