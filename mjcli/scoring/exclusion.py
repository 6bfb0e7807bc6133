"""Which of the fans that hold together exclude which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjcli.ruleset import FanRule


def excluders(held: Iterable[FanRule]) -> Mapping[str, FanRule]:
    """Each fan that others exclude altogether, by id, with the first that does.

    A fan that is excluded itself excludes nothing.
    """
    rules = tuple(held)
    named: dict[str, list[FanRule]] = {}
    for rule in rules:
        for name in rule.excludes:
            named.setdefault(name, []).append(rule)
    known: dict[str, FanRule | None] = {}

    def excluder(name: str) -> FanRule | None:
        if name not in known:
            known[name] = None  # two fans that exclude each other: the one asked about first stands
            known[name] = next((by for by in named.get(name, ()) if excluder(by.id) is None), None)
        return known[name]

    return {rule.id: by for rule in rules if (by := excluder(rule.id)) is not None}
