"""Hypothesis strategies for tiles, melds and hands, shared by the property tests.

Hands are legal by their copies (four of a tile, one of a flower, eight jokers) and need not
be complete: from one tile to fourteen, a meld counting as three.
"""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from mjcli.hand import Hand, Meld, MeldKind, Suffix
from mjcli.hand.hand import FULL
from mjcli.tiles import FLOWERS, JOKER, SEATS, TILES, Seat, Tile

_CHOW_STARTS = [tile for tile in TILES if tile.is_suited and tile.rank <= 7]
_SEAT_LETTERS = ["E", "S", "W", "N"]

# Every source that can be written, by the kind of meld.
SOURCES: dict[MeldKind, list[str]] = {
    "chow": ["", "1", "2", "3", *_SEAT_LETTERS],
    "pung": ["", "1", "2", "3", "?", *_SEAT_LETTERS],
    "kong": ["", "1", "2", "3", "5", "6", "7", "?", "+?", *_SEAT_LETTERS, *("+" + seat for seat in _SEAT_LETTERS)],
}


def tiles() -> st.SearchStrategy[Tile]:
    """Any of the 34 kinds."""
    return st.sampled_from(TILES)


def seats() -> st.SearchStrategy[Seat]:
    return st.sampled_from(SEATS)


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """Any meld with any source that its kind can have."""
    kind = draw(st.sampled_from(list(SOURCES)))
    tile = draw(st.sampled_from(_CHOW_STARTS if kind == "chow" else TILES))
    return Meld(kind, tile, draw(st.sampled_from(SOURCES[kind])))


@st.composite
def suffixes(draw: st.DrawFn, *, flowers: bool = True) -> Suffix:
    """Any GB-Mahjong suffix, with a bare count of flowers where `flowers` says so."""
    return Suffix(
        round=draw(seats()),
        seat=draw(seats()),
        self_drawn=draw(st.booleans()),
        last_copy=draw(st.booleans()),
        last_tile=draw(st.booleans()),
        kong=draw(st.booleans()),
        flowers=draw(st.integers(0, len(FLOWERS))) if flowers else 0,
    )


@st.composite
def hands(draw: st.DrawFn, *, flowers: bool = True, suffix: bool = False, jokers: bool = False) -> Hand:
    """Any hand that is possible by its copies and has a tile; flowers, a suffix and jokers where asked for."""
    left = Counter({tile: tile.copies for tile in (*TILES, JOKER)})
    kinds = tiles() | st.just(JOKER) if jokers else tiles()
    exposed = [meld for meld in draw(st.lists(melds(), max_size=4)) if _take(left, meld.tiles)]
    room = FULL - 3 * len(exposed)
    closed = [tile for tile in draw(st.lists(kinds, min_size=1, max_size=room)) if _take(left, (tile,))]
    # Melds alone can use up the only tile that was drawn.
    closed = closed or [next(tile for tile in TILES if _take(left, (tile,)))]
    added = closed.pop() if draw(st.booleans()) else None
    named = draw(st.lists(st.sampled_from(FLOWERS), unique=True)) if flowers else []
    stated = draw(st.none() | suffixes(flowers=not named)) if suffix else None
    return Hand(tuple(closed), tuple(exposed), added, tuple(named), stated)


def _take(left: Counter[Tile], wanted: tuple[Tile, ...]) -> bool:
    """Takes tiles from what is left of the wall, all or none of them."""
    taken = Counter(wanted)
    if not taken <= left:
        return False
    left -= taken
    return True
