"""Discards that every seat pays, by halves, and 承包: seats bound to each other, and the third claim.

The table of these tests is a house file, so that each key stands beside what comes of it.  Its points are
the third stake, so that a case can have any; 004 is the rule text that the cases are after.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjcli import score
from mjcli.answer import Outcome, Scored, Settings, answer
from mjcli.batch import read_line
from mjcli.batch.deals import deals_of
from mjcli.cli.main import run
from mjcli.deals import DealOutcome, answer_deal
from mjcli.errors import RulesError
from mjcli.report.base_screen import View
from mjcli.report.deal_records import deal_record
from mjcli.report.records import score_record
from mjcli.report.rules_words import who_words
from mjcli.ruleset import RuleSet, load_rules
from mjcli.ruleset.diff import compare

Amounts = list[int] | None
# Seat, cause, set; or just the seat and the cause, where no set of the winner's is behind it.
Who = tuple[str | None, str, str | None] | None

TABLE = """
id = "pact"
name = { zh = "承包", en = "Pact" }
extends = "minjian"

[texts]
"004" = "东阳麻将玩法介绍"

[table]
chows = true
discard_payer = "halves"

[payment]
base = 0
robbed = "draw"
rounding = "ROUNDING"
ref = "004, 游戏规则"

[liability.bound]
name = { zh = "承包", en = "Bound seats" }
trigger = "bound"
precedence = 2
exemptible = false
count = 3
shared = true
ref = "004, 承包 一"

[liability.third-claim]
name = { zh = "三次吃碰", en = "Third claim" }
trigger = "dealt-in"
precedence = 3
exemptible = false
count = 3
concealed_kongs = false
ref = "004, 承包 二"

[winners]
paid = "nearest"
ref = "004, 名词解释 放铳"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tables of this module lie: `up.toml` and `down.toml`."""
    path = tmp_path_factory.mktemp("rules")
    for rounding in ("up", "down"):
        (path / f"{rounding}.toml").write_text(TABLE.replace("ROUNDING", rounding), "utf-8")
    return path


@pytest.fixture(scope="module")
def tables(folder: Path) -> dict[str, RuleSet]:
    """The table with either rounding."""
    return {rounding: load_rules(folder / f"{rounding}.toml") for rounding in ("up", "down")}


def outcome_of(line: str, rules: RuleSet, unit: int = 1) -> Outcome:
    """The outcome of a line of a hand file."""
    entry = read_line(line)
    assert entry is not None
    return answer(entry, rules, Settings(unit=unit))


def record_of(line: str, rules: RuleSet, unit: int = 1) -> dict[str, Any]:
    """What a machine is told of a hand."""
    outcome = outcome_of(line, rules, unit)
    assert isinstance(outcome.answer, Scored), [problem.message() for problem in outcome.problems]
    return score_record(outcome.answer.score, outcome.answer.settlement)


def settled(record: dict[str, Any]) -> tuple[Amounts, Who]:
    """Payments by seat, and who is liable."""
    paid, found = record["payments"], record["liability"]
    return (paid and [*paid.values()]), found and (found["seat"], found["cause"], found["set"])


# --- halves

NO_CLAIM = "123m456m789p111s5p+5p"
# Rounding, points, and what the dealer gets from each seat when South discards.
HALVES = [
    ("up", 1, [3, -1, -1, -1]),
    ("down", 1, [1, -1, 0, 0]),
    ("up", 4, [8, -4, -2, -2]),
    ("down", 4, [8, -4, -2, -2]),
    ("up", 5, [11, -5, -3, -3]),
    ("down", 5, [9, -5, -2, -2]),
    ("up", 0, [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("rounding", "points", "expected"), HALVES)
@pytest.mark.parametrize("unit", [1, 7])
def test_a_discard_is_paid_whole_and_by_halves(
    tables: dict[str, RuleSet], rounding: str, points: int, expected: list[int], unit: int
) -> None:
    """放铳家付一倍，其他两家付一半; the unit multiplies what is rounded."""
    record = record_of(f"{NO_CLAIM} from=S stakes=0,0,{points}", tables[rounding], unit)

    assert settled(record) == ([unit * amount for amount in expected], None)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{NO_CLAIM} stakes=0,0,5", [15, -5, -5, -5]),
        ("123m456m789p23s55p+1s seat=S by=rob from=W stakes=0,0,5", [0, 15, -15, 0]),
    ],
)
def test_nothing_is_halved_without_a_discard(tables: dict[str, RuleSet], line: str, expected: list[int]) -> None:
    """自摸胡时其他三家各付一倍; the robbed seat pays for all three."""
    assert settled(record_of(line, tables["up"]))[0] == expected


def test_flowers_are_divided_like_the_hand(tables: dict[str, RuleSet]) -> None:
    """Three flowers at one each: the discarder pays 3, each other 2."""
    record = record_of(f"{NO_CLAIM} from=S stakes=1,0,3 flowers=123f", tables["up"])

    assert [list(line["payments"].values()) for line in record["lines"]] == [[7, -3, -2, -2], [7, -3, -2, -2]]


def test_codes_are_divided_like_the_hand(tmp_path: Path) -> None:
    """A code that hits adds the points once more, halved as they are."""
    body = (
        'id = "house"\nname = { zh = "本桌", en = "House" }\nextends = "huizhou"\n[table]\ndiscard_payer = "halves"\n'
    )
    body += '[payment]\nbase = 0\nrobbed = "draw"\nrounding = "up"\nref = "003, 可以胡"\n'
    (tmp_path / "house.toml").write_text(body, "utf-8")
    record = record_of("111m555m999p222s3z+3z from=S horses=1m2m", load_rules(tmp_path / "house.toml"))

    lines = {line["cause"]: list(line["payments"].values()) for line in record["lines"]}
    assert lines == {"hand": [19, -9, -5, -5], "codes": [19, -9, -5, -5]}


def test_a_robbed_kong_that_is_a_discard_is_halved(tmp_path: Path) -> None:
    """Where a robbed kong counts as a discard the others pay half of it too."""
    body = TABLE.replace("ROUNDING", "up").replace('robbed = "draw"', 'robbed = "discard"')
    body += "[liability.robbed-kong]\noff = true\n"
    (tmp_path / "house.toml").write_text(body, "utf-8")
    line = "123m456m789p23s55p+1s by=rob from=W stakes=0,0,5"

    assert settled(record_of(line, load_rules(tmp_path / "house.toml")))[0] == [11, -3, -5, -3]


def test_two_players_pay_no_halves(tmp_path: Path) -> None:
    """With one other seat there is the discarder alone, who is bound or not."""
    body = TABLE.replace("ROUNDING", "up").replace("[table]", '[table]\nseats = "ES"')
    (tmp_path / "house.toml").write_text(body, "utf-8")
    rules = load_rules(tmp_path / "house.toml")

    assert settled(record_of(f"{NO_CLAIM} from=S stakes=0,0,5", rules)) == ([5, -5], None)
    assert settled(record_of("[123m][456m][555p]78s11z+9s from=S stakes=0,0,5", rules)) == (
        [5, -5],
        ("S", "third-claim", "[555p]"),
    )


# --- who pays for all

# The dealer's hands; a chow comes from North.
NORTH_THRICE = "[123m][456m][555p,N]78s11z+9s"
TWO_AND_ONE = "[123m][456m][555p,S]78s11z+9s"
ONE_UNKNOWN = "[123m][456m][555p]78s11z+9s"
BOUND_NORTH = ("N", "bound", "[555p,N]")

# A line of a hand file with points of 1 (halves 1, all 3, half of all 2), payments, and who is liable.
CASES: dict[str, tuple[str, Amounts, Who]] = {
    # (a) 承包 一
    "bound-deals-in": (f"{NORTH_THRICE} from=N", [3, 0, 0, -3], BOUND_NORTH),
    "third-seat-deals-in": (f"{NORTH_THRICE} from=S", [4, -2, 0, -2], BOUND_NORTH),
    "fourth-seat-deals-in": (f"{NORTH_THRICE} from=W", [4, 0, -2, -2], BOUND_NORTH),
    "self-draw": (NORTH_THRICE, [3, -1, -1, -1], None),
    "claimed-kongs-count": (
        "[5555p,N][6666p,+N][123m]78s11z+9s from=N",
        [3, 0, 0, -3],
        ("N", "bound", "[123m]"),
    ),
    "the-third-of-four": (
        "[555p,S][123m][456m][777s,N]1z+1z from=W",
        [4, 0, -2, -2],
        ("N", "bound", "[777s,N]"),
    ),
    "concealed-kong-in-between": (
        "[123m][1111s][456m][555p,N]7z+7z from=N",
        [3, 0, 0, -3],
        BOUND_NORTH,
    ),
    "digits-of-another-seat": (
        "[555p,2][666p,2][777p,2]11z78s+9s seat=S from=N",
        [0, 3, 0, -3],
        ("N", "bound", "[777p,2]"),
    ),
    "added-digits": (
        "[5555p,6][666p,2][7777p,2]11z78s+9s seat=S from=E",
        [-2, 4, 0, -2],
        ("N", "bound", "[7777p,2]"),
    ),
    "stated": (f"{NO_CLAIM} from=W bound=W", [3, 0, -3, 0], ("W", "bound", None)),
    "stated-and-a-third": (f"{NO_CLAIM} from=S bound=W", [4, -2, -2, 0], ("W", "bound", None)),
    "stated-as-the-melds-say": (f"{NORTH_THRICE} from=S bound=N", [4, -2, 0, -2], BOUND_NORTH),
    "two-bound-the-stated-deals": (f"{NORTH_THRICE} from=W bound=W", [3, 0, -3, 0], ("W", "bound", None)),
    "two-bound-the-fed-deals": (f"{NORTH_THRICE} from=N bound=W", [3, 0, 0, -3], BOUND_NORTH),
    "two-bound-neither-deals": (f"{NORTH_THRICE} from=S bound=W", [4, -2, 0, -2], BOUND_NORTH),
    "bound-and-unknown-feeder": (f"{NORTH_THRICE} by=discard", None, (None, "bound", "[555p,N]")),
    "robbed": (
        "[123m][456m][555p,N]78s11z+9s by=rob from=S",
        [3, -3, 0, 0],
        ("S", "robbed-kong", None),
    ),
    # (b) 承包 二
    "two-and-one": (f"{TWO_AND_ONE} from=N", [3, 0, 0, -3], ("N", "third-claim", "[555p,S]")),
    "two-and-one-other": (f"{TWO_AND_ONE} from=W", [3, 0, -3, 0], ("W", "third-claim", "[555p,S]")),
    "one-unknown": (f"{ONE_UNKNOWN} from=N", [3, 0, 0, -3], ("N", "third-claim", "[555p]")),
    "unknown-kongs": (
        "[5555p,?][6666p,+?][777p]78s11z+9s from=S",
        [3, -3, 0, 0],
        ("S", "third-claim", "[777p]"),
    ),
    "claim-unknown-feeder": (f"{TWO_AND_ONE} by=discard", None, (None, "third-claim", "[555p,S]")),
    "third-of-four-claims": (
        "[555p,S][666p,W][123m][777s,N]1z+1z from=S",
        [3, -3, 0, 0],
        ("S", "third-claim", "[123m]"),
    ),
    "stated-before-the-third-claim": (f"{TWO_AND_ONE} from=S bound=W", [4, -2, -2, 0], ("W", "bound", None)),
    # neither
    "two-claims": ("[123m][456m]555p78s11z+9s from=N", [3, -1, -1, -1], None),
    "two-claims-and-a-concealed-kong": ("[123m][1111s][456m]78s11z+9s from=N", [3, -1, -1, -1], None),
    "drawn-after-three": (TWO_AND_ONE, [3, -1, -1, -1], None),
    "unknown-feeder": (f"{NO_CLAIM} by=discard", None, None),
}


@pytest.mark.parametrize(("line", "payments", "who"), CASES.values(), ids=list(CASES))
def test_who_pays_for_all(tables: dict[str, RuleSet], line: str, payments: Amounts, who: Who) -> None:
    """004, 承包: who is liable by which claim, and what each seat pays."""
    assert settled(record_of(f"{line} stakes=0,0,1", tables["up"])) == (payments, who)


# Points, rounding: what the bound seat pays for its own discard, and what each of two pays for a third seat's.
PARTS = [(1, "up", 3, 2), (1, "down", 1, 0), (3, "up", 7, 4), (3, "down", 5, 2), (4, "up", 8, 4), (4, "down", 8, 4)]


@pytest.mark.parametrize(("points", "rounding", "whole", "part"), PARTS)
def test_how_all_is_rounded(tables: dict[str, RuleSet], points: int, rounding: str, whole: int, part: int) -> None:
    """All is the points and two halves, each rounded; half of all is rounded again; the unit comes last."""
    line, rules = f"{NORTH_THRICE} stakes=0,0,{points}", tables[rounding]

    assert settled(record_of(f"{line} from=N", rules, 10))[0] == [10 * whole, 0, 0, -10 * whole]
    assert settled(record_of(f"{line} from=S", rules, 10))[0] == [20 * part, -10 * part, 0, -10 * part]


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        (f"{NO_CLAIM} bound=W", ["bound-without-value"]),
        ("123m456m789p23s55p+1s by=rob from=W bound=S", ["bound-without-value"]),
        (f"{NO_CLAIM} from=S bound=W", []),
        (f"{NO_CLAIM} from=S", []),
    ],
)
def test_bound_is_about_a_discard(tables: dict[str, RuleSet], line: str, notes: list[str]) -> None:
    """Without a discard the field changes nothing, which a note says."""
    found = outcome_of(line, tables["up"]).answer
    assert isinstance(found, Scored)
    assert found.settlement is not None

    assert [note.code for note in found.settlement.notes] == notes
    without, _, _ = line.partition(" bound=")
    assert notes == [] or settled(record_of(line, tables["up"])) == settled(record_of(without, tables["up"]))


def test_the_library_takes_a_bound_seat(tables: dict[str, RuleSet]) -> None:
    """The keyword is the field."""
    assert score(NO_CLAIM, tables["up"], from_="S", bound="W").context.bound == 2


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (f"{NO_CLAIM} from=S bound=E", ["C012"]),
        (f"{NO_CLAIM} seat=W from=S bound=W", ["C012"]),
        (f"{NO_CLAIM} from=S bound=X", ["U002"]),
    ],
)
def test_a_bound_seat_is_another(tables: dict[str, RuleSet], line: str, codes: list[str]) -> None:
    """The winner is not bound to itself, and a seat is a seat."""
    assert [problem.code for problem in outcome_of(line, tables["up"]).problems] == codes


# --- whole deals


def deal_of(text: str, rules: RuleSet) -> DealOutcome:
    """The outcome of the one deal of a text."""
    (deal,) = deals_of(io.BytesIO(text.encode()))
    return answer_deal(deal, rules)


DEAL = f"from={{feeder}} stakes=0,0,1\nE {NO_CLAIM}\n"
SOUTH_FROM_EAST = "[222p,E][333p,E][444p,E]"
# The lines after the dealer's hand, who feeds it, payments, and who is liable.
DEALS: dict[str, tuple[str, str, Amounts, Who]] = {
    "melds-of-the-discarder": (f"melds S {SOUTH_FROM_EAST}", "S", [3, -3, 0, 0], ("S", "bound", None)),
    "melds-of-another": (f"melds S {SOUTH_FROM_EAST}", "N", [4, -2, 0, -2], ("S", "bound", None)),
    "chows-of-the-next-seat": ("melds S [234p][234p][678p]", "S", [3, -3, 0, 0], ("S", "bound", None)),
    "kongs-of-another": (
        "kong W [2222p,E][3333p,+E][4444p,2]",
        "N",
        [4, 0, -2, -2],
        ("W", "bound", None),
    ),
    "one-from-elsewhere": ("melds S [222p,E][333p,E][444p,W]", "S", [3, -1, -1, -1], None),
    "one-unknown": ("melds S [222p,E][333p,E][444p]", "S", [3, -1, -1, -1], None),
    "two-bound-the-next-in-turn": (
        f"melds W [222s,E][333s,E][444s,E]\nmelds S {SOUTH_FROM_EAST}",
        "N",
        [4, -2, 0, -2],
        ("S", "bound", None),
    ),
    "two-bound-the-discarder": (
        f"melds W [222s,E][333s,E][444s,E]\nmelds S {SOUTH_FROM_EAST}",
        "W",
        [3, 0, -3, 0],
        ("W", "bound", None),
    ),
    "a-caller-that-is-not-paid": (
        f"S {SOUTH_FROM_EAST}78m7z7z+5p\nmelds W [999s]",
        "N",
        [4, -2, 0, -2],
        ("S", "bound", None),
    ),
}


@pytest.mark.parametrize(("rest", "feeder", "payments", "who"), DEALS.values(), ids=list(DEALS))
def test_bound_by_the_melds_of_others(
    tables: dict[str, RuleSet], rest: str, feeder: str, payments: Amounts, who: Who
) -> None:
    """004, 承包 一, 反之亦然: who claimed three times from the winner is bound too."""
    outcome = deal_of(DEAL.format(feeder=feeder) + rest, tables["up"])
    assert outcome.settlement is not None, outcome.problems
    record = deal_record(outcome, "zh")

    winner = next(one for one in record["winners"] if one["seat"] == "E")
    found = winner["liability"]
    assert [*record["payments"].values()] == payments
    assert (found and (found["seat"], found["cause"], found["set"])) == who


def test_a_seat_that_wins_says_to_whom_it_is_bound(tables: dict[str, RuleSet]) -> None:
    """`bound` stands beside a hand; the nearer of two winners is paid, and its bound seat pays half."""
    outcome = deal_of(f"from=N stakes=0,0,1\nE {NO_CLAIM} bound=W\nS 222m666s777s34p11z+5p\n", tables["up"])
    record = deal_record(outcome, "zh")

    assert [*record["payments"].values()] == [4, 0, -2, -2]
    assert [one["paid"] for one in record["winners"]] == [True, False]


def test_kongs_among_melds_are_paid_as_kongs(tables: dict[str, RuleSet]) -> None:
    """A kong is paid whichever line it stands on; the melds beside it are not."""
    start = f"from=S stakes=0,2,1\nE {NO_CLAIM}\n"
    kongs = deal_of(f"{start}kong W [9999s,S]", tables["up"])
    melds = deal_of(f"{start}melds W [222p,N][9999s,S][234s]", tables["up"])
    assert kongs.settlement is not None
    assert melds.settlement is not None

    assert melds.settlement.lines == kongs.settlement.lines
    assert [line.cause for line in kongs.settlement.lines] == ["hand", "kong"]


@pytest.mark.parametrize("seats", ["S", "W", "N"])
def test_melds_in_an_object(tables: dict[str, RuleSet], seats: str) -> None:
    """The key `melds` of an object says what the line says; a list or one text."""
    melds = "[222p,E][333p,E][444p,E]"
    text = deal_of(f"from=S stakes=0,0,1\nE {NO_CLAIM}\nmelds {seats} {melds}", tables["up"])
    for written in (melds, ["[222p,E]", "[333p,E]", "[444p,E]"]):
        fields = {"from": "S", "stakes": "0,0,1", "melds": {seats: written}}
        made = {**fields, "winners": [{"seat": "E", "hand": NO_CLAIM}]}

        assert deal_record(deal_of(json.dumps(made), tables["up"]), "zh") == deal_record(text, "zh")


WRONG = {
    "kong-and-melds": (f"{DEAL}kong W [9999s]\nmelds W [222p,E]", ["D016"]),
    "melds-twice": (f"{DEAL}melds W [222p,E]\nmelds W [333p,E]", ["D003"]),
    "tiles-for-melds": (f"{DEAL}melds W 222p", ["D017"]),
    "melds-and-a-tile": (f"{DEAL}melds W [222p,E]3p", ["D017"]),
    "melds-and-a-flower": (f"{DEAL}melds W [222p,E]1f", ["D017"]),
    "five-melds": (f"{DEAL}melds W [222p,E][333p][444p][666p][777p]", ["D018"]),
    "melds-of-a-winner": (f"{DEAL}melds E [222p,S]", ["D006"]),
    "fed-by-itself": (f"{DEAL}melds W [222p,W]", ["C010"]),
    "chow-from-across": (f"{DEAL}melds W [234p,E]", ["C011"]),
    "five-copies": (f"{DEAL}melds W [555p,E]", ["D007"]),
    "not-a-seat": (f"{DEAL}melds X [222p,E]", ["U002"]),
    "broken": (f"{DEAL}melds W [222p,", ["N007"]),
}


@pytest.mark.parametrize(("text", "codes"), WRONG.values(), ids=list(WRONG))
def test_melds_that_cannot_be(tables: dict[str, RuleSet], text: str, codes: list[str]) -> None:
    """Each mistake in the line has its code."""
    assert [problem.code for problem in deal_of(text.format(feeder="S"), tables["up"]).problems] == codes


def test_melds_void_a_win_of_the_first_turn() -> None:
    """A claimed set does, whatever is said of kongs; and where chows are not claimed there is none to write."""
    hand = "S 123m456m789p111s5p+5p"

    assert [one.code for one in deal_of(f"{hand} event=earthly\nmelds W [222p]", load_rules("jipinghu")).problems] == [
        "D014"
    ]
    assert [one.code for one in deal_of(f"{hand}\nmelds W [234p]", load_rules("minjian")).problems] == ["H012"]


# --- what holds for every deal

SOURCES = ("E", "S", "W", "N", "?", "-")  # unknown, and a concealed kong


class Made(NamedTuple):
    """A deal: who wins, who feeds, the sources of the claims of every seat in order, the seat stated as bound."""

    winner: str
    feeder: str | None
    sources: dict[str, list[str]]
    bound: str | None
    points: int

    def melds(self, seat: str) -> list[str]:
        """The melds of a seat as text; no two seats use the same tiles."""
        suit, first = {"E": ("p", 1), "S": ("p", 5), "W": ("s", 1), "N": ("s", 5)}[seat]
        ranks = range(first, first + 4)
        return [_meld(f"{rank}", suit, source) for rank, source in zip(ranks, self.sources[seat], strict=False)]

    @property
    def text(self) -> str:
        """The deal as a paragraph."""
        melds = self.melds(self.winner)
        hand = "".join(melds) + "".join(f"{rank}{rank}{rank}z" for rank in range(1, 5 - len(melds))) + "9m+9m"
        way = f"from={self.feeder}" if self.feeder else "by=discard"
        stated = f" bound={self.bound}" if self.bound else ""
        rest = [f"melds {seat} {''.join(self.melds(seat))}" for seat in "ESWN" if seat != self.winner]
        return "\n".join([f"{way} stakes=0,0,{self.points}", f"{self.winner} {hand}{stated}", *rest])


def _meld(rank: str, suit: str, source: str) -> str:
    if source == "-":
        return f"[{rank * 4}{suit}]"
    return f"[{rank * 3}{suit}]" if source == "?" else f"[{rank * 3}{suit},{source}]"


@st.composite
def made(draw: st.DrawFn) -> Made:
    """Any deal that one seat wins on a discard."""
    winner, *others = draw(st.permutations("ESWN"))
    feeder = draw(st.sampled_from([None, *others]))
    sources = {
        seat: draw(
            st.lists(st.sampled_from([one for one in SOURCES if one != seat]), min_size=int(seat != winner), max_size=4)
        )
        for seat in "ESWN"
    }
    return Made(winner, feeder, sources, draw(st.sampled_from([None, None, *others])), draw(st.integers(0, 9)))


def expected_of(deal: Made, half: Callable[[int], int]) -> dict[str, int] | None:
    """What each seat gets, by 004 read word for word."""
    if deal.feeder is None:
        return None
    after = ("ESWN" * 2)["ESWN".index(deal.winner) + 1 :][:3]
    own = deal.sources[deal.winner]
    bound = [seat for seat in after if own.count(seat) >= 3]
    bound += [deal.bound] if deal.bound else []
    bound += [seat for seat in after if deal.sources[seat].count(deal.winner) >= 3]
    whole = deal.points + 2 * half(deal.points)
    if deal.feeder in bound or (not bound and len([one for one in own if one != "-"]) >= 3):
        owed = {deal.feeder: whole}
    elif bound:
        owed = {deal.feeder: half(whole), bound[0]: half(whole)}
    else:
        owed = {seat: deal.points if seat == deal.feeder else half(deal.points) for seat in after}
    return {seat: sum(owed.values()) if seat == deal.winner else -owed.get(seat, 0) for seat in "ESWN"}


@pytest.mark.parametrize(("rounding", "half"), [("up", lambda n: (n + 1) // 2), ("down", lambda n: n // 2)])
@given(deal=made(), unit=st.integers(1, 9))
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_deal(tables: dict[str, RuleSet], rounding: str, half: Callable[[int], int], deal: Made, unit: int) -> None:
    """Who pays what is what the text says of the claims of all seats; each line, and all of it, sums to zero."""
    (read,) = deals_of(io.BytesIO(deal.text.encode()))
    outcome = answer_deal(read, tables[rounding], unit=unit)
    assert outcome.settlement is not None, [problem.message() for problem in outcome.problems]
    (score_of_winner,) = (one.score for one in outcome.settlement.winners)
    deal = deal._replace(points=score_of_winner.points or 0)
    expected = expected_of(deal, half)

    found = deal_record(outcome, "zh")["payments"]
    assert found == (expected and {seat: unit * amount for seat, amount in expected.items()})
    assert found is None or sum(found.values()) == 0
    assert [sum(line.payments) for line in outcome.settlement.lines] == [0] * len(outcome.settlement.lines)


# --- rule files

BROKEN = {
    "halves-without-rounding": ('[table]\ndiscard_payer = "halves"', ["payment.rounding R003"]),
    "shared-without-rounding": (
        '[liability.ours]\nname = { zh = "包", en = "Ours" }\ntrigger = "bound"\nprecedence = 1\nexemptible = false\n'
        'count = 3\nshared = true\nref = "002, 七"',
        ["payment.rounding R003"],
    ),
    "no-such-rounding": (
        '[payment]\nbase = 0\nrobbed = "draw"\nrounding = "upp"\nref = "002, 七"',
        ["payment.rounding R007"],
    ),
    "keys-of-another-trigger": (
        '[liability.ours]\nname = { zh = "包", en = "Ours" }\ntrigger = "bound"\nprecedence = 1\nexemptible = false\n'
        'count = 3\nshared = false\nkinds = ["1z"]\nconcealed_kongs = true\nref = "002, 七"',
        ["liability.ours.concealed_kongs R002", "liability.ours.kinds R002"],
    ),
    "keys-lacking": (
        '[liability.ours]\nname = { zh = "包", en = "Ours" }\ntrigger = "bound"\nprecedence = 1\nexemptible = false\n'
        'ref = "002, 七"\n[liability.yours]\nname = { zh = "包", en = "Yours" }\ntrigger = "dealt-in"\nprecedence = 1\n'
        'exemptible = false\nref = "002, 七"',
        [
            "liability.ours.count R003",
            "liability.ours.shared R003",
            "liability.yours.concealed_kongs R003",
            "liability.yours.count R003",
        ],
    ),
}


@pytest.mark.parametrize(("body", "expected"), BROKEN.values(), ids=list(BROKEN))
def test_a_file_says_all_that_it_needs(tmp_path: Path, body: str, expected: list[str]) -> None:
    """Each trigger has its own keys, and whatever halves amounts needs a rounding."""
    head = 'id = "house"\nname = { zh = "本桌", en = "House" }\nextends = "jipinghu"\n'
    (tmp_path / "house.toml").write_text(f"{head}{body}\n", "utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(tmp_path / "house.toml")

    assert sorted(f"{problem.key} {problem.code}" for problem in caught.value.problems) == expected


def test_only_a_table_with_bound_seats_takes_them(tables: dict[str, RuleSet]) -> None:
    """Elsewhere the option is a usage error."""
    assert tables["up"].offers("bound")
    assert not load_rules("jipinghu").offers("bound")
    assert [one.code for one in outcome_of(f"{NO_CLAIM} from=S bound=W", load_rules("jipinghu")).problems] == ["C009"]


# --- screens

Mj = Callable[..., str]


@pytest.fixture
def mj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Mj:
    """What a command prints under the table that rounds up."""
    for name in ("MJ_RULES", "LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def ran(*args: str) -> str:
        monkeypatch.setenv("MJ_RULES", str(folder / "up.toml"))
        assert run([*args, "--lang", "en"]) == 0
        return capsys.readouterr().out

    return ran


def test_screen_of_a_hand(mj: Mj) -> None:
    """Who is liable, with whom, by which claim; the clause; what each seat has to do with it."""
    shared = mj("score", NORTH_THRICE, "--from", "S", "--explain", "--stakes", "0,0,1")
    alone = mj("score", NO_CLAIM, "--from", "W", "--bound", "W")

    assert "North and South, who discarded, pay half of it all each: Bound seats, by pung 555p (North)" in _flat(shared)
    assert "Bound seats 东阳麻将玩法介绍, 承包 一" in _flat(shared)
    assert "payment 东阳麻将玩法介绍, 游戏规则" in _flat(shared)
    assert "wins discards liable" in _flat(shared)
    assert "West pays for all: Bound seats" in _flat(alone)


def test_screen_of_a_deal(mj: Mj, tmp_path: Path) -> None:
    """The table of a deal has the liable seat, and says why below."""
    path = tmp_path / "one.deal"
    path.write_text(f"{DEAL.format(feeder='N')}melds S {SOUTH_FROM_EAST}\n", "utf-8")

    found = _flat(mj("settle", str(path)))

    assert "South and North, who discarded, pay half of it all each: Bound seats" in found
    assert "wins liable discards" in found


def test_rows_of_a_file(mj: Mj, tmp_path: Path) -> None:
    """A row of a table of hands names all who pay, one of a CSV the bound seat, the cause and the claim."""
    path = tmp_path / "hands.txt"
    path.write_text(f"{NORTH_THRICE} from=S\n{TWO_AND_ONE} from=W\n", "utf-8")

    rows = _flat(mj("score", "-f", str(path)))
    csv = mj("score", "--csv", "-f", str(path)).splitlines()

    assert "South liable North liable" in rows
    assert "West liable" in rows
    assert ',N,bound,"[555p,N]",' in csv[1]
    assert ',W,third-claim,"[555p,S]",' in csv[2]


def test_screen_of_the_rules(mj: Mj, folder: Path, tables: dict[str, RuleSet]) -> None:
    """The rule set says in words what its keys mean."""
    found = _flat(mj("rules", "show", str(folder / "up.toml")))
    rules = tables["up"]
    words = {rule.id: [*who_words(rule, rules, View("en"))] for rule in rules.liabilities}

    assert "the discarder pays a discard win whole, each other seat half" in found
    assert "a half is rounded up" in found
    assert words["bound"] == [
        "of two seats, one of which claimed 3 times from the other, the one that discards to the other",
        "where a third seat discards to one of them, it and the other pay half each",
    ]
    assert words["third-claim"] == ["the seat that discards to a hand of 3 sets on the table (of any tiles)"]


def test_difference_of_the_rules(mj: Mj, folder: Path) -> None:
    """Two tables that differ in the rounding differ in nothing else."""
    found = _flat(mj("rules", "diff", str(folder / "up.toml"), str(folder / "down.toml")))

    assert "rounded up rounded down" in found
    assert "liability" not in found


def test_difference_of_who_shares(tables: dict[str, RuleSet]) -> None:
    """That bound seats share or do not is a difference of the one cause."""
    rules = tables["up"]
    alone = tuple(one.replace(shared=False) for one in rules.liabilities)
    (change,) = compare(rules, rules.replace(liabilities=alone)).changes

    assert (change.key, change.fields) == ("liability.bound", ("shared",))


def _flat(text: str) -> str:
    """A screen without line breaks and columns."""
    return " ".join(text.split())
