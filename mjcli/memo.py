"""Layer 0: what is reckoned once and kept, within bounds, since a stream of hands has no end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """What is kept by key.  Where `most` are kept and one more comes, all others are forgotten.

    To look up what is known takes no longer than in a dictionary, for it is one.

    >>> kept: Kept[str, int] = Kept(most=1)
    >>> kept.keep("a", 1), kept.keep("b", 2)
    (1, 2)
    >>> dict(kept)
    {'b': 2}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> V:
        """Keeps a value, and gives it back."""
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


class Memo(Kept[K, V]):
    """The values of a function by its argument, each reckoned when it is first asked for, and kept.

    >>> squares = Memo(lambda number: number * number, most=100)
    >>> squares[12], list(map(squares.__getitem__, (1, 2)))
    (144, [1, 4])
    """

    def __init__(self, reckon: Callable[[K], V], most: int) -> None:
        super().__init__(most)
        self._reckon = reckon

    def __missing__(self, key: K) -> V:
        return self.keep(key, self._reckon(key))
