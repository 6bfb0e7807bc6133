"""The screen of a hand that is to discard (何切): what each discard leaves."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from mjcli.analysis import DiscardReport
from mjcli.report.base_screen import (
    BAD,
    GOOD,
    STRONG,
    Prose,
    View,
    distance_words,
    hand_rows,
    rows,
    stack,
    table,
    title,
)
from mjcli.report.words import reason_words

_COMPLETE = -1


def discard_screen(report: DiscardReport, view: View) -> RenderableType:
    """Every discard, the best first: the distance it leaves, and the tiles that then bring the hand nearer."""
    return stack(
        title(view.pick(report.rules.name), *_wild_kind(report, view)),
        rows([*hand_rows(report.hand, view), *_verdict_rows(report, view)]),
        _choice_table(report, view) if report.choices else None,
    )


def _wild_kind(report: DiscardReport, view: View) -> Iterator[str]:
    """The kind turned up as wild, if one was."""
    if report.wilds.face is not None:
        yield view.say("wild-kind", tile=view.tile(report.wilds.face))


def _verdict_rows(report: DiscardReport, view: View) -> Iterator[tuple[str, RenderableType]]:
    """That the hand is complete, or dead, or how near the best discard leaves it."""
    label = view.say("result")
    if report.reason:
        yield label, Prose(reason_words(report.reason, view.lang, tiles=report.tiles), BAD)
    elif report.shanten == _COMPLETE:
        yield label, Prose(view.say("is-complete"), GOOD)
    elif not report.choices:
        yield label, Prose(view.say("never"), BAD)


def _choice_table(report: DiscardReport, view: View) -> RenderableType:
    made = table(
        (view.say("throw"), "left"),
        (view.say("distance"), "left"),
        (view.say("kinds"), "right"),
        (view.say("copies"), "right"),
        (view.say("accepts"), "left"),
    )
    best = report.choices[0]
    for choice in report.choices:
        is_best = (choice.shanten, choice.copies) == (best.shanten, best.copies)
        there = [tile for tile, left in choice.accepted if left]
        made.add_row(
            Text(view.tile(choice.tile), style=STRONG if is_best else ""),
            distance_words(choice.shanten, view),
            str(len(there)),
            str(choice.copies),
            Prose(view.by_suit(there)),
        )
    return made
