"""Seeded hands with wild tiles, at or near a win, and ways to win them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parent))  # a command finds its neighbours as the tests do

from mcr_reference import (
    MAKERS,
    Case,
    Make,
    Parts,
    described,
    four_of,
    melded,
    of_pool,
    pairs_of,
    pung,
    runs,
)

from mjcli.hand import By, Event, Hand, WinContext
from mjcli.ruleset import RuleSet
from mjcli.scoring import check
from mjcli.tiles import COPIES, HONOURS, SEATS, TILES, Seat, Tile, count_tiles

WHITE = Tile.of("5z")
SUITS = tuple(TILES[start : start + 9] for start in (0, 9, 18))
FULL = 14


def apart(random: random.Random) -> Parts:
    """十三不靠: honours and tiles at least three apart, or now and then two."""
    honours, closest = random.choice((4, 5, 5, 6, 7)), random.choice((3, 3, 3, 2))
    held = random.sample(HONOURS, honours)
    for tile in random.sample(TILES[:27], 27):
        if all(tile.suit != other.suit or abs(tile - other) >= closest for other in held):
            held.append(tile)
    return Parts((), tuple((held + random.choices(TILES, k=FULL))[:FULL]))


def on_lines(random: random.Random) -> Parts:
    """真十三不靠, often with seven honours, or with a second 白板 for the one that is wild."""
    honours = random.choice((5, 6, 7, 7))
    held = [*random.sample(HONOURS, honours), *runs(random)]
    if honours == len(HONOURS) and random.random() < 0.4:
        held[random.randrange(honours)] = WHITE
    return Parts((), tuple(held[:FULL]))


def any_honours(random: random.Random) -> Parts:
    """乱风."""
    sets = tuple(pung(tile) for tile in random.sample(HONOURS, random.randint(0, 3)))
    return Parts(sets, tuple(random.choices(HONOURS, k=FULL - 3 * len(sets))))


def any_tiles(random: random.Random) -> Parts:
    """Nothing in particular: 三财神, or no win."""
    return Parts((), tuple(random.choices(TILES, k=FULL)))


DONGYANG: tuple[Make, ...] = (
    *(of_pool(TILES),) * 4,
    *(of_pool(suit) for suit in SUITS),
    *(of_pool(suit[:6] + HONOURS) for suit in SUITS),
    *(of_pool(TILES, chows=False),) * 3,
    of_pool(SUITS[1], chows=False),
    *(of_pool(HONOURS),) * 2,
    four_of(HONOURS[:4]),
    *(pairs_of(pool) for pool in (TILES, TILES, SUITS[0], HONOURS, SUITS[2] + HONOURS)),
    *(apart,) * 3,
    *(on_lines,) * 3,
    *(any_honours,) * 2,
    any_tiles,
)


# --- wild tiles in the place of others


def turned(random: random.Random, tiles: list[Tile]) -> tuple[list[Tile], Tile]:
    """Concealed tiles with some of them wild, and the wild kind; the last tile is the winning one.

    Often the wild kind is one that the hand wants, with 白板 in its place; now and
    then a tile is another.
    """
    wild = random.choice((random.choice(TILES), random.choice(tiles), random.choice(HONOURS)))
    tiles = [WHITE if tile == wild and random.random() < 0.7 else tile for tile in tiles]
    count = min(random.choices((0, 1, 2, 3, 4), (20, 35, 25, 15, 3))[0], len(tiles))
    places = random.sample(range(len(tiles)), count)
    if count and random.random() < 0.4:  # a wild tile beside the winning one
        places[0] = max(len(tiles) - 2, 0)
    for at in places:
        tiles[at] = wild
    if random.random() < 0.25:
        tiles[random.randrange(len(tiles))] = random.choice(TILES)
    return tiles, wild


def circumstances(random: random.Random, hand: Hand, wild: Tile | None, events: tuple[Event, ...]) -> WinContext:
    """Any way to win, possible or not: a check follows."""
    by: By = random.choice(("draw", "draw", "draw", "discard", "discard", "rob"))
    if len(hand.concealed) == 1:
        by = random.choice(("draw", "discard", "discard"))
    seat = random.choice(SEATS)
    if not hand.melds and random.random() < 0.15:
        by, seat, events = random.choice(
            (
                ("draw", SEATS[0], (Event("heavenly"),)),
                ("discard", SEATS[2], (Event("human"),)),
                ("draw", SEATS[1], (Event("earthly"),)),
            )
        )
    feeder = None if by == "draw" else SEATS[0] if events == (Event("human"),) else seat.after(random.randint(1, 3))
    return WinContext(by, feeder, seat, Seat(random.choice(SEATS)), events, wild=wild)


def dongyang_events(random: random.Random, hand: Hand) -> tuple[Event, ...]:
    """Kongs and floats."""
    kongs = sum(meld.kind == "kong" for meld in hand.melds)
    found = [Event("float")] * random.choice((0, 0, 0, 1, 2, 3))
    if kongs and random.random() < 0.5:
        found.append(Event("after-kong"))
    if kongs and random.random() < 0.3:
        found.append(Event("kongs", count=random.randint(1, kongs)))
    return tuple(found)


def mcr_events(random: random.Random, hand: Hand) -> tuple[Event, ...]:
    """What 国标麻将 counts."""
    shares = {"last-tile": 0.1, "last-copy": 0.2, "after-kong": 0.3 if hand.melds else 0}
    return tuple(Event(name) for name, share in shares.items() if random.random() < share)


def attempt(random: random.Random, rules: RuleSet) -> Case | None:
    """A hand and how it is won, or None where they are impossible."""
    is_product = rules.id == "dongyang"
    parts = random.choice(DONGYANG if is_product else MAKERS)(random)
    melds, closed = melded(parts.sets, random)
    closed += parts.rest
    if random.random() < 0.6:
        random.shuffle(closed)
    tiles, wild = turned(random, closed)
    if max(count_tiles([*tiles, *(tile for meld in melds for tile in meld.tiles)])) > COPIES:
        return None
    hand = Hand(tuple(tiles[:-1]), tuple(melds), tiles[-1])
    events = (dongyang_events if is_product else mcr_events)(random, hand)
    context = circumstances(random, hand, wild, events)
    return None if any(check(hand, rules, context)) else Case(hand, context)


def cases(rules: RuleSet, hands: int, seed: int) -> Iterator[Case]:
    """So many hands; the same for the same seed."""
    source = random.Random(seed)
    found = 0
    while found < hands:
        case = attempt(source, rules)
        if case is not None:
            found += 1
            yield case


def line(case: Case) -> str:
    """A case as a line of a hand file, which `mj score` reads."""
    wild = case.context.wild
    return described(case) + (f" wild={wild.text}" if wild is not None else "")


def held_wilds(case: Case) -> int:
    """How many of the concealed tiles are wild."""
    return sum(tile == case.context.wild for tile in case.hand.closed_tiles)
