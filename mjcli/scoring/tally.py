"""How the fans of a reading add up: one function for each way of counting that a rule set can choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, NamedTuple

from mjcli.hand import Stakes, WinContext
from mjcli.ruleset import AccountOnce, BestRow, CappedFan, FanRule, Product, RuleSet
from mjcli.scoring.account import Accounts, Held
from mjcli.scoring.exclusion import excluders
from mjcli.scoring.result import Adjustment, Found, Tally, Uncounted

# Adds up the fans found in a reading, for the stakes or the base of the context.
Add = Callable[[Sequence[Found], WinContext], Tally]
# Every choice among relations that may count together of those that hold.
Choices = Callable[[Held], list[list[Found]]]


class Adder(NamedTuple):
    """How fans add up; `choices` are those among the relations that hold, None where all of them count."""

    add: Add
    choices: Choices | None = None


def tally(found: Sequence[Found], rules: RuleSet, context: WinContext) -> Tally:
    """The fans found in a reading, added up as the rule set says, for the stakes or the base of the context."""
    return adder(rules).add(found, context)


def adder(rules: RuleSet) -> Adder:
    """How the rule set adds up, made ready for many readings."""
    return _WAYS[type(rules.scoring)](rules, rules.scoring)


def _without_excluded(found: Sequence[Found]) -> tuple[list[Found], list[Uncounted]]:
    """The fans that no other excludes by name, and those that one does."""
    excluded_by = excluders(one.rule for one in found)
    kept = [one for one in found if one.rule.id not in excluded_by]
    return kept, [Uncounted(one, "excluded", excluded_by[one.rule.id]) for one in found if one not in kept]


def _capped_fan(fans: Sequence[Found], policy: CappedFan) -> Tally:
    """Fans that double up to a cap.

    A special pattern, or a heavenly, earthly or human win, takes its own value
    and nothing is added; of several the highest counts, the first of equals.
    Without one, patterns and additions add up to the cap at most.  A floor then
    raises what is lower.
    """
    found, uncounted = _without_excluded(fans)
    top = _top(found, policy)
    adjustments: list[Adjustment] = []
    if top is not None:
        counted = [top]
        uncounted += (
            Uncounted(one, "special", top.rule) for one in found if one is not top and _is_overruled(one.rule, policy)
        )
    else:
        counted, others, adjustments = _within_cap(found, policy)
        uncounted += others
    fan = adjustments[-1].after if adjustments else sum(one.fan for one in counted)
    if policy.limits_add:
        limits = [one for one in found if one.rule.tier == "limit"]
        counted += limits
        fan += sum(one.fan for one in limits)
    for floor in (one for one in found if one.rule.tier == "floor"):
        if fan > floor.rule.fan:
            uncounted.append(Uncounted(floor, "above-floor"))
            continue
        counted.append(floor)
        if fan < floor.rule.fan:
            adjustments.append(Adjustment("floor", fan, floor.rule.fan, floor.rule))
            fan = floor.rule.fan
    return Tally(tuple(counted), tuple(uncounted), tuple(adjustments), fan, policy.factor**fan)


def _top(found: Sequence[Found], policy: CappedFan) -> Found | None:
    """The fan that counts alone, if there is one."""
    tiers = ("special",) if policy.limits_add else ("special", "limit")
    alone = [one for one in found if one.rule.tier in tiers]
    return max(alone, key=lambda one: one.rule.fan, default=None)


def _is_overruled(rule: FanRule, policy: CappedFan) -> bool:
    """Whether a fan that holds beside a special one is worth a word; the row of a hand without patterns is not."""
    return rule.tier in ("pattern", "special", "addition") or (rule.tier == "limit" and not policy.limits_add)


def _within_cap(found: Sequence[Found], policy: CappedFan) -> tuple[list[Found], list[Uncounted], list[Adjustment]]:
    """The patterns and additions that count, those that do not, and the cut to the cap.

    Additions lift a hand to the cap at most: where the patterns alone are worth
    it they do not count.
    """
    patterns = [one for one in found if one.rule.tier == "pattern"]
    additions = [one for one in found if one.rule.tier == "addition"]
    uncounted = []
    if not policy.stack and patterns:
        best = max(patterns, key=lambda one: one.fan)
        uncounted = [Uncounted(one, "lower-pattern", best.rule) for one in patterns if one is not best]
        patterns = [best]
    if not patterns:
        patterns = [one for one in found if one.rule.tier == "fallback"]
    if sum(one.fan for one in patterns) >= policy.cap:
        uncounted += (Uncounted(one, "at-cap") for one in additions)
        additions = []
    counted = patterns + additions
    total = sum(one.fan for one in counted)
    adjustments = [Adjustment("cap", total, policy.cap)] if total > policy.cap else []
    return counted, uncounted, adjustments


def _best_row(fans: Sequence[Found], stakes: Stakes | None) -> Tally:
    """The row that pays most counts alone; a hand without a row counts nothing and is worth nothing."""
    found, uncounted = _without_excluded(fans)
    best = max(found, key=lambda one: row_points(one.rule, stakes), default=None)
    if best is None:
        return Tally((), tuple(uncounted), (), 0, 0)
    uncounted += (Uncounted(one, "lower-row", best.rule) for one in found if one is not best)
    return Tally((best,), tuple(uncounted), (), best.rule.fan, row_points(best.rule, stakes))


def row_points(rule: FanRule, stakes: Stakes | None) -> int:
    """What a row of a price list pays: its printed points, else the stake of a chicken hand times its multiple."""
    return rule.points if rule.points is not None else rule.fan * (stakes.chicken if stakes else 1)


def _product(fans: Sequence[Found], base: int) -> Tally:
    """Multiples: P, what the patterns come to, times A, one and the additions, times K, the highest multiplier.

    A limit takes its own value instead, unless the product is more.
    """
    found, uncounted = _without_excluded(fans)
    patterns = _of_tier(found, "pattern") or _of_tier(found, "fallback")
    additions = _of_tier(found, "addition")
    multipliers = _of_tier(found, "multiplier")
    top = [max(multipliers, key=lambda one: one.fan)] if multipliers else []
    uncounted += (Uncounted(one, "lower-multiplier", top[0].rule) for one in multipliers if one not in top)
    factors = (
        _multiplied(one.rule.fan ** len(one.hits) for one in patterns),
        1 + sum(one.fan for one in additions),
        top[0].fan if top else 1,
    )
    counted = patterns + additions + top
    for limit in _of_tier(found, "limit"):
        if limit.fan >= _multiplied(factors):
            uncounted += (Uncounted(one, "limit", limit.rule) for one in counted if one.rule.tier != "fallback")
            counted, factors = [limit], (limit.fan, 1, 1)
        else:
            uncounted.append(Uncounted(limit, "above-floor"))
    multiple = _multiplied(factors)
    return Tally(tuple(counted), tuple(uncounted), (), multiple, multiple * base, factors=factors)


def _multiplied(numbers: Iterable[int]) -> int:
    return reduce(int.__mul__, numbers, 1)


def _of_tier(found: Sequence[Found], tier: str) -> list[Found]:
    return [one for one in found if one.rule.tier == tier]


def _account_once(rules: RuleSet) -> Adder:
    """Under the principles of 国标麻将."""
    accounts = Accounts(rules.fans)
    return Adder(lambda found, _context: accounts.tally(found), accounts.choices)


# Each takes the policy of its own class.
_WAYS: dict[type, Callable[[RuleSet, Any], Adder]] = {
    CappedFan: lambda _rules, policy: Adder(lambda found, _context: _capped_fan(found, policy)),
    BestRow: lambda rules, _policy: Adder(lambda found, context: _best_row(found, context.stakes or rules.stakes)),
    AccountOnce: lambda rules, _policy: _account_once(rules),
    Product: lambda _rules, policy: Adder(lambda found, context: _product(found, context.base or policy.base)),
}
