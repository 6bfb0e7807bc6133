"""Who pays whom, and who is liable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from mjcli.report.base_screen import BAD, GOOD, STRONG, Prose, View, table
from mjcli.scoring import Score
from mjcli.settlement import Liable, Settlement
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
            made.add_row(view.pick(CAUSES[line.cause]), *map(_amount, line.payments))
    made.add_row(view.say("payments"), *map(_amount, settlement.payments), style=STRONG)
    if settlement.fees:
        made.add_row(view.say("fees"), *_fees(settlement.fees))
    return made


def _seats(score: Score) -> tuple[Seat, ...]:
    return score.rules.table.seats


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
    """Who is liable, for which cause, because of which set."""
    liable = settlement.liability
    if liable is None:
        return
    facts = {"cause": view.pick(liable.rule.name)}
    if liable.seat is not None:
        facts["seat"] = view.seat(liable.seat)
    if liable.meld is not None:
        facts["meld"] = view.meld_from(liable.meld, score.context.seat, len(_seats(score)))
    key = ("liable-by" if liable.meld else "liable") + ("" if liable.seat is not None else ".unknown")
    yield view.say("liability"), Prose(view.say(key, **facts))
