"""A rule set whose wild tile is a joker of its own: hands written with `j`, from the text to the record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjcli.answer import Entry, Settings, answer
from mjcli.notation import parse_hand
from mjcli.report.writers import outcome_record
from mjcli.ruleset import RuleSet, load_rules
from mjcli.scoring import score_hand
from mjcli.settlement import settle

Record = dict[str, Any]
House = Callable[..., RuleSet]
TEXT = """
id = "jokers"
name = {{ zh = "百搭", en = "Jokers" }}
extends = "jipinghu"

[table]
shapes = {shapes}

[wild]
tiles = {tiles}
turned = "{turned}"
fifth_copy = {fifth}
ref = "002, 六"
"""
STANDARD = ("standard", "thirteen-orphans")
WITH_PAIRS = ("standard", "seven-pairs")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Makes a rule set with jokers."""

    def make(*shapes: str, fifth: bool = True, tiles: tuple[str, ...] = ("j",), turned: str = "never") -> RuleSet:
        path = tmp_path / "jokers.toml"
        listed = {"shapes": list(shapes or STANDARD), "tiles": list(tiles)}
        written = {key: str(value).replace("'", '"') for key, value in listed.items()}
        path.write_text(TEXT.format(turned=turned, fifth=str(fifth).lower(), **written), "utf-8")
        return load_rules(path)

    return make


def record_of(command: str, text: str, rules: RuleSet, **fields: str) -> Record:
    """What a machine is told of a hand."""
    return outcome_record(answer(Entry(text, fields), rules, Settings(command)), "zh")


def waiting(record: Record, key: str = "waits") -> str:
    """The waiting tiles, in order."""
    return " ".join(wait["tile"] for wait in record[key])


def test_eight_jokers_are_too_few_for_sets_and_enough_for_pairs(house: House) -> None:
    """Six lone tiles of six kinds take twelve jokers in sets, and six in seven pairs."""
    hand = "jjjjjjjj1m38p16sE"

    assert record_of("score", hand, house())["reason"] == "incomplete"
    assert record_of("score", hand, house())["shanten"] == 0
    assert record_of("score", hand, house(*WITH_PAIRS))["shape"] == "seven-pairs"


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        ("[777p][456s]jjjj4m4p4sN", False),
        ("[777p][456s]jjjj4m5m4sN", True),
        ("[777p][456s]jjjj4m5m4s5s", True),
        ("j66m23456777889s", True),
        ("j66m23456777899s", True),
        ("j66m23456777889p", True),
        ("j67m23456777889s", False),
    ],
)
def test_as_many_jokers_as_it_takes_and_no_fewer(house: House, hand: str, win: bool) -> None:
    """Four jokers do not complete four lone tiles beside two sets; they do where two of these are of a chow."""
    assert record_of("score", hand, house())["win"] is win


@pytest.mark.parametrize("fifth", [True, False])
def test_a_joker_as_a_fifth_copy(house: House, fifth: bool) -> None:
    """The pair beside four alike takes a fifth, which the rule set allows or does not."""
    assert record_of("score", "[123p][456p][777s]j5555m", house(fifth=fifth))["win"] is fifth
    assert record_of("score", "[123p][456p][777s]j4555m", house(fifth=fifth))["win"]
    assert record_of("wait", "[123p][456p][777s]5555m", house(fifth=fifth))["tenpai"] is fifth


def test_waits_with_a_joker(house: House) -> None:
    """The kinds that a joker and the tile complete; another joker stands apart."""
    found = record_of("wait", "j123456m789p11s5s", house())

    assert waiting(found) == "1s 3s 4s 5s 6s 7s"
    assert [wait["left"] for wait in found["waits"]] == [2, 4, 4, 3, 4, 4]
    assert [(wait["tile"], wait["left"]) for wait in found["wild"]] == [("j", 7)]
    assert not found["any_tile"]


def test_two_jokers_beside_complete_sets_wait_for_anything(house: House) -> None:
    """A set and the pair are complete with any tile; without one joker only the pair's and the set's tiles do."""
    found = record_of("wait", "jj123m456m789p55s", house())

    assert len(found["waits"]) == 34
    assert found["any_tile"]
    assert not record_of("wait", "j1123m456m789p55s", house())["any_tile"]


def test_a_joker_that_wins(house: House) -> None:
    """The winning tile may be wild: it stands for what pays most, and the payments sum to zero."""
    found = record_of("score", "11123456789m99s+j", house())
    settled = settle(score_hand(parse_hand("11123456789m99s+j"), house()))

    assert found["win"]
    assert len(found["wilds"]) == 1
    assert settled is not None
    assert settled.payments is not None
    assert sum(settled.payments) == 0


def test_jokers_beside_a_kind_turned_up(house: House) -> None:
    """Both are wild, and each says what it stands for."""
    rules = house(turned="optional")
    assert record_of("score", "123m456m78p14s1z5sj+9s", rules, wild="5s")["reason"] == "incomplete"

    found = record_of("score", "123m456m78p99s1z5sj+9s", rules, wild="5s")
    assert found["win"]
    assert {one["tile"] for one in found["wilds"]} == {"5s", "j"}
    assert {one["as"] for one in found["wilds"]} == {"9p", "1z"}


def test_a_kind_that_is_always_wild(house: House) -> None:
    """红中 as the wild tile of every deal needs no option, and refuses one."""
    rules = house(tiles=("7z",))

    assert record_of("score", "123m456m789p12s55p+7z", rules)["wilds"] == [{"tile": "7z", "as": "3s"}]
    assert record_of("score", "123m456m789p12s55p+7z", rules, wild="5m")["error"]["code"] == "C009"


def test_a_kind_named_twice_is_wild_once(house: House) -> None:
    """A wait for it is listed once."""
    twice = record_of("wait", "123m456m789p12s55p", house(tiles=("7z", "7z")))

    assert twice["wild"] == record_of("wait", "123m456m789p12s55p", house(tiles=("7z",)))["wild"]
    assert [wait["tile"] for wait in twice["wild"]] == ["7z"]


@pytest.mark.parametrize(
    ("command", "hand", "fields", "code"),
    [
        ("score", "123m456m789p12s55p+j", {}, "H018"),
        ("score", "123m456m789p1s55pj+1s", {}, "H018"),
        ("wait", "123m456m789p12s5pj", {}, "H018"),
        ("wait", "123m456m789p12s55p", {"visible": "j"}, "H018"),
        ("discard", "123m456m789p12s55pj", {}, "H018"),
    ],
)
def test_where_there_are_no_jokers(command: str, hand: str, fields: dict[str, str], code: str) -> None:
    """A joker is an error under rules that are played without."""
    assert record_of(command, hand, load_rules(), **fields)["error"]["code"] == code


def test_a_joker_cannot_be_robbed_and_falls_to_no_seat(house: House) -> None:
    """Nobody makes a kong of jokers, and no code tile is one."""
    robbed = record_of("score", "123m456m789p12s55p+j", house(), by="rob", **{"from": "W"})
    codes = record_of("score", "111m555m999p222s3z+3z", load_rules("huizhou"), horses="j5m")

    assert robbed["error"]["code"] == "C042"
    assert codes["error"]["code"] == "H019"


def test_discards_with_jokers(house: House) -> None:
    """Giving away a joker leaves the hand farther off than giving away the lone tile."""
    found = record_of("discard", "123m456m789p55sj1z", house())

    assert found["error"]["code"] == "H009"
    choices = {one["tile"]: one for one in record_of("discard", "123m456m789p55sjj1z", house())["discards"]}
    assert choices["1z"]["shanten"] == 0
    assert {one["tile"] for one in choices["1z"]["accepts"]} >= {"j", "1m", "7z"}
    assert choices["j"]["shanten"] == 0
    assert choices["j"]["copies"] < choices["1z"]["copies"]
