"""Which of the fans that hold together exclude which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjcli.ruleset import FanRule


def excluders(held: Iterable[FanRule]) -> Mapping[str, FanRule]:
    """Each fan that others exclude altogether, by id, with the first that does.

    A fan that is excluded itself excludes nothing.
    """
    rules = tuple(held)
    names = {rule.id for rule in rules}
    named: dict[str, list[FanRule]] = {}
    for rule in rules:
        if not names.isdisjoint(rule.excludes):
            for name in names.intersection(rule.excludes):
                named.setdefault(name, []).append(rule)
    known: dict[str, FanRule | None] = {}
    return {rule.id: by for rule in rules if rule.id in named and (by := _excluder(rule.id, named, known)) is not None}


def _excluder(name: str, named: Mapping[str, list[FanRule]], known: dict[str, FanRule | None]) -> FanRule | None:
    """The first of those that name a fan which stands itself."""
    if name not in known:
        known[name] = None  # two fans that exclude each other: the one asked about first stands
        for by in named.get(name, ()):
            if _excluder(by.id, named, known) is None:
                known[name] = by
                break
    return known[name]
