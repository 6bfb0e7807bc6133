"""What the fans found in a reading are worth, whether it may win, and what should be said of it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from mjcli.hand import WinContext
from mjcli.ruleset import CappedFan, RuleSet, Scoring
from mjcli.scoring.result import Found, Note, Reason, Tally
from mjcli.value import Value


class Worth(Value):
    """What a reading is worth: what its fans come to, why it may not win, and the notes on it.

    `rank` orders readings, the best first: those that may win, then the most
    points, then the fewest notes.
    """

    fan: int
    points: int
    reason: Reason
    notes: tuple[Note, ...]
    rank: tuple[bool, int, int]


# All of a context that is read here and in adding up.
TERMS = attrgetter("by", "events", "stakes", "base")


def worth_of(found: Sequence[Found], total: Tally, rules: RuleSet, context: WinContext, *, has_flowers: bool) -> Worth:
    """The worth of a reading in which those fans hold, which add up to `total`.

    `has_flowers` is whether flowers lie beside it.
    """
    reason = _barred(total, rules, context)
    notes = (*_event_notes(context, found, rules), *(_flower_notes(found, rules) if has_flowers else ()))
    return Worth(total.fan, total.points, reason, notes, (bool(reason), -total.points, len(notes)))


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


def _event_notes(context: WinContext, found: Sequence[Found], rules: RuleSet) -> tuple[Note, ...]:
    """A note for each event that nothing in the rule set reads, or nothing that holds does."""
    if not context.events:
        return ()
    valued = {event for one in found for event in one.rule.events}
    valued |= {"called"} if any(liability.called for liability in rules.liabilities) else set()
    valued |= {_LAST} if context.by == "discard" and not rules.table.last_discard_wins else set()
    names = dict.fromkeys(event.name for event in context.events if event.name not in valued)
    known = {event for rule in rules.fans for event in rule.events}
    return tuple(
        Note("event-not-counted" if name in known else "event-without-value", {"event": name, "rules": rules.id})
        for name in names
    )


def _flower_notes(found: Sequence[Found], rules: RuleSet) -> tuple[Note, ...]:
    """A note on flowers that neither a fan nor a side payment gives a value."""
    is_paid = any(rule.id == _FLOWER and rule.amount for rule in rules.side_payments)
    if is_paid or any(_FLOWER in one.rule.condition.predicates() for one in found):
        return ()
    return (Note("flowers-without-value", {"rules": rules.id}),)


_FLOWER = "flower"
