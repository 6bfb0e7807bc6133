"""Settles a whole deal: several winners on one tile, everybody's kongs, bets, and who deals next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from mjcli.hand import Stakes
from mjcli.hand.context import DEALER
from mjcli.ruleset import RuleSet
from mjcli.scoring import Note, Score
from mjcli.settlement.liability import MeldsBySeat
from mjcli.settlement.settle import Line, Payments, Settlement, kong_lines, line_of, settle, total_of
from mjcli.tiles import Seat, Tile
from mjcli.value import FrozenMap, Value

DealerReason = Literal["dealer-won", "drawn", "passes", "winner", "rotates"]


class DealTable(Value):
    """What else happened in a deal: melds and bets by seat, whether the dealer's first discard was matched by all.

    `melds` are those of seats that called no win, all of them or kongs alone.
    `feeder` is the seat that discarded or was robbed, None after a self-draw or
    a deal that nobody won.
    """

    feeder: Seat | None = None
    melds: MeldsBySeat = FrozenMap()
    bets: Mapping[Seat, Tile] = FrozenMap()
    followed: bool = False
    stakes: Stakes | None = None


class Winner(Value):
    """One of those who called a win: its score, and its settlement, None if it is no win or is not paid.

    `beaten_by` is the seat that is paid instead (截胡).
    """

    score: Score
    settlement: Settlement | None
    beaten_by: Seat | None = None


class DealSettlement(Value):
    """Who pays whom in a whole deal; `payments` are None where it is not known who discarded."""

    rules: RuleSet
    winners: tuple[Winner, ...]
    payments: Payments | None
    lines: tuple[Line, ...]
    dealer: Seat
    dealer_reason: DealerReason
    fees: Payments | None = None
    notes: tuple[Note, ...] = ()


def settle_deal(
    scores: tuple[Score, ...], rules: RuleSet, table: DealTable, *, unit: int = 1, fee: int = 0
) -> DealSettlement:
    """The settlement of a deal with the hands of those who called a win, none for a drawn one.

    Hands that are no win are left out.  Kongs, of the winners and of others,
    are paid if somebody wins, and in a drawn deal only where the rule set says so.
    """
    seats = rules.table.seats
    wins = _in_turn(tuple(score for score in scores if score.is_win), table, len(seats))
    paid = _paid(wins, rules)
    melds = {**{score.context.seat: score.hand.melds for score in scores}, **table.melds}
    winners = [_winner(score, paid, unit, melds) for score in scores]
    settled = [one.settlement for one in winners if one.settlement is not None]
    lines = [line for settlement in settled for line in settlement.lines]
    notes = [note for settlement in settled for note in settlement.notes]
    if paid or rules.table.drawn_kongs:
        settled_seats = [one.score.context.seat for one in winners if one.settlement is not None]
        for seat in (one for one in melds if one not in settled_seats):
            more, unpaid = kong_lines(melds[seat], seat, rules, table.stakes or rules.stakes, unit)
            lines += more
            notes += unpaid
    is_known = all(settlement.payments is not None for settlement in settled)
    if is_known:
        seats_paid = tuple(score.context.seat for score in paid)
        won = list(lines)
        lines += [line for seat in seats_paid for line in _bet_lines(seat, seats_paid, won, rules, table)]
    lines += _follow_lines(rules, table, unit)
    dealer, reason = _next_dealer(paid, rules)
    return DealSettlement(
        rules,
        tuple(winners),
        total_of(lines, seats) if is_known else None,
        tuple(lines) if is_known else (),
        dealer,
        reason,
        (fee,) * len(seats) if fee else None,
        tuple(notes),
    )


def _in_turn(wins: tuple[Score, ...], table: DealTable, seats: int) -> tuple[Score, ...]:
    """The wins in the order in which their turns come after the seat that fed them."""
    start = table.feeder if table.feeder is not None else DEALER
    return tuple(sorted(wins, key=lambda score: (score.context.seat - start) % seats))


def _paid(wins: tuple[Score, ...], rules: RuleSet) -> tuple[Score, ...]:
    """Those of the wins, in turn order, that are paid."""
    first = tuple(score for score in wins if _has(score, rules.winners.first))
    if not first and rules.winners.paid == "all":
        return wins
    rivals = first or wins
    if rules.winners.paid == "largest":
        most = max((score.points or 0 for score in rivals), default=0)
        rivals = tuple(score for score in rivals if score.points == most)
        return rivals if rules.winners.equals == "all" else rivals[:1]
    return rivals[:1]


def _has(score: Score, fans: tuple[str, ...]) -> bool:
    return score.tally is not None and any(found.rule.id in fans for found in score.tally.counted)


def _winner(score: Score, paid: tuple[Score, ...], unit: int, melds: MeldsBySeat) -> Winner:
    if not score.is_win:
        return Winner(score, None)
    if not any(score is one for one in paid):
        return Winner(score, None, paid[0].context.seat)
    return Winner(score, settle(score, unit=unit, table=melds))


def _bet_lines(
    winner: Seat, winners: tuple[Seat, ...], lines: list[Line], rules: RuleSet, table: DealTable
) -> Iterator[Line]:
    """What the bets of all seats bring, by what each seat pays the winner; `winners` are all that are paid."""
    if rules.bets is None:
        return
    seats = rules.table.seats
    paying = total_of((line for line in lines if line.seat == winner), seats)
    owed = {seat: -paying[seat] for seat in seats if seat != winner and paying[seat] < 0}
    exempt = winners if rules.bets.winner_exempt else (winner,)
    for bettor, tile in table.bets.items():
        seat = rules.bets.map.seat_of(tile)
        if seat == winner:
            yield line_of("bet", bettor, {payer: due for payer, due in owed.items() if payer != bettor}, seats)
        elif seat in owed and bettor not in exempt:
            yield line_of("bet", winner, {bettor: owed[seat]}, seats).replace(seat=bettor)


def _follow_lines(rules: RuleSet, table: DealTable, unit: int) -> Iterator[Line]:
    """What the dealer pays those who all matched its first discard."""
    if rules.follow is None or not table.followed:
        return
    others = [seat for seat in rules.table.seats if seat != DEALER]
    owed = dict.fromkeys(others, -rules.follow.each * unit)
    yield line_of("follow", DEALER, owed, rules.table.seats)


def _next_dealer(paid: tuple[Score, ...], rules: RuleSet) -> tuple[Seat, DealerReason]:
    """Who deals next, and why."""
    following = DEALER.after(1, len(rules.table.seats))
    if rules.dealer.next == "rotates":
        return following, "rotates"
    if not paid:
        return DEALER, "drawn"
    if any(score.context.seat == DEALER for score in paid) and rules.dealer.next == "passes":
        return DEALER, "dealer-won"
    if rules.dealer.next == "passes":
        return following, "passes"
    return paid[0].context.seat, "winner"
