"""Plain loops over the peers, as somebody writes them who has a file of hands: read a line, ask, write a line.

`python loops.py NAME FILE` runs one; each is a whole process of the benchmark.
The parts that read a hand's text serve the other measurements of the peers too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27}
_KINDS = 34
# What PyMahjongGB calls the 34 kinds: 万, 饼, 条, the winds, white, green, red.
NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)] + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]


def read_tiles(text: str) -> list[int]:
    """The tiles of a text such as `123m1p7z`, 0-33.

    >>> read_tiles("123m1p7z")
    [0, 1, 2, 9, 33]
    """
    tiles, start = [], 0
    for at, sign in enumerate(text):
        if sign in _FIRST:
            first = _FIRST[sign] - 1
            tiles += [first + int(digit) for digit in text[start:at]]
            start = at + 1
    return tiles


def count(tiles: list[int]) -> list[int]:
    """How many of each of the 34 kinds."""
    counts = [0] * _KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def number_copies(tiles: list[int]) -> list[int]:
    """Tiles as those of 136 that Japanese libraries number; the red five is the last copy taken.

    >>> number_copies([4, 4, 33])
    [19, 18, 135]
    """
    left = [4] * _KINDS
    numbered = []
    for tile in tiles:
        left[tile] -= 1
        numbered.append(4 * tile + left[tile])
    return numbered


def xiangting_waits(path: str) -> None:
    """The distance and the useful tiles of each hand."""
    module: Any = import_module("xiangting")
    necessary, players, write = module.calculate_necessary_tiles, module.PlayerCount.FOUR, sys.stdout.write
    with open(path) as file:
        for line in file:
            write(f"{necessary(count(read_tiles(line)), players)}\n")


def riichienv_score(path: str) -> None:
    """The han, the fu and the yaku of each win."""
    core: Any = import_module("riichienv._riichienv")
    evaluator, drawn, write = core.HandEvaluator, core.Conditions(tsumo=True), sys.stdout.write
    with open(path) as file:
        for line in file:
            hand, _, win = line.partition("+")
            tiles = number_copies(read_tiles(hand) + read_tiles(win))
            found = evaluator(sorted(tiles), []).calc(tiles[-1], [], [], drawn)
            write(f"{found.han} {found.fu} {found.yaku}\n")


def pymahjonggb_score(path: str) -> None:
    """The fans of each win, with what each is worth."""
    module: Any = import_module("MahjongGB")
    calculate, write = module.MahjongFanCalculator, sys.stdout.write
    with open(path) as file:
        for line in file:
            hand, _, win = line.partition("+")
            tiles, added = tuple([NAMES[tile] for tile in read_tiles(hand)]), NAMES[read_tiles(win)[0]]
            write(f"{calculate((), tiles, added, 0, True, False, False, False, 0, 0)}\n")


LOOPS: dict[str, Callable[[str], None]] = {
    "xiangting-waits": xiangting_waits,
    "riichienv-score": riichienv_score,
    "pymahjonggb-score": pymahjonggb_score,
}

if __name__ == "__main__":
    LOOPS[sys.argv[1]](sys.argv[2])
