"""A block of lines as columns of suit keys.

A line is *plain* when it is nothing but concealed tiles, digits and then their
suit, perhaps with a last one after a plus: `123m 456p789s 55z + 1s`.  Everything
else, malformed lines included, is not plain, and its columns mean nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mjcli.batch.columns.keys import HONOUR_KEYS, HONOURS_SUIT, SUIT_KEYS, SUITS, WEIGHTS, Array
from mjcli.batch.columns.tables import load_tables, size_of
from mjcli.tiles import RANKS, SUITED

_SUIT_LETTERS = (SUITED + "z").encode()
_DIGITS = b"123456789"
_PLUS, _LINE_END = b"+"[0], b"\n"[0]
# How far the line end stands behind the plus of an added tile.
_TILE_AND_END = 3
# The classes of bytes, a bit for each, and which of them may stand before each class, blanks left out.
_DIGIT, _LETTER, _ADDS, _ENDS = 1, 2, 4, 8
_MAY_PRECEDE = {_DIGIT: _DIGIT | _LETTER | _ADDS | _ENDS, _LETTER: _DIGIT, _ADDS: _LETTER, _ENDS: _LETTER}


def _table(values: dict[int, int]) -> bytes:
    return bytes(values.get(byte, 0) for byte in range(256))


_CLASS_OF = dict.fromkeys(_DIGITS, _DIGIT) | dict.fromkeys(_SUIT_LETTERS, _LETTER) | {_PLUS: _ADDS, _LINE_END: _ENDS}
_CLASSES = _table(_CLASS_OF)
_PRECEDING = _table({byte: _MAY_PRECEDE[kind] for byte, kind in _CLASS_OF.items()})
_SUIT_OF = np.frombuffer(_table({letter: suit for suit, letter in enumerate(_SUIT_LETTERS)}), np.uint8)
# Sums of these that no key comes to may be taken modulo 2**32: there are more tiles than a key stands for.
_WEIGHT_OF = np.zeros(256, np.uint32)
_WEIGHT_OF[list(_DIGITS)] = WEIGHTS


class Columns(NamedTuple):
    """The lines of a block, one entry for each.

    `keys` has a row for each suit, `entries` what the tables say of them;
    `tiles` is the number of tiles, `last` the kind of the last one, which stands
    after a plus where `added` says so.  `is_plain` says whether all this holds
    for a line.  `text` is the block without blanks, and `is_sorted` says whether
    the tiles, those before the plus where there is one, stand in it in order.
    """

    text: bytes
    keys: Array
    entries: Array
    tiles: Array
    last: Array
    added: Array
    is_plain: Array
    is_sorted: Array


class _Bytes(NamedTuple):
    """The bytes of a block and their classes, a line end before the first line, and where the lines end."""

    data: Array
    classes: Array
    ends: Array


class _Groups(NamedTuple):
    """The suit letters of a block in order: where each is, its line, and the sum of the digits before it as a key."""

    places: Array
    lines: Array
    sums: Array


def read_columns(block: bytes) -> Columns:
    r"""The columns of a block of lines that ends with a line end.

    >>> found = read_columns(b"11m 3p+1m\n[111m]2p\n")
    >>> found.keys[:, 0].tolist(), found.last[0].item(), found.is_plain.tolist()
    ([3, 25, 0, 1953125], 0, [True, False])
    """
    text = b"\n" + block.replace(b"\r\n", b"\n").replace(b" ", b"")
    read = _classified(text)
    count = len(read.ends) - 1
    groups, letters = _groups(read)
    is_plain = _well_placed(read, text)
    added, fits = _added(read, count)
    keys = _keys(read, groups, count, is_plain)
    entries = load_tables().suits[keys]
    tiles = np.diff(read.ends) - 1 - letters - added
    # Five of a kind are no digit of a key: they carry over, and the key stands for fewer tiles than there are.
    is_plain &= fits & (size_of(entries).sum(axis=0) == tiles)
    last = _SUIT_OF[read.data[read.ends[1:] - 1]] * RANKS + read.data[read.ends[1:] - 2] - _DIGITS[0]
    is_sorted = _sorted(read, groups, added)
    return Columns(text[1:], keys, entries, tiles, last, added, is_plain, is_sorted)


def _classified(text: bytes) -> _Bytes:
    data = np.frombuffer(text, np.uint8)
    return _Bytes(data, np.frombuffer(text.translate(_CLASSES), np.uint8), np.flatnonzero(data == _LINE_END))


def _groups(read: _Bytes) -> tuple[_Groups, Array]:
    """The groups of digits and a suit letter, and how many letters each line has."""
    places = np.flatnonzero((read.classes & (_LETTER | _ENDS)) != 0)
    is_end = read.classes[places] == _ENDS
    running = np.cumsum(_WEIGHT_OF.take(read.data), dtype=_WEIGHT_OF.dtype)[places]
    sums = np.diff(running, prepend=running.dtype.type(0))
    is_letter = np.flatnonzero(~is_end)
    lines = np.cumsum(is_end)[is_letter] - 1
    return _Groups(places[is_letter], lines, sums[is_letter]), np.diff(np.flatnonzero(is_end)) - 1


def _well_placed(read: _Bytes, text: bytes) -> Array:
    """Which lines have only bytes that may stand where they do."""
    may_precede = np.frombuffer(text.translate(_PRECEDING), np.uint8)
    wrong = np.flatnonzero((may_precede[1:] & read.classes[:-1]) == 0) + 1
    found = np.ones(len(read.ends) - 1, bool)
    found[np.searchsorted(read.ends, wrong) - 1] = False
    return found


def _added(read: _Bytes, count: int) -> tuple[Array, Array]:
    """Which lines have a plus, and in which of them nothing but one tile follows it."""
    added, fits = np.zeros(count, bool), np.ones(count, bool)
    places = np.flatnonzero(read.classes == _ADDS)
    if len(places):
        lines = np.searchsorted(read.ends, places) - 1
        added[lines] = True
        fits[lines[read.ends[lines + 1] != places + _TILE_AND_END]] = False
    return added, fits


def _keys(read: _Bytes, groups: _Groups, count: int, is_plain: Array) -> Array:
    """The keys of each suit and line; a line whose tiles do not exist is no longer plain."""
    suits = _SUIT_OF[read.data[groups.places]].astype(np.int64)
    keys = np.bincount(suits * count + groups.lines, groups.sums, SUITS * count).astype(np.int64).reshape(SUITS, count)
    is_plain &= (keys[:HONOURS_SUIT] < SUIT_KEYS).all(axis=0) & (keys[HONOURS_SUIT] < HONOUR_KEYS)
    keys[:, ~is_plain] = 0
    keys[HONOURS_SUIT] += SUIT_KEYS
    return keys


def _sorted(read: _Bytes, groups: _Groups, added: Array) -> Array:
    """Which lines have their suits in order, each once, and the digits of each in order: letters are in order too."""
    found = np.ones(len(added), bool)
    data = read.data
    falls = np.flatnonzero((data[:-1] > data[1:]) & (read.classes[:-1] & read.classes[1:] == _DIGIT))
    found[np.searchsorted(read.ends, falls) - 1] = False
    letters, lines = data[groups.places], groups.lines
    # The tile after a plus stands where it likes.
    is_after_plus = added[lines] & (groups.places + 1 == read.ends[lines + 1])
    again = (letters[:-1] >= letters[1:]) & (lines[:-1] == lines[1:]) & ~is_after_plus[1:]
    found[lines[1:][again]] = False
    return found
