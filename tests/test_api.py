"""The library as it is imported: its names, its keyword options, its errors, its results."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import mjcli
from mjcli import (
    Event,
    Hand,
    HandError,
    MjError,
    NotationError,
    RulesError,
    Score,
    Seat,
    Tile,
    UsageError,
    WinContext,
    discards,
    format_hand,
    load_rules,
    parse_hand,
    rule_ids,
    score,
    score_hand,
    settle,
    shanten,
    waits,
)

WIN = "123m456m789p123s5p+5p"
WAITING = "123m456m789p2345s"
FED = "[123m,1][555p,W][777s,S][999s,N]2z+2z"
CONTRACT = ("parse_hand", "load_rules", "score", "settle", "waits", "shanten", "discards")


def problems_of(call: Callable[[], object]) -> list[tuple[str, str]]:
    """The code and the field of each problem that a call raises."""
    with pytest.raises(MjError) as caught:
        call()
    return [(problem.code, problem.key) for problem in caught.value.problems]


# --- names


def test_names_of_the_contract() -> None:
    """The names that users are told of are exported."""
    assert [name for name in CONTRACT if name not in mjcli.__all__] == []
    assert [name for name in mjcli.__all__ if name not in dir(mjcli)] == []


@pytest.mark.parametrize("first", CONTRACT)
def test_import_in_any_order(first: str) -> None:
    """Each name is the function of that name, whichever is imported and used before it."""
    script = (
        f"from mjcli import {first}\n"
        "import mjcli.analysis, mjcli.request\n"
        f"from mjcli import {', '.join(CONTRACT)}\n"
        f"assert all(map(callable, [{', '.join(CONTRACT)}]))\n"
    )

    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert ran.stderr == ""


def test_star_import_has_functions() -> None:
    """`from mjcli import *` brings what `__all__` says, and no modules."""
    names: dict[str, Any] = {}

    exec("from mjcli import *", names)

    assert [name for name in mjcli.__all__ if not callable(names[name])] == []


def test_unknown_name() -> None:
    """A name that is not there is an AttributeError that says so."""
    with pytest.raises(AttributeError, match="skore"):
        _ = mjcli.skore


# --- score


@pytest.mark.parametrize(
    ("hand", "options", "fan", "payments"),
    [
        pytest.param(WIN, {}, 2, (12, -4, -4, -4), id="draw"),
        pytest.param(WIN, {"seat": "S", "from_": "W"}, 1, (0, 2, -2, 0), id="discard"),
        pytest.param(WIN, {"seat": Seat.of("S"), "from_": Seat.of("W")}, 1, (0, 2, -2, 0), id="seats"),
        pytest.param(WIN, {"seat": "南", "from_": "西", "by": "discard"}, 1, (0, 2, -2, 0), id="chinese-seats"),
        pytest.param("123m456m789p123s5p", {"win": "5p"}, 2, (12, -4, -4, -4), id="win"),
        pytest.param("123m456m789p123s5p", {"win": Tile.of("5p")}, 2, (12, -4, -4, -4), id="win-tile"),
        pytest.param("222z345m678m456s9p+9p", {"seat": "S", "round": "S"}, 3, (-8, 24, -8, -8), id="round"),
        pytest.param(WIN, {"events": "last-tile"}, 3, (24, -8, -8, -8), id="event"),
        pytest.param(WIN, {"events": ["last-tile", "called"]}, 3, (24, -8, -8, -8), id="events"),
        pytest.param(WIN, {"events": ("last-tile",)}, 3, (24, -8, -8, -8), id="events-tuple"),
        pytest.param(WIN, {"from_": "S", "winners": 3}, 3, (8, -8, 0, 0), id="winners"),
        pytest.param(FED, {}, 1, (6, 0, 0, -6), id="liability"),
        pytest.param(FED, {"exempt": ["N"]}, 1, (6, -2, -2, -2), id="exempt"),
        pytest.param(FED, {"exempt": "N"}, 1, (6, -2, -2, -2), id="exempt-text"),
        pytest.param(FED, {"exempt": [Seat.of("N"), Seat.of("S")]}, 1, (6, -2, -2, -2), id="exempt-seats"),
    ],
)
def test_score(hand: str, options: dict[str, Any], fan: int, payments: tuple[int, ...]) -> None:
    """Options are keywords; seats and tiles may be text or values; `settle` pays by seat."""
    found = score(hand, **options)

    settled = settle(found)
    assert settled is not None
    assert (found.is_win, found.fan, settled.payments) == (True, fan, payments)


@pytest.mark.parametrize("made", [list, tuple, set, iter], ids=["list", "tuple", "set", "iterator"])
def test_any_iterable_will_do(made: Callable[[list[str]], Iterable[str]]) -> None:
    """Several events, seats or tiles may be any iterable, one that can be read only once too."""
    assert score(WIN, events=made(["last-tile", "called"])).fan == 3
    assert score(FED, exempt=made(["N", "S"])).context.exempt in (
        (Seat.of("N"), Seat.of("S")),
        (Seat.of("S"), Seat.of("N")),
    )


@pytest.mark.parametrize("options", [{}, {"seat": "S", "from_": "W"}, {"events": "last-tile"}], ids=str)
def test_text_and_hand_score_the_same(options: dict[str, Any]) -> None:
    """A hand that was read before scores as its text does."""
    assert score(parse_hand(WIN), **options) == score(WIN, **options)


def test_score_hand_is_the_same_with_a_context() -> None:
    """The lower call with a context of its own agrees with the keywords."""
    context = WinContext(by="discard", feeder=Seat.of("W"), seat=Seat.of("S"), events=(Event("called"),))

    low = score_hand(parse_hand(WIN), load_rules(), context)

    assert low == score(WIN, from_="W", seat="S", events="called")


def test_rules_by_name_value_and_path(tmp_path: Path) -> None:
    """Rules are an id, a loaded rule set, or a file."""
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nextends = "jipinghu"\n[scoring]\ncap = 1\n', "utf-8")

    assert score(WIN, "jipinghu") == score(WIN) == score(WIN, load_rules("jipinghu"))
    assert score(WIN, str(path)).fan == score(WIN, load_rules(path)).fan == 1
    assert "jipinghu" in rule_ids()


def test_no_win() -> None:
    """A hand that is no win is a result, not an error, and has no settlement."""
    found = score("1133557799m113p+3p")

    assert (found.is_win, found.fan, found.points, found.reason, found.shanten) == (False, None, None, "incomplete", 3)
    assert settle(found) is None


def test_unit_and_fee() -> None:
    """`settle` multiplies by the unit, and keeps the fee apart."""
    settled = settle(score(WIN), unit=600, fee=250)

    assert settled is not None
    assert (settled.payments, settled.fees) == ((7200, -2400, -2400, -2400), (250, 250, 250, 250))
    with pytest.raises(ValueError, match="unit"):
        settle(score(WIN), unit=0)


# --- waits, shanten, discards


def test_waits() -> None:
    """Each wait has its copies left, and a score by draw and by discard."""
    report = waits(WAITING, visible="5s", passed=[Tile.of("2s")])

    assert [(wait.tile.text, wait.left) for wait in report] == [("2s", 3), ("5s", 2)]
    assert [wait.draw.points for wait in report if wait.draw] == [4, 4]
    assert [wait.discard.points if wait.discard else None for wait in report] == [None, 2]
    assert (report.is_tenpai, report.shanten) == (True, 0)


@pytest.mark.parametrize("tiles", ["5s5s", "55s", [Tile.of("5s"), Tile.of("5s")]], ids=str)
def test_visible_tiles_in_any_form(tiles: str | list[Tile]) -> None:
    """Tiles are text in any notation, or values."""
    assert [wait.left for wait in waits(WAITING, visible=tiles)] == [3, 1]
    assert [wait.left for wait in waits(WAITING, visible=iter(tiles) if isinstance(tiles, list) else tiles)] == [3, 1]


def test_waits_take_seat_and_round() -> None:
    """The winds of a wait are those of the seat and the round."""
    hand = "123m456p789s22z33z"

    values = [
        [wait.discard.fan for wait in waits(hand, **at) if wait.discard] for at in ({}, {"seat": "S", "round": "W"})
    ]

    assert values == [[0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("hand", "distance"), [("123m456m789p1357s", 1), ("19m19p19s1234567z", 0), (WIN, -1), ("1133557799m113p", 3)]
)
def test_shanten(hand: str, distance: int) -> None:
    """The distance is 0 for a waiting hand and -1 for a complete one."""
    assert shanten(hand) == shanten(parse_hand(hand)) == distance


def test_discards() -> None:
    """The best discard comes first, and what helps after it."""
    best, *others = discards("123m456m789p1145s9p", visible="3s")

    assert (best.tile, best.shanten, best.copies) == (Tile.of("9p"), 0, 7)
    assert best.accepted == ((Tile.of("3s"), 3), (Tile.of("6s"), 4))
    assert all(one.shanten >= best.shanten for one in others)


# --- errors


@pytest.mark.parametrize(
    ("call", "kind", "codes"),
    [
        pytest.param(lambda: parse_hand("123m456"), NotationError, ["N003"], id="notation"),
        pytest.param(lambda: parse_hand(""), NotationError, ["N001"], id="empty"),
        pytest.param(lambda: parse_hand("11111m"), HandError, ["H001"], id="fifth-copy"),
        pytest.param(lambda: score(WIN, from_="E"), HandError, ["C003"], id="own-discard"),
        pytest.param(lambda: score(WIN, seat="Q"), UsageError, ["U002"], id="seat"),
        pytest.param(lambda: score(WIN, by="drew"), UsageError, ["U006"], id="by"),
        pytest.param(lambda: score(WIN, events=["last-tle"]), UsageError, ["U008"], id="event"),
        pytest.param(lambda: score(WIN, winners=0, from_="S"), HandError, ["C006"], id="no-winners"),
        pytest.param(lambda: score(WIN, flowers="1f"), HandError, ["H004"], id="flowers"),
        pytest.param(lambda: score(WIN, "jipingu"), UsageError, ["U003"], id="rules"),
        pytest.param(lambda: load_rules("nowhere/rules.toml"), RulesError, ["R012"], id="rule-file"),
        pytest.param(lambda: waits(WIN), HandError, ["H011"], id="waits-of-a-win"),
        pytest.param(lambda: waits(WAITING, visible="11111m"), HandError, ["H010"], id="visible"),
        pytest.param(lambda: discards(WAITING), HandError, ["H009"], id="discards-of-thirteen"),
        pytest.param(lambda: format_hand(parse_hand(WIN), "morse"), UsageError, ["N033"], id="notation-unknown"),
    ],
)
def test_errors(call: Callable[[], object], kind: type[MjError], codes: list[str]) -> None:
    """Every error is an `MjError` of its kind, with codes, and a sentence in both languages."""
    with pytest.raises(kind) as caught:
        call()

    assert [problem.code for problem in caught.value.problems] == codes
    assert str(caught.value) == "\n".join(problem.message("en") for problem in caught.value.problems)
    assert all(problem.message("zh") != problem.message("en") for problem in caught.value.problems)


def test_all_problems_come_at_once() -> None:
    """The problems of the text and of each option are reported together, each with its field."""
    found = problems_of(lambda: score("123m456", seat="Q", by="drew", events=["last-tle", "called"], winners=-1))

    assert found == [("N003", ""), ("U006", "by"), ("U002", "seat"), ("U008", "event"), ("U007", "winners")]


def test_problems_of_a_hand_know_their_place() -> None:
    """A problem of a hand given as text has its column; of a `Hand`, none."""
    text = "[555p,E]123m456m78s11z+9s"

    for hand, place in ((text, (text, 1)), (parse_hand(text), ("", None))):
        with pytest.raises(HandError) as caught:
            score(hand)
        (problem,) = caught.value.problems
        assert (problem.code, problem.source, problem.column) == ("C010", *place)


# --- results


@pytest.fixture(scope="module")
def found() -> Score:
    """A score with notes, a kong event and liability."""
    return score("[5555p,W]123m456m78s11z+9s", events=["after-kong", "called"])


def test_results_do_not_change(found: Score) -> None:
    """No field of a result, or of what is in it, can be set or deleted; `replace` makes another."""
    settled = settle(found)

    for value in (found, found.hand, found.tally, found.reading, found.context, found.rules, settled, found.notes[0]):
        name = type(value)._fields[0]  # type: ignore[union-attr]
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert found.replace(reason="incomplete").is_win is False
    assert found.is_win


def test_scoring_changes_no_other_result(found: Score) -> None:
    """Scoring again, or another hand, leaves a result as it was."""
    before = repr(found)

    score(FED)
    again = score("[5555p,W]123m456m78s11z+9s", events=["after-kong", "called"])

    assert (repr(found), again) == (before, found)


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))], ids=["copy", "pickle"]
)
def test_results_can_be_copied_and_sent(found: Score, duplicate: Callable[[Score], Score]) -> None:
    """A result can be copied and pickled, as worker processes need, and what counts in it goes along."""
    again = duplicate(found)

    assert again == found
    assert getattr(again, "_tally", None) == found.tally  # before it is asked for


def test_results_are_hashable(found: Score) -> None:
    """Equal results have equal hashes, so that they can be keys."""
    assert hash(found) == hash(score("[5555p,W]123m456m78s11z+9s", events=["after-kong", "called"]))


def test_hand_is_a_value() -> None:
    """Hands that are written differently and are the same are equal."""
    assert parse_hand("[555p,2]123m+4m") == parse_hand("[p555,2] 一二三万 + 四万")
    assert isinstance(parse_hand(WIN), Hand)
    assert len({parse_hand(WIN), parse_hand(WIN)}) == 1
