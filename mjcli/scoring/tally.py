"""How the fans of a reading add up: one function for each way of counting a rule set can choose."""

from __future__ import annotations

from collections.abc import Sequence

from mjcli.ruleset import CappedFan
from mjcli.scoring.result import Adjustment, Found, Tally, Uncounted


def tally(found: Sequence[Found], policy: CappedFan) -> Tally:
    """Fans that double up to a cap.

    A special pattern, or a heavenly, earthly or human win, takes its own value
    and nothing is added; of several the highest counts, the first of equals.
    Without one, patterns and additions add up to the cap at most.  A floor then
    raises what is lower.
    """
    tops = [one for one in found if one.rule.tier == "special" or (one.rule.tier == "limit" and not policy.limits_add)]
    top = max(tops, key=lambda one: one.rule.fan, default=None)
    if top is not None:
        counted = [top]
        adjustments: list[Adjustment] = []
        uncounted = [
            Uncounted(one, "special", top.rule) for one in found if one is not top and one.rule.tier in _EXCLUDED
        ]
    else:
        counted, uncounted, adjustments = _within_cap(found, policy)
    fan = adjustments[-1].after if adjustments else sum(one.fan for one in counted)
    if policy.limits_add:
        limits = [one for one in found if one.rule.tier == "limit"]
        counted += limits
        fan += sum(one.fan for one in limits)
    for floor in (one for one in found if one.rule.tier == "floor"):
        if top is not None:
            uncounted.append(Uncounted(floor, "above-floor"))
            continue
        counted.append(floor)
        if fan < floor.rule.fan:
            adjustments.append(Adjustment("floor", fan, floor.rule.fan, floor.rule))
            fan = floor.rule.fan
    return Tally(tuple(counted), tuple(uncounted), tuple(adjustments), fan, policy.factor**fan)


_EXCLUDED = ("pattern", "special", "addition", "limit")


def _within_cap(found: Sequence[Found], policy: CappedFan) -> tuple[list[Found], list[Uncounted], list[Adjustment]]:
    """The patterns and additions that count, those that do not, and the cut to the cap."""
    patterns = [one for one in found if one.rule.tier == "pattern"]
    uncounted = []
    if not policy.stack and patterns:
        best = max(patterns, key=lambda one: one.fan)
        uncounted = [Uncounted(one, "lower-pattern", best.rule) for one in patterns if one is not best]
        patterns = [best]
    if not patterns:
        patterns = [one for one in found if one.rule.tier == "fallback"]
    counted = patterns + [one for one in found if one.rule.tier == "addition"]
    total = sum(one.fan for one in counted)
    adjustments = [Adjustment("cap", total, policy.cap)] if total > policy.cap else []
    return counted, uncounted, adjustments
