"""国标麻将 beside its golden cases: its shapes, what counts together, what a table may play otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import MahjongGB
import pytest
from mcr_reference import (
    MAKERS,
    Make,
    knitted_honours,
    knitted_straight,
    pairs_in_a_row,
    pairs_of,
    reference_tile,
    tiles_of,
)

from mjcli import score, settle, waits
from mjcli.decompose import SHAPES, completing, shapes_beside
from mjcli.fans import Hit
from mjcli.hand import Meld
from mjcli.ruleset import RuleSet, load_rules
from mjcli.scoring.account import Choice, Relation, choices
from mjcli.tiles import COPIES, KINDS, TILES, Counts, Tile, count_tiles

NO_TILES: Counts = (0,) * KINDS
FULL_LIMITS: Counts = (COPIES,) * KINDS
SEED = 8
HANDS = 150
# What the reference calls the distance of a shape, and hands that are near it.
DISTANCES: dict[str, tuple[Callable[..., tuple[int, Any]], Make]] = {
    "standard": (MahjongGB.RegularShanten, MAKERS[0]),
    "thirteen-orphans": (MahjongGB.ThirteenOrphansShanten, knitted_honours),
    "seven-pairs": (MahjongGB.SevenPairsShanten, pairs_of(TILES[:14])),
    "knitted-honours": (MahjongGB.HonorsAndKnittedTilesShanten, knitted_honours),
    "knitted-straight": (MahjongGB.KnittedStraightShanten, knitted_straight),
}


def near_hands(make: Make) -> Iterator[tuple[Tile, ...]]:
    """Hands of 13 tiles that some tiles were taken from, and others put in."""
    source = random.Random(SEED)
    found = 0
    while found < HANDS:
        parts = make(source)
        tiles = [tile for one in parts.sets for tile in one] + list(parts.rest)
        wall = [tile for tile in TILES for _ in range(COPIES)]
        if max(count_tiles(tiles)) > COPIES:
            continue
        source.shuffle(tiles)
        kept = tiles[: source.choice((13, 13, 11, 9, 5))]
        for tile in kept:
            wall.remove(tile)
        found += 1
        yield (*kept, *source.sample(wall, 13 - len(kept)))


# --- shapes


@pytest.mark.parametrize("shape", DISTANCES)
def test_distance_of_a_shape_is_that_of_the_reference(shape: str) -> None:
    """How many tiles are short of it, for hands near and far."""
    reference, make = DISTANCES[shape]
    wrong = []
    for tiles in near_hands(make):
        own = SHAPES[shape].missing(count_tiles(tiles), FULL_LIMITS, 0, 0) - 1
        if own != reference(tuple(map(reference_tile, tiles)))[0]:
            wrong.append(tiles)

    assert wrong == []


@pytest.mark.parametrize("shape", [*DISTANCES, "seven-different-pairs"])
@pytest.mark.parametrize("make", [knitted_honours, knitted_straight, pairs_in_a_row, MAKERS[0]])
def test_distance_is_none_where_an_arrangement_is_found(shape: str, make: Make) -> None:
    """A hand is complete in a shape if nothing is missing, and waits for what makes it so."""
    one = SHAPES[shape]
    for tiles in near_hands(make):
        counts = count_tiles(tiles)
        waiting = completing(counts, 0, (shape,))
        short = one.missing(counts, (2 * COPIES,) * KINDS, 0, 0)

        assert bool(waiting) == (short == 1)
        for tile in waiting:
            assert one.missing(_with(counts, tile), (2 * COPIES,) * KINDS, 0, 0) == 0


def _with(counts: Counts, tile: Tile) -> Counts:
    return (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])


# Those in which a wild tile stands for something.
FILLED = [name for name in SHAPES if name not in ("honours-alone", "three-wilds")]


@pytest.mark.parametrize("shape", FILLED)
@pytest.mark.parametrize("make", [knitted_honours, knitted_straight, pairs_in_a_row])
def test_a_wild_tile_is_every_tile(shape: str, make: Make) -> None:
    """What a wild tile can stand for is what completes the hand, and each arrangement is that of the filled hand."""
    one = SHAPES[shape]
    for tiles in list(near_hands(make))[:40]:
        counts = count_tiles(tiles)
        wild = {(fills, groups) for groups, fills in one.arrange(counts, 0, 1, None)}
        plain = {
            ((tile,), groups)
            for tile in TILES
            if counts[tile] < COPIES
            for groups, _ in one.arrange(_with(counts, tile), 0, 0, None)
        }

        assert wild == plain
        assert one.missing(counts, FULL_LIMITS, 0, 1) == max(0, one.missing(counts, FULL_LIMITS, 0, 0) - 1)


def test_a_knitted_straight_leaves_room_for_one_meld() -> None:
    """Its fourth set may be claimed, no more."""
    straight = count_tiles(tiles_of("1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 1z"))

    assert [len(list(SHAPES["knitted-straight"].arrange(straight, melds, 0, None))) for melds in range(2)] == [0, 1]
    assert SHAPES["knitted-straight"].missing(straight, FULL_LIMITS, 1, 0) == 0
    melds = (Meld("pung", Tile.of("9p")), Meld("pung", Tile.of("9m")))
    assert [shapes_beside(melds[:count], ("knitted-straight",)) for count in (1, 2)] == [("knitted-straight",), ()]


# --- what counts together

FANS = load_rules("mcr").fans


def is_allowed(chosen: tuple[Relation, ...]) -> bool:
    """套算一次 and 不得相同, told otherwise: in some order each relation brings only sets not joined yet, but one."""
    for at, (name, hit) in enumerate(chosen):
        if any(other == name and set(taken) & set(hit) for other, taken in chosen[at + 1 :]):
            return False
    joined = {at: {at} for _, hit in chosen for at in hit}
    for _, hit in chosen:
        if len({id(joined[at]) for at in hit}) < len(hit):
            return False
        together = set().union(*(joined[at] for at in hit))
        joined |= dict.fromkeys(together, together)
    return True


def random_relations(source: random.Random) -> list[Relation]:
    """Some relations of four sets."""
    names = [rule.id for rule in FANS if rule.tier == "relation"][:3]
    hits: list[Hit] = [hit for size in (2, 2, 3, 4) for hit in combinations(range(4), size)]
    return list(dict.fromkeys((source.choice(names), source.choice(hits)) for _ in range(source.randint(0, 7))))


def test_every_choice_that_is_allowed_is_tried() -> None:
    """The search finds exactly the allowed choices of relations to which none can be added."""
    source = random.Random(SEED)
    for _ in range(300):
        related = random_relations(source)
        picks: list[Choice] = [
            pick for size in range(len(related) + 1) for pick in combinations(range(len(related)), size)
        ]
        allowed = [pick for pick in picks if is_allowed(tuple(related[i] for i in pick))]
        largest = {pick for pick in allowed if not any(set(pick) < set(other) for other in allowed)}

        assert set(choices(tuple(related))) == largest


@pytest.mark.parametrize(
    ("hand", "fan", "why", "by"),
    [
        ("[123m,1]456m123p45p55z+6p", "连六", "joined", "喜相逢"),
        ("[123m,1]123m456m78p55z+9p", "连六", "same-fan", "连六"),
        ("[123m,1]123m123m78p55z+9p", "一般高", "implied", "一色三同顺"),
        ("[123m,1]456m789m78p55z+9p", "连六", "implied", "清龙"),
        ("[123m,1]456m789m789p5s+5s", "无字", "implied", "平和"),
    ],
)
def test_what_holds_and_does_not_count_says_the_principle(hand: str, fan: str, why: str, by: str) -> None:
    """«为什么不计一般高»: each says why, and beside which fan."""
    tally = score(hand, "mcr", seat="S", from_="W").tally
    assert tally is not None
    said = {(one.found.rule.name[0], one.why, one.by.name[0] if one.by else "") for one in tally.uncounted}

    assert (fan, why, by) in said


def test_no_fan_counts_and_does_not_count_in_the_same_sets() -> None:
    """Every hit is told of once."""
    tally = score("[123m,1]123m456m78p55z+9p", "mcr", seat="S", from_="W").tally
    assert tally is not None
    told = [(one.rule.id, hit) for one in (*tally.counted, *(u.found for u in tally.uncounted)) for hit in one.hits]

    assert len(told) == len(set(told))


# --- tables that play otherwise

HOUSE = 'id = "house"\nname = { zh = "自家", en = "House" }\nextends = "mcr"\n'


def house(tmp_path: Path, text: str) -> RuleSet:
    """mcr with some keys changed."""
    path = tmp_path / "house.toml"
    path.write_text(HOUSE + text, "utf-8")
    return load_rules(str(path))


OTHER_TABLES = [
    pytest.param(
        '[table]\nshapes = ["standard", "seven-different-pairs"]',
        "1111m2233p4455s6z+6z",
        None,
        id="four alike, no pairs",
    ),
    pytest.param(
        "[fans.wait-in-knitted]\noff = false",
        "147m258p369s46p55m+5p",
        16,
        id="no wait on the knitted straight",
    ),
    pytest.param("[fans.mixed-kongs]\noff = true", "[1111m,3][5555p]123s678s4z+4z", 5, id="kongs apart"),
    pytest.param("[fans.chicken]\nfan = 5", "[678p,1]789m234p45s44z+3s", 5, id="a cheaper 无番和"),
]


@pytest.mark.parametrize(("text", "hand", "fan"), OTHER_TABLES)
def test_a_decision_is_a_key_of_the_rule_file(tmp_path: Path, text: str, hand: str, fan: int | None) -> None:
    """What the texts leave open can be changed there, and makes a difference."""
    rules = house(tmp_path, text)

    assert score(hand, rules, seat="S", from_="W").fan == fan
    assert score(hand, "mcr", seat="S", from_="W").fan != fan


def test_a_robbed_kong_can_be_paid_by_all(tmp_path: Path) -> None:
    """Who pays for a robbed kong, and what everybody pays, are keys of the rule file."""
    play = partial(score, "12456m789p123s55z+3m", seat="E", from_="S", by="rob")
    payments = []
    for rules in (load_rules("mcr"), house(tmp_path, '[payment]\nrobbed = "draw"\nbase = 1')):
        settled = settle(play(rules))
        assert settled is not None
        payments.append(settled.payments)

    assert payments == [(44, -28, -8, -8), (63, -21, -21, -21)]


def test_the_minimum_can_be_another(tmp_path: Path) -> None:
    """A table that wants no eight."""
    hand = "445566m2277779s+8s"

    assert score(hand, "mcr", seat="E", from_="S").reason == "under-minimum"
    assert score(hand, house(tmp_path, "[scoring]\nminimum = 7"), seat="E", from_="S").is_win


def test_waits_under_the_minimum_are_marked() -> None:
    """Each wait has its worth by draw and by discard; what is too small is no win."""
    found = {one.tile.text: one for one in waits("[123m,1]456m78m55p789s", "mcr")}

    assert [(tile, one.draw and one.draw.is_win) for tile, one in found.items()] == [
        ("3m", False),
        ("6m", False),
        ("9m", True),
    ]


def test_a_wait_of_which_three_lie_open_is_a_last_copy() -> None:
    """What is visible, with the player's own claimed sets, makes 和绝张; a copy among the concealed tiles does not."""
    hand = "[123p,1]456m78m55m789s"
    plain = {one.tile.text: one.discard and one.discard.fan for one in waits(hand, "mcr")}
    seen = {one.tile.text: one.discard and one.discard.fan for one in waits(hand, "mcr", visible="99m9m666m")}

    assert {tile: (seen[tile] or 0) - (plain[tile] or 0) for tile in seen if seen[tile]} == {"3m": 0, "4m": 0, "9m": 4}


def test_unit_multiplies_what_everybody_pays() -> None:
    """The base is in units too."""
    found = settle(score("12377m789p33456s+7m", "mcr", seat="E", from_="S"), unit=10)

    assert found is not None
    assert found.payments == (350, -190, -80, -80)
