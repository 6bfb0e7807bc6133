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
    shown = [wait for wait in (*report.waits, *report.wild) if wait.left or dead_waits]
    return stack(
        title(view.pick(report.rules.name), *_seat(report, view)),
        rows([*hand_rows(report.hand, view), *_verdict_rows(report, view)]),
        _wait_table(shown, report, view) if shown else None,
        _remarks(report, shown, view),
    )


def _seat(report: WaitReport, view: View) -> Iterator[str]:
    """The seat and the round that the values are for, and what is wild."""
    valued = next((wait.draw for wait in (*report.waits, *report.wild) if wait.draw is not None), None)
    if valued is not None:
        yield from seat_words(valued.context, view)
    if report.wilds.face is not None:
        yield view.say("wild-kind", tile=view.tile(report.wilds.face))


def _verdict_rows(report: WaitReport, view: View) -> Iterator[tuple[str, RenderableType]]:
    """How many tiles the hand waits for, or why it does not wait."""
    if report.is_tenpai:
        every = (*report.waits, *report.wild)
        copies, kinds = sum(wait.left for wait in every), sum(wait.left > 0 for wait in every)
        yield view.say("waits"), Text(view.count("wait-total", kinds, copies=copies), style=STRONG)
    elif report.reason:
        yield view.say("result"), Prose(reason_words(report.reason, view.lang, tiles=report.tiles), BAD)
    else:
        distance = distance_words(report.shanten, view)
        yield view.say("result"), Prose(view.say("not-tenpai", distance=distance), BAD)


def _wait_table(waits: list[ValuedWait], report: WaitReport, view: View) -> RenderableType:
    made = table(
        (view.say("tile"), "left"),
        (view.say("left"), "right"),
        (view.say("on-draw"), "right"),
        (view.say("on-discard"), "right"),
    )
    for tiles, left, values in (
        _any_tile_rows(waits, report, view) if report.any_tile else _tile_rows(waits, report, view)
    ):
        made.add_row(tiles, str(left), *values, style="" if left else QUIET)
    return made


_WaitRow = tuple[RenderableType, int, tuple[str, str]]


def _tile_rows(waits: list[ValuedWait], report: WaitReport, view: View) -> Iterator[_WaitRow]:
    """A row for each tile, those that are wild marked."""
    for wait in waits:
        tile = view.tile(wait.tile)
        name = view.say("wild-tile", tile=tile) if wait.tile in report.wilds.kinds else tile
        yield name, wait.left, _values(wait, view)


def _any_tile_rows(waits: list[ValuedWait], report: WaitReport, view: View) -> Iterator[_WaitRow]:
    """Where every tile wins: a row for each worth, the one of the most kinds last and without their names.

    None of them may be left, where all tiles but wild ones lie open.
    """
    worths: dict[tuple[str, str], list[ValuedWait]] = {}
    for wait in waits:
        if wait.tile not in report.wilds.kinds:
            worths.setdefault(_values(wait, view), []).append(wait)
    most = max(worths.values(), key=len, default=[])
    for values, alike in sorted(worths.items(), key=lambda one: one[1] is most):
        rest = view.say("any-other" if len(worths) > 1 else "any-tile")
        tiles = rest if alike is most else Prose(view.by_suit(wait.tile for wait in alike))
        yield tiles, sum(wait.left for wait in alike), values
    yield from _tile_rows([wait for wait in waits if wait.tile in report.wilds.kinds], report, view)


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
    hidden = len(report.waits) + len(report.wild) - len(shown)
    if hidden:
        yield view.count("dead-hidden", hidden)
