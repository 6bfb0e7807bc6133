"""The screens, compared with golden texts; what streams can show; problems with their carets.

Fundamental: nothing is wider than the console, Chinese screens can be printed in
GBK.  Configurable: the wording, which `--update-golden` rewrites.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from mjcli.analysis import DiscardReport, WaitReport
from mjcli.answer import Entry, Outcome, Scored, Settings, answer
from mjcli.decompose import SHAPES
from mjcli.errors import Problem
from mjcli.fans import PREDICATES
from mjcli.hand import EVENTS
from mjcli.notation import read_tiles
from mjcli.report.base_screen import View
from mjcli.report.batch_screen import BatchTable
from mjcli.report.console import make_safe, open_console, printable, printable_lang
from mjcli.report.discard_screen import discard_screen
from mjcli.report.fans_screen import described
from mjcli.report.problems import cell_width, problem_lines
from mjcli.report.rules_screen import codes_screen, fans_screen, rules_list_screen, rules_show_screen
from mjcli.report.score_screen import score_screen
from mjcli.report.tally_screen import unit_of
from mjcli.report.wait_screen import wait_screen
from mjcli.ruleset import load_rules, rule_ids
from mjcli.ruleset.schema import MissedWin, Tier
from mjcli.scoring.result import Reason, Uncounted
from mjcli.texts import LANGUAGES, PROBLEM_TABLES, Text, labels, terms
from mjcli.tiles import JOKER

GOLDEN = Path(__file__).parent / "golden"
WIDTH = 80
WIDTHS = (60, WIDTH, 120)
RULES = load_rules("jipinghu")

NO_FIELDS: Mapping[str, str] = {}
Drawing = Callable[[io.StringIO, int, str], None]


def outcome(
    command: str,
    text: str,
    *,
    line: int = 1,
    rules: str = "jipinghu",
    fields: Mapping[str, str] = NO_FIELDS,
    **asked: Any,
) -> Outcome:
    """The outcome for a hand; `asked` are settings of the command."""
    return answer(Entry(text, fields, line=line), load_rules(rules), Settings(command, **asked))


def drawn(screen: Callable[[View], RenderableType], tiles: str = "text", *, explain: bool = False) -> Drawing:
    """Draws a screen on a stream, so wide, in a language."""

    def draw(stream: io.StringIO, width: int, lang: str) -> None:
        open_console(stream, width=width).print(screen(View(lang, tiles, explain)))

    return draw


def score(  # noqa: PLR0913 - what a user can ask for
    text: str,
    *,
    tiles: str = "text",
    explain: bool = False,
    others: bool = False,
    unit: int = 1,
    fee: int = 0,
    rules: str = "jipinghu",
    **fields: str,
) -> Drawing:
    """The screen of a scored hand; `by_` and `from_` stand for the fields without the underscore."""
    named = {name.rstrip("_"): value for name, value in fields.items()}
    found = outcome("score", text, fields=named, rules=rules, others=others, unit=unit, fee=fee).answer
    assert isinstance(found, Scored)
    return drawn(lambda view: score_screen(found, view), tiles, explain=explain)


def wait(
    text: str, *, tiles: str = "text", dead_waits: bool = False, rules: str = "jipinghu", **fields: str
) -> Drawing:
    """The screen of a waiting hand."""
    found = outcome("wait", text, fields=fields, rules=rules).answer
    assert isinstance(found, WaitReport)
    return drawn(lambda view: wait_screen(found, view, dead_waits=dead_waits), tiles)


def discard(text: str, **fields: str) -> Drawing:
    """The screen of a hand that is to discard."""
    found = outcome("discard", text, fields=fields).answer
    assert isinstance(found, DiscardReport)
    return drawn(lambda view: discard_screen(found, view))


def batch(command: str, *texts: str, rules: str = "jipinghu", **fields: str) -> Drawing:
    """The rows of a file with those hands."""
    outcomes = [outcome(command, text, line=line, rules=rules, fields=fields) for line, text in enumerate(texts, 1)]
    unit = unit_of(load_rules(rules))

    def draw(stream: io.StringIO, width: int, lang: str) -> None:
        table = BatchTable(open_console(stream, width=width), View(lang), command, unit=unit)
        for one in outcomes:
            table.row(one)
        table.close()

    return draw


# All tiles but the wild 9m that the hand 123m456m789p123s9m does not hold itself.
OPEN = (
    "11122233344455566677778888m111122223333444455556666777888999p"
    "111222333444455556666777788889999s1111222233334444555566667777z"
)

SCREENS: dict[str, Drawing] = {
    "score-melds": score("[333z,W][222z,S]345m66p78s+9s"),
    "score-discard": score("[555z,2][666z,3]123m456m9p+9p", from_="W", seat="S", round="S"),
    "score-liability": score("[555p,2][333z,1][222p,3][123p,1]9p+9p", explain=True),
    "score-liability-unknown": score("[5555p,?]123m456m78s11z+9s", event="after-kong", seat="S"),
    "score-exempt": score("[555p,2][333z,1][222p,3][123p,1]9p+9p", exempt="N"),
    "score-rob": score("123m456m789p23s55z+1s", by="rob", from_="W", tiles="unicode"),
    "score-feeder-unknown": score("123m456m789p23s55z+1s", by="discard"),
    "score-cap": score("123m456m789m111z2z+2z", explain=True, unit=600, fee=250),
    "score-floor": score("123m456m789m123p5s+5s", explain=True, event="last-tile"),
    "score-floor-met": score("[5555m,6]444m111z666z2m+2m", explain=True, event="after-kong"),
    "score-special": score("[111m,W]222m333m999m5m+5m", explain=True),
    "score-names": score("19m19p19s1234567z+1m", tiles="name"),
    "score-others": score("111222333m789p5s+5s", others=True),
    "score-no-win": score("[111m,W]258p369s1234z+5z"),
    "score-one-short": score("[1111m]123p456m7p345s1z"),
    "score-dead": score("123m456m789m123p55s1z"),
    "score-false-win": score("123m456m789p123s5p+5p", rules="huizhou", explain=True),
    "score-under-minimum": score("123m456m789p23s55z+1s", rules="xinzhang-3", from_="W", explain=True),
    "score-side-payments": score(
        "[1111m,W]555m99m222z11z+1z", rules="minjian", flowers="12f", stakes="1,5,10", explain=True
    ),
    "score-account-once": score("[123m,1]123m123m78p55z+9p", rules="mcr", from_="W", seat="S", explain=True),
    "score-joined-once": score("[123m,1]456m123p45p55z1f+6p", rules="mcr", from_="W", seat="S", explain=True),
    "score-codes": score("[1111m]555m99m222z11z+1z", rules="huizhou", horses="2m5p9s1z", explain=True),
    "score-product": score("123m456m789p123s5m+9p", rules="dongyang", wild="5m", explain=True),
    "score-stand-in": score(
        "[7777m]123m46m999m5z8m+8m", rules="dongyang", wild="5m", event="float", base="3", from_="W", seat="S"
    ),
    "score-wild-names": score("123m555m79p11s99s1z+1z", rules="huanle", wild="5m", tiles="name"),
    "wait": wait("123m456m789p2345s", seat="S"),
    "wait-dead": wait("123m456m789p2345s", dead_waits=True, visible="555s", passed="2s"),
    "wait-dead-hidden": wait("123m456m789p2345s", visible="555s"),
    "wait-names": wait("[111z,1]456m789p2345s", tiles="name"),
    "wait-held": wait("1111m456m789p234s"),
    "wait-none": wait("147m258p369s1234z"),
    "wait-under-minimum": wait("[123m,1]456m78m55p789s", rules="mcr"),
    "wait-wild": wait("123m456m78p11s55z9p", rules="dongyang", wild="9p", visible="9p"),
    "wait-any-tile": wait("123m456m789p55s99m", rules="dongyang", wild="9m", dead_waits=True, visible="1111z"),
    "wait-any-tile-worths": wait("123m456m789p9m111z", rules="huanle", wild="9m"),
    "wait-any-tile-left-wild": wait("123m456m789p123s9m", rules="dongyang", wild="9m", visible=OPEN),
    "discard": discard("123m456m789p1145s9p"),
    "discard-complete": discard("123m456m789p12355s", visible="444m"),
    "rules-list": drawn(lambda view: rules_list_screen([RULES], view)),
    "rules-show": drawn(lambda view: rules_show_screen(RULES, view)),
    "rules-show-product": drawn(lambda view: rules_show_screen(load_rules("dongyang"), view)),
    "rules-show-wild": drawn(lambda view: rules_show_screen(load_rules("huanle"), view)),
    "rules-show-price-list": drawn(lambda view: rules_show_screen(load_rules("huizhou"), view)),
    "fans": drawn(
        lambda view: fans_screen([one for one in PREDICATES.values() if one.family == "honours"][:6], view, [RULES])
    ),
    "codes": drawn(lambda view: codes_screen(view, [RULES])),
    "batch-score-multiples": batch(
        "score",
        "123m456m789p123s5m+9p",
        "123m456m789p13s55p+2s",
        "[5555p]123m456m789p5m+7z",
        "1112223334445z+5z",
        rules="dongyang",
        wild="5m",
    ),
    "batch-score": batch(
        "score",
        "[333z,W][222z,S]345m66p78s+9s",
        "123m456",
        "123m456m789m111z2z+2z",
        "[5555p,2][3333z,+W][222p,3][123p,1]9p+9p",
        "147m258p369s1234z+1m",
        "123m456m789p12355s11z",
        "19m19p19s1234567z+1m",
    ),
    "batch-wait": batch("wait", "123m456m789p2345s", "1112345678999m", "147m258p369s1234z", "123m456m789p23455s"),
    "batch-discard": batch("discard", "123m456m789p1145s9p", "147m258p369s12345z", "[111m][222m]"),
}
CASES = [(name, lang) for name in SCREENS for lang in LANGUAGES]


def text_of(name: str, lang: str, width: int = WIDTH) -> str:
    """What a screen shows."""
    stream = io.StringIO()
    SCREENS[name](stream, width, lang)
    return stream.getvalue()


@pytest.mark.parametrize(("name", "lang"), CASES)
def test_screen_is_as_recorded(name: str, lang: str, golden: Callable[[str, str], None]) -> None:
    """Each screen in each language, at 80 columns."""
    golden(f"{name}.{lang}", text_of(name, lang))


def test_every_screen_has_its_golden_text_and_no_other_lies_there() -> None:
    """An empty folder, or a text that nothing draws any more, must not pass."""
    found = {path.stem for path in GOLDEN.glob("*.txt")} if GOLDEN.is_dir() else set()
    expected = {f"{name}.{lang}" for name, lang in CASES}

    assert expected <= found
    assert {stem for stem in found - expected if stem.partition(".")[0] in SCREENS} == set()
    assert len(expected) >= 30


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("name", "lang"), CASES)
def test_no_line_is_wider_than_the_console(name: str, lang: str, width: int) -> None:
    """Counted in cells, blanks at line ends aside."""
    lines = text_of(name, lang, width).splitlines()
    wide = [line for line in lines if cell_len(line.rstrip()) > width]

    assert wide == []


@pytest.mark.parametrize("name", [name for name in SCREENS if name != "score-rob"])
def test_chinese_screens_can_be_printed_in_gbk(name: str) -> None:
    """All but glyphs of tiles; lines are drawn with what takes one cell there too."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="gbk", errors="strict")
    SCREENS[name](stream, WIDTH, "zh")  # type: ignore[arg-type]
    stream.flush()
    shown = stream.buffer.getvalue().decode("gbk")

    assert "─" not in shown
    assert shown.strip()


def label_tables() -> dict[str, dict[str, Text]]:
    """The tables of fixed words."""
    return {name: table for name, table in vars(labels).items() if isinstance(table, dict) and name.isupper()}


def test_labels_are_pairs_that_use_the_same_facts() -> None:
    """A fact that only one language shows would be lost on the readers of the other."""
    unequal = [
        key
        for table in label_tables().values()
        for key, (chinese, english) in table.items()
        if set(re.findall(r"{(\w+)", english)) - set(re.findall(r"{(\w+)", chinese))
    ]

    assert unequal == []


def test_labels_can_be_encoded_in_gbk() -> None:
    """Chinese terminals are often GBK."""
    for table in label_tables().values():
        for pair in table.values():
            "".join(pair).encode("gbk")


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (labels.TIERS, get_args(Tier)),
        (labels.SHAPES, SHAPES),
        (labels.MISSED_WINS, get_args(MissedWin)),
        (labels.FAMILIES, PROBLEM_TABLES),
        (terms.EVENTS, EVENTS),
        (terms.REASONS, [reason for reason in get_args(Reason) if reason]),
        (terms.UNCOUNTED, get_args(get_type_hints(Uncounted)["why"])),
    ],
)
def test_what_a_rule_file_or_a_result_can_say_has_words(table: Mapping[str, Text], keys: Iterable[str]) -> None:
    """A word that lacks would be found by the player who needs it."""
    assert set(keys) - set(table) == set()


@pytest.mark.parametrize("name", rule_ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_set_can_be_shown(name: str, lang: str) -> None:
    """And fits the narrowest console."""
    stream = io.StringIO()
    drawn(lambda view: rules_show_screen(load_rules(name), view))(stream, WIDTHS[0], lang)

    assert [line for line in stream.getvalue().splitlines() if cell_len(line.rstrip()) > WIDTHS[0]] == []


@pytest.mark.parametrize("name", PREDICATES)
def test_predicates_are_described_in_both_languages(name: str) -> None:
    """The docstring is what `mj rules fans` shows."""
    (chinese, english), (said, said_in_english) = described(PREDICATES[name])

    assert not chinese.isascii()
    assert not said.isascii()
    assert english.isascii()
    assert english
    assert said_in_english


# Streams


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown_on(stream: io.StringIO, color: str) -> str:
    open_console(stream, color, WIDTH).print("x", style="bold red")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("stream", "color", "no_color", "is_colored"),
    [
        (io.StringIO, "auto", "", False),
        (io.StringIO, "always", "", True),
        (io.StringIO, "never", "", False),
        (Terminal, "auto", "", True),
        (Terminal, "auto", "1", False),
        (Terminal, "never", "", False),
        (Terminal, "always", "1", True),
    ],
)
def test_colour_goes_where_it_is_wanted(
    stream: type[io.StringIO], color: str, no_color: str, is_colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR holds unless colour is asked for outright."""
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm-256color")

    assert ("\x1b[" in shown_on(stream(), color)) == is_colored


def test_a_stream_that_is_no_terminal_is_80_cells_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal around it says."""
    monkeypatch.setenv("COLUMNS", "200")

    assert open_console(io.StringIO()).width == WIDTH


@pytest.mark.parametrize(
    ("encoding", "lang"),
    [("utf-8", "zh"), ("gbk", "zh"), ("gb18030", "zh"), ("ascii", "en"), ("latin-1", "en"), ("cp437", "en")],
)
def test_english_where_the_stream_has_no_chinese(encoding: str, lang: str) -> None:
    """By the encoding alone."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    assert printable_lang("zh", stream) == lang
    assert printable_lang("en", stream) == "en"


def test_a_safe_stream_escapes_what_it_cannot_encode() -> None:
    """Printing never ends in a traceback."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    make_safe(stream)
    make_safe(io.StringIO())
    stream.write("麻\udc80")
    stream.flush()

    assert stream.buffer.getvalue() == rb"\u9ebb\udc80"


def test_a_broken_pipe_is_left_to_the_caller() -> None:
    """The command line ends quietly then, with its own exit code."""

    class Unread(io.StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        open_console(Unread()).print("x")


def test_a_closed_stream_is_borne() -> None:
    """Python has None for it."""
    make_safe(None)

    assert printable_lang("zh", None) == "zh"


def test_console_and_problems_load_without_rich() -> None:
    """They are needed on every call; rich costs more than scoring a hand."""
    code = "import mjcli.report.console, mjcli.report.problems, sys; sys.exit('rich' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_printed_steers_the_terminal() -> None:
    """Hands come from files of strangers."""
    assert printable("1m\x1b]0;x\x07\u202e\u3000麻") == "1m?]0;x??\u3000麻"


# Problems


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("123m456", ["N003 第 5 列：数字 456 没有写花色", "  123m456", "      ^^^"]),
        ("一二三万５６", ["N003 第 5 列：数字 ５６ 没有写花色", "  一二三万５６", "          ^^^^"]),
    ],
)
def test_a_caret_stands_under_each_cell_of_the_token(text: str, lines: list[str]) -> None:
    """Chinese and full-width characters are two cells wide."""
    assert problem_lines(outcome("score", text).problems[0], "zh") == lines


def test_a_long_source_is_cut_around_the_token() -> None:
    """The token and its surroundings stay, the line fits 80 cells."""
    problems = outcome("score", "1m" * 500 + "?" + "东" * 500).problems
    _, source, carets = problem_lines(next(one for one in problems if one.token == "?"), "zh")

    assert source.startswith("  …")
    assert source.endswith("…")
    assert cell_width(source) <= WIDTH
    assert source[carets.index("^")] == "?"
    assert carets.strip() == "^"


def test_a_field_and_a_line_of_a_file_are_named() -> None:
    """A field by its name, a rule file as other tools write places."""
    field = outcome("score", "123m", fields={"seat": "X"}).problems[0]
    rule = Problem("R003", token="fan", key="fans.x.fan", file="x.toml", line=7)

    assert problem_lines(field, "en") == ["U002 seat: there is no seat 'X': E S W N or 东 南 西 北"]
    assert problem_lines(rule, "en") == ["x.toml:7: R003 fans.x.fan: the key fan is missing"]


def test_a_problem_shows_no_control_characters() -> None:
    """Neither in the sentence nor in the source."""
    for one in outcome("score", "1m\x1b[31m2").problems:
        assert "\x1b" not in "".join(problem_lines(one, "zh"))


# Rows


@pytest.mark.parametrize(
    ("lang", "tiles", "written"),
    [
        ("zh", "text", "12m 1z j"),
        ("zh", "unicode", "🀇🀈 🀀 🀪"),
        ("zh", "name", "一二万 东 百搭"),
        ("en", "name", "12m East Joker"),
    ],
)
def test_a_joker_on_screens(lang: str, tiles: str, written: str) -> None:
    """As a suit of its own, and a single cell wide as a glyph."""
    assert View(lang, tiles).by_suit([JOKER, *read_tiles("12mE")]) == written
    assert cell_width(JOKER.glyph) == cell_len(JOKER.glyph) == 1
    assert cell_width(JOKER.name("zh")) == cell_len(JOKER.name("zh")) == 4


def test_numbers_stay_in_their_columns_whatever_the_hand_and_the_amounts() -> None:
    """A wide amount takes room from the hand, not from its neighbours."""
    stream = io.StringIO()
    table = BatchTable(open_console(stream), View("zh"), "score")
    for unit in (1, 600, 1_000_000):
        table.row(outcome("score", "一二三万456m789m111z2z+2z", unit=unit))
    _, _, *rows = stream.getvalue().splitlines()
    ends = {cell_len(line[: line.index(" 混一色")]) for line in rows if "混一色" in line}

    assert len(ends) == 1
    assert all(cell_len(line) <= WIDTH for line in rows)


def test_a_table_without_rows_shows_nothing() -> None:
    """No head without a body."""
    stream = io.StringIO()
    BatchTable(open_console(stream), View("zh"), "score").close()

    assert stream.getvalue() == ""
