"""A rule set as plain data that `marshal` can write, and back.

What is plain stands for itself: strings, numbers, None, and tuples and sets of
them.  A list, which no rule set has, stands for something made: the name of its
maker, then what it is made of.  No field is named here, so a new one needs no word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjcli.ruleset import schema
from mjcli.ruleset.schema import RuleSet
from mjcli.tiles import Seat, Tile
from mjcli.value import FrozenMap, Value

Plain = Any  # str, int, bool, None, or a tuple, frozenset or list of them
_TUPLE, _MAP = "tuple", "map"
_ATOMS = (str, int, bool, type(None))


def _tuple_of(*parts: Any) -> tuple[Any, ...]:
    return parts


def _map_of(*parts: Any) -> FrozenMap[Any, Any]:
    return FrozenMap(dict(zip(parts[::2], parts[1::2], strict=True)))


_MAKERS: dict[str, Callable[..., Any]] = {
    kind.__name__: kind
    for kind in vars(schema).values()
    if isinstance(kind, type) and issubclass(kind, (Value, Tile, Seat))
} | {_TUPLE: _tuple_of, _MAP: _map_of}


def flatten(value: object) -> Plain:
    """A rule set, or a part of one, as plain data.

    :raises TypeError: there is something in it that no rule set is made of.

    >>> flatten((Tile.of("5p"), 1)), flatten(("a", True))
    (['tuple', ['Tile', 13], 1], ('a', True))
    """
    if type(value) in _ATOMS:
        return value
    if type(value) is frozenset and all(type(one) in _ATOMS for one in value):
        return value
    if type(value) is tuple:
        return _joined(_TUPLE, value)
    if type(value) is FrozenMap:
        return [_MAP, *(flatten(part) for item in value.items() for part in item)]
    name = type(value).__name__
    if name not in _MAKERS:
        raise TypeError(f"no part of a rule set: {value!r}")
    return [name, int(value)] if isinstance(value, int) else [name, *_parts(value)]


def _parts(value: Any) -> list[Plain]:
    return [flatten(getattr(value, field)) for field in type(value)._fields]


def _joined(maker: str, values: tuple[Any, ...]) -> Plain:
    """A tuple as it is where all its parts are, else as one to be made."""
    parts = [flatten(value) for value in values]
    return [maker, *parts] if any(type(part) is list for part in parts) else tuple(parts)


def restore(plain: Plain) -> Any:
    """What `flatten` was given.

    :raises LookupError: it names a maker that there is none of.
    :raises TypeError: a maker cannot make it.
    :raises ValueError: likewise.

    >>> restore(["tuple", ["Tile", 13], 1])
    (Tile('5p'), 1)
    """
    if not isinstance(plain, list):
        return plain
    return _MAKERS[plain[0]](*[restore(part) if type(part) is list else part for part in plain[1:]])


def restore_rules(plain: Plain) -> RuleSet:
    """The rule set that `flatten` was given; errors are those of `restore`."""
    made: object = restore(plain)
    if not isinstance(made, RuleSet):
        raise TypeError(f"no rule set: {type(made).__name__}")
    return made
