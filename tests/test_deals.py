"""Whole deals, `mj settle`: golden cases, what holds for every deal, the command and the example files.

The cases are `cases/deals.toml`; a failing case is looked up in the text it cites.
"""

from __future__ import annotations

import io
import json
import shlex
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjcli.batch.deals import deals_of
from mjcli.cli.main import run
from mjcli.deals import DealOutcome, answer_deal
from mjcli.report.deal_records import deal_record
from mjcli.ruleset import RuleSet, load_rules
from mjcli.texts.deals import PROBLEMS

Case = dict[str, Any]
Record = dict[str, Any]
ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "deals"
CASES: list[Case] = tomllib.loads((ROOT / "tests" / "cases" / "deals.toml").read_text("utf-8"))["deal"]
RULE_SETS = (
    *("jipinghu", "jipinghu-2p", "xinzhang", "xinzhang-1", "xinzhang-3"),
    *("minjian", "huizhou", "mcr", "huanle", "dongyang"),
)
EXPECTED_KEYS = {
    *("exit", "payments", "lines", "paid", "beaten", "points", "reasons", "notes", "fees", "dealer", "codes"),
}
WON, NOT_WON, MALFORMED = 0, 1, 2


def outcomes(text: str, rules: str, *, unit: int = 1, fee: int = 0) -> list[DealOutcome]:
    """What comes of the deals in a text."""
    return [
        answer_deal(deal, load_rules(rules), unit=unit, fee=fee) for deal in deals_of(io.BytesIO(text.encode("utf-8")))
    ]


def outcome_of(case: Case) -> DealOutcome:
    (outcome,) = outcomes(case["text"], case["rules"], unit=case.get("unit", 1), fee=case.get("fee", 0))
    return outcome


def told(outcome: DealOutcome) -> Record:
    """What a machine is told of a deal, in the words that the cases use."""
    record = deal_record(outcome, "zh")
    if "error" in record:
        return {"exit": outcome.exit_code, "codes": [problem["code"] for problem in record["errors"]]}
    assert outcome.settlement is not None
    winners = record["winners"]
    own = [note.code for one in outcome.settlement.winners for note in one.score.notes]
    return {
        "exit": outcome.exit_code,
        "payments": list(record["payments"].values()),
        "lines": [line_words(line) for line in record["lines"]],
        "paid": [one["seat"] for one in winners if one["paid"]],
        "beaten": {one["seat"]: one["beaten_by"] for one in winners if "beaten_by" in one},
        "points": {one["seat"]: one["points"] for one in winners if one["win"]},
        "reasons": {one["seat"]: one["reason"] for one in winners if not one["win"]},
        "notes": [note.code for note in outcome.settlement.notes] + own,
        "fees": list(record.get("fees", {}).values()),
        "dealer": f"{record['dealer']['next']} {record['dealer']['reason']}",
    }


def line_words(line: Record) -> str:
    """A line of the payments in one row: `N kong [9999s] -2 -2 -2 6`."""
    count = f"*{line['count']}" if line.get("count") else ""
    amounts = [str(amount) for amount in line["payments"].values()]
    return " ".join([line["seat"], line["cause"] + count, *([line["set"]] if "set" in line else []), *amounts])


# --- golden deals


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_deal(case: Case) -> None:
    """The deal is settled as its source says."""
    expected = {"exit": WON, "beaten": {}, "reasons": {}} | case["expect"]
    found = told(outcome_of(case))
    if expected["exit"] == MALFORMED:
        del expected["beaten"], expected["reasons"]

    assert expected == {key: found.get(key) for key in expected}, f"{case['source']}: {case.get('note', '')}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case_is_well_formed(case: Case) -> None:
    """A case cites a text of its rule set, and states only what is compared; its payments add up."""
    expect = case["expect"]

    assert case["source"].partition(",")[0] in load_rules(case["rules"]).texts
    assert expect.keys() <= EXPECTED_KEYS
    assert sum(expect.get("payments", ())) == 0
    if expect.get("lines"):
        amounts = [[int(one) for one in line.split()[-len(expect["payments"]) :]] for line in expect["lines"]]
        assert list(map(sum, zip(*amounts, strict=True))) == expect["payments"]


def test_cases_are_many_and_cover() -> None:
    """Every rule set has deals with and without a winner, and every problem of a deal happens."""
    ids = Counter(case["id"] for case in CASES)
    codes = {code for case in CASES for code in case["expect"].get("codes", ())}
    dealers = {(case["rules"], case["expect"]["dealer"].split()[1]) for case in CASES if "dealer" in case["expect"]}

    assert [name for name, times in ids.items() if times > 1] == []
    assert {case["rules"] for case in CASES} == set(RULE_SETS)
    assert set(PROBLEMS) <= codes
    assert {(name, "drawn") for name in RULE_SETS if not name.startswith(("xinzhang-", "mcr", "huanle"))} <= dealers
    assert {reason for _, reason in dealers} == {"dealer-won", "drawn", "passes", "winner", "rotates"}


def test_bets_fall_to_the_seats_of_their_tiles() -> None:
    """A winner's bet pays where its tile falls to the winner, and nowhere else (000, 庄家为1，逆时针算起)."""
    seats = {
        "E": "1m 5p 9s 1z 7z 1f 5f",
        "S": "2m 6p 2s 2z 6z 2f 6f",
        "W": "3m 7p 7s 3z 5z 3f 7f",
        "N": "4m 8p 8s 4z 4f 8f",
    }
    hand = "222m666s777s34p33p+5p"
    for winner in seats:
        for seat, tiles in seats.items():
            for tile in tiles.split():
                (outcome,) = outcomes(f"{winner} {hand}\nbet {winner} {tile}", "minjian")

                assert outcome.settlement is not None
                assert ("bet" in [line.cause for line in outcome.settlement.lines]) == (seat == winner), (winner, tile)


# --- what holds for every deal

# Hands that win on 5p and hold no tile more than four times together, from 鸡胡 to 清一色.
HANDS = ("123m456m789p111s5p+5p", "222m666s777s34p11z+5p", "111p234p678p34p22z+5p", "333z222s444s34p99m+5p")
KONGS = ("[8888s]", "[9999s,{feeder}]", "[4444z,+{feeder}]", "[8888m,?]")
TILES = ("1m", "2p", "3s", "4z", "5z", "6z", "7z", "8f")


class Made(NamedTuple):
    """A deal in parts: the fields, the seats that won with their hands, kongs and bets by seat."""

    fields: dict[str, str]
    winners: list[tuple[str, str]]
    kongs: dict[str, str]
    bets: dict[str, str]
    followed: bool

    @property
    def text(self) -> str:
        """The deal as a paragraph."""
        fields = " ".join(f"{key}={value}" for key, value in self.fields.items())
        lines = [fields, *(f"{seat} {hand}" for seat, hand in self.winners)]
        lines += [f"kong {seat} {melds}" for seat, melds in self.kongs.items()]
        lines += [f"bet {seat} {tile}" for seat, tile in self.bets.items()]
        return "\n".join([*(line for line in lines if line), *(["follow"] if self.followed else [])])

    @property
    def json(self) -> str:
        """The deal as a JSON object."""
        winners = [{"seat": seat, "hand": hand} for seat, hand in self.winners]
        rest = {"kongs": self.kongs, "bets": self.bets, "follow": self.followed}
        return json.dumps(self.fields | {"winners": winners} | rest)


@st.composite
def made(draw: st.DrawFn, rules: str) -> Made:
    """Any deal of a rule set: up to three winners on one tile, kongs of the others, bets of anybody."""
    table = load_rules(rules)
    letters = [seat.letter for seat in table.table.seats]
    order = draw(st.permutations(letters))
    by = draw(st.sampled_from(["draw", "discard", "rob"]))
    feeder, others = order[0], order[1:]
    most = 1 if by == "draw" else len(others)
    seats = others[: draw(st.integers(0, most))]
    hands = draw(st.permutations(HANDS[1:] if by == "rob" else HANDS))
    winners = [*zip(seats, hands, strict=False)]
    fields = {"id": "7"} | ({"from": feeder, "by": by} if winners and by != "draw" else {})
    if winners and table.offers("horses"):
        fields["horses"] = draw(st.sampled_from(["5z6z", "7z6z", "1f2f5z7z"]))
    if winners and table.offers("wild"):
        fields["wild"] = draw(st.sampled_from(["2m", "5p", "6z"]))
    if winners and table.offers("stakes"):
        fields["stakes"] = draw(st.sampled_from(["1,2,3", "5,5,5", "10,20,30", "0,0,1"]))
    kongs = {}
    for seat, meld in zip([one for one in order if one not in seats], KONGS, strict=False):
        if draw(st.booleans()):
            kongs[seat] = meld.format(feeder=next(one for one in letters if one != seat))
    offered = st.dictionaries(st.sampled_from(letters), st.sampled_from(TILES))
    bets = draw(offered) if table.offers("bet") else {}
    return Made(fields, winners, kongs, bets, table.offers("follow") and draw(st.booleans()))


few = settings(max_examples=60)


@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data(), unit=st.integers(1, 9), fee=st.integers(0, 9))
@few
def test_every_settlement_sums_to_zero(rules: str, data: st.DataObject, unit: int, fee: int) -> None:
    """Payments and each line sum to zero, the lines to the payments; the unit multiplies all, the fee is apart."""
    deal = data.draw(made(rules))
    (plain,) = outcomes(deal.text, rules)
    (found,) = outcomes(deal.text, rules, unit=unit, fee=fee)

    assert found.settlement is not None, found.problems
    assert plain.settlement is not None
    payments, lines = found.settlement.payments, found.settlement.lines
    assert payments is not None
    assert plain.settlement.payments is not None
    assert sum(payments) == 0
    assert [sum(line.payments) for line in lines] == [0] * len(lines)
    assert payments == tuple(
        sum(column) for column in zip((0,) * len(payments), *(x.payments for x in lines), strict=True)
    )
    assert payments == tuple(unit * amount for amount in plain.settlement.payments)
    assert found.settlement.fees == ((fee,) * len(payments) if fee else None)


@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data())
@few
def test_text_and_json_are_one(rules: str, data: st.DataObject) -> None:
    """A deal is the same whichever way it is written, and whatever the order of its winners and the lines."""
    deal = data.draw(made(rules))
    (text,) = outcomes(deal.text, rules)
    (record,) = outcomes(deal.json, rules)
    (turned,) = outcomes("\n".join(reversed(deal.text.splitlines())), rules)

    assert deal_record(text, "zh") == deal_record(record, "zh")
    assert (told(text)["payments"], told(text)["dealer"]) == (told(turned)["payments"], told(turned)["dealer"])


@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data())
@few
def test_what_a_deal_without_a_win_pays(rules: str, data: st.DataObject) -> None:
    """Where nobody wins nothing is paid but a matched first discard, and the dealer deals again."""
    deal = data.draw(made(rules))._replace(winners=[], fields={"id": "7"})
    (found,) = outcomes(deal.text, rules)

    assert found.exit_code == WON
    assert told(found)["dealer"] == ("S rotates" if load_rules(rules).dealer.next == "rotates" else "E drawn")
    assert [line.split()[1] for line in told(found)["lines"]] == ["follow"] * deal.followed


def best_of(points: dict[str, int], feeder: str, rules: RuleSet) -> list[str]:
    """The seats of which one alone can be paid: the first in turn after the feeder, or those of the most points."""
    if rules.winners.paid == "nearest":
        turns = "ESWN" * 2
        return [next(seat for seat in turns[turns.index(feeder) :] if seat in points)]
    return [seat for seat, worth in points.items() if worth == max(points.values())]


@pytest.mark.parametrize("rules", RULE_SETS)
@given(data=st.data())
@few
def test_who_is_paid(rules: str, data: st.DataObject) -> None:
    """All winners, or one that no other outdoes; nobody is paid for no win, and each seat is paid for its own."""
    deal = data.draw(made(rules))
    (found,) = outcomes(deal.text, rules)
    record = told(found)
    wins = list(record["points"])

    assert set(record["paid"]) <= set(wins)
    if load_rules(rules).winners.paid == "all":
        assert record["paid"] == wins
    elif wins:
        (best,) = record["paid"]
        assert best in best_of(record["points"], deal.fields.get("from", "E"), load_rules(rules))
        assert record["beaten"] == {seat: best for seat in wins if seat != best}
    assert found.exit_code == (NOT_WON if record["reasons"] else WON)


# --- the command


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def records(self) -> list[Record]:
        return [json.loads(line) for line in self.out.splitlines()]


Mj = Callable[..., Result]
TWO = "id=a from=E\nS 123m456m789p111s5p+5p\nW 222m666s777s34p11z+5p\n"
NO_WIN = "id=b from=E\nS 123m456m789p111s5p+6p\n"
DRAWN = "# nobody won\nid=c\n"
BROKEN = "id=d from=E\nS 123m456\n"


@pytest.fixture
def mj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mj:
    """Runs a command line in this process, with `typed` to read."""
    for name in ("MJ_RULES", "LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(ROOT)

    def ran(args: Iterable[str], typed: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        code = run(list(args))
        return Result(code, *capsys.readouterr())

    return ran


@pytest.mark.parametrize(
    ("typed", "code", "ids"),
    [
        (TWO, WON, ["a"]),
        (f"{TWO}\n{DRAWN}", WON, ["a", "c"]),
        (f"{TWO}\n{NO_WIN}\n\n\n{DRAWN}", NOT_WON, ["a", "b", "c"]),
        (f"{BROKEN}\n{TWO}\n{NO_WIN}", MALFORMED, ["d", "a", "b"]),
        ('{"id": "x"}\n{"id": "y"}\n', WON, ["x", "y"]),
        (f'{TWO}{{"id": "x"}}\n{DRAWN}', WON, ["a", "x", "c"]),
        ("\ufeff" + TWO, WON, ["a"]),
        ("# only a comment\n", WON, []),
    ],
)
def test_several_deals(mj: Mj, typed: str, code: int, ids: list[str]) -> None:
    """A record for each deal, in order; the worst exit code of all; a bad one costs only itself."""
    found = mj(["settle", "--json"], typed)

    assert (found.code, [record["id"] for record in found.records]) == (code, ids)


def test_files_and_standard_input(mj: Mj, tmp_path: Path) -> None:
    """Files one after another, `-` among them."""
    path = tmp_path / "one.deal"
    path.write_text(DRAWN, "utf-8")

    found = mj(["settle", "--json", str(path), "-", str(path)], TWO)

    assert (found.code, [record["id"] for record in found.records]) == (WON, ["c", "a", "c"])


def test_missing_file_costs_only_itself(mj: Mj, tmp_path: Path) -> None:
    """A file that is not there is a problem with its name; the next one is read."""
    path = tmp_path / "one.deal"
    path.write_text(DRAWN, "utf-8")

    found = mj(["settle", "--json", "no-such.deal", str(path)])

    assert found.code == MALFORMED
    assert [record.get("error", {}).get("code") for record in found.records] == ["F009", None]
    assert "no-such.deal" in found.err


def test_unit_and_fee(mj: Mj) -> None:
    """`--unit` multiplies, `--fee` stands apart."""
    (record,) = mj(["settle", "--json", "--unit", "600", "--fee", "250"], TWO).records

    assert record["payments"] == {"E": -1200, "S": 600, "W": 600, "N": 0}
    assert record["fees"] == {"E": 250, "S": 250, "W": 250, "N": 250}


@pytest.mark.parametrize(
    ("lang", "words"), [("zh", ["截胡", "西家", "下"]), ("en", ["West", "kong", "bet", "next", "deal"])]
)
def test_screen(mj: Mj, lang: str, words: list[str]) -> None:
    """The screen has every winner, every cause and who deals next."""
    typed = "from=E\nS 123m456m789p111s5p+5p\nW 111p234p678p34p22z+5p\nkong N [9999s]\nbet N 3m\n"

    found = mj(["settle", "-r", "minjian", "--lang", lang], typed)

    assert (found.code, found.err) == (WON, "")
    assert [word for word in words if word not in found.out] == []


def test_problem_names_its_line(mj: Mj) -> None:
    """In a file of many deals a problem says in which line it is."""
    found = mj(["settle", "--lang", "en"], f"{TWO}\n{BROKEN}")

    assert found.code == MALFORMED
    assert "N003 line 6 column 7" in found.err


def test_chinese_seats(mj: Mj) -> None:
    """Seats may be written 东 南 西 北."""
    typed = "from=东\n南 123m456m789p111s5p+5p\nkong 北 [9999s,南]\nbet 西 2m\n"

    (record,) = mj(["settle", "--json", "-r", "minjian"], typed).records

    assert record["payments"] == {"E": -6, "S": -3, "W": 3, "N": 6}


# --- example files


def example_files() -> list[str]:
    """The deals of `examples/deals`."""
    return sorted(path.name for path in EXAMPLES.glob("*.deal"))


def expected_in(name: str) -> dict[str, str]:
    """What each deal of a file comes to: the comment `# = …` after it, by its id."""
    found, deal = {}, ""
    for line in (EXAMPLES / name).read_text("utf-8").splitlines():
        if line.startswith("id="):
            deal = line.split()[0].removeprefix("id=")
        elif line.startswith("# = "):
            found[deal] = line.removeprefix("# = ")
    return found


def test_every_rule_set_has_deals() -> None:
    """Each rule set has an example file, called by its name."""
    assert {name.removesuffix(".deal") for name in example_files()} == set(RULE_SETS)


@pytest.mark.parametrize("name", example_files())
def test_example(mj: Mj, name: str) -> None:
    """The command in the first line settles every deal as the comments say."""
    command = (EXAMPLES / name).read_text("utf-8").partition("\n")[0].removeprefix("# ")
    program, *args = shlex.split(command)

    found = mj(args)

    assert (program, args[-1]) == ("mj", f"examples/deals/{name}")
    assert (found.code, found.err) == (WON, "")
    assert {record["id"]: deal_words(record) for record in found.records} == expected_in(name)
    assert len(expected_in(name)) >= 2


def deal_words(record: Record) -> str:
    """A deal in one row: `E -3 S 3 W 0 N 0, S 坐庄`."""
    payments = " ".join(f"{seat} {amount}" for seat, amount in record["payments"].items())
    return f"{payments}, {record['dealer']['next']} 坐庄"
