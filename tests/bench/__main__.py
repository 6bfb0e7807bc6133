"""`python -m tests.bench`: measures what was asked for and prints it."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from .data import SEED, DataSet
from .figures import Group, groups
from .peers import versions
from .printing import HEADER, Surroundings, finding_record, markdown, row, surroundings, text_lines
from .running import Clock, Finding, Runner, stay_on_one_core

AGREED, DIFFERED = 0, 1


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the project beside its peers.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a group or figure; repeatable")
    parser.add_argument("--list", action="store_true", help="the groups and figures, with what each compares")
    parser.add_argument("--repeats", type=_positive, default=3, metavar="N", help="runs of each process (3)")
    parser.add_argument("--lines", type=_positive, default=1_000_000, metavar="N", help="lines of a file (1,000,000)")
    parser.add_argument("--processor", action="store_true", help="processor time, for a machine that others use too")
    parser.add_argument("--seed", type=int, default=SEED, help="of the hands")
    parser.add_argument("--folder", type=Path, help="where the temporary folder is made")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="an object a line")
    shown.add_argument("--markdown", action="store_true", help="the table of the README")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def chosen(known: Sequence[Group], names: Sequence[str]) -> list[Group]:
    """The groups of these names, those of figures of these names with them alone, or all.

    :raises ValueError: nothing has that name.
    """
    every = {group.name for group in known} | {figure.name for group in known for figure in group.figures}
    strange = sorted(set(names) - every)
    if strange:
        raise ValueError(f"there is no group or figure {', '.join(strange)}; --list names them")
    return [group for group in (_narrowed(group, names) for group in known) if group.figures]


def _narrowed(group: Group, names: Sequence[str]) -> Group:
    """The group with the figures that were asked for, and the sides that they need."""
    if not names or group.name in names:
        return group
    figures = tuple(figure for figure in group.figures if figure.name in names)
    needed = {side for figure in figures for side in figure.sides}
    return group._replace(figures=figures, sides={name: one for name, one in group.sides.items() if name in needed})


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints; returns 1 if two sides that must agree do not."""
    asked = _options(sys.argv[1:] if arguments is None else arguments)
    try:
        wanted = chosen(groups(asked.lines), asked.only)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if asked.list:
        for group in wanted:
            print(group.name, *(f"  {figure.name}: {figure.about}" for figure in group.figures), sep="\n")
        return AGREED
    about = surroundings(asked, stay_on_one_core(), versions())
    findings = list(_shown(asked, about, _measured(asked, about, wanted)))
    return DIFFERED if any(finding.is_wrong for finding in findings) else AGREED


def _measured(asked: argparse.Namespace, about: Surroundings, wanted: Sequence[Group]) -> Iterator[Finding]:
    """What each figure came to, as soon as its group is through."""
    with tempfile.TemporaryDirectory(prefix="mj-bench-", dir=asked.folder) as name:
        folder = Path(name)
        clock: Clock = "processor" if asked.processor else "seconds"
        runner = Runner(folder, DataSet(folder, asked.seed), about.peers, repeats=asked.repeats, clock=clock)
        for group in wanted:
            print(f"measuring {group.name} …", file=sys.stderr)
            yield from runner.findings(group)


def _shown(asked: argparse.Namespace, about: Surroundings, measured: Iterator[Finding]) -> Iterator[Finding]:
    """Prints the findings as they come, or all together, and passes them on."""
    if asked.markdown:
        findings = list(measured)
        print(markdown(about.ended(), findings))
        yield from findings
        return
    print(json.dumps(about._asdict()) if asked.json else "\n".join((about.text, *about.peer_lines, "", row(HEADER))))
    for finding in measured:
        lines = [json.dumps(finding_record(finding))] if asked.json else text_lines(finding)
        print(*lines, sep="\n", flush=True)
        yield finding
    print(json.dumps({"load": about.ended().load}) if asked.json else f"\nload average {about.ended().load[-1]:.2f}")


if __name__ == "__main__":
    sys.exit(main())
