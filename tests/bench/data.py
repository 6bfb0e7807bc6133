"""Seeded hands, one a line: wins with their winning tile after a `+`, and hands of thirteen tiles.

The kinds are made so that everybody's rules agree on what is complete and what
waits: no hand but those of `mcr-wins` has the pairs that seven pairs need,
which some rule sets know and others do not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from mjcli.tiles import COPIES, KINDS, ORPHANS, RANKS, SEATS, SUITED, TILES

SEED = 20_260_101
_LETTERS = "mpsz"
_CHOWS = [tile for tile in TILES if tile.is_suited and tile.rank <= RANKS - 2]
_SETS = 4
_PAIRS, _WAITING_PAIRS = 7, 6
_CHOW_SHARE = 0.7
_ORPHANS_SHARE, _PAIRS_SHARE = 0.01, 0.05


def mpsz(tiles: Sequence[int]) -> str:
    """Tiles as text, suit after suit.

    >>> mpsz([0, 1, 2, 33, 9])
    '123m1p7z'
    """
    parts: list[list[str]] = [[], [], [], []]
    for tile in sorted(tiles):
        parts[tile // RANKS].append(str(tile % RANKS + 1))
    return "".join("".join(digits) + letter for digits, letter in zip(parts, _LETTERS, strict=True) if digits)


def _standard(source: random.Random, kinds: Sequence[int], chows: Sequence[int]) -> list[int]:
    """Four sets and a pair of some kinds of tiles."""
    while True:
        counts = [0] * KINDS
        for _ in range(_SETS):
            if source.random() < _CHOW_SHARE:
                first = source.choice(chows)
                for tile in (first, first + 1, first + 2):
                    counts[tile] += 1
            else:
                counts[source.choice(kinds)] += 3
        counts[source.choice(kinds)] += 2
        if max(counts) <= COPIES:
            return [tile for tile in range(KINDS) for _ in range(counts[tile])]


def _orphans(source: random.Random) -> list[int]:
    return [*ORPHANS, source.choice(ORPHANS)]


def _seven_pairs(source: random.Random) -> list[int]:
    return [tile for tile in source.sample(TILES, _PAIRS) for _ in range(2)]


def _win(source: random.Random) -> list[int]:
    return _orphans(source) if source.random() < _ORPHANS_SHARE else _standard(source, TILES, _CHOWS)


def _mcr_win(source: random.Random) -> list[int]:
    return _seven_pairs(source) if source.random() < _PAIRS_SHARE else _win(source)


def _one_suit_win(source: random.Random) -> list[int]:
    first = RANKS * source.randrange(len(SUITED))
    return _standard(source, range(first, first + RANKS), range(first, first + RANKS - 2))


def _pairs(tiles: Sequence[int]) -> int:
    """How many pairs there are; four alike are two, as in some rule sets."""
    return sum(tiles.count(tile) // 2 for tile in set(tiles))


def _won(tiles: list[int], source: random.Random) -> str:
    """A complete hand as a line, any of its tiles the winning one."""
    win = tiles.pop(source.randrange(len(tiles)))
    return f"{mpsz(tiles)}+{mpsz([win])}"


def _wins(source: random.Random) -> Iterator[str]:
    while True:
        tiles = _win(source)
        if _pairs(tiles) < _WAITING_PAIRS:
            yield _won(tiles, source)


def _wins_with_fields(source: random.Random) -> Iterator[str]:
    seats = [seat.letter for seat in SEATS]
    for number, line in enumerate(_wins(source), 1):
        yield f"{line} id={number} seat={source.choice(seats)} round={source.choice(seats)}"


def _mcr_wins(source: random.Random) -> Iterator[str]:
    while True:
        yield _won(_mcr_win(source), source)


def _one_suit(source: random.Random) -> Iterator[str]:
    while True:
        tiles = _one_suit_win(source)
        if _pairs(tiles) < _WAITING_PAIRS:
            yield _won(tiles, source)


def _tenpai(source: random.Random) -> Iterator[str]:
    for line in _wins(source):
        yield line.partition("+")[0]


def _random(source: random.Random) -> Iterator[str]:
    wall = [tile for tile in TILES for _ in range(COPIES)]
    while True:
        yield mpsz(source.sample(wall, 13))


MAKERS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "wins": _wins,
    "wins-with-fields": _wins_with_fields,
    "mcr-wins": _mcr_wins,
    "one-suit": _one_suit,
    "tenpai": _tenpai,
    "random": _random,
}


def hands(kind: str, lines: int, seed: int = SEED) -> Iterator[str]:
    """So many hands of a kind; the same for the same seed, and fewer are the first of more."""
    return islice(MAKERS[kind](random.Random(f"{seed} {kind}")), lines)


class DataSet:
    """Files of hands in a folder, each made when it is first asked for.

    A file is cut from a longer one of its kind where there is one.
    """

    def __init__(self, folder: Path, seed: int = SEED) -> None:
        self._folder, self._seed = folder, seed
        self._lines: dict[str, int] = {}

    def make(self, kind: str, lines: int) -> Path:
        """The file with so many hands of a kind."""
        path = self._folder / f"{kind}-{lines}.txt"
        if path.exists():
            return path
        longest = self._lines.get(kind, 0)
        if longest > lines:
            with (self._folder / f"{kind}-{longest}.txt").open() as source, path.open("w") as file:
                file.writelines(islice(source, lines))
        else:
            with path.open("w") as file:
                file.writelines(f"{line}\n" for line in hands(kind, lines, self._seed))
            self._lines[kind] = lines
        return path
