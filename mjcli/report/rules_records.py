"""Rule sets as records for machines: what `mj rules … --json` writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mjcli.errors import Problem
from mjcli.fans import PREDICATES
from mjcli.report.records import Record, problem_record
from mjcli.ruleset import BestRow, Condition, RuleSet, Scoring
from mjcli.texts import PROBLEM_TABLES, Text, pick, problem_table
from mjcli.texts.terms import CAUSES, EVENTS, REASONS


def _both(text: Text | None) -> Record | None:
    return None if text is None else {"zh": text[0], "en": text[1]}


def list_record(rule_sets: Sequence[RuleSet]) -> list[Record]:
    """The rule sets with their names and what they extend."""
    return [{"id": one.id, "name": _both(one.name), "extends": list(one.lineage[1:])} for one in rule_sets]


def rules_record(rules: RuleSet) -> Record:
    """Everything in a rule set."""
    table = rules.table
    return {
        "id": rules.id,
        "name": _both(rules.name),
        "extends": list(rules.lineage[1:]),
        "texts": dict(rules.texts),
        "table": {
            "seats": "".join(seat.letter for seat in table.seats),
            "shapes": list(table.shapes),
            "chows": table.chows,
            "flowers": table.flowers,
            "last_discard_wins": table.last_discard_wins,
            "formal_tenpai": table.formal_tenpai,
            "missed_win": table.missed_win,
        },
        "scoring": _scoring(rules.scoring),
        "fans": [
            {
                "id": fan.id,
                "name": _both(fan.name),
                "tier": fan.tier,
                "fan": fan.fan,
                "condition": _condition(fan.condition),
                "ref": fan.ref,
                "decided": _both(fan.decided),
            }
            for fan in rules.fans
        ],
        "liability": [
            {
                "id": one.id,
                "name": _both(one.name),
                "trigger": one.trigger,
                "precedence": one.precedence,
                "exemptible": one.exemptible,
                "ref": one.ref,
                "decided": _both(one.decided),
            }
            for one in rules.liabilities
        ],
        "decided": {key: _both(text) for key, text in rules.decisions.items()},
    }


def _scoring(scoring: Scoring) -> Record:
    if isinstance(scoring, BestRow):
        return {"policy": "best-row"}
    return {
        "policy": "capped-fan",
        "cap": scoring.cap,
        "factor": scoring.factor,
        "stack": scoring.stack,
        "limits_add": scoring.limits_add,
        "minimum": scoring.minimum,
    }


def _condition(condition: Condition) -> Any:
    """A predicate's id, or the operator with its parts."""
    if condition.operator == "test":
        return condition.predicate
    return {condition.operator: [_condition(part) for part in condition.parts]}


def check_record(path: str, problems: Iterable[Problem], lang: str) -> Record:
    """Whether a rule file is right, and every problem of it."""
    found = [problem_record(problem, lang) for problem in problems]
    return {"file": path, "ok": not found, "errors": found}


def fans_record(rule_sets: Sequence[RuleSet]) -> list[Record]:
    """Every predicate's own text and examples, and the fans of each rule set that use it."""
    return [
        {
            "id": one.id,
            "family": one.family,
            "text": one.text,
            "yes": list(one.examples("Yes")),
            "no": list(one.examples("No")),
            "used": {
                rules.id: [fan.id for fan in rules.fans if one.id in fan.condition.predicates()] for rules in rule_sets
            },
        }
        for one in PREDICATES.values()
    ]


def codes_record(rule_sets: Sequence[RuleSet], lang: str) -> dict[str, dict[str, str]]:
    """Every code of the output with a sentence, by kind."""
    liabilities = {one.id: pick(one.name, lang) for rules in rule_sets for one in rules.liabilities}
    errors = {code: text for letter in PROBLEM_TABLES for code, text in problem_table(letter)[0].items()}
    return {
        "reasons": {code: pick(text, lang) for code, text in REASONS.items()},
        "causes": {code: pick(text, lang) for code, text in CAUSES.items()} | liabilities,
        "events": {code: pick(text, lang) for code, text in EVENTS.items()},
        "errors": {code: pick(text, lang) for code, text in sorted(errors.items())},
    }
