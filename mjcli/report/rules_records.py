"""Rule sets as records for machines: what `mj rules … --json` writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mjcli.errors import Problem
from mjcli.fans import Predicate
from mjcli.report.records import Record, problem_record
from mjcli.ruleset import AccountOnce, BestRow, CappedFan, Condition, Product, RuleSet, Scoring
from mjcli.ruleset.catalogue import Listed
from mjcli.ruleset.diff import Change, Difference
from mjcli.texts import PROBLEM_TABLES, Text, pick, problem_table
from mjcli.texts.terms import CAUSES, EVENTS, REASONS
from mjcli.tiles import Tile
from mjcli.value import Value


def _both(text: Text | None) -> Record | None:
    return None if text is None else {"zh": text[0], "en": text[1]}


def list_record(found: Iterable[Listed], lang: str) -> list[Record]:
    """The rule sets with their names and what they extend; of a user's own the folder, and what is wrong with it."""
    return [_listed(one, lang) for one in found]


def _listed(one: Listed, lang: str) -> Record:
    place = {} if one.folder is None else {"folder": str(one.folder)}
    if one.rules is None:
        errors = [problem_record(problem, lang) for problem in one.problems]
        return {"id": one.id or None, **place, "error": errors[0], "errors": errors}
    return {"id": one.rules.id, "name": _both(one.rules.name), "extends": list(one.rules.lineage[1:]), **place}


def rules_record(rules: RuleSet) -> Record:
    """Everything in a rule set."""
    return {
        "id": rules.id,
        "name": _both(rules.name),
        "extends": list(rules.lineage[1:]),
        "texts": dict(rules.texts),
        "table": _plain(rules.table),
        "scoring": {"policy": _POLICIES[type(rules.scoring)], **_plain(rules.scoring)},
        "stakes": _plain(rules.stakes),
        "fans": [_plain(fan) for fan in rules.fans],
        "codes": _plain(rules.codes),
        "side_payments": [_plain(one) for one in rules.side_payments],
        "follow": _plain(rules.follow),
        "bets": _plain(rules.bets),
        "liability": [_plain(one) for one in rules.liabilities],
        "winners": _plain(rules.winners),
        "dealer": _plain(rules.dealer),
        **({"payment": _plain(rules.payment)} if rules.payment else {}),
        **({"wild": _plain(rules.wild)} if rules.wild else {}),
        "decided": {key: _both(text) for key, text in rules.decisions.items()},
    }


_POLICIES: dict[type, str] = {
    CappedFan: "capped-fan",
    BestRow: "best-row",
    AccountOnce: "account-once",
    Product: "product",
}
# Fields that hold a pair of texts, and those that follow from others.
_TEXTS, _NEEDLESS = frozenset({"name", "decided"}), frozenset({"events"})
# Fields that only one way of counting has.
_RARE = frozenset({"excludes_there", "excludes_once"})


def _plain(one: Any) -> Any:
    """A value of a rule set as JSON has it: a value by its fields, seats as the letters of a rule file."""
    if isinstance(one, Condition):
        return _condition(one)
    if isinstance(one, Value):
        said = {field: getattr(one, field) for field in type(one)._fields if field not in _NEEDLESS}
        return {field: _field(field, value) for field, value in said.items() if value or field not in _RARE}
    if isinstance(one, Mapping):
        return {str(key): value for key, value in one.items()}
    if isinstance(one, tuple):
        return [_plain(item) for item in one]
    return str(one) if isinstance(one, Tile) else one


def _field(name: str, said: Any) -> Any:
    if name in _TEXTS:
        return _both(said)
    return "".join(seat.letter for seat in said) if name == "seats" else _plain(said)


def diff_record(found: Difference) -> Record:
    """What differs between two rule sets."""
    sides = {"before": found.before, "after": found.after}
    return {
        **{side: {"id": rules.id, "name": _both(rules.name)} for side, rules in sides.items()},
        "equal": not found.changes,
        "changes": [
            {
                "key": change.key,
                "kind": change.kind,
                "fields": list(change.fields),
                "before": _said(change, change.before),
                "after": _said(change, change.after),
                "ref": change.ref or None,
                "decided": _both(change.decided),
            }
            for change in found.changes
        ],
    }


def _said(change: Change, said: Any) -> Any:
    """One side of a change, as the record of a whole rule set has it."""
    if isinstance(said, Scoring):
        return {"policy": _POLICIES[type(said)], **_plain(said)}
    return _field(change.key.rpartition(".")[2], said)


def _condition(condition: Condition) -> Any:
    """A predicate's id, or the operator with its parts."""
    if condition.operator == "test":
        return condition.predicate
    return {condition.operator: [_condition(part) for part in condition.parts]}


def check_record(path: str, problems: Iterable[Problem], lang: str) -> Record:
    """Whether a rule file is right, and every problem of it."""
    found = [problem_record(problem, lang) for problem in problems]
    return {"file": path, "ok": not found, "errors": found}


def fans_record(rule_sets: Sequence[RuleSet], predicates: Iterable[Predicate]) -> list[Record]:
    """Each predicate's own text and examples, and the fans of each rule set that use it."""
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
        for one in predicates
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
