"""Conditions of fans: predicates, or fans of the same file composed with all, any and not.

A name in a composition is a fan of the rule set, with the condition it has
there, or else a predicate.  A fan's own name always means the predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mjcli.errors import closest
from mjcli.fans import PREDICATES
from mjcli.ruleset.schema import Condition, Operator

# More than any table needs; a file whose fans name each other without end is stopped here.
_MOST_PARTS = 200
OPERATORS: tuple[Operator, ...] = ("test", "all", "any", "not")
# What a fan says under each operator; `test` has one name, a predicate's.
Written = Mapping[Operator, tuple[str, ...]]


class Conditions:
    """Resolves the conditions of all the fans of a rule set.

    `say` is told the fan, the operator, the code and the facts of each problem,
    once, for the fan that wrote it.
    """

    def __init__(
        self, written: Mapping[str, Written], say: Callable[[str, Operator, str, dict[str, Any]], None]
    ) -> None:
        self._written, self._say = written, say
        self._parts_left = 0

    def of(self, fan: str) -> Condition | None:
        """The condition of a fan, None where a problem prevents it."""
        self._parts_left = _MOST_PARTS
        return self._resolve((fan,))

    def _resolve(self, trail: tuple[str, ...], first: Operator | None = None) -> Condition | None:
        """The condition of the last fan of `trail`, a chain of fans each named by the one before.

        `first` is the operator under which the first fan named the second.
        """
        parts = []
        for operator, listed in (self._written[trail[-1]] or {"test": (trail[-1],)}).items():
            inner = [self._part(name, operator, trail, first or operator) for name in listed]
            if None in inner:
                return None
            known = tuple(part for part in inner if part is not None)
            parts.append(known[0] if operator == "test" else Condition(operator, parts=known))
        return parts[0] if len(parts) == 1 else Condition("all", parts=tuple(parts))

    def _part(self, name: str, operator: Operator, trail: tuple[str, ...], first: Operator) -> Condition | None:
        """`_named`, as long as the condition of the first fan is not too large."""
        self._parts_left -= 1
        if self._parts_left == -1:
            self._say(trail[0], first, "R021", {"most": _MOST_PARTS})
        return self._named(name, operator, trail, first) if self._parts_left >= 0 else None

    def _named(self, name: str, operator: Operator, trail: tuple[str, ...], first: Operator) -> Condition | None:
        """The condition that a name in the last fan of `trail` stands for."""
        own = name == trail[-1]
        if name in self._written and operator != "test" and not own:
            if name not in trail:
                return self._resolve((*trail, name), first)
            if name == trail[0]:
                self._say(name, first, "R018", {"chain": " → ".join((*trail, name))})
            return None
        if name in PREDICATES:
            return Condition("test", name)
        if len(trail) == 1 and own and operator != "test":
            self._say(name, operator, "R018", {"chain": f"{name} → {name}"})
        elif len(trail) == 1:
            known = PREDICATES if operator == "test" else (*self._written, *PREDICATES)
            self._say(trail[0], operator, "R019", {"value": name, "guess": closest(name, known)})
        return None
