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
   predicates say of any reading with that key; those that read of every group a
   trait which one lacks need not be asked.  Equal answers have one number, a
   *code*;
4. the codes of all questions say which fans hold and where; those of several
   predicates are kept by the codes of the questions that ask these (`Frame`), and
   what all are worth by all codes (`View`).  Its invariant: the worth is that of
   any reading with those codes, won on equal terms;
5. to add up the fans of codes that are new, `account` keeps which fans stand by
   the names of those held, and how relations may count together by the relations.

A reading of which something is not known is put to the predicates themselves.
`tests/test_engine.py` holds the declarations to what predicates do, and the
worths of random readings to those of the plain way, under every rule set.

The readings come from the suits: `decompose.standard` keeps the sets and pairs
of each suit by its counts, which are all that there are (`test_properties` has
the naive search), and `decompose.gaps` the ranks that complete it
(`test_waits_by_suit` tries each).  Whether a win was the only one waited for
follows in the standard shape from the suit that it is of (`test_wilds` tries all
kinds).  What is kept by key is bounded, and of different answers there are few,
so that a stream of any length takes the same room.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import reduce
from itertools import chain, count
from operator import attrgetter, itemgetter, or_
from typing import Any

from mjcli.decompose import Group, Reading
from mjcli.fans import PREDICATES, Predicate
from mjcli.fans.registry import Aspect, Hits
from mjcli.hand import WinContext
from mjcli.memo import Kept, Memo
from mjcli.ruleset import FanRule, RuleSet
from mjcli.scoring.conditions import hits
from mjcli.scoring.result import Found
from mjcli.scoring.tally import adder
from mjcli.scoring.worth import TERMS, Worth, worth_of

# The most that is kept: answers of a question, worths on the same terms, circumstances, groups, and rule sets.
_MOST_ANSWERS, _MOST_WORTHS, _MOST_VIEWS, _MOST_ROWS, _MOST_ENGINES = 1 << 15, 1 << 14, 1 << 10, 1 << 12, 1 << 4
# All of a context that predicates and `worth_of` read.
CIRCUMSTANCES = attrgetter("by", "seat", "round", "events", "winners", "stakes", "base")
# The predicates that hold, each with its hits.
Answer = tuple[tuple[str, Hits], ...]
# Fans that hold, each with its place in the table.
Fans = list[tuple[int, Found]]
Codes = Kept[Hashable, int]
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
        self._codes: dict[Answer, int] = {}
        self._memos: Memo[Hashable, Codes] = Memo(lambda _: Kept(_MOST_ANSWERS), _MOST_VIEWS)

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

    def memo(self, context: WinContext) -> Codes:
        """The codes of the answers by key, where the circumstances are as in `context`."""
        return self._memos[tuple(look(context) for look in self._circumstances)]

    def ask(self, key: Any, reading: Reading, context: WinContext) -> int:
        """The code of the answer for a reading with that key, asked of the predicates themselves."""
        if self._jointly is None:
            asked = self._able(key) if self.has_traits else self.predicates
            answer = tuple([(one.id, where) for one in asked if (where := one.hits(reading, context))])
        else:
            answer = tuple([one for one in self._jointly(key).items() if one[0] in self.names])
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
        self._besides = tuple((at, _look(one.looks)) for at, one in enumerate(asked) if one.looks)
        self._looks = tuple(_look(one.looks) for one in self.questions[len(asked) :] if one.looks)
        # For the others, and for the terms of a view.
        self._nothing = (None,) * (len(self.questions) - len(asked) - len(self._looks) + 1)
        self._columns = len(asked)
        self.rows: Memo[Group, tuple[Any, ...]] = Memo(lambda group: tuple(one.row(group) for one in asked), _MOST_ROWS)
        # The worths by their codes, of which the last is the number of the terms that they were reckoned on.
        self.worths: Kept[tuple[Any, ...], Worth] = Kept(_MOST_WORTHS)
        self.terms: Memo[Hashable, int] = Memo(lambda _: next(numbers), _MOST_VIEWS)
        numbers = count()
        # What fans of several predicates come to, by the places of the questions about those and the codes there.
        self.table = table
        self.parts = {at: tuple(self._about(names)) for at, names in table.composed.items()}
        self.composed: Memo[tuple[int, tuple[int, ...]], Fans] = Memo(self._compose, _MOST_ANSWERS)

    def _about(self, names: frozenset[str]) -> Iterator[int]:
        """The places of the questions that ask some of those predicates."""
        return (at for at, one in enumerate(self.questions) if not names.isdisjoint(one.names))

    def found(self, codes: tuple[Any, ...]) -> list[Found]:
        """The fans that hold by the codes of the answers, in the order of the table."""
        held = [*chain.from_iterable([question.fans[code] for question, code in zip(self.questions, codes)])]  # noqa: B905
        for at, places in self.parts.items():
            held += self.composed[at, tuple([codes[place] for place in places])]
        held.sort(key=_AT)
        return [one for _, one in held]

    def _compose(self, key: tuple[int, tuple[int, ...]]) -> Fans:
        """The fan of several predicates at a place of the table, if it holds by the codes of their questions."""
        at, codes = key
        asked = zip(self.parts[at], codes, strict=True)
        answers = chain.from_iterable(self.questions[place].answers[code] for place, code in asked)
        return self.table.composed_fan(at, dict(answers))

    def keys(self, reading: Reading) -> list[Any]:
        """What a reading is in the aspects of each question, and nothing at last, where a view has its terms."""
        keys: list[Any] = [*zip(*map(self.rows.__getitem__, reading.groups))]  # noqa: B905 - rows are of one length
        if self._has_traits:
            keys[0] = reduce(or_, keys[0])
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
        key = reduce(or_, column) if at == 0 and self._has_traits else column
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


class View:
    """The worths of readings of one shape and number of groups, with flowers or without, won in the same circumstances.

    `context` is one of those circumstances; which, makes no difference.
    """

    def __init__(self, engine: Engine, frame: Frame, context: WinContext, has_flowers: bool) -> None:
        self.frame = frame
        self._engine, self._context, self._has_flowers = engine, context, has_flowers
        self._terms = frame.terms[TERMS(context), has_flowers]
        terms: Codes = Kept(1)
        terms.keep(None, self._terms)
        self._memos = [*(question.memo(context) for question in frame.questions), terms]
        self._worths = frame.worths

    def worth(self, reading: Reading) -> Worth:
        """What a reading is worth."""
        keys = self.frame.keys(reading)
        codes = tuple(map(dict.get, self._memos, keys))
        worth = self._worths.get(codes)
        return self._new_worth(keys, codes, reading) if worth is None else worth

    def worth_by(self, codes: tuple[Any, ...]) -> Worth:
        """What readings are worth that have the code of an answer to each question."""
        on_terms = (*codes, self._terms)
        worth = self._worths.get(on_terms)
        return self._reckoned(on_terms) if worth is None else worth

    def code(self, at: int, reading: Reading) -> int:
        """The code of the answer to one question, by its place, for a reading."""
        key = self.frame.key(at, reading)
        code = self._memos[at].get(key)
        return self._ask(at, key, reading) if code is None else code

    def _new_worth(self, keys: list[Any], codes: tuple[Any, ...], reading: Reading) -> Worth:
        """What a reading is worth; the codes that are not known are asked for."""
        known = tuple([self._ask(at, keys[at], reading) if code is None else code for at, code in enumerate(codes)])
        worth = self._worths.get(known)
        return self._reckoned(known) if worth is None else worth

    def _ask(self, at: int, key: Any, reading: Reading) -> int:
        """The code of the answer to a question that is not known, which is kept."""
        return self._memos[at].keep(key, self.frame.questions[at].ask(key, reading, self._context))

    def _reckoned(self, codes: tuple[Any, ...]) -> Worth:
        """The worth of readings with those codes."""
        found = self.frame.found(codes)
        total = self._engine.add(found, self._context)
        worth = worth_of(found, total, self._engine.rules, self._context, has_flowers=self._has_flowers)
        return self._worths.keep(codes, worth)


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


_AT = itemgetter(0)


class Engine:
    """A rule set made ready to score."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self.table = rules, Table(rules.fans)
        self.add, self.choices = adder(rules)
        self.frames: Memo[tuple[str, int], Frame] = Memo(lambda key: Frame(self.table, key[0]), _MOST_VIEWS)
        self._views: Memo[Hashable, dict[Hashable, View]] = Memo(lambda _: {}, _MOST_VIEWS)
        # The last context asked about, which in a stream of hands is often that of the next, and what says the worths.
        self._last: tuple[WinContext, Callable[[Reading], Worth]] | None = None

    def worths(self, context: WinContext) -> Callable[[Reading], Worth]:
        """What says of readings that were won so what they are worth."""
        if self._last is None or self._last[0] is not context:
            self._last = context, self._worths(context)
        return self._last[1]

    def _worths(self, context: WinContext) -> Callable[[Reading], Worth]:
        views = self._views[CIRCUMSTANCES(context)]

        def worth(reading: Reading) -> Worth:
            key = reading.shape, len(reading.groups), reading.flowers > 0
            view = views.get(key)
            if view is None:
                view = views[key] = View(self, self.frames[key[:2]], context, key[2])
            return view.worth(reading)

        return worth

    def view(self, shape: str, groups: int, context: WinContext) -> View:
        """What values readings of a shape and number of groups, without flowers, that were won so."""
        return View(self, self.frames[shape, groups], context, has_flowers=False)


# An engine keeps its rule set, so that no other can come to have the same identity.
_engines: Kept[int, Engine] = Kept(_MOST_ENGINES)


def engine_of(rules: RuleSet) -> Engine:
    """The rule set made ready, which is done once."""
    engine = _engines.get(id(rules))
    return _engines.keep(id(rules), Engine(rules)) if engine is None else engine
