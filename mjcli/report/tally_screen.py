"""The fans of a reading and how they come to the total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from mjcli.decompose import Reading
from mjcli.report.base_screen import GOOD, QUIET, STRONG, Justify, Prose, View, table
from mjcli.ruleset import FanRule
from mjcli.scoring import Adjustment, Found, Score, Tally


def fan_table(score: Score, view: View) -> RenderableType | None:
    """The fans that count: value, how often, in which sets, by which clause; None for a hand without a reading."""
    if score.reading is None or score.tally is None:
        return None
    counted = score.tally.counted
    cells = {
        "fan-name": [view.pick(found.rule.name) for found in counted],
        "fan": [fan_value(found.rule, view) for found in counted],
        "count": [str(len(found.hits)) if len(found.hits) > 1 else "" for found in counted],
        "sets": [_sets(found, score.reading, view) for found in counted],
        "ref": [Prose(found.rule.ref, QUIET) for found in counted],
    }
    # A column in which nothing stands only makes the others narrow.
    used = {name: column for name, column in cells.items() if any(column)}
    made = table(*((view.say(name), _JUSTIFY.get(name, "left")) for name in used))
    for row in zip(*used.values(), strict=True):
        made.add_row(*row)
    return made


_JUSTIFY: dict[str, Justify] = {"fan": "right", "count": "right"}


def fan_value(rule: FanRule, view: View) -> str:
    """What a fan is worth as the table has it: an addition with its plus, a floor as the least it makes of a hand."""
    if rule.tier == "floor":
        return view.say("at-least", fan=rule.fan)
    return f"+{rule.fan}" if rule.tier == "addition" else str(rule.fan)


def _sets(found: Found, reading: Reading, view: View) -> str:
    if len(found.groups) == len(reading.groups):
        return view.say("whole-hand")
    return " ".join(view.write(reading.groups[at].tiles) for at in found.groups)


def total_rows(score: Score, view: View) -> Iterator[tuple[str, RenderableType]]:
    """The total, and the steps that led to it."""
    if score.tally is None:
        return
    yield view.say("total"), Text(worth(score, view), style=f"{STRONG} {GOOD}" if score.is_win else STRONG)
    steps = list(_steps(score.tally, score, view))
    if steps:
        yield "", Prose(view.join(steps), QUIET)


def worth(score: Score, view: View) -> str:
    """`3 番 → 8 分`; a hand that may not win has no points."""
    fan = view.count("fans", score.fan or 0)
    return f"{fan} → {view.count('worth', score.points or 0)}" if score.is_win else fan


def _steps(tally: Tally, score: Score, view: View) -> Iterator[str]:
    """The sum of the fans, the cut to the cap, what is added beyond it, and the raise to a floor."""
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
    return found.rule.tier == "limit" and score.rules.scoring.limits_add


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
            made.add_row(Prose(_reading(score.reading, view)), Prose(view.join(names)), worth(score, view))
    return made


def _reading(reading: Reading, view: View) -> str:
    return "  ".join(view.write(group.tiles) for group in reading.groups)
