"""The questions of the engine, put to columns of readings: what each asks about, and the classes that follow."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from mjcli.batch.columns.classes import BySuit, Classes, InOrder, OfOneSuit, Traits, Ways
from mjcli.batch.columns.pieces import concealed_groups
from mjcli.batch.columns.relations import Relations
from mjcli.decompose import Group, Reading
from mjcli.fans.aspects import FLOWERS, PLACED, STOOD
from mjcli.fans.concealment import SOLE_WAYS
from mjcli.fans.registry import Aspect
from mjcli.fans.relations import HOGS, TERMINAL_PARTS
from mjcli.fans.shapes import FILLED, ONE_SUIT
from mjcli.fans.situations import SHOWN
from mjcli.fans.suits import GATES
from mjcli.fans.wilds import HELD, LONE, NO_WILD
from mjcli.scoring.questions import Frame, Question

# What is the same for all concealed hands without wild tiles and flowers.
_SAME = frozenset((FLOWERS, STOOD, FILLED, SHOWN, NO_WILD, LONE, HELD))


def _ranks(one: Group, _aspect: Aspect) -> Hashable:
    """What makes a difference to an aspect that is the same of every suit."""
    return one.kind, one.tile if one.tile.is_honour else one.tile.rank


def _alone(one: Group, aspect: Aspect) -> Hashable:
    """What makes a difference to an aspect that pieces are in by what each of their groups is."""
    return aspect.of(Reading("standard", (one,), one.tile, 0))


# What readings are by their suits, with what of a group makes a difference.
_BY_SUIT: dict[Aspect, Callable[[Group, Aspect], Hashable]] = {HOGS: _ranks, TERMINAL_PARTS: _alone}
_OF_ONE_SUIT = frozenset((GATES, ONE_SUIT))
# What columns are asked about by itself, and all that they are.
_BY_ITSELF = _BY_SUIT.keys() | _OF_ONE_SUIT | {SOLE_WAYS}
_KNOWN = _BY_ITSELF | _SAME | {PLACED}


def can_ask(frame: Frame) -> bool:
    """Whether there are questions in a frame, and every one can be put to columns."""
    return bool(frame.questions) and all(map(_can_ask, frame.questions))


def _can_ask(question: Question) -> bool:
    asked = _readings(question).keys() - _SAME
    if question.has_traits:
        return not asked
    return asked <= _KNOWN and (asked <= {PLACED} or (len(asked) == 1 and not question.places))


def _readings(question: Question) -> dict[Aspect, None]:
    """The aspects of readings that a question asks about."""
    return dict.fromkeys(one for asked in question.predicates for one in asked.reads if one.level == "reading")


def classes_of(frame: Frame, groups: int) -> list[Classes]:
    """The classes of each question of a frame, for readings of so many groups."""
    return [_classes(frame, at, groups) for at in range(len(frame.questions))]


_STANDARD_GROUPS = 5


def _classes(frame: Frame, at: int, groups: int) -> Classes:
    question, asked = frame.questions[at], _readings(frame.questions[at])
    if question.is_joint and groups == _STANDARD_GROUPS:
        return Relations()
    if alone := next((one for one in asked if one in _BY_ITSELF), None):
        return _by_itself(alone, groups)
    rows: list[Any] = [
        frame.rows[one][at] if question.has_traits or question.places else None for one in concealed_groups()
    ]
    if question.has_traits:
        return Traits(rows)
    if len({*rows}) == 1 and PLACED not in asked:
        return Classes()
    return InOrder(rows, groups, by_place=PLACED in asked)


def _by_itself(aspect: Aspect, groups: int) -> Classes:
    if aspect == SOLE_WAYS:
        return Ways(groups)
    if aspect in _OF_ONE_SUIT:
        return OfOneSuit(aspect, groups)
    difference, numbers = _BY_SUIT[aspect], dict[Hashable, int]()
    alike = [numbers.setdefault(difference(one, aspect), len(numbers)) for one in concealed_groups()]
    return BySuit(aspect, alike, of_four=aspect == HOGS)
