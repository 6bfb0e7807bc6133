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
from functools import lru_cache

from mjcli.fans import Hit
from mjcli.memo import Memo
from mjcli.ruleset import FanRule
from mjcli.scoring.exclusion import excluders
from mjcli.scoring.result import Found, Tally, Uncounted, Why

# One place where a relation of sets holds: the fan's name and the sets.
Relation = tuple[str, Hit]
# Which of the relations of a reading count, by their places in it.
Choice = tuple[int, ...]
# Sets that are joined already, as disjoint parts.
_Parts = tuple[frozenset[int], ...]
_PROPER = ("pattern", "relation")
_MOST_KNOWN = 1 << 13


class Accounts:
    """Adds up the fans of readings under a table of fans.

    What it finds again and again is one object: fans with their hits, and those
    that do not count.  What excludes what among fans that hold together is the
    same wherever they hold, and is kept by their names.
    """

    def __init__(self, fans: Sequence[FanRule]) -> None:
        self._rules = {rule.id: rule for rule in fans}
        self._order = {rule.id: at for at, rule in enumerate(fans)}
        # Those of which a fan can take some hits, and not all.
        self._losing = frozenset(name for rule in fans for name in rule.excludes_there + rule.excludes_once)
        self._found: Memo[tuple[str, tuple[Hit, ...]], Found] = Memo(
            lambda key: Found(self._rules[key[0]], key[1]), _MOST_KNOWN
        )
        self._uncounted: Memo[tuple[str, tuple[Hit, ...], Why, str], Uncounted] = Memo(
            lambda key: Uncounted(self._found[key[:2]], key[2], self._rules.get(key[3])), _MOST_KNOWN
        )
        self._excluders: Memo[tuple[str, ...], Mapping[str, FanRule]] = Memo(
            lambda held: excluders([self._rules[name] for name in held]), _MOST_KNOWN
        )

    def tally(self, found: Sequence[Found]) -> Tally:
        """The best total that the principles allow for the fans of a reading.

        Without any, a fan of the tier `fallback` counts; those of the tier `bonus`
        are added at last.
        """
        related: list[Relation] = []
        others = []
        for one in found:
            if one.rule.tier == "relation":
                related += [(one.rule.id, hit) for hit in one.hits]
            else:
                others.append(one)
        counts = [(choice, *self._counted(others, related, choice)) for choice in choices(tuple(related))]
        best, counted, uncounted = counts[0] if len(counts) == 1 else max(counts, key=lambda count: _total(count[1]))
        if len(best) < len(related):
            uncounted += self._unchosen(related, best)
        if best:  # the relations came last
            counted.sort(key=lambda one: self._order[one.rule.id])
        bonus = sum([one.fan for one in counted if one.rule.tier == "bonus"])
        total = _total(counted)
        return Tally(tuple(counted), tuple(uncounted), (), total, total, bonus)

    def _counted(
        self, others: Sequence[Found], related: Sequence[Relation], chosen: Choice
    ) -> tuple[list[Found], list[Uncounted]]:
        """What counts of the fans with a choice of the relations, and what others exclude."""
        hits: dict[str, tuple[Hit, ...]] = {}
        for name, hit in (related[at] for at in chosen):
            hits[name] = (*hits.get(name, ()), hit)
        counted, uncounted = self._without_excluded([*others, *[self._found[one] for one in hits.items()]])
        if any(one.rule.tier in _PROPER for one in counted):
            counted = [one for one in counted if one.rule.tier != "fallback"]
        return counted, uncounted

    def _without_excluded(self, held: Sequence[Found]) -> tuple[list[Found], list[Uncounted]]:
        """What counts of the fans held, and what others exclude."""
        excluded_by = self._excluders[tuple([one.rule.id for one in held])]
        standing = [one for one in held if one.rule.id not in excluded_by]
        uncounted = [
            self._uncounted[one.rule.id, one.hits, "implied", excluded_by[one.rule.id].id]
            for one in held
            if one.rule.id in excluded_by
        ]
        counted = []
        for one in standing:
            if one.rule.id not in self._losing:
                counted.append(one)
                continue
            kept, lost = self._hits_left(one, standing)
            if kept:
                counted.append(self._found[one.rule.id, kept] if lost else one)
            uncounted += lost
        return counted, uncounted

    def _hits_left(self, one: Found, standing: Sequence[Found]) -> tuple[tuple[Hit, ...], list[Uncounted]]:
        """The hits of a fan that no other takes: in its own sets, or one of them."""
        name, kept = one.rule.id, one.hits
        lost = []
        for other in standing:
            taken: tuple[Hit, ...] = ()
            if name in other.rule.excludes_there:
                there = set(other.groups)
                taken = tuple([hit for hit in kept if there.issuperset(hit)])
            elif name in other.rule.excludes_once:
                taken = kept[:1]
            if taken:
                kept = tuple([hit for hit in kept if hit not in taken])
                lost.append(self._uncounted[name, taken, "implied", other.rule.id])
        return kept, lost

    def _unchosen(self, related: Sequence[Relation], chosen: Choice) -> Iterator[Uncounted]:
        """The relations that hold and do not count, each with the principle and a fan that stands in its way."""
        counted = [related[at] for at in chosen]
        merged: dict[tuple[str, Why, str], tuple[Hit, ...]] = {}
        for name, hit in (one for at, one in enumerate(related) if at not in chosen):
            key = (name, *_in_the_way(name, set(hit), counted))
            merged[key] = (*merged.get(key, ()), hit)
        return (self._uncounted[name, hits, why, by] for (name, why, by), hits in merged.items())


def _total(counted: Iterable[Found]) -> int:
    return sum([one.fan for one in counted])


@lru_cache(maxsize=_MOST_KNOWN)
def choices(related: tuple[Relation, ...]) -> tuple[Choice, ...]:
    """Every choice of relations that may count together and to which none can be added."""

    def walk(at: int, parts: _Parts, chosen: Choice) -> Iterator[Choice]:
        if at == len(related):
            if not any(_joined(i, related, parts, chosen) for i in range(at) if i not in chosen):
                yield chosen
            return
        joined = _joined(at, related, parts, chosen)
        if joined:
            yield from walk(at + 1, joined, (*chosen, at))
        yield from walk(at + 1, parts, chosen)

    return tuple(walk(0, (), ()))


def _joined(at: int, related: Sequence[Relation], parts: _Parts, chosen: Choice) -> _Parts | None:
    """The parts with the sets of one more relation joined; None where a principle forbids it."""
    name, hit = related[at]
    if any(related[i][0] == name and not set(hit).isdisjoint(related[i][1]) for i in chosen):
        return None  # 不得相同
    sets = frozenset(hit)
    touched = [part for part in parts if part & sets]
    if any(len(part & sets) > 1 for part in touched):
        return None  # 套算一次
    return (*(part for part in parts if part not in touched), sets.union(*touched))


def _in_the_way(name: str, sets: set[int], counted: Sequence[Relation]) -> tuple[Why, str]:
    """Why a relation of some sets cannot count beside those that do, and which of them says so."""
    around = next((other for other, hit in counted if sets <= set(hit) and other != name), None)
    if around is not None:
        return "implied", around
    if any(other == name and sets & set(hit) for other, hit in counted):
        return "same-fan", name
    return "joined", next((other for other, hit in counted if sets & set(hit)), "")
