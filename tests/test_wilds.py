"""Hands with wild tiles: the fast searches against `wild_reference`, which tries every assignment; and known cases.

Flowers are the wild tiles where a case needs many: there are eight, and a hand holds none as itself.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import wild_reference
from hypothesis import given, settings
from hypothesis import strategies as st
from wild_reference import (
    PLAIN,
    Case,
    Held,
    Parts,
    assignments,
    cases,
    compare,
    holdings,
    is_win,
    own_readings,
    reference_waits,
    suit_parts,
)

from mjcli.decompose import NO_LIMIT, SHAPES, Reading, is_complete, readings, shapes_beside, waited_for_one
from mjcli.decompose.suits import MOST_SETS, UNREACHABLE, costs, splits, totals
from mjcli.distance import discards, shanten
from mjcli.hand import Hand, Meld, Wilds, WinContext
from mjcli.notation import parse_hand, read_tiles
from mjcli.ruleset import load_rules
from mjcli.scoring import score_hand
from mjcli.tiles import COPIES, FLOWERS, HONOURS, KINDS, TILES, Counts, Tile, count_tiles
from mjcli.waiting import waits

SEED = 41
HANDS = 240
PARTS = 4
JOKERS = Wilds(FLOWERS)
STANDARD = ("standard",)
randoms = st.randoms(use_true_random=False)
few = settings(max_examples=40, deadline=None)


# How many readings are examined


# What `test_exhaustive` shows to be the most, where no stand-in turns: so many for each number of them that can.
FACTS = tomllib.loads((Path(__file__).parent / "exhaustive.toml").read_text("utf-8"))
MOST_READINGS = sum(FACTS["readings"].values())
# Hands with four wild tiles and how many readings they have, the most that are known of each kind.
HARD = (
    ("huanle", "3344556677m999s+9s", "9s", 3477),
    ("huanle", "3334445556m999s+9s", "9s", 3169),
    ("huanle", "1122334455m999s+9s", "9s", 2961),
    ("huanle", "2344456784m999s+9s", "9s", 2790),
    ("huanle", "[123p]3344556m999s+9s", "9s", 1722),
    ("huanle", "1133557799m555p+5p", "5p", 1218),
    ("huanle", "147m258p369s1z999m+9m", "9m", 317),
    ("huanle", "147m258p36s12z555m+5m", "5m", 66),
    ("huanle", "19m19p19s1234z555m+5m", "5m", 49),
    ("dongyang", "1122334455m999s+9s", "9s", 2962),
    ("dongyang", "44556677m55z333m+3m", "3m", 6009),
    ("dongyang", "556677m5555z444m+4m", "4m", 9342),
)


@pytest.mark.parametrize(("rules", "text", "wild", "number"), HARD)
def test_a_score_examines_so_many_readings(
    monkeypatch: pytest.MonkeyPatch, rules: str, text: str, wild: str, number: int
) -> None:
    """With four wild tiles there are a few thousand, each examined once, and more only where stand-ins turn."""
    hand = parse_hand(text)
    examined: list[Reading] = []

    def counted(*asked: Any) -> Iterator[Reading]:
        for one in readings(*asked):
            examined.append(one)
            yield one

    monkeypatch.setattr("mjcli.scoring.score.readings", counted)
    found = score_hand(hand, load_rules(rules), WinContext(wild=Tile.of(wild)))

    assert found.reading is not None
    assert len(examined) == len(set(examined)) == number
    assert number <= MOST_READINGS * (1 + hand.counts[Tile.of("5z")] * (rules == "dongyang"))


# Against the reference


@pytest.mark.parametrize("part", range(PARTS))
def test_readings_and_waits_are_those_of_every_assignment(part: int) -> None:
    """Wins, readings, waits, wild waits and "any tile", with up to four wild tiles in every shape."""
    seen: Counter[int] = Counter()

    assert list(compare(cases(HANDS // PARTS, SEED + part), seen)) == []
    assert set(seen) == set(range(5))


def test_seeded_hands_are_of_every_kind() -> None:
    """The hands compared reach every shape, stand-ins that turn, wild wins, both fifth copies, any tile."""
    found = list(cases(HANDS, SEED))
    read = [one for case in found for one, _, _ in own_readings(case)]
    waited = [waits(case.hand.replace(added=None), case.shapes, wilds=case.wilds) for case in found]

    assert {one.shape for one in read} == set(SHAPES)
    assert any(one.stood for one in read)
    assert any(case.hand.added in case.wilds.kinds for case in found)
    assert any(not list(own_readings(case)) for case in found)
    assert {case.wilds.fifth_copy for case in found} == {False, True}
    assert {one.any_tile for one in waited} == {False, True}
    assert any(one.held for one in waited)


def test_the_same_seed_makes_the_same_hands() -> None:
    """A difference can be looked at again."""
    assert list(cases(30, SEED)) == list(cases(30, SEED))
    assert list(cases(30, SEED)) != list(cases(30, SEED + 1))


@pytest.mark.parametrize("shape", PLAIN)
def test_no_assignment_is_left_out(shape: str) -> None:
    """The reference leaves assignments suit by suit: all those that complete a hand are among the others."""
    for case in cases(12, SEED, 2):
        hand, room = case.hand, tuple(COPIES - held for held in case.hand.meld_counts)
        for held in holdings(hand.closed_tiles, case.wilds):
            literal = [_filled(held, fills) for fills in combinations_with_replacement(TILES, held.wilds)]
            bounded = [whole for whole in literal if _fits(whole, held, room)]
            for found, bound in ((literal, None), (bounded, room)):
                wins = {whole for whole in found if any(PLAIN[shape].read(whole, len(hand.melds)))}
                assert wins <= set(assignments(shape, held, bound)) <= set(found)


def _filled(held: Held, fills: tuple[Tile, ...]) -> Counts:
    return tuple(map(sum, zip(held.counts, count_tiles(fills), strict=True)))


def _fits(whole: Counts, held: Held, room: Counts) -> bool:
    return all(now <= most for now, before, most in zip(whole, held.counts, room, strict=True) if now > before)


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints what differs, and fails: here own readings lack those with a wild pair."""
    honest = own_readings
    lacking = lambda case: (one for one in honest(case) if len(set(one[0].fills)) == len(one[0].fills))  # noqa: E731
    monkeypatch.setattr(wild_reference, "own_readings", lacking)
    monkeypatch.setattr("sys.argv", ["wild_reference", "--hands", "40", "--seed", "5", "--most-wilds", "2"])

    assert wild_reference.main() == 1
    printed = capsys.readouterr().out
    assert "readings: only own [], only reference [(Found(" in printed
    assert "40 hands, seed 5: 0 differences" not in printed


def test_the_command_counts_hands_by_their_wild_tiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m tests.wild_reference` says what it compared."""
    monkeypatch.setattr("sys.argv", ["wild_reference", "--hands", "30", "--seed", "5", "--most-wilds", "1"])

    assert wild_reference.main() == 0
    none, one, last = capsys.readouterr().out.splitlines()
    assert none.split()[1:] == ["with", "0", "wild"]
    assert int(none.split()[0]) + int(one.split()[0]) == 30
    assert last.startswith("30 hands, seed 5: 0 differences")


# Known cases: wins


class Wild(NamedTuple):
    """Some wild tiles beside others, the shapes that win, and whether they do with and without a fifth copy."""

    wilds: int
    text: str
    wins: bool
    shapes: tuple[str, ...] = STANDARD
    bounded: bool | None = None


WINS = [
    Wild(8, "1m38p16sE", False),
    Wild(8, "1m38p16sE", True, ("seven-pairs",)),
    Wild(8, "1m38p16sE", True, ("standard", "seven-pairs")),
    Wild(8, "1m38p16sE", True, ("seven-different-pairs",)),
    Wild(8, "11m38p16s", True),
    Wild(8, "[123p]1m38p", True),
    Wild(7, "1m38p146sE", True, ("seven-pairs",)),
    Wild(6, "1m38p1469sE", False, ("seven-pairs",)),
    Wild(4, "[123p][EEE]4m4p4sN", False),
    Wild(4, "[123p][EEE]4m45pN", True),
    Wild(1, "66m23456777889s", True),
    Wild(1, "66m22456777889s", False),
    Wild(1, "[123p][EEE][789m]5555m", True, bounded=False),
    Wild(1, "[123p][EEE][789m]5556m", True),
    Wild(1, "[123p][EEE][789m]5559m", True),
    Wild(1, "[123p][555m][789m]46m11s", True),
    Wild(1, "[123p][5555m][789m]46m11s", True, bounded=False),
    Wild(1, "[123p][789m]EEE5m99s1p", False),
    Wild(2, "[123m][456m]EEEE99p", True, bounded=False),
    Wild(2, "[123m][456m]EEE999p", True),
    Wild(2, "[123m][456m]EEEE9p8s", False),
    Wild(2, "[123m][456m][EEE][789p]", True),
    Wild(5, "[123m][456m][EEE]", True),
    Wild(8, "[123m][456m]", True),
    Wild(0, "123m456m789p123s57p", False),
    Wild(1, "123m456m789p123s5p", True),
    Wild(1, "19m19p19sESWNPFC", True, ("thirteen-orphans",)),
    Wild(2, "19m19p19sEESSWN", False, ("thirteen-orphans",)),
    Wild(2, "19m19p19sESWNPF", True, ("thirteen-orphans",)),
    Wild(1, "11m33m55m77m99m1p2p3p", False, ("seven-pairs",)),
    Wild(1, "1111m33m55m77m99m1p", True, ("seven-pairs",)),
    Wild(1, "1111m33m55m77m99m1p", False, ("seven-different-pairs",)),
    Wild(1, "111m33m55m77m99m11p", True, ("seven-pairs",)),
    Wild(1, "111m33m55m77m99m11p", False, ("seven-different-pairs",)),
    Wild(2, "147m258p369sEEE", True, ("knitted-straight",)),
    Wild(2, "147m25p369sES99s", False, ("knitted-straight",)),
    Wild(2, "[4444m]17m258p369sE", True, ("knitted-straight",), bounded=False),
    Wild(1, "[4444m]17m258p369sEE", True, ("knitted-straight",), bounded=False),
    Wild(1, "[444m]17m258p369sEE", True, ("knitted-straight",)),
    Wild(3, "14m25pESWNPFC", True, ("knitted-honours",)),
    Wild(3, "15m25pESWNPFC", False, ("knitted-honours",)),
    Wild(3, "15m25pESWNPFC", True, ("unconnected",)),
    Wild(3, "13m25pESWNPFC", False, ("unconnected",)),
    Wild(3, "147m258p369sEE", False, ("unconnected",)),
    Wild(3, "EEESSWWNNPP", True, ("honours-alone",)),
    Wild(3, "EEESSWWNNP1m", False, ("honours-alone",)),
    Wild(2, "[EEE]SSWWNNPPF", True, ("honours-alone",)),
    Wild(2, "[111m]SSWWNNPPF", False, ("honours-alone",)),
    Wild(3, "147m258p369sEE", True, ("three-wilds",)),
    Wild(2, "147m258p369sEEE", False, ("three-wilds",)),
]


def wild_hand(wilds: int, text: str) -> Hand:
    """The hand written, with so many wild tiles before its own concealed ones."""
    hand = parse_hand(text)
    return hand.replace(concealed=FLOWERS[:wilds] + hand.concealed)


@pytest.mark.parametrize("case", WINS, ids=[f"{case.wilds}+{case.text} {'/'.join(case.shapes)}" for case in WINS])
def test_a_hand_wins_or_does_not(case: Wild) -> None:
    """By its readings, by its distance, and by the reference; hands of another size do not."""
    hand = wild_hand(case.wilds, case.text).marked()
    fits = hand.size == 14
    for fifth_copy, wins in ((True, case.wins), (False, case.wins if case.bounded is None else case.bounded)):
        wilds = JOKERS.replace(fifth_copy=fifth_copy)
        if fits:
            assert any(readings(hand, case.shapes, wilds)) == wins
            assert (shanten(hand, case.shapes, wilds=wilds) == -1) == wins
            assert is_win(hand.closed_tiles, hand.melds, case.shapes, wilds) == wins
    assert fits


@pytest.mark.parametrize("melds", range(5))
def test_wild_tiles_alone_are_complete(melds: int) -> None:
    """As many as a hand has beside its melds win, and one fewer wait for any tile."""
    laid = tuple(Meld("chow", tile) for tile in TILES[:melds])
    jokers = tuple(Tile(KINDS + at % len(FLOWERS)) for at in range(14 - 3 * melds))
    hand = Hand(jokers[:-1], laid, jokers[-1])

    assert is_complete((0,) * KINDS, melds, STANDARD, len(jokers))
    assert shanten(hand, STANDARD, wilds=JOKERS) == -1
    if len(jokers) <= len(FLOWERS):
        assert any(readings(hand, STANDARD, JOKERS))
        assert waits(hand.replace(added=None), STANDARD, wilds=JOKERS).any_tile


@pytest.mark.parametrize("wilds", range(9))
@pytest.mark.parametrize("tiles", ["", "1m", "19m", "1m9pE", "1m9pEE", "24m59pE"])
def test_a_few_tiles_beside_wild_ones(tiles: str, wilds: int) -> None:
    """Where they make a hand with some melds, it wins or not as the reference has it."""
    own = read_tiles(tiles) if tiles else ()
    melds, over = divmod(14 - wilds - len(own), 3)
    if over or not 0 <= melds <= MOST_SETS:
        return
    laid = tuple(Meld("pung", tile) for tile in TILES[18 : 18 + melds])
    counts = count_tiles(own)

    found = is_complete(counts, melds, STANDARD, wilds)

    assert found == is_win((*own, *FLOWERS[:wilds]), laid, STANDARD, JOKERS)


# Known cases: waits


class Waiting(NamedTuple):
    """What a hand with so many wild tiles waits for; all 34 kinds are "any"."""

    wilds: int
    text: str
    tiles: str
    shapes: tuple[str, ...] = STANDARD
    any_tile: bool = False


WAITS = [
    Waiting(1, "123456m789p11s5s", "134567s"),
    Waiting(0, "123456m789p11s55s", "15s"),
    Waiting(1, "123456m789p15s1z", ""),
    Waiting(2, "123m456m789p55s", "any", any_tile=True),
    Waiting(2, "123m456m789p59s", "3456789s"),
    Waiting(1, "123m456m789p123s", "any", any_tile=True),
    Waiting(1, "11m33m55m77m99m11p", "any", ("seven-pairs",), any_tile=True),
    Waiting(3, "147m258p369sE", "any", ("three-wilds",), any_tile=True),
    Waiting(2, "147m258p369sEE", "", ("three-wilds",)),
    Waiting(2, "EEESSWWNNPP", "ESWNPFC", ("honours-alone",)),
    Waiting(1, "[123p][EEE][789m]555m", "any", any_tile=True),
]


@pytest.mark.parametrize("case", WAITS, ids=[f"{case.wilds}+{case.text} {case.shapes[0]}" for case in WAITS])
def test_waits_of_a_hand_with_wild_tiles(case: Waiting) -> None:
    """The kinds, with their copies left; the wild tiles not held apart; and whether it is any tile."""
    hand = wild_hand(case.wilds, case.text)
    own = Counter(hand.concealed) + Counter(tile for meld in hand.melds for tile in meld.tiles)
    named = TILES if case.tiles == "any" else read_tiles(case.tiles) if case.tiles else ()
    expected = [(tile, COPIES - own[tile]) for tile in named if own[tile] < COPIES]

    found = waits(hand, case.shapes, wilds=JOKERS)

    assert [(wait.tile, wait.left) for wait in found.waits] == expected
    waits_for_wild = bool(named) or (case.shapes == ("three-wilds",) and case.wilds == 2)
    assert [(wait.tile, wait.left) for wait in found.wild] == [(t, 1) for t in FLOWERS[case.wilds :] if waits_for_wild]
    assert found.any_tile == case.any_tile
    assert found.is_tenpai == waits_for_wild


NORTH, WHITE = Tile.of("N"), Tile.of("P")
TURNED = Wilds((Tile.of("5m"),), WHITE, Tile.of("5m"))


def test_a_wait_for_the_face_is_one_for_the_stand_in() -> None:
    """The face itself is wild, and listed apart; the stand-in does in its place, with its own copies left."""
    found = waits(parse_hand("46m123p789p123s99s"), STANDARD, wilds=TURNED)

    assert [(wait.tile, wait.left) for wait in found.waits] == [(WHITE, 4)]
    assert [(wait.tile, wait.left) for wait in found.wild] == [(Tile.of("5m"), 4)]
    plain = waits(parse_hand("46m123p789p123s99s"), STANDARD, wilds=Wilds((NORTH,), WHITE, NORTH))
    assert [wait.tile for wait in plain.waits] == [Tile.of("5m")]


@pytest.mark.parametrize(("formal", "left"), [(False, []), (True, [(NORTH, 0)])])
def test_a_wild_kind_that_is_all_in_the_hand_is_no_wait(formal: bool, left: list[tuple[Tile, int]]) -> None:
    """As with any other kind: four of them held, or laid down, and none can come; unless waits are formal."""
    wilds = Wilds((NORTH,))
    held, laid = parse_hand("123m456m99pNNNN1s"), parse_hand("[NNNN]123m456m78p99s")

    for hand in (held, laid):
        found = waits(hand, STANDARD, wilds=wilds, formal=formal)
        assert found.waits
        assert [(wait.tile, wait.left) for wait in found.wild] == left


def test_no_wait_is_left_where_every_copy_and_every_wild_tile_is_laid_down() -> None:
    """A kong of the wild kind leaves no fifth copy: a hand that waits for one is a tile further away."""
    hand, wilds = parse_hand("[NNNN][111m]456p789p1m"), Wilds((NORTH,))

    assert waits(hand, STANDARD, wilds=wilds).held == (Tile.of("1m"),)
    assert not waits(hand, STANDARD, wilds=wilds).is_tenpai
    assert shanten(hand, STANDARD, wilds=wilds) == 1
    assert shanten(hand, STANDARD, wilds=wilds, formal=True) == 0
    assert shanten(parse_hand("[NNN][111m]456p789p1m"), STANDARD, wilds=wilds) == 0


@pytest.mark.parametrize("fifth_copy", [False, True])
def test_a_kind_held_four_times_does_not_spoil_any_tile(fifth_copy: bool) -> None:
    """Four alike are two pairs, and a fifth cannot be drawn: whatever can be completes the seventh pair."""
    wilds = JOKERS.replace(fifth_copy=fifth_copy)
    found = waits(wild_hand(1, "EEEE33m55m77m99m"), ("seven-pairs",), wilds=wilds)

    assert len(found.waits) == KINDS - 1
    assert found.any_tile
    assert not waits(wild_hand(1, "EE11m33m55m77m99m"), ("seven-different-pairs",), wilds=wilds).any_tile


def test_formal_waits_do_not_let_wild_tiles_be_a_fifth_copy() -> None:
    """A kind held four times may be waited for; the wild tile still may not stand for it."""
    wilds = JOKERS.replace(fifth_copy=False)
    complete, waiting = wild_hand(1, "[123p][EEE][789m]5555m"), wild_hand(0, "[123p][EEE][555m]789m5m")

    assert shanten(complete, STANDARD, wilds=wilds, formal=True) == 0
    assert shanten(waiting, STANDARD, wilds=wilds, formal=True) == 0
    assert shanten(waiting, STANDARD, wilds=wilds) == 1
    assert [wait.tile for wait in waits(waiting, STANDARD, wilds=wilds, formal=True).waits] == [Tile.of("5m")]


# Known cases: readings


def test_a_winning_wild_tile_is_each_of_the_tiles_that_wild_ones_stand_for() -> None:
    """It completes the group of any of them."""
    hand = Hand((FLOWERS[1], *read_tiles("13m46p999s")), tuple(map(_chow, ("1s", "4s"))), FLOWERS[0])
    found = list(readings(hand, STANDARD, JOKERS))

    assert found == []
    hand = Hand((FLOWERS[1], *read_tiles("13m46p99s")), tuple(map(_chow, ("1s", "4s"))), FLOWERS[0])
    found = list(readings(hand, STANDARD, JOKERS))
    assert {(one.fills, one.winning) for one in found} == {
        (tuple(read_tiles("2m5p")), tile) for tile in read_tiles("2m5p")
    }
    assert all(one.won_wild for one in found)
    assert {one.groups[one.placed].tile for one in found if one.placed is not None} == set(read_tiles("1m4p"))


def _chow(text: str) -> Meld:
    return Meld("chow", Tile.of(text))


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("46m123p789p123s99s", {"5m"}),
        ("123m123p789p123sP", {"5m", "P"}),
        ("46m123p789p123sPP", {"5m", "P"}),
        ("34m123p789p123s99s", {"5m"}),
        ("37m123p789p123s99s", set()),
        ("19m19p19sESWNFC9m", {"P"}),
        ("19m19p19sESWNFC5m", {"P"}),
    ],
)
def test_a_winning_stand_in_is_itself_or_the_face(text: str, meanings: set[str]) -> None:
    """Only where the hand has it as what it came as; where there are several it may be either."""
    hand = parse_hand(text).replace(added=WHITE)

    found = list(readings(hand, ("standard", "thirteen-orphans"), TURNED))

    assert {one.winning for one in found} == {Tile.of(tile) for tile in meanings}
    assert all((one.winning == WHITE) or one.stood for one in found)


@pytest.mark.parametrize(("stand_in", "face"), [("P", "1m"), ("1m", "P"), ("P", "9s")])
def test_a_stand_in_is_shown_with_what_it_stands_for(stand_in: str, face: str) -> None:
    """Also where the one or the other is the first tile of all."""
    turned = Tile.of(stand_in), Tile.of(face)
    wilds = Wilds(turned[1:], *turned)
    others = {"1m": "23m", "9s": "78s", "P": "PP"}[face]
    rest = read_tiles("123p456p789p55s") + ((turned[0],) * 2 if face == "P" else read_tiles(others))
    hand = Hand(rest, added=turned[0])

    found = list(readings(hand, STANDARD, wilds))

    assert found
    assert {one.stood for one in found} <= {(turned,) * number for number in range(4)}
    assert face == "P" or all(one.stood == (turned,) for one in found)


def test_two_pungs_of_one_kind() -> None:
    """Four alike and two wild tiles are two pungs of them, where a wild tile may be a fifth copy."""
    hand = wild_hand(2, "[123m][456m]EEEE99p").marked()
    found = [one for one in readings(hand, STANDARD, JOKERS) if len(set(one.groups)) < len(one.groups)]

    assert {one.fills for one in found} == {tuple(read_tiles("EE"))}
    assert not any(readings(hand, STANDARD, JOKERS.replace(fifth_copy=False)))


def test_a_wild_honour_may_be_itself() -> None:
    """A wild north is a north too: it makes the pung that honours alone can make."""
    wilds = Wilds((NORTH,))
    hand = parse_hand("[123m][456m]NNN99p123s").marked()

    found = list(readings(hand, STANDARD, wilds))

    own = [one for one in found if one.fills == (NORTH,) * 3]
    assert own
    assert all(one.substitutes == ((NORTH, NORTH),) * 3 for one in own)


@pytest.mark.parametrize("seed", range(3))
def test_whether_one_kind_was_waited_for(seed: int) -> None:
    """The kinds are tried one by one, with wild tiles as what they stand for; those for nothing stay wild."""
    found = set()
    for case in cases(40, SEED + seed, 3):
        for reading in readings(case.hand, case.shapes, case.wilds):
            kinds = waited_for(reading)
            found.add(len(kinds) == 1)

            assert waited_for_one(reading) is (len(kinds) == 1)
            assert reading.placed is None or reading.winning in kinds
    assert found == {True, False}


def waited_for(reading: Reading) -> list[Tile]:
    """The kinds that complete the hand before the win, as it is read."""
    tiles = list(reading.concealed_tiles)
    idle = len(reading.wilds) - len(reading.fills)
    if reading.placed is None:
        idle -= 1
    else:
        tiles.remove(reading.winning)
    melds = tuple(one.meld for one in reading.groups if one.meld is not None)
    able = shapes_beside(melds, reading.shapes)
    return [tile for tile in TILES if is_complete(count_tiles([*tiles, tile]), len(melds), able, idle)]


# Distance


def steps(case: Case) -> list[int | None]:
    """The distances that a draw leads to; kinds that are all in the hand cannot be drawn."""
    hand = case.hand.replace(added=None)
    own = Counter((*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    kinds = [tile for tile in dict.fromkeys((*TILES, *case.wilds.kinds)) if own[tile] < tile.copies]
    return [shanten(hand.replace(added=tile), case.shapes, wilds=case.wilds) for tile in kinds]


@pytest.mark.parametrize("seed", range(2))
def test_distance_is_the_number_of_draws_to_a_win(seed: int) -> None:
    """Complete hands are at -1 and waiting ones at 0, as the reference has them; others come nearer draw by draw.

    Three wild tiles are not played for, and left out here.
    """
    for case in cases(60, SEED + seed, 3):
        shapes = tuple(shape for shape in case.shapes if shape != "three-wilds")
        case = case._replace(shapes=shapes)  # noqa: PLW2901 - the same case in fewer shapes
        waiting = case.hand.replace(added=None)
        waited = reference_waits(waiting, shapes, case.wilds)
        now = shanten(waiting, shapes, wilds=case.wilds)
        is_complete = is_win(case.hand.closed_tiles, case.hand.melds, shapes, case.wilds)

        assert now is not None
        assert (shanten(case.hand, shapes, wilds=case.wilds) == -1) == is_complete
        assert (now == 0) == bool(waited.tiles or waited.wild)
        assert (shanten(waiting, shapes, wilds=case.wilds, formal=True) == 0) == any(waited[:3])
        assert (shanten(case.hand, shapes, wilds=case.wilds, formal=True) == -1) == is_complete
        assert set(steps(case)) <= {now, now - 1}
        assert now - 1 in steps(case)


def crowded(rng: random.Random) -> Case:
    """Few concealed tiles of few kinds beside melds that hold the wild kind, or all copies of others."""
    pool = rng.choice((TILES[:6], TILES[9:16], (*TILES[:4], *HONOURS[:3])))
    wild, number = rng.choice(pool), rng.choice((1, 2, 3, 3))
    melds = [Meld(rng.choice(("pung", "kong")), wild)] if rng.random() < 0.6 else []
    while len(melds) < number:
        tile = rng.choice(pool)
        is_chow = tile.is_suited and tile.rank <= 7 and rng.random() < 0.6
        melds.append(Meld("chow" if is_chow else rng.choice(("pung", "kong")), tile))
    stand_in = rng.choice((None, WHITE, rng.choice(pool)))
    many = (*pool, *pool, *((stand_in,) * 3 if stand_in is not None else pool), wild)
    closed = tuple(rng.choice(many) for _ in range(14 - 3 * number))
    hand = Hand(closed[:-1], tuple(melds), closed[-1])
    wilds = Wilds((wild,), stand_in, None if stand_in is None else wild, rng.random() < 0.5)
    return crowded(rng) if any(hand.problems()) else Case(hand, STANDARD, wilds)


@pytest.mark.parametrize("seed", range(2))
def test_distance_where_melds_hold_wild_tiles_or_all_copies(seed: int) -> None:
    """Readings, waits and distance among bounds: melds of the wild kind and of the face, kongs, stand-ins."""
    rng = random.Random(seed)
    for case in (crowded(rng) for _ in range(150)):
        waiting = case.hand.replace(added=None)
        now = shanten(waiting, STANDARD, wilds=case.wilds)

        assert list(compare(iter([case]), Counter())) == []
        assert now is not None
        for formal in (False, True):
            is_tenpai = waits(waiting, STANDARD, wilds=case.wilds, formal=formal).is_tenpai
            assert (shanten(waiting, STANDARD, wilds=case.wilds, formal=formal) == 0) == is_tenpai
        assert set(steps(case)) <= {now, now - 1}
        assert now - 1 in steps(case)


BOUNDED = [
    # The face is laid down, and only stand-ins can be it.
    ("[5555m][123p][789p]46m99s", "5m", "5z", 0, 0),
    # All four stand-ins are in the hand: none can come as itself.
    ("[5555m][123p][789p]5555z", "5m", "5z", 1, 1),
    # The only wild tile left cannot be two fifth copies.
    ("[333p][6666p]1111p57p3p", "3p", None, 1, 1),
    ("[333p][666p]1111p57p3p", "3p", None, 0, 1),
    # It can be one, not without the switch.
    ("[333p][123m][EEE]1111s", "3p", None, 0, 1),
    ("[3333p][123m][EEE]1111s", "3p", None, 1, 1),
    # More of the face than there are beside its meld, by stand-ins alone.
    ("[555m][123p]4466m5z5z9s", "5m", "5z", 0, 0),
]


@pytest.mark.parametrize(("text", "wild", "stand_in", "free", "bounded"), BOUNDED, ids=[row[0] for row in BOUNDED])
def test_distance_at_the_bounds(text: str, wild: str, stand_in: str | None, free: int, bounded: int) -> None:
    """With a fifth copy and without: where melds leave few wild tiles, or none of the face."""
    hand, face = parse_hand(text), Tile.of(wild)
    for fifth_copy, distance in ((True, free), (False, bounded)):
        wilds = Wilds((face,), Tile.of(stand_in) if stand_in else None, face if stand_in else None, fifth_copy)
        waited = reference_waits(hand, STANDARD, wilds)
        assert shanten(hand, STANDARD, wilds=wilds) == distance
        assert bool(waited.tiles or waited.wild) == (distance == 0)


@pytest.mark.parametrize("seed", range(2))
def test_discards_accept_the_tiles_that_bring_the_hand_nearer(seed: int) -> None:
    """Each is tried; wild tiles are among them, and may be given away."""
    for case in cases(6, SEED + seed, 2):
        found = discards(case.hand, case.shapes, wilds=case.wilds)
        assert {choice.tile for choice in found} == set(case.hand.closed_tiles)
        for choice in found[:2]:
            rest = list(case.hand.closed_tiles)
            rest.remove(choice.tile)
            kept = Hand(tuple(rest), case.hand.melds)
            own = Counter((*rest, *(tile for meld in case.hand.melds for tile in meld.tiles)))
            kinds = [tile for tile in dict.fromkeys((*TILES, *case.wilds.kinds)) if own[tile] < tile.copies]
            after = {tile: shanten(kept.replace(added=tile), case.shapes, wilds=case.wilds) for tile in kinds}
            nearer = {tile for tile, one in after.items() if one is not None and one < choice.shanten}
            assert shanten(kept, case.shapes, wilds=case.wilds) == choice.shanten
            assert {tile for tile, _ in choice.accepted} == nearer


# A suit against naive versions


RANKS = 7


class Suit(NamedTuple):
    """Tiles of a suit of seven ranks, what wild tiles may bring each to, and their number."""

    counts: Counts
    limits: Counts | None
    wilds: int
    runs: bool


def suit_of(rng: random.Random) -> Suit:
    """Few enough tiles that wild ones matter."""
    counts, ranks = [0] * RANKS, rng.sample(range(RANKS), rng.choice((1, 2, 4, RANKS)))
    for _ in range(rng.randint(0, 10)):
        rank = rng.choice(ranks)
        counts[rank] = min(COPIES, counts[rank] + 1)
    limits = rng.choice((None, (COPIES,) * RANKS, tuple(rng.choice((0, 1, 3, 4, 4)) for _ in range(RANKS))))
    return Suit(tuple(counts), limits, rng.randint(0, 4), rng.random() < 0.7)


def filled_parts(suit: Suit, wilds: int) -> list[tuple[Parts, tuple[int, ...]]]:
    """Every way to use exactly so many wild tiles, with what they stand for."""
    found = []
    for fills in combinations_with_replacement(range(RANKS), wilds):
        filled = tuple(held + fills.count(rank) for rank, held in enumerate(suit.counts))
        if suit.limits is None or all(filled[rank] <= suit.limits[rank] for rank in fills):
            found += [(parts, fills) for parts in suit_parts(filled, suit.runs)]
    return found


def sized(parts: Parts) -> int:
    """The place of so many sets, without and with the pair."""
    pairs = sum(kind == "pair" for kind, _ in parts)
    return 2 * (len(parts) - pairs) + pairs


@given(rng=randoms)
@settings(max_examples=150, deadline=None)
def test_splits_and_totals_of_a_suit_are_the_naive_ones(rng: random.Random) -> None:
    """Every split with its fills, once; and which numbers of sets all tiles come to with at most so many wild ones."""
    suit = suit_of(rng)
    exact = filled_parts(suit, suit.wilds)
    up_to = [one for wilds in range(suit.wilds + 1) for one in filled_parts(suit, wilds)]

    found = splits(suit.counts, suit.runs, suit.wilds, suit.limits)

    named = [
        (
            tuple(
                sorted(
                    [*(("chow", r) for r in s.chows), *(("pung", r) for r in s.pungs), *(("pair", r) for r in s.pairs)]
                )
            ),
            s.fills,
        )
        for s in found
    ]
    assert Counter(named) == Counter(exact)
    expected = {sized(parts) for parts, _ in up_to if sized(parts) < 2 * MOST_SETS + 2}
    total = totals(suit.counts, suit.runs, suit.wilds, suit.limits)
    assert {place for place in range(2 * MOST_SETS + 2) if total >> place & 1} == expected


@cache
def built(runs: bool) -> tuple[tuple[int, Counts], ...]:
    """What can be put together of sets and a pair: the place, and the tiles of each rank."""
    blocks = [(rank,) * 3 for rank in range(RANKS)]
    blocks += [(rank, rank + 1, rank + 2) for rank in range(RANKS - 2)] if runs else []
    found = set()
    for sets in range(MOST_SETS + 1):
        for chosen in combinations_with_replacement(blocks, sets):
            held = [sum(block.count(rank) for block in chosen) for rank in range(RANKS)]
            found.add((2 * sets, tuple(held)))
            for pair in range(RANKS):
                found.add((2 * sets + 1, tuple(number + 2 * (rank == pair) for rank, number in enumerate(held))))
    return tuple(found)


@given(rng=randoms)
@few
def test_costs_of_a_suit_are_the_naive_ones(rng: random.Random) -> None:
    """What is short of everything that can be put together; beyond its limit a rank only keeps what it has."""
    suit = suit_of(rng)
    limits = suit.limits or NO_LIMIT[:RANKS]
    most = tuple(map(max, limits, suit.counts))
    expected = [UNREACHABLE] * (2 * MOST_SETS + 2)
    for place, wanted in built(suit.runs):
        if all(want <= bound for want, bound in zip(wanted, most, strict=True)):
            short = sum(max(0, want - held) for want, held in zip(wanted, suit.counts, strict=True))
            expected[place] = min(expected[place], short)

    assert list(costs(suit.counts, limits, suit.runs)) == expected


# Properties


def a_case(rng: random.Random) -> Case:
    """One seeded hand."""
    return next(cases(1, rng.randrange(1 << 30), 3))


@given(rng=randoms, order=st.permutations([0, 9, 18]))
@few
def test_the_names_of_suits_change_nothing(rng: random.Random, order: list[int]) -> None:
    """万, 筒 and 索 may change places, in the hand and among the wild tiles."""
    case = a_case(rng)

    def renamed(tile: Tile) -> Tile:
        return Tile(order[tile // 9] + tile % 9) if tile.is_suited else tile

    def maybe(tile: Tile | None) -> Tile | None:
        return None if tile is None else renamed(tile)

    hand, old = case.hand, case.wilds
    melds = tuple(meld.replace(tile=renamed(meld.tile)) for meld in hand.melds)
    other = Hand(tuple(map(renamed, hand.concealed)), melds, maybe(hand.added))
    wilds = Wilds(tuple(map(renamed, old.kinds)), maybe(old.stand_in), maybe(old.face), old.fifth_copy)
    before, after = (
        waits(one.replace(added=None), case.shapes, wilds=some) for one, some in ((hand, old), (other, wilds))
    )

    assert any(readings(other, case.shapes, wilds)) == any(readings(hand, case.shapes, old))
    assert shanten(other, case.shapes, wilds=wilds) == shanten(hand, case.shapes, wilds=old)
    assert {(wait.tile, wait.left) for wait in after.waits} == {(renamed(w.tile), w.left) for w in before.waits}
    assert {wait.tile for wait in after.wild} == {renamed(wait.tile) for wait in before.wild}
    assert set(after.held) == set(map(renamed, before.held))
    assert after.any_tile == before.any_tile


@given(rng=randoms)
@few
def test_a_wild_tile_in_place_of_another_never_loses_a_win(rng: random.Random) -> None:
    """It can be the tile that it replaced; and it never takes the hand further away."""
    case = a_case(rng)
    hand, wilds = case.hand, case.wilds.replace(kinds=tuple(dict.fromkeys((*case.wilds.kinds, *FLOWERS))))
    joker = next(tile for tile in FLOWERS if tile not in hand.closed_tiles)
    plain = [at for at, tile in enumerate(hand.concealed) if tile not in wilds.kinds and tile != wilds.stand_in]
    if not plain:
        return
    tiles = list(hand.concealed)
    tiles[rng.choice(plain)] = joker
    other = hand.replace(concealed=tuple(tiles))
    before, after = (shanten(one, case.shapes, wilds=wilds) for one in (hand, other))

    assert any(readings(other, case.shapes, wilds)) >= any(readings(hand, case.shapes, wilds))
    assert before is not None
    assert after is not None
    assert after <= before


@given(rng=randoms)
@few
def test_a_kind_is_a_wait_if_and_only_if_it_completes_the_hand(rng: random.Random) -> None:
    """Each kind is added and read; the wild ones all complete a hand or none does."""
    case = a_case(rng)
    hand = case.hand.replace(added=None)
    kinds = dict.fromkeys((*TILES, *case.wilds.kinds))
    complete = {tile for tile in kinds if any(readings(hand.replace(added=tile), case.shapes, case.wilds))}

    found, formal = (waits(hand, case.shapes, wilds=case.wilds, formal=formal) for formal in (False, True))

    assert {wait.tile for wait in found.waits} | set(found.held) == complete - set(case.wilds.kinds)
    assert {wait.tile for wait in (*formal.waits, *formal.wild)} == complete
    assert len(complete & set(case.wilds.kinds)) in (0, len(case.wilds.kinds))
