"""Layer 0: what is reckoned once and kept, within bounds, since a stream of hands has no end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """The values of a function by its argument, each reckoned when it is first asked for.

    Where `most` are kept all are forgotten.  To look up what is known takes no
    longer than in a dictionary, for it is one.

    >>> squares = Memo(lambda number: number * number, most=100)
    >>> squares[12], list(map(squares.__getitem__, (1, 2)))
    (144, [1, 4])
    """

    def __init__(self, reckon: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._reckon, self._most = reckon, most

    def __missing__(self, key: K) -> V:
        value = self._reckon(key)
        self.keep(key, value)
        return value

    def keep(self, key: K, value: V) -> None:
        """Keeps a value that was reckoned elsewhere."""
        if len(self) >= self._most:
            self.clear()
        self[key] = value
