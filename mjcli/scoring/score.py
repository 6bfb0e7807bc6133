"""Scores a hand: reads it in every way, values each reading, takes the best."""

from __future__ import annotations

from mjcli.decompose import Reading, readings
from mjcli.distance import shanten
from mjcli.errors import HandError
from mjcli.hand import Hand, WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import CappedFan, RuleSet, Scoring
from mjcli.scoring.checks import check
from mjcli.scoring.conditions import hits
from mjcli.scoring.result import Found, Note, Reason, Score, Tally
from mjcli.scoring.tally import tally


def score_hand(hand: Hand, rules: RuleSet, context: WinContext | None = None) -> Score:
    """The best score of a hand.

    :raises HandError: the hand, or the way it was won, is impossible; all problems are in it.

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> found = score_hand(parse_hand("[111z,W]123m456p99s78s+9s"), load_rules("jipinghu"))
    >>> found.fan, found.points, [one.rule.name[0] for one in found.tally.counted]
    (3, 8, ['鸡胡', '自摸', '门风', '圈风'])
    """
    context = context or WinContext()
    problems = tuple(check(hand, rules, context))
    if problems:
        raise HandError(problems)
    return score_checked(hand, rules, context)


def score_checked(hand: Hand, rules: RuleSet, context: WinContext) -> Score:
    """The best score of a hand that `check` found nothing against."""
    return min(_scores(hand, rules, context), key=_rank)


def score_all(hand: Hand, rules: RuleSet, context: WinContext) -> tuple[Score, ...]:
    """The scores of every reading of a checked hand, the best first; the one score of a hand that is no win.

    Readings with the same sets that count the same fans are one.
    """
    different: dict[object, Score] = {}
    for one in sorted(_scores(hand, rules, context), key=_rank):
        different.setdefault((one.reading and one.reading.groups, one.tally), one)
    return tuple(different.values())


def _rank(score: Score) -> tuple[bool, int, int]:
    """The order of readings: those that may win first, then the most points, the fewest notes, as they were found."""
    return not score.is_win, -(score.tally.points if score.tally else 0), len(score.notes)


def _scores(hand: Hand, rules: RuleSet, context: WinContext) -> list[Score]:
    """A score for every reading, or one without a reading."""
    if hand.size != FULL:
        reason: Reason = "too-many-tiles" if hand.size > FULL else "too-few-tiles"
        return [Score(hand, rules, context, reason=reason, tiles=abs(hand.size - FULL))]
    notes = () if hand.added is not None or hand.suffix else (Note("last-written", {"tile": hand.concealed[-1]}),)
    marked, wilds = hand.marked(), rules.wilds(context.wild)
    found = [_value(marked, rules, context, reading, notes) for reading in readings(marked, rules.table.shapes, wilds)]
    if found:
        return found
    left = shanten(marked, rules.table.shapes, wilds=wilds, formal=rules.table.formal_tenpai)
    return [Score(marked, rules, context, reason="incomplete", shanten=left, notes=notes)]


def _value(hand: Hand, rules: RuleSet, context: WinContext, reading: Reading, notes: tuple[Note, ...]) -> Score:
    """The score of one reading."""
    found = []
    for rule in rules.fans:
        where = hits(rule.condition, reading, context)
        if where:
            found.append(Found(rule, where))
    total = tally(found, rules, context)
    reason = _barred(total, rules, context)
    notes += (*_event_notes(context, found, rules), *_flower_notes(hand, found, rules))
    return Score(hand, rules, context, reading, total, reason, notes=notes)


def _barred(total: Tally, rules: RuleSet, context: WinContext) -> Reason:
    """Why a complete hand may not win, empty if it may."""
    if context.by == "discard" and context.has(_LAST) and not rules.table.last_discard_wins:
        return "last-discard"
    if all(one.rule.tier in _BESIDES for one in total.counted):
        return "no-pattern"
    needed = rules.table.discard_needs
    if context.by == "discard" and needed and all(one.rule.id not in needed for one in total.counted):
        return "not-on-discard"
    if towards_minimum(total, rules.scoring) < rules.scoring.minimum:
        return "under-minimum"
    return ""


def towards_minimum(total: Tally, policy: Scoring) -> int:
    """The fan that a hand brings towards the minimum: no bonus, and additions only where the rule set counts them."""
    if isinstance(policy, CappedFan) and not policy.minimum_with_additions:
        return sum(one.fan for one in total.counted if one.rule.tier != "addition")
    return total.fan - total.bonus


_LAST = "last-tile"
# What comes on top of a pattern, and makes no win by itself.
_BESIDES = ("addition", "floor", "bonus", "multiplier")


def _event_notes(context: WinContext, found: list[Found], rules: RuleSet) -> tuple[Note, ...]:
    """A note for each event that nothing in the rule set reads, or nothing that holds does."""
    valued = {event for one in found for event in one.rule.events}
    valued |= {"called"} if any(liability.called for liability in rules.liabilities) else set()
    valued |= {_LAST} if context.by == "discard" and not rules.table.last_discard_wins else set()
    names = dict.fromkeys(event.name for event in context.events if event.name not in valued)
    return tuple(Note("event-without-value", {"event": name, "rules": rules.id}) for name in names)


def _flower_notes(hand: Hand, found: list[Found], rules: RuleSet) -> tuple[Note, ...]:
    """A note on flowers that neither a fan nor a side payment gives a value."""
    is_paid = any(rule.id == _FLOWER and rule.amount for rule in rules.side_payments)
    if not hand.flower_count or is_paid or any(_FLOWER in one.rule.condition.predicates() for one in found):
        return ()
    return (Note("flowers-without-value", {"rules": rules.id}),)


_FLOWER = "flower"
