"""How a score is computed fast: a rule set made ready for many readings.

The plain way to value a reading is to ask every predicate of every fan for its
hits, and to add up what they come to: `conditions.hits` and `tally` do
that, and nothing here does it otherwise.  But most readings are alike in most
that predicates ask, so that most answers are known before.  So

1. every predicate declares the *aspects* that it reads (`fans.registry`), and
   predicates that read the same aspects of the groups and of the reading are one
   `Question`, for each shape and number of groups apart (`Frame`, both in
   `questions`);
2. what a reading is in the aspects of a question is its *key*.  Groups are one
   object each, and what a group is in every aspect is kept by group, so that the
   keys of a reading are the columns of a few rows;
3. a question keeps its answers by key.  Its invariant: the answer is what its
   predicates say of any reading with that key; those that read of every group a
   trait which one lacks need not be asked.  Equal answers have one number, a
   *code*;
4. the codes of all questions say which fans hold and where; those of several
   predicates are kept by the codes of the questions that ask these (`Frame`);
5. what a reading is worth is kept by all codes, and most codes differ only in
   places that make no difference: it is reckoned once for all that come to the
   same *matters* (`matter`).  Its invariant: the worth is that of any reading with
   those codes, or of those matters, won on equal terms (`Known`);
6. to add up fans, `account` keeps which fans stand by the names of those held, and
   how relations may count together by the relations.  Which sets the fans of a
   reading hold in, and why others do not count, is told where it is asked for.

A reading of which something is not known is put to the predicates themselves.
`tests/test_engine.py` holds the declarations to what predicates do, and the
worths and the fans of random readings to those of the plain way, under every rule
set; `tests/test_matter.py` holds each worth to that by its codes alone.

The readings come from the suits: `decompose.standard` keeps the sets and pairs
of each suit by its counts, which are all that there are (`test_properties` has
the naive search), and `decompose.gaps` the ranks that complete it
(`test_waits_by_suit` tries each).  Whether a win was the only one waited for
follows in the standard shape from the suit that it is of (`test_wilds` tries all
kinds).  What is kept by key is bounded, and of different answers there are few,
so that a stream of any length takes the same room.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from mjcli.decompose import Reading
from mjcli.hand import WinContext
from mjcli.memo import Kept, Memo
from mjcli.ruleset import RuleSet
from mjcli.scoring.questions import Codes, Frame, Table
from mjcli.scoring.result import Tally
from mjcli.scoring.tally import Choices, adder
from mjcli.scoring.worth import TERMS, Worth, worth_of

if TYPE_CHECKING:
    from mjcli.scoring.matter import Matters

# The most that is kept: worths on the same terms, circumstances, and rule sets.
_MOST_WORTHS, _MOST_VIEWS, _MOST_ENGINES = 1 << 14, 1 << 10, 1 << 4
# So many worths are reckoned, each by itself, before it is worth while to ask for matters.
_FEW = 16
# All of a context that predicates and `worth_of` read.
CIRCUMSTANCES = attrgetter("by", "seat", "round", "events", "winners", "stakes", "base")


class Known:
    """What is known of readings of one shape and number of groups.

    `worths` and `tallies` go by the codes of their answers, `alike` has the worths by the
    matters of these.  Of each key the last is the number of the terms that it was reckoned on.
    """

    def __init__(self, frame: Frame, choices: Choices | None) -> None:
        self.frame, self._choices = frame, choices
        self.worths: Kept[Codes, Worth] = Kept(_MOST_WORTHS)
        self.alike: Kept[Codes, Worth] = Kept(_MOST_WORTHS)
        self.tallies: Kept[Codes, Tally] = Kept(_MOST_WORTHS)
        self.terms: Memo[Hashable, int] = Memo(lambda _: next(numbers), _MOST_VIEWS)
        numbers = count()

    @cached_property
    def matters(self) -> Matters:
        """The matters of the answers."""
        # For many readings alone: to load this takes longer than to score a hand.
        from mjcli.scoring.matter import Matters  # noqa: PLC0415

        return Matters(self.frame, self._choices)


class View:
    """The worths of readings of one shape and number of groups, with flowers or without, won in the same circumstances.

    `context` is one of those circumstances; which, makes no difference.
    """

    def __init__(self, engine: Engine, known: Known, context: WinContext, has_flowers: bool) -> None:
        self.frame, self._worths = known.frame, known.worths
        self._engine, self._known, self._context, self._has_flowers = engine, known, context, has_flowers
        self._terms = known.terms[TERMS(context), has_flowers]
        terms: Kept[Hashable, int] = Kept(1)
        terms.keep(None, self._terms)
        self._memos = [*(question.memo(context) for question in self.frame.questions), terms]

    @property
    def matters(self) -> Matters:
        """The matters of the answers."""
        return self._known.matters

    def worth(self, reading: Reading) -> Worth:
        """What a reading is worth."""
        keys = self.frame.keys(reading)
        codes: tuple[Any, ...] = tuple(map(dict.get, self._memos, keys))
        worth = self._worths.get(codes)
        return self._worth_of(self._all_known(codes, keys, reading)) if worth is None else worth

    def tally(self, reading: Reading) -> Tally:
        """How the fans of a reading add up."""
        keys = self.frame.keys(reading)
        return self._tally(self._all_known(tuple(map(dict.get, self._memos, keys)), keys, reading))

    def valued(self, codes: Codes) -> tuple[Worth, Tally]:
        """What readings with the code of an answer to each question are worth, and how their fans add up.

        It is reckoned anew, for who keeps both.
        """
        found = self.frame.found(codes)
        total = self._engine.add(found, self._context)
        return worth_of(found, total, self._engine.rules, self._context, has_flowers=self._has_flowers), total

    def code(self, at: int, reading: Reading) -> int:
        """The code of the answer to one question, by its place, for a reading."""
        key = self.frame.key(at, reading)
        code = self._memos[at].get(key)
        return self._ask(at, key, reading) if code is None else code

    def _all_known(self, codes: tuple[Any, ...], keys: list[Any], reading: Reading) -> Codes:
        """The codes of a reading, those that are not known asked for."""
        if None not in codes:
            return codes
        return tuple([self._ask(at, keys[at], reading) if code is None else code for at, code in enumerate(codes)])

    def _ask(self, at: int, key: Any, reading: Reading) -> int:
        """The code of the answer to a question that is not known, which is kept."""
        return self._memos[at].keep(key, self.frame.questions[at].ask(key, reading, self._context))

    def _worth_of(self, codes: Codes) -> Worth:
        """The worth of readings with those codes, which may be that of others of the same matters."""
        worth = self._worths.get(codes)
        if worth is not None:
            return worth
        if len(self._worths) < _FEW:
            return self._worths.keep(codes, self._reckoned(codes))
        matters = (*self.matters.of(codes), self._terms)
        worth = self._known.alike.get(matters)
        if worth is None:
            worth = self._known.alike.keep(matters, self._reckoned(codes))
        return self._worths.keep(codes, worth)

    def _reckoned(self, codes: Codes) -> Worth:
        """The worth of readings with those codes; how it adds up is kept too."""
        worth, total = self.valued(codes)
        self._known.tallies.keep(codes, total)
        return worth

    def _tally(self, codes: Codes) -> Tally:
        """How the fans of readings with those codes add up."""
        tally = self._known.tallies.get(codes)
        return self._known.tallies.keep(codes, self.valued(codes)[1]) if tally is None else tally


class Engine:
    """A rule set made ready to score."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules, self._table = rules, Table(rules.fans)
        self.add, choices = adder(rules)
        self.frames: Memo[tuple[str, int], Frame] = Memo(lambda key: Frame(self._table, key[0]), _MOST_VIEWS)
        self._known: Memo[tuple[str, int], Known] = Memo(lambda key: Known(self.frames[key], choices), _MOST_VIEWS)
        self._views: Memo[Hashable, dict[Hashable, View]] = Memo(lambda _: {}, _MOST_VIEWS)
        # The last context asked about, which in a stream of hands is often that of the next, and what says the worths.
        self._last: tuple[WinContext, Callable[[Reading], Worth]] | None = None

    def worths(self, context: WinContext) -> Callable[[Reading], Worth]:
        """What says of readings that were won so what they are worth."""
        if self._last is None or self._last[0] is not context:
            self._last = context, self._worths(context)
        return self._last[1]

    def tally(self, reading: Reading, context: WinContext) -> Tally:
        """How the fans of a reading that was won so add up."""
        return self._view(self._views[CIRCUMSTANCES(context)], reading, context).tally(reading)

    def _worths(self, context: WinContext) -> Callable[[Reading], Worth]:
        views = self._views[CIRCUMSTANCES(context)]

        def worth(reading: Reading) -> Worth:
            view = views.get((reading.shape, len(reading.groups), reading.flowers > 0))
            return (view or self._view(views, reading, context)).worth(reading)

        return worth

    def _view(self, views: dict[Hashable, View], reading: Reading, context: WinContext) -> View:
        """The view of a reading among those of circumstances like these."""
        key = reading.shape, len(reading.groups), reading.flowers > 0
        view = views.get(key)
        if view is None:
            view = views[key] = View(self, self._known[key[:2]], context, key[2])
        return view

    def view(self, shape: str, groups: int, context: WinContext) -> View:
        """What values readings of a shape and number of groups, without flowers, that were won so."""
        return View(self, self._known[shape, groups], context, has_flowers=False)


# An engine keeps its rule set, so that no other can come to have the same identity.
_engines: Kept[int, Engine] = Kept(_MOST_ENGINES)


def engine_of(rules: RuleSet) -> Engine:
    """The rule set made ready, which is done once."""
    engine = _engines.get(id(rules))
    return _engines.keep(id(rules), Engine(rules)) if engine is None else engine
