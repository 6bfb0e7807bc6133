"""Which complete hands may be of a shape that columns do not arrange by suits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mjcli.batch.columns.keys import Array
from mjcli.batch.columns.pieces import BY_SUITS
from mjcli.batch.columns.tables import Kinds
from mjcli.batch.columns.waits import has_whole_runs


def may_be_rare(shapes: tuple[str, ...], kinds: Kinds, keys: Array) -> Array:
    """Which hands of 14 tiles may be complete in one of the shapes, by their kinds and their keys.

    :raises KeyError: a shape is not known here.
    """
    found = np.zeros(keys.shape[1], bool)
    for shape in shapes:
        found |= _CAN_BE[shape](kinds, keys)
    return found


_CAN_BE: dict[str, Callable[[Kinds, Array], Array]] = {
    "thirteen-orphans": lambda kinds, _: kinds.simple == 0,
    "knitted-honours": lambda kinds, _: kinds.multiple == 0,
    "knitted-straight": lambda _, keys: has_whole_runs(keys),
}


def knows(shapes: tuple[str, ...]) -> bool:
    """Whether columns know of every shape which hands may be complete in it."""
    return _CAN_BE.keys() | BY_SUITS.keys() >= set(shapes)
