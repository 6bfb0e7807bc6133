"""Rule sets on screen: the list, and one of them whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mjcli.report.base_screen import QUIET, STRONG, Prose, View, rows, stack, table, title
from mjcli.report.codes_screen import codes_screen
from mjcli.report.fans_screen import fans_screen
from mjcli.report.rules_words import (
    FRAME,
    IN_FULL,
    IN_SHORT,
    NEVER_ALONE,
    bets_words,
    codes_words,
    condition_words,
    dealer_words,
    excluding_words,
    factor_words,
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
from mjcli.ruleset import (
    Bets,
    Codes,
    FanRule,
    Follow,
    Liability,
    NextDealer,
    Payment,
    Product,
    RuleSet,
    SidePayment,
    WildRule,
    Winners,
)
from mjcli.ruleset.schema import Factor
from mjcli.texts.labels import MELDS

__all__ = ["codes_screen", "fans_screen", "rules_list_screen", "rules_show_screen"]

Row = tuple[str, RenderableType]

_NONE: Mapping[str, Iterable[RuleSet]] = MappingProxyType({})
# Of two players one alone can win on a discard.
_TWO = 2


def rules_list_screen(rule_sets: Iterable[RuleSet], view: View, own: Mapping[str, Iterable[RuleSet]] = _NONE) -> Group:
    """Every rule set on a line; `own` are those of the user by folder, each folder with a table of its own."""
    folders = (Group(Prose(view.say("folder", folder=name), STRONG), _list_table(own[name], view)) for name in own)
    return stack(_list_table(rule_sets, view), *folders) if own else Group(_list_table(rule_sets, view))


def _list_table(rule_sets: Iterable[RuleSet], view: View) -> Table:
    headings = ("id", "name", "extends", "seats", "scoring")
    made = table(*((view.say(heading), "right" if heading == "seats" else "left") for heading in headings))
    for rules in rule_sets:
        made.add_row(
            Text(rules.id, style=STRONG),
            view.pick(rules.name),
            next(iter(rules.lineage[1:]), ""),
            str(len(rules.table.seats)),
            IN_SHORT[type(rules.scoring)](rules.scoring, view),
        )
    return made


def rules_show_screen(rules: RuleSet, view: View) -> RenderableType:
    """A rule set whole: where it comes from, its table, how it scores, its fans, who is liable, our decisions."""
    return stack(
        title(view.pick(rules.name), rules.id),
        rows(row for part in _PARTS for row in part(rules, view)),
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
    """Seats and tiles, claims, shapes, what is wild, what counts as waiting, which wins are barred."""
    said = {field: words(getattr(rules.table, field), rules, view) for field, (_, words) in FRAME.items()}
    facts = [said[field] for field in ("seats", "flowers", "chows")]
    facts += [said["last_discard_wins"]] * (not rules.table.last_discard_wins)
    facts += [said["human_win"]] * (rules.table.human_win != "first-discard")
    facts += [said["discard_payer"]] * (rules.table.discard_payer != "feeder")
    facts += [said["drawn_kongs"]] * rules.table.drawn_kongs
    facts += [said["kong_voids_first_turn"]] * (not rules.table.kong_voids_first_turn)
    yield view.say("table"), Prose(view.join(facts))
    if rules.wild:
        yield view.say("wild-tiles"), Prose(_cited(wild_words(rules.wild, view), rules.wild.ref, view))
    for field in ("shapes", "formal_tenpai", "missed_win", *["discard_needs"] * bool(rules.table.discard_needs)):
        yield view.say(FRAME[field][0]), Prose(said[field])


def _scoring_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """How fans become points."""
    yield view.say("scoring"), Group(*map(Prose, IN_FULL[type(rules.scoring)](rules.scoring, view)))
    if factors := _factors(rules):
        yield view.say("factors"), Group(*(Prose(_cited(factor_words(one, view), one.ref, view)) for one in factors))


def _payment_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """Who pays for a win, what is paid besides, and who deals next."""
    if rules.payment:
        yield view.say("payment"), Prose(_cited(payment_words(rules.payment, view), rules.payment.ref, view))
    if rules.stakes:
        yield view.say("stakes"), Prose(stakes_words(rules.stakes, view))
    if rules.codes:
        yield view.say("codes"), Prose(_cited(codes_words(rules.codes, view), rules.codes.ref, view))
    if rules.side_payments:
        yield view.say("side"), Group(*(Prose(_side(one, view)) for one in rules.side_payments))
    if rules.follow:
        yield view.say("follow"), Prose(_cited(follow_words(rules.follow, view), rules.follow.ref, view))
    if rules.bets:
        yield view.say("bets"), Prose(_cited(bets_words(rules.bets, view), rules.bets.ref, view))
    if len(rules.table.seats) > _TWO:
        yield view.say("several"), Prose(_cited(winners_words(rules.winners, rules, view), rules.winners.ref, view))
    yield view.say("next-dealer"), Prose(_cited(dealer_words(rules.dealer, view), rules.dealer.ref, view))


# The parts of the first block, in their order.
_PARTS = (_origin_rows, _frame_rows, _scoring_rows, _payment_rows)


def _factors(rules: RuleSet) -> tuple[Factor, ...]:
    return rules.scoring.factors if isinstance(rules.scoring, Product) else ()


def _cited(said: str, ref: str, view: View) -> str:
    return view.say("cited", text=said, ref=ref)


def _side(one: SidePayment, view: View) -> str:
    """A kong or a flower, and what is paid for it."""
    said = view.say("side-what", what=view.pick(MELDS[one.id]), paid=side_words(one, view))
    return _cited(said, one.ref, view)


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
        made.add_row(Text(tier_words(tier, rules, view), style=STRONG))
        for rule in rules.fans:
            if rule.tier == tier:
                made.add_row(*_fan_cells(rule, rules, view))
    return made


def _fan_cells(rule: FanRule, rules: RuleSet, view: View) -> Iterator[RenderableType]:
    yield view.pick(rule.name)
    yield fan_value(rule, view)
    yield points_of(rule, rules)
    yield Prose(view.join(_conditions(rule, rules, view)))
    yield Prose(rule.ref, QUIET)


def _conditions(rule: FanRule, rules: RuleSet, view: View) -> Iterator[str]:
    """The condition where it is composed, and the fans that do not count beside this one.

    What is added or multiplied in a product may count several times, which the sentence of its predicate says.
    """
    if rule.condition.operator != "test":
        yield condition_words(rule.condition, view)
    elif isinstance(rules.scoring, Product) and rule.tier in NEVER_ALONE:
        yield sentence_of(rule.condition, view)
    yield from excluding_words(rule, rules, view)


def _liability_table(rules: RuleSet, view: View) -> Table:
    made = table((view.say("liable-head"), "left"), (view.say("who"), "left"), (view.say("ref"), "left"))
    for rule in rules.liabilities:
        made.add_row(view.pick(rule.name), Prose(view.join(who_words(rule, rules, view))), Prose(rule.ref, QUIET))
    return made


def _decisions(rules: RuleSet, view: View) -> RenderableType | None:
    """Our decisions: on keys of the file, on the factors, fans and liabilities, on what is paid besides."""
    named: tuple[FanRule | Liability, ...] = (*rules.fans, *rules.liabilities)
    found = [*rules.decisions.items()]
    found += [(factor_words(one, view), one.decided) for one in _factors(rules) if one.decided]
    found += [(view.pick(one.name), one.decided) for one in named if one.decided]
    found += [(view.pick(MELDS[one.id]), one.decided) for one in rules.side_payments if one.decided]
    tables: dict[str, Codes | Payment | Follow | Bets | Winners | NextDealer | WildRule | None] = {"codes": rules.codes}
    tables |= {
        "wild-tiles": rules.wild,
        "payment": rules.payment,
        "follow": rules.follow,
        "bets": rules.bets,
        "several": rules.winners,
        "next-dealer": rules.dealer,
    }
    found += [(view.say(label), one.decided) for label, one in tables.items() if one and one.decided]
    made = ((label, Prose(view.pick(said))) for label, said in found)
    return Group(title(view.say("decisions")), rows(made)) if found else None
