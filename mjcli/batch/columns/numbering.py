"""Numbers for what columns meet: whole numbers as keys, each with a number of its own in the order first met.

Where the path of one hand looks a key up in a dictionary, a column looks all its
keys up at once in a table with open addressing: a key lies at the place that its
bits, mixed, say, or at the next free one after it.  The invariant of `Numbers`
is that equal keys have equal numbers, which count up from 0; what belongs to a
number its user keeps in a `Grown` column.  `Rows` does the same for several numbers
at once.  None forgets anything: who uses them makes new ones where there has come
to be too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mjcli.batch.columns.keys import Array
from mjcli.batch.room import NoRoomError

_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
_WORD_BITS, _LEAST_BITS = 64, 10
# The most bits that a row is packed into: what is packed has a sign.
_ROW_BITS = 62
# How many places there are at least for each key.
_ROOM = 2


class Numbers:
    """The number of each key of 64 bits.

    >>> numbers = Numbers()
    >>> [found.tolist() for found in numbers.of(np.array([7, 5, 7]))]
    [[0, 1, 0], [0, 1]]
    """

    def __init__(self) -> None:
        self._count = 0
        self._open(_LEAST_BITS)

    def __len__(self) -> int:
        return self._count

    def of(self, keys: Array) -> tuple[Array, Array]:
        """The number of each key, and for each number that is new the first row that has it, in order."""
        keys = keys.astype(np.int64, copy=False)
        found = self._found(keys)
        unknown = np.flatnonzero(found < 0)
        if not len(unknown):
            return found, unknown
        new, firsts, places = np.unique(keys[unknown], return_index=True, return_inverse=True)
        order = np.argsort(firsts)
        numbers = np.empty(len(new), np.int32)
        numbers[order] = np.arange(self._count, self._count + len(new))
        self._keep(new, numbers)
        found[unknown] = numbers[places.ravel()]
        return found, unknown[firsts[order]]

    def _found(self, keys: Array) -> Array:
        """The number of each key, -1 for one that is not known."""
        at = self._place(keys)
        numbers: Array = self._numbers.take(at)
        rows = np.flatnonzero(self._keys.take(at) != keys)
        rows = rows[numbers[rows] >= 0]
        at = at[rows]
        while len(rows):
            at = (at + 1) & self._last
            there = self._numbers[at]
            numbers[rows] = there
            is_other = (self._keys[at] != keys[rows]) & (there >= 0)
            rows, at = rows[is_other], at[is_other]
        return numbers

    def _keep(self, keys: Array, numbers: Array) -> None:
        self._count += len(keys)
        if self._count * _ROOM > self._last:
            is_kept = self._numbers >= 0
            known = self._keys[is_kept], self._numbers[is_kept]
            self._open((self._count * _ROOM * _ROOM).bit_length())
            self._put(*known)
        self._put(keys, numbers)

    def _open(self, bits: int) -> None:
        """Makes an empty table."""
        self._shift = np.uint64(_WORD_BITS - bits)
        self._last = (1 << bits) - 1
        self._keys = np.zeros(1 << bits, np.int64)
        self._numbers = np.full(1 << bits, -1, np.int32)

    def _place(self, keys: Array) -> Array:
        return (keys.view(np.uint64) * _MIX >> self._shift).view(np.int64)

    def _put(self, keys: Array, numbers: Array) -> None:
        """Puts different keys that are not there into the table."""
        at = self._place(keys)
        while len(keys):
            is_free = self._numbers[at] < 0
            self._keys[at[is_free]] = keys[is_free]
            # Of several for one free place the last has it, and the others go on.
            is_put = is_free & (self._keys[at] == keys)
            self._numbers[at[is_put]] = numbers[is_put]
            keys, numbers, at = keys[~is_put], numbers[~is_put], (at[~is_put] + 1) & self._last


class NarrowNumbers(Numbers):
    """The number of each key of a few bits: a key is its place."""

    def __init__(self, bits: int) -> None:
        self._count = 0
        self._numbers = np.full(1 << bits, -1, np.int32)

    def _found(self, keys: Array) -> Array:
        found: Array = self._numbers.take(keys)
        return found

    def _keep(self, keys: Array, numbers: Array) -> None:
        self._count += len(keys)
        self._numbers[keys] = numbers


# Where keys have no more bits than so, a table of all takes no more room than it is worth.
_NARROW_BITS = 16


def numbers_of(bits: int) -> Numbers:
    """Numbers for keys of so many bits.

    >>> [type(numbers_of(bits)).__name__ for bits in (8, 60)]
    ['NarrowNumbers', 'Numbers']
    """
    return NarrowNumbers(bits) if bits <= _NARROW_BITS else Numbers()


class Rows:
    """The number of each row of several small whole numbers, a column each.

    The numbers of a row are packed into one, the bits of a column as many as the
    greatest number met there takes.  Where they have to become more, all rows are
    packed anew: they keep their numbers.

    >>> rows = Rows(2)
    >>> [found.tolist() for found in rows.of([np.array([0, 3, 0]), np.array([1, 0, 1])])]
    [[0, 1, 0], [0, 1]]
    >>> rows.some(np.array([1]))
    [(3, 0)]
    """

    def __init__(self, columns: int) -> None:
        self._bits = [0] * columns
        self._columns = [Grown(np.int32) for _ in range(columns)]
        self._numbers = Numbers()

    def __len__(self) -> int:
        return len(self._numbers)

    def some(self, numbers: Array) -> list[tuple[int, ...]]:
        """The rows with some numbers."""
        return [*zip(*(column[numbers].tolist() for column in self._columns), strict=True)]

    def of(self, columns: Sequence[Array]) -> tuple[Array, Array]:
        """The number of each row, and for each number that is new the first row that has it, in order.

        :raises NoRoomError: the numbers of a row have no room in one.
        """
        needed = [int(column.max(initial=0)).bit_length() for column in columns]
        if any(need > had for had, need in zip(self._bits, needed, strict=True)):
            self._widen([max(had, need) for had, need in zip(self._bits, needed, strict=True)])
        found, new = self._numbers.of(self._packed(columns))
        for kept, column in zip(self._columns, columns, strict=True):
            kept.extend(column[new])
        return found, new

    def _widen(self, bits: list[int]) -> None:
        if sum(bits) > _ROW_BITS:
            raise NoRoomError("more to tell apart than a number has room for")
        count, self._bits, self._numbers = len(self._numbers), bits, Numbers()
        self._numbers.of(self._packed([kept[np.arange(count)] for kept in self._columns]))

    def _packed(self, columns: Sequence[Array]) -> Array:
        packed = np.zeros(len(columns[0]), np.int64)
        for bits, column in zip(self._bits, columns, strict=True):
            if bits:
                packed = packed << bits | column
        return packed


def different(values: Array) -> Array:
    """The different values of a column, ascending: `np.unique` loads all that numpy has for masks.

    >>> different(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(values)
    is_new = np.ones(len(values), bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    found: Array = ordered[is_new]
    return found


class Grown:
    """A column that values are added to at the end; with a `width` each is a row of so many.

    >>> column = Grown()
    >>> column.extend([4, 6])
    >>> column[np.array([1, 1, 0])].tolist()
    [6, 6, 4]
    """

    def __init__(self, kind: type = np.int64, *width: int) -> None:
        self._values: Array = np.zeros((1 << _LEAST_BITS, *width), kind)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, rows: Array) -> Array:
        found: Array = self._values.take(rows, axis=0)
        return found

    def extend(self, values: Sequence[Any] | Array) -> None:
        """Adds values."""
        count = self._count + len(values)
        if count > len(self._values):
            room = np.zeros((count, *self._values.shape[1:]), self._values.dtype)
            self._values = np.concatenate([self._values, room])
        self._values[self._count : count] = values
        self._count = count
