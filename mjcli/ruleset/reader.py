"""Turns the joined data of rule files into a `RuleSet`, reporting every problem by its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from mjcli.decompose import SHAPES
from mjcli.errors import Problem
from mjcli.fans import PREDICATES
from mjcli.ruleset.conditions import OPERATORS, Conditions
from mjcli.ruleset.schema import TIERS, CappedFan, FanRule, Liability, Operator, RuleSet, Table
from mjcli.ruleset.section import Section, choice, flag, names, seats, text, tiles, whole, words
from mjcli.texts import Text

Report = Callable[[Problem], None]
_ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def read_rules(data: Mapping[str, Any], lineage: tuple[str, ...], report: Report) -> RuleSet | None:
    """The rule set that `data` describes; None where a problem, which is reported, prevents it."""
    problems: list[Problem] = []

    def note(problem: Problem) -> None:
        problems.append(problem)
        report(problem)

    top = Section(data, "", note)
    name = top.take("id", text)
    if name is not None and not _ID_LETTERS.issuperset(name):
        top.say("R009", "id", value=name)
    title = top.take("name", words)
    top.take("extends", text, "")
    texts = _texts(top.sub("texts"))
    table = _table(top.sub("table"))
    scoring = _scoring(top.sub("scoring"))
    fans = _fans(top.sub("fans"))
    liabilities = _liabilities(top.sub("liability"))
    decisions = _decisions(top.sub("decided"), data)
    top.close()
    if problems or name is None or title is None:
        return None
    rules = RuleSet(name, title, lineage, texts, table, scoring, fans, liabilities, decisions)
    _check_texts(rules, top)
    return None if problems else rules


def _texts(section: Section) -> Mapping[str, str]:
    found = {key: section.take(key, text) or "" for key in section.names()}
    section.close()
    return MappingProxyType(found)


def _table(section: Section) -> Table:
    found: dict[str, Any] = {
        "seats": section.take("seats", seats),
        "shapes": section.take("shapes", _shapes),
        "flowers": section.take("flowers", flag),
        "formal_tenpai": section.take("formal_tenpai", flag),
        "missed_win": section.take("missed_win", choice("same-kind", "all-waits", "none")),
    }
    section.close()
    return Table(**found)


def _shapes(value: Any) -> tuple[str, ...]:
    read = choice(*SHAPES)
    return tuple(read(item) for item in names(value))


def _scoring(section: Section) -> CappedFan:
    section.take("policy", choice("capped-fan"))
    found: dict[str, Any] = {
        "cap": section.take("cap", whole(0)),
        "factor": section.take("factor", whole(1)),
        "stack": section.take("stack", flag),
        "limits_add": section.take("limits_add", flag),
    }
    section.close()
    return CappedFan(**found)


def _fans(section: Section) -> tuple[FanRule, ...]:
    rows = {name: _row(section.sub(name)) for name in section.names()}

    def say(fan: str, operator: Operator, code: str, facts: dict[str, Any]) -> None:
        section.sub(fan).say(code, operator, **facts)

    conditions = Conditions({name: row.pop("written") for name, row in rows.items()}, say)
    found = []
    for name, row in rows.items():
        condition = conditions.of(name)
        if condition is not None and not row.pop("off"):
            events = frozenset(event for p in condition.predicates() for event in PREDICATES[p].events)
            found.append(FanRule(id=name, condition=condition, events=events, **row))
    return tuple(found)


def _row(section: Section) -> dict[str, Any]:
    """What the file says of a fan, by key; a value that is lacking or wrong, which is reported, is None."""
    row: dict[str, Any] = {
        "tier": section.take("tier", choice(*TIERS)),
        "fan": section.take("fan", whole(0)),
        "name": section.take("name", words),
        "ref": section.take("ref", text),
        "decided": section.take("decided", words, None),
        "off": section.take("off", flag, default=False),
    }
    said: dict[Operator, Any] = {"test": section.take("test", lambda value: (text(value),), ())}
    said |= {operator: section.take(operator, names, ()) for operator in OPERATORS if operator != "test"}
    row["written"] = {operator: listed for operator, listed in said.items() if listed}
    section.close()
    return row


def _liabilities(section: Section) -> tuple[Liability, ...]:
    found = (_liability(section.sub(name), name) for name in list(section.names()))
    return tuple(rule for rule in found if rule is not None)


def _liability(section: Section, name: str) -> Liability | None:
    trigger: Any = section.take("trigger", choice("robbed", "replacement", "claims"))
    off = section.take("off", flag, default=False)
    found: dict[str, Any] = {
        "name": section.take("name", words),
        "decided": section.take("decided", words, None),
        "precedence": section.take("precedence", whole(1)),
        "exemptible": section.take("exemptible", flag),
        "ref": section.take("ref", text),
    }
    if trigger == "claims":
        found["count"] = section.take("count", whole(1))
        found["kinds"] = section.take("kinds", tiles, ())
        found["concealed_kongs"] = section.take("concealed_kongs", flag)
    if trigger == "replacement":
        found["ended_by_kong"] = section.take("ended_by_kong", flag)
    section.close()
    return None if off else Liability(id=name, trigger=trigger, **found)


def _decisions(section: Section, data: Mapping[str, Any]) -> Mapping[str, Text]:
    """Our decisions on single keys; each must name a key that the rule set has."""
    found = {}
    for key in section.names():
        said = section.take(key, words)
        table, _, last = key.partition(".")
        if not isinstance(data.get(table), Mapping) or last not in data[table]:
            section.say("R016", key)
        elif said:
            found[key] = said
    return MappingProxyType(found)


def _check_texts(rules: RuleSet, top: Section) -> None:
    """Every `ref` begins with the number of a rule text that the file names."""
    for table, entries in (("fans", rules.fans), ("liability", rules.liabilities)):
        for entry in entries:
            cited = entry.ref.partition(",")[0]
            if cited not in rules.texts:
                top.say("R017", f"{table}.{entry.id}.ref", value=cited, options=tuple(rules.texts))
