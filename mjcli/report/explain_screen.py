"""The trace of a score: the clause behind every number, what was cut, left out or raised, the nearest pattern."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType

from mjcli.analysis import nearest_pattern
from mjcli.report.base_screen import QUIET, Prose, View, meld_name, rows, title
from mjcli.report.tally_screen import fan_value, total
from mjcli.report.words import fill, miss_words
from mjcli.ruleset import Codes, Factor, FanRule, Liability, Payment, Product, RuleSet, SidePayment, WildRule
from mjcli.scoring import Found, Score, Tally
from mjcli.settlement import Settlement
from mjcli.texts.labels import MELDS
from mjcli.texts.terms import UNCOUNTED

Row = tuple[str, RenderableType]
Entry = FanRule | Liability | SidePayment | Codes | Payment | Factor | WildRule


def explanation(score: Score, settlement: Settlement | None, view: View) -> RenderableType | None:
    """Why the score is what it is; None for a hand without a reading."""
    if score.tally is None:
        return None
    trace = [
        *_wild(score, view),
        *_factors(score, view),
        *(_counted(found, score.tally, score.rules, view) for found in score.tally.counted),
        *_cut(score.tally, view),
        *_uncounted(score.tally, view),
        *_liability(score, settlement, view),
        *_besides(score, settlement, view),
        *_nearest(score, view),
    ]
    return Group(title(view.say("explain")), rows(trace))


def clause(ref: str, rules: RuleSet, view: View) -> str:
    """A reference with the title of its text in place of the text's number."""
    number, _, section = ref.partition(", ")
    return view.say("clause", title=rules.texts.get(number, number), section=section)


def _cited(entry: Entry, rules: RuleSet, view: View, *remarks: str) -> RenderableType:
    """The clause of an entry, our decision on it, and what else there is to say."""
    decided = [view.say("decided", text=view.pick(entry.decided))] if entry.decided else []
    return Group(*map(Prose, remarks), Prose(clause(entry.ref, rules, view), QUIET), *map(Prose, decided))


def _wild(score: Score, view: View) -> Iterator[Row]:
    """The clause of wild tiles, where the hand holds one or a stand-in stands for one."""
    reading = score.reading
    if score.rules.wild and reading and (reading.wilds or reading.stood):
        yield view.say("wild-tiles"), _cited(score.rules.wild, score.rules, view)


def _factors(score: Score, view: View) -> Iterator[Row]:
    """Each of the numbers that a multiple is the product of, with the clause that makes it one."""
    policy = score.rules.scoring
    if isinstance(policy, Product) and score.tally:
        for factor, n in zip(policy.factors, score.tally.factors, strict=True):
            label = view.say("factor-value", letter=factor.id, name=view.pick(factor.name), n=n)
            yield label, _cited(factor, score.rules, view)


def _counted(found: Found, tally: Tally, rules: RuleSet, view: View) -> Row:
    return _label(found.rule, view), _cited(found.rule, rules, view, *_raise(found, tally, view))


def _label(rule: FanRule, view: View) -> str:
    """The fan and its value; what a floor did is said beside it."""
    name = view.pick(rule.name)
    return name if rule.tier == "floor" else f"{name} {fan_value(rule, view)}"


def _raise(found: Found, tally: Tally, view: View) -> Iterator[str]:
    """What a floor did."""
    if found.rule.tier != "floor":
        return
    step = next((step for step in tally.adjustments if step.by == found.rule), None)
    if step is None:
        yield view.say("why-floor-met", fan=found.rule.fan)
    else:
        yield view.say("why-floor", before=step.before, after=step.after)


def _cut(tally: Tally, view: View) -> Iterator[Row]:
    """What the cap cut."""
    for step in tally.adjustments:
        if step.kind == "cap":
            yield view.say("cap"), Prose(view.say("why-cap", before=step.before, after=step.after))


def _uncounted(tally: Tally, view: View) -> Iterator[Row]:
    """The fans that hold and do not count, those of one reason together."""
    reasons: dict[str, list[str]] = {}
    for one in tally.uncounted:
        why = fill(UNCOUNTED[one.why], {"by": one.by}, view.lang)
        reasons.setdefault(why, []).append(_label(one.found.rule, view))
    for why, labels in reasons.items():
        yield view.say("uncounted"), Prose(view.say("uncounted-words", fans=view.say("listing").join(labels), why=why))


def _liability(score: Score, settlement: Settlement | None, view: View) -> Iterator[Row]:
    if settlement and settlement.liability:
        rule = settlement.liability.rule
        yield view.pick(rule.name), _cited(rule, score.rules, view)


def _besides(score: Score, settlement: Settlement | None, view: View) -> Iterator[Row]:
    """The clauses of how a hand is paid, and of what is paid beside it."""
    if score.rules.payment and settlement:
        yield view.say("payment"), _cited(score.rules.payment, score.rules, view)
    causes = {line.cause for line in settlement.lines} if settlement else set()
    kinds = {meld_name(meld) for meld in score.hand.melds} if "kong" in causes else set()
    kinds |= {"flower"} if "flowers" in causes else set()
    for rule in score.rules.side_payments:
        if rule.id in kinds:
            yield view.pick(MELDS[rule.id]), _cited(rule, score.rules, view)
    if score.rules.codes and "codes" in causes:
        yield view.say("codes"), _cited(score.rules.codes, score.rules, view)


def _nearest(score: Score, view: View) -> Iterator[Row]:
    """The pattern that the hand came nearest to, and what stood in its way."""
    nearest = nearest_pattern(score)
    if nearest is None or score.reading is None:
        return
    misses = [miss_words(miss, score.reading, view.lang) for miss in nearest.misses]
    facts = {"name": view.pick(nearest.rule.name), "value": total(nearest.rule.fan, score.rules, view)}
    yield view.say("nearest"), Prose(view.say("nearest-words", **facts, misses=view.join(misses)))
