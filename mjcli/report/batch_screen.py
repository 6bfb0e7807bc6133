"""A file of hands as a table: a row for each outcome, written as it comes.

The columns are fixed from the first line on, so that nothing has to be kept.
The last one is free: what does not fit goes on below, under the column.  A
number that is wider than its column takes the room from the hand before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from mjcli.analysis import DiscardReport, ValuedWait, WaitReport
from mjcli.answer import Answer, Outcome, Scored
from mjcli.errors import Problem
from mjcli.hand import Hand
from mjcli.report.base_screen import BAD, QUIET, View, distance_words, filled, pieces, score_reason, shortened
from mjcli.report.console import printable
from mjcli.report.problems import problem_lines
from mjcli.report.words import reason_words, summary_words
from mjcli.scoring import Score
from mjcli.settlement import Settlement
from mjcli.texts.terms import SHOWN
from mjcli.tiles import SEATS
from mjcli.value import Value

_NUMBER_WIDTH, _WIDEST_NUMBER = 4, 16
# The part of the free room that the hand takes, and the room it needs in any case and at most.
_HAND_SHARE, _HAND_LEAST, _HAND_MOST = 0.66, 12, 40
_HAND_TAIL = 6
_LAST_LEAST = 8


class _Column(Value):
    """A column of fixed width between the hand and the last one."""

    label: str
    width: int
    justify: Literal["left", "right"] = "right"


class _Row(Value):
    """What is said of a hand.

    `cells` are for the fixed columns; without them the free text, in pieces that
    stay whole, has their room too.
    """

    hand: str
    cells: tuple[str, ...]
    text: Sequence[str]
    style: str = ""


_FAN = "fan"


class BatchTable:
    """The table of one command (`score`, `wait` or `discard`) on a console; of a long one the first `most` rows.

    `unit` is what the rule set counts in: `fan` or `multiple`.
    """

    def __init__(
        self, console: Console, view: View, command: str, *, most: int | None = None, unit: str = _FAN
    ) -> None:
        self._console, self._view, self._command, self._most = console, view, command, most
        self._codes: Counter[int] = Counter()
        self._rule, self._mark = ("-", "..") if console.options.ascii_only else ("─", "…")
        self._columns, self._last = _LAYOUTS[command]
        labels = (column.label for column in self._columns)
        self._labels = tuple(view.say(f"{unit}.row" if label == f"{_FAN}.row" else label) for label in labels)
        self._widths = tuple(
            max(column.width, cell_len(label)) for column, label in zip(self._columns, self._labels, strict=True)
        )
        self._count, self._width = 0, console.width
        fixed = sum(width + 1 for width in self._widths) + _NUMBER_WIDTH + 2
        room = max(self._width - fixed, _HAND_LEAST + _LAST_LEAST)
        self._hand_width = max(_HAND_LEAST, min(int(room * _HAND_SHARE), _HAND_MOST))

    def row(self, outcome: Outcome) -> None:
        """Writes the row of an outcome, under the head of the table if it is the first, while rows are shown."""
        self._codes[outcome.exit_code] += 1
        if self._count == self._most:
            return
        if not self._count:
            self._head()
        self._count += 1
        number = outcome.name or str(outcome.line or self._count)
        row = _error_row(outcome, self._view) if outcome.answer is None else _answer_row(outcome.answer, self._view)
        self._write(printable(number), row)

    def count(self, code: int, hands: int) -> None:
        """Counts hands, by the exit code that is theirs, which are not shown; no row is shown after them."""
        self._codes[code] += hands
        self._most = self._count

    def close(self) -> None:
        """Ends the table, with a summary where not all is shown."""
        if self._count:
            self._put(self._rule * self._width, QUIET)
        if self._count < self._codes.total():
            shown = self._view.pick(SHOWN).format(rows=self._count)
            self._put(summary_words(self._command, self._codes, self._view.lang) + shown, "")

    def _head(self) -> None:
        self._write(
            self._view.say("number"), _Row(self._view.say("hand"), self._labels, [self._view.say(self._last)], QUIET)
        )
        self._put(self._rule * self._width, QUIET)

    def _write(self, number: str, row: _Row) -> None:
        """The row's line, and more lines for what the last column has no room for."""
        number = shortened(number, _WIDEST_NUMBER, mark=self._mark)
        cells = self._cells(row.cells)
        taken = sum(map(cell_len, cells)) - (sum(self._widths) if cells else 0)
        taken += max(0, cell_len(number) - _NUMBER_WIDTH)
        room = max(1, self._hand_width - taken)
        hand = _padded(shortened(row.hand, room, _HAND_TAIL, self._mark), room)
        start = " ".join((_padded(number, _NUMBER_WIDTH), hand, *cells, ""))
        first, *more = filled(row.text, max(_LAST_LEAST, self._width - cell_len(start)))
        self._put((start + first).rstrip(), row.style)
        for line in more:
            self._put(" " * cell_len(start) + line, row.style)

    def _cells(self, cells: Sequence[str]) -> list[str]:
        columns = zip(cells, self._columns, self._widths, strict=True) if cells else ()
        return [_padded(cell, width, column.justify) for cell, column, width in columns]

    def _put(self, line: str, style: str) -> None:
        """One line; styled by rich where there are colours, else written straight, which is much quicker."""
        if style and self._console.color_system:
            self._console.print(Text(line, style=style), soft_wrap=True)
        else:
            self._console.file.write(line + "\n")


def _padded(text: str, width: int, justify: str = "left") -> str:
    blanks = " " * (width - cell_len(text))
    return text + blanks if justify == "left" else blanks + text


def _spaced(parts: Iterable[str]) -> list[str]:
    """Parts that stay whole, a blank after each."""
    return [f"{part} " for part in parts]


def _error_row(outcome: Outcome, view: View) -> _Row:
    """The first problem, and how many there are."""
    first: Problem = outcome.problems[0]
    more = view.say("more", n=len(outcome.problems)) if len(outcome.problems) > 1 else ""
    return _Row(printable(outcome.text), (), pieces(problem_lines(first, view.lang)[0] + more), BAD)


def _answer_row(answer: Answer, view: View) -> _Row:
    if isinstance(answer, Scored):
        return _score_row(answer.score, answer.settlement, view)
    return _wait_row(answer, view) if isinstance(answer, WaitReport) else _discard_row(answer, view)


def _message_row(hand: Hand, message: str, view: View) -> _Row:
    return _Row(view.hand(hand), (), pieces(message), QUIET)


def _score_row(score: Score, settlement: Settlement | None, view: View) -> _Row:
    if score.tally is None:
        return _message_row(score.hand, _no_win(score, view), view)
    amounts = settlement.payments if settlement else None
    paid = map(str, amounts) if amounts else ("-" for _ in score.rules.table.seats)
    absent = ("" for _ in SEATS[len(score.rules.table.seats) :])
    points = str(score.points) if score.is_win else "-"
    return _Row(
        view.hand(score.hand), (str(score.fan), points, *paid, *absent), _spaced(_result(score, settlement, view))
    )


def _no_win(score: Score, view: View) -> str:
    said = score_reason(score, view)
    return said if score.is_dead else view.join((said, distance_words(score.shanten, view)))


def _result(score: Score, settlement: Settlement | None, view: View) -> Iterator[str]:
    """The names of the fans, who is liable, and why a complete hand may not win."""
    for found in score.tally.counted if score.tally else ():
        yield view.pick(found.rule.name)
    for seat in settlement.liability.payers if settlement and settlement.liability else ():
        yield view.say("liable.row", seat=view.seat(seat))
    if score.reason:
        yield score_reason(score, view)


def _wait_row(report: WaitReport, view: View) -> _Row:
    left = [wait for wait in (*report.waits, *report.wild) if wait.left]
    if not left:
        return _message_row(report.hand, _no_wait(report, view), view)
    listed = [view.say("any-tile")] if report.any_tile else _spaced(_wait(wait, view) for wait in left)
    return _Row(view.hand(report.hand), (str(sum(wait.left for wait in left)),), listed)


def _wait(wait: ValuedWait, view: View) -> str:
    said = view.say("tile-left", tile=view.tile(wait.tile), left=wait.left)
    can_win = any(score is None or score.is_win for score in (wait.draw, wait.discard))
    return said if can_win else view.say("tile-no-win", tile=said)


def _no_wait(report: WaitReport, view: View) -> str:
    if report.is_tenpai:
        return view.say("all-dead", tiles=view.write(wait.tile for wait in (*report.waits, *report.wild)))
    if report.reason:
        return reason_words(report.reason, view.lang, tiles=report.tiles)
    return view.say("not-tenpai", distance=distance_words(report.shanten, view))


def _discard_row(report: DiscardReport, view: View) -> _Row:
    """The best discard."""
    if not report.choices:
        said = reason_words(report.reason, view.lang, tiles=report.tiles) if report.reason else view.say("never")
        return _message_row(report.hand, said, view)
    best = report.choices[0]
    there = [tile for tile, left in best.accepted if left]
    cells = (view.tile(best.tile), str(len(there)), str(best.copies))
    return _Row(view.hand(report.hand), cells, _spaced((distance_words(best.shanten, view), view.by_suit(there))))


_PAYMENTS = tuple(_Column(f"seat.{seat.letter}", 4) for seat in SEATS)
# The columns of each command, and the heading of the last one.
_LAYOUTS: dict[str, tuple[tuple[_Column, ...], str]] = {
    "score": ((_Column(f"{_FAN}.row", 2), _Column("points.row", 3), *_PAYMENTS), "result.row"),
    "wait": ((_Column("left", 2),), "waits.row"),
    "discard": ((_Column("throw", 4, "left"), _Column("kinds", 2), _Column("copies", 2)), "accepts"),
}
