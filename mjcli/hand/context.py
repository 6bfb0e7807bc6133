"""How a hand was won: by what, from whom, at which seats, with which events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from mjcli.errors import Problem
from mjcli.hand.hand import Hand
from mjcli.hand.meld import Meld
from mjcli.tiles import SEATS, Seat, Tile
from mjcli.value import Value, once

By = Literal["draw", "discard", "rob"]

EVENTS = ("after-kong", "last-tile", "last-copy", "heavenly", "earthly", "human", "called", "float", "kongs")
_REPEATABLE = ("float",)
FIRST_TURN = ("heavenly", "earthly", "human")
DEALER = SEATS[0]


class Event(Value):
    """Something that happened around the win; `tile` for after-kong, `count` for kongs."""

    name: str
    tile: Tile | None = None
    count: int = 1

    @property
    def is_run(self) -> bool:
        """连杠: more than one kong in a row before the win."""
        return self.name == "kongs" and self.count > 1

    @property
    def text(self) -> str:
        detail = self.tile.text if self.tile is not None else str(self.count) if self.name == "kongs" else ""
        return f"{self.name}:{detail}" if detail else self.name


class Stakes(Value):
    """What is played for: the price of a flower, of a kong, and of the smallest hand."""

    flower: int
    kong: int
    chicken: int


class WinContext(Value):
    """The circumstances of a win.

    `feeder` is the seat that discarded or was robbed (None by draw, or where it
    is not known); `round` the prevailing wind's seat; `winners` how many win on
    the same tile; `exempt` the seats already liable to somebody else; `horses`
    the code tiles turned; `stakes` those of a flower, a kong and a chicken hand,
    if they are not the rule set's own; `bound` a seat bound to the winner (承包);
    `wild` the kind turned up as wild 财神; `base` what a multiple of one pays, 0 for
    the rule set's own.
    """

    by: By = "draw"
    feeder: Seat | None = None
    seat: Seat = DEALER
    round: Seat = DEALER
    events: tuple[Event, ...] = ()
    winners: int = 1
    exempt: tuple[Seat, ...] = ()
    horses: tuple[Tile, ...] = ()
    stakes: Stakes | None = None
    bound: Seat | None = None
    wild: Tile | None = None
    base: int = 0

    def has(self, name: str) -> bool:
        """Whether an event of that name happened."""
        return any(event.name == name for event in self.events)

    @once
    def is_plain_draw(self) -> bool:
        """A self-draw of which nothing but the seat and the round is said."""
        is_draw = self.by == "draw" and self.feeder is None and self.winners == 1
        is_said = self.events or self.exempt or self.horses or self.bound is not None or self.wild is not None
        return is_draw and not is_said

    @property
    def floats(self) -> int:
        """How many wild tiles were discarded 漂财."""
        return sum(event.name == "float" for event in self.events)

    @property
    def kong_event(self) -> Event | None:
        """The event that says the winning tile replaced a kong's, if any: several kongs in a row say it too."""
        return next((e for e in self.events if e.name == "after-kong" or e.is_run), None)

    def kong_of(self, hand: Hand) -> Meld | None:
        """The kong that the winning tile replaced: the one named, else the last meld, else the last added kong."""
        event = self.kong_event
        if event is None or not hand.melds:
            return None
        named = next((e.tile for e in self.events if e.name == "after-kong" and e.tile is not None), None)
        if named is not None:
            return next((m for m in hand.melds if m.kind == "kong" and m.tile == named), None)
        if hand.melds[-1].kind == "kong":
            return hand.melds[-1]
        return next((m for m in reversed(hand.melds) if m.is_added_kong), None)

    def problems(self, hand: Hand, seats: int = 4, *, first_round: bool = False) -> Iterator[Problem]:
        """Everything impossible about winning `hand` (its winning tile marked) in this way at a table of `seats`.

        With `first_round` 人和 is a win on any discard of the first round, not the dealer's first alone.
        """
        yield from self._seat_problems(seats)
        yield from source_problems(hand.melds, self.seat, seats)
        yield from self._event_problems(first_round)
        yield from self._kong_problems(hand)
        yield from self._tile_problems(hand)

    def _seat_problems(self, seats: int) -> Iterator[Problem]:
        if self.by == "draw" and self.feeder is not None:
            yield Problem("C002", token=self.feeder.letter)
        if self.feeder == self.seat:
            yield Problem("C004" if self.by == "rob" else "C003", token=self.seat.letter)
        if self.seat in self.exempt:
            yield Problem("C005", token=self.seat.letter)
        if self.seat == self.bound:
            yield Problem("C012", token=self.seat.letter, key="bound")
        if not 1 <= self.winners < seats:
            yield Problem("C006", token=str(self.winners), facts={"most": seats - 1})
        elif self.winners > 1 and self.by == "draw":
            yield Problem("C007", token=str(self.winners))

    def _event_problems(self, first_round: bool) -> Iterator[Problem]:
        names = [event.name for event in self.events]
        for name in sorted(set(names)):
            if names.count(name) > 1 and name not in _REPEATABLE:
                yield Problem("C020", token=name)
        first_turn = [name for name in FIRST_TURN if name in names]
        if len(first_turn) > 1:
            yield Problem("C021", token=first_turn[1], facts={"other": first_turn[0]})
        for name in first_turn:
            yield from self._first_turn_problems(name, first_round)
        if "last-tile" in names and first_turn:
            yield Problem("C021", token="last-tile", facts={"other": first_turn[0]})
        if "last-tile" in names and self.by == "rob":
            yield Problem("C022", token="last-tile")

    def _first_turn_problems(self, name: str, first_round: bool) -> Iterator[Problem]:
        """天和 is the dealer's draw, 地和 another's draw, 人和 another's win on the dealer's discard."""
        if name == "human" and first_round:
            if self.by != "discard":
                yield Problem("C025", token=name)
            return
        if (self.seat == DEALER) != (name == "heavenly"):
            yield Problem("C023" if name == "heavenly" else "C024", token=name)
        if self.by != ("discard" if name == "human" else "draw"):
            yield Problem("C025" if name == "human" else "C026", token=name)
        elif name == "human" and self.feeder not in (None, DEALER):
            yield Problem("C027", token=name)

    def _kong_problems(self, hand: Hand) -> Iterator[Problem]:
        held = sum(meld.kind == "kong" for meld in hand.melds)
        for kongs in self.events:
            if kongs.name == "kongs" and kongs.count > held:
                yield Problem("C034", token=kongs.text, facts={"held": held})
        stated = next((e for e in self.events if e.name in ("after-kong", "kongs")), None)
        if stated is not None and self.by != "draw":
            yield Problem("C030", token=stated.text)
        event = self.kong_event
        if event is None:
            return
        kong = self.kong_of(hand)
        named = next((e for e in self.events if e.name == "after-kong" and e.tile is not None), event)
        if kong is None and event.name == "after-kong":
            yield Problem("C032" if named.tile is not None else "C031", token=named.text)
        elif kong is not None and not kong.is_added_kong and kong is not hand.melds[-1]:
            yield Problem("C033", token=named.text)

    def _tile_problems(self, hand: Hand) -> Iterator[Problem]:
        if hand.added is None:
            return
        tile = hand.added
        if any(self.has(name) for name in FIRST_TURN) and hand.melds:
            yield Problem("C028", spot=("meld", 0))
        if self.by == "rob" and (tile in hand.concealed or any(tile in meld.tiles for meld in hand.melds)):
            yield Problem("C035", token=tile.text, spot=("added", 0))
        if self.by == "rob" and tile.is_joker:
            yield Problem("C042", token=tile.text, spot=("added", 0))
        elif self.has("last-copy") and tile in hand.concealed:
            yield Problem("C036", token=tile.text, spot=("added", 0))


def source_problems(melds: Iterable[Meld], owner: Seat, seats: int) -> Iterator[Problem]:
    """The melds of a seat that come from itself, and the chows that do not come from the seat before."""
    for i, meld in enumerate(melds):
        stated = meld.stated_seat
        if stated == owner:
            yield Problem("C010", token=owner.letter, spot=("meld", i))
        elif stated is not None and meld.kind == "chow" and stated != meld.feeder(owner, seats):
            facts = {"seat": meld.feeder(owner, seats)}
            yield Problem("C011", token=stated.letter, spot=("meld", i), facts=facts)
