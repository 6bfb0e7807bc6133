"""Who pays whom, and who is liable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from mjcli.report.base_screen import BAD, GOOD, STRONG, Prose, View, table
from mjcli.scoring import Score
from mjcli.settlement import Liable, Line, Settlement
from mjcli.settlement.settle import Payments
from mjcli.texts.labels import ROLES
from mjcli.texts.terms import CAUSES
from mjcli.tiles import Seat


def payment_table(score: Score, settlement: Settlement, view: View) -> RenderableType | None:
    """What each seat receives (+) and pays (-), cause by cause if there are several; None if it is not known."""
    if settlement.payments is None:
        return None
    roles = _roles(score, settlement.liability)
    headings = (
        f"{view.seat(seat)}\n{view.pick(ROLES[roles[seat]]) if seat in roles else ''}" for seat in _seats(score)
    )
    made = table(("", "left"), *((heading, "right") for heading in headings))
    if len(settlement.lines) > 1:
        for line in settlement.lines:
            made.add_row(_cause(line, view), *map(_amount, line.payments))
    made.add_row(view.say("payments"), *map(_amount, settlement.payments), style=STRONG)
    if settlement.fees:
        made.add_row(view.say("fees"), *_fees(settlement.fees))
    return made


def _seats(score: Score) -> tuple[Seat, ...]:
    return score.rules.table.seats


def _cause(line: Line, view: View) -> str:
    """What a line is for: the kong itself, or how many flowers or codes."""
    if line.meld is not None:
        return view.meld(line.meld)
    cause = view.pick(CAUSES[line.cause])
    return view.say("line-count", cause=cause, n=line.count) if line.count else cause


def _headings(score: Score, liable: Liable | None, view: View) -> Iterator[str]:
    """Each seat, and below it what it has to do with the win."""
    roles = _roles(score, liable)
    for seat in _seats(score):
        yield f"{view.seat(seat)}\n{view.pick(ROLES[roles[seat]]) if seat in roles else ''}"


def _roles(score: Score, liable: Liable | None) -> Mapping[Seat, str]:
    """What each seat has to do with the win; of two things the later in this list."""
    parts = {score.context.feeder: score.context.by, liable.seat if liable else None: "liable"}
    return {seat: role for seat, role in parts.items() if seat is not None} | {score.context.seat: "winner"}


def _amount(amount: int) -> Text:
    """An amount with its sign."""
    if not amount:
        return Text("0")
    return Text(f"{amount:+d}", style=GOOD if amount > 0 else BAD)


def _fees(fees: Payments) -> Iterator[Text]:
    """What goes to the house: everybody pays it."""
    for fee in fees:
        yield Text(f"-{fee}")


def liability_rows(score: Score, settlement: Settlement, view: View) -> Iterator[tuple[str, RenderableType]]:
    """Who is liable, for which cause, because of which set; where it is not known who, a note says so."""
    liable = settlement.liability
    if liable is None or liable.seat is None:
        return
    facts = {"seat": view.seat(liable.seat), "cause": view.pick(liable.rule.name)}
    if liable.meld is None:
        said = view.say("liable", **facts)
    else:
        said = view.say("liable-by", **facts, meld=view.meld_from(liable.meld, score.context.seat, len(_seats(score))))
    yield view.say("liability"), Prose(said)
