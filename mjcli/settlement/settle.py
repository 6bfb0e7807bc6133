"""Turns a score into payments, a line for each cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mjcli.hand import Meld, Stakes
from mjcli.ruleset import RuleSet, SidePayment
from mjcli.scoring import Note, Score
from mjcli.settlement.liability import Liable, MeldsBySeat, find_liability
from mjcli.settlement.shares import Shares, shares_of
from mjcli.tiles import Seat
from mjcli.value import FrozenMap, Value

Payments = tuple[int, ...]
_NO_MELDS: MeldsBySeat = FrozenMap()


class Line(Value):
    """The payments of one cause, by seat in playing order; they sum to zero.

    `seat` is whom they are about: the winner, the owner of a kong, the bettor.
    `meld` is the kong of a line of the cause `kong`; `count` the codes that hit
    or the flowers.
    """

    cause: str
    payments: Payments
    seat: Seat
    meld: Meld | None = None
    count: int = 0


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


def settle(score: Score, *, unit: int = 1, fee: int = 0, table: MeldsBySeat = _NO_MELDS) -> Settlement | None:
    """The settlement of a win; None for a hand that is no win.

    With `unit` N and `fee` A a payer loses points x N and the winner gets that
    from each of P payers; the house takes A from every player (002, 六).  `table`
    has the melds of other seats, as far as they are known: they can make one
    liable.  Of kongs and flowers only the winner's own are settled.

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
    liable, notes = find_liability(score, table)
    shares = shares_of(score, liable)
    if shares is None:
        return Settlement(None, (), liable, fees, (*notes, Note("feeder-unknown")))
    winner = score.context.seat
    lines = [line_of("hand", winner, _owed(score, shares, unit), seats)]
    lines += _code_lines(score, shares, unit)
    paid, unpaid = kong_lines(score.hand.melds, winner, score.rules, stakes_of(score), unit)
    lines += paid
    lines += _flower_lines(score, shares, unit)
    return Settlement(total_of(lines, seats), tuple(lines), liable, fees, (*notes, *unpaid))


def total_of(lines: Iterable[Line], seats: tuple[Seat, ...]) -> Payments:
    """The sum of lines."""
    columns = zip((0,) * len(seats), *(line.payments for line in lines), strict=True)
    return tuple(sum(column) for column in columns)


def stakes_of(score: Score) -> Stakes | None:
    """The stakes played for: those stated, or the rule set's own."""
    return score.context.stakes or score.rules.stakes


def _owed(score: Score, shares: Shares, unit: int) -> dict[Seat, int]:
    """What each seat pays for the hand: its share of the points, and what every other seat pays beside them."""
    owed = _scaled(shares, score.points or 0, unit)
    base = score.rules.payment.base if score.rules.payment else 0
    if not base:
        return owed
    others = (seat for seat in score.rules.table.seats if seat != score.context.seat)
    return {seat: owed.get(seat, 0) + base * unit for seat in others}


def _scaled(shares: Shares, amount: int, unit: int) -> dict[Seat, int]:
    """What each seat pays of an amount, which is divided before the unit multiplies it."""
    return {seat: due * unit for seat, due in shares.of(amount).items()}


def line_of(
    cause: str, seat: Seat, owed: Mapping[Seat, int], seats: tuple[Seat, ...], meld: Meld | None = None
) -> Line:
    """The line in which others pay `seat` what they owe."""
    payments = [0] * len(seats)
    for payer, amount in owed.items():
        payments[payer] -= amount
        payments[seat] += amount
    return Line(cause, tuple(payments), seat, meld)


def _code_lines(score: Score, shares: Shares, unit: int) -> Iterator[Line]:
    """The codes that hit: each adds the hand's points, or a flat amount, to what is paid for the hand."""
    codes = score.rules.codes
    if codes is None or not score.context.horses:
        return
    winner = score.context.seat
    hits = sum(codes.map.seat_of(tile) == winner for tile in score.context.horses)
    owed = _scaled(shares, (codes.flat or score.points or 0) * hits, unit)
    yield line_of("codes", winner, owed, score.rules.table.seats).replace(count=hits)


def _flower_lines(score: Score, shares: Shares, unit: int) -> Iterator[Line]:
    """The winner's flowers, as far as the rule set pays them."""
    count = score.hand.flower_count
    for rule in score.rules.side_payments:
        if rule.id == "flower" and rule.amount and count:
            owed = _scaled(shares, _amount(rule, stakes_of(score)) * count, unit)
            yield line_of("flowers", score.context.seat, owed, score.rules.table.seats).replace(count=count)


def kong_lines(
    melds: Iterable[Meld], owner: Seat, rules: RuleSet, stakes: Stakes | None, unit: int
) -> tuple[list[Line], list[Note]]:
    """A line for each of a seat's kongs that the rule set pays; a note where nobody is known to owe it.

    A kong is paid by every other seat for itself, whoever pays for the hand, or
    by the seat that fed it.
    """
    lines, notes = [], []
    for meld in melds:
        for rule in rules.side_payments:
            if rule.id != _kong_kind(meld) or not rule.amount:
                continue
            payers = _kong_payers(rule, meld, owner, rules)
            if payers:
                owed = dict.fromkeys(payers, _amount(rule, stakes) * unit)
                lines.append(line_of("kong", owner, owed, rules.table.seats, meld))
            else:
                notes.append(Note("kong-unpaid", {"meld": meld}))
    return lines, notes


def _kong_kind(meld: Meld) -> str:
    """The id of the side payment that a kong has, empty for another meld."""
    kinds = {
        "concealed-kong": meld.is_concealed_kong,
        "exposed-kong": meld.is_exposed_kong,
        "added-kong": meld.is_added_kong,
    }
    return next((name for name, holds in kinds.items() if holds), "")


def _kong_payers(rule: SidePayment, meld: Meld, owner: Seat, rules: RuleSet) -> list[Seat]:
    """Who pays a kong; nobody if its feeder is to pay and is not known."""
    if rule.payer == "feeder":
        feeder = meld.feeder(owner, len(rules.table.seats))
        return [] if feeder is None else [feeder]
    return [seat for seat in rules.table.seats if seat != owner]


def _amount(rule: SidePayment, stakes: Stakes | None) -> int:
    """What one kong or flower is paid by one payer, in units."""
    if stakes is None or not rule.stake:
        return rule.amount
    return rule.amount * (stakes.kong if rule.stake == "kong" else stakes.flower)
