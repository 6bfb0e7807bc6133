"""Who pays everybody's share of a self-draw 包, and because of which set."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from mjcli.hand import Meld
from mjcli.ruleset import Liability
from mjcli.scoring import Note, Score
from mjcli.tiles import Seat
from mjcli.value import Value


class Cause(Value):
    """What made a seat liable: when (the index of the meld), by which meld, and the seat, None if unknown."""

    when: int
    meld: Meld | None
    seat: Seat | None


class Liable(Value):
    """The liability that stands; a `seat` of None means that the feeder is not known."""

    rule: Liability
    meld: Meld | None
    seat: Seat | None


def find_liability(score: Score) -> tuple[Liable | None, tuple[Note, ...]]:
    """The liability of a win, and notes on those that do not bind.

    Of several causes the one of the lowest precedence stands, then the earliest,
    then the first in the rule set.  A seat already liable to another player is
    passed over where the rule set lets it be (包先不包后).
    """
    standing: list[tuple[int, int, Liable]] = []
    notes = []
    if score.context.exempt and not any(rule.exemptible for rule in score.rules.liabilities):
        notes.append(Note("exempt-without-value", {"rules": score.rules.id}))
    for rule in score.rules.liabilities:
        cause = _TRIGGERS[rule.trigger](rule, score)
        if cause is None:
            continue
        if rule.exemptible and cause.seat in score.context.exempt:
            notes.append(Note("exempt", {"seat": cause.seat, "cause": rule}))
            continue
        standing.append((rule.precedence, cause.when, Liable(rule, cause.meld, cause.seat)))
    if not standing:
        return None, tuple(notes)
    liable = min(standing, key=lambda one: one[:2])[2]
    if liable.seat is None and score.context.by == "draw":
        notes.append(Note("liable-unknown", {"cause": liable.rule, "meld": liable.meld}))
    return liable, tuple(notes)


def _robbed(_rule: Liability, score: Score) -> Cause | None:
    """抢杠: the seat whose kong was robbed."""
    return Cause(0, None, score.context.feeder) if score.context.by == "rob" else None


def _replacement(rule: Liability, score: Score) -> Cause | None:
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


def _claims(rule: Liability, score: Score) -> Cause | None:
    """十二张落地, 大三元, 大四喜, 大哥包: the seat that fed the set which makes the number."""
    if score.context.by != "draw" or (rule.called and not score.context.has("called")):
        return None
    counts = {found.rule.id for found in score.tally.counted} if score.tally else set()
    if rule.patterns and counts.isdisjoint(rule.patterns):
        return None
    counted = [
        (at, meld)
        for at, meld in enumerate(score.hand.melds)
        if (meld.is_claimed or rule.concealed_kongs) and (not rule.kinds or meld.tile in rule.kinds)
    ]
    if len(counted) < rule.count:
        return None
    at, meld = counted[rule.count - 1]
    return Cause(at, meld, _feeder(meld, score)) if meld.is_claimed else None


def _feeder(meld: Meld, score: Score) -> Seat | None:
    return meld.feeder(score.context.seat, len(score.rules.table.seats))


_TRIGGERS: dict[str, Callable[[Liability, Score], Cause | None]] = {
    "robbed": _robbed,
    "replacement": _replacement,
    "claims": _claims,
}
