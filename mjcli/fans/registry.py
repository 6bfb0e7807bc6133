"""The registry of predicates, and what a predicate answers.

A predicate is a pure function of a reading and the circumstances of the win.
It answers with its hits (once for each time it counts, each hit the indexes of
the groups it holds in), or with a `Miss` that says what stands in the way.  It
declares which aspects of the reading and of the circumstances its hits follow
from, so that the same question is not asked twice.

Its docstring is shown to players: the first line has the Chinese name, the
English name and a sentence; a Chinese sentence follows; `Yes:` and `No:` lines
are hands (with options as in a hand file) which the tests run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, Literal

from mjcli.decompose import Group, Reading
from mjcli.hand import WinContext
from mjcli.tiles import Tile
from mjcli.value import Value

Hit = tuple[int, ...]


_LACKING_WEIGHT = 2


class Miss(Value):
    """Why a predicate does not hold: a reason's code, the groups in the way, the tiles lacking."""

    reason: str
    groups: Hit = ()
    lacking: tuple[Tile, ...] = ()

    def __bool__(self) -> bool:
        return False

    @property
    def distance(self) -> int:
        """How many groups would have to be others; 1 for what no group can mend.

        What is lacking altogether is farther off than a group that could be changed.
        """
        return max(1, len(self.groups), _LACKING_WEIGHT * len(self.lacking))


@cache
def miss(reason: str) -> Miss:
    """The miss for a reason that no group is to blame for: one object, since most fans miss in most hands."""
    return Miss(reason)


Hits = tuple[Hit, ...]
Finding = Hits | Miss
Test = Callable[[Reading, WinContext], Finding]

# What a predicate about the whole hand, or about no set of it, answers.
NOWHERE: Hits = ((),)


class Aspect(Value):
    """Something that predicates read, and how to see it.

    `every` and `some` are whether all the groups have a trait, and whether one has:
    what reads of the first holds only where all have it.  A `place` is of a group
    too, and read of each in its place; what reads it alone follows, where there is
    an `alike`, from what that says of the whole row.  The others are of the reading
    or of the context.
    """

    level: Literal["every", "some", "place", "reading", "context"]
    of: Callable[[Any], Hashable]
    alike: Callable[[tuple[Any, ...]], Hashable] | None = None

    __eq__ = object.__eq__
    __hash__ = object.__hash__


def every(has: Callable[[Group], bool]) -> Aspect:
    """Whether all groups have something."""
    return Aspect("every", has)


def some(has: Callable[[Group], bool]) -> Aspect:
    """Whether one of the groups has something."""
    return Aspect("some", has)


def place(of: Callable[[Group], Hashable], alike: Callable[[tuple[Any, ...]], Hashable] | None = None) -> Aspect:
    """What each group is, by its place."""
    return Aspect("place", of, alike)


class Predicate(Value):
    """A registered predicate.

    Its hits follow from the shape of the reading, the number of its groups, and
    the aspects that it `reads`: where these are equal they are.  It holds in
    `shapes` alone, in any if none are named.  `events` are the events of the
    context that it reads.  `jointly`, where there is one, finds the hits of every
    predicate that has the same, by id, from what their one `place` aspect is of each
    group.
    """

    id: str
    family: str
    test: Test
    reads: tuple[Aspect, ...] = ()
    shapes: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    jointly: Callable[[tuple[Any, ...]], Mapping[str, Hits]] | None = None

    @property
    def text(self) -> str:
        """The docstring, unindented."""
        from inspect import cleandoc  # noqa: PLC0415 - scoring needs no docstrings, and it loads a compiler's tools

        return cleandoc(self.test.__doc__ or "")

    def examples(self, answer: str) -> tuple[str, ...]:
        """The hands of the docstring's `Yes` or `No` lines, each a record of a hand file."""
        mark = f"{answer}: "
        return tuple(line.removeprefix(mark) for line in self.text.splitlines() if line.startswith(mark))

    def hits(self, reading: Reading, context: WinContext) -> tuple[Hit, ...]:
        """The hits, none where it does not hold."""
        finding = self.test(reading, context)
        return () if isinstance(finding, Miss) else finding


PREDICATES: dict[str, Predicate] = {}


def predicate(
    name: str, *reads: Aspect, shapes: tuple[str, ...] = (), events: tuple[str, ...] = ()
) -> Callable[[Test], Test]:
    """Registers a function as the predicate `name`, which reads those aspects and events.

    :raises ValueError: the name is taken.
    """

    def register(test: Test) -> Test:
        add(Predicate(name, family_of(test), test, reads, shapes, events))
        return test

    return register


def family_of(test: Test) -> str:
    """The module that a predicate is written in."""
    return test.__module__.rpartition(".")[2]


def add(one: Predicate) -> None:
    """Puts a predicate into the registry.

    :raises ValueError: the name is taken.
    """
    if one.id in PREDICATES:
        raise ValueError(f"two predicates are called {one.id}")
    PREDICATES[one.id] = one


def every_group(reading: Reading, wanted: Aspect, reason: str) -> Finding:
    """A hit over the whole hand if every one of its groups is as wanted, else a miss that names those that are not."""
    bad = tuple(at for at, one in enumerate(reading.groups) if not wanted.of(one))
    return Miss(reason, bad) if bad else whole(reading)


def each_group(reading: Reading, wanted: Callable[[Group], bool], reason: str) -> Finding:
    """A hit for each group that is as wanted, else a miss."""
    return tuple((at,) for at, one in enumerate(reading.groups) if wanted(one)) or miss(reason)


def enough_groups(reading: Reading, wanted: Callable[[Group], bool], least: int, reason: str) -> Finding:
    """One hit over the groups that are as wanted if there are at least so many, else a miss."""
    found = tuple(at for at, one in enumerate(reading.groups) if wanted(one))
    return (found,) if len(found) >= least else miss(reason)


def whole(reading: Reading) -> Hits:
    """One hit over every group."""
    return (tuple(range(len(reading.groups))),)
