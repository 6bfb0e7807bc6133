"""What was measured, as lines for people, as a Markdown table, or as an object a line."""

from __future__ import annotations

import os
import platform
import sys
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from .figures import Comparison, Target
from .peers import version_of
from .running import Finding

_NOTHING = "–"
_SECOND = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_BYTES_IN_MB = 1_000_000


class Surroundings(NamedTuple):
    """When and where the figures were measured."""

    date: str
    python: str
    numpy: str | None
    machine: str
    cores: int
    load: tuple[float, ...]
    core: int | None
    lines: int
    repeats: int
    processor: bool
    peers: dict[str, str | None]

    def ended(self) -> Surroundings:
        """With the load after the last figure beside that before the first."""
        return self._replace(load=(*self.load, os.getloadavg()[0]))

    @property
    def text(self) -> str:
        core = "" if self.core is None else ", each process on one of them"
        load = " and then ".join(f"{one:.2f}" for one in self.load)
        clock = ", processor time" if self.processor else ""
        numpy = "" if self.numpy is None else f" with numpy {self.numpy}"
        return (
            f"{self.date}, Python {self.python}{numpy}, {self.machine}, {self.cores} cores{core}, "
            f"load average {load}; files of {self.lines:,} lines, medians of {self.repeats} runs{clock}"
        )

    @property
    def peer_lines(self) -> list[str]:
        """Which peers there are, and what is left out for want of one."""
        return [f"{name} {found or 'is not installed: its figures are left out'}" for name, found in self.peers.items()]


def machine() -> str:
    """The kind of machine, with the name of its processor where the system gives one."""
    path = Path("/proc/cpuinfo")
    rows = path.read_text("utf-8").splitlines() if path.exists() else []
    models = [row.partition(":")[2].strip() for row in rows if row.startswith("model name")]
    return " ".join((platform.system(), platform.machine(), *models[:1]))


class Asked(Protocol):
    """The options that make a difference to every figure."""

    lines: int
    repeats: int
    processor: bool


def surroundings(asked: Asked, core: int | None, peers: dict[str, str | None]) -> Surroundings:
    """The surroundings of this run."""
    return Surroundings(
        date=date.today().isoformat(),
        python=sys.version.split()[0],
        numpy=version_of("numpy"),
        machine=machine(),
        cores=os.cpu_count() or 1,
        load=os.getloadavg()[:1],
        core=core,
        lines=asked.lines,
        repeats=asked.repeats,
        processor=asked.processor,
        peers=peers,
    )


def amount(value: float, unit: str) -> str:
    """An amount with its unit, in three digits.

    >>> amount(0.0000123, "s"), amount(45_600_000, "bytes")
    ('12.3 µs', '45.6 MB')
    """
    if unit == "bytes":
        return f"{value / _BYTES_IN_MB:.1f} MB"
    size, name = next((pair for pair in _SECOND if value >= pair[0]), _SECOND[-1])
    return f"{value / size:.3g} {name}"


def _ratio(value: float) -> str:
    return f"{value:.3g} ×"


def _target(target: Target | None) -> str:
    return _NOTHING if target is None else f"{'≥' if target.at_least else '≤'} {target.value:g} ×"


def _agreement(finding: Finding) -> str:
    if finding.differing:
        return "DIFFER: " + ", ".join(
            f"{name} {' and '.join(f'{one:,}' for one in row)}" for name, row in finding.differing.items()
        )
    return ", ".join(f"{name} {count:,}" for name, count in finding.shared.items()) or _NOTHING


def cells(finding: Finding) -> tuple[str, ...]:
    """The cells of a finding: figure, here, beside it, ratio, its range, target, whether it is met, agreement."""
    figure, found, target = finding.figure, finding.comparison, _target(finding.figure.target)
    met = {None: _NOTHING, True: "yes", False: "no"}[finding.is_met]
    if finding.trouble is not None:
        return (figure.name, _NOTHING, _NOTHING, finding.trouble.why, _NOTHING, target, met, finding.trouble.text)
    assert isinstance(found, Comparison)
    spread = f"{min(finding.ratios):.3g}–{max(finding.ratios):.3g}"
    amounts = (amount(found.own, found.unit), amount(found.other, found.unit))
    return (figure.name, *amounts, _ratio(found.ratio), spread, target, met, _agreement(finding))


HEADER = ("figure", "here", "beside it", "ratio", "of the runs", "target", "met", "both sides say")
_WIDTHS = (26, 9, 9, 12, 12, 8, 3)


def row(columns: tuple[str, ...]) -> str:
    """Cells as a line of text."""
    fixed = (cell.ljust(width) for cell, width in zip(columns[:-1], _WIDTHS, strict=True))
    return "  ".join((*fixed, columns[-1])).rstrip()


def text_lines(finding: Finding) -> list[str]:
    """A finding for people at a terminal."""
    return [row(cells(finding)), *(f"  note: {note}" for note in finding.notes)]


def markdown(about: Surroundings, findings: list[Finding]) -> str:
    """Everything as a paragraph, a table, and the notes under it."""
    versions = ", ".join(f"{name} {found or 'not installed'}" for name, found in about.peers.items())
    rows = [_markdown_row(HEADER), _markdown_row(("---",) * len(HEADER))]
    rows += (_markdown_row((f"`{name}`", *rest)) for name, *rest in map(cells, findings))
    notes = [f"- `{one.figure.name}`: {note}." for one in findings for note in one.notes]
    return "\n".join([f"{about.text}. {versions}.", "", *rows, *([""] if notes else []), *notes])


# A bar that does not end a cell.
_BAR = r"\|"


def _markdown_row(columns: tuple[str, ...]) -> str:
    return f"| {' | '.join(cell.replace('|', _BAR) for cell in columns)} |"


def finding_record(finding: Finding) -> dict[str, Any]:
    """A finding for machines."""
    figure, comparison, target = finding.figure, finding.comparison, finding.figure.target
    return {
        "figure": figure.name,
        "about": figure.about,
        "own": comparison and comparison.own,
        "other": comparison and comparison.other,
        "unit": comparison and comparison.unit,
        "ratio": comparison and comparison.ratio,
        "ratios": finding.ratios,
        "target": target and {"value": target.value, "at_least": target.at_least},
        "met": finding.is_met,
        "agree": finding.shared,
        "differ": finding.differing,
        "notes": finding.notes,
        "trouble": finding.trouble and finding.trouble._asdict(),
    }
