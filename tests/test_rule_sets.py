"""Golden cases of the rule sets beside jipinghu, and the example files of each.

The cases are `cases/<rule set>.toml`, written as in `cases/jipinghu.toml`: a failing case is looked up in the
text it cites. Beside hands there are waits, and what each hand of an example file comes to.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjcli.analysis import WaitReport
from mjcli.answer import Answer, Outcome, Scored, Settings, answer
from mjcli.batch import read_line
from mjcli.hand import EVENTS
from mjcli.report.records import score_record, wait_record
from mjcli.ruleset import RuleSet, load_rules
from mjcli.tiles import FLOWERS, TILES, Seat

Case = dict[str, Any]
Record = dict[str, Any]
ROOT = Path(__file__).parent.parent
CASES_FOLDER = ROOT / "tests" / "cases"
EXAMPLES = ROOT / "examples"
# The rule sets with a table of their own, and those that change the minimum, or add a row, only.
FULL = {"jipinghu-2p": 70, "xinzhang": 95, "minjian": 55, "huizhou": 95, "mcr": 300, "dongyang": 230}
SMALL = {"xinzhang-1": 8, "xinzhang-3": 15, "huanle": 35}
RULE_SETS = (*FULL, *SMALL)
EXPECTED_KEYS = {
    *("win", "complete", "reason", "shanten", "minimum", "fan", "points", "fans", "adjustments"),
    *("payments", "lines", "liability", "fees", "notes", "codes"),
}
CASE_KEYS = {"id", "source", "hand", "note", "miss", "unit", "fee", "expect"}


@cache
def book(rules: str) -> dict[str, list[Case]]:
    """Everything in the file of a rule set."""
    return tomllib.loads((CASES_FOLDER / f"{rules}.toml").read_text("utf-8"))


def params(kind: str, needs: str = "id") -> list[Any]:
    """A parameter for each entry of a kind that has the key `needs`."""
    return [
        pytest.param(name, case, id=f"{name}:{case['id']}")
        for name in RULE_SETS
        for case in book(name).get(kind, ())
        if needs in case
    ]


def outcome_of(case: Case, rules: RuleSet, command: str = "score") -> Outcome:
    """The outcome of a case's line under the unit and fee it states."""
    entry = read_line(case["hand"])
    assert entry is not None
    return answer(entry, rules, Settings(command, unit=case.get("unit", 1), fee=case.get("fee", 0)))


def record_of(outcome: Outcome) -> Record:
    """What a machine is told of an outcome, in the words that the cases use."""
    if outcome.answer is None:
        return {"codes": [problem.code for problem in outcome.problems]}
    found = outcome.answer
    assert isinstance(found, Scored)
    record = score_record(found.score, found.settlement)
    return told(record) | {"notes": note_codes(found)}


def told(record: Record) -> Record:
    """A record of `mj score` in the words that the cases use."""
    said = dict(record)
    for key in ("payments", "fees"):
        if record.get(key) is not None:
            said[key] = list(record[key].values())
    if "fans" in record:
        said["fans"] = sorted(fan["name"] + (f"*{fan['count']}" if fan["count"] > 1 else "") for fan in record["fans"])
        said["lines"] = [line_words(line) for line in record["lines"]]
        said["adjustments"] = [
            {"kind": step["kind"], "from": step["from"], "to": step["to"]}
            | ({"by": step["id"]} if "id" in step else {})
            for step in record["adjustments"]
        ]
    if record.get("liability"):
        liable = record["liability"]
        set_ = {"set": liable["set"]} if liable["set"] else {}
        said["liability"] = {"seat": liable["seat"] or "?", "cause": liable["cause"], **set_}
    return said


def line_words(line: Record) -> str:
    """A line of the payments in one row: `kong [1111m] 6 -2 -2 -2`, `codes*2 18 …`."""
    count = f"*{line['count']}" if line.get("count") else ""
    amounts = [str(amount) for amount in line["payments"].values()]
    return " ".join([line["cause"] + count, *([line["set"]] if "set" in line else []), *amounts])


def note_codes(found: Scored) -> list[str]:
    """The codes of the notes on a hand and on its settlement."""
    notes = (*found.score.notes, *(found.settlement.notes if found.settlement else ()))
    return [note.code for note in notes]


def expected_of(case: Case) -> Record:
    """What a case states; a win that states no liability states that there is none."""
    expected = dict(case["expect"])
    if "fans" in expected:
        expected["fans"] = sorted(expected["fans"])
    if expected.get("win"):
        expected.setdefault("liability", None)
    elif "codes" not in expected:
        expected.setdefault("payments", None)
    return expected


# --- hands


@pytest.mark.parametrize(("name", "case"), params("case"))
def test_case(name: str, case: Case) -> None:
    """The hand scores as its source says."""
    expected = expected_of(case)
    record = record_of(outcome_of(case, load_rules(name)))

    found = {key: record.get(key) for key in expected}

    assert expected == found, f"{case['hand']}\n{case['source']}: {case.get('note', '')}"


@pytest.mark.parametrize(("name", "case"), params("case", "miss"))
def test_near_miss(name: str, case: Case) -> None:
    """The fan that a case comes near to does not count."""
    outcome = outcome_of(case, load_rules(name))
    assert isinstance(outcome.answer, Scored)
    tally = outcome.answer.score.tally

    assert case["miss"] not in ([found.rule.id for found in tally.counted] if tally else [])


@pytest.mark.parametrize(("name", "case"), params("wait"))
def test_wait(name: str, case: Case) -> None:
    """The hand waits for what the case says, at the worth it says."""
    outcome = outcome_of(case, load_rules(name), "wait")

    assert case["waits"] == waits_of(outcome.answer), f"{case['hand']}\n{case['source']}: {case.get('note', '')}"


def waits_of(found: Answer | None) -> list[str]:
    """Each wait as `tile left draw discard`, `x` where complete is no win, `-` where there can be none."""
    assert isinstance(found, WaitReport)
    record = wait_record(found)
    return [f"{one['tile']} {one['left']} {_worth(one['draw'])} {_worth(one['discard'])}" for one in record["waits"]]


def _worth(worth: Record | None) -> str:
    if worth is None:
        return "-"
    return "x" if worth["points"] is None else str(worth["points"])


@pytest.mark.parametrize(("name", "case"), [*params("case"), *params("wait")])
def test_case_is_well_formed(name: str, case: Case) -> None:
    """A case has an id, a source in a text that the rule set cites, and states only what is compared."""
    rules = load_rules(name)

    assert case["source"].partition(",")[0] in rules.texts
    assert case.keys() <= CASE_KEYS | {"waits"}
    assert case.get("expect", {}).keys() <= EXPECTED_KEYS
    assert "miss" not in case or rules.fan(case["miss"])


@pytest.mark.parametrize("name", RULE_SETS)
def test_cases_are_many_and_all_different(name: str) -> None:
    """No case hides another, and an empty file does not pass."""
    cases = book(name)["case"]
    ids = Counter(case["id"] for kind in ("case", "wait") for case in book(name)[kind])
    asked = Counter((case["hand"], case.get("unit", 1)) for case in cases)

    assert [case for case, times in ids.items() if times > 1] == []
    assert [hand for hand, times in asked.items() if times > 1] == []
    assert len(cases) >= (FULL | SMALL)[name]


@pytest.mark.parametrize("name", FULL)
def test_every_fan_has_a_case_and_a_near_miss(name: str) -> None:
    """Each row of the table counts in some case, by name, and fails to in another."""
    rules, cases = load_rules(name), book(name)["case"]
    counted = {fan.partition("*")[0] for case in cases for fan in case["expect"].get("fans", ())}
    missed = {case["miss"] for case in cases if "miss" in case}

    assert [rule.id for rule in rules.fans if rule.name[0] not in counted] == []
    assert [rule.id for rule in rules.fans if rule.id not in missed] == []


@pytest.mark.parametrize("name", FULL)
def test_every_liability_payment_and_event_has_a_case(name: str) -> None:
    """Each cause of liability, each kind of side payment and each event happens somewhere."""
    rules, cases = load_rules(name), book(name)["case"]
    bound = {case["expect"]["liability"]["cause"] for case in cases if "liability" in case["expect"]}
    causes = {line.split()[0].partition("*")[0] for case in cases for line in case["expect"].get("lines", ())}
    words = [word for case in cases for word in case["hand"].split() if word.startswith("event=")]
    happened = {event.partition(":")[0] for word in words for event in word.removeprefix("event=").split(",")}

    assert {rule.id for rule in rules.liabilities} == bound
    assert {"flowers" if rule.id == "flower" else "kong" for rule in rules.side_payments if rule.amount} <= causes
    assert rules.codes is None or "codes" in causes
    assert set(EVENTS) == happened


@pytest.mark.parametrize("name", RULE_SETS)
def test_stated_payments_sum_to_zero(name: str) -> None:
    """A case whose own payments or lines do not add up is a mistake in the case."""
    wrong = []
    for case in book(name)["case"]:
        payments, lines = case["expect"].get("payments"), case["expect"].get("lines")
        columns = [[int(amount) for amount in line.split()[-len(payments) :]] for line in lines or ()]
        if payments and (sum(payments) or (lines and [*map(sum, zip(*columns, strict=True))] != payments)):
            wrong.append(case["id"])

    assert wrong == []


# --- code tiles and bets

# Which tiles fall to the seats 1 to 4, counted from the dealer.
SEAT_TILES = {
    "E": "1m 5m 9m 1p 5p 9p 1s 5s 9s 1z 7z 1f 5f",
    "S": "2m 6m 2p 6p 2s 6s 2z 6z 2f 6f",
    "W": "3m 7m 3p 7p 3s 7s 3z 5z 3f 7f",
    "N": "4m 8m 4p 8p 4s 8s 4z 4f 8f",
}


def test_every_code_tile_falls_to_its_seat() -> None:
    """The seats of all tiles, for codes in huizhou and for bets in minjian."""
    codes, bets = load_rules("huizhou").codes, load_rules("minjian").bets
    assert codes is not None
    assert bets is not None
    expected = {tile: seat for seat, tiles in SEAT_TILES.items() for tile in tiles.split()}

    for seats in (codes.map, bets.map):
        assert {tile.text: seats.seat_of(tile).letter for tile in (*TILES, *FLOWERS)} == expected


OTHER_HONOURS = """
id = "other-huizhou"
name = { zh = "另一种惠州庄", en = "Another Huizhou" }
extends = "huizhou"

[codes]
flat = 3

[codes.others]
6z = 3
7z = 2
5z = 4

[side.flower]
amount = 1
"""


@pytest.mark.parametrize(
    ("fields", "payments"),
    [
        ("horses=6z7z", (-12, -12, 36, -12)),  # 西发→3: a flat 3 for the one hit, beside 9
        ("horses=3m7m", (-15, -15, 45, -15)),
        ("from=N horses=3m7m", (0, 0, 15, -15)),
        ("flowers=1f2f", (-11, -11, 33, -11)),
        ("from=N flowers=1f2f horses=3z5z", (0, 0, 14, -14)),  # 9, a hit for 3, two flowers
    ],
)
def test_a_table_that_plays_otherwise(tmp_path: Path, fields: str, payments: tuple[int, ...]) -> None:
    """A flat amount for a hit, another map of the honours and flowers with a value are keys of the rule file."""
    path = tmp_path / "other-huizhou.toml"
    path.write_text(OTHER_HONOURS, "utf-8")
    case = {"hand": f"111m555m999p222s3z+3z seat=W {fields}"}

    found = outcome_of(case, load_rules(str(path))).answer

    assert isinstance(found, Scored)
    assert found.settlement is not None
    assert found.settlement.payments == payments


def test_no_flower_is_worth_anything_in_huizhou() -> None:
    """补花 costs nobody anything, however many."""
    sides = {rule.id for rule in load_rules("huizhou").side_payments if rule.amount}

    assert sides == {"added-kong", "exposed-kong", "concealed-kong"}


# --- rule sets against each other


@pytest.mark.parametrize("case", [case for case in book("xinzhang")["case"] if case["expect"].get("win")])
@pytest.mark.parametrize(("name", "minimum"), [("xinzhang-1", 1), ("xinzhang-3", 3)])
def test_a_minimum_changes_nothing_else(case: Case, name: str, minimum: int) -> None:
    """A hand of the minimum or more scores as without one; a smaller one is complete and no win."""
    small = {"win": False, "complete": True, "reason": "under-minimum", "minimum": minimum, "payments": None}

    record = record_of(outcome_of(case, load_rules(name)))

    expected = expected_of(case)
    if expected["fan"] < minimum:
        expected = small | {"fan": expected["fan"], "fans": expected["fans"]}
    assert {key: record.get(key) for key in expected} == expected


@pytest.mark.parametrize("case", [case for case in book("mcr")["case"] if "fans" in case["expect"]])
def test_no_wild_tile_is_one_fan_more(case: Case) -> None:
    """Without wild tiles huanle is mcr and 无财神, which counts towards the minimum and leaves no 无番和."""
    plain, chicken = case["expect"], "无番和" in case["expect"]["fans"]
    outcome = outcome_of(case, load_rules("huanle"))
    assert isinstance(outcome.answer, Scored)
    tally = outcome.answer.score.tally
    assert tally is not None

    record = record_of(outcome)

    assert record["fan"] == plain["fan"] + 1 - (CHICKEN if chicken else 0)
    assert record["fans"] == sorted({*plain["fans"], "无财神"} - {"无番和"})
    assert record["win"] == (tally.fan - tally.bonus >= CHICKEN)


# What 无番和 is worth, and the minimum.
CHICKEN = 8


def test_huanle_has_one_row_more() -> None:
    """Its own row counts in some case, and fails to in another."""
    rules, cases = load_rules("huanle"), book("huanle")["case"]

    (own,) = {rule.id for rule in rules.fans} - {rule.id for rule in load_rules("mcr").fans}
    counted = [case for case in cases if rules.fan(own).name[0] in case["expect"].get("fans", ())]
    missed = [case for case in cases if case.get("miss") == own]

    assert len(counted) >= 2
    assert len(missed) >= 2


def test_seats_of_two() -> None:
    """Two seats, E and S, each the other's only source."""
    rules = load_rules("jipinghu-2p")

    assert [seat.letter for seat in rules.table.seats] == ["E", "S"]
    assert [seat.after(-1, len(rules.table.seats)).letter for seat in map(Seat.of, "ES")] == ["S", "E"]


# --- example files


def example_files() -> list[str]:
    """The example files of these rule sets: `examples/<rule set>/…`."""
    return sorted(str(path.relative_to(ROOT)) for name in RULE_SETS for path in (EXAMPLES / name).glob("*.txt"))


def command_of(name: str) -> str:
    """The command in the first line of a file."""
    return (ROOT / name).read_text("utf-8").partition("\n")[0].removeprefix("# ")


@cache
def run(name: str) -> subprocess.CompletedProcess[str]:
    """What came of a file's command."""
    program, *args = shlex.split(command_of(name))
    assert program == "mj"
    mj = [sys.executable, "-X", "utf8", "-m", "mjcli"]
    environment = {key: value for key, value in os.environ.items() if key != "MJ_RULES"}
    return subprocess.run([*mj, *args], capture_output=True, encoding="utf-8", cwd=ROOT, env=environment, check=False)


def test_every_rule_set_has_an_example() -> None:
    """Each has a file of hands, which its command names."""
    files = example_files()

    assert {name.split("/")[1] for name in files} == set(RULE_SETS)
    for name in files:
        assert shlex.split(command_of(name))[-4:] == ["-r", name.split("/")[1], "-f", name]


@pytest.mark.parametrize("name", example_files())
def test_example(name: str) -> None:
    """Each hand of the file comes to what was worked out for it, and none is malformed."""
    rules = name.split("/")[1]
    expected = {one["id"]: one["expect"] for one in book(rules)["example"] if one["file"] == Path(name).name}
    result = run(name)

    records = [json.loads(line) for line in result.stdout.splitlines()]
    found = {record["id"]: example_words(record) for record in records}

    assert result.stderr == ""
    assert result.returncode == max(int("win" not in one.split()) for one in expected.values())
    assert found == expected


def example_words(record: Record) -> str:
    """A hand in one row: `6 points: 0 0 6 -6 win`, or why it is no win."""
    if not record["win"]:
        return str(record["reason"])
    return " ".join([f"{record['points']}:", *map(str, record["payments"].values()), "win"])


@pytest.mark.parametrize("name", FULL)
def test_every_row_is_shown(name: str) -> None:
    """Each fan of the table counts in some hand of the examples."""
    files = [path for path in example_files() if path.split("/")[1] == name]
    records = [json.loads(line) for path in files for line in run(path).stdout.splitlines()]
    shown = {fan["id"] for record in records for fan in record.get("fans", ())}

    assert {fan.id for fan in load_rules(name).fans} - shown == set()
