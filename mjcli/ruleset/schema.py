"""What a rule set is, once its file has been read: immutable data, and no arithmetic.

Every entry keeps `ref`, the rule text and section it comes from, and `decided`,
our own words where the texts leave the point open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from mjcli.texts import Text
from mjcli.tiles import Seat, Tile
from mjcli.value import Value

MissedWin = Literal["same-kind", "all-waits", "none"]
Operator = Literal["test", "all", "any", "not"]
TIERS = ("pattern", "special", "fallback", "addition", "floor", "limit")
Tier = Literal["pattern", "special", "fallback", "addition", "floor", "limit"]


class Condition(Value):
    """When a fan holds: a predicate, or all, any or none of several conditions."""

    operator: Operator
    predicate: str = ""
    parts: tuple[Condition, ...] = ()

    def predicates(self) -> frozenset[str]:
        """The ids of every predicate in it."""
        own = {self.predicate} if self.predicate else set()
        return frozenset(own.union(*(part.predicates() for part in self.parts)))


class FanRule(Value):
    """A row of the table: what it is called, when it holds, what it is worth, and how it counts.

    `fan` is the value of one hit; for a floor it is the fan a hand is raised to.
    `events` are the events of a win that its condition reads.
    """

    id: str
    name: Text
    tier: Tier
    fan: int
    condition: Condition
    events: frozenset[str]
    ref: str
    decided: Text | None = None


class CappedFan(Value):
    """Fans that double: points are `factor ** fan`, patterns and additions together at most `cap`.

    `stack` lets patterns within the cap add up; `limits_add` adds the fan of a
    heavenly, earthly or human win to the hand's own.
    """

    cap: int
    factor: int
    stack: bool
    limits_add: bool


class Table(Value):
    """The frame of the game: seats in play, tiles, shapes that win, what a passed win blocks."""

    seats: tuple[Seat, ...]
    shapes: tuple[str, ...]
    flowers: bool
    formal_tenpai: bool
    missed_win: MissedWin


class Liability(Value):
    """A cause for which one seat pays everybody's share of a self-draw.

    `trigger` says what makes the seat liable: it was `robbed`; its discard was
    konged and the `replacement` won; or it fed the set that makes `count`
    claimed sets of `kinds` (any kinds if empty).  Of several causes the one of
    the lowest `precedence` stands, then the earliest.
    """

    id: str
    name: Text
    trigger: Literal["robbed", "replacement", "claims"]
    precedence: int
    exemptible: bool
    ref: str
    decided: Text | None = None
    count: int = 0
    kinds: tuple[Tile, ...] = ()
    concealed_kongs: bool = False
    ended_by_kong: bool = True


class RuleSet(Value):
    """A whole set of rules.

    `lineage` names it and the rule sets it extends, itself first; `texts` are
    the titles of the rule texts cited; `decisions` our decisions on single keys,
    by dotted path.
    """

    id: str
    name: Text
    lineage: tuple[str, ...]
    texts: Mapping[str, str]
    table: Table
    scoring: CappedFan
    fans: tuple[FanRule, ...]
    liabilities: tuple[Liability, ...]
    decisions: Mapping[str, Text]

    def fan(self, name: str) -> FanRule:
        """The row with that id.

        :raises KeyError: there is none.
        """
        for rule in self.fans:
            if rule.id == name:
                return rule
        raise KeyError(name)

    def previous(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat `steps` before `seat` in playing order."""
        return seat.after(-steps, len(self.table.seats))
