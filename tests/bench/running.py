"""Starts the processes of a group in turn, and takes the middle of what each comes to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

from .child import WRONG
from .data import DataSet
from .figures import Comparison, Figure, Group, Run, Side

_PACKAGE = (__package__ or "").split(".")
_HERE = Path(__file__).resolve()
_ROOT = _HERE.parents[2]
# Of the system's numbers only Linux's is in kilobytes.
_PEAK_UNIT = 1024 if sys.platform == "linux" else 1
_MALFORMED = 2
Clock = Literal["seconds", "processor"]
# What would change what the processes do, or keep them from what they do for everybody.
_UNWANTED = ("MJ_RULES", "MJ_RULES_PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONSTARTUP")


class Trouble(NamedTuple):
    """Why a side has no figure, in a word and in its own last words.

    Its peer is not there; the command does not know what is asked of it; an
    answer is not the library's; or the process failed.
    """

    why: Literal["left out", "cannot do it", "WRONG", "FAILED"]
    text: str


class Finding(NamedTuple):
    """What a figure came to: the comparison of the medians, and the ratios of the single rounds.

    `shared` are the answers that its sides have in common, `differing` those on
    which they do not agree; `trouble` is why there is no comparison.
    """

    figure: Figure
    comparison: Comparison | None = None
    ratios: tuple[float, ...] = ()
    shared: Mapping[str, int] = {}
    differing: Mapping[str, tuple[int, ...]] = {}
    notes: tuple[str, ...] = ()
    trouble: Trouble | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None where there is none, or a peer is missing."""
        if self.figure.target is None or (self.trouble is not None and self.trouble.why == "left out"):
            return None
        return self.comparison is not None and self.figure.target.is_met(self.comparison.ratio)

    @property
    def is_wrong(self) -> bool:
        """Whether answers differ where they must not, or a process that should give one failed."""
        return bool(self.differing) or (self.trouble is not None and self.trouble.why in ("WRONG", "FAILED"))


class _Ended(NamedTuple):
    """A process that ended: the seconds that went by, and those that the processor gave to it."""

    seconds: float
    processor: float
    peak: int
    code: int
    complaint: str


class Runner:
    """Measures groups with the files of a data set, in a folder where it may write.

    `clock` is what counts: the seconds that go by, or those of the processor.
    """

    def __init__(
        self, folder: Path, data: DataSet, peers: Mapping[str, str | None], *, repeats: int, clock: Clock = "seconds"
    ) -> None:
        self._folder, self._data, self._peers, self._repeats, self._clock = folder, data, peers, repeats, clock
        self._environment = _environment(folder)

    def findings(self, group: Group) -> Iterator[Finding]:
        """Measures a group, and what its figures came to."""
        for side in sorted(group.sides.values(), key=lambda side: -side.hands):
            if side.kind:
                self._data.make(side.kind, side.hands)
        runs = self._runs(group)
        for figure in group.figures:
            yield _finding(figure, runs)

    def _runs(self, group: Group) -> dict[str, list[Run] | Trouble]:
        """Every side's runs, the sides in turn; a side in trouble is not tried again."""
        found: dict[str, list[Run] | Trouble] = {name: [] for name in group.sides}
        for number in range(-1 if group.warm else 0, self._repeats * group.rounds):
            for name, side in group.sides.items():
                before = found[name]
                if isinstance(before, Trouble):
                    continue
                run = self._measure(side, is_first=not before)
                if isinstance(run, Trouble):
                    found[name] = run
                elif number >= 0:
                    before.append(run)
        return found

    def _measure(self, side: Side, *, is_first: bool) -> Run | Trouble:
        """One run of a side; the output of a whole process is read once."""
        if side.peer and not self._peers[side.peer]:
            return Trouble("left out", f"{side.peer} is not installed")
        asked = self._data.make(side.kind, side.hands) if side.kind else Path(os.devnull)
        written = self._folder / "written" if side.task or side.reader else Path(os.devnull)
        ended = self._launch(_filled(side.command, asked), written)
        if ended.code >= (_MALFORMED if side.reader else 1) or ended.code < 0 or "Traceback" in ended.complaint:
            return _trouble(ended)
        if side.task:
            told = json.loads(written.read_text("utf-8"))
            return Run(told[self._clock], told["hands"], ended.peak, told["answers"], told["note"])
        answers = self._read(side.reader, written, asked) if side.reader and is_first else {}
        if isinstance(answers, Trouble):
            return answers
        return Run(getattr(ended, self._clock), side.hands, ended.peak, answers)

    def _read(self, reader: str, written: Path, asked: Path) -> Mapping[str, int] | Trouble:
        """What a process wrote, read by another one: this one stays small, or its memory would show in theirs."""
        told = self._folder / "told"
        command = _filled(("-m", "{package}.child", "read", reader, str(written), "{file}"), asked)
        ended = self._launch(command, told)
        if ended.code:
            return _trouble(ended)
        answers: dict[str, int] = json.loads(told.read_text("utf-8"))["answers"]
        return answers

    def _launch(self, command: Sequence[str], written: Path) -> _Ended:
        complaint = self._folder / "complaint"
        with written.open("wb") as out, complaint.open("wb") as err:
            start = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, *command], stdout=out, stderr=err, env=self._environment, cwd=self._folder
            )
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        text = complaint.read_text("utf-8", "replace")
        processor = usage.ru_utime + usage.ru_stime
        return _Ended(seconds, processor, usage.ru_maxrss * _PEAK_UNIT, process.returncode, text)


def _environment(folder: Path) -> dict[str, str]:
    """The same surroundings for every process: this tree's code, one thread, a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
    base = _HERE.parents[len(_PACKAGE)]
    path = dict.fromkeys((str(_ROOT), str(base), *_absolute(kept.get("PYTHONPATH", ""))))
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    own = {"PYTHONPATH": os.pathsep.join(path), "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(folder / "cache")}
    return kept | threads | own


def _absolute(path: str) -> list[str]:
    """The folders of a search path, for processes that start in another folder."""
    return [os.path.abspath(folder) for folder in path.split(os.pathsep) if folder]


def _filled(command: Sequence[str], asked: Path) -> list[str]:
    places = {"{file}": str(asked), "{loops}": str(_HERE.with_name("loops.py"))}
    return [places.get(word, word).replace("{package}", ".".join(_PACKAGE)) for word in command]


def _trouble(ended: _Ended) -> Trouble:
    """What a process said last that did not do what it was to do.

    A usage error is said on standard error; malformed lines of a file are not, and there are none in these.
    """
    lines = ended.complaint.strip().splitlines()
    is_usage = ended.code == _MALFORMED and bool(lines)
    why: Literal["cannot do it", "WRONG", "FAILED"] = "WRONG" if ended.code == WRONG else "FAILED"
    return Trouble("cannot do it" if is_usage else why, lines[-1] if lines else f"exit code {ended.code}")


def stay_on_one_core() -> int | None:
    """Keeps this process and those it starts on one core, the last it may use; None where that cannot be said."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


# --- what the runs come to


def _finding(figure: Figure, found: Mapping[str, list[Run] | Trouble]) -> Finding:
    runs: dict[str, list[Run]] = {}
    for name in figure.sides:
        side = found[name]
        if isinstance(side, Trouble):
            return Finding(figure, trouble=side)
        runs[name] = side
    ratios = tuple(figure.compare(dict(zip(runs, row, strict=True))).ratio for row in zip(*runs.values(), strict=True))
    shared, differing = _agreement([side[0].answers for side in runs.values()])
    notes = tuple(dict.fromkeys(side[0].note for side in runs.values() if side[0].note))
    middle = {name: _middle(side) for name, side in runs.items()}
    return Finding(figure, figure.compare(middle), ratios, shared, differing, notes)


def _middle(runs: Sequence[Run]) -> Run:
    """The medians of a side."""
    return runs[0]._replace(seconds=median(run.seconds for run in runs), peak=round(median(run.peak for run in runs)))


def _agreement(answers: Sequence[Mapping[str, int]]) -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
    """The answers that all sides name and agree on, and those that they name and do not."""
    names = [name for name in answers[0] if all(name in other for other in answers)]
    rows: dict[str, tuple[int, ...]] = {name: tuple(other[name] for other in answers) for name in names}
    same = {name: row[0] for name, row in rows.items() if len(set(row)) == 1}
    return same, {name: row for name, row in rows.items() if name not in same}
