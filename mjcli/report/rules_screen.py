"""Rule sets on screen: the list, and one of them whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mjcli.fans import PREDICATES
from mjcli.report.base_screen import QUIET, STRONG, Prose, View, rows, stack, table, title
from mjcli.report.codes_screen import codes_screen
from mjcli.report.fans_screen import described, fans_screen
from mjcli.report.tally_screen import fan_value, unit_of
from mjcli.ruleset import BestRow, CappedFan, Codes, Condition, FanRule, Liability, RuleSet, SidePayment
from mjcli.scoring import Found
from mjcli.scoring.tally import tally
from mjcli.texts.labels import MELDS, MISSED_WINS, SHAPES, TIERS

__all__ = ["codes_screen", "fans_screen", "rules_list_screen", "rules_show_screen"]

Row = tuple[str, RenderableType]


def rules_list_screen(rule_sets: Iterable[RuleSet], view: View) -> RenderableType:
    """Every rule set on a line."""
    headings = ("id", "name", "extends", "seats", "scoring")
    made = table(*((view.say(heading), "right" if heading == "seats" else "left") for heading in headings))
    for rules in rule_sets:
        made.add_row(
            Text(rules.id, style=STRONG),
            view.pick(rules.name),
            next(iter(rules.lineage[1:]), ""),
            str(len(rules.table.seats)),
            _IN_SHORT[type(rules.scoring)](rules.scoring, view),
        )
    return made


def rules_show_screen(rules: RuleSet, view: View) -> RenderableType:
    """A rule set whole: where it comes from, its table, how it scores, its fans, who is liable, our decisions."""
    return stack(
        title(view.pick(rules.name), rules.id),
        rows([*_origin_rows(rules, view), *_frame_rows(rules, view), *_scoring_rows(rules, view)]),
        _fan_rows(rules, view),
        _liability_table(rules, view) if rules.liabilities else None,
        _decisions(rules, view),
    )


def _origin_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    if len(rules.lineage) > 1:
        yield view.say("extends"), Prose(view.say("listing").join(rules.lineage[1:]))
    titles = (view.say("text-title", number=number, title=name) for number, name in rules.texts.items())
    yield view.say("texts"), Group(*map(Prose, titles))


def _frame_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """Seats and tiles, claims, shapes, what counts as waiting, and what a passed win blocks."""
    frame = rules.table
    seats = " ".join(view.seat(seat) for seat in frame.seats)
    facts = [view.count("players", len(frame.seats), seats=seats)]
    facts.append(view.say("tiles-144" if frame.flowers else "tiles-136"))
    facts.append(view.say("chows" if frame.chows else "no-chows"))
    if not frame.last_discard_wins:
        facts.append(view.say("no-last-discard"))
    yield view.say("table"), Prose(view.join(facts))
    yield view.say("shapes"), Prose(view.say("listing").join(view.pick(SHAPES[shape]) for shape in frame.shapes))
    yield view.say("waiting"), Prose(view.say("formal" if frame.formal_tenpai else "not-formal"))
    yield view.say("missed-win"), Prose(view.pick(MISSED_WINS[frame.missed_win]))


def _scoring_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """How fans become points, and what is paid besides."""
    yield view.say("scoring"), Group(*map(Prose, _IN_FULL[type(rules.scoring)](rules.scoring, view)))
    if rules.stakes:
        stakes = rules.stakes
        said = view.say("stakes-words", flower=stakes.flower, kong=stakes.kong, chicken=stakes.chicken)
        yield view.say("stakes"), Prose(said)
    if rules.codes:
        yield view.say("codes"), Prose(_codes(rules.codes, view))
    if rules.side_payments:
        yield view.say("side"), Group(*(Prose(_side(one, view)) for one in rules.side_payments))


def _capped_fan(policy: CappedFan, view: View) -> Iterator[str]:
    yield view.say("doubling", factor=policy.factor)
    yield view.say("capped", cap=policy.cap)
    if policy.minimum:
        yield view.say("minimum", minimum=policy.minimum)
    yield view.say("stacked" if policy.stack else "not-stacked")
    yield view.say("limits-add" if policy.limits_add else "limits-alone")


def _capped_fan_in_short(policy: CappedFan, view: View) -> str:
    key = "short-capped-from" if policy.minimum else "short-capped"
    return view.say(key, cap=policy.cap, minimum=policy.minimum)


# Each function takes the policy of its own class.
_IN_FULL: dict[type, Callable[[Any, View], Iterable[str]]] = {
    CappedFan: _capped_fan,
    BestRow: lambda _policy, view: [view.say("best-row")],
}
_IN_SHORT: dict[type, Callable[[Any, View], str]] = {
    CappedFan: _capped_fan_in_short,
    BestRow: lambda _policy, view: view.say("short-best-row"),
}


def _codes(codes: Codes, view: View) -> str:
    said = [view.say("codes-most", most=codes.most)]
    said += [view.say("codes-even")] * codes.even
    said.append(view.say("codes-flat" if codes.flat else "codes-again", flat=codes.flat))
    return view.say("cited", text=view.join(said), ref=codes.ref)


def _side(one: SidePayment, view: View) -> str:
    """What a kong or a flower is paid beside the hand."""
    amount = str(one.amount)
    if one.stake:
        amount = view.say("of-stake", amount=amount, stake=view.say(f"stake-{one.stake}"))
    said = view.say(f"side-{one.payer}", what=view.pick(MELDS[one.id]), amount=amount)
    return view.say("cited", text=said, ref=one.ref)


def _fan_rows(rules: RuleSet, view: View) -> Table:
    """The fans under the heading of their tier, the tiers in the order of the file."""
    made = table(
        (view.say("fan-name"), "left"),
        (view.say(unit_of(rules)), "right"),
        (view.say("points"), "right"),
        (view.say("condition"), "left"),
        (view.say("ref"), "left"),
    )
    for at, tier in enumerate(dict.fromkeys(rule.tier for rule in rules.fans)):
        if at:
            made.add_row()
        made.add_row(Text(view.pick(TIERS[tier]), style=STRONG))
        for rule in rules.fans:
            if rule.tier == tier:
                made.add_row(*_fan_cells(rule, rules, view))
    return made


def _fan_cells(rule: FanRule, rules: RuleSet, view: View) -> Iterator[RenderableType]:
    yield view.pick(rule.name)
    yield fan_value(rule, view)
    yield _points(rule, rules)
    yield Prose(view.join(_conditions(rule, rules, view)))
    yield Prose(rule.ref, QUIET)


def _points(rule: FanRule, rules: RuleSet) -> str:
    """What a hand with this fan alone is worth; nothing for an addition, which never stands alone."""
    return "" if rule.tier == "addition" else str(tally([Found(rule, ((),))], rules).points)


def _conditions(rule: FanRule, rules: RuleSet, view: View) -> Iterator[str]:
    """The condition where it is composed, and the fans that do not count beside this one."""
    if rule.condition.operator != "test":
        yield _condition(rule.condition, view)
    if rule.excludes:
        yield view.say("excludes", fans=_names(rule.excludes, rules, view))


def _names(fans: Iterable[str], rules: RuleSet, view: View) -> str:
    return view.say("listing").join(view.pick(rules.fan(name).name) for name in fans)


def _condition(condition: Condition, view: View) -> str:
    """A composed condition, its parts by the names of their predicates."""
    if condition.operator == "test":
        return view.pick(described(PREDICATES[condition.predicate])[0])
    parts = [_condition(part, view) for part in condition.parts]
    if condition.operator == "not":
        return view.say("not", part=view.say("or").join(parts))
    return view.say("or" if condition.operator == "any" else "and").join(parts)


def _liability_table(rules: RuleSet, view: View) -> Table:
    made = table((view.say("liable-head"), "left"), (view.say("who"), "left"), (view.say("ref"), "left"))
    for rule in rules.liabilities:
        made.add_row(view.pick(rule.name), Prose(view.join(_who(rule, rules, view))), Prose(rule.ref, QUIET))
    return made


def _who(rule: Liability, rules: RuleSet, view: View) -> Iterator[str]:
    """Which seat is liable, and what else must hold."""
    kinds = view.by_suit(rule.kinds) if rule.kinds else view.say("any-kinds")
    yield view.say(rule.trigger, count=rule.count, kinds=kinds)
    if rule.called:
        yield view.say("if-called")
    if rule.patterns:
        yield view.say("if-patterns", fans=_names(rule.patterns, rules, view))


def _decisions(rules: RuleSet, view: View) -> RenderableType | None:
    """Our decisions: on keys of the file, on fans and liabilities, on what is paid besides."""
    named: tuple[FanRule | Liability, ...] = (*rules.fans, *rules.liabilities)
    found = [*rules.decisions.items()]
    found += [(view.pick(one.name), one.decided) for one in named if one.decided]
    found += [(view.pick(MELDS[one.id]), one.decided) for one in rules.side_payments if one.decided]
    if rules.codes and rules.codes.decided:
        found.append((view.say("codes"), rules.codes.decided))
    made = ((label, Prose(view.pick(said))) for label, said in found)
    return Group(title(view.say("decisions")), rows(made)) if found else None
