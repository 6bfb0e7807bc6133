"""How what is paid for a hand is divided among the other seats, in whole units."""

from __future__ import annotations

from mjcli.ruleset import Rounding
from mjcli.scoring import Score
from mjcli.settlement.liability import Liable
from mjcli.tiles import Seat
from mjcli.value import Value

_TWO = 2


class Shares(Value):
    """Who pays what of an amount: the seats `whole` all of it each, the seats `half` a half of it each.

    `bearers`, if any, pay in their place what all of these owe, in equal parts.
    A part that is no whole unit is rounded `up` or `down`; None where nothing is divided.

    >>> north, west, south = Seat.of("N"), Seat.of("W"), Seat.of("S")
    >>> list(Shares((north,), (west, south), rounding="up").of(5).values())
    [5, 3, 3]
    >>> list(Shares((north,), (west, south), (north, west), rounding="up").of(5).values())
    [6, 6]
    """

    whole: tuple[Seat, ...]
    half: tuple[Seat, ...] = ()
    bearers: tuple[Seat, ...] = ()
    rounding: Rounding | None = None

    def of(self, amount: int) -> dict[Seat, int]:
        """What each seat that pays owes of an amount."""
        owed = dict.fromkeys(self.whole, amount) | dict.fromkeys(self.half, self._part(amount, _TWO))
        if not self.bearers:
            return owed
        return dict.fromkeys(self.bearers, self._part(sum(owed.values()), len(self.bearers)))

    def _part(self, amount: int, parts: int) -> int:
        return -(-amount // parts) if self.rounding == "up" else amount // parts


def shares_of(score: Score, liable: Liable | None) -> Shares | None:
    """How a win is paid; None where that depends on who fed the tile, and it is not known."""
    way, feeder = _way(score), score.context.feeder
    if feeder is None and score.context.by != "draw" and (way != "everyone" or liable is not None):
        return None
    others = tuple(seat for seat in score.rules.table.seats if seat != score.context.seat)
    payment = score.rules.payment
    whole = others if way == "everyone" else tuple(seat for seat in others if seat == feeder)
    return Shares(
        whole,
        tuple(seat for seat in others if seat != feeder) if way == "halves" else (),
        liable.payers if liable is not None else (),
        payment.rounding if payment else None,
    )


def _way(score: Score) -> str:
    """Who pays: everyone, or as the rule set has it for a discard, and for a robbed kong that counts as one."""
    payment = score.rules.payment
    as_discard = payment is not None and payment.robbed == "discard"
    is_fed = score.context.by == "discard" or (score.context.by == "rob" and as_discard)
    return score.rules.table.discard_payer if is_fed else "everyone"
