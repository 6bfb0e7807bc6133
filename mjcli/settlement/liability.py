"""Who pays everybody's share of a win 包, and because of which set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile

from mjcli.hand import Meld
from mjcli.ruleset import Liability
from mjcli.scoring import Note, Score
from mjcli.tiles import Seat
from mjcli.value import Value

MeldsBySeat = Mapping[Seat, tuple[Meld, ...]]


class Cause(Value):
    """What made a seat liable: when (the index of the meld), by which meld, and the seat, None if unknown.

    `beside` is another seat that pays half of it all, if any.
    """

    when: int
    meld: Meld | None
    seat: Seat | None
    beside: Seat | None = None


class Liable(Value):
    """The liability that stands; a `seat` of None means that the feeder is not known.

    `meld` is the winner's own that made it, None if no meld of the winner's did.
    `beside` is the seat that dealt in where another is liable: each pays half.
    """

    rule: Liability
    meld: Meld | None
    seat: Seat | None
    beside: Seat | None = None

    @property
    def payers(self) -> tuple[Seat, ...]:
        """The seats that pay for all, in equal parts."""
        return tuple(seat for seat in (self.beside, self.seat) if seat is not None)


def find_liability(score: Score, table: MeldsBySeat) -> tuple[Liable | None, tuple[Note, ...]]:
    """The liability of a win, and notes on those that do not bind; `table` has the melds of other seats.

    Of several causes the one of the lowest precedence stands, then the earliest,
    then the first in the rule set.  A seat already liable to another player is
    passed over where the rule set lets it be (包先不包后).
    """
    standing: list[tuple[int, int, Liable]] = []
    notes = list(_idle_fields(score))
    for rule in score.rules.liabilities:
        cause = _TRIGGERS[rule.trigger](rule, score, table)
        if cause is None:
            continue
        if rule.exemptible and cause.seat in score.context.exempt:
            notes.append(Note("exempt", {"seat": cause.seat, "cause": rule}))
            continue
        standing.append((rule.precedence, cause.when, Liable(rule, cause.meld, cause.seat, cause.beside)))
    if not standing:
        return None, tuple(notes)
    liable = min(standing, key=lambda one: one[:2])[2]
    if liable.seat is None and score.context.by == "draw":
        notes.append(Note("liable-unknown", {"cause": liable.rule, "meld": liable.meld}))
    return liable, tuple(notes)


def _idle_fields(score: Score) -> Iterator[Note]:
    """A note for each field about liability that can change nothing."""
    if score.context.exempt and not any(rule.exemptible for rule in score.rules.liabilities):
        yield Note("exempt-without-value", {"rules": score.rules.id})
    if score.context.bound is not None and score.context.by != "discard":
        yield Note("bound-without-value", {"seat": score.context.bound})


def _robbed(_rule: Liability, score: Score, _table: MeldsBySeat) -> Cause | None:
    """抢杠: the seat whose kong was robbed."""
    return Cause(0, None, score.context.feeder) if score.context.by == "rob" else None


def _replacement(rule: Liability, score: Score, _table: MeldsBySeat) -> Cause | None:
    """杠开: the seat whose discard was konged, if the winning tile replaced that kong."""
    melds = score.hand.melds
    kong = score.context.kong_of(score.hand) if score.context.by == "draw" else None
    if kong is not None and not kong.is_exposed_kong and not rule.ended_by_kong:
        # The kongs made one after another up to the win: the one that was claimed began them.
        run = takewhile(lambda meld: meld.kind == "kong", reversed(melds))
        kong = next((meld for meld in run if meld.is_exposed_kong), None)
    if kong is None or not kong.is_exposed_kong:
        return None
    return Cause(melds.index(kong), kong, _feeder(kong, score))


def _claims(rule: Liability, score: Score, _table: MeldsBySeat) -> Cause | None:
    """十二张落地, 大三元, 大四喜, 大哥包: the seat that fed the set which makes the number."""
    found = _last_counted(rule, score) if score.context.by == "draw" else None
    if found is None or not found[1].is_claimed:
        return None
    at, meld = found
    return Cause(at, meld, _feeder(meld, score))


def _dealt_in(rule: Liability, score: Score, _table: MeldsBySeat) -> Cause | None:
    """吃碰满三次 from anyone: the seat that discards to so many sets."""
    found = _last_counted(rule, score) if score.context.by == "discard" else None
    return Cause(*found, score.context.feeder) if found else None


def _last_counted(rule: Liability, score: Score) -> tuple[int, Meld] | None:
    """The set that makes the number, with its place, if the hand is one that the cause is about."""
    if rule.called and not score.context.has("called"):
        return None
    counts = {found.rule.id for found in score.tally.counted} if score.tally else set()
    if rule.patterns and counts.isdisjoint(rule.patterns):
        return None
    counted = [
        (at, meld)
        for at, meld in enumerate(score.hand.melds)
        if (meld.is_claimed or rule.concealed_kongs) and (not rule.kinds or meld.tile in rule.kinds)
    ]
    return counted[rule.count - 1] if len(counted) >= rule.count else None


def _bound(rule: Liability, score: Score, table: MeldsBySeat) -> Cause | None:
    """承包: a seat bound to the winner, if it discards, or if a third seat does and the rule set has them share.

    Of several bound seats the one that discards is liable, else the first known.
    """
    feeder = score.context.feeder
    if score.context.by != "discard":
        return None
    bound = list(_bound_seats(rule, score, table))
    own = next((cause for cause in bound if cause.seat == feeder), None)
    if own is not None or not rule.shared or not bound:
        return own
    return bound[0].replace(beside=feeder) if feeder is not None else bound[0].replace(seat=None)


def _bound_seats(rule: Liability, score: Score, table: MeldsBySeat) -> Iterator[Cause]:
    """The seats bound to the winner: by the winner's melds, by what is stated, by their own melds in turn order."""
    winner, seats = score.context.seat, score.rules.table.seats
    melds = score.hand.melds
    fed: Counter[Seat | None] = Counter()
    for at, meld in enumerate(melds):
        feeder = _feeder(meld, score)
        fed[feeder] += 1
        if feeder is not None and fed[feeder] == rule.count:
            yield Cause(at, meld, feeder)
    if score.context.bound is not None:
        yield Cause(len(melds), None, score.context.bound)
    for steps in range(1, len(seats)):
        other = winner.after(steps, len(seats))
        claims = sum(meld.feeder(other, len(seats)) == winner for meld in table.get(other, ()))
        if claims >= rule.count:
            yield Cause(len(melds), None, other)


def _feeder(meld: Meld, score: Score) -> Seat | None:
    return meld.feeder(score.context.seat, len(score.rules.table.seats))


_TRIGGERS: dict[str, Callable[[Liability, Score, MeldsBySeat], Cause | None]] = {
    "robbed": _robbed,
    "replacement": _replacement,
    "claims": _claims,
    "dealt-in": _dealt_in,
    "bound": _bound,
}
