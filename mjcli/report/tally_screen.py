"""The fans of a reading and how they come to the total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from mjcli.decompose import Reading
from mjcli.report.base_screen import GOOD, QUIET, STRONG, Justify, Prose, View, table
from mjcli.ruleset import AccountOnce, BestRow, CappedFan, FanRule, Product, RuleSet
from mjcli.ruleset.schema import Tier
from mjcli.scoring import Adjustment, Found, Score, Tally


def fan_table(score: Score, view: View) -> RenderableType | None:
    """The fans that count: value, how often, in which sets, by which clause; None where there are none."""
    if score.reading is None or score.tally is None or not score.tally.counted:
        return None
    counted = score.tally.counted
    cells: dict[str, list[RenderableType]] = {
        "fan-name": [view.pick(found.rule.name) for found in counted],
        unit_of(score.rules): [fan_value(found.rule, view) for found in counted],
        "count": [str(len(found.hits)) if len(found.hits) > 1 else "" for found in counted],
        "sets": [_sets(found, score.reading, view) for found in counted],
        "excludes-head": [_excluded(found.rule, score.tally, view) for found in counted],
        "ref": [Prose(found.rule.ref, QUIET) for found in counted],
    }
    # A column in which nothing stands only makes the others narrow.
    used = {name: column for name, column in cells.items() if any(column)}
    made = table(*((view.say(name), _JUSTIFY.get(name, "left")) for name in used))
    for row in zip(*used.values(), strict=True):
        made.add_row(*row)
    return made


_JUSTIFY: dict[str, Justify] = {"fan": "right", "multiple": "right", "count": "right"}
# What the fans of each way of counting are numbers of.
_UNITS: dict[type, str] = {CappedFan: "fan", BestRow: "multiple", AccountOnce: "fan", Product: "multiple"}


def unit_of(rules: RuleSet) -> str:
    """The label of what a rule set counts in: fan, or multiples."""
    return _UNITS[type(rules.scoring)]


def fan_value(rule: FanRule, view: View) -> str:
    """What a fan is worth as the table has it: an addition with its plus, a floor as the least it makes of a hand."""
    if rule.tier == "floor":
        return view.say("at-least", fan=rule.fan)
    return f"{_SIGNS.get(rule.tier, '')}{rule.fan}"


_SIGNS: dict[Tier, str] = {"addition": "+", "multiplier": "×"}


def _excluded(rule: FanRule, tally: Tally, view: View) -> RenderableType:
    """The fans that do not count since this one implies them."""
    names = (view.pick(one.found.rule.name) for one in tally.uncounted if one.why == "implied" and one.by is rule)
    said = view.join(dict.fromkeys(names))
    return Prose(said, QUIET) if said else ""


def _sets(found: Found, reading: Reading, view: View) -> str:
    if len(found.groups) == len(reading.groups):
        return view.say("whole-hand")
    return " ".join(view.write(reading.groups[at].tiles) for at in found.groups)


def total_rows(score: Score, view: View) -> Iterator[tuple[str, RenderableType]]:
    """The total, and the steps that led to it."""
    if score.tally is None or not score.tally.counted:
        return
    yield view.say("total"), Text(worth(score, view), style=f"{STRONG} {GOOD}" if score.is_win else STRONG)
    steps = list(_steps(score.tally, score, view))
    if steps:
        yield "", Prose(view.join(steps), QUIET)


def worth(score: Score, view: View) -> str:
    """`3 番 → 8 分`; a hand that may not win has no points."""
    fan, points = total(score.fan or 0, score.rules, view), view.count("worth", score.points or 0)
    return view.say("fans-worth", fan=fan, points=points) if score.is_win else fan


def total(fan: int, rules: RuleSet, view: View) -> str:
    """A number of fan, or a multiple, in words."""
    return view.count(f"{unit_of(rules)}s", fan)


def _steps(tally: Tally, score: Score, view: View) -> Iterator[str]:
    """The product of a multiple, or the sum of the fans, the cut to the cap, what is added beyond it, and the floor."""
    policy = score.rules.scoring
    if isinstance(policy, Product):
        letters = (f"{factor.id} {n}" for factor, n in zip(policy.factors, tally.factors, strict=True))
        yield view.say("step-product", terms=" × ".join(letters), fan=total(tally.fan, score.rules, view))
        if tally.points != tally.fan:
            yield view.say("step-base", base=score.context.base or policy.base)
        return
    is_capped = any(step.kind == "cap" for step in tally.adjustments)
    beyond = [found for found in tally.counted if _is_beyond(found, score) and is_capped]
    terms = [found for found in tally.counted if found.rule.tier != "floor" and found not in beyond]
    if len(terms) > 1:
        summed = tally.adjustments[0].before if tally.adjustments else tally.fan
        yield view.say("step-sum", terms=" + ".join(str(found.fan) for found in terms), fan=summed)
    for step in tally.adjustments:
        yield _step(step, view)
        if step.kind == "cap":
            yield from (view.say("step-limit", by=view.pick(one.rule.name), fan=one.fan) for one in beyond)


def _is_beyond(found: Found, score: Score) -> bool:
    """Whether a fan is added after the cut to the cap."""
    policy = score.rules.scoring
    return found.rule.tier == "limit" and isinstance(policy, CappedFan) and policy.limits_add


def _step(step: Adjustment, view: View) -> str:
    by = view.pick(step.by.name) if step.by else ""
    return view.say(f"step-{step.kind}", by=by, after=step.after)


def other_readings(others: Sequence[Score], view: View) -> RenderableType | None:
    """The readings that pay less or no more, the best first."""
    if not others:
        return None
    made = table((view.say("others"), "left"), (view.say("fan-name"), "left"), (view.say("total"), "right"))
    for score in others:
        if score.reading and score.tally:
            names = [view.pick(found.rule.name) for found in score.tally.counted]
            groups = (view.write(group.tiles) for group in score.reading.groups)
            made.add_row(Prose.of(groups), Prose(view.join(names)), worth(score, view))
    return made
