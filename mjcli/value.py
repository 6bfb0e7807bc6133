"""The base of the project's immutable value types.

A value has named fields, never changes, and equals another value of the same
class with the same content.  The standard library's frozen dataclasses say the
same, but write and compile their methods anew for every class when the module
is imported: about 0.5 ms each, which a shell user waits for on every hand.
Here a class costs about 0.01 ms.  Only one that is built very often, as in a
file of many hands, gets a `__new__` of its own, which does the same in a tenth of
the time: see `_write_new`.

What follows from the fields and is asked for again and again is a property that is
reckoned `once`: it is kept beside the fields, and is none itself.

>>> class Point(Value):
...     x: int
...     y: int = 0
...     @once
...     def size(self) -> int:
...         return abs(self.x) + abs(self.y)
>>> Point(1), Point(1) == Point(1, 0), Point(1).replace(y=5).size
(Point(x=1, y=0), True, 6)
>>> Point(1).x = 2
Traceback (most recent call last):
    ...
AttributeError: Point is immutable: replace() makes a changed copy
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, Self, TypeVar, dataclass_transform

_set_field = object.__setattr__
K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V]):
    """A mapping that never changes, can be hashed where its values can, and travels between processes.

    >>> FrozenMap({"a": 1})["a"], hash(FrozenMap({"a": 1})) == hash(FrozenMap({"a": 1}))
    (1, True)
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._items = dict(items or {})

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._items,)


class once(Generic[V]):  # noqa: N801 - a decorator, as `property` is
    """A property of a value that is reckoned when it is first asked for, and kept.

    It is kept in a slot of its name after an underscore.  To keep it under its own
    name would take a `__getattr__` for as long as nothing is there, and the
    interpreter reads all fields of a class that has one much more slowly.
    """

    def __init__(self, reckon: Callable[[Any], V]) -> None:
        self.reckon = reckon

    def __get__(self, value: object, owner: type | None = None) -> V:
        raise TypeError("only a class of values can keep a property")


def _property_of(cls: type, name: str, reckon: Callable[[Any], Any]) -> property:
    """The property that reads what a value keeps under a name, and before that reckons it."""
    slot = "_" + name
    read = getattr(cls, slot).__get__

    def find(value: Any) -> Any:
        try:
            return read(value)
        except AttributeError:
            found = reckon(value)
            _set_field(value, slot, found)
            return found

    return property(find, doc=reckon.__doc__)


def keeper(cls: type[Value], name: str) -> Callable[[Any, Any], None]:
    """What gives values of a class what they would reckon under a name, where that is known."""
    keep: Callable[[Any, Any], None] = getattr(cls, "_" + name).__set__
    return keep


@dataclass_transform(frozen_default=True)
class _ValueType(type):
    """Turns the annotated names of a class body into slots with defaults, and what is reckoned `once` into others."""

    _defaults: dict[str, Any]
    _fields: tuple[str, ...]
    # The slots of what is reckoned once.
    _kept: tuple[str, ...]
    # Those that may be given a dictionary.
    _mappings: frozenset[str]
    # How often it was built: in a list, since a class that is changed loses what the interpreter knows of it.
    _built: list[int]

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _ValueType:
        annotations = body.get("__annotations__", {})
        fields = tuple(field for field, kind in annotations.items() if not str(kind).startswith("ClassVar"))
        defaults = {field: body.pop(field) for field in fields if field in body}
        reckoned = {key: body.pop(key).reckon for key, one in [*body.items()] if isinstance(one, once)}
        kept = tuple("_" + key for key in reckoned)
        body["__slots__"] = fields + kept
        if any(getattr(base, "_fields", ()) for base in bases):
            # What the base has may have been written for the fields of the base.
            body = {"__new__": _new, "__init__": Value.__init__} | body
        made = super().__new__(cls, name, bases, body)
        made._fields = tuple(f for base in bases for f in getattr(base, "_fields", ())) + fields
        made._defaults = {k: v for base in bases for k, v in getattr(base, "_defaults", {}).items()} | defaults
        made._mappings = frozenset(f for base in bases for f in getattr(base, "_mappings", ())) | {
            f for f in fields if not str(annotations[f]).startswith(_NO_MAPPINGS)
        }
        made._kept = tuple(f for base in bases for f in getattr(base, "_kept", ())) + kept
        made._built = [0]
        for key, reckon in reckoned.items():
            setattr(made, key, _property_of(made, key, reckon))
        return made


def _new(cls: type, *_args: Any, **_fields: Any) -> Any:
    return object.__new__(cls)


# How the types begin that no dictionary has.
_NO_MAPPINGS = ("tuple", "int", "str", "bool")
# How often a class is built before a `__new__` of its own is written, which takes about 0.2 ms: as long as to build a
# hundred of its objects.  What a shell user waits for builds none so often.
_OFTEN = 128


def _write_new(cls: _ValueType) -> None:
    """Gives a class a `__new__` with its fields as parameters, written out as source and compiled.

    An object of a class with the same slots that may be changed is filled, and then made one of `cls`.
    """
    names = {f"default_{field}": value for field, value in cls._defaults.items()}
    body = {name: getattr(object, name) for name in ("__setattr__", "__delattr__", "__init__")}
    opened = type.__new__(type(cls), "Open", (Value,), {"__slots__": (*cls._fields, *cls._kept), **body})
    names |= {"FrozenMap": FrozenMap, "new": object.__new__, "Open": opened}
    parameters = (f"{field}=default_{field}" if field in cls._defaults else field for field in cls._fields)
    lines = [f"def __new__(cls, {', '.join(parameters)}):", "made = new(Open)"]
    for field in cls._fields:
        if field in cls._mappings:
            lines.append(f"if type({field}) is dict: {field} = FrozenMap({field})")
        lines.append(f"made.{field} = {field}")
    written: dict[str, Any] = {}
    exec("\n ".join((*lines, "made.__class__ = cls", "return made")), names, written)
    # What a class has no name of its own for it takes from `object`, which leaves the parameters to `__new__`.
    type.__setattr__(cls, "__new__", written["__new__"])
    type.__setattr__(cls, "__init__", object.__init__)


class Value(metaclass=_ValueType):
    """An immutable record; see the module's text.  A dictionary given for a field is kept as a `FrozenMap`.

    :raises TypeError: a field is missing, unknown or given twice.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        cls = type(self)
        cls._built[0] += 1
        if cls._built[0] == _OFTEN and cls.__new__ is object.__new__:
            _write_new(cls)
        fields = cls._fields
        if len(args) > len(fields):
            raise TypeError(f"{cls.__name__} takes {len(fields)} fields, not {len(args)}")
        for field, value in zip(fields, args, strict=False):
            _set_field(self, field, FrozenMap(value) if type(value) is dict else value)
        for field in fields[len(args) :]:
            if field in kwargs:
                value = kwargs.pop(field)
                _set_field(self, field, FrozenMap(value) if type(value) is dict else value)
            elif field in cls._defaults:
                _set_field(self, field, cls._defaults[field])
            else:
                raise TypeError(f"{cls.__name__} needs the field {field!r}")
        if kwargs:
            raise TypeError(f"{cls.__name__} got unknown or repeated fields: {', '.join(sorted(kwargs))}")

    def _content(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in type(self)._fields)

    def replace(self, **changes: Any) -> Self:
        """The same value with some fields changed."""
        cls = type(self)
        return cls(**dict(zip(cls._fields, self._content(), strict=True)) | changes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: replace() makes a changed copy")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._content() == other._content())

    def __hash__(self) -> int:
        return hash((type(self), *self._content()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{f}={v!r}" for f, v in zip(type(self)._fields, self._content(), strict=True))
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._content()
