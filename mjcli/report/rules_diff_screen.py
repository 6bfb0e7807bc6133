"""Two rule sets side by side: what a player of the first must know before playing the second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mjcli.fans import PREDICATES
from mjcli.report.base_screen import QUIET, STRONG, Prose, View, rows, stack, table
from mjcli.report.fans_screen import described
from mjcli.report.rules_screen import (
    FRAME,
    IN_FULL,
    bets_words,
    codes_words,
    condition_words,
    dealer_words,
    follow_words,
    names_of,
    points_of,
    side_words,
    stakes_words,
    who_words,
    winners_words,
)
from mjcli.report.tally_screen import fan_value, unit_of
from mjcli.ruleset import Condition, FanRule, Liability, RuleSet
from mjcli.ruleset.diff import Change, Difference
from mjcli.texts.labels import LABELS, MELDS, TIERS

# What stands in a cell: the words of one side of a change.
_Side = Callable[[Any, RuleSet, Change, View], str]


def rules_diff_screen(found: Difference, view: View) -> RenderableType:
    """The differences in one table, by what they are about; or that there are none."""
    names = [f"{view.pick(rules.name)} {rules.id}" for rules in (found.before, found.after)]
    head = Prose(view.say("diff-title", before=names[0], after=names[1]), STRONG)
    if not found.changes:
        return stack(head, Prose(view.say("diff-none")))
    titles = (view.say("text-title", number=number, title=name) for number, name in found.after.texts.items())
    return stack(head, _changes(found, view), rows([(view.say("texts"), Group(*map(Prose, titles)))]))


def _changes(found: Difference, view: View) -> Table:
    made = table(("", "left"), (found.before.id, "left"), (found.after.id, "left"), (view.say("ref"), "left"))
    made.columns[0].max_width = _WIDEST_NAME
    for at, (heading, changes) in enumerate(_sections(found)):
        if at:
            made.add_row()
        made.add_row(Text(view.say(heading), style=STRONG))
        for change in changes:
            made.add_row(*_cells(change, found, view))
    return made


_WIDEST_NAME = 20


def _sections(found: Difference) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """The changes by what they are about, each with its heading; none that is empty."""
    fans = found.of("fans")
    sections = {
        "diff-table": found.of("table"),
        "diff-scoring": found.of("scoring", "stakes"),
        "diff-fans-changed": tuple(change for change in fans if change.kind == "changed"),
        "diff-fans-added": tuple(change for change in fans if change.kind == "added"),
        "diff-fans-gone": tuple(change for change in fans if change.kind == "gone"),
        "diff-side": found.of("codes", "side", "follow", "bets"),
        "diff-liability": found.of("liability"),
        "diff-deals": found.of("winners", "dealer"),
    }
    return ((heading, changes) for heading, changes in sections.items() if changes)


def _cells(change: Change, found: Difference, view: View) -> Iterator[RenderableType]:
    """What it is, what it was, what it is now with our reading of it, and the clause."""
    label, side = _PARTS[change.part]
    yield Prose(label(change, view))
    before, after = (
        view.say("nothing") if one is None else side(one, rules, change, view)
        for one, rules in ((change.before, found.before), (change.after, found.after))
    )
    yield Prose(before)
    decided = [Prose(view.say("decided", text=view.pick(change.decided)), QUIET)] if change.decided else []
    yield Group(Prose(after), *decided)
    yield Prose(change.ref, QUIET)


def _last(change: Change) -> str:
    return change.key.rpartition(".")[2]


def _entry_name(change: Change, view: View) -> str:
    return view.pick((change.after or change.before).name)


def _fixed(label: str) -> Callable[[Change, View], str]:
    return lambda _change, view: view.say(label)


# The frame and the way of counting


def _frame(said: Any, _rules: RuleSet, change: Change, view: View) -> str:
    return FRAME[_last(change)][1](said, view)


def _number_name(change: Change, view: View) -> str:
    """What a number of the way of counting is called; its key where a new way has no word for it."""
    label = f"number-{_last(change)}" if "." in change.key else "way-of-counting"
    return view.say(label) if label in LABELS else _last(change)


def _number(said: Any, rules: RuleSet, change: Change, view: View) -> str:
    """A number of the way of counting, or the way itself."""
    if "." not in change.key:
        return view.say("clauses").join(IN_FULL[type(said)](said, view))
    words = _NUMBERS.get(_last(change))
    return words(said, rules, view) if words else str(said)


def _fans(said: int, rules: RuleSet, view: View) -> str:
    return view.say(f"{unit_of(rules)}s", n=said) if said else view.say("nothing")


_NUMBERS: dict[str, Callable[[Any, RuleSet, View], str]] = {
    "cap": lambda said, rules, view: view.say(f"{unit_of(rules)}s", n=said),
    "minimum": _fans,
    "stack": lambda said, _rules, view: view.say("stacked" if said else "not-stacked"),
    "limits_add": lambda said, _rules, view: view.say("limits-add" if said else "limits-alone"),
}


def _stake_name(change: Change, view: View) -> str:
    return view.say(f"stake-{_last(change)}" if "." in change.key else "stakes")


def _stake(said: Any, _rules: RuleSet, _change: Change, view: View) -> str:
    return str(said) if isinstance(said, int) else stakes_words(said, view)


# Fans


def _fan(fan: FanRule, rules: RuleSet, change: Change, view: View) -> str:
    """Of a fan that changed what differs, of another all that a player must know."""
    fields = change.fields or _ALL_OF_FAN
    said = [words(fan, rules, view) for wanted, words in _FAN_WORDS if wanted & set(fields)]
    return view.join(part for part in said if part)


def _worth(fan: FanRule, rules: RuleSet, view: View) -> str:
    """Its fan or its multiple, and the points of a hand that has it alone."""
    value, points = view.say(f"{unit_of(rules)}s", n=fan_value(fan, view)), points_of(fan, rules)
    return view.say("fans-worth", fan=value, points=view.count("worth", int(points))) if points else value


def _condition(condition: Condition, view: View) -> str:
    """What a predicate asks in a sentence, or the predicates of a composed condition by name."""
    if condition.operator == "test":
        return view.pick(described(PREDICATES[condition.predicate])[1]).rstrip("。.")
    return condition_words(condition, view)


def _excludes(fan: FanRule, rules: RuleSet, view: View) -> str:
    fans = names_of(fan.excludes, rules, view)
    return view.say("excludes", fans=fans) if fans else view.say("excludes-none")


_FAN_WORDS: tuple[tuple[set[str], Callable[[FanRule, RuleSet, View], str]], ...] = (
    ({"name"}, lambda fan, _rules, view: view.pick(fan.name)),
    ({"tier"}, lambda fan, _rules, view: view.pick(TIERS[fan.tier])),
    ({"tier", "fan", "points"}, _worth),
    ({"condition"}, lambda fan, _rules, view: _condition(fan.condition, view)),
    ({"excludes"}, _excludes),
)
_ALL_OF_FAN = ("tier", "fan", "condition")


# Liability


def _liability(rule: Liability, rules: RuleSet, change: Change, view: View) -> str:
    """Of a cause that changed what differs, of another who is liable."""
    if not change.fields:
        return view.join(who_words(rule, rules, view))
    if _WHO.isdisjoint(change.fields):
        return view.join(_clauses(rule, change.fields, view))
    return view.join([*who_words(rule, rules, view), *_clauses(rule, change.fields, view)])


_WHO = frozenset({"trigger", "count", "kinds", "patterns"})


def _clauses(rule: Liability, fields: Iterable[str], view: View) -> Iterator[str]:
    """The keys of a cause that are not about who is liable."""
    if "name" in fields:
        yield view.pick(rule.name)
    if "precedence" in fields:
        yield view.say("precedence", n=rule.precedence)
    for field, label in _FLAGS.items():
        if field in fields:
            yield view.say(label if getattr(rule, field) else f"{label}-not")


_FLAGS = {
    "exemptible": "exemptible",
    "concealed_kongs": "kongs-count",
    "ended_by_kong": "ended",
    "called": "if-called",
}

# Each table of a rule file: what a change in it is called, and the words of either side of it.
_PARTS: dict[str, tuple[Callable[[Change, View], str], _Side]] = {
    "table": (lambda change, view: view.say(FRAME[_last(change)][0]), _frame),
    "scoring": (_number_name, _number),
    "stakes": (_stake_name, _stake),
    "fans": (_entry_name, _fan),
    "codes": (_fixed("codes"), lambda one, _rules, _change, view: codes_words(one, view)),
    "side": (
        lambda change, view: view.pick(MELDS[_last(change)]),
        lambda one, _rules, _change, view: side_words(one, view),
    ),
    "follow": (_fixed("follow"), lambda one, _rules, _change, view: follow_words(one, view)),
    "bets": (_fixed("bets"), lambda one, _rules, _change, view: bets_words(one, view)),
    "liability": (_entry_name, _liability),
    "winners": (_fixed("several"), lambda one, rules, _change, view: winners_words(one, rules, view)),
    "dealer": (_fixed("next-dealer"), lambda one, _rules, _change, view: dealer_words(one, view)),
}
