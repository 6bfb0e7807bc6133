"""What differs between two rule sets, as data: which keys, what they say in each, and by which clause of the second.

Only what changes the play or the score counts: a clause or a decision that is
put in other words is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from mjcli.ruleset.schema import Condition, FanRule, Liability, RuleSet, SidePayment
from mjcli.texts import Text
from mjcli.value import Value

Kind = Literal["added", "gone", "changed"]


class Change(Value):
    """One difference: the `key` as a rule file writes it, and what stands there `before` and `after`.

    None where nothing does.  Of an entry of several keys, such as a fan,
    `fields` names those that differ.  `ref` is the clause of the rule set after,
    `decided` its decision; what is gone there has neither.
    """

    key: str
    before: Any
    after: Any
    fields: tuple[str, ...] = ()
    ref: str = ""
    decided: Text | None = None

    @property
    def kind(self) -> Kind:
        if self.before is None:
            return "added"
        return "gone" if self.after is None else "changed"

    @property
    def part(self) -> str:
        """The table of the rule file that it is in."""
        return self.key.partition(".")[0]


class Difference(Value):
    """What a player of the rule set `before` must know to play `after`."""

    before: RuleSet
    after: RuleSet
    changes: tuple[Change, ...]

    def of(self, *parts: str) -> tuple[Change, ...]:
        """The changes in some tables of the rule file, in their order."""
        return tuple(change for change in self.changes if change.part in parts)


def compare(before: RuleSet, after: RuleSet) -> Difference:
    """Every difference, in the order in which a rule file has its tables.

    >>> from mjcli.ruleset import load_rules
    >>> base = load_rules()
    >>> [(c.key, c.before, c.after) for c in compare(base, base.replace(scoring=base.scoring.replace(cap=5))).changes]
    [('scoring.cap', 3, 5)]
    """
    changes = [
        *_keys("table", before.table, after.table, after.decisions),
        *_whole("wild", before, after),
        *_scoring(before, after),
        *_stakes(before, after),
        *_entries("fans", before.fans, after.fans),
        *(change for name in ("codes", "bets", "follow") for change in _whole(name, before, after)),
        *_entries("side", before.side_payments, after.side_payments),
        *_entries("liability", before.liabilities, after.liabilities),
        *(change for name in ("payment", "winners", "dealer") for change in _whole(name, before, after)),
    ]
    return Difference(before, after, tuple(changes))


def _differing(before: Value, after: Value) -> tuple[str, ...]:
    """The fields of two values of a class that differ."""
    return tuple(
        field
        for field in type(after)._fields
        if field not in _NO_DIFFERENCE and _meaning(field, before) != _meaning(field, after)
    )


# Where an entry comes from, what follows from the condition of a fan, and what the letters of a product are called.
_NO_DIFFERENCE = frozenset({"ref", "decided", "events", "factors"})
# Keys that list things in an order that means nothing.
_SETS = frozenset(
    {"shapes", "discard_needs", "tiles", "excludes", "excludes_there", "excludes_once", "kinds", "patterns", "first"}
)


def _meaning(field: str, one: Value) -> Any:
    """What is compared of a field."""
    said = getattr(one, field)
    if isinstance(said, Condition):
        return _terms(said)
    return frozenset(said) if field in _SETS else said


def _terms(condition: Condition) -> Any:
    """A condition without the order and the brackets that do not matter: (a + b) + c is c + b + a."""
    if condition.operator == "test":
        return condition.predicate
    parts: set[Any] = set()
    for part in condition.parts:
        inner = _terms(part)
        nested = part.operator == condition.operator != "not" and not isinstance(inner, str)
        parts |= inner[1] if nested else {inner}
    if len(parts) == 1 and condition.operator != "not":
        return next(iter(parts))
    return condition.operator, frozenset(parts)


def _keys(part: str, before: Value, after: Value, decisions: Mapping[str, Text]) -> Iterator[Change]:
    """A change for each key of a table that both have."""
    for field in _differing(before, after):
        key = f"{part}.{field}"
        yield Change(key, getattr(before, field), getattr(after, field), decided=decisions.get(key))


def _scoring(before: RuleSet, after: RuleSet) -> Iterator[Change]:
    """The way of counting: another one altogether, or other numbers in it."""
    if type(before.scoring) is type(after.scoring):
        yield from _keys("scoring", before.scoring, after.scoring, after.decisions)
    else:
        yield Change("scoring", before.scoring, after.scoring, decided=after.decisions.get("scoring.policy"))


def _stakes(before: RuleSet, after: RuleSet) -> Iterator[Change]:
    if before.stakes and after.stakes:
        yield from _keys("stakes", before.stakes, after.stakes, after.decisions)
    elif before.stakes or after.stakes:
        said = (text for key, text in after.decisions.items() if key.startswith("stakes."))
        yield Change("stakes", before.stakes, after.stakes, decided=next(said, None))


def _whole(part: str, before: RuleSet, after: RuleSet) -> Iterator[Change]:
    """A table that a rule set has once or not at all, as one change."""
    yield from _change(part, getattr(before, part), getattr(after, part))


_Entry = FanRule | SidePayment | Liability


def _entries(part: str, before: Iterable[_Entry], after: Iterable[_Entry]) -> Iterator[Change]:
    """Entries that have an id: those that are new or changed in the order after, then those that are gone."""
    old, new = {one.id: one for one in before}, {one.id: one for one in after}
    for name in (*new, *(name for name in old if name not in new)):
        yield from _change(f"{part}.{name}", old.get(name), new.get(name))


def _change(key: str, before: Any, after: Any) -> Iterator[Change]:
    """The change of an entry; none where both say the same."""
    if before == after:
        return
    if before is None:
        yield Change(key, None, after, (), after.ref, after.decided)
    elif after is None:
        yield Change(key, before, None)
    elif fields := _differing(before, after):
        yield Change(key, before, after, fields, after.ref, after.decided)
