"""What a rule set asks about readings, so that the same is not asked twice; `engine` has the whole of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import reduce
from itertools import chain
from operator import itemgetter, or_
from typing import Any

from mjcli.decompose import Group, Reading
from mjcli.fans import PREDICATES, Predicate
from mjcli.fans.registry import Aspect, Hits
from mjcli.hand import WinContext
from mjcli.memo import Kept, Memo
from mjcli.ruleset import FanRule
from mjcli.scoring.conditions import hits
from mjcli.scoring.result import Found

# The most that is kept: answers of a question, circumstances, and groups.
_MOST_ANSWERS, _MOST_VIEWS, _MOST_ROWS = 1 << 15, 1 << 10, 1 << 12
_AT = itemgetter(0)
# The predicates that hold, each with its hits.
Answer = tuple[tuple[str, Hits], ...]
# Fans that hold, each with its place in the table.
Fans = list[tuple[int, Found]]
# The codes of the answers to all questions, or to some.
Codes = tuple[int, ...]
Looks = tuple[Callable[[Any], Hashable], ...]


class Question:
    """Predicates that read the same aspects of the groups and of the reading.

    `places` are the aspects of each group and `looks` those of the reading.
    """

    def __init__(self, predicates: list[Predicate], table: Table) -> None:
        aspects = dict.fromkeys(aspect for one in predicates for aspect in one.reads)
        self.every, self.some, self.places, self.looks, self._circumstances = (
            tuple(aspect.of for aspect in aspects if aspect.level == level)
            for level in ("every", "some", "place", "reading", "context")
        )
        self.predicates = tuple(predicates)
        # The traits that each reads of every group, by their bits in `row`.
        bits = {trait: 1 << at for at, trait in enumerate(self.every)}
        self._needs = [sum(bits.get(aspect.of, 0) for aspect in one.reads) for one in predicates]
        self.answers: list[Answer] = []
        # The fans that hold by each answer.
        self.fans: list[Fans] = []
        self._table, self.names = table, frozenset(one.id for one in predicates)
        # Those of one question all have the same.
        self._jointly = predicates[0].jointly
        # What makes a difference in a row of places, where it is not all of it.
        self.alike = next((one.alike for one in aspects if one.alike), None) if len(aspects) == 1 else None
        self._codes: dict[Answer, int] = {}
        self._memos: Memo[Hashable, Kept[Hashable, int]] = Memo(lambda _: Kept(_MOST_ANSWERS), _MOST_VIEWS)

    @property
    def has_traits(self) -> bool:
        return bool(self.every or self.some)

    @property
    def is_joint(self) -> bool:
        """Whether one function finds the hits of all the predicates."""
        return self._jointly is not None

    def row(self, group: Group) -> Hashable:
        """What a group is in the aspects asked about.

        Of the traits that every group may have, the bits of those that it has not,
        and of those that some may have, of those that it has.
        """
        if self.has_traits:
            marks = (*(not has(group) for has in self.every), *(bool(has(group)) for has in self.some))
            return sum(int(mark) << at for at, mark in enumerate(marks))
        return self.places[0](group) if len(self.places) == 1 else tuple(look(group) for look in self.places)

    def memo(self, context: WinContext) -> Kept[Hashable, int]:
        """The codes of the answers by key, where the circumstances are as in `context`."""
        return self._memos[tuple(look(context) for look in self._circumstances)]

    def ask(self, key: Any, reading: Reading, context: WinContext) -> int:
        """The code of the answer for a reading with that key, asked of the predicates themselves."""
        if self._jointly is None:
            asked = self._able(key) if self.has_traits else self.predicates
            answer = tuple([(one.id, where) for one in asked if (where := one.hits(reading, context))])
        else:
            row = tuple(map(self.places[0], reading.groups))
            answer = tuple([one for one in self._jointly(row).items() if one[0] in self.names])
        code = self._codes.setdefault(answer, len(self.answers))
        if code == len(self.answers):
            self.answers.append(answer)
            self.fans.append(self._table.plain(answer))
        return code

    def _able(self, key: Any) -> list[Predicate]:
        """The predicates that read no trait of every group which one lacks."""
        lacking = key[0] if self.looks else key
        return [one for one, needed in zip(self.predicates, self._needs, strict=True) if not lacking & needed]


class Frame:
    """The questions about readings of one shape and number of groups."""

    def __init__(self, table: Table, shape: str) -> None:
        alike: dict[Hashable, list[Predicate]] = {}
        for one in table.predicates:
            if not one.shapes or shape in one.shapes:
                alike.setdefault(_subject(one), []).append(one)
        # Those that ask about groups come first: their keys are columns.  Those about circumstances alone come last.
        self.questions = [Question(some, table) for some in alike.values()]
        self.questions.sort(key=lambda one: (not one.has_traits, not one.places, not one.looks))
        asked = [one for one in self.questions if one.has_traits or one.places]
        self._has_traits = bool(asked and asked[0].has_traits)
        self._alike = tuple((at, one.alike) for at, one in enumerate(asked) if one.alike)
        self._besides = tuple((at, _look(one.looks)) for at, one in enumerate(asked) if one.looks)
        self._looks = tuple(_look(one.looks) for one in self.questions[len(asked) :] if one.looks)
        # For the others, and for the terms on which a reading is valued.
        self._nothing = (None,) * (len(self.questions) - len(asked) - len(self._looks) + 1)
        self._columns = len(asked)
        self.rows: Memo[Group, tuple[Any, ...]] = Memo(lambda group: tuple(one.row(group) for one in asked), _MOST_ROWS)
        # What fans of several predicates come to, by the places of the questions about those and the codes there.
        self.table = table
        self.parts = {at: tuple(self._about(names)) for at, names in table.composed.items()}
        self.composed: Memo[tuple[int, Codes], Fans] = Memo(self._compose, _MOST_ANSWERS)

    def _about(self, names: frozenset[str]) -> Iterator[int]:
        """The places of the questions that ask some of those predicates."""
        return (at for at, one in enumerate(self.questions) if not names.isdisjoint(one.names))

    def found(self, codes: Codes) -> list[Found]:
        """The fans that hold by the codes of the answers, in the order of the table."""
        held = [*chain.from_iterable([question.fans[code] for question, code in zip(self.questions, codes)])]  # noqa: B905
        for at, places in self.parts.items():
            held += self.composed[at, tuple([codes[place] for place in places])]
        held.sort(key=_AT)
        return [one for _, one in held]

    def _compose(self, key: tuple[int, Codes]) -> Fans:
        """The fan of several predicates at a place of the table, if it holds by the codes of their questions."""
        at, codes = key
        asked = zip(self.parts[at], codes, strict=True)
        answers = chain.from_iterable(self.questions[place].answers[code] for place, code in asked)
        return self.table.composed_fan(at, dict(answers))

    def keys(self, reading: Reading) -> list[Any]:
        """What a reading is in the aspects of each question, and nothing at last, where its codes have the terms."""
        keys: list[Any] = [*zip(*map(self.rows.__getitem__, reading.groups))]  # noqa: B905 - rows are of one length
        if self._has_traits:
            keys[0] = reduce(or_, keys[0])
        for at, alike in self._alike:
            keys[at] = alike(keys[at])
        for at, look in self._besides:
            keys[at] = keys[at], look(reading)
        keys += [look(reading) for look in self._looks]
        keys += self._nothing
        return keys

    def key(self, at: int, reading: Reading) -> Any:
        """What a reading is in the aspects of one question."""
        if at >= self._columns:
            look = self._looks[at - self._columns] if at - self._columns < len(self._looks) else None
            return look and look(reading)
        column = tuple([self.rows[group][at] for group in reading.groups])
        if at == 0 and self._has_traits:
            key: Hashable = reduce(or_, column)
        else:
            key = next((alike(column) for place, alike in self._alike if place == at), column)
        return next(((key, look(reading)) for place, look in self._besides if place == at), key)


def _look(looks: Looks) -> Callable[[Any], Hashable]:
    """One look that sees all that several do."""
    return looks[0] if len(looks) == 1 else lambda reading: tuple([look(reading) for look in looks])


def _subject(one: Predicate) -> Hashable:
    """What predicates of one question have in common.

    Those that read traits are one, whichever they are: there are few ways for a
    hand to be in them.
    """
    levels: dict[str, set[Aspect]] = {}
    for aspect in one.reads:
        levels.setdefault(aspect.level, set()).add(aspect)
    if "place" in levels:
        return one.jointly, frozenset(levels["place"])
    return "traits" if levels.keys() & {"every", "some"} else frozenset(levels.get("reading", ()))


class Table:
    """The fans of a rule set by what they ask for: one predicate, or several."""

    def __init__(self, fans: tuple[FanRule, ...]) -> None:
        names = dict.fromkeys(name for rule in fans for name in sorted(rule.condition.predicates()))
        self.predicates = [PREDICATES[name] for name in names]
        self._plain: dict[str, list[int]] = {}
        # The predicates of those of several.
        self.composed: dict[int, frozenset[str]] = {}
        for at, rule in enumerate(fans):
            if rule.condition.operator == "test":
                self._plain.setdefault(rule.condition.predicate, []).append(at)
            else:
                self.composed[at] = frozenset(rule.condition.predicates())
        self.fans = fans
        # What is found again and again is one object.
        self._found: Memo[tuple[int, Hits], Found] = Memo(lambda key: Found(fans[key[0]], key[1]), _MOST_ROWS)

    def plain(self, answer: Answer) -> Fans:
        """The fans of one predicate that hold by an answer, each with its place in the table."""
        return [(at, self._found[at, where]) for name, where in answer for at in self._plain.get(name, ())]

    def composed_fan(self, at: int, held: Mapping[str, Hits]) -> Fans:
        """The fan at a place, which is of several predicates, if it holds by the hits of those that do."""
        where = hits(self.fans[at].condition, lambda name: held.get(name, ()))
        return [(at, self._found[at, where])] if where else []
