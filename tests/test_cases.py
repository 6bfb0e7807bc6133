"""Golden cases: hands with the score, the payments and the liability that the rule texts give them.

The cases are data, `cases/jipinghu.toml`, where each names its source. A case that fails shows its note and source:
the rule text decides who is wrong.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mjcli.answer import Outcome, Scored, Settings, answer
from mjcli.batch import read_line
from mjcli.hand import EVENTS
from mjcli.report.records import score_record
from mjcli.ruleset import RuleSet, load_rules

Case = dict[str, Any]
CASES_FOLDER = Path(__file__).parent / "cases"
RULE_SETS = ("jipinghu",)
FEWEST_CASES = {"jipinghu": 150}
EXPECTED_KEYS = {
    *("win", "fan", "points", "fans", "payments", "liability", "reason", "tiles", "shanten", "adjustments"),
    *("sets", "fees", "codes"),
}
UNKNOWN = "unknown"


@cache
def cases_of(rules: str) -> tuple[Case, ...]:
    """The cases of a rule set, in the order of its file."""
    return tuple(tomllib.loads((CASES_FOLDER / f"{rules}.toml").read_text("utf-8"))["case"])


ALL_CASES = [pytest.param(name, case, id=f"{name}:{case['id']}") for name in RULE_SETS for case in cases_of(name)]
NEAR_MISSES = [
    pytest.param(name, case, id=f"{name}:{case['id']}")
    for name in RULE_SETS
    for case in cases_of(name)
    if "miss" in case
]


def outcome_of(case: Case, rules: RuleSet) -> Outcome:
    """The outcome of a case's hand under the unit and fee it states."""
    entry = read_line(case["hand"])
    assert entry is not None
    return answer(entry, rules, Settings(unit=case.get("unit", 1), fee=case.get("fee", 0)))


def record_of(outcome: Outcome) -> dict[str, Any]:
    """What a machine is told of an outcome, in the words that the cases use."""
    if outcome.answer is None:
        return {"codes": [problem.code for problem in outcome.problems]}
    assert isinstance(outcome.answer, Scored)
    record = score_record(outcome.answer.score, outcome.answer.settlement)
    return record | {key: say(record[key]) for key, say in _SAID.items() if key in record}


def _seats(amounts: dict[str, int] | None) -> list[int] | str:
    return UNKNOWN if amounts is None else [amounts[seat] for seat in "ESWN"]


def _fans(fans: list[dict[str, Any]]) -> list[str]:
    return sorted(fan["name"] + (f"*{fan['count']}" if fan["count"] > 1 else "") for fan in fans)


def _liability(liability: dict[str, Any] | None) -> dict[str, Any] | None:
    if liability is None:
        return None
    said = liability | {"seat": liability["seat"] or "?"}
    return said if said["set"] else {key: said[key] for key in ("seat", "cause")}


def _adjustments(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"kind": step["kind"], "from": step["from"], "to": step["to"]} | ({"by": step["id"]} if "id" in step else {})
        for step in steps
    ]


_SAID: dict[str, Callable[[Any], Any]] = {
    "payments": _seats,
    "fees": _seats,
    "fans": _fans,
    "liability": _liability,
    "adjustments": _adjustments,
}


def expected_of(case: Case) -> dict[str, Any]:
    """What a case states; a win that states no liability states that there is none."""
    expected = dict(case["expect"])
    if "fans" in expected:
        expected["fans"] = sorted(expected["fans"])
    if expected.get("win"):
        expected.setdefault("liability", None)
    return expected


@pytest.mark.parametrize(("name", "case"), ALL_CASES)
def test_case(name: str, case: Case) -> None:
    """The hand scores as its source says."""
    expected = expected_of(case)
    record = record_of(outcome_of(case, load_rules(name)))

    found = {key: record.get(key) for key in expected}

    assert expected == found, f"{case['hand']}\n{case['source']}: {case.get('note', '')}"


@pytest.mark.parametrize(("name", "case"), NEAR_MISSES)
def test_near_miss(name: str, case: Case) -> None:
    """The fan that a case comes near to does not count."""
    outcome = outcome_of(case, load_rules(name))
    assert isinstance(outcome.answer, Scored)
    tally = outcome.answer.score.tally

    counted = [found.rule.id for found in tally.counted] if tally else []

    assert case["miss"] not in counted


@pytest.mark.parametrize(("name", "case"), ALL_CASES)
def test_case_is_well_formed(name: str, case: Case) -> None:
    """A case has an id, a source in a text that the rule set cites, and states only what is compared."""
    rules = load_rules(name)

    assert case["id"]
    assert case["source"].partition(",")[0] in rules.texts
    assert case["expect"].keys() <= EXPECTED_KEYS
    assert case.keys() <= {"id", "source", "hand", "note", "miss", "unit", "fee", "expect"}
    assert "miss" not in case or rules.fan(case["miss"])


@pytest.mark.parametrize("name", RULE_SETS)
def test_ids_are_unique_and_cases_many(name: str) -> None:
    """No case hides another, and an empty file does not pass."""
    ids = Counter(case["id"] for case in cases_of(name))

    assert [case for case, times in ids.items() if times > 1] == []
    assert len(ids) >= FEWEST_CASES[name]


@pytest.mark.parametrize("name", RULE_SETS)
def test_no_two_cases_ask_the_same(name: str) -> None:
    """Every case has a hand line, or a unit and fee, of its own."""
    asked = Counter((case["hand"], case.get("unit", 1), case.get("fee", 0)) for case in cases_of(name))

    assert [hand for hand, times in asked.items() if times > 1] == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_fan_has_a_case_and_a_near_miss(name: str) -> None:
    """Each row of the table counts in some case, by name, and fails to in another."""
    rules = load_rules(name)
    counted = {fan.partition("*")[0] for case in cases_of(name) for fan in case["expect"].get("fans", ())}
    missed = {case["miss"] for case in cases_of(name) if "miss" in case}

    assert [rule.id for rule in rules.fans if rule.name[0] not in counted] == []
    assert [rule.id for rule in rules.fans if rule.id not in missed] == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_liability_and_event_has_a_case(name: str) -> None:
    """Each cause of liability binds a known seat somewhere, and each event happens somewhere."""
    bound = {case["expect"]["liability"]["cause"] for case in cases_of(name) if "liability" in case["expect"]}
    happened = {
        event.partition(":")[0]
        for case in cases_of(name)
        for word in case["hand"].split()
        if word.startswith("event=")
        for event in word.removeprefix("event=").split(",")
    }

    assert {rule.id for rule in load_rules(name).liabilities} == bound
    assert set(EVENTS) == happened


@pytest.mark.parametrize("name", RULE_SETS)
def test_stated_payments_sum_to_zero(name: str) -> None:
    """A case whose own payments do not add up is a mistake in the case."""
    stated = {case["id"]: case["expect"].get("payments") for case in cases_of(name)}

    assert [case for case, payments in stated.items() if isinstance(payments, list) and sum(payments)] == []
