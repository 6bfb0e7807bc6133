"""Reading and writing hands: each notation, each form of a meld, and every kind of mistake.

All facts here are fundamental: no rule set changes how a hand is written.
"""

from __future__ import annotations

import time
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mjcli.errors import HandError, MjError, NotationError, Problem, UsageError
from mjcli.hand import Hand, Meld, MeldKind, Suffix
from mjcli.notation import (
    NOTATIONS,
    format_hand,
    format_meld,
    format_tiles,
    parse_hand,
    read_hand,
    read_tile,
    read_tiles,
)
from mjcli.notation.findings import MOST_PROBLEMS
from mjcli.texts import LANGUAGES
from mjcli.texts import notation as texts
from mjcli.tiles import FLOWERS, JOKER, SEATS, TILES, Seat, Tile, count_tiles

CASES = tomllib.loads((Path(__file__).parent / "cases" / "errors.toml").read_text(encoding="utf-8"))["case"]


def tiles_of(text: str) -> tuple[Tile, ...]:
    """Tiles written one by one, apart from the reader under test: `1m 2m E`."""
    return tuple(Tile.of(word) for word in text.split())


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(MjError) as caught:
        read_hand(text)
    return caught.value.problems


# --- tiles


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m", "1m 2m 3m"),
        ("19m 19p 19s", "1m 9m 1p 9p 1s 9s"),
        ("1234567z", "E S W N P F C"),
        ("ESWNCFP", "E S W N C F P"),
        ("0m0p0s", "5m 5p 5s"),
        ("12 3m\t4 p", "1m 2m 3m 4p"),
        ("321m", "3m 2m 1m"),
        ("m123p99", "1m 2m 3m 9p 9p"),
        (" m1 2 3 p9 9 ", "1m 2m 3m 9p 9p"),
        ("z5m0", "P 5m"),
        ("m12Es3", "1m 2m E 3s"),
        ("🀇🀏🀙🀡🀐🀘", "1m 9m 1p 9p 1s 9s"),
        ("🀀🀁🀂🀃🀄🀅🀆", "E S W N C F P"),
        ("🀄\ufe0f🀄\ufe0e", "C C"),
        ("一万1万三条5索九筒九饼", "1m 1m 3s 5s 9p 9p"),
        ("一二三万", "1m 2m 3m"),
        ("123万", "1m 2m 3m"),
        ("一二三萬四條五餅", "1m 2m 3m 4s 5p"),
        ("东南西北白发中", "E S W N P F C"),
        ("東發红中白板紅中", "E F C P C"),
        ("１２３ｍ　Ｅ", "1m 2m 3m E"),
        ("123m四五六筒🀐Ｅ", "1m 2m 3m 4p 5p 6p 1s E"),
        ("W1W9B1B9T1T9", "1m 9m 1p 9p 1s 9s"),
        ("F1F2F3F4J1J2J3", "E S W N C F P"),
        ("W1 B2", "1m 2p"),
        ("WWFF", "W W F F"),
    ],
)
def test_concealed_tiles(text: str, expected: str) -> None:
    assert parse_hand(text).concealed == tiles_of(expected)


@pytest.mark.parametrize(
    "text",
    ["12345678f9s", "9s12345678f", "春夏秋冬梅兰竹菊九条", "🀦🀧🀨🀩🀢🀣🀤🀥9s", "T9H1H2H3H4H5H6H7H8", "f12345678s9"],
)
def test_flowers_lie_apart(text: str) -> None:
    assert parse_hand(text) == Hand(tiles_of("9s"), flowers=tiles_of("1f 2f 3f 4f 5f 6f 7f 8f"))


# --- jokers


def test_a_joker_is_a_tile_of_its_own() -> None:
    assert (JOKER, JOKER.suit, JOKER.rank, JOKER.text, JOKER.letter) == (42, "j", 1, "j", "j")
    assert (JOKER.glyph, JOKER.name("zh"), JOKER.name("en")) == ("\N{MAHJONG TILE JOKER}", "百搭", "Joker")
    assert (repr(JOKER), str(JOKER), Tile.of("j")) == ("Tile('j')", "j", JOKER)
    assert not any((JOKER.is_suited, JOKER.is_honour, JOKER.is_terminal, JOKER.is_flower))
    assert [tile for tile in (*TILES, *FLOWERS, JOKER) if tile.is_joker] == [JOKER]
    assert [tile for tile in (*TILES, *FLOWERS, JOKER) if tile.is_flower] == list(FLOWERS)


def test_there_are_144_tiles_and_eight_jokers() -> None:
    assert sum(tile.copies for tile in TILES + FLOWERS) == 144
    assert JOKER.copies == 8


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("jj1m38p16sE", "j j 1m 3p 8p 1s 6s E"),
        ("1m jj 38p", "1m j j 3p 8p"),
        ("j1m j", "j 1m j"),
        ("Ej", "E j"),
        ("j", "j"),
        ("🀪🀪\ufe0f🀇", "j j 1m"),
        ("百搭一万百搭百搭", "j 1m j j"),
        ("ｊ１ｍ", "j 1m"),
        ("m123jp99", "1m 2m 3m j 9p 9p"),
        ("m12jj", "1m 2m j j"),
        ("jm12", "j 1m 2m"),
        ("j m1 j s2 j", "j 1m j 2s j"),
        ("百搭m1🀪p2百搭", "j 1m j 2p j"),
    ],
)
def test_jokers(text: str, expected: str) -> None:
    hand = parse_hand(text)

    assert hand.concealed == tiles_of(expected)
    assert hand.jokers == expected.count("j")
    assert hand.size == len(hand.concealed)


def test_a_joker_is_of_no_kind_and_no_flower() -> None:
    hand = parse_hand("j1m12fj+j")

    assert hand == Hand(tiles_of("j 1m j"), added=JOKER, flowers=tiles_of("1f 2f"))
    assert (hand.jokers, hand.size) == (3, 4)
    assert hand.counts == count_tiles(tiles_of("1m"))


def test_a_joker_can_be_the_winning_tile() -> None:
    waiting, complete = parse_hand("123mj"), parse_hand("j1mj23m")

    assert waiting.with_win(JOKER) == Hand(tiles_of("1m 2m 3m j"), added=JOKER)
    assert complete.with_win(JOKER) == Hand(tiles_of("j 1m 2m 3m"), added=JOKER)
    assert parse_hand("12mj").marked() == Hand(tiles_of("1m 2m"), added=JOKER)
    with pytest.raises(ValueError, match="not in"):
        parse_hand("123m99p").with_win(JOKER)


def test_eight_jokers_are_possible() -> None:
    assert parse_hand("jjjj 1m jjj + j").jokers == 8


@pytest.mark.parametrize("meld", [Meld("pung", JOKER), Meld("kong", JOKER, "W"), Meld("chow", FLOWERS[6])])
def test_a_joker_in_a_meld_is_a_problem_of_the_hand(meld: Meld) -> None:
    hand = Hand(tiles_of("9p 9p"), (Meld("pung", Tile.of("E")), meld))

    assert [(found.code, found.spot, found.hint) for found in hand.problems()] == [("H017", ("meld", 1), "stands-for")]


def test_jokers_seen_elsewhere_are_counted_with_the_hands() -> None:
    hand = parse_hand("jjjjj1m+j")

    assert not list(hand.excess_with((JOKER, JOKER), "visible"))
    assert [found.facts["most"] for found in hand.excess_with((JOKER, JOKER, JOKER), "visible")] == [8]


# --- melds


@pytest.mark.parametrize(
    ("text", "kind", "tile", "source"),
    [
        ("[123m]", "chow", "1m", ""),
        ("[312m,2]", "chow", "1m", "2"),
        ("[340m,1]", "chow", "3m", "1"),
        ("[789s,W]", "chow", "7s", "W"),
        ("[555p]", "pung", "5p", ""),
        ("[055p,2]", "pung", "5p", "2"),
        ("[555p,W]", "pung", "5p", "W"),
        ("[555p,?]", "pung", "5p", "?"),
        ("[5555p]", "kong", "5p", ""),
        ("(5555p)", "kong", "5p", ""),
        ("[5555p,3]", "kong", "5p", "3"),
        ("[5555p,?]", "kong", "5p", "?"),
        ("[5555p,6]", "kong", "5p", "6"),
        ("[5555p,+W]", "kong", "5p", "+W"),
        ("[5555p,+?]", "kong", "5p", "+?"),
        ("[ 5 55 5p , + W ]", "kong", "5p", "+W"),
        ("[p555,2]", "pung", "5p", "2"),
        ("[m1m2m3,2]", "chow", "1m", "2"),
        ("[111z,N]", "pung", "E", "N"),
        ("[EEE,N]", "pung", "E", "N"),
        ("[东东东,北]", "pung", "E", "N"),
        ("【東東東，東】", "pung", "E", "E"),
        ("［一二三万，２］", "chow", "1m", "2"),
        ("（五五五五筒）", "kong", "5p", ""),
        ("[五五五五筒，＋西]", "kong", "5p", "+W"),
        ("[🀝🀝🀝,🀂]", "pung", "5p", "W"),
        ("[B5B5B5B5,6]", "kong", "5p", "6"),
        ("[F1F1F1,W]", "pung", "E", "W"),
    ],
)
def test_meld(text: str, kind: MeldKind, tile: str, source: str) -> None:
    assert parse_hand(text) == Hand((), (Meld(kind, Tile.of(tile), source),))


def test_each_part_has_its_own_order_of_suits() -> None:
    hand = parse_hand("m12 [p555,W] 3s [123s] s9+p9")

    assert hand.concealed == tiles_of("1m 2m 3s 9s")
    assert hand.melds == (Meld("pung", Tile.of("5p"), "W"), Meld("chow", Tile.of("1s")))
    assert hand.added == Tile.of("9p")


def test_concealed_tiles_stand_anywhere_among_the_melds() -> None:
    hand = parse_hand("12m [222z,S] 3m [333z,W] 99p + 9p")

    assert hand.concealed == tiles_of("1m 2m 3m 9p 9p")
    assert [meld.tile for meld in hand.melds] == list(tiles_of("S W"))


# --- the added tile and the suffix


@pytest.mark.parametrize("text", ["99p+9s", "99p + 9 s", "九九筒＋九条", "99p+🀘", "p99+s9", "B9B9+T9", "+9s"])
def test_added_tile(text: str) -> None:
    assert parse_hand(text).added == Tile.of("9s")


@pytest.mark.parametrize(
    ("text", "suffix", "flowers"),
    [
        ("|EE0000", Suffix(SEATS[0], SEATS[0], False, False, False, False), ""),
        ("|SW1010", Suffix(SEATS[1], SEATS[2], True, False, True, False), ""),
        ("|NE0101|", Suffix(SEATS[3], SEATS[0], False, True, False, True), ""),
        ("|EE1000|3", Suffix(SEATS[0], SEATS[0], True, False, False, False, 3), ""),
        ("|EE1000|0", Suffix(SEATS[0], SEATS[0], True, False, False, False, 0), ""),
        ("|EE1000|abe", Suffix(SEATS[0], SEATS[0], True, False, False, False), "5f 6f 1f"),
        ("|EE1000|hgfedcba", Suffix(SEATS[0], SEATS[0], True, False, False, False), "4f 3f 2f 1f 8f 7f 6f 5f"),
        (" | E E 1000 | a b ", Suffix(SEATS[0], SEATS[0], True, False, False, False), "5f 6f"),
        ("｜東西１０００｜２", Suffix(SEATS[0], SEATS[2], True, False, False, False, 2), ""),
    ],
)
def test_suffix(text: str, suffix: Suffix, flowers: str) -> None:
    assert parse_hand("99p" + text) == Hand(tiles_of("9p 9p"), flowers=tiles_of(flowers), suffix=suffix)


def test_a_suffix_goes_with_every_way_to_name_the_winning_tile() -> None:
    assert parse_hand("99p9s|EE1000").added is None
    assert parse_hand("99p+9s|EE1000").added == Tile.of("9s")
    assert parse_hand("12f99p|EE1000").flowers == tiles_of("1f 2f")


# --- option values


def test_read_tiles_takes_any_notation() -> None:
    for text in ("19m1z1f", "m19z1f1", "一九万东春", "🀇🀏🀀🀦", "W1W9F1H1"):
        assert read_tiles(text) == tiles_of("1m 9m E 1f")


@pytest.mark.parametrize("text", ["j", " j ", "ｊ", "百搭", "🀪", "🀪\ufe0e"])
def test_read_tile_takes_a_joker(text: str) -> None:
    assert read_tile(text) == JOKER


@pytest.mark.parametrize("text", ["C", "7z", "中", "红中", "🀄", "J1", "z7", " Ｃ "])
def test_read_tile(text: str) -> None:
    assert read_tile(text) == Tile.of("C")


@pytest.mark.parametrize(
    ("text", "code", "token"),
    [("", "N029", ""), ("12m", "N030", "12m"), ("1", "N003", "1"), ("[111m]", "N002", "["), ("1m+2m", "N002", "+")],
)
def test_read_tile_refuses(text: str, code: str, token: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_tile(text)
    assert (caught.value.problems[0].code, caught.value.problems[0].token) == (code, token)
    assert caught.value.problems[0].source == text


# --- places


@pytest.mark.parametrize(
    ("text", "spot", "start", "token"),
    [
        ("123m [555p,W]", ("concealed", 1), 1, "2"),
        ("123m [555p,W]", ("meld", 0), 5, "[555p,W]"),
        ("W1W2 F1", ("concealed", 2), 5, "F1"),
        ("1m红中", ("concealed", 1), 2, "红中"),
        ("1m🀄\ufe0f2m", ("concealed", 1), 2, "🀄\ufe0f"),
        ("1m12f3m", ("concealed", 1), 5, "3"),
        ("1m12f3m", ("flower", 1), 3, "2"),
        ("1m|EE1000|ab", ("flower", 1), 11, "b"),
        ("1m|EE1000|ab", ("suffix", 0), 2, "|EE1000|ab"),
        ("12m+ 3m", ("added", 0), 5, "3"),
        ("p12m1+s9", ("added", 0), 7, "9"),
        ("1m百搭j", ("concealed", 1), 2, "百搭"),
        ("1m百搭j", ("concealed", 2), 4, "j"),
        ("m1jf2🀪\ufe0f", ("concealed", 2), 5, "🀪\ufe0f"),
        ("1m12f+🀪\ufe0f", ("added", 0), 6, "🀪\ufe0f"),
    ],
)
def test_place(text: str, spot: tuple[str, int], start: int, token: str) -> None:
    placed = read_hand(text).place(Problem("H001", spot=spot))

    assert (placed.source, placed.start, placed.token) == (text, start, token)


def test_place_keeps_a_token() -> None:
    assert read_hand("123m").place(Problem("H001", token="2m", spot=("concealed", 1))).token == "2m"


def test_place_finds_a_winning_tile_without_a_plus() -> None:
    typed = read_hand("9s 11m 9s 1p")

    assert typed.place(Problem("C036", token="9s", spot=("added", 0))).start == 7
    assert typed.place(Problem("C036", token="8s", spot=("added", 0))).start is None
    assert typed.place(Problem("C002")) == Problem("C002")


# --- writing

HAND = Hand(
    concealed=tiles_of("3m 1m 2m 9p E 9p 8s E 7s"),
    melds=(Meld("pung", Tile.of("W"), "W"), Meld("kong", Tile.of("5p"), "+S")),
    added=Tile.of("9s"),
    flowers=tiles_of("5f 1f"),
)


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("mpsz", "[333z,W][5555p,+S]123m99p78s11z15f+9s"),
        ("suit-first", "[z333,W][p5555,+S]m123p99s78z11f15+s9"),
        ("letters", "[WWW,W][5555p,+S]123m99p78sEE15f+9s"),
        ("unicode", "[🀂🀂🀂,W][🀝🀝🀝🀝,+S]🀇🀈🀉🀡🀡🀖🀗🀀🀀🀦🀢+🀘"),
        ("chinese", "[西西西,西][五五五五筒,+南]一二三万九九筒七八索东东春梅+九索"),
        ("botzone", "[F3F3F3,W][B5B5B5B5,+S]W1W2W3B9B9T7T8F1F1H1H5+T9"),
        ("gb", "[WWW,2][5555p,7]123m99p78sEE9s|EE0000|ae"),
    ],
)
def test_format_hand(notation: str, expected: str) -> None:
    assert format_hand(HAND, notation) == expected


JOKERS = Hand(tiles_of("j 1m j 2m E"), (Meld("pung", Tile.of("W"), "W"),), JOKER, tiles_of("5f 1f"))


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("mpsz", "[333z,W]12m1z15fjj+j"),
        ("suit-first", "[z333,W]m12z1f15jj+j"),
        ("letters", "[WWW,W]12mE15fjj+j"),
        ("unicode", "[🀂🀂🀂,W]🀇🀈🀀🀦🀢🀪🀪+🀪"),
        ("chinese", "[西西西,西]一二万东春梅百搭百搭+百搭"),
    ],
)
def test_jokers_come_last(notation: str, expected: str) -> None:
    """Behind the flowers, as their number is: so they stand between no digits and their suit."""
    assert format_hand(JOKERS, notation) == expected


@pytest.mark.parametrize("notation", ["botzone", "gb"])
def test_a_notation_without_jokers_says_so(notation: str) -> None:
    refused = f"the notation {notation} cannot write a joker"
    with pytest.raises(UsageError, match=refused):
        format_hand(JOKERS, notation)
    with pytest.raises(UsageError, match=refused):
        format_tiles([JOKER], notation)


@pytest.mark.parametrize(("text", "spot"), [("[5555p,?]1mj+j", ("concealed", 1)), ("[5555p,?]1m+j", ("added", 0))])
def test_gb_says_all_that_it_cannot_carry(text: str, spot: tuple[str, int]) -> None:
    with pytest.raises(UsageError) as caught:
        format_hand(parse_hand(text), "gb")
    assert [(found.code, found.spot) for found in caught.value.problems] == [("N031", ("meld", 0)), ("N035", spot)]


def test_the_default_notation_is_the_contracts() -> None:
    text = "[333z,W][222z,S]345m66p78s+9s"

    assert format_hand(parse_hand(text)) == text


@pytest.mark.parametrize(
    ("seat", "source", "expected"),
    [
        ("E", "W", "2"),
        ("E", "S", "3"),
        ("E", "N", "1"),
        ("S", "E", "1"),
        ("N", "+E", "7"),
        ("W", "+N", "7"),
        ("W", "6", "6"),
    ],
)
def test_gb_sources_are_relative(seat: str, source: str, expected: str) -> None:
    meld = Meld("kong", Tile.of("5p"), source)

    assert format_meld(meld, "gb", seat=Seat.of(seat)) == f"[5555p,{expected}]"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("12m+3m", "12m3m"),
        ("13m2m4p4p", "123m4p4p"),
        ("[123m,N][555p,?]99p", "[123m][555p]9p9p"),
        ("[123m,2]99p|SW1010", "[123m,2]9p9p|SW1010"),
        ("[555p,N]99p|SS0000|2", "[555p,2]9p9p|SS0000|2"),
        ("99p12f", "9p9p|EE0000|ef"),
    ],
)
def test_gb(hand: str, expected: str) -> None:
    assert format_hand(parse_hand(hand), "gb") == expected


@pytest.mark.parametrize(
    ("hand", "spots"),
    [
        ("[123m][5555p,?]99p", [("meld", 1)]),
        ("[5555p,+?][111m,E]99p", [("meld", 0), ("meld", 1)]),
        ("[123m,W]99p", [("meld", 0)]),
    ],
)
def test_gb_refuses_what_it_cannot_say(hand: str, spots: list[tuple[str, int]]) -> None:
    with pytest.raises(UsageError) as caught:
        format_hand(parse_hand(hand), "gb")
    assert [(problem.code, problem.spot) for problem in caught.value.problems] == [("N031", spot) for spot in spots]


def test_gb_has_flowers_by_name_or_by_number() -> None:
    hand = Hand(tiles_of("9p"), flowers=tiles_of("1f"), suffix=Suffix(SEATS[0], SEATS[0], True, False, False, False, 2))

    with pytest.raises(UsageError, match="not 1f and 2 more"):
        format_hand(hand, "gb")


def test_there_is_no_other_notation() -> None:
    assert NOTATIONS == ("mpsz", "suit-first", "letters", "unicode", "chinese", "botzone", "gb")
    with pytest.raises(UsageError, match="tenhou"):
        format_tiles([], "tenhou")


# --- mistakes


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_problems(case: dict[str, Any]) -> None:
    found = problems_of(case["text"])

    assert [_row(problem) for problem in found] == case["problems"]
    assert {problem.source for problem in found} == {case["text"]}
    assert all(problem.message(lang) for problem in found for lang in LANGUAGES)


def _row(problem: Problem) -> dict[str, object]:
    row: dict[str, object] = {"code": problem.code, "column": problem.column, "token": problem.token}
    return row | {"hint": problem.hint} if problem.hint else row


def test_cases_cover_every_problem_of_a_hand() -> None:
    in_cases = {problem["code"] for case in CASES for problem in case["problems"]}
    hints = {problem.get("hint") for case in CASES for problem in case["problems"]}
    of_hands = {code for code in texts.PROBLEMS if code <= "N028"}

    assert len(CASES) >= 40
    assert of_hands <= in_cases
    assert texts.HINTS.keys() <= hints


def test_the_error_says_whether_text_or_hand_is_at_fault() -> None:
    with pytest.raises(HandError):
        parse_hand("11111m")
    with pytest.raises(NotationError):
        parse_hand("11111m 2")


def test_codes_are_numbered_without_gaps() -> None:
    assert list(texts.PROBLEMS) == [f"N{number:03}" for number in range(1, len(texts.PROBLEMS) + 1)]


def test_an_invisible_character_is_named() -> None:
    assert "U+0007" in problems_of("1m\a")[0].message("en")
    assert "U+DC80" in problems_of("1m\udc80")[0].message("zh")


@pytest.mark.parametrize(
    "garbage", ["x", "x ", "[", "]", "+", "+1m", "[1", "|", "\0", ",", "1", "1m", "[12m]", "8z", "(1111m)", "🀇", "m"]
)
def test_much_garbage_is_read_fast_and_reported_briefly(garbage: str) -> None:
    text = garbage * (100_000 // len(garbage))
    start = time.perf_counter()
    problems = problems_of(text)
    seconds = time.perf_counter() - start

    # A tenth of this is usual; anything quadratic takes minutes.
    assert seconds < 5
    assert len(problems) <= MOST_PROBLEMS + 1
    assert sum(len(problem.message()) for problem in problems) < 10_000
    starts = [problem.start for problem in problems if problem.start is not None]
    assert all(before <= after for before, after in pairwise(starts))


def test_what_is_not_listed_is_counted() -> None:
    *listed, last = problems_of("x " * (MOST_PROBLEMS + 5))

    assert len(listed) == MOST_PROBLEMS
    assert (last.code, last.facts["count"]) == ("N034", 5)


def test_more_tiles_of_a_kind_than_a_byte_can_say() -> None:
    """They are as impossible as five of them."""
    assert [problem.code for problem in problems_of("1" * 300 + "m")] == ["H001"]
    assert list(Hand(tiles_of("1m") * 300).counts) == [255, *[0] * 33]
