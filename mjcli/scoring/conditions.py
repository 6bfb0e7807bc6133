"""Whether the condition of a fan holds in a reading, where, and what stands in the way."""

from __future__ import annotations

from collections.abc import Callable

from mjcli.decompose import Reading
from mjcli.fans import PREDICATES, Hit, Miss
from mjcli.fans.registry import NOWHERE, Hits
from mjcli.hand import WinContext
from mjcli.ruleset import Condition

# The hits of a predicate by its id, none if it does not hold.
Find = Callable[[str], Hits]


def finder(reading: Reading, context: WinContext) -> Find:
    """The hits of each predicate in a reading, looked for when they are asked for."""
    return lambda name: PREDICATES[name].hits(reading, context)


def hits(condition: Condition, find: Find) -> tuple[Hit, ...]:
    """The hits of a condition, none if it does not hold.

    A predicate counts as often as it says; `all` counts once, over the groups of
    all its parts, or as its only part beside those that must not hold; `any`
    counts as its first part that holds.
    """
    if condition.operator == "test":
        return find(condition.predicate)
    if condition.operator == "any":
        return next((found for part in condition.parts if (found := hits(part, find))), ())
    parts = [hits(part, find) for part in condition.parts]
    if condition.operator == "not":
        return () if any(parts) else NOWHERE
    if not all(parts):
        return ()
    asked = [found for part, found in zip(condition.parts, parts, strict=True) if part.operator != "not"]
    if len(asked) == 1:
        return asked[0]
    return (tuple(sorted({at for part in parts for hit in part for at in hit})),)


def obstacles(condition: Condition, reading: Reading, context: WinContext) -> tuple[Miss, ...]:
    """Why a condition does not hold; empty if it does."""
    if condition.operator == "test":
        finding = PREDICATES[condition.predicate].test(reading, context)
        return (finding,) if isinstance(finding, Miss) else ()
    if condition.operator == "not":
        return () if hits(condition, finder(reading, context)) else (Miss("excluded"),)
    parts = [obstacles(part, reading, context) for part in condition.parts]
    if condition.operator == "any":
        return min(parts, key=distance)
    return tuple(dict.fromkeys(miss for part in parts for miss in part))


def distance(misses: tuple[Miss, ...]) -> int:
    """How many groups would have to be others for all the obstacles to go, and what is lacking besides."""
    groups = {at for miss in misses for at in miss.groups}
    return len(groups) + sum(miss.distance - len(miss.groups) for miss in misses)
