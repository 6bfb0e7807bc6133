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

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mjcli.fans import Hit
from mjcli.memo import Memo
from mjcli.ruleset import FanRule
from mjcli.scoring.exclusion import excluders
from mjcli.scoring.result import Found, Tally, Uncounted, Why

# One place where a relation of sets holds: the fan's name and the sets.
Relation = tuple[str, Hit]
# Which of the relations of a reading count, by their places in it.
Choice = tuple[int, ...]
# Fans by their names, each with its hits.
Held = tuple[tuple[str, tuple[Hit, ...]], ...]
_NONE: frozenset[str] = frozenset()
_MOST_KNOWN = 1 << 13


class _Way(NamedTuple):
    """The total of fans that count, these, and the hits that others take from them."""

    total: int
    counted: list[Found]
    lost: list[Uncounted]


class _Standing(NamedTuple):
    """Of fans that hold together, the places of those that stand and of those that others exclude, with the first.

    Those that stand are in the order of the table and count, unless some `may_lose` hits to others.
    """

    standing: tuple[int, ...]
    excluded: tuple[tuple[int, str], ...]
    may_lose: bool


class Accounts:
    """Adds up the fans of readings under a table of fans.

    What it finds again and again is one object: fans with their hits, and those
    that do not count.  Two tables keep what is the same wherever fans hold: which
    of them exclude which, by their names, and how relations may count together, by
    the relations with their sets.
    """

    def __init__(self, fans: Sequence[FanRule]) -> None:
        self._rules = {rule.id: rule for rule in fans}
        self._order = {rule.id: at for at, rule in enumerate(fans)}
        # Those of which a fan can take some hits, and not all, with the fans that can.
        self._takers: dict[str, set[str]] = {}
        for rule in fans:
            for name in rule.excludes_there + rule.excludes_once:
                self._takers.setdefault(name, set()).add(rule.id)
        self._found: Memo[tuple[str, tuple[Hit, ...]], Found] = Memo(
            lambda key: Found(self._rules[key[0]], key[1]), _MOST_KNOWN
        )
        self._uncounted: Memo[tuple[str, tuple[Hit, ...], Why, str], Uncounted] = Memo(
            lambda key: Uncounted(self._found[key[:2]], key[2], self._rules.get(key[3])), _MOST_KNOWN
        )
        self._standing: Memo[tuple[str, ...], _Standing] = Memo(self._stand, _MOST_KNOWN)
        self._choices: Memo[Held, list[Choice]] = Memo(lambda held: choices(_related(held)), _MOST_KNOWN)
        self._chosen: Memo[Held, list[list[Found]]] = Memo(self._choose, _MOST_KNOWN)
        # By relations and one of their choices.
        self._unchosen: Memo[tuple[Held, int], list[Uncounted]] = Memo(self._leave, _MOST_KNOWN)

    def tally(self, found: Sequence[Found]) -> Tally:
        """The best total that the principles allow for the fans of a reading.

        Without any, a fan of the tier `fallback` counts; those of the tier `bonus`
        are added at last.
        """
        others: list[Found] = []
        related: list[Found] = []
        for one in found:
            (related if one.rule.tier == "relation" else others).append(one)
        held = tuple([(one.rule.id, one.hits) for one in related])
        tried = [others + chosen for chosen in self._chosen[held]]
        ways = [*map(self._counted, tried)]
        best = max(range(len(ways)), key=lambda at: ways[at].total) if len(ways) > 1 else 0
        total, counted, lost = ways[best]
        uncounted = (*self._excluded(tried[best]), *lost, *self._unchosen[held, best])
        bonus = sum([one.fan for one in counted if one.rule.tier == "bonus"])
        return Tally(tuple(counted), uncounted, (), total, total, bonus, choice=best)

    def choices(self, held: Held) -> list[list[Found]]:
        """The relations that may count together of those that hold: every choice, in the order that a tally knows."""
        return self._chosen[held]

    def _counted(self, held: Sequence[Found]) -> _Way:
        """What counts of the fans held."""
        standing, _, may_lose = self._standing[tuple([one.rule.id for one in held])]
        counted, lost = [held[at] for at in standing], list[Uncounted]()
        if may_lose:
            kept = {one.rule.id: one for one in self._without_lost(counted, lost)}
            counted = [kept[name] for name in self._counting(kept)]
        return _Way(sum([one.fan for one in counted]), counted, lost)

    def _excluded(self, held: Sequence[Found]) -> list[Uncounted]:
        """The fans held that others exclude."""
        excluded = self._standing[tuple([one.rule.id for one in held])].excluded
        return [self._uncounted[held[at].rule.id, held[at].hits, "implied", by] for at, by in excluded]

    def _stand(self, held: tuple[str, ...]) -> _Standing:
        """Which of the fans of those names stand."""
        excluded_by = excluders([self._rules[name] for name in held])
        standing = [name for name in held if name not in excluded_by]
        may_lose = any(not self._takers.get(name, _NONE).isdisjoint(standing) for name in standing)
        if not may_lose:
            standing = self._counting(standing)
        return _Standing(
            tuple(map(held.index, standing)),
            tuple([(at, excluded_by[name].id) for at, name in enumerate(held) if name in excluded_by]),
            may_lose,
        )

    def _counting(self, names: Iterable[str]) -> list[str]:
        """The names of fans that no other excludes, in the order of the table, without a fallback beside others."""
        counted = sorted(names, key=self._order.__getitem__)
        tiers = [self._rules[name].tier for name in counted]
        if "pattern" in tiers or "relation" in tiers:
            return [name for name, tier in zip(counted, tiers, strict=True) if tier != "fallback"]
        return counted

    def _without_lost(self, standing: Sequence[Found], uncounted: list[Uncounted]) -> list[Found]:
        """What is left of the fans that stand; what is lost joins those not counted."""
        counted = []
        for one in standing:
            kept, lost = self._hits_left(one, standing)
            if kept:
                counted.append(self._found[one.rule.id, kept] if lost else one)
            uncounted += lost
        return counted

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

    def _choose(self, held: Held) -> list[list[Found]]:
        """The relations of every choice among those that hold."""
        related = _related(held)
        return [[*map(self._found.__getitem__, _grouped(related, choice))] for choice in self._choices[held]]

    def _leave(self, key: tuple[Held, int]) -> list[Uncounted]:
        """The relations beside a choice, each with the principle and a fan that stands in its way."""
        held, place = key
        related, choice = _related(held), self._choices[held][place]
        counted = [related[at] for at in choice]
        found: dict[tuple[str, Why, str], tuple[Hit, ...]] = {}
        for name, hit in (one for at, one in enumerate(related) if at not in choice):
            why = name, *_in_the_way(name, set(hit), counted)
            found[why] = (*found.get(why, ()), hit)
        return [self._uncounted[name, hits, why, by] for (name, why, by), hits in found.items()]


def _related(held: Held) -> list[Relation]:
    return [(name, hit) for name, hits in held for hit in hits]


def _grouped(related: Sequence[Relation], choice: Choice) -> Held:
    """The relations of a choice by their names."""
    chosen: dict[str, tuple[Hit, ...]] = {}
    for name, hit in (related[at] for at in choice):
        chosen[name] = (*chosen.get(name, ()), hit)
    return tuple(chosen.items())


# A relation by its name, with its sets as bits.
_Bits = tuple[str, int]
# Sets that are joined already, as disjoint parts.
_Parts = tuple[int, ...]


def choices(related: Sequence[Relation]) -> list[Choice]:
    """Every choice of relations that may count together and to which none can be added."""
    found = _walk([(name, sum(1 << at for at in hit)) for name, hit in related], (), ())
    first = next(found)  # it has all that can be joined in their order
    return [first] if len(first) == len(related) else [first, *found]


def _walk(related: Sequence[_Bits], parts: _Parts, chosen: Choice, at: int = 0) -> Iterator[Choice]:
    """The choices that have the same of the relations before `at`."""
    if at == len(related):
        if not any(_joined(i, related, parts, chosen) for i in range(at) if i not in chosen):
            yield chosen
        return
    joined = _joined(at, related, parts, chosen)
    if joined:
        yield from _walk(related, joined, (*chosen, at), at + 1)
    yield from _walk(related, parts, chosen, at + 1)


def _joined(at: int, related: Sequence[_Bits], parts: _Parts, chosen: Choice) -> _Parts | None:
    """The parts with the sets of one more relation joined; None where a principle forbids it."""
    name, sets = related[at]
    for other, others in (related[i] for i in chosen):
        if other == name and others & sets:
            return None  # 不得相同
    apart, joined = [], sets
    for part in parts:
        common = part & sets
        if common & (common - 1):
            return None  # 套算一次: it has two sets of the part
        if common:
            joined |= part
        else:
            apart.append(part)
    return (*apart, joined)


def _in_the_way(name: str, sets: set[int], counted: Sequence[Relation]) -> tuple[Why, str]:
    """Why a relation of some sets cannot count beside those that do, and which of them says so."""
    around = next((other for other, hit in counted if sets <= set(hit) and other != name), None)
    if around is not None:
        return "implied", around
    if any(other == name and sets & set(hit) for other, hit in counted):
        return "same-fan", name
    return "joined", next((other for other, hit in counted if sets & set(hit)), "")
