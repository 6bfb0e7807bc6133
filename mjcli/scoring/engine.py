"""How a score is computed fast: a rule set made ready for many readings.

The plain way to value a reading is to ask every predicate of every fan for its
hits, and to add up what they come to: `conditions.hits` and `tally` do
that, and nothing here does it otherwise.  But most readings are alike in most
that predicates ask, so that most answers are known before.  So

1. every predicate declares the *aspects* that it reads (`fans.registry`), and
   predicates that read the same aspects of the groups and of the reading are one
   `Question`, for each shape and number of groups apart (`Frame`);
2. what a reading is in the aspects of a question is its *key*.  Groups are one
   object each, and what a group is in every aspect is kept by group, so that the
   keys of a reading are the columns of a few rows;
3. a question keeps its answers by key.  Its invariant: the answer is what its
   predicates say of any reading with that key.  Equal answers have one number,
   a *code*;
4. the codes of all questions say which fans hold and where; what they are worth
   is kept by them (`View`).  Its invariant: the worth is that of any reading with
   those codes, won in circumstances that are equal in all that is read of them.

A reading of which something is not known is put to the predicates themselves.
The tests hold the declarations to what predicates do, and the scores of random
hands to those of the plain way, under every rule set.  All that is kept is
bounded, so that a stream of any length takes the same room.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from mjcli.decompose import Group, Reading
from mjcli.fans import PREDICATES, Predicate
from mjcli.fans.registry import Aspect, Hits
from mjcli.hand import WinContext
from mjcli.ruleset import RuleSet
from mjcli.scoring.conditions import hits
from mjcli.scoring.result import Found
from mjcli.scoring.tally import adder
from mjcli.scoring.worth import CIRCUMSTANCES, Worth, worth_of

# The most that is kept: answers of a question, worths of a view, views, and rule sets.
_MOST_ANSWERS, _MOST_WORTHS, _MOST_VIEWS, _MOST_ENGINES = 1 << 16, 1 << 15, 1 << 10, 1 << 4
# The predicates that hold, each with its hits.
Answer = tuple[tuple[str, Hits], ...]
Looks = tuple[Callable[[Any], Hashable], ...]
K = TypeVar("K")
V = TypeVar("V")


def _keep(kept: dict[K, V], key: K, value: V, most: int) -> V:
    """Keeps a value under its key, and forgets the others where there are too many."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value


class Question:
    """Predicates that read the same aspects of the groups and of the reading.

    `places` are the aspects of each group and `looks` those of the reading.
    """

    def __init__(self, predicates: list[Predicate]) -> None:
        aspects = dict.fromkeys(aspect for one in predicates for aspect in one.reads)
        self.predicates = tuple(predicates)
        self.every, self.some, self.places, self.looks, self._circumstances = (
            tuple(aspect.of for aspect in aspects if aspect.level == level)
            for level in ("every", "some", "place", "reading", "context")
        )
        self.has_traits = bool(self.every or self.some)
        self._names = frozenset(one.id for one in predicates)
        # Those of one question all have the same.
        self._jointly = predicates[0].jointly
        self.answers: list[Answer] = []
        self._codes: dict[Answer, int] = {}
        self._memos: dict[Hashable, dict[Hashable, int]] = {}

    def memo(self, context: WinContext) -> dict[Hashable, int]:
        """The codes of the answers by key, where the circumstances are as in `context`."""
        key = tuple(look(context) for look in self._circumstances)
        return self._memos[key] if key in self._memos else _keep(self._memos, key, {}, _MOST_VIEWS)

    def ask(self, key: Any, reading: Reading, context: WinContext) -> int:
        """The code of the answer for a reading, asked of the predicates themselves."""
        if self._jointly is None:
            answer = tuple([(one.id, where) for one in self.predicates if (where := one.hits(reading, context))])
        else:
            answer = tuple([one for one in self._jointly(key).items() if one[0] in self._names])
        code = self._codes.setdefault(answer, len(self.answers))
        if code == len(self.answers):
            self.answers.append(answer)
        return _keep(self.memo(context), key, code, _MOST_ANSWERS)


class Frame:
    """The questions about readings of one shape and number of groups."""

    def __init__(self, predicates: list[Predicate], shape: str) -> None:
        able = [one for one in predicates if not one.shapes or shape in one.shapes]
        alike: dict[Hashable, list[Predicate]] = {}
        for one in able:
            alike.setdefault(_subject(one), []).append(one)
        questions = [Question(some) for some in alike.values()]
        # Those that ask about groups come first: their keys are columns.
        self.questions = sorted(questions, key=lambda one: (not one.has_traits, not one.places))
        self._has_traits = bool(self.questions and self.questions[0].has_traits)
        self._columns = sum(one.has_traits or bool(one.places) for one in questions)
        self._besides = tuple(
            (at, one.looks) for at, one in enumerate(self.questions[: self._columns]) if one.looks
        )
        self._looks: Looks = tuple(_look(one.looks) for one in self.questions[self._columns :])
        self.rows = _Rows(self.questions[: self._columns])

    def keys(self, reading: Reading) -> list[Any]:
        """What a reading is in the aspects of each question."""
        keys: list[Any] = [*zip(*map(self.rows.__getitem__, reading.groups), strict=True)]
        if self._has_traits:
            keys[0] = reduce(or_, keys[0])
        for at, looks in self._besides:
            keys[at] = (keys[at], *(look(reading) for look in looks))
        keys += [look(reading) for look in self._looks]
        return keys


class _Rows(dict[Group, tuple[Any, ...]]):
    """What a group is in the aspects of each question.

    Of the traits that every group may have, the bits of those that it has not,
    and of those that some may have, of those that it has.
    """

    def __init__(self, questions: list[Question]) -> None:
        super().__init__()
        self._questions = questions

    def __missing__(self, group: Group) -> tuple[Any, ...]:
        row = tuple(_bits(one, group) if one.has_traits else _place(one.places, group) for one in self._questions)
        return self.setdefault(group, row)


def _bits(question: Question, group: Group) -> int:
    marks = (*(not has(group) for has in question.every), *(has(group) for has in question.some))
    return sum(1 << at for at, mark in enumerate(marks) if mark)


def _place(places: Looks, group: Group) -> Hashable:
    return places[0](group) if len(places) == 1 else tuple(look(group) for look in places)


def _look(looks: Looks) -> Callable[[Any], Hashable]:
    """One look that sees all that several do."""
    return looks[0] if len(looks) == 1 else lambda reading: tuple(look(reading) for look in looks)


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


class View:
    """The worths of readings won in the same circumstances.

    `context` is one of those circumstances; which, makes no difference.
    """

    def __init__(self, engine: Engine, context: WinContext) -> None:
        self._engine, self._context = engine, context
        self._scenes: dict[Hashable, _Scene] = {}

    def worth(self, reading: Reading) -> Worth:
        """What a reading is worth."""
        key = (reading.shape, len(reading.groups), reading.flowers > 0)
        scene = self._scenes.get(key)
        if scene is None:
            frame = self._engine.frame(reading)
            scene = self._scenes[key] = _Scene(self._engine, frame, self._context, reading.flowers > 0)
        return scene.worth(reading)


class _Scene:
    """A view of readings of one shape and number of groups, with flowers or without."""

    def __init__(self, engine: Engine, frame: Frame, context: WinContext, has_flowers: bool) -> None:
        self._engine, self._frame, self._context, self._has_flowers = engine, frame, context, has_flowers
        self._memos = [question.memo(context) for question in frame.questions]
        self._worths: dict[tuple[int | None, ...], Worth] = {}

    def worth(self, reading: Reading) -> Worth:
        keys = self._frame.keys(reading)
        codes = tuple(map(dict.get, self._memos, keys))
        if None in codes:
            codes = self._asked(keys, codes, reading)
        worth = self._worths.get(codes)
        return self._reckoned(codes) if worth is None else worth

    def _asked(self, keys: list[Any], codes: tuple[int | None, ...], reading: Reading) -> tuple[int, ...]:
        """The codes of a reading, those that are not known asked for."""
        found = list(codes)
        for at, code in enumerate(codes):
            if code is None:
                found[at] = self._frame.questions[at].ask(keys[at], reading, self._context)
        return tuple(found)

    def _reckoned(self, codes: tuple[Any, ...]) -> Worth:
        """The worth of readings with those codes."""
        answers: dict[str, Hits] = {}
        for question, code in zip(self._frame.questions, codes, strict=True):
            answers.update(question.answers[code])
        found = self._engine.found(answers)
        total = self._engine.add(found, self._context)
        worth = worth_of(found, total, self._engine.rules, self._context, has_flowers=self._has_flowers)
        return _keep(self._worths, codes, worth, _MOST_WORTHS)


class Engine:
    """A rule set made ready to score."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.add = rules, adder(rules)
        names = dict.fromkeys(name for rule in rules.fans for name in sorted(rule.condition.predicates()))
        self._predicates = [PREDICATES[name] for name in names]
        self._looks = (
            *dict.fromkeys(a.of for one in self._predicates for a in one.reads if a.level == "context"),
            *CIRCUMSTANCES,
        )
        # The fans by the one predicate that they ask for, and those that ask for several, each with its place.
        self._plain: dict[str, list[int]] = {}
        self._composed: list[int] = []
        for at, rule in enumerate(rules.fans):
            if rule.condition.operator == "test":
                self._plain.setdefault(rule.condition.predicate, []).append(at)
            else:
                self._composed.append(at)
        self._frames: dict[Hashable, Frame] = {}
        self._views: dict[Hashable, View] = {}

    def view(self, context: WinContext) -> View:
        """The worths of readings won so."""
        key = tuple([look(context) for look in self._looks])
        view = self._views.get(key)
        return view or _keep(self._views, key, View(self, context), _MOST_VIEWS)

    def frame(self, reading: Reading) -> Frame:
        """The questions about readings of that shape and number of groups."""
        key = reading.shape, len(reading.groups)
        if key not in self._frames:
            self._frames[key] = Frame(self._predicates, reading.shape)
        return self._frames[key]

    def found(self, answers: dict[str, Hits]) -> list[Found]:
        """The fans that hold where the predicates named do, in the order of the rule set."""
        fans = self.rules.fans
        held = {at: where for name, where in answers.items() for at in self._plain.get(name, ())}
        for at in self._composed:
            where = hits(fans[at].condition, lambda name: answers.get(name, ()))
            if where:
                held[at] = where
        return [Found(fans[at], held[at]) for at in sorted(held)]


_engines: dict[int, Engine] = {}


def engine_of(rules: RuleSet) -> Engine:
    """The rule set made ready, which is done once."""
    engine = _engines.get(id(rules))
    # An engine keeps its rule set, so that no other can have the same identity.
    return engine or _keep(_engines, id(rules), Engine(rules), _MOST_ENGINES)
