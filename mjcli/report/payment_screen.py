"""Who pays whom, and who is liable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from mjcli.report.base_screen import BAD, GOOD, STRONG, Prose, View, table
from mjcli.scoring import Score
from mjcli.settlement import DealSettlement, Line, Settlement
from mjcli.settlement.settle import Payments
from mjcli.texts.labels import ROLES
from mjcli.texts.terms import CAUSES
from mjcli.tiles import Seat


def payment_table(score: Score, settlement: Settlement, view: View) -> RenderableType | None:
    """What each seat receives (+) and pays (-) for one win; None if it is not known."""
    if settlement.payments is None:
        return None
    several = len(settlement.lines) > 1
    lines = [(_cause(line, view), line) for line in settlement.lines] if several else []
    roles = _roles([(score, settlement)])
    return amounts_table(lines, settlement.payments, settlement.fees, _seats(score), roles, view)


def amounts_table(  # noqa: PLR0913, PLR0917 - the parts of one table
    lines: Sequence[tuple[str, Line]],
    total: Payments,
    fees: Payments | None,
    seats: Sequence[Seat],
    roles: Mapping[Seat, str],
    view: View,
) -> RenderableType:
    """A row for each line under its name, the sum, and what goes to the house."""
    headings = (f"{view.seat(seat)}\n{view.pick(ROLES[roles[seat]]) if seat in roles else ''}" for seat in seats)
    made = table(("", "left"), *((heading, "right") for heading in headings))
    for name, line in lines:
        made.add_row(name, *map(_amount, line.payments))
    made.add_row(view.say("payments"), *map(_amount, total), style=STRONG)
    if fees:
        made.add_row(view.say("fees"), *_fees(fees))
    return made


def deal_table(deal: DealSettlement, view: View) -> RenderableType | None:
    """What each seat receives and pays in a whole deal, a row for each cause and whom it is about."""
    if deal.payments is None:
        return None
    lines = [(f"{view.seat(line.seat)} {_cause(line, view)}", line) for line in deal.lines]
    return amounts_table(lines, deal.payments, deal.fees, deal.rules.table.seats, _roles(settled(deal)), view)


def settled(deal: DealSettlement) -> Iterator[tuple[Score, Settlement]]:
    """The hands that are paid, each with its settlement."""
    return ((one.score, one.settlement) for one in deal.winners if one.settlement is not None)


def _seats(score: Score) -> tuple[Seat, ...]:
    return score.rules.table.seats


def _cause(line: Line, view: View) -> str:
    """What a line is for: the kong itself, or how many flowers or codes."""
    if line.meld is not None:
        return view.meld(line.meld)
    cause = view.pick(CAUSES[line.cause])
    return view.say("line-count", cause=cause, n=line.count) if line.count else cause


def _roles(wins: Iterable[tuple[Score, Settlement]]) -> Mapping[Seat, str]:
    """What each seat has to do with the wins; of two things the later in this list."""
    hands = tuple(wins)
    parts: dict[Seat | None, str] = {score.context.feeder: score.context.by for score, _ in hands}
    parts |= {found.liability.seat: "liable" for _, found in hands if found.liability}
    parts |= {score.context.seat: "winner" for score, _ in hands}
    return {seat: role for seat, role in parts.items() if seat is not None}


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
    key = "liable"
    if liable.beside is not None:
        key, facts["beside"] = "liable-half", view.seat(liable.beside)
    if liable.meld is not None:
        facts["meld"] = view.meld_from(liable.meld, score.context.seat, len(_seats(score)))
        key = f"{key}-by"
    yield view.say("liability"), Prose(view.say(key, **facts))
