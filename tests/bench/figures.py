"""The figures: which processes stand beside one another, and what their ratio should come to.

A group is what is run in turn; its figures compare its sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from .child import WARM_UP
from .task import Answers


class Side(NamedTuple):
    """A process to measure.

    A `command` (what follows the interpreter; `{file}` is the file of hands) is
    timed as a whole, and its output is read by `reader`, if there is one; a
    `task` is timed by the process itself.  `hands` of a `kind` are in the file.
    """

    command: tuple[str, ...] = ()
    task: str = ""
    kind: str = ""
    hands: int = 1
    peer: str = ""
    reader: str = ""


class Run(NamedTuple):
    """A side measured once: seconds, hands, the highest memory in bytes, what it answered."""

    seconds: float
    hands: int
    peak: int
    answers: Answers
    note: str = ""


class Comparison(NamedTuple):
    """Two amounts and the ratio that counts; `unit` is that of the amounts."""

    own: float
    other: float
    ratio: float
    unit: Literal["s", "bytes"] = "s"


class Target(NamedTuple):
    """What a ratio should be: at least, or at most, so many times."""

    value: float
    at_least: bool = True

    def is_met(self, ratio: float) -> bool:
        return ratio >= self.value if self.at_least else ratio <= self.value


class Figure(NamedTuple):
    """A comparison of sides of a group, which must agree on every answer that all of them name."""

    name: str
    about: str
    sides: tuple[str, ...]
    compare: Callable[[Mapping[str, Run]], Comparison]
    target: Target | None = None


class Group(NamedTuple):
    """Sides that take turns; `rounds` multiplies the repeats, and a group may run once before it counts."""

    name: str
    sides: Mapping[str, Side]
    figures: tuple[Figure, ...]
    rounds: int = 1
    warm: bool = False


def _faster(name: str, about: str, own: str, other: str, least: float | None = None) -> Figure:
    """How many times as many hands a second the first side does as the second."""

    def compare(runs: Mapping[str, Run]) -> Comparison:
        mine, theirs = (runs[side].seconds / runs[side].hands for side in (own, other))
        return Comparison(mine, theirs, theirs / mine)

    return Figure(name, about, (own, other), compare, None if least is None else Target(least))


def _times(name: str, about: str, own: str, other: str, most: float | None = None) -> Figure:
    """How many times as long the first side takes as the second."""

    def compare(runs: Mapping[str, Run]) -> Comparison:
        mine, theirs = runs[own].seconds, runs[other].seconds
        return Comparison(mine, theirs, mine / theirs)

    return Figure(name, about, (own, other), compare, None if most is None else Target(most, at_least=False))


# --- whole processes on one hand

_MJ = ("-c", "from mjcli.__main__ import main; main()")
_WIN, _WAITING = "[111z,W]123m456p99s78s+9s", "123m456m789p2345s"


def start_up() -> Group:
    """A command on one hand, as the console script runs it, beside an interpreter that does nothing."""
    sides = {
        "pass": Side(("-c", "pass")),
        "click": Side(("-c", "import click")),
        "score --json": Side((*_MJ, "score", "--json", _WIN)),
        "score": Side((*_MJ, "score", _WIN)),
        "wait --json": Side((*_MJ, "wait", "--json", _WAITING)),
    }
    figures = (
        _times("start-score-json", "`mj score --json HAND` beside `python -c pass`", "score --json", "pass", 5.5),
        _times("start-score-table", "`mj score HAND`, the table, beside `python -c pass`", "score", "pass", 9.5),
        _times("start-wait-json", "`mj wait --json HAND` beside `python -c pass`", "wait --json", "pass", 5.5),
        _times("start-click", "`import click` alone beside `python -c pass`", "click", "pass"),
    )
    return Group("start", sides, figures, rounds=7, warm=True)


# --- in process


def _task(task: str, kind: str, hands: int, peer: str = "") -> Side:
    return Side(("-m", "{package}.child", "run", task, "{file}"), task, kind, hands + WARM_UP, peer)


def one_score(hands: int) -> Group:
    """The library's scores of hands that were read before, one after the other."""
    figures = (
        _faster("one-jipinghu", "one hand at a time: `jipinghu` beside mahjong's scoring", "jipinghu", "mahjong", 4),
        _faster("one-mcr", "one hand at a time: `mcr` beside mahjong's scoring", "mcr", "mahjong", 2),
    )
    return Group("one-score", _one_by_one(hands), figures)


# So many times as many hands show what is gained by what is kept of those before.
_MORE = 10


def more_scores(hands: int) -> Group:
    """The same for more hands."""
    about = f"the same, {_MORE} times as many hands: `{{}}` beside mahjong's scoring"
    names = ("jipinghu", "mcr")
    figures = tuple(_faster(f"one-{name}-more", about.format(name), name, "mahjong") for name in names)
    return Group("more-scores", _one_by_one(_MORE * hands), figures)


def _one_by_one(hands: int) -> dict[str, Side]:
    return {
        "jipinghu": _task("one-jipinghu", "wins", hands),
        "mcr": _task("one-mcr", "wins", hands),
        "mahjong": _task("mahjong-score", "wins", hands, "mahjong"),
    }


def one_suit(hands: int) -> Group:
    """The same for hands of one suit, which have the most readings."""
    sides = {
        "jipinghu": _task("one-jipinghu", "one-suit", hands),
        "mcr": _task("one-mcr", "one-suit", hands),
        "mahjong": _task("mahjong-score", "one-suit", hands, "mahjong"),
        "PyMahjongGB": _task("pymahjonggb-score", "one-suit", hands, "PyMahjongGB"),
    }
    figures = (
        _faster("one-suit-jipinghu", "the same, hands of one suit: `jipinghu` beside mahjong", "jipinghu", "mahjong"),
        _faster("one-suit-mcr", "the same, hands of one suit: `mcr` beside PyMahjongGB", "mcr", "PyMahjongGB"),
    )
    return Group("one-suit", sides, figures)


def one_waits(hands: int) -> Group:
    """The library's waits of hands that were read before, one after the other."""
    sides = {
        "waits": _task("one-waits", "tenpai", hands),
        "mahjong": _task("mahjong-waits", "tenpai", hands, "mahjong"),
    }
    about = "one hand at a time: waits beside the 34 probes of mahjong's `is_agari`"
    return Group("one-waits", sides, (_faster("one-waits", about, "waits", "mahjong", 10),))


def one_shanten(hands: int) -> Group:
    """The library's distances of any hands of 13 tiles."""
    sides = {
        "shanten": _task("one-shanten", "random", hands),
        "mahjong": _task("mahjong-shanten", "random", hands, "mahjong"),
        "xiangting": _task("xiangting-shanten", "random", hands, "xiangting"),
    }
    about = "one hand at a time, any 13 tiles: shanten beside {}'s"
    figures = tuple(
        _faster(f"one-shanten-{peer}", about.format(peer), "shanten", peer) for peer in ("mahjong", "xiangting")
    )
    return Group("one-shanten", sides, figures)


def many_waits(hands: int) -> Group:
    """A column of waits in one process, beside a peer that takes one hand after the other."""
    sides = {
        "waits": _task("many-waits", "tenpai", hands),
        "xiangting": _task("xiangting-waits", "tenpai", hands, "xiangting"),
    }
    about = "many at once: waits beside xiangting's necessary tiles"
    return Group("many-waits", sides, (_faster("many-waits", about, "waits", "xiangting", 4),))


def many_jipinghu(hands: int) -> Group:
    """A column of scores in one process, the same way."""
    sides = {
        "jipinghu": _task("many-jipinghu", "wins", hands),
        "riichienv": _task("riichienv-score", "wins", hands, "riichienv"),
    }
    about = "many at once: `jipinghu`, every fan listed, beside riichienv's scoring"
    return Group("many-jipinghu", sides, (_faster("many-jipinghu", about, "jipinghu", "riichienv", 2),))


def many_mcr(hands: int) -> Group:
    """The same under 国标."""
    sides = {
        "mcr": _task("many-mcr", "mcr-wins", hands),
        "PyMahjongGB": _task("pymahjonggb-score", "mcr-wins", hands, "PyMahjongGB"),
    }
    about = "many at once: `mcr`, every fan listed, beside PyMahjongGB"
    return Group("many-mcr", sides, (_faster("many-mcr", about, "mcr", "PyMahjongGB", 1),))


# --- whole files


def _file(command: tuple[str, ...], kind: str, hands: int, reader: str) -> Side:
    return Side((*_MJ, *command, "-f", "{file}"), kind=kind, hands=hands, reader=reader)


def _loop(peer: str, loop: str, kind: str, hands: int) -> Side:
    return Side(("-P", "{loops}", loop, "{file}"), kind=kind, hands=hands, peer=peer, reader=loop)


def file_waits(hands: int) -> Group:
    """A file of waiting hands, read and answered, beside a plain loop over a peer."""
    fields = ("wait", "--json", "--fields", "hand,waits")
    sides = {
        "fields": _file(fields, "tenpai", hands, "wait-jipinghu"),
        "records": _file(("wait", "--json"), "tenpai", hands, "wait-jipinghu"),
        "xiangting": _loop("xiangting", "xiangting-waits", "tenpai", hands),
    }
    about = "a file of hands: {} beside a loop over xiangting"
    figures = (
        _faster("file-waits-fields", about.format(f"`mj {' '.join(fields)}`"), "fields", "xiangting", 5),
        _faster("file-waits", about.format("`mj wait --json`, every wait valued,"), "records", "xiangting", 2),
    )
    return Group("file-waits", sides, figures)


def file_jipinghu(hands: int) -> Group:
    """A file of wins, scored under 鸡平胡."""
    sides = {
        "jipinghu": _file(("score", "--json"), "wins", hands, "score-jipinghu"),
        "csv": _file(("score", "--csv"), "wins", hands, "score-rows-jipinghu"),
        "riichienv": _loop("riichienv", "riichienv-score", "wins", hands),
        "PyMahjongGB": _loop("PyMahjongGB", "pymahjonggb-score", "wins", hands),
    }
    about = "a file of wins: `mj score {}` beside a loop over {}"
    figures = (
        *(
            _faster(f"file-jipinghu-{peer}", about.format("--json", peer), "jipinghu", peer, 4)
            for peer in ("riichienv", "PyMahjongGB")
        ),
        _faster("file-csv-riichienv", about.format("--csv", "riichienv"), "csv", "riichienv"),
    )
    return Group("file-jipinghu", sides, figures)


def file_fields(hands: int) -> Group:
    """A file of wins with fields beside the hands, which are answered one by one."""
    sides = {
        "fields": _file(("score", "--json"), "wins-with-fields", hands, "score-fields"),
        "bare": _file(("score", "--json"), "wins", hands, "score-jipinghu"),
    }
    about = "a file of wins with `id`, `seat` and `round`: how many times as long as with bare lines"
    return Group("file-fields", sides, (_times("file-fields", about, "fields", "bare"),))


def file_mcr(hands: int) -> Group:
    """The same under 国标."""
    sides = {
        "mcr": _file(("score", "--json", "-r", "mcr"), "mcr-wins", hands, "score-mcr"),
        "riichienv": _loop("riichienv", "riichienv-score", "mcr-wins", hands),
        "PyMahjongGB": _loop("PyMahjongGB", "pymahjonggb-score", "mcr-wins", hands),
    }
    about = "a file of wins: `mj score --json -r mcr` beside a loop over {}"
    figures = tuple(
        _faster(f"file-mcr-{peer}", about.format(peer), "mcr", peer, 4) for peer in ("riichienv", "PyMahjongGB")
    )
    return Group("file-mcr", sides, figures)


# --- memory and cost as files grow


def growth(command: str, kind: str, lines: int) -> Group:
    """One command on files from a hundredth of `lines` to three times as many."""
    sizes = (max(1, lines // 100), max(2, lines // 10), max(3, lines), max(3, lines) * 3)
    names = tuple(f"{size:,} lines" for size in sizes)
    sides = {
        name: Side((*_MJ, command, "--json", "-f", "{file}"), kind=kind, hands=size)
        for name, size in zip(names, sizes, strict=True)
    }
    _, small, _, large = names

    def memory(runs: Mapping[str, Run]) -> Comparison:
        return Comparison(runs[large].peak, runs[small].peak, runs[large].peak / runs[small].peak, "bytes")

    def cost(runs: Mapping[str, Run]) -> Comparison:
        costs = [_added_cost(runs[less], runs[more]) for less, more in pairwise(names)]
        return Comparison(max(costs), min(costs), max(costs) / min(costs))

    title = f"`mj {command} --json -f FILE`"
    figures = (
        Figure(f"memory-{command}", f"{title}: peak memory, {large} beside {small}", (small, large), memory, _MEMORY),
        Figure(f"cost-{command}", f"{title}: dearest line beside cheapest, {names[0]} to {large}", names, cost, _COST),
    )
    return Group(f"growth-{command}", sides, figures)


_MEMORY, _COST = Target(1.5, at_least=False), Target(1.15, at_least=False)
# Noise can make a longer file the faster one where both are short.
_LEAST_COST = 1e-9


def _added_cost(less: Run, more: Run) -> float:
    """What each line costs that the longer file has more: what starting costs falls out."""
    return max(_LEAST_COST, (more.seconds - less.seconds) / (more.hands - less.hands))


def groups(lines: int) -> tuple[Group, ...]:
    """Every group; `lines` are those of a whole file, and the other sizes follow from it."""
    one, many = max(1, lines // 50), max(1, lines // 5)
    return (
        start_up(),
        *(make(one) for make in (one_score, more_scores, one_waits, one_suit, one_shanten)),
        *(make(many) for make in (many_waits, many_jipinghu, many_mcr)),
        *(make(lines) for make in (file_waits, file_jipinghu, file_mcr)),
        file_fields(max(1, lines // 10)),
        growth("wait", "tenpai", lines),
        growth("score", "wins", lines),
    )
