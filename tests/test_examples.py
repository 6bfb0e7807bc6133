"""The example files: each is run by the command in its first line, and every hand comes to what was worked out for it.

The expected values are in `cases/examples.toml`; the files show every row of the rule set at least once.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjcli.report.problems import cell_width
from mjcli.ruleset import RuleSet, load_rules

Record = dict[str, Any]
ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "cases" / "examples.toml").read_text("utf-8"))
FEWEST_HANDS = 100
UNKNOWN = "unknown"

# The exit code of each file's command.
EXIT_CODES = {
    "broken.hands": 2,
    "club-night.csv": 1,
    "discards.txt": 0,
    "jipinghu-additions.txt": 0,
    "jipinghu-liability.txt": 0,
    "jipinghu-patterns.txt": 0,
    "jipinghu-payments.txt": 0,
    "jipinghu-situations.txt": 0,
    "no-wins.txt": 1,
    "notations.txt": 0,
    "table-log.jsonl": 1,
    "waits-seen.jsonl": 0,
    "waits.txt": 1,
}
# CSV has no comments: these commands stand beside the file, not in it.
COMMANDS = {"club-night.csv": "mj score --csv -f examples/club-night.csv"}
PIPED = sorted(name for name in EXIT_CODES if name.endswith(".txt"))


def command_of(name: str) -> str:
    """The command that runs a file."""
    first, _, _ = (EXAMPLES / name).read_text("utf-8").partition("\n")
    return COMMANDS.get(name) or first.removeprefix("# ")


def hands_in(name: str) -> int:
    """How many hands a file holds: every line but comments, blank ones and the header of a table."""
    lines = (EXAMPLES / name).read_text("utf-8").splitlines()
    return sum(1 for line in lines if line and not line.startswith(("#", "id,")))


def run(command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command as it would be typed in the project's folder."""
    program, *args = shlex.split(command)
    assert program == "mj", command
    mj = [sys.executable, "-X", "utf8", "-m", "mjcli"]
    environment = {name: value for name, value in os.environ.items() if name != "MJ_RULES"}
    return subprocess.run(
        [*mj, *args], input=typed, capture_output=True, encoding="utf-8", cwd=ROOT, env=environment, check=False
    )


@cache
def result_of(name: str) -> subprocess.CompletedProcess[str]:
    """What came of a file's command."""
    return run(command_of(name))


def records_of(name: str) -> list[Record]:
    """The records that a file's command printed."""
    if "--csv" in command_of(name):
        return [dict(row) for row in csv.DictReader(io.StringIO(result_of(name).stdout))]
    return [json.loads(line) for line in result_of(name).stdout.splitlines()]


def score_records() -> Iterator[Record]:
    """The records of every file that is scored and printed as JSON."""
    for name in EXIT_CODES:
        if command_of(name).startswith("mj score --json"):
            yield from records_of(name)


# --- the files


def test_every_file_is_known() -> None:
    """No file lacks a test, and none that is tested is missing."""
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.is_file()) == sorted(EXIT_CODES)


def test_hands_are_many() -> None:
    """There are hands to learn from."""
    assert sum(map(hands_in, EXIT_CODES)) >= FEWEST_HANDS


@pytest.mark.parametrize("name", EXIT_CODES)
def test_command_names_its_own_file(name: str) -> None:
    """The command beside a file runs that file."""
    assert shlex.split(command_of(name))[-2:] == ["-f", f"examples/{name}"]


@pytest.mark.parametrize("name", EXIT_CODES)
def test_command_runs(name: str) -> None:
    """Each command gives a record for every hand, the exit code it should, and nothing on standard error."""
    result = result_of(name)

    assert (result.returncode, result.stderr) == (EXIT_CODES[name], "")
    assert len(records_of(name)) == hands_in(name)


def test_text_files_run_as_one_pipe() -> None:
    """`cat examples/*.txt | mj score --json` gives a line for every hand; none of them is malformed."""
    typed = "".join((EXAMPLES / name).read_text("utf-8") for name in PIPED)

    result = run("mj score --json", typed)

    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.returncode, result.stderr) == (1, "")
    assert len(records) == sum(map(hands_in, PIPED))
    assert [record for record in records if "error" in record] == []


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_tables_fit_a_screen(lang: str) -> None:
    """For a person all the files are one table of 80 cells, the broken lines in it too."""
    files = " ".join(f"-f examples/{name}" for name in EXIT_CODES if "waits-seen" not in name)

    result = run(f"mj score --lang {lang} {files}")

    assert (result.returncode, result.stderr) == (2, "")
    assert max(map(cell_width, result.stdout.splitlines())) <= 80
    assert [hand for hand in EXPECTED["jipinghu-patterns.txt"] if hand[:15] not in result.stdout] == []


# --- every hand


@pytest.mark.parametrize("name", EXIT_CODES)
def test_every_hand_is_expected(name: str) -> None:
    """Each hand that has an id has its expected value, in the order of the file."""
    ids = [record["id"] for record in records_of(name) if record["id"]]

    assert ids == list(EXPECTED[name])


def told_by_score(record: Record) -> Record:
    """What a record says of a hand, in the words of the expected values."""
    if "error" in record:
        return {"codes": [problem["code"] for problem in record["errors"]]}
    if not record["win"]:
        return {key: record[key] for key in ("reason", "shanten", "tiles") if record.get(key) is not None}
    liable = record["liability"]
    told = {"fan": record["fan"], "points": record["points"], "payments": _seats(record["payments"])}
    return told | ({"liability": _liable(liable["cause"], liable["seat"], liable["set"])} if liable else {})


def _seats(payments: dict[str, int] | None) -> list[int] | str:
    return UNKNOWN if payments is None else [payments[seat] for seat in "ESWN"]


def _liable(cause: str, seat: str | None, meld: str | None) -> str:
    return " ".join(word for word in (cause, seat or "?", meld) if word)


def told_by_row(row: Record) -> Record:
    """The same of a row of CSV, where every cell is text."""
    if row["win"] != "true":
        return {"reason": row["reason"], "shanten": int(row["shanten"])}
    payments = {seat: int(row[seat]) for seat in "ESWN"}
    told = {"fan": int(row["fan"]), "points": int(row["points"]), "payments": _seats(payments)}
    return told | ({"liability": _liable(row["cause"], row["liable"], row["set"])} if row["cause"] else {})


def told_by_wait(record: Record) -> list[str]:
    """Each wait as `tile left draw discard`."""
    return [f"{one['tile']} {one['left']} {_points(one['draw'])} {_points(one['discard'])}" for one in record["waits"]]


def _points(worth: dict[str, int] | None) -> str:
    return "-" if worth is None else str(worth["points"])


def told_by_discard(record: Record) -> str:
    """The best discard as `tile shanten copies`."""
    best = record["discards"][0]
    return f"{best['tile']} {best['shanten']} {best['copies']}"


TOLD: dict[str, Callable[[Record], object]] = {
    "mj score --json": told_by_score,
    "mj score --csv": told_by_row,
    "mj wait --json": told_by_wait,
    "mj discard --json": told_by_discard,
}


@pytest.mark.parametrize(
    ("name", "hand"), [pytest.param(name, hand, id=f"{name}:{hand}") for name in EXPECTED for hand in EXPECTED[name]]
)
def test_hand(name: str, hand: str) -> None:
    """Each hand comes to what was worked out for it."""
    told = TOLD[" ".join(command_of(name).split()[:3])]
    record = next(record for record in records_of(name) if record["id"] == hand)

    assert EXPECTED[name][hand] == told(record)


# --- what the examples show


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    """The rule set that the examples are of."""
    return load_rules("jipinghu")


def test_every_fan_is_shown(rules: RuleSet) -> None:
    """Each pattern, addition and situation of the table counts in some hand."""
    shown = {fan["id"] for record in score_records() for fan in record.get("fans", ())}

    assert {fan.id for fan in rules.fans} - shown == set()


def test_every_event_is_shown(rules: RuleSet) -> None:
    """Each event that has a value happens in a text file."""
    texts = "".join((EXAMPLES / name).read_text("utf-8") for name in PIPED)
    shown = {event.partition(":")[0] for listed in re.findall(r"event=(\S+)", texts) for event in listed.split(",")}

    assert set().union(*(fan.events for fan in rules.fans)) - shown == set()


def test_every_liability_is_shown(rules: RuleSet) -> None:
    """Each cause binds a known seat in some hand; in others the seat is not known, or is exempt."""
    bound = [record["liability"] for record in score_records() if record.get("liability")]
    exempt = [record for record in score_records() if "包先不包后" in "".join(record.get("notes", ()))]

    assert {one.id for one in rules.liabilities} == {one["cause"] for one in bound if one["seat"]}
    assert {one["cause"] for one in bound if one["seat"] is None} >= {"twelve-tiles", "kong-replacement"}
    assert [record["liability"] for record in exempt] == [None, None]


def test_every_notation_is_shown() -> None:
    """The hands of the notations file that are one hand are read as one hand."""
    same = [one for one in records_of("notations.txt") if one["fan"] == 3 and one["id"] != "concealed-kong"]

    assert len(same) == 13
    assert {tuple(one["sets"][1:]) for one in same} == {("123m", "456p", "789s", "99s")}
    assert {one["sets"][0] for one in same} == {"[111z,W]", "[111z,2]"}


def test_broken_lines_cost_only_themselves() -> None:
    """The good lines of the broken file score as they do alone."""
    lines = (EXAMPLES / "broken.hands").read_text("utf-8").splitlines()
    good = "\n".join(line for line in lines if re.search(r"good-\d|no-win", line) and not line.startswith("#"))

    alone = [json.loads(line) for line in run("mj score --json", good).stdout.splitlines()]

    assert [record for record in records_of("broken.hands") if "error" not in record] == alone
    assert len(alone) == 4
