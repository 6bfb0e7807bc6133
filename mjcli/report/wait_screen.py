"""The screen of a waiting hand: its waiting tiles, how many are left, what each is worth."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from mjcli.analysis import ValuedWait, WaitReport
from mjcli.report.base_screen import (
    BAD,
    QUIET,
    STRONG,
    Prose,
    View,
    distance_words,
    hand_rows,
    rows,
    seat_words,
    some_rows,
    stack,
    table,
    title,
)
from mjcli.report.tally_screen import total, worth
from mjcli.report.words import note_words, reason_words
from mjcli.scoring import Score
from mjcli.scoring.worth import towards_minimum


def wait_screen(report: WaitReport, view: View, dead_waits: bool = False) -> RenderableType:
    """The waits of a hand; those with no copy left are listed with `dead_waits` only."""
    shown = [wait for wait in report.waits if wait.left or dead_waits]
    return stack(
        title(view.pick(report.rules.name), *_seat(report, view)),
        rows([*hand_rows(report.hand, view), *_verdict_rows(report, view)]),
        _wait_table(shown, view) if shown else None,
        _remarks(report, shown, view),
    )


def _seat(report: WaitReport, view: View) -> Iterator[str]:
    """The seat and the round that the values are for."""
    for wait in report.waits:
        if wait.draw is not None:
            yield from seat_words(wait.draw.context, view)
            return


def _verdict_rows(report: WaitReport, view: View) -> Iterator[tuple[str, RenderableType]]:
    """How many tiles the hand waits for, or why it does not wait."""
    if report.is_tenpai:
        copies, kinds = sum(wait.left for wait in report.waits), sum(wait.left > 0 for wait in report.waits)
        yield view.say("waits"), Text(view.count("wait-total", kinds, copies=copies), style=STRONG)
    elif report.reason:
        yield view.say("result"), Prose(reason_words(report.reason, view.lang, tiles=report.tiles), BAD)
    else:
        distance = distance_words(report.shanten, view)
        yield view.say("result"), Prose(view.say("not-tenpai", distance=distance), BAD)


def _wait_table(waits: list[ValuedWait], view: View) -> RenderableType:
    made = table(
        (view.say("tile"), "left"),
        (view.say("left"), "right"),
        (view.say("on-draw"), "right"),
        (view.say("on-discard"), "right"),
    )
    for wait in waits:
        style = "" if wait.left else QUIET
        made.add_row(view.tile(wait.tile), str(wait.left), *_values(wait, view), style=style)
    return made


def _values(wait: ValuedWait, view: View) -> tuple[str, str]:
    """What the tile is worth by draw and by discard, or why it cannot be won."""
    if not wait.left:
        return view.say("dead"), view.say("dead")
    return _value(wait.draw, view), _value(wait.discard, view)


def _value(score: Score | None, view: View) -> str:
    """What a win is worth; a tile with copies left that cannot be won was let go."""
    if score is None:
        return view.say("passed")
    if score.reason == "no-pattern":
        return view.say("false-win")
    if score.is_win or score.tally is None:
        return worth(score, view)
    towards = total(towards_minimum(score.tally, score.rules.scoring), score.rules, view)
    return f"{towards} {view.say('not-a-win')}"


def _remarks(report: WaitReport, shown: list[ValuedWait], view: View) -> RenderableType | None:
    said = [
        *_why_passed(report, shown, view),
        *_hidden(report, shown, view),
        *(note_words(note, view.lang) for note in report.notes),
    ]
    return some_rows((view.say("notes"), Prose(words)) for words in said)


def _why_passed(report: WaitReport, shown: list[ValuedWait], view: View) -> Iterator[str]:
    if any(wait.left and wait.discard is None for wait in shown):
        yield view.say(f"why-passed-{report.rules.table.missed_win}")


def _hidden(report: WaitReport, shown: list[ValuedWait], view: View) -> Iterator[str]:
    """That there are waits with no copy left, where they are not listed."""
    hidden = len(report.waits) - len(shown)
    if hidden:
        yield view.count("dead-hidden", hidden)
