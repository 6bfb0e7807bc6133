"""The predicates that rule files can name, as their docstrings describe them to players."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType

from mjcli.fans import Predicate
from mjcli.report.base_screen import Prose, View, rows, stack, title
from mjcli.report.tally_screen import fan_value
from mjcli.ruleset import Condition, RuleSet
from mjcli.texts import Text as Words

Row = tuple[str, RenderableType]


def fans_screen(predicates: Iterable[Predicate], view: View, rule_sets: Iterable[RuleSet]) -> RenderableType:
    """Every predicate: what it asks, hands that have it and hands that do not, and its worth in each rule set."""
    known = tuple(rule_sets)
    return stack(*(_predicate(one, view, known) for one in predicates))


def _predicate(one: Predicate, view: View, rule_sets: tuple[RuleSet, ...]) -> RenderableType:
    name, sentence = described(one)
    facts: list[Row] = []
    for answer in ("Yes", "No"):
        facts += ((view.say(answer.lower()), Prose(example)) for example in one.examples(answer))
    facts += ((rules.id, Prose(values)) for rules in rule_sets if (values := _worth(one, rules, view)))
    return Group(title(view.pick(name), one.id), Prose(view.pick(sentence)), rows(facts))


def _worth(one: Predicate, rules: RuleSet, view: View) -> str:
    """The fans of a rule set that ask for the predicate, with their values; not those that want it absent."""
    using = (rule for rule in rules.fans if _asks(rule.condition, one.id))
    values = (view.say("value", name=view.pick(rule.name), fan=fan_value(rule, view)) for rule in using)
    return view.say("listing").join(values)


def _asks(condition: Condition, predicate: str) -> bool:
    """Whether a condition has the predicate outside of any `not`."""
    if condition.operator == "not":
        return False
    return condition.predicate == predicate or any(_asks(part, predicate) for part in condition.parts)


def described(one: Predicate) -> tuple[Words, Words]:
    """The name of a predicate and the sentence about it, from its docstring.

    >>> from mjcli.fans import PREDICATES
    >>> described(PREDICATES["full-flush"])
    (('清一色', 'Full flush'), ('全副由一门序数牌组成，没有字牌。', 'every tile is of one suit.'))
    """
    first, second = (" ".join(part.split("\n")) for part in one.text.split("\n\n")[:2])
    chinese, _, rest = first.partition(" ")
    english, _, said = rest.partition(": ")
    return (chinese, english), (second, said)
