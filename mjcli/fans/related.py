"""Relations of sets: what is asked about some of them, and the answers of all that is asked together."""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import Literal

from mjcli.decompose import Group, Reading
from mjcli.fans.registry import Finding, Hit, Hits, Predicate, add, family_of, miss, place
from mjcli.hand import WinContext
from mjcli.memo import Memo
from mjcli.tiles import KINDS, RANKS

# The numbers of some sets of one kind, ascending.
Ranks = tuple[int, ...]
_Fits = Callable[[Ranks], bool]
# Whether the sets are all of one suit, or each of another.
_Suits = Literal["one", "each"]
ONE: _Suits = "one"
EACH: _Suits = "each"
_Kind = Literal["chow", "pung"]
PAIR, TRIPLE, ALL = 2, 3, 4


# A chow, or a pung or kong of a suit, by its lowest tile: from 1, pungs above all chows; 0 is any other group.
_Set = int


def as_set(one: Group) -> _Set:
    """The number of a group among all sets that can be in a relation."""
    if one.kind == "chow":
        return one.tile + 1
    return KINDS + one.tile + 1 if one.is_pung and one.tile.is_suited else 0


# The kinds of sets as bytes: none, a chow, a pung or kong.
_NONE, _CHOW, _PUNG = range(3)
_KINDS: dict[_Kind, int] = {"chow": _CHOW, "pung": _PUNG}
_KIND_OF = bytes([_NONE, *([_CHOW] * KINDS), *([_PUNG] * KINDS)]).ljust(1 << 8, b"\0")


def _kinds_of(sets: Sequence[_Set]) -> bytes:
    return bytes(sets).translate(_KIND_OF)


def _suit_of(one: _Set) -> int:
    return (one - 1) % KINDS // RANKS


def _rank_of(one: _Set) -> int:
    return (one - 1) % KINDS % RANKS + 1


def alike(sets: Sequence[_Set]) -> Hashable:
    """What makes a difference to the relations among the sets of a reading.

    That is the places of each kind, and how three sets of a kind, or the two that there are,
    stand to one another: few ways, where by the sets themselves nearly every reading is another.
    """
    kinds = _kinds_of(sets)
    return kinds, *[_AMONG[chosen(sets)] for chosen in _WIDEST[kinds]]


# The questions about so many sets of a kind, all of one suit or each of another, by the predicates' names.
_ASKED: dict[tuple[int, int, _Suits], dict[str, _Fits]] = {}


def relation(name: str, kind: _Kind, size: int, suits: _Suits) -> Callable[[_Fits], _Fits]:
    """Registers a question about the numbers of `size` sets of a kind and of such suits as the predicate `name`."""

    def register(fits: _Fits) -> _Fits:
        def test(reading: Reading, _context: WinContext) -> Finding:
            sets = tuple(map(as_set, reading.groups))
            if _kinds_of(sets).count(_KINDS[kind]) < size:
                return miss("few-sets")
            return related(sets).get(name, ()) or miss("not-related")

        test.__doc__, test.__module__ = fits.__doc__, fits.__module__
        add(Predicate(name, family_of(test), test, (_SETS,), jointly=related))
        _ASKED.setdefault((_KINDS[kind], size, suits), {})[name] = fits
        return fits

    return register


def related(sets: Sequence[_Set]) -> dict[str, Hits]:
    """The relations among the sets of a reading, each with the places of every choice of sets that it holds in."""
    found: dict[str, Hits] = {}
    for places, chosen in _choices(_kinds_of(sets)):
        for name in _HOLDING[chosen(sets)]:
            found[name] = (*found.get(name, ()), places)
    return found


_SETS = place(as_set, alike=alike)
# The sets at some places.
_Chosen = Callable[[Sequence[_Set]], tuple[_Set, ...]]


@cache
def _choices(kinds: bytes) -> tuple[tuple[Hit, _Chosen], ...]:
    """The places of two sets or more of one kind, and what takes them from the sets."""
    there = (_places(kind, kinds) for kind in (_CHOW, _PUNG))
    chosen = (places for own in there for size in range(PAIR, ALL + 1) for places in combinations(own, size))
    return tuple((places, itemgetter(*places)) for places in chosen)


def _widest(kinds: bytes) -> tuple[_Chosen, ...]:
    """What takes every three sets of one kind, or the two that there are."""
    there = (_places(kind, kinds) for kind in (_CHOW, _PUNG))
    chosen = (places for own in there if len(own) >= PAIR for places in combinations(own, min(len(own), TRIPLE)))
    return tuple(itemgetter(*places) for places in chosen)


_WIDEST = Memo(_widest, 1 << 10)


def _places(kind: int, kinds: bytes) -> list[int]:
    return [at for at, one in enumerate(kinds) if one == kind]


def holding(*sets: _Set) -> tuple[str, ...]:
    """The relations of all of some sets of one kind to one another: all that `related` asks of any choice of sets."""
    suits = len({*map(_suit_of, sets)})
    if 1 < suits < len(sets):
        return ()
    return _fitting(_KIND_OF[sets[0]], suits == 1, tuple(sorted(map(_rank_of, sets))))


_HOLDING: Memo[tuple[_Set, ...], tuple[str, ...]] = Memo(lambda sets: holding(*sets), 1 << 14)


@cache
def _fitting(kind: int, is_of_one: bool, ranks: Ranks) -> tuple[str, ...]:
    """The relations of sets of one suit, or each of another, with those numbers."""
    asked = _ASKED.get((kind, len(ranks), ONE if is_of_one else EACH), {})
    return tuple([name for name, fits in asked.items() if fits(ranks)])


def _among(sets: tuple[_Set, ...]) -> Hashable:
    """The relations of every choice of two or three sets.

    There are three suits, so that four sets can be in a relation only if all are of one.  Three
    of one suit are told apart by their numbers, and so are any four of it.
    """
    own = [_HOLDING[some] for size in (PAIR, TRIPLE) for some in combinations(sets, size)]
    is_of_one = len(sets) == TRIPLE and len({*map(_suit_of, sets)}) == 1
    return tuple(own), tuple(map(_rank_of, sets)) if is_of_one else ()


_NUMBERS: dict[Hashable, int] = {}
# What `_among` says of sets, by number.
_AMONG: Memo[tuple[_Set, ...], int] = Memo(lambda sets: _NUMBERS.setdefault(_among(sets), len(_NUMBERS)), 1 << 14)
