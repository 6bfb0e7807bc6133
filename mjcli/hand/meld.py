"""Melds: the sets that a player has laid down, each with the source it was written with."""

from __future__ import annotations

from typing import Literal

from mjcli.tiles import Seat, Tile
from mjcli.value import Value

MeldKind = Literal["chow", "pung", "kong"]

UNKNOWN = "?"
_ADDED_DIGITS = {"5": "1", "6": "2", "7": "3"}
# A relative source as steps in playing order: 1 the seat before, 2 across, 3 the seat after.
_STEPS = {"1": -1, "2": 2, "3": 1}
_TWO_PLAYERS = 2


class Meld(Value):
    """A chow, pung or kong that lies open (a concealed kong lies closed).

    `tile` is its lowest tile.  `source` is what was written after the comma, in
    its short form: empty, `1 2 3` for the seat before, across, after, a seat
    letter, `?`; for an added kong `5 6 7`, `+` and a seat letter, or `+?`.  For
    a chow the digit says which of its tiles was taken, in ascending order.

    >>> Meld("pung", Tile.of("5p"), "W").feeder(Seat.of("E"))
    Seat('W')
    >>> Meld("kong", Tile.of("5p"), "6").is_added_kong
    True
    """

    kind: MeldKind
    tile: Tile
    source: str = ""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.kind == "chow":
            return (self.tile, Tile(self.tile + 1), Tile(self.tile + 2))
        return (self.tile,) * (4 if self.kind == "kong" else 3)

    @property
    def is_concealed_kong(self) -> bool:
        return self.kind == "kong" and not self.source

    @property
    def is_added_kong(self) -> bool:
        return self.kind == "kong" and (self.source.startswith("+") or self.source in _ADDED_DIGITS)

    @property
    def is_exposed_kong(self) -> bool:
        """A kong claimed from a discard 大明杠."""
        return self.kind == "kong" and bool(self.source) and not self.is_added_kong

    @property
    def is_claimed(self) -> bool:
        """A discard of somebody else's went into it."""
        return not self.is_concealed_kong

    def feeder(self, owner: Seat, seats: int = 4) -> Seat | None:
        """The seat whose discard was claimed, for the meld's `owner`; None where it is not known."""
        source = _ADDED_DIGITS.get(self.source, self.source.removeprefix("+"))
        if self.is_concealed_kong or (self.kind != "chow" and source in ("", UNKNOWN)):
            return None
        if self.kind == "chow":
            source = "1"
        if source not in _STEPS:
            return Seat.of(source)
        return owner.after(1 if seats == _TWO_PLAYERS else _STEPS[source], seats)

    @property
    def stated_seat(self) -> Seat | None:
        """The seat that the source names outright, or None."""
        source = self.source.removeprefix("+")
        return Seat.of(source) if source.isalpha() else None
