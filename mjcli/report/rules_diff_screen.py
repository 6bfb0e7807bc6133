"""Two rule sets side by side: what a player of the first must know before playing the second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mjcli.report.base_screen import QUIET, STRONG, Prose, View, rows, stack, table, title
from mjcli.report.rules_words import (
    EXCLUDING,
    FRAME,
    IN_FULL,
    IN_SHORT,
    NEVER_ALONE,
    bets_words,
    codes_words,
    condition_words,
    dealer_words,
    excluding_words,
    follow_words,
    payment_words,
    points_of,
    sentence_of,
    side_words,
    stakes_words,
    tier_words,
    who_words,
    wild_words,
    winners_words,
)
from mjcli.report.tally_screen import fan_value, unit_of
from mjcli.ruleset import Condition, FanRule, Liability, Product, RuleSet
from mjcli.ruleset.diff import Change, Difference
from mjcli.texts.labels import LABELS, MELDS

# What stands in a cell: the words of one side of a change.
_Side = Callable[[Any, RuleSet, Change, View], str]


def rules_diff_screen(found: Difference, view: View) -> RenderableType:
    """The differences in one table, by what they are about; or that there are none."""
    before, after = (f"{view.pick(rules.name)} {rules.id}" for rules in (found.before, found.after))
    head = Prose.of((before, view.say("diff-to", after=after)), STRONG)
    sections = list(_sections(found, view))
    if not sections:
        return stack(head, Prose(view.say("diff-none")))
    titles = (view.say("text-title", number=number, title=name) for number, name in found.after.texts.items())
    return stack(
        head,
        _changes(sections, found, view),
        _decisions([change for _, changes in sections for change in changes], view),
        rows([(view.say("texts"), Group(*map(Prose, titles)))]),
    )


_WIDEST_NAME = 20
_SECTIONS: dict[str, tuple[str, ...]] = {
    "diff-table": ("table", "wild"),
    "diff-scoring": ("scoring", "stakes"),
    "diff-fans-changed": ("fans",),
    "diff-fans-added": ("fans",),
    "diff-fans-gone": ("fans",),
    "diff-side": ("payment", "codes", "side", "follow", "bets"),
    "diff-liability": ("liability",),
    "diff-deals": ("winners", "dealer"),
}


def _sections(found: Difference, view: View) -> Iterator[tuple[str, list[Change]]]:
    """The changes by what they are about, each with its heading; none that is empty."""
    for heading, parts in _SECTIONS.items():
        changes = [change for change in found.of(*parts) if _is_seen(change, view)]
        if parts == ("fans",):
            changes = [change for change in changes if heading.endswith(change.kind)]
        if changes:
            yield heading, changes


def _is_seen(change: Change, view: View) -> bool:
    """Whether it is a difference in the language of the view: a name may be another in Chinese alone."""
    return change.fields != ("name",) or view.pick(change.before.name) != view.pick(change.after.name)


def _changes(sections: list[tuple[str, list[Change]]], found: Difference, view: View) -> Table:
    made = table(("", "left"), (found.before.id, "left"), (found.after.id, "left"), (view.say("ref"), "left"))
    made.columns[0].max_width = _WIDEST_NAME
    for at, (heading, changes) in enumerate(sections):
        if at:
            made.add_row()
        made.add_row(Text(view.say(heading), style=STRONG))
        for change in changes:
            made.add_row(*_cells(change, found, view))
    return made


def _cells(change: Change, found: Difference, view: View) -> Iterator[RenderableType]:
    """What it is, what it was, what it is now, and the clause."""
    label, side = _PARTS[change.part]
    yield Prose(label(change, view))
    for one, rules in ((change.before, found.before), (change.after, found.after)):
        yield Prose(view.say("nothing") if one is None else side(one, rules, change, view))
    yield Prose(change.ref, QUIET)


def _decisions(changes: Iterable[Change], view: View) -> RenderableType | None:
    """Our decisions on what differs."""
    said = [(_PARTS[one.part][0](one, view), Prose(view.pick(one.decided))) for one in changes if one.decided]
    return Group(title(view.say("decisions")), rows(said)) if said else None


def _last(change: Change) -> str:
    return change.key.rpartition(".")[2]


def _entry_name(change: Change, view: View) -> str:
    return view.pick((change.after or change.before).name)


def _fixed(label: str) -> Callable[[Change, View], str]:
    return lambda _change, view: view.say(label)


# The frame and the way of counting


def _frame(said: Any, rules: RuleSet, change: Change, view: View) -> str:
    return FRAME[_last(change)][1](said, rules, view)


def _number_name(change: Change, view: View) -> str:
    """What a number of the way of counting is called; its key where a new way has no word for it."""
    label = f"number-{_last(change)}" if "." in change.key else "way-of-counting"
    return view.say(label) if label in LABELS else _last(change)


def _number(said: Any, rules: RuleSet, change: Change, view: View) -> str:
    """A number of the way of counting, or the way itself: in full what is new."""
    if said is change.after and "." not in change.key:
        return view.say("clauses").join(IN_FULL[type(said)](said, view))
    if "." not in change.key:
        return IN_SHORT[type(said)](said, view)
    words = _NUMBERS.get(_last(change))
    return words(said, rules, view) if words else str(said)


def _fans(said: int, rules: RuleSet, view: View) -> str:
    return view.say(f"{unit_of(rules)}s", n=said) if said else view.say("nothing")


_NUMBERS: dict[str, Callable[[Any, RuleSet, View], str]] = {
    "cap": lambda said, rules, view: view.say(f"{unit_of(rules)}s", n=said),
    "minimum": _fans,
    "minimum_with_additions": lambda said, _rules, view: view.say("with-additions" if said else "without-additions"),
    "stack": lambda said, _rules, view: view.say("stacked" if said else "not-stacked"),
    "limits_add": lambda said, _rules, view: view.say("limits-add" if said else "limits-alone"),
}


def _stake_name(change: Change, view: View) -> str:
    return view.say(f"stake-{_last(change)}" if "." in change.key else "stakes")


def _stake(said: Any, _rules: RuleSet, _change: Change, view: View) -> str:
    return str(said) if isinstance(said, int) else stakes_words(said, view)


# Fans


def _fan(fan: FanRule, rules: RuleSet, change: Change, view: View) -> str:
    """Of a fan that changed what differs, of one that is gone its worth, of a new one all that a player must know."""
    fields = {"changed": change.fields, "gone": ("fan",), "added": _ALL_OF_FAN}[change.kind]
    said = [words(fan, rules, view) for wanted, words in _FAN_WORDS if wanted & set(fields)]
    if "name" in fields and view.pick(change.before.name) == view.pick(change.after.name):
        del said[0]
    return view.join(part for part in said if part)


def _tier(fan: FanRule, rules: RuleSet, view: View) -> str:
    """How it counts; nothing where all fans count alike."""
    return tier_words(fan.tier, rules, view) if len(rules.scoring.tiers) > 1 else ""


def _worth(fan: FanRule, rules: RuleSet, view: View) -> str:
    """Its fan or its multiple, and the points of a hand that has it alone; what goes into a product by its sign."""
    if isinstance(rules.scoring, Product) and fan.tier in NEVER_ALONE:
        return fan_value(fan, view)
    value, points = view.say(f"{unit_of(rules)}s", n=fan_value(fan, view)), points_of(fan, rules)
    if rules.stakes and fan.points is None:
        value = view.say("of-stake", amount=fan.fan, stake=view.say("stake-chicken"))
    return view.say("fans-worth", fan=value, points=view.count("worth", int(points))) if points else value


def _condition(condition: Condition, view: View) -> str:
    """What a predicate asks in a sentence, or the predicates of a composed condition by name."""
    return (sentence_of if condition.operator == "test" else condition_words)(condition, view)


def _excludes(fan: FanRule, rules: RuleSet, view: View) -> str:
    return view.join(excluding_words(fan, rules, view)) or view.say("excludes-none")


_FAN_WORDS: tuple[tuple[set[str], Callable[[FanRule, RuleSet, View], str]], ...] = (
    ({"name"}, lambda fan, _rules, view: view.pick(fan.name)),
    ({"tier"}, _tier),
    ({"tier", "fan", "points"}, _worth),
    ({"condition"}, lambda fan, _rules, view: _condition(fan.condition, view)),
    (set(EXCLUDING), _excludes),
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
    "shared": "if-shared",
}

# Each table of a rule file: what a change in it is called, and the words of either side of it.
_PARTS: dict[str, tuple[Callable[[Change, View], str], _Side]] = {
    "table": (lambda change, view: view.say(FRAME[_last(change)][0]), _frame),
    "wild": (_fixed("wild-tiles"), lambda one, _rules, _change, view: wild_words(one, view)),
    "scoring": (_number_name, _number),
    "stakes": (_stake_name, _stake),
    "fans": (_entry_name, _fan),
    "codes": (_fixed("codes"), lambda one, _rules, _change, view: codes_words(one, view)),
    "side": (
        lambda change, view: view.pick(MELDS[_last(change)]),
        lambda one, _rules, _change, view: side_words(one, view),
    ),
    "payment": (_fixed("payment"), lambda one, _rules, _change, view: payment_words(one, view)),
    "follow": (_fixed("follow"), lambda one, _rules, _change, view: follow_words(one, view)),
    "bets": (_fixed("bets"), lambda one, _rules, _change, view: bets_words(one, view)),
    "liability": (_entry_name, _liability),
    "winners": (_fixed("several"), lambda one, rules, _change, view: winners_words(one, rules, view)),
    "dealer": (_fixed("next-dealer"), lambda one, _rules, _change, view: dealer_words(one, view)),
}
