"""Turns a score into payments."""

from __future__ import annotations

from mjcli.scoring import Note, Score
from mjcli.settlement.liability import Liable, find_liability
from mjcli.tiles import Seat
from mjcli.value import Value

Payments = tuple[int, ...]


class Line(Value):
    """The payments of one cause, by seat in playing order; they sum to zero."""

    cause: str
    payments: Payments


class Settlement(Value):
    """Who pays whom.

    `payments` are by seat in playing order, positive for who receives, in units
    and before any house fee; they sum to zero and are the sum of `lines`.  They
    are None where it is not known who discarded.  `fees` is what the house
    takes from each seat, None without a fee.
    """

    payments: Payments | None
    lines: tuple[Line, ...]
    liability: Liable | None
    fees: Payments | None = None
    notes: tuple[Note, ...] = ()


def settle(score: Score, *, unit: int = 1, fee: int = 0) -> Settlement | None:
    """The settlement of a win; None for a hand that is no win.

    With `unit` N and `fee` A a payer loses points x N and the winner gets that
    from each of P payers; the house takes A from every player (002, 六).

    :raises ValueError: `unit` is less than 1 or `fee` less than 0.

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> from mjcli.scoring import score_hand
    >>> found = score_hand(parse_hand("123m456m789m111z2z+2z"), load_rules("jipinghu"))
    >>> settle(found, unit=600, fee=250).payments
    (14400, -4800, -4800, -4800)
    """
    if unit < 1 or fee < 0:
        raise ValueError("unit must be at least 1 and fee at least 0")
    if not score.is_win or score.points is None:
        return None
    seats = score.rules.table.seats
    fees = (fee,) * len(seats) if fee else None
    liable, notes = find_liability(score)
    if _is_payer_unknown(score, liable):
        return Settlement(None, (), liable, fees, (*notes, Note("feeder-unknown")))
    payer = liable.seat if liable else None
    shares = _shares(score)
    payments = [0] * len(seats)
    for seat, share in shares.items():
        amount = share * score.points * unit
        payments[seat if payer is None else payer] -= amount
        payments[score.context.seat] += amount
    line = Line("hand", tuple(payments))
    return Settlement(line.payments, (line,), liable, fees, notes)


def _is_payer_unknown(score: Score, liable: Liable | None) -> bool:
    """Whether one seat pays alone and it is not known which; a self-draw then falls back on all."""
    if score.context.feeder is not None or score.context.by == "draw":
        return False
    return score.context.by == "discard" or liable is not None


def _shares(score: Score) -> dict[Seat, int]:
    """How many times the points each seat owes before any liability: on a discard one payer, else every other seat."""
    context = score.context
    if context.by == "discard" and context.feeder is not None:
        return {context.feeder: 1}
    return {seat: 1 for seat in score.rules.table.seats if seat != context.seat}
