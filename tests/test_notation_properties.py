"""Properties of reading and writing that hold for every hand and every text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import hands, melds, seats, tiles

from mjcli.errors import MjError, Problem, UsageError
from mjcli.hand import Hand, Meld
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
from mjcli.notation.findings import LONGEST_TOKEN, MOST_PROBLEMS, Findings
from mjcli.notation.plain import read_plain
from mjcli.notation.reader import HandText, _Reader
from mjcli.tiles import FLOWERS, JOKER, Seat, Tile

KEEPING_SOURCES = [notation for notation in NOTATIONS if notation != "gb"]
WITHOUT_JOKERS = ["botzone", "gb"]
WITH_JOKERS = [notation for notation in NOTATIONS if notation not in WITHOUT_JOKERS]
# Characters of every notation, so that arbitrary text comes close to a hand.
ALPHABET = "0123456789mpszfjESWNCFPWBTFJHe[](),+?| \t\0abx一二三万萬筒条东東中红白板百搭春梅１５ｍ［］，＋🀇🀀🀄🀢🀪\ufe0f"


def in_order(hand: Hand) -> Hand:
    """The hand as it is read back: tiles sorted, the winning one of a complete hand still last, no suffix."""
    rest = len(hand.concealed) - (hand.added is None and len(hand.concealed) % 3 == 2)
    ordered = tuple(sorted(hand.concealed[:rest])) + hand.concealed[rest:]
    return hand.replace(concealed=ordered, flowers=tuple(sorted(hand.flowers)), suffix=None)


@pytest.mark.parametrize("notation", KEEPING_SOURCES)
@given(hand=hands(suffix=True))
def test_a_hand_is_read_back_from_every_notation(notation: str, hand: Hand) -> None:
    assert parse_hand(format_hand(hand, notation)) == in_order(hand)


@pytest.mark.parametrize("notation", WITH_JOKERS)
@given(hand=hands(suffix=True, jokers=True))
def test_a_hand_with_jokers_is_read_back_from_every_notation_that_has_them(notation: str, hand: Hand) -> None:
    assert parse_hand(format_hand(hand, notation)) == in_order(hand)


@pytest.mark.parametrize("notation", WITHOUT_JOKERS)
@given(hand=hands(suffix=True, jokers=True), seat=seats())
def test_a_joker_is_refused_at_its_place_by_the_other_notations(notation: str, hand: Hand, seat: Seat) -> None:
    codes = {}
    try:
        format_hand(hand, notation, seat=seat)
    except UsageError as refused:
        codes = {problem.code: problem.spot for problem in refused.problems}
    if not hand.jokers:
        assert "N035" not in codes
        return
    assert codes["N035"] is not None
    part, place = codes["N035"]

    assert (hand.concealed[place] if part == "concealed" else hand.added) == JOKER


@pytest.mark.parametrize("notation", KEEPING_SOURCES)
@given(hand=hands(flowers=False, suffix=True))
def test_a_suffix_is_read_back_where_it_is_asked_for(notation: str, hand: Hand) -> None:
    assert parse_hand(format_hand(hand, notation, suffix=True)) == in_order(hand).replace(suffix=hand.suffix)


@given(hand=hands(suffix=True), seat=seats())
def test_gb_is_read_back_or_refused(hand: Hand, seat: Seat) -> None:
    unsayable = [("meld", i) for i, meld in enumerate(hand.melds) if not gb_can_say(meld, seat)]
    if unsayable:
        with pytest.raises(UsageError) as refused:
            format_hand(hand, "gb", seat=seat)
        assert [(problem.code, problem.spot) for problem in refused.value.problems] == [("N031", s) for s in unsayable]
        return
    back = parse_hand(format_hand(hand, "gb", seat=seat))

    assert [gb_facts(meld, seat) for meld in back.melds] == [gb_facts(meld, seat) for meld in hand.melds]
    assert back.added is None
    assert sorted(back.concealed) == sorted(hand.closed_tiles)
    if hand.added is not None or len(hand.concealed) % 3 == 2:
        assert back.concealed[-1:] == hand.closed_tiles[-1:]
    assert sorted(back.flowers) == sorted(hand.flowers)
    assert back.flower_count == hand.flower_count
    assert (back.suffix is None) == (hand.suffix is None and not hand.flowers)
    if hand.suffix:
        assert back.suffix == hand.suffix


def gb_can_say(meld: Meld, seat: Seat) -> bool:
    if meld.kind == "kong" and "?" in meld.source:
        return False
    stated = meld.stated_seat
    return stated is None or (stated == seat.after(-1) if meld.kind == "chow" else stated != seat)


def gb_facts(meld: Meld, seat: Seat) -> tuple[object, ...]:
    """What both spellings of a meld must agree on."""
    taken = meld.source if meld.kind == "chow" and meld.source.isdigit() else ""
    return meld.kind, meld.tile, meld.is_concealed_kong, meld.is_added_kong, meld.feeder(seat), taken


@given(hand=hands(jokers=True))
def test_all_notations_say_the_same(hand: Hand) -> None:
    notations = WITH_JOKERS if hand.jokers else KEEPING_SOURCES

    assert len({parse_hand(format_hand(hand, notation)) for notation in notations}) == 1


@pytest.mark.parametrize("notation", KEEPING_SOURCES)
@given(meld=melds())
def test_a_meld_is_read_back(notation: str, meld: Meld) -> None:
    assert parse_hand(format_meld(meld, notation)).melds == (meld,)


@pytest.mark.parametrize("notation", NOTATIONS)
@given(some=st.lists(tiles() | st.sampled_from(FLOWERS), min_size=1))
def test_tiles_are_read_back(notation: str, some: list[Tile]) -> None:
    assert read_tiles(format_tiles(some, notation)) == tuple(sorted(some))


@pytest.mark.parametrize("notation", WITH_JOKERS)
@given(some=st.lists(tiles() | st.sampled_from((*FLOWERS, JOKER)), min_size=1))
def test_jokers_among_tiles_are_read_back(notation: str, some: list[Tile]) -> None:
    assert read_tiles(format_tiles(some, notation)) == tuple(sorted(some))


@pytest.mark.parametrize("notation", NOTATIONS)
@given(tile=tiles())
def test_a_tile_is_read_back(notation: str, tile: Tile) -> None:
    assert read_tile(format_tiles([tile], notation)) == tile


@given(hand=hands(jokers=True), data=st.data())
def test_spaces_are_free(hand: Hand, data: st.DataObject) -> None:
    text = format_hand(hand, data.draw(st.sampled_from(WITH_JOKERS)))
    # 百搭 is one word.
    at = data.draw(st.integers(0, len(text)).filter(lambda at: text[at - 1 : at + 1] != JOKER.name()))

    assert parse_hand(text[:at] + data.draw(st.sampled_from(" \t\u3000\xa0\ufe0f")) + text[at:]) == in_order(hand)


@given(hand=hands(suffix=True, jokers=True), data=st.data())
def test_full_width_characters_are_their_twins(hand: Hand, data: st.DataObject) -> None:
    text = format_hand(hand, data.draw(st.sampled_from(WITH_JOKERS if hand.jokers else KEEPING_SOURCES)))
    wide = "".join(chr(ord(char) + 0xFEE0) if char.isascii() else char for char in text)

    assert parse_hand(wide) == in_order(hand)


@given(hand=hands(jokers=True))
def test_every_tile_has_its_place(hand: Hand) -> None:
    text = format_hand(hand, "unicode")
    typed = read_hand(text)
    spans = typed.spans

    assert [text[slice(*span)] for span in spans.concealed] == [tile.glyph for tile in typed.hand.concealed]
    assert [text[slice(*span)] for span in spans.flower] == [tile.glyph for tile in typed.hand.flowers]
    assert [text[slice(*span)] for span in spans.meld] == [format_meld(meld, "unicode") for meld in hand.melds]
    assert [text[slice(*span)] for span in spans.added] == ([hand.added.glyph] if hand.added is not None else [])


def character_by_character(text: str) -> tuple[HandText, Findings]:
    """What the reader of all notations makes of a text."""
    findings = Findings(text)
    return _Reader(text, findings).read(), findings


@given(hand=hands(suffix=True, jokers=True), data=st.data())
def test_a_plain_text_is_read_the_same_at_once(hand: Hand, data: st.DataObject) -> None:
    """Also where a character more or less stands in it; what is written in another way is left alone."""
    text = format_hand(hand, data.draw(st.sampled_from(WITH_JOKERS)))
    at, more = data.draw(st.integers(0, len(text))), data.draw(st.sampled_from(["", *ALPHABET]))
    less = data.draw(st.sampled_from((0, 0, 1, 3)))
    changed = text[:at] + more + text[at + less :]
    plain = read_plain(changed)

    typed, findings = character_by_character(changed)
    assert plain is None or (plain == typed.hand and not findings)


@given(hand=hands(flowers=False))
def test_a_hand_as_it_is_written_is_plain(hand: Hand) -> None:
    """Every hand with concealed tiles, its melds included: its parts have the places that they have one by one."""
    text = format_hand(hand)
    typed, _ = character_by_character(text)

    assert read_plain(text) == (typed.hand if hand.concealed else None)
    assert read_hand(text).spans == typed.spans


@given(text=st.text(st.sampled_from(ALPHABET), max_size=30) | st.text())
def test_any_text_is_a_hand_or_a_list_of_problems(text: str) -> None:
    hand, problems = outcome(text)
    if hand:
        assert not list(hand.problems())
        assert hand.closed_tiles or hand.melds
        return

    places = [problem.start for problem in problems if problem.start is not None]
    assert places == sorted(places)
    assert 1 <= len(problems) <= MOST_PROBLEMS + 1
    assert len({(problem.code, problem.start) for problem in problems}) == len(problems)
    for problem in problems:
        assert problem.source == text
        assert len(problem.token) <= LONGEST_TOKEN + 1
        assert 0 <= (problem.start or 0) <= len(text)
        assert problem.message("zh")
        assert problem.message("en")


@given(hand=hands(jokers=True), data=st.data())
def test_a_lost_character_is_never_a_crash(hand: Hand, data: st.DataObject) -> None:
    text = format_hand(hand, data.draw(st.sampled_from(WITH_JOKERS if hand.jokers else KEEPING_SOURCES)))
    at = data.draw(st.integers(0, len(text) - 1))
    hand_without, problems = outcome(text[:at] + text[at + 1 :])

    assert hand_without or problems


def outcome(text: str) -> tuple[Hand | None, tuple[Problem, ...]]:
    """The hand, or what is wrong; anything but a problem goes through."""
    try:
        return parse_hand(text), ()
    except MjError as error:
        return None, error.problems
