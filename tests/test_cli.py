"""The command line: what each command prints, where, and with which exit code.

Most tests run in this process (`mj`); those that are about the process itself (encodings, pipes, closed streams)
start `python -m mjcli`.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mjcli.cli.main import run
from mjcli.notation import NOTATIONS, parse_hand, read_tiles
from mjcli.report.problems import cell_width
from mjcli.ruleset import load_rules, rule_ids

Record = dict[str, Any]
ROOT = Path(__file__).parent.parent
WON, NOT_WON, MALFORMED = 0, 1, 2
ESCAPE = "\x1b"
WIN = "123m456m789p123s55p"
COMMANDS = ("score", "wait", "discard", "settle", "convert", "rules")
RULES_COMMANDS = ("list", "show", "check", "fans", "codes")
# What decides about language and rules without standing on the command line.
SETTINGS = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "MJ_RULES", "NO_COLOR", "FORCE_COLOR", "COLUMNS")


class Result(NamedTuple):
    """What came of a command: its exit code, and what it wrote where."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[Record]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def record(self) -> Any:
        """The only JSON value on standard output."""
        (only,) = self.records
        return only


class Terminal(io.BytesIO):
    """Standard input or output that is a person's terminal."""

    def isatty(self) -> bool:
        return True


Mj = Callable[..., Result]


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set in the environment."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def mj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mj:
    """Runs a command line in this process, with `typed` or nothing to read."""

    def ran(*args: str, typed: str | bytes = "", stdin: io.BytesIO | None = None) -> Result:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stdin or io.BytesIO(raw)))
        code = run(args)
        return Result(code, *capsys.readouterr())

    return ran


def process(*args: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs `python -m mjcli` in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in (*SETTINGS, "PYTHONIOENCODING")}
    command = [sys.executable, "-m", "mjcli", *args]
    return subprocess.run(command, input=typed, capture_output=True, cwd=ROOT, env={**kept, **environment}, check=False)


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a script in which `$MJ` is `python -m mjcli`."""
    environment = {**os.environ, "MJ": f"{sys.executable} -m mjcli", "PYTHONUTF8": "1"}
    return subprocess.run(["bash", "-c", script], capture_output=True, cwd=ROOT, env=environment, check=False)


# --- what it must show


class Shown(NamedTuple):
    """A line of the table: a command, and the fan, points, payments and liability it comes to."""

    args: tuple[str, ...]
    fan: int
    points: int
    payments: tuple[int, ...]
    liability: tuple[str, str, str | None] | None = None


_TWELVE = "[123m,1][555p,W][777s,S][999s,N]2z+2z"
SHOWN = {
    "all-chows-drawn": Shown((WIN,), 2, 4, (12, -4, -4, -4)),
    "all-chows-fed": Shown(("123m456m789p123s5p+5p", "--seat", "S", "--from", "W"), 1, 2, (0, 2, -2, 0)),
    "seat-and-round-wind": Shown(("[111z,W]123m456p99s78s+9s",), 3, 8, (24, -8, -8, -8)),
    "all-pungs": Shown(("111m555m999p222s3z+3z", "--seat", "W", "--from", "N"), 2, 4, (0, 0, 4, -4)),
    "cut-to-the-cap": Shown(("123m456m789m111z2z+2z", "--from", "S"), 3, 8, (8, -8, 0, 0)),
    "full-flush": Shown(("123m456m789m23m55m+4m", "--from", "S"), 4, 16, (16, -16, 0, 0)),
    "nine-gates": Shown(("1112345678999m+5m",), 6, 64, (192, -64, -64, -64)),
    "nine-gates-not-nine-sided": Shown(("1112345567899m+9m",), 4, 16, (48, -16, -16, -16)),
    "thirteen-orphans": Shown(("19m19p19s1234567z+1m",), 6, 64, (192, -64, -64, -64)),
    "twelve-tiles": Shown((_TWELVE,), 1, 2, (6, 0, 0, -6), ("N", "twelve-tiles", "[999s,N]")),
    "twelve-tiles-exempt": Shown((_TWELVE, "--exempt", "N"), 1, 2, (6, -2, -2, -2)),
    "big-three-dragons": Shown(
        ("[555z,S][666z,W][777z,N]123m4p+4p",), 6, 64, (192, 0, 0, -192), ("N", "big-three-dragons", "[777z,N]")
    ),
    "robbed-kong": Shown(
        ("123m456m789p23s55p+1s", "--by", "rob", "--from", "W"), 3, 8, (24, 0, -24, 0), ("W", "robbed-kong", None)
    ),
    "kong-replacement": Shown(
        ("[5555p,W]123m456m78s11z+9s", "--event", "after-kong"),
        *(3, 8, (24, 0, -24, 0), ("W", "kong-replacement", "[5555p,W]")),
    ),
    "concealed-kong": Shown(("[5555p]123m456m78s11z+9s", "--event", "after-kong"), 3, 8, (24, -8, -8, -8)),
    "heavenly": Shown((WIN, "--event", "heavenly"), 6, 64, (192, -64, -64, -64)),
}


def told(record: Record) -> tuple[object, ...]:
    """The fan, points, payments and liability of a record, as the table has them."""
    liable = record["liability"]
    by = (liable["seat"], liable["cause"], liable["set"]) if liable else None
    return record["fan"], record["points"], tuple(record["payments"].values()), by


@pytest.mark.parametrize("name", SHOWN)
def test_score(mj: Mj, name: str) -> None:
    """A win has exit code 0, its worth on standard output, and nothing on standard error."""
    args, *expected = SHOWN[name]

    result = mj("score", *args, "--json")

    assert (result.code, result.err) == (WON, "")
    assert tuple(expected) == told(result.record)
    assert list(result.record["payments"]) == ["E", "S", "W", "N"]


@pytest.mark.parametrize("name", ["all-chows-fed", "kong-replacement"])
def test_score_in_a_process(name: str) -> None:
    """`python -m mjcli` says the same."""
    args, *expected = SHOWN[name]

    result = process("score", *args, "--json")

    assert (result.returncode, result.stderr) == (WON, b"")
    assert tuple(expected) == told(json.loads(result.stdout))


def test_record_is_the_contract(mj: Mj) -> None:
    """The record that the contract prints, key by key and in its order; `adjustments` is beside it."""
    record = mj("score", "--json", "[333z,W][222z,S]345m66p78s+9s").record

    assert record.pop("adjustments") == []
    assert list(record.items()) == [
        ("id", None),
        ("hand", "[333z,W][222z,S]345m66p78s+9s"),
        ("rules", "jipinghu"),
        ("win", True),
        ("shape", "standard"),
        ("sets", ["[333z,W]", "[222z,S]", "345m", "66p", "789s"]),
        (
            "fans",
            [
                {"id": "chicken", "name": "鸡胡", "fan": 0, "count": 1, "sets": []},
                {"id": "self-draw", "name": "自摸", "fan": 1, "count": 1, "sets": []},
            ],
        ),
        ("fan", 1),
        ("points", 2),
        ("payments", {"E": 6, "S": -2, "W": -2, "N": -2}),
        ("lines", [{"cause": "hand", "payments": {"E": 6, "S": -2, "W": -2, "N": -2}}]),
        ("liability", None),
        ("notes", []),
    ]


@pytest.mark.parametrize(
    ("hand", "reason", "facts"),
    [
        pytest.param("1133557799m113p+3p", "incomplete", {"shanten": 3}, id="seven-pairs"),
        pytest.param("123m456m789p123s5p", "too-few-tiles", {"tiles": 1}, id="one-tile-few"),
        pytest.param("123m456m789p123s5555p", "too-many-tiles", {"tiles": 2}, id="two-tiles-many"),
    ],
)
def test_no_win(mj: Mj, hand: str, reason: str, facts: Record) -> None:
    """A hand that is no win has exit code 1 and says why."""
    result = mj("score", hand, "--json")

    assert (result.code, result.err) == (NOT_WON, "")
    assert result.record["win"] is result.record["complete"] is False
    assert {"reason": reason, **facts}.items() <= result.record.items()


def test_wait_on_nine_tiles(mj: Mj) -> None:
    """Nine gates waits on nine kinds, 64 points each by draw and by discard."""
    result = mj("wait", "1112345678999m", "--json")

    waits = result.record["waits"]
    assert (result.code, result.record["tenpai"], result.record["shanten"]) == (WON, True, 0)
    assert [(one["tile"], one["left"]) for one in waits] == [
        *(("1m", 1), *((f"{rank}m", 3) for rank in range(2, 9)), ("9m", 1)),
    ]
    assert [one[way] for one in waits for way in ("draw", "discard")] == [{"fan": 6, "points": 64}] * 18


def test_wait_values(mj: Mj) -> None:
    """Each wait is worth its points by draw and by discard."""
    result = mj("wait", "123m456m789p2345s", "--json")

    worth = {"draw": {"fan": 2, "points": 4}, "discard": {"fan": 1, "points": 2}}
    assert result.record["waits"] == [{"tile": "2s", "left": 3, **worth}, {"tile": "5s", "left": 3, **worth}]


def test_wait_counts_what_is_visible(mj: Mj) -> None:
    """Visible tiles are not left; a wait of which none is left is listed with --all alone."""
    args = ("wait", "123m456m789p2345s", "--visible", "2225s", "--json")

    assert [(one["tile"], one["left"]) for one in mj(*args).record["waits"]] == [("5s", 2)]
    dead = mj(*args, "--all").record["waits"][0]
    assert dead == {"tile": "2s", "left": 0, "draw": None, "discard": None}


def test_wait_on_a_passed_tile(mj: Mj) -> None:
    """A tile that was let go cannot be won by discard; the other can."""
    waits = mj("wait", "123m456m789p2345s", "--passed", "2s", "--json").record["waits"]

    assert [(one["tile"], one["draw"]["points"], one["discard"]) for one in waits] == [
        ("2s", 4, None),
        ("5s", 4, {"fan": 1, "points": 2}),
    ]


def test_wait_on_tiles_all_in_the_hand(mj: Mj) -> None:
    """A hand that waits only on a tile it holds four of does not wait, and says so."""
    result = mj("wait", "123m456m789p2222s", "--json", "--lang", "en")

    assert (result.code, result.record["tenpai"], result.record["waits"]) == (NOT_WON, False, [])
    assert "2s" in result.record["notes"][0]


@pytest.mark.parametrize(
    ("args", "named"),
    [
        pytest.param(("wait", WIN), "mj discard", id="fourteen-tiles"),
        pytest.param(("wait", "123m456m789p2345s+2s"), "mj score", id="a-winning-tile"),
        pytest.param(("discard", "123m456m789p2345s"), "mj wait", id="thirteen-tiles"),
    ],
)
def test_the_right_command_is_named(mj: Mj, args: tuple[str, ...], named: str) -> None:
    """A hand of the wrong size for a command is an error that names the other one."""
    result = mj(*args)

    assert (result.code, result.out) == (MALFORMED, "")
    assert named in result.err


def test_discard(mj: Mj) -> None:
    """The best discard comes first, with what it leaves and what then helps."""
    result = mj("discard", "123m456m789p1145s9p", "--json")

    accepts = [{"tile": "3s", "left": 4}, {"tile": "6s", "left": 4}]
    assert result.code == WON
    assert result.record["discards"][0] == {"tile": "9p", "shanten": 0, "copies": 8, "accepts": accepts}


# --- errors


def test_caret_is_under_the_token(mj: Mj) -> None:
    """The caret stands exactly under what is wrong, and nothing is printed on standard output."""
    result = mj("score", "123m456", "--lang", "en")

    said, source, carets = result.err.splitlines()
    assert (result.code, result.out) == (MALFORMED, "")
    assert said.startswith("N003 ")
    assert "456" in said
    assert [source[at] for at, char in enumerate(carets) if char == "^"] == ["4", "5", "6"]
    assert len(carets) == len(source)


def test_caret_is_under_the_token_after_wide_characters(mj: Mj) -> None:
    """Chinese characters take two cells each, and the caret still stands under the token."""
    source, carets = mj("score", "一二三万456").err.splitlines()[1:]

    assert cell_width(source.partition("456")[0]) == carets.index("^")
    assert carets.count("^") == 3


def test_error_record(mj: Mj) -> None:
    """With --json the error is a record on standard output too, with all problems in it."""
    result = mj("score", "123m456", "--json", "--lang", "en", "--seat", "X")

    codes = [(problem["code"], problem["column"], problem.get("field")) for problem in result.record["errors"]]
    assert result.code == MALFORMED
    assert (result.record["id"], result.record["line"]) == (None, None)
    assert result.record["error"] == result.record["errors"][0]
    assert codes == [("N003", 5, None), ("U002", None, "seat")]
    assert [result.record["error"]["message"] in result.err, "seat" in result.err] == [True, True]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(("score", "--nope"), "U010", id="unknown-option"),
        pytest.param(("scor", WIN), "U011: no such command: scor; did you mean score?", id="unknown-command"),
        pytest.param(("score", WIN, "--tiles", "glyphs"), "U013", id="unknown-value"),
        pytest.param(("score", WIN, "--unit", "0"), "U017", id="unit-of-nothing"),
        pytest.param(("score", WIN, "--unit", "many"), "U017", id="unit-no-number"),
        pytest.param(("score", WIN, "--fee", "-1"), "U017", id="fee-below-nothing"),
        pytest.param(("score", WIN, "--json", "--csv"), "U015", id="json-and-csv"),
        pytest.param(("score", WIN, "-r", "jipingu"), "did you mean jipinghu?", id="unknown-rules"),
        pytest.param(("score", WIN, "-r", "nowhere/rules.toml"), "R012", id="no-rule-file"),
        pytest.param(("score", WIN, "--by", "drew"), "did you mean draw?", id="unknown-way"),
        pytest.param(("score", WIN, "--event", "last-tle"), "did you mean last-tile?", id="unknown-event"),
        pytest.param(("score", WIN, "--event", "after-kong:"), "U009", id="event-without-its-tile"),
        pytest.param(("score", WIN, "--winners", "two"), "U007", id="no-number"),
        pytest.param(("score", WIN, "--winners", "4", "--from", "S"), "C006", id="too-many-winners"),
        pytest.param(("score", WIN, "--seat", "Q"), "U002", id="unknown-seat"),
        pytest.param(("score", WIN, "--win", "9z"), "N005", id="unknown-tile"),
        pytest.param(("score", WIN, "--by", "rob"), "C001", id="rob-from-nobody"),
        pytest.param(("score", WIN, "--by", "draw", "--from", "S"), "C002", id="draw-from-somebody"),
        pytest.param(("wait", "123m456m789p2345s", "--win", "2s"), "U010", id="option-of-another-command"),
        pytest.param(("rules", "shw"), "U011", id="unknown-rules-command"),
        pytest.param(("rules", "show"), "U012", id="argument-missing"),
        pytest.param(("convert", WIN, "--to", "morse"), "U013", id="unknown-notation"),
    ],
)
def test_usage_errors(mj: Mj, args: tuple[str, ...], said: str) -> None:
    """A wrong command line has exit code 2 and a sentence on standard error; with --json also a record."""
    result = mj(*args, "--lang", "en")

    codes = [json.loads(line)["error"]["code"] for line in result.out.splitlines()]
    assert (result.code, codes) == (MALFORMED, [said] if "--json" in args else [])
    assert said in result.err


@pytest.mark.parametrize(
    "args",
    [
        ("--wild", "5z"),
        ("--horses", "1m2m"),
        ("--stakes", "1,1,1"),
        ("--bound", "S"),
        ("--base", "1"),
        ("--event", "float"),
    ],
    ids=lambda args: args[-2].strip("-") if args[0] != "--event" else args[1],
)
def test_things_the_rule_set_does_not_have(mj: Mj, args: tuple[str, ...]) -> None:
    """A thing that the rule set does not have is an error, never passed over."""
    result = mj("score", WIN, *args, "--json")

    assert (result.code, [problem["code"] for problem in result.record["errors"]]) == (MALFORMED, ["C009"])


@pytest.mark.parametrize("option", ["--seat", "--from", "--win", "--event"])
def test_empty_value(mj: Mj, option: str) -> None:
    """An option with an empty value, such as an unset variable of a script, is not taken for one not given."""
    assert mj("score", WIN, option, "").code == MALFORMED


@pytest.mark.parametrize("option", ["--winners", "--event"])
def test_a_number_of_many_digits(mj: Mj, option: str) -> None:
    """A number too long for Python to read is an error like any other."""
    digits = "9" * 5000

    result = mj("score", WIN, option, f"kongs:{digits}" if option == "--event" else digits, "--json")

    assert result.code == MALFORMED
    assert result.record["errors"]


# --- where hands come from


def test_several_hands(mj: Mj) -> None:
    """Each hand is answered in turn; the exit code is the worst of theirs."""
    result = mj("score", "--json", WIN, "123m456", "1133557799m113p+3p", WIN)

    assert [record.get("win") for record in result.records] == [True, None, False, True]
    assert result.code == MALFORMED
    assert mj("score", "--json", WIN, "1133557799m113p+3p").code == NOT_WON


def test_dash_reads_standard_input(mj: Mj) -> None:
    """`-` as a hand, or as a file, or no hand at all, is a batch from standard input."""
    typed = f"# a comment\n{WIN} id=a\n\n1112345678999m+5m id=b\n"

    found = [mj("score", "--json", *args, typed=typed).records for args in [("-",), ("-f", "-"), ()]]

    assert [record["id"] for record in found[0]] == ["a", "b"]
    assert found[0] == found[1] == found[2]


def test_hands_come_before_files(mj: Mj, tmp_path: Path) -> None:
    """Hands of the command line and several files are answered together, in that order."""
    files = []
    for name in ("a", "b"):
        (tmp_path / name).write_text(f"{WIN} id={name}\n", "utf-8")
        files += ["-f", str(tmp_path / name)]

    result = mj("score", "--json", *files, WIN)

    assert [record["id"] for record in result.records] == [None, "a", "b"]


def test_no_hand_on_a_terminal(mj: Mj) -> None:
    """With nothing to read but a person's terminal it says what it wants, and does not wait."""
    result = mj("score", stdin=Terminal())

    assert (result.code, result.out) == (MALFORMED, "")
    assert "U014" in result.err


@pytest.mark.parametrize("path", ["nowhere.txt", "."], ids=["missing", "folder"])
def test_file_that_cannot_be_read(mj: Mj, path: str) -> None:
    """A file that cannot be opened is one malformed record; the others are read."""
    result = mj("score", "--json", "-f", path, "-f", "-", typed=WIN)

    assert result.code == MALFORMED
    assert [record.get("win") for record in result.records] == [None, True]
    assert result.records[0]["error"]["code"] == "F009"
    assert path in result.records[0]["error"]["message"]


def test_empty_file(mj: Mj) -> None:
    """A file without hands has no records, and nothing is wrong with it."""
    assert mj("score", "--json", "-f", os.devnull) == Result(WON, "", "")


def test_options_are_defaults_of_a_batch(mj: Mj) -> None:
    """An option holds for each record that does not say otherwise."""
    typed = f"{WIN}\n{WIN} seat=N\n{WIN} from=E seat=W\n"

    records = mj("score", "--json", "--from", "W", "--seat", "S", typed=typed).records

    assert [record["payments"] for record in records] == [
        {"E": 0, "S": 2, "W": -2, "N": 0},
        {"E": 0, "S": 0, "W": -2, "N": 2},
        {"E": -2, "S": 0, "W": 2, "N": 0},
    ]


def test_unit_and_fee(mj: Mj) -> None:
    """The unit multiplies the payments; the fee stands apart: the example of 002, 六 记分规则."""
    record = mj("score", "--json", "--unit", "600", "--fee", "250", WIN).record

    assert record["points"] == 4
    assert record["payments"] == {"E": 7200, "S": -2400, "W": -2400, "N": -2400}
    assert record["fees"] == {"E": 250, "S": 250, "W": 250, "N": 250}


# --- rules, language, tiles, colour


@pytest.fixture
def house_rules(tmp_path: Path) -> Path:
    """A rule file with a cap of its own."""
    path = tmp_path / "house.toml"
    path.write_text(
        'id = "house"\nextends = "jipinghu"\nname = { zh = "家规", en = "House" }\n[scoring]\ncap = 1\n', "utf-8"
    )
    return path


def test_rules_by_path(mj: Mj, house_rules: Path) -> None:
    """A rule file is used by its path."""
    record = mj("score", "--json", "-r", str(house_rules), WIN).record

    assert (record["rules"], record["fan"], record["points"]) == ("house", 1, 2)


def test_rules_by_environment(mj: Mj, house_rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MJ_RULES names the rules, and the option outranks it."""
    monkeypatch.setenv("MJ_RULES", str(house_rules))

    assert mj("score", "--json", WIN).record["rules"] == "house"
    assert mj("score", "--json", WIN, "-r", "jipinghu").record["rules"] == "jipinghu"


@pytest.mark.parametrize(
    ("environment", "args", "lang"),
    [
        pytest.param({}, (), "zh", id="nothing"),
        pytest.param({"LANG": "en_US.UTF-8"}, (), "en", id="lang"),
        pytest.param({"LANG": "C.UTF-8"}, (), "zh", id="c-locale"),
        pytest.param({"LANG": "fr_FR.UTF-8"}, (), "zh", id="another"),
        pytest.param({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, (), "en", id="lc-all-outranks-lang"),
        pytest.param({"LC_ALL": "", "LANG": "en_GB"}, (), "en", id="empty-lc-all"),
        pytest.param({"LANG": "en_US.UTF-8"}, ("--lang", "zh"), "zh", id="option-outranks-locale"),
        pytest.param({}, ("--lang=en",), "en", id="option-with-equals"),
    ],
)
def test_language(
    mj: Mj, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], args: tuple[str, ...], lang: str
) -> None:
    """The option decides the language of names and errors, else the locale, else Chinese."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    names = [fan["name"] for fan in mj("score", "--json", *args, WIN).record["fans"]]
    error = mj("score", *args, "123m456").err

    assert names == {"zh": ["平胡", "自摸"], "en": ["All chows", "Self-draw"]}[lang]
    assert ("没有写花色" in error, "have no suit" in error) == (lang == "zh", lang == "en")


FED = ("score", "[555z,S][666z,W][777z,N]123m4p+4p")


@pytest.mark.parametrize(
    ("lang", "words"), [("zh", ("大三元", "192", "大三元包", "北")), ("en", ("Big three dragons", "192", "N"))]
)
def test_screen(mj: Mj, lang: str, words: tuple[str, ...]) -> None:
    """A screen has the fan, the total, the payments, and the liable seat with its set, within 80 cells."""
    result = mj(*FED, "--lang", lang)

    assert (result.code, result.err) == (WON, "")
    assert [word for word in (*words, "64", "6", "777z") if word not in result.out] == []
    assert max(map(cell_width, result.out.splitlines())) <= 80


@pytest.mark.parametrize(("tiles", "written"), [("text", "123m"), ("name", "一二三万"), ("unicode", "🀇🀈🀉")])
def test_tiles_of_a_screen(mj: Mj, tiles: str, written: str) -> None:
    """Tiles are written as asked for."""
    assert written in mj("score", "[111z,W]123m456p99s78s+9s", "--tiles", tiles).out


def test_colour(mj: Mj, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe has no escape codes unless they are asked for; NO_COLOR holds on a terminal."""
    assert ESCAPE not in mj(*FED).out
    assert ESCAPE not in mj(*FED, "--color", "never").out
    assert ESCAPE in mj(*FED, "--color", "always").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert ESCAPE in mj(*FED, "--color", "always").out


@pytest.mark.parametrize(("no_color", "colored"), [("", True), ("1", False)], ids=["colour", "NO_COLOR"])
def test_colour_on_a_terminal(monkeypatch: pytest.MonkeyPatch, no_color: str, colored: bool) -> None:
    """A terminal has colours, and none under NO_COLOR."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(terminal, encoding="utf-8"))
        patch.setenv("NO_COLOR", no_color)
        run(FED)
        sys.stdout.flush()
        shown = terminal.getvalue().decode()

    assert "大三元" in shown
    assert (f"{ESCAPE}[" in re.sub(rf"{ESCAPE}\[[01]?m", "", shown)) == colored


# --- the process


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk"])
@pytest.mark.parametrize("hand", ["[东东东,西]123m456p99s78s+9s id=🀀", "一二三万🀀X id=é"], ids=["good", "bad"])
def test_json_in_any_encoding(encoding: str, hand: str) -> None:
    """JSON stays JSON, and no character is lost, whatever the encoding of standard output."""
    result = process("score", "--json", typed=hand.encode(), PYTHONIOENCODING=encoding)

    record = json.loads(result.stdout.decode(encoding))
    assert (result.returncode, result.stderr) == (MALFORMED if "error" in record else WON, b"")
    assert record["id"] == hand.rpartition("=")[2]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk"])
def test_errors_in_any_encoding(encoding: str) -> None:
    """What standard error cannot encode is said in English, or escaped: never a traceback."""
    result = process("score", "一二三万456", "东东东🀀🀀Q", PYTHONIOENCODING=encoding)

    said = result.stderr.decode(encoding)
    assert (result.returncode, result.stdout) == (MALFORMED, b"")
    assert "Traceback" not in said
    assert ("没有写花色" if encoding == "gbk" else "have no suit") in said


def test_screen_in_ascii() -> None:
    """A screen on a stream without Chinese characters is English."""
    result = process(*FED, PYTHONIOENCODING="ascii")

    assert (result.returncode, result.stderr) == (WON, b"")
    assert "Big three dragons" in result.stdout.decode("ascii")


@pytest.mark.parametrize("form", ["--json", "--csv", ""], ids=["json", "csv", "table"])
def test_closed_pipe(form: str) -> None:
    """`| head -1` ends the command quietly."""
    result = shell(f"yes {WIN} | head -20000 | $MJ score {form} | head -1; exit ${{PIPESTATUS[2]}}")

    assert (result.returncode, result.stderr) == (WON, b"")
    assert len(result.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("script", "code"),
    [
        pytest.param("$MJ score --json <&-", WON, id="stdin"),
        pytest.param(f"$MJ score --json {WIN} >&-", WON, id="stdout"),
        pytest.param("$MJ score --json 123m456 2>&-", MALFORMED, id="stderr"),
        pytest.param(f"echo {WIN} | $MJ score --json 2>&-", WON, id="stderr-in-a-batch"),
    ],
)
def test_closed_streams(script: str, code: int) -> None:
    """A stream that the caller closed makes no traceback, and not another exit code."""
    result = shell(script)

    assert b"Traceback" not in result.stderr
    assert result.returncode == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(
    "script",
    [
        pytest.param("$MJ score 123m456 2>/dev/full", id="full"),
        pytest.param("$MJ score 123m456 2</dev/null", id="read-only"),
        pytest.param("(sleep 1; $MJ score 123m456 2>&1 >/dev/null; exit $?) | true; exit ${PIPESTATUS[0]}", id="gone"),
        pytest.param("$MJ score --nosuch 2>/dev/full", id="options"),
        pytest.param(f"$MJ score {WIN} >/dev/full 2>&1", id="both"),
    ],
)
def test_complaints_that_cannot_be_written(script: str) -> None:
    """Where standard error takes nothing, the exit code still says that something is wrong."""
    assert shell(script).returncode == MALFORMED


def test_argument_that_is_not_text() -> None:
    """Bytes that are no text are an error of the hand."""
    result = shell(r"$MJ score --json $'123m\xff'")

    assert result.returncode == MALFORMED
    assert json.loads(result.stdout)["error"]["column"] == 5


# --- help


@pytest.fixture(scope="module", params=["zh", "en"])
def helps(request: pytest.FixtureRequest) -> tuple[str, dict[str, str]]:
    """The language, and the help of every command in it; one process, since a process speaks one language."""
    script = (
        "import contextlib, io, json, sys\n"
        "from mjcli.cli.main import run\n"
        "helps = {}\n"
        "for line in sys.argv[1:]:\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "        assert run([*line.split(), '--help']) == 0, line\n"
        "    helps[line] = out.getvalue()\n"
        "print(json.dumps(helps))\n"
    )
    lines = ["", *COMMANDS, *(f"rules {name}" for name in RULES_COMMANDS)]
    environment = {**os.environ, "LC_ALL": {"zh": "zh_CN.UTF-8", "en": "en_US.UTF-8"}[request.param]}
    ran = subprocess.run([sys.executable, "-c", script, *lines], capture_output=True, check=True, env=environment)
    return request.param, json.loads(ran.stdout)


def test_every_command_has_help(helps: tuple[str, dict[str, str]]) -> None:
    """Help is there for each command, in each language, and within 100 cells."""
    lang, texts = helps

    chinese = {line: bool(re.search("[一-鿿]", text)) for line, text in texts.items()}
    usage = {"zh": "用法：mj ", "en": "Usage: mj "}[lang]
    assert [line for line, text in texts.items() if not text.startswith(usage + line)] == []
    assert set(chinese.values()) == {lang == "zh"}
    assert [line for line, text in texts.items() if max(map(cell_width, text.splitlines())) > 100] == []


def test_help_names_every_command(helps: tuple[str, dict[str, str]]) -> None:
    """The help of a group lists its commands."""
    _, texts = helps

    assert [name for name in COMMANDS if f"  {name} " not in texts[""]] == []
    assert [name for name in RULES_COMMANDS if f"  {name} " not in texts["rules"]] == []


def test_help_names_every_field(helps: tuple[str, dict[str, str]]) -> None:
    """The help of `mj score` has each option of the contract."""
    _, texts = helps
    options = (
        *("rules", "win", "by", "from", "seat", "round", "event", "winners", "wild", "flowers", "horses", "exempt"),
        *("bound", "stakes", "unit", "fee", "base", "explain", "all", "file", "json", "csv", "tiles", "lang", "color"),
    )

    assert [name for name in options if f"--{name}" not in texts["score"]] == []


@pytest.mark.parametrize("command", ["score", "rules", ""], ids=["command", "group", "mj"])
def test_help_in_the_language_asked_for(command: str) -> None:
    """`--lang` holds for the help too, that of the whole program as well."""
    result = process(*command.split(), "--help", "--lang", "en")

    assert (result.returncode, result.stderr) == (WON, b"")
    assert not re.search("[一-鿿]", result.stdout.decode())


def test_version(mj: Mj) -> None:
    """The version is the package's own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["version"] in mj("--version").out


# --- rules


MISTAKES = {
    "table.flowers": "maybe",
    "scoring.cap": -1,
    "scoring.stak": True,
    "fans.chicken.tier": "tiny",
    "fans.all-pungs.fan": "two",
}


@pytest.fixture
def broken_rules(tmp_path: Path) -> Path:
    """A rule file with five different mistakes."""
    path = tmp_path / "broken.toml"
    lines = ['id = "broken"', 'extends = "jipinghu"', 'name = { zh = "错", en = "Broken" }']
    for key, value in MISTAKES.items():
        table, _, name = key.rpartition(".")
        lines += [f"[{table}]"] * (f"[{table}]" not in lines) + [f"{name} = {json.dumps(value)}"]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_rules_check_reports_every_mistake(mj: Mj, broken_rules: Path) -> None:
    """Five mistakes are five problems, each with its key, file and line."""
    result = mj("rules", "check", str(broken_rules), "--json")

    lines = broken_rules.read_text("utf-8").splitlines()
    found = {problem["field"]: problem for problem in result.record["errors"]}
    assert (result.code, result.record["ok"]) == (MALFORMED, False)
    assert sorted(found) == sorted(MISTAKES)
    assert {problem["file"] for problem in found.values()} == {str(broken_rules)}
    assert [key for key in MISTAKES if not lines[found[key]["file_line"] - 1].startswith(key.rpartition(".")[2])] == []


def test_rules_check_says_every_mistake(mj: Mj, broken_rules: Path) -> None:
    """For a person each mistake is a line on standard error that begins with the file."""
    result = mj("rules", "check", str(broken_rules))

    assert (result.code, result.out) == (MALFORMED, "")
    assert [line.partition(":")[0] for line in result.err.splitlines()] == [str(broken_rules)] * len(MISTAKES)
    assert [key for key in MISTAKES if key not in result.err] == []


def test_rules_check_goes_on(mj: Mj, broken_rules: Path, house_rules: Path) -> None:
    """Of several files each is checked; one that is wrong makes the exit code 2."""
    result = mj("rules", "check", str(broken_rules), str(house_rules), "--json")

    assert (result.code, [record["ok"] for record in result.records]) == (MALFORMED, [False, True])
    assert mj("rules", "check", str(house_rules)).code == WON


def test_rules_check_accepts_the_package(mj: Mj) -> None:
    """The rule files of the package are right."""
    files = [str(ROOT / "rules" / f"{name}.toml") for name in rule_ids()]

    assert mj("rules", "check", *files).code == WON


def test_rules_list(mj: Mj) -> None:
    """Every rule set is listed with its names and what it extends."""
    result = mj("rules", "list", "--json")

    names = {"zh": "广东鸡平胡", "en": "Guangdong Ji-Ping-Hu"}
    assert [one["id"] for one in result.record] == list(rule_ids())
    assert {"id": "jipinghu", "name": names, "extends": []} in result.record


def test_rules_show(mj: Mj) -> None:
    """A rule set is shown whole: each fan and each cause of liability with its clause."""
    record, rules = mj("rules", "show", "jipinghu", "--json").record, load_rules("jipinghu")

    assert [(one["id"], one["fan"], one["ref"]) for one in record["fans"]] == [
        (fan.id, fan.fan, fan.ref) for fan in rules.fans
    ]
    assert [(one["id"], one["ref"]) for one in record["liability"]] == [(one.id, one.ref) for one in rules.liabilities]
    assert all(one["ref"] for one in (*record["fans"], *record["liability"]))


def test_rules_fans(mj: Mj) -> None:
    """Each fan has a text, and examples that it holds in."""
    fans = mj("rules", "fans", "--json").record

    assert [one["id"] for one in fans if not (one["text"] and one["yes"])] == []
    assert {"half-flush", "nine-gates-pure", "after-kong"} <= {one["id"] for one in fans}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rules_codes(mj: Mj, lang: str) -> None:
    """Each code of the contract has a sentence."""
    record = mj("rules", "codes", "--json", "--lang", lang).record

    causes = {"robbed-kong", "kong-replacement", "twelve-tiles", "big-three-dragons", "big-four-winds", "hand"}
    events = {"after-kong", "last-tile", "last-copy", "heavenly", "earthly", "human", "called", "float", "kongs"}
    assert {"incomplete", "too-many-tiles", "too-few-tiles"} <= record["reasons"].keys()
    assert causes <= record["causes"].keys()
    assert events == record["events"].keys()
    assert {"N003", "H001", "C009", "U010", "F001", "R002"} <= record["errors"].keys()
    assert all(sentence for kind in record.values() for sentence in kind.values())


# --- convert


@pytest.mark.parametrize("to", NOTATIONS)
def test_convert_round_trip(mj: Mj, to: str) -> None:
    """A hand comes back from each notation, through a pipe, with the fields beside it."""
    typed = "[111z,2]123456p7899s+9s id=7 seat=S event=last-tile\n"

    there = mj("convert", "--to", to, "--seat", "S", typed=typed)
    back = mj("convert", typed=there.out)

    assert (there.code, back.code) == (WON, WON)
    expected = typed if to != "gb" else typed.replace("+", "")
    assert back.out == expected


def test_convert_to_gb_counts_sources_from_the_seat_of_the_record(mj: Mj) -> None:
    """From South a pung from West came from the seat after, whether the seat is an option or a field."""
    hand = "[555p,W]123456m789p1s+1s"

    assert mj("convert", "--to", "gb", "--seat", "S", hand).out == "[555p,3]123456m789p1s1s\n"
    assert mj("convert", "--to", "gb", typed=f"{hand} seat=S").out == "[555p,3]123456m789p1s1s seat=S\n"


@pytest.mark.parametrize("to", [to for to in NOTATIONS if to != "gb"])
def test_converted_hands_score_the_same(mj: Mj, to: str) -> None:
    """What `mj convert` prints can be piped into `mj score`."""
    converted = mj("convert", "--to", to, typed="[111z,W]123m456p99s78s+9s id=7 round=S").out

    record = mj("score", "--json", typed=converted).record

    assert (record["id"], record["fan"], record["hand"]) == ("7", 2, "[111z,W]123m456p7899s+9s")


def test_convert_json(mj: Mj) -> None:
    """With --json the hand, its id and its fields are a record, which every command can read."""
    typed = '{"id": "a b", "hand": "123m456m789p123s5z+5z", "seat": "S"}'

    result = mj("convert", "--json", "--to", "letters", typed=typed)

    expected = {"id": "a b", "hand": "123456m789p123sP+P", "seat": "S"}
    assert expected.items() <= result.record.items()
    assert mj("score", "--json", typed=result.out).record["payments"]["S"] == 12


def test_convert_keeps_an_id_with_a_space(mj: Mj) -> None:
    """A line that `mj convert` prints is read back as it was, even where an id is more than one word."""
    typed = '{"id": "table 1", "hand": "123m456m789p123s5p+5p", "seat": "S"}'

    record = mj("score", "--json", typed=mj("convert", typed=typed).out).record

    assert (record["id"], record["win"]) == ("table 1", True)


def test_convert_goes_on_after_an_error(mj: Mj) -> None:
    """A bad line is said on standard error with its number; the rest is converted."""
    result = mj("convert", "--lang", "en", typed="111z\n123m456\n222z\n")

    assert (result.code, result.out) == (MALFORMED, "111z\n222z\n")
    assert re.search(r"N003 .*456", result.err)
    assert re.search(r"line 2", result.err)


def test_convert_what_a_notation_cannot_carry(mj: Mj) -> None:
    """A hand that a notation cannot carry is an error, not another hand."""
    result = mj("convert", "--to", "gb", "[5555p,?]123m")

    assert (result.code, result.out) == (MALFORMED, "")
    assert "N031" in result.err


@pytest.mark.parametrize("to", [to for to in NOTATIONS if to not in ("botzone", "gb")])
def test_convert_carries_jokers(mj: Mj, to: str) -> None:
    """Jokers come back from every notation that can write them."""
    there = mj("convert", "--to", to, "[111z,2]12mjj55p+j")

    assert mj("convert", there.out.strip()).out == "[111z,2]12m55pjj+j\n"


@pytest.mark.parametrize("to", ["botzone", "gb"])
def test_convert_refuses_jokers_where_there_are_none(mj: Mj, to: str) -> None:
    """A notation without jokers gives an error, and the other hands are converted."""
    result = mj("convert", "--to", to, typed="1mj\n1m\n")

    assert result.code == MALFORMED
    assert read_tiles(result.out.strip()) == read_tiles("1m")
    assert "N035" in result.err


def test_hand_echo_is_the_hand(mj: Mj) -> None:
    """The echo of a hand, read again, has the same melds, tiles and winning tile."""
    typed = "789p [5555p,+W] 321m 44z 78s +9s"

    echo, hand = parse_hand(mj("score", "--json", typed).record["hand"]), parse_hand(typed)

    assert (echo.melds, sorted(echo.concealed), echo.added) == (hand.melds, sorted(hand.concealed), hand.added)


def test_interrupt(mj: Mj, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt ends the command with 130, as shells expect."""

    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mjcli.cli.hands.load_rules", interrupted)

    assert mj("score", WIN).code == 130
