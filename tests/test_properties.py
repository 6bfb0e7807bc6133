"""Properties: what holds for every hand, against slow and obvious references.

The references read tiles as they are printed, `5p`, and share no code with the searches and the scorer they check.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import hands

from mjcli.decompose import Reading, readings
from mjcli.decompose.standard import arrange
from mjcli.decompose.suits import CHOW, PAIR, PUNG, kind_and_rank, splits
from mjcli.distance import discards, shanten
from mjcli.hand import Event, Hand, Meld, MeldKind, Wilds, WinContext
from mjcli.hand.hand import FULL
from mjcli.notation import parse_hand, read_tiles
from mjcli.ruleset import load_rules
from mjcli.scoring import Score, check, score_all, score_hand
from mjcli.settlement import settle
from mjcli.tiles import COPIES, ORPHANS, SEATS, TILES, Tile
from mjcli.waiting import waits

SHAPES = ("standard", "thirteen-orphans")
RULES = load_rules("jipinghu")
SUIT_STARTS = (0, 9, 18, 27)
randoms = st.randoms(use_true_random=False)
few = settings(max_examples=60)
some = settings(max_examples=150)


# Random wins


class Win(NamedTuple):
    """A complete hand and a legal way to have won it."""

    hand: Hand
    context: WinContext


POOLS: dict[str, list[Tile]] = {
    "any": list(TILES),
    "one suit": list(TILES[:9]),
    "low ranks": list(TILES[9:13]),
    "one suit and honours": list(TILES[18:]),
    "honours": list(TILES[27:]),
    "ends": [*ORPHANS],
    "terminals": [tile for tile in TILES if tile.is_terminal],
    "dragons and some": [*TILES[31:], *TILES[31:], *TILES[:9]],
    "winds and some": [*TILES[27:31], *TILES[27:31], *TILES[:5]],
}


def random_win(rng: random.Random) -> Win:
    """A win of any kind, the rare patterns among them often."""
    if rng.random() < 0.03:
        hand = _orphans(rng)
    elif rng.random() < 0.03:
        hand = Hand((*TILES[:9], TILES[0], TILES[0], TILES[8], TILES[8]), added=rng.choice(TILES[:9]))
    else:
        hand = _standard(rng)
    return Win(hand, _context(rng, hand))


def _orphans(rng: random.Random) -> Hand:
    tiles = [*ORPHANS, rng.choice(ORPHANS)]
    rng.shuffle(tiles)
    return Hand(tuple(tiles[1:]), added=tiles[0])


def _standard(rng: random.Random) -> Hand:
    """Four sets and a pair of one pool, some sets laid down."""
    pool = POOLS[rng.choice(list(POOLS))]
    pung_share = rng.choice((0.0, 0.3, 0.6, 1.0))
    melds, closed = [], [rng.choice(pool)] * 2
    for _ in range(4):
        meld = _meld(rng, rng.choice(pool), pung_share)
        if meld.kind == "kong" or rng.random() < 0.3:
            melds.append(meld)
        else:
            closed += meld.tiles
    held = Counter(closed) + Counter(tile for meld in melds for tile in meld.tiles)
    if max(held.values()) > COPIES:
        return _standard(rng)
    rng.shuffle(closed)
    return Hand(tuple(closed[1:]), tuple(melds), added=closed[0])


def _meld(rng: random.Random, tile: Tile, pung_share: float) -> Meld:
    if tile.is_suited and tile.rank <= 7 and rng.random() >= pung_share:
        return Meld("chow", tile, rng.choice(("", "1", "2", "3")))
    kind: MeldKind = "kong" if rng.random() < 0.25 else "pung"
    added = ("", "5", "6", "7", "+?") if kind == "kong" else ("",)
    return Meld(kind, tile, rng.choice((*added, "1", "2", "3", "?")))


def _context(rng: random.Random, hand: Hand) -> WinContext:
    """A legal way to win the hand."""
    seat = rng.choice(SEATS)
    feeder = rng.choice([other for other in SEATS if other != seat])
    base = WinContext(seat=seat, round=rng.choice(SEATS), exempt=rng.choice(((), (), (feeder,))))
    ways = [
        base,
        base.replace(by="discard", feeder=feeder, winners=rng.randint(1, 3)),
        base.replace(by="rob", feeder=feeder, winners=rng.randint(1, 3)),
        base.replace(events=(Event("last-tile"),)),
        base.replace(events=(Event("after-kong"),)),
        base.replace(events=(Event("heavenly" if seat == SEATS[0] else "earthly"),)),
        base.replace(by="discard", feeder=SEATS[0], events=(Event("human"),)),
    ]
    return rng.choice([way for way in ways if not any(check(hand, RULES, way))])


def scored(win: Win) -> Score:
    """The project's score of a win."""
    return score_hand(win.hand, RULES, win.context)


# An independent scorer of jipinghu, written from the rule text


Block = tuple[str, str]


def written(tiles: Any) -> list[str]:
    """Tiles as they are printed."""
    return [str(tile) for tile in tiles]


def slow_readings(counts: Counter[str]) -> Iterator[tuple[Block, ...]]:
    """Sets and at most one pair that use up the tiles: always the first tile left is taken."""
    left = sorted(tile for tile, held in counts.items() if held)
    if not left:
        yield ()
        return
    first = left[0]
    rank, suit = int(first[0]), first[1]
    run = [f"{rank + step}{suit}" for step in range(3)] if suit != "z" else []
    for kind, used in (("pair", [first] * 2), ("pung", [first] * 3), ("chow", run)):
        if used and all(counts[tile] >= number for tile, number in Counter(used).items()):
            for rest in slow_readings(counts - Counter(used)):
                if kind != "pair" or all(block[0] != "pair" for block in rest):
                    yield ((kind, first), *rest)


def slow_fan(win: Win) -> int:
    """The fan of a win by the text of 002, 六 and 七; see `rules/jipinghu.toml` for what it leaves open."""
    hand, context = win
    closed = Counter(written(hand.closed_tiles))
    if not hand.melds and set(closed) == set(written(ORPHANS)) and sum(closed.values()) == 14:
        return 6
    melds = tuple(("chow" if meld.kind == "chow" else "pung", str(meld.tile)) for meld in hand.melds)
    found = [melds + rest for rest in slow_readings(closed) if len(melds + rest) == 5]
    return max(_reading_fan(blocks, win, context) for blocks in found)


def _reading_fan(blocks: tuple[Block, ...], win: Win, context: WinContext) -> int:
    pungs = [tile for kind, tile in blocks if kind == "pung"]
    pair = next(tile for kind, tile in blocks if kind == "pair")
    honours = [tile for _, tile in blocks if tile[1] == "z"]
    suits = {tile[1] for _, tile in blocks} - {"z"}
    is_pungs = len(pungs) == 4
    special = _special(blocks, pungs, pair, win.hand)
    if context.events and context.events[0].name in ("heavenly", "earthly", "human"):
        special = max(special, 6)
    if special:
        return special
    fan = 1 if not pungs else 2 if is_pungs else 0
    fan += 2 if len(suits) == 1 and honours else 0
    fan += context.by in ("draw", "rob")
    fan += sum(tile in ("5z", "6z", "7z") for tile in pungs)
    fan += sum((tile == f"{context.seat + 1}z") + (tile == f"{context.round + 1}z") for tile in pungs)
    raised = context.by == "rob" or context.winners == 3 or bool(context.events)
    return 3 if raised else min(fan, 3)


def _special(blocks: tuple[Block, ...], pungs: list[str], pair: str, hand: Hand) -> int:
    """The highest pattern beyond the cap, 0 for none."""
    firsts = [tile for _, tile in blocks]
    suits = {tile[1] for tile in firsts}
    is_pungs = len(pungs) == 4
    is_ends = is_pungs and all(tile[1] == "z" or tile[0] in "19" for tile in firsts)
    dragons = sum(tile in ("5z", "6z", "7z") for tile in pungs)
    winds = sum(tile in ("1z", "2z", "3z", "4z") for tile in pungs)
    before = sorted(tile[0] for tile in written(hand.concealed))
    holds = {
        "清一色": (4, len(suits) == 1 and "z" not in suits),
        "混碰": (4, is_pungs and len(suits) == 2 and "z" in suits),
        "清碰": (5, is_pungs and len(suits) == 1 and "z" not in suits),
        "混幺九": (5, is_ends and "z" in suits and len(suits) > 1),
        "小三元": (5, dragons == 2 and pair in ("5z", "6z", "7z")),
        "小四喜": (5, winds == 3 and pair in ("1z", "2z", "3z", "4z")),
        "字一色": (6, suits == {"z"}),
        "清幺九": (6, is_ends and "z" not in suits),
        "大三元": (6, dragons == 3),
        "大四喜": (6, winds == 4),
        "九莲宝灯": (6, len(suits) == 1 and "z" not in suits and before == list("1112345678999")),
    }
    return max((fan for fan, is_there in holds.values() if is_there), default=0)


@pytest.mark.parametrize("seed", range(40))
def test_scores_are_those_of_an_independent_scorer(seed: int) -> None:
    """Fan and points of a hundred random wins of each seed are what the rule text says, to the point."""
    rng = random.Random(seed)
    wins = [random_win(rng) for _ in range(100)]

    found = [(score.fan, score.points) for score in map(scored, wins)]

    assert [(fan, 2**fan) for fan in map(slow_fan, wins)] == found


def test_random_wins_are_of_every_kind() -> None:
    """The wins compared above reach every total and every row of the table."""
    rng = random.Random(0)
    scores = [scored(random_win(rng)) for _ in range(4000)]
    fans = {found.rule.id for score in scores if score.tally for found in score.tally.counted}

    assert {score.fan for score in scores} == set(range(7))
    assert {rule.id for rule in RULES.fans} == fans


# Readings


def vectors(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    """The counts of one suit, biased to sets so that many can be split."""
    blocks = [(r, r, r) for r in range(9)] + [(r, r + 1, r + 2) for r in range(7)] + [(r, r) for r in range(9)]
    chosen = st.lists(st.sampled_from(blocks), max_size=most)
    return chosen.map(lambda found: tuple(sum(block.count(rank) for block in found) for rank in range(9)))


def slow_splits(counts: tuple[int, ...], runs: bool) -> set[tuple[Any, ...]]:
    """Chows, pungs and pairs of a suit by the recursion over its first tile."""
    suit = "m" if runs else "z"
    held = Counter({f"{rank}{suit}": number for rank, number in enumerate(counts, 1)})
    return {
        tuple(tuple(sorted(int(tile[0]) - 1 for kind, tile in blocks if kind == wanted)) for wanted in _BLOCKS)
        for blocks in slow_readings(held)
    }


_BLOCKS = ("chow", "pung", "pair")


@pytest.mark.parametrize("runs", [True, False], ids=["suit", "honours"])
@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize("wilds", [0, 1, 2])
@given(data=st.data())
@few
def test_splits_are_those_of_the_naive_search(data: st.DataObject, wilds: int, runs: bool, bounded: bool) -> None:
    """Every split is found once, with wild tiles as every tile they may be, and no other."""
    counts = data.draw(vectors(5).filter(lambda counts: max(counts) <= COPIES))[: 9 if runs else 7]
    expected = set()
    for fills in combinations_with_replacement(range(len(counts)), wilds):
        filled = tuple(held + fills.count(rank) for rank, held in enumerate(counts))
        if not bounded or all(filled[rank] <= COPIES for rank in fills):
            expected |= {(*split, fills) for split in slow_splits(filled, runs)}

    found = splits(counts, runs, wilds, (COPIES,) * len(counts) if bounded else None)

    assert {(split.chows, split.pungs, split.pairs, split.fills) for split in found} == expected
    assert len(found) == len(expected)


@given(counts=vectors(5).filter(lambda counts: max(counts) <= COPIES and sum(counts) <= FULL))
@some
def test_a_suit_of_several_pieces_is_arranged_as_it_splits(counts: tuple[int, ...]) -> None:
    """Ranks that are not held set its pieces apart; the arrangements are the splits of the whole suit, in order."""
    sets, over = divmod(sum(counts), 3)
    honours = [3] * (4 - sets) + [2] * (over == 0)
    hand = (0,) * 9 + counts + (0,) * 9 + (*honours, *[0] * 7)[:7]

    found = [groups for groups, _ in arrange(hand, 0, 0, None)]

    kinds = {CHOW: "chow", PUNG: "pung", PAIR: "pair"}
    expected = [[kind_and_rank(one) for one in split.blocks] for split in splits(counts, True)] if over != 1 else []
    assert [[(one.kind, one.tile - 9) for one in groups if one.tile.suit == "p"] for groups in found] == [
        [(kinds[kind], rank) for kind, rank in blocks] for blocks in expected
    ]


@given(rng=randoms)
@some
def test_readings_have_exactly_the_tiles_of_the_hand(rng: random.Random) -> None:
    """No tile is lost or made up, the melds come first and in order, and the winning tile is where it is said to be."""
    hand, _ = random_win(rng)
    everything = sorted([*hand.closed_tiles, *(tile for meld in hand.melds for tile in meld.tiles)])

    found = list(readings(hand, SHAPES))

    assert found
    assert len(set(found)) == len(found)
    for reading in found:
        assert sorted(tile for group in reading.groups for tile in group.tiles) == everything
        assert tuple(group.meld for group in reading.groups if group.meld) == hand.melds
        assert reading.placed is not None
        assert hand.added in reading.groups[reading.placed].tiles
        assert reading.groups[reading.placed].meld is None


@pytest.mark.parametrize("fifth_copy", [False, True])
@pytest.mark.parametrize("count", [1, 2])
@given(rng=randoms)
@settings(max_examples=25)
def test_wild_tiles_read_as_every_tile_they_may_be(rng: random.Random, count: int, fifth_copy: bool) -> None:
    """Readings with wild tiles are those of every hand that has other tiles in their place."""
    hand, _ = random_win(rng)
    wild = next(tile for tile in TILES if not own_copies(hand, tile))
    if len(hand.concealed) < count:
        return
    rest = hand.concealed[count:]
    expected = set()
    for fills in combinations_with_replacement(TILES, count):
        whole = hand.replace(concealed=rest + fills)
        if fifth_copy or all(own_copies(whole, tile) <= COPIES for tile in fills):
            expected |= {_meant(reading, fills) for reading in readings(whole, SHAPES)}

    found = list(
        readings(hand.replace(concealed=rest + (wild,) * count), SHAPES, Wilds((wild,), fifth_copy=fifth_copy))
    )

    assert {_meant(reading, reading.fills) for reading in found} == expected
    assert len(found) == len(expected)
    assert all(reading.wilds == (wild,) * count for reading in found)


def _meant(reading: Reading, fills: tuple[Tile, ...]) -> object:
    """What two readings have in common if the one has wild tiles where the other has what they stand for."""
    return reading.shape, reading.groups, reading.winning, reading.placed, fills


# Waits and distance


def thirteen_of(rng: random.Random) -> Hand:
    """A hand of 13 tiles near a win: one tile taken off, and sometimes another changed."""
    hand, _ = random_win(rng)
    closed = list(hand.concealed)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        held = Counter(closed) + Counter(tile for meld in hand.melds for tile in meld.tiles)
        closed[rng.randrange(len(closed))] = rng.choice([tile for tile in TILES if held[tile] < COPIES])
    return Hand(tuple(closed), hand.melds)


def own_copies(hand: Hand, tile: Tile) -> int:
    """How many of a kind the player's own hand and melds hold."""
    return hand.counts[tile] + hand.meld_counts[tile]


def is_complete(hand: Hand) -> bool:
    """Whether there is a reading, by the naive search."""
    closed = Counter(written(hand.closed_tiles))
    orphans = not hand.melds and set(closed) == set(written(ORPHANS)) and sum(closed.values()) == 14
    return orphans or any(len(rest) + len(hand.melds) == 5 for rest in slow_readings(closed))


@given(rng=randoms)
@some
def test_a_tile_is_a_wait_if_and_only_if_it_completes_the_hand(rng: random.Random) -> None:
    """Each of the 34 kinds; one held four times is apart, and the copies left are those not seen."""
    hand = thirteen_of(rng)
    completing = {tile for tile in TILES if is_complete(hand.replace(added=tile))}

    found = waits(hand, SHAPES)

    assert {wait.tile for wait in found.waits} | set(found.held) == completing
    assert all(own_copies(hand, tile) == COPIES for tile in found.held)
    assert all(wait.left == COPIES - own_copies(hand, wait.tile) > 0 for wait in found.waits)
    assert {wait.tile for wait in waits(hand, SHAPES, formal=True).waits} == completing


@given(rng=randoms)
@few
def test_visible_tiles_are_not_left(rng: random.Random) -> None:
    """A tile seen elsewhere is one copy fewer, and never one wait fewer."""
    hand = thirteen_of(rng)
    seen = tuple(rng.choice(TILES) for _ in range(rng.randint(0, 8)))

    plain, with_seen = waits(hand, SHAPES), waits(hand, SHAPES, visible=seen)

    left = [(wait.tile, max(0, wait.left - seen.count(wait.tile))) for wait in plain.waits]
    assert [(wait.tile, wait.left) for wait in with_seen.waits] == left


# A hand of 13 tiles, what it waits for, and what would complete it but lies in it four times.
HELD = [
    ("1111m456m789p123s", "", "1m"),
    ("[111m,W]456m789p123s1m", "", "1m"),
    ("[1111m]456p789p23m55s", "4m", "1m"),
    ("[1111m][4444m]789p23m55s", "", "1m4m"),
    ("[5555z]123m456m78p99s", "6p9p", ""),
    ("[2222m]123p789p13m55s", "", "2m"),
    ("1112345678999m", "123456789m", ""),
    ("19m19p19s1234567z", "19m19p19s1234567z", ""),
    ("19m19p19s1123456z", "7z", ""),
]


@pytest.mark.parametrize(("text", "waiting", "held"), HELD, ids=[text for text, _, _ in HELD])
def test_a_tile_held_four_times_is_no_wait(text: str, waiting: str, held: str) -> None:
    """Melds count among the four; a hand with no other wait is a tile further away, unless waits are formal."""
    hand = parse_hand(text)
    awaited, kept = (read_tiles(tiles) if tiles else () for tiles in (waiting, held))

    found = waits(hand, SHAPES)

    assert tuple(wait.tile for wait in found.waits) == awaited
    assert found.held == kept
    assert shanten(hand, SHAPES) == (0 if awaited else 1)
    assert shanten(hand, SHAPES, formal=True) == 0


@cache
def targets(runs: bool) -> dict[tuple[int, int], frozenset[tuple[int, ...]]]:
    """What a suit can have in a complete hand, by its sets and pairs: all that can be put together."""
    ranks = 9 if runs else 7
    blocks = [(r, r, r) for r in range(ranks)] + ([(r, r + 1, r + 2) for r in range(7)] if runs else [])
    made: dict[tuple[int, int], frozenset[tuple[int, ...]]] = {}
    for sets, pairs in product(range(5), range(2)):
        vectors = set()
        for chosen in combinations_with_replacement(blocks, sets):
            held = [sum(block.count(rank) for block in chosen) for rank in range(ranks)]
            for pair in range(ranks) if pairs else [None]:
                vectors.add(tuple(number + 2 * (rank == pair) for rank, number in enumerate(held)))
        made[sets, pairs] = frozenset(vector for vector in vectors if max(vector) <= COPIES)
    return made


def slow_shanten(hand: Hand) -> int:
    """The distance by comparing each suit with everything it could be."""
    best = {(len(hand.melds), 0): 0}
    for start in SUIT_STARTS:
        counts, melded = hand.counts[start : start + 9], hand.meld_counts[start : start + 9]
        costs = {
            share: min(
                (
                    sum(max(0, want - have) for want, have in zip(vector, counts, strict=True))
                    for vector in vectors
                    if all(want + used <= COPIES for want, used in zip(vector, melded, strict=True))
                ),
                default=99,
            )
            for share, vectors in targets(start != SUIT_STARTS[-1]).items()
        }
        joined: dict[tuple[int, int], int] = {}
        for ((sets, pairs), cost), ((more, one), extra) in product(best.items(), costs.items()):
            if sets + more <= 4 and pairs + one <= 1:
                share = (sets + more, pairs + one)
                joined[share] = min(cost + extra, joined.get(share, 99))
        best = joined
    missing = best[4, 1]
    if not hand.melds:
        for twice in ORPHANS:
            lacking = (max(0, 1 + (tile == twice) - hand.counts[tile]) for tile in ORPHANS)
            missing = min(missing, sum(lacking))
    return missing - 1


@given(rng=randoms)
@settings(max_examples=25)
def test_distance_near_a_win_is_that_of_the_slow_search(rng: random.Random) -> None:
    """Near a win the distance is what a comparison with every complete hand gives."""
    hand = thirteen_of(rng)

    assert shanten(hand, SHAPES) == slow_shanten(hand)


@given(hand=hands(flowers=False).filter(lambda hand: hand.size in (13, 14)))
@settings(max_examples=12)
def test_distance_of_any_hand_is_that_of_the_slow_search(hand: Hand) -> None:
    """Far from a win too."""
    assert shanten(hand, SHAPES) == slow_shanten(hand)


@given(rng=randoms)
@some
def test_distance_is_nought_where_there_is_a_wait(rng: random.Random) -> None:
    """Tenpai is a wait that the hand does not hold all four of."""
    hand = thirteen_of(rng)

    assert (shanten(hand, SHAPES) == 0) == waits(hand, SHAPES).is_tenpai
    assert (shanten(hand, SHAPES, formal=True) == 0) == waits(hand, SHAPES, formal=True).is_tenpai


@given(rng=randoms)
@few
def test_one_tile_changes_the_distance_by_one_at_most(rng: random.Random) -> None:
    """A draw never makes it worse and gains one at most, some draw gains one, and a discard gains nothing."""
    hand = thirteen_of(rng)
    now = shanten(hand, SHAPES)
    assert now is not None
    drawn = {tile: shanten(hand.replace(added=tile), SHAPES) for tile in TILES if own_copies(hand, tile) < COPIES}

    assert set(drawn.values()) <= {now, now - 1}
    assert now - 1 in drawn.values()
    for tile in rng.sample(sorted(drawn), 3):
        left = [choice.shanten for choice in discards(hand.replace(added=tile), SHAPES)]
        assert min(left) >= (drawn[tile] or 0)
        assert min(left) <= now


@given(rng=randoms)
@few
def test_accepted_tiles_are_those_that_bring_the_hand_nearer(rng: random.Random) -> None:
    """Each discard's tiles are checked one by one, with the copies that no one has seen."""
    hand = thirteen_of(rng)
    drawn = rng.choice([tile for tile in TILES if own_copies(hand, tile) < COPIES])
    whole = hand.replace(added=drawn)
    found = discards(whole, SHAPES)

    assert {choice.tile for choice in found} == set(whole.closed_tiles)
    for choice in found[:2]:
        rest = list(whole.closed_tiles)
        rest.remove(choice.tile)
        kept = Hand(tuple(rest), hand.melds)
        able = [tile for tile in TILES if own_copies(kept, tile) < COPIES]
        nearer = [tile for tile in able if shanten(kept.replace(added=tile), SHAPES) == choice.shanten - 1]
        assert choice.shanten == shanten(kept, SHAPES)
        assert [(tile, COPIES - own_copies(whole, tile)) for tile in nearer] == list(choice.accepted)


# Scores and payments


def value_of(score: Score) -> tuple[Any, ...]:
    """What a score comes to, whatever its tiles are called."""
    assert score.tally is not None
    counted = sorted((found.rule.id, len(found.hits)) for found in score.tally.counted)
    return score.fan, score.points, counted


@given(rng=randoms)
@some
def test_the_order_of_tiles_never_changes_a_score(rng: random.Random) -> None:
    """The concealed tiles may be written in any order once the winning tile is marked."""
    win = random_win(rng)
    shuffled = list(win.hand.concealed)
    rng.shuffle(shuffled)
    other = Win(win.hand.replace(concealed=tuple(shuffled)), win.context)

    assert value_of(scored(other)) == value_of(scored(win))
    assert settle(scored(other)) == settle(scored(win))


@given(rng=randoms)
@some
def test_the_order_of_melds_never_changes_a_score(rng: random.Random) -> None:
    """It may change who is liable, and which kong a tile replaced; not what the hand is worth."""
    win = random_win(rng)
    shuffled = list(win.hand.melds)
    rng.shuffle(shuffled)
    other = Win(win.hand.replace(melds=tuple(shuffled)), win.context)
    if not win.context.has("after-kong"):
        assert value_of(scored(other)) == value_of(scored(win))


@given(rng=randoms, order=st.permutations([0, 9, 18]))
@some
def test_the_names_of_suits_never_change_a_score(rng: random.Random, order: list[int]) -> None:
    """The rules name no suit: 万, 筒 and 索 may change places."""
    win = random_win(rng)

    def renamed(tile: Tile) -> Tile:
        return Tile(order[tile // 9] + tile % 9) if tile.is_suited else tile

    hand = Hand(
        tuple(map(renamed, win.hand.concealed)),
        tuple(meld.replace(tile=renamed(meld.tile)) for meld in win.hand.melds),
        renamed(win.hand.added) if win.hand.added is not None else None,
    )

    assert value_of(scored(Win(hand, win.context))) == value_of(scored(win))


@given(rng=randoms, unit=st.integers(1, 1000), fee=st.integers(0, 1000))
@some
def test_payments_sum_to_zero(rng: random.Random, unit: int, fee: int) -> None:
    """Nothing is lost at the table: the lines make up the payments, and only the winner receives."""
    win = random_win(rng)
    score = scored(win)
    settlement = settle(score, unit=unit, fee=fee)
    assert settlement is not None
    assert settlement.payments is not None
    payers = 1 if win.context.by == "discard" else 3

    assert sum(settlement.payments) == 0
    assert [sum(line.payments) for line in settlement.lines] == [0] * len(settlement.lines)
    assert tuple(map(sum, zip(*(line.payments for line in settlement.lines), strict=True))) == settlement.payments
    assert settlement.payments[win.context.seat] == payers * unit * (score.points or 0)
    assert [seat for seat, paid in zip(SEATS, settlement.payments, strict=True) if paid > 0] == [win.context.seat]
    assert settlement.fees == ((fee,) * 4 if fee else None)


@given(rng=randoms)
@few
def test_scoring_one_hand_never_changes_the_result_of_another(rng: random.Random) -> None:
    """A result is the same before and after others are scored, and so is the same hand scored again."""
    first = random_win(rng)
    before = scored(first)
    kept = repr((before.hand, before.reading, before.tally, before.notes, settle(before)))
    for _ in range(5):
        settle(scored(random_win(rng)))

    assert repr((before.hand, before.reading, before.tally, before.notes, settle(before))) == kept
    assert scored(first) == before


@given(rng=randoms)
@some
def test_the_best_reading_counts(rng: random.Random) -> None:
    """The score is the highest of all the readings, and the others are each a different one."""
    win = random_win(rng)
    found = score_all(win.hand, RULES, win.context)
    points = [score.points or 0 for score in found]

    assert points == sorted(points, reverse=True)
    assert found[0] == scored(win)
    assert len({(score.reading.groups, score.tally) for score in found if score.reading}) == len(found)


def test_the_naive_search_is_right_where_it_can_be_seen() -> None:
    """The helper of these references is itself right on hands known by heart."""
    three_ones = Counter(["1m", "1m", "1m", "2m", "3m"])
    honours = Counter(["1z", "1z", "1z", "2z", "2z"])

    assert {frozenset(blocks) for blocks in slow_readings(three_ones)} == {frozenset({("pair", "1m"), ("chow", "1m")})}
    assert {frozenset(blocks) for blocks in slow_readings(honours)} == {frozenset({("pung", "1z"), ("pair", "2z")})}
    assert list(slow_readings(Counter(["1z", "2z", "3z"]))) == []
