"""The peers: which there are, and one call of each about one hand."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .loops import NAMES, count, number_copies, read_tiles
from .task import NO, SHANTEN, WAITS, Task, each, worth

PEERS = ("PyMahjongGB", "mahjong", "riichienv", "xiangting")


def versions() -> dict[str, str | None]:
    """The version of each peer, None for one that is not installed."""
    return {name: version_of(name) for name in PEERS}


def version_of(name: str) -> str | None:
    """The installed version of a distribution, None for none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _win(line: str) -> tuple[list[int], int]:
    """The other tiles of a win and the winning one."""
    hand, _, win = line.partition("+")
    return read_tiles(hand), read_tiles(win)[0]


def _numbered_win(line: str) -> tuple[list[int], int]:
    """All tiles of a win by their number of 136, and the winning one."""
    hand, win = _win(line)
    tiles = number_copies([*hand, win])
    return sorted(tiles), tiles[-1]


def _counts(line: str) -> list[int]:
    return count(read_tiles(line))


def pymahjonggb_score() -> Task:
    """`MahjongFanCalculator`: the fans of 国标麻将, by draw, East in the East round."""
    calculate: Any = import_module("MahjongGB").MahjongFanCalculator

    def read(line: str) -> tuple[tuple[str, ...], str]:
        hand, win = _win(line)
        return tuple(NAMES[tile] for tile in hand), NAMES[win]

    def ask(item: tuple[tuple[str, ...], str]) -> int:
        return sum([fan for fan, _ in calculate((), item[0], item[1], 0, True, False, False, False, 0, 0)])

    return each(read, ask, worth("mcr"))


def mahjong_score() -> Task:
    """`estimate_hand_value`: yaku and fu, by draw."""
    config: Any = import_module("mahjong.hand_calculating.hand_config").HandConfig(is_tsumo=True)
    estimate: Any = import_module("mahjong.hand_calculating.hand").HandCalculator.estimate_hand_value

    def ask(item: tuple[list[int], int]) -> int:
        found = estimate(item[0], item[1], config=config)
        return NO if found.error else found.han

    return each(_numbered_win, ask, worth("riichi"))


def mahjong_waits() -> Task:
    """The usual loop: is it a win with each of the 34 kinds?"""
    is_win: Any = import_module("mahjong.agari").Agari.is_agari

    def ask(counts: list[int]) -> int:
        found = 0
        for tile, held in enumerate(counts):
            if held < 4:
                counts[tile] += 1
                found += is_win(counts)
                counts[tile] -= 1
        return found or NO

    return each(_counts, ask, WAITS)


def mahjong_shanten() -> Task:
    """`calculate_shanten`: standard hands, seven pairs, thirteen orphans; it may count on a fifth copy."""
    return each(_counts, import_module("mahjong.shanten").Shanten.calculate_shanten, ("hands", "formal shanten"))


def xiangting_waits() -> Task:
    """`calculate_necessary_tiles`: the distance, and the useful tiles as bits."""
    module: Any = import_module("xiangting")
    necessary, players = module.calculate_necessary_tiles, module.PlayerCount.FOUR

    def ask(counts: list[int]) -> int:
        distance, tiles = necessary(counts, players)
        return int(tiles.bit_count()) if distance == 1 else NO

    return each(_counts, ask, WAITS)


def xiangting_shanten() -> Task:
    """`calculate_replacement_number`: one more than the distance."""
    module: Any = import_module("xiangting")
    number, players = module.calculate_replacement_number, module.PlayerCount.FOUR
    return each(_counts, lambda counts: number(counts, players) - 1, SHANTEN)


def riichienv_score() -> Task:
    """`HandEvaluator.calc`: yaku and fu, by draw."""
    core: Any = import_module("riichienv._riichienv")
    evaluator, drawn = core.HandEvaluator, core.Conditions(tsumo=True)

    def ask(item: tuple[list[int], int]) -> int:
        found = evaluator(item[0], []).calc(item[1], [], [], drawn)
        return found.han if found.is_win and found.yaku else NO

    return each(_numbered_win, ask, worth("riichi"))


TASKS: dict[str, Callable[[], Task]] = {
    "pymahjonggb-score": pymahjonggb_score,
    "mahjong-score": mahjong_score,
    "mahjong-waits": mahjong_waits,
    "mahjong-shanten": mahjong_shanten,
    "xiangting-waits": xiangting_waits,
    "xiangting-shanten": xiangting_shanten,
    "riichienv-score": riichienv_score,
}
