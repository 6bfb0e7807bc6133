"""The result of scoring, with enough in it to say where every number comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from mjcli.fans import Hit
from mjcli.ruleset import FanRule
from mjcli.value import FrozenMap, Value

# fmt: off
Reason = Literal[
    "", "incomplete", "too-many-tiles", "too-few-tiles", "under-minimum", "no-pattern", "last-discard", "not-on-discard"
]
# fmt: on


class Note(Value):
    """Something the reader of a result should know: a code and the facts of its sentence."""

    code: str
    facts: Mapping[str, Any] = FrozenMap()


class Found(Value):
    """A fan that holds in a reading, and the groups of each hit."""

    rule: FanRule
    hits: tuple[Hit, ...]

    @property
    def fan(self) -> int:
        """What all its hits are worth together; a floor adds nothing of its own."""
        return 0 if self.rule.tier == "floor" else self.rule.fan * len(self.hits)

    @property
    def groups(self) -> Hit:
        """The indexes of all the groups it holds in."""
        return tuple(sorted({at for hit in self.hits for at in hit}))


# fmt: off
Why = Literal[
    "excluded", "special", "lower-pattern", "lower-row", "above-floor", "at-cap",
    "implied", "same-fan", "joined", "lower-multiplier", "limit",
]
# fmt: on


class Uncounted(Value):
    """A fan that holds and does not count; `why` is a code, `by` the fan that excludes it."""

    found: Found
    why: Why
    by: FanRule | None = None


class Adjustment(Value):
    """A step between the sum of the fans and the total: cut to the cap, or raised to a floor by a fan."""

    kind: Literal["cap", "floor"]
    before: int
    after: int
    by: FanRule | None = None


class Tally(Value):
    """The fans of one reading added up: `fan` in all, and the `points` an ordinary payer pays.

    `bonus` is the part of `fan` that does not count towards the minimum;
    `factors` are what a multiple is the product of; `choice` is the place of the
    relations that count among all that may count together.
    """

    counted: tuple[Found, ...]
    uncounted: tuple[Uncounted, ...]
    adjustments: tuple[Adjustment, ...]
    fan: int
    points: int
    bonus: int = 0
    factors: tuple[int, ...] = ()
    choice: int = 0
