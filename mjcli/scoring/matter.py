"""What of the answers to the engine's questions makes a difference to the worth, and where the fans hold then.

Most readings that differ in the codes of their answers differ only in the places
of what holds.  To add up fans it matters where they hold in two cases: where one
of them takes some hits from another (`excludes_there`, `excludes_once`), and where
relations of sets have to be chosen among.  So each answer has a *matter*: the
predicates that hold and how often, with what every choice among the relations comes
to; and for readings of the first case another matter *in place*, with the places of
those that give and take.  Its invariant: readings with answers of the same matters
come to the same fans, each as often, to the same total and the same rank: to the
same `Worth`.  Where these fans hold follows from the codes again: each has a `Source`.
`tests/test_matter.py` holds both to what the engine says of each reading.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial, reduce
from itertools import chain
from operator import itemgetter, or_
from typing import Any, NamedTuple

from mjcli.fans import Hit
from mjcli.memo import Memo
from mjcli.ruleset import FanRule
from mjcli.scoring.questions import Codes, Frame
from mjcli.scoring.result import Found, Tally
from mjcli.scoring.tally import Choices

# The most that is kept of the groups of a fan, and of the matters of a question, by codes.
_MOST_GROUPS, _MOST_CODES = 1 << 12, 1 << 15
_AT = itemgetter(0)
_RELATION = "relation"


class Source(NamedTuple):
    """Where a fan holds: its groups by what `take` takes of the codes of a reading."""

    take: Callable[[Codes], Any]
    groups: Memo[Any, Hit]

    def of(self, codes: Codes) -> Hit:
        """The groups of the fan in readings with those codes."""
        return self.groups[self.take(codes)]


# What holds by an answer that others go by: a relation, fans that take hits, and fans that these are taken from.
_RELATED, _TAKING, _TAKEN = 1, 2, 4
_TAKES = _TAKING | _TAKEN


class Matters:
    """The matters of the answers to the questions of a frame.

    `relations` are the places of the questions about relations that are chosen
    among, the one about most of them first.  The matter of an answer to that one
    goes by its choices, which say all only where no other relation holds.
    `occasions` are what has to hold together, as bits of `holding`, for the matters
    of which questions to be the ones in place: where another relation does, that of the
    first, and where fans take hits from others, those of all that say where.  The
    answers to the questions `telling` say whether any of this holds.
    Relations of several predicates are rare, and it matters of all relations then
    where they hold.  So it does of what gives and takes where that follows from
    more than one answer.
    """

    def __init__(self, frame: Frame, choose: Choices | None) -> None:
        self._frame, self._choose, self._fans = frame, choose, frame.table.fans
        self._places = {rule.id: at for at, rule in enumerate(self._fans)}
        self._numbers: list[dict[Hashable, int]] = [{} for _ in frame.questions]
        # Without places and with them, for each question by code.
        self._by_code = [
            [Memo(partial(self._number, at, in_place), _MOST_CODES) for at in range(len(frame.questions))]
            for in_place in (False, True)
        ]
        self._sources: dict[tuple[str, int], Source] = {}
        related = [rule for rule in self._fans if choose is not None and rule.tier == _RELATION]
        has_composed = any(rule.condition.operator != "test" for rule in related)
        self._taking, self._taken = _taking(self._fans), _taken(self._fans)
        self._placed = _placed(self._fans).union(rule.id for rule in related if has_composed)
        placed = [rule for rule in self._fans if rule.id in self._placed | self._taking]
        # Whether it always matters where they hold.
        self._always = any(rule.tier == _RELATION or rule.condition.operator != "test" for rule in placed)
        self._in_place = _predicates(rule for rule in self._fans if rule.id in self._placed)
        names = _predicates([] if has_composed else related)
        # What makes no difference but by the choices.
        self._chosen = names - _predicates(rule for rule in self._fans if rule.tier != _RELATION)
        asked = [(-len(names & one.names), at) for at, one in enumerate(frame.questions)]
        self.relations = tuple([at for count, at in sorted(asked) if count])
        self.occasions: list[tuple[int, tuple[int, ...]]] = []
        if len(self.relations) > 1:
            self.occasions.append((_RELATED, self.relations[:1]))
        if self._taken and not self._always:
            self.occasions.append((_TAKES, self._asking(self._in_place)))
        self.telling = tuple({*self.relations[1:], *self._asking(_predicates(placed))})
        self._holding = [(at, Memo(partial(self.holding, at), _MOST_CODES)) for at in self.telling]

    def _asking(self, names: frozenset[str]) -> tuple[int, ...]:
        """The questions that ask some predicates."""
        return tuple([at for at, one in enumerate(self._frame.questions) if not names.isdisjoint(one.names)])

    def number(self, at: int, code: int, *, in_place: bool = False) -> int:
        """The number of the matter of an answer, by its code, to the question at a place."""
        return self._by_code[in_place][at][code]

    def of(self, codes: Codes) -> Codes:
        """The numbers of the matters of the answers to all questions."""
        found = [numbers[code] for numbers, code in zip(self._by_code[False], codes)]  # noqa: B905 - terms may follow
        held = 0
        for at, holding in self._holding:
            held |= holding[codes[at]]
        for needed, asked in self.occasions:
            if held & needed == needed:
                for at in asked:
                    found[at] = self._by_code[True][at][codes[at]]
        return tuple(found)

    def _number(self, at: int, in_place: bool, code: int) -> int:
        return self._numbers[at].setdefault(self._matter(at, code, in_place=in_place), len(self._numbers[at]))

    def _matter(self, at: int, code: int, *, in_place: bool) -> Hashable:
        is_main, is_other = at in self.relations[:1], at in self.relations[1:]
        if is_main and in_place:
            return code
        placed = self._in_place if in_place or self._always else frozenset()
        matter: list[Hashable] = [
            (name, hits if is_other or name in placed else len(hits))
            for name, hits in self._frame.questions[at].answers[code]
            if not (is_main and name in self._chosen)
        ]
        matter += [
            tuple([(one.rule.id, one.hits if one.rule.id in self._placed else len(one.hits)) for one in choice])
            for choice in (self._choices((code,)) if is_main else ())
        ]
        return tuple(matter)

    def holding(self, at: int, code: int) -> int:
        """What holds by an answer of all that `occasions` are about, as bits."""
        held = [one.rule for _, one in self._frame.questions[at].fans[code]]
        is_related = at in self.relations[1:] and any(rule.tier == _RELATION for rule in held)
        names = {rule.id for rule in held}
        return (
            _RELATED * is_related
            | _TAKING * (not names.isdisjoint(self._taking))
            | _TAKEN * (not names.isdisjoint(self._taken))
        )

    def _choices(self, codes: Codes) -> list[list[Found]]:
        """Every choice among the relations by the answers to the questions about them, as `Accounts.tally` has them."""
        answered = zip(self.relations, codes)  # noqa: B905 - nothing holds by those that are not given
        found = sorted(chain.from_iterable(self._frame.questions[at].fans[code] for at, code in answered), key=_AT)
        held = tuple([(one.rule.id, one.hits) for _, one in found if one.rule.tier == _RELATION])
        return self._choose(held) if self._choose else []

    def sources(self, tally: Tally, codes: Codes) -> tuple[Source, ...]:
        """Where the fans that count hold, in their order, in readings that come to that tally but for the places.

        `codes` are those of one of the readings: a tally does not have every fan that took hits from others.
        """
        held = reduce(or_, [self.holding(at, codes[at]) for at in self.telling], 0)
        in_place = self._always or held & _TAKES == _TAKES
        return tuple([self._source(found, tally.choice, in_place=in_place) for found in tally.counted])

    def _source(self, found: Found, choice: int, *, in_place: bool) -> Source:
        if in_place and found.rule.id in self._placed:
            return Source(_nothing, Memo(lambda _: found.groups, 1))
        key = found.rule.id, choice
        if key not in self._sources:
            self._sources[key] = self._new_source(found.rule, choice)
        return self._sources[key]

    def _new_source(self, rule: FanRule, choice: int) -> Source:
        place, questions = self._places[rule.id], self._frame.questions
        if place in self._frame.parts:
            asked, composed = self._frame.parts[place], self._frame.composed
            return _source(asked, lambda codes: _groups(rule, (one for _, one in composed[place, codes])))
        at = next(at for at, one in enumerate(questions) if rule.condition.predicate in one.names)
        if at in self.relations and rule.tier == _RELATION:
            return _source(self.relations, lambda codes: _groups(rule, self._choices(codes)[choice]))
        fans = questions[at].fans
        return _source((at,), lambda codes: _groups(rule, (one for _, one in fans[codes[0]])))


def _source(asked: tuple[int, ...], find: Callable[[Codes], Hit]) -> Source:
    """The source of a fan by the answers to the questions at some places, perhaps none."""
    if len(asked) == 1:
        return Source(itemgetter(*asked), Memo(lambda code: find((code,)), _MOST_GROUPS))
    return Source(itemgetter(*asked) if asked else _nothing, Memo(find, _MOST_GROUPS))


def _nothing(_codes: Codes) -> Codes:
    """Of the codes nothing makes a difference."""
    return ()


def _groups(rule: FanRule, found: Iterable[Found]) -> Hit:
    """The groups of a fan among some."""
    return next(one.groups for one in found if one.rule is rule)


def _taking(fans: Iterable[FanRule]) -> frozenset[str]:
    """The fans that take some hits from others."""
    return frozenset(rule.id for rule in fans if rule.excludes_there or rule.excludes_once)


def _taken(fans: Iterable[FanRule]) -> frozenset[str]:
    """The fans that others take some hits from."""
    return frozenset(name for rule in fans for name in rule.excludes_there + rule.excludes_once)


def _placed(fans: Sequence[FanRule]) -> frozenset[str]:
    """The fans of which it matters to others where they hold."""
    return _taken(fans).union(rule.id for rule in fans if rule.excludes_there)


def _predicates(fans: Iterable[FanRule]) -> frozenset[str]:
    """The predicates that some fans ask for."""
    return frozenset(name for rule in fans for name in rule.condition.predicates())
