"""Fans that add up under the principles of 国标麻将: what may be counted together, and the best choice of it.

- 不重复: a fan does not count beside one that implies it.  That is data: each
  fan of the rule file says what it `excludes`, altogether, in its own sets
  (`excludes_there`), or one time (`excludes_once`).
- 不拆移: sets stay as they are read; nothing is counted across two readings.
- 不得相同: no set counts twice for the same relation of sets.
- 套算一次: a relation may only join sets that no others have joined already, so
  that n sets give n - 1 relations of two at most.  Taken as a graph whose points
  are the sets, the relations that count must make no circle.
- 就高不就低: of all choices that this allows the one that is worth most counts;
  that of several readings the best counts is the scorer's part.

A hand has four sets, so that every choice can be tried: at most eleven
relations hold at once (those of four equal chows), and no more than three of
them make no circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mjcli.fans import Hit
from mjcli.ruleset import AccountOnce, FanRule
from mjcli.scoring.result import Found, Tally, Uncounted, Why

# One place where a relation of sets holds.
Relation = tuple[FanRule, Hit]
# Sets that are joined already, as disjoint parts.
Parts = tuple[frozenset[int], ...]


def account_once(found: Sequence[Found], _policy: AccountOnce) -> Tally:
    """The best total that the principles allow for the fans of a reading.

    Without any, a fan of the tier `fallback` counts; those of the tier `bonus`
    are added at last.
    """
    related = [(one.rule, hit) for one in found if one.rule.tier == "relation" for hit in one.hits]
    others = [one for one in found if one.rule.tier != "relation"]
    tallies = (_tally(others, found, choice, related) for choice in choices(related))
    return max(tallies, key=lambda tally: tally.fan)


def choices(related: Sequence[Relation]) -> Iterator[tuple[Relation, ...]]:
    """Every choice of relations that may count together and to which none can be added."""

    def walk(at: int, parts: Parts, chosen: tuple[Relation, ...]) -> Iterator[tuple[Relation, ...]]:
        if at == len(related):
            if not any(one not in chosen and _joined(one, parts, chosen) for one in related):
                yield chosen
            return
        joined = _joined(related[at], parts, chosen)
        if joined:
            yield from walk(at + 1, joined, (*chosen, related[at]))
        yield from walk(at + 1, parts, chosen)

    yield from walk(0, (), ())


def _joined(one: Relation, parts: Parts, chosen: tuple[Relation, ...]) -> Parts | None:
    """The parts with the sets of one more relation joined; None where a principle forbids it."""
    rule, hit = one
    if any(other is rule and not set(hit).isdisjoint(taken) for other, taken in chosen):
        return None  # 不得相同
    sets = frozenset(hit)
    touched = [part for part in parts if part & sets]
    if any(len(part & sets) > 1 for part in touched):
        return None  # 套算一次
    return (*(part for part in parts if part not in touched), sets.union(*touched))


def _tally(
    others: Sequence[Found], found: Sequence[Found], chosen: tuple[Relation, ...], related: Sequence[Relation]
) -> Tally:
    """The tally of a choice of relations."""
    hits: dict[str, list[Hit]] = {}
    for rule, hit in chosen:
        hits.setdefault(rule.id, []).append(hit)
    held = [*others, *(Found(one.rule, tuple(hits[one.rule.id])) for one in found if one.rule.id in hits)]
    counted, uncounted = without_excluded(held)
    uncounted += _unchosen(related, chosen)
    if any(one.rule.tier in _PROPER for one in counted):
        counted = [one for one in counted if one.rule.tier != "fallback"]
    order = {one.rule.id: at for at, one in enumerate(found)}
    counted.sort(key=lambda one: order[one.rule.id])
    bonus = sum(one.fan for one in counted if one.rule.tier == "bonus")
    total = sum(one.fan for one in counted)
    return Tally(tuple(counted), tuple(uncounted), (), total, total, bonus)


_PROPER = ("pattern", "relation")


def without_excluded(held: Sequence[Found]) -> tuple[list[Found], list[Uncounted]]:
    """What counts of the fans held, and what others exclude.

    A fan that is excluded itself excludes nothing.
    """
    excluders = _excluders(held)
    standing = [one for one in held if not excluders[one.rule.id]]
    uncounted = [Uncounted(one, "implied", by) for one in held if (by := excluders[one.rule.id])]
    counted = []
    for one in standing:
        kept, lost = _hits_left(one, standing)
        if kept:
            counted.append(Found(one.rule, kept))
        uncounted += lost
    return counted, uncounted


def _excluders(held: Sequence[Found]) -> Mapping[str, FanRule | None]:
    """For each fan the one that excludes it altogether, None if it stands."""
    named: dict[str, list[FanRule]] = {}
    for one in held:
        for name in one.rule.excludes:
            named.setdefault(name, []).append(one.rule)
    known: dict[str, FanRule | None] = {}

    def excluder(name: str) -> FanRule | None:
        if name not in known:
            known[name] = None  # two fans that exclude each other: the one asked about first stands
            known[name] = next((rule for rule in named.get(name, ()) if excluder(rule.id) is None), None)
        return known[name]

    return {one.rule.id: excluder(one.rule.id) for one in held}


def _hits_left(one: Found, standing: Sequence[Found]) -> tuple[tuple[Hit, ...], list[Uncounted]]:
    """The hits of a fan that no other takes: in its own sets, or one of them."""
    name, kept = one.rule.id, list(one.hits)
    lost = []
    for other in standing:
        taken: Iterable[Hit] = ()
        if name in other.rule.excludes_there:
            taken = [hit for hit in kept if set(hit) <= set(other.groups)]
        elif name in other.rule.excludes_once:
            taken = kept[:1]
        for hit in taken:
            kept.remove(hit)
            lost.append(Uncounted(Found(one.rule, (hit,)), "implied", other.rule))
    return tuple(kept), lost


def _unchosen(related: Sequence[Relation], chosen: tuple[Relation, ...]) -> Iterator[Uncounted]:
    """The relations that hold and do not count, each with the principle and a fan that stands in its way."""
    for rule, hit in related:
        if (rule, hit) not in chosen:
            yield Uncounted(Found(rule, (hit,)), *_in_the_way(rule, hit, chosen))


def _in_the_way(rule: FanRule, hit: Hit, chosen: tuple[Relation, ...]) -> tuple[Why, FanRule | None]:
    sets = set(hit)
    around = next((other for other, taken in chosen if sets <= set(taken) and other is not rule), None)
    if around is not None:
        return "implied", around
    if any(other is rule and sets & set(taken) for other, taken in chosen):
        return "same-fan", rule
    return "joined", next((other for other, taken in chosen if sets & set(taken)), None)
