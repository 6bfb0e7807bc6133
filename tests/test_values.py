"""Values are built in two ways that do not differ, and memos stay within bounds."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import pytest

from mjcli.decompose import Group
from mjcli.hand import Meld
from mjcli.memo import Memo
from mjcli.tiles import Tile
from mjcli.value import FrozenMap, Value, once

OFTEN = 2000


def fresh() -> type[Any]:
    """A class of values that has never been built."""

    class Point(Value):
        x: int
        facts: Mapping[str, int] = FrozenMap()
        names: tuple[str, ...] = ("a",)

        @once
        def text(self) -> list[str]:
            """Another object each time that it is reckoned."""
            return [f"{name}{self.x}" for name in self.names]

    return Point


@pytest.fixture(params=["seldom", "often"])
def point(request: pytest.FixtureRequest) -> type[Any]:
    """The class before and after it has been built so often that it has a constructor of its own."""
    made = fresh()
    for _ in range(OFTEN if request.param == "often" else 1):
        made(1)
    return made


def test_a_value_has_its_fields(point: type[Any]) -> None:
    """By place, by name, and by default; a dictionary becomes a map that never changes."""
    one = point(1, {"a": 2}, names=("b",))

    assert (one.x, one.facts, one.names) == (1, FrozenMap({"a": 2}), ("b",))
    assert one == point(x=1, facts=FrozenMap({"a": 2}), names=("b",))
    assert point(3) == point(3, FrozenMap(), ("a",))
    assert isinstance(one.facts, FrozenMap)
    assert hash(one) == hash(point(1, {"a": 2}, ("b",)))
    assert one.replace(x=5) == point(5, {"a": 2}, ("b",))
    assert type(one) is point


@pytest.mark.parametrize(("args", "kwargs"), [((), {}), ((1, 2, 3, 4), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_a_value_takes_its_fields_alone(point: type[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Fields missing, unknown or given twice are errors."""
    with pytest.raises(TypeError):
        point(*args, **kwargs)


def test_a_value_never_changes(point: type[Any]) -> None:
    """Neither its fields nor anything else can be set or deleted."""
    one = point(1)
    for field in ("x", "other"):
        with pytest.raises(AttributeError):
            setattr(one, field, 2)
    with pytest.raises(AttributeError):
        del one.x

    assert one == point(1)


def test_what_is_reckoned_once_is_kept(point: type[Any]) -> None:
    """It is no part of the content, and what is made of a value reckons for itself."""
    one, other = point(1), point(1)

    assert one.text == ["a1"]
    assert one.text is one.text
    assert one.text is not other.text
    assert one == other
    assert hash(one) == hash(other)
    assert one.replace(x=2).text == ["a2"]
    with pytest.raises(AttributeError):
        one.text = []
    with pytest.raises(AttributeError, match="'Point' object has no attribute 'length'"):
        one.length  # noqa: B018


def test_fields_are_read_by_the_interpreter_alone(point: type[Any]) -> None:
    """A class that looks for attributes itself, also for those not there alone, is read much more slowly."""
    assert not any({"__getattr__", "__getattribute__"} & vars(cls).keys() for cls in point.__mro__[:-1])


def test_a_class_of_values_can_be_extended(point: type[Any]) -> None:
    """The class below has the fields of both, however it is built."""

    class Space(point):  # type: ignore[misc]
        z: int = 0

    for _ in range(OFTEN):
        one = Space(1, z=3)

    assert (one.x, one.names, one.z, one.text) == (1, ("a",), 3, ["a1"])
    assert point(1) == point(1, names=("a",))


def test_a_value_built_often_travels() -> None:
    """It is pickled by its class and its fields."""
    for _ in range(OFTEN):
        meld = Meld("pung", Tile.of("5p"), "1")

    assert pickle.loads(pickle.dumps(meld)) == meld


def test_equal_groups_are_one_object() -> None:
    """However they are made, and when they come from another process."""
    one = Group("chow", Tile.of("1m"))

    assert Group("chow", Tile.of("1m"), None) is one
    assert Group(kind="chow", tile=Tile.of("1m")) is one
    assert pickle.loads(pickle.dumps(one)) is one
    assert Group("chow", Tile.of("1m"), Meld("chow", Tile.of("1m"), "1")) is not one


def test_a_memo_reckons_once_and_stays_within_bounds() -> None:
    """What it has forgotten it reckons again."""
    asked: list[int] = []

    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    memo = Memo(double, most=3)

    assert [memo[number] for number in (1, 2, 1, 3, 2)] == [2, 4, 2, 6, 4]
    assert asked == [1, 2, 3]
    assert [memo[4], len(memo), memo[1]] == [8, 1, 2]
    assert asked == [1, 2, 3, 4, 1]
