"""国标麻将 against PyMahjongGB: seeded wins of every kind, scored by both.

`python -m tests.mcr_reference --hands 100000 --seed 1` prints every difference,
and how often each fan occurred.  A test runs some of the same hands.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import MahjongGB

from mjcli.hand import By, Event, Hand, Meld, WinContext
from mjcli.ruleset import RuleSet, load_rules
from mjcli.scoring import check, score_all
from mjcli.tiles import COPIES, FLOWERS, HONOURS, ORPHANS, SEATS, TILES, Seat, Tile, count_tiles

Set = tuple[Tile, ...]
Fans = Counter[str]


class Case(NamedTuple):
    """A win: the hand, its winning tile added, and how it was won."""

    hand: Hand
    context: WinContext


# --- what the hands are made of: one function for each kind of complete hand


class Parts(NamedTuple):
    """A complete hand: its sets, which may be melded, and its other tiles."""

    sets: tuple[Set, ...]
    rest: tuple[Tile, ...]


Make = Callable[[random.Random], Parts]


def tiles_of(text: str) -> tuple[Tile, ...]:
    """The tiles of a list such as `1m 2m 5z`."""
    return tuple(map(Tile.of, text.split()))


def chow(tile: Tile) -> Set:
    return (tile, Tile(tile + 1), Tile(tile + 2))


def pung(tile: Tile) -> Set:
    return (tile,) * 3


def of_pool(pool: Sequence[Tile], *, chows: bool = True, pungs: bool = True) -> Make:
    """Any four sets and a pair of the tiles of a pool."""
    known = frozenset(pool)
    starts = [tile for tile in pool if tile.is_suited and tile.rank <= 7 and known.issuperset(chow(tile))]

    def make(random: random.Random) -> Parts:
        pung_share = random.choice((0.1, 0.5, 0.9))
        sets = []
        for _ in range(4):
            is_pung = not (starts and chows) or (pungs and random.random() < pung_share)
            sets.append(pung(random.choice(pool)) if is_pung else chow(random.choice(starts)))
        return Parts(tuple(sets), (random.choice(pool),) * 2)

    return make


def pungs_of(pool: Sequence[Tile]) -> Make:
    """Four pungs and a pair of five different tiles of a pool."""

    def make(random: random.Random) -> Parts:
        *kinds, pair = random.sample(pool, 5)
        return Parts(tuple(pung(tile) for tile in kinds), (pair, pair))

    return make


def with_fives(random: random.Random) -> Parts:
    """Sets that all have a five."""
    sets = tuple(
        pung(five) if random.random() < 0.3 else chow(Tile(five - random.randrange(3)))
        for five in (random.choice(_FIVES) for _ in range(4))
    )
    return Parts(sets, (random.choice(_FIVES),) * 2)


_FIVES = tiles_of("5m 5p 5s")


def with_terminals(random: random.Random) -> Parts:
    """Sets that all have a terminal or an honour."""
    sets = [random.choice(_OUTSIDE) for _ in range(4)]
    return Parts(tuple(sets), (random.choice(ORPHANS),) * 2)


_OUTSIDE = [pung(tile) for tile in ORPHANS] + [chow(tile) for tile in tiles_of("1m 7m 1p 7p 1s 7s")] * 3


def related(kind: str) -> Make:
    """Sets that stand in some relation to one another: equal, in other suits, in steps."""
    build = chow if kind == "chow" else pung
    last = 7 if kind == "chow" else 9

    def make(random: random.Random) -> Parts:
        suit_step, rank_step = random.choice((0, 0, 1)), random.choice((0, 0, 1, 1, 2, 3, 3, 6))
        suit, rank = random.randrange(3), random.randint(1, last)
        sets = []
        for _ in range(4):
            sets.append(build(Tile(9 * suit + rank - 1)))
            if random.random() < 0.85:
                suit, rank = (suit + suit_step) % 3, (rank - 1 + rank_step) % last + 1
            else:
                suit, rank = random.randrange(3), random.randint(1, last)
        pair = random.choice(TILES)
        return Parts(tuple(sets), (pair, pair))

    return make


def two_dragons(random: random.Random) -> Parts:
    """双龙会: 123 and 789 twice, and a five."""
    first, second, third = random.sample(range(3), 3)
    if random.random() < 0.5:
        second, third = first, random.choice((first, third))
    sets = tuple(chow(Tile(9 * suit + rank)) for suit in (first, second) for rank in (0, 6))
    return Parts(sets, (Tile(9 * third + 4),) * 2)


def pairs_of(pool: Sequence[Tile]) -> Make:
    """Seven pairs, now and then with four alike."""

    def make(random: random.Random) -> Parts:
        return Parts((), tuple(tile for tile in random.choices(pool, k=7) for _ in range(2)))

    return make


def pairs_in_a_row(random: random.Random) -> Parts:
    """连七对, or nearly."""
    first = 9 * random.randrange(3) + random.randrange(3)
    kinds = [Tile(first + step) for step in range(7)]
    if random.random() < 0.3:
        kinds[random.randrange(7)] = random.choice(TILES)
    return Parts((), tuple(tile for tile in kinds for _ in range(2)))


def four_of(kinds: Sequence[Tile]) -> Make:
    """Pungs of all of some honours, or of all but one, which is the pair."""

    def make(random: random.Random) -> Parts:
        *others, last = random.sample(kinds, len(kinds))
        is_little = random.random() < 0.5
        pungs = [pung(tile) for tile in (others if is_little else (*others, last))]
        filled = of_pool(TILES)(random)
        return Parts((*pungs, *filled.sets)[:4], (last, last) if is_little else filled.rest)

    return make


def unrelated(random: random.Random) -> Parts:
    """Chows that have nothing to do with one another, and an honour: 无番和 where the win brings nothing."""
    first, second, third = random.sample(range(3), 3)
    starts = (9 * first + 1, 9 * first + 5, 9 * second + 2, 9 * third + 6)
    return Parts(tuple(chow(Tile(start)) for start in starts), (random.choice(HONOURS),) * 2)


def orphans(random: random.Random) -> Parts:
    """十三幺."""
    return Parts((), (*ORPHANS, random.choice(ORPHANS)))


def gates(random: random.Random) -> Parts:
    """九莲宝灯, also where the wait was not of nine kinds."""
    start = 9 * random.randrange(3)
    held = [Tile(start + rank) for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    return Parts((), (*held, Tile(start + random.randrange(9))))


def runs(random: random.Random) -> tuple[Tile, ...]:
    """The nine tiles of a knitted straight."""
    firsts = random.sample(range(3), 3)
    return tuple(Tile(9 * suit + first + step) for suit, first in enumerate(firsts) for step in (0, 3, 6))


def knitted_honours(random: random.Random) -> Parts:
    """全不靠, often with all seven honours or all nine knitted tiles."""
    straight = list(runs(random))
    honours = random.choice((5, 6, 7, 7))
    return Parts((), (*random.sample(HONOURS, honours), *random.sample(straight, 14 - honours)))


def knitted_straight(random: random.Random) -> Parts:
    """组合龙 with a fourth set and a pair."""
    parts = of_pool(TILES)(random)
    return Parts(parts.sets[:1], (*parts.rest, *runs(random)))


_SUITS = [tuple(TILES[start : start + 9]) for start in (0, 9, 18)]
_BY_RANK = {
    ranks: tuple(tile for tile in TILES if tile.is_suited and str(tile.rank) in ranks)
    for ranks in ("123", "456", "789", "1234", "6789", "2468", "19", "234567", "2345678")
}
_GREEN = tiles_of("2s 3s 4s 6s 8s 6z")
_REVERSIBLE = tiles_of("1p 2p 3p 4p 5p 8p 9p 2s 4s 5s 6s 8s 9s 5z")
_WINDS, _DRAGONS = HONOURS[:4], HONOURS[4:]

MAKERS: tuple[Make, ...] = (
    *(of_pool(TILES),) * 6,
    *(of_pool(suit) for suit in _SUITS),
    *(of_pool(suit + HONOURS) for suit in _SUITS),
    *(of_pool(_SUITS[one] + _SUITS[two]) for one, two in ((0, 1), (1, 2))),
    *(of_pool(pool) for pool in _BY_RANK.values()),
    *(of_pool(suit[:6]) for suit in _SUITS),
    *(of_pool(suit[:3], pungs=False) for suit in _SUITS),
    of_pool(_GREEN),
    of_pool(_GREEN[:-1]),
    of_pool(_REVERSIBLE),
    of_pool(HONOURS),
    of_pool(HONOURS + _SUITS[0][:4]),
    of_pool(_WINDS + _SUITS[1][:2], chows=False),
    of_pool(_WINDS + _SUITS[1][:3]),
    of_pool(_DRAGONS + _SUITS[2][:3]),
    of_pool(_DRAGONS + _SUITS[2][6:]),
    of_pool(_DRAGONS * 3 + TILES),
    *(pungs_of(pool) for pool in (TILES, ORPHANS, HONOURS, _BY_RANK["2468"], _BY_RANK["19"])),
    with_fives,
    with_terminals,
    *(related("chow"),) * 6,
    *(related("pung"),) * 3,
    two_dragons,
    four_of(_WINDS),
    four_of(_DRAGONS),
    *(unrelated,) * 3,
    *(pairs_of(pool) for pool in (TILES, _SUITS[0], ORPHANS, HONOURS, _GREEN, _BY_RANK["6789"], _SUITS[1] + HONOURS)),
    pairs_in_a_row,
    orphans,
    gates,
    knitted_honours,
    knitted_straight,
    knitted_straight,
)


# --- from the tiles to a win


def melded(sets: Sequence[Set], random: random.Random) -> tuple[list[Meld], list[Tile]]:
    """Some sets as melds, some pungs as kongs; the others as concealed tiles."""
    melds: list[Meld] = []
    closed: list[Tile] = []
    meld_share, kong_share = random.choice((0, 0, 0.3, 0.6, 1)), random.choice((0, 0.2, 0.5, 1))
    concealed_share = random.choice((0, 0.5, 1))
    for one in sets:
        is_pung = one[0] == one[1]
        if is_pung and random.random() < kong_share:
            source = "" if random.random() < concealed_share else random.choice("123567")
            melds.append(Meld("kong", one[0], source))
        elif random.random() < meld_share:
            melds.append(Meld("pung" if is_pung else "chow", one[0], random.choice("123")))
        else:
            closed += one
    return melds, closed


def circumstances(hand: Hand, random: random.Random) -> WinContext:
    """Any way to win, possible or not: a check follows."""
    by: By = random.choice(("draw", "draw", "discard", "discard", "discard", "rob"))
    shares = {"last-tile": 0.1, "last-copy": 0.2, "after-kong": 0.3 if hand.melds else 0}
    events = tuple(Event(name) for name, share in shares.items() if random.random() < share)
    seat = random.choice(SEATS)
    feeder = None if by == "draw" else seat.after(random.randint(1, 3))
    return WinContext(by, feeder, seat, Seat(random.choice(SEATS)), events)


def attempt(random: random.Random) -> Case | None:
    """A win, or None where the tiles or the circumstances are impossible."""
    parts = random.choice(MAKERS)(random)
    melds, closed = melded(parts.sets, random)
    closed += parts.rest
    if max(count_tiles([*closed, *(tile for meld in melds for tile in meld.tiles)])) > COPIES:
        return None
    random.shuffle(closed)
    flowers = random.sample(FLOWERS, random.choice((0, 0, 0, 1, 2, 8)))
    hand = Hand(tuple(closed[:-1]), tuple(melds), closed[-1], tuple(flowers))
    context = circumstances(hand, random)
    return None if any(check(hand, rules(), context)) else Case(hand, context)


def cases(hands: int, seed: int) -> Iterator[Case]:
    """So many wins; the same for the same seed."""
    source = random.Random(seed)
    found = 0
    while found < hands:
        case = attempt(source)
        if case is not None:
            found += 1
            yield case


def rules() -> RuleSet:
    return load_rules("mcr")


# --- the reference

_CLAIMS = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
_SUIT_LETTERS = {"m": "W", "p": "B", "s": "T"}
_HONOUR_NAMES = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
# What the reference calls some fans.
_NAMES = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}


def reference_tile(tile: Tile) -> str:
    return _HONOUR_NAMES[tile.rank - 1] if tile.is_honour else f"{_SUIT_LETTERS[tile.suit]}{tile.rank}"


def reference_meld(meld: Meld) -> tuple[str, str, int]:
    """A meld as the reference has it: a chow by its middle tile, a concealed kong without an offer.

    Who fed a meld makes no difference to a fan.
    """
    middle = Tile(meld.tile + 1) if meld.kind == "chow" else meld.tile
    return _CLAIMS[meld.kind], reference_tile(middle), int(meld.is_claimed)


def reference_fans(case: Case) -> tuple[Fans, int]:
    """The fans that the reference counts, and their total."""
    hand, context = case
    assert hand.added is not None
    found: Any = MahjongGB.MahjongFanCalculator(
        tuple(map(reference_meld, hand.melds)),
        tuple(map(reference_tile, hand.concealed)),
        reference_tile(hand.added),
        hand.flower_count,
        context.by == "draw",
        context.has("last-copy"),
        context.by == "rob" or context.has("after-kong"),
        context.has("last-tile"),
        int(context.seat),
        int(context.round),
        True,
    )
    fans = Counter({_NAMES.get(name, name): count for _, count, name, _ in found})
    return fans, sum(worth * count for worth, count, _, _ in found)


class Own(NamedTuple):
    """The fans of each of the readings that are worth most, their total, and whether it may win."""

    fans: list[Fans]
    total: int
    is_win: bool


def own_fans(case: Case) -> Own:
    """What the project counts."""
    scores = score_all(case.hand, rules(), case.context)
    best = [score.tally for score in scores if score.tally is not None and score.fan == scores[0].fan]
    fans = [Counter({one.rule.name[0]: len(one.hits) for one in tally.counted}) for tally in best]
    return Own(fans, best[0].fan, scores[0].is_win)


MINIMUM = 8
# Which of these count is a free choice where several come to the same total.
CHOICE = frozenset(("一般高", "喜相逢", "连六", "老少副"))


def settled(fans: Fans) -> Fans:
    """The fans with those that may be chosen between as one."""
    merged: Fans = Counter()
    for name, count in fans.items():
        merged["chows" if name in CHOICE else name] += count
    return merged


class Difference(NamedTuple):
    """A hand on which the two do not agree."""

    case: Case
    own: Own
    reference: tuple[Fans, int]

    def __str__(self) -> str:
        own, reference = self.own.fans[0], self.reference[0]
        return (
            f"{described(self.case)}: own {self.own.total} {dict(own - reference)}, "
            f"reference {self.reference[1]} {dict(reference - own)}"
        )


def described(case: Case) -> str:
    """A case as a line of a hand file."""
    from mjcli.notation import format_hand  # noqa: PLC0415 - wanted only where something differs

    hand, context = case
    events = ",".join(event.text for event in context.events)
    feeder = f" from={context.feeder}" if context.feeder is not None else ""
    return f"{format_hand(hand)} by={context.by} seat={context.seat} round={context.round}{feeder}" + (
        f" event={events}" if events else ""
    )


def compare(found: Iterator[Case], seen: Fans) -> Iterator[Difference]:
    """The hands on which the two differ; `seen` counts in how many hands each fan occurs."""
    for case in found:
        own, (fans, total) = own_fans(case), reference_fans(case)
        seen.update(own.fans[0].keys())
        is_win = total - fans["花牌"] >= MINIMUM
        if (own.total, own.is_win) != (total, is_win) or settled(fans) not in map(settled, own.fans):
            yield Difference(case, own, (fans, total))


def main() -> int:
    """Compares as many hands as asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--least", type=int, default=0, help="how often every fan must occur")
    asked = options.parse_args()
    start, seen, wrong = time.perf_counter(), Counter[str](), 0
    for difference in compare(cases(asked.hands, asked.seed), seen):
        print(difference)
        wrong += 1
    for rule in rules().fans:
        print(f"{seen[rule.name[0]]:8,} {rule.name[0]}")
    seconds = time.perf_counter() - start
    print(f"{asked.hands:,} hands, seed {asked.seed}: {wrong:,} differences, {seconds:.0f} s")
    rare = [rule.name[0] for rule in rules().fans if seen[rule.name[0]] < asked.least]
    if rare:
        print(f"fewer than {asked.least:,}: {', '.join(rare)}")
    return int(wrong > 0 or bool(rare))


if __name__ == "__main__":
    sys.exit(main())
