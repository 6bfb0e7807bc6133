"""Scores of whole columns: every record against the path of one hand at a time, and the tables against dictionaries."""

from __future__ import annotations

import io
import random
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from columnar_reference import SCORES, VALUED_WAITS, Asked, by_columns, by_hands, make_file, outcomes_of

from mjcli.answer import Entry
from mjcli.batch import blocks, blocks_of, parts_of, score_columns, wait_columns
from mjcli.batch.columns import classes, numbering, questions, relations, scores, worths
from mjcli.batch.columns.lines import read_columns
from mjcli.batch.columns.numbering import Grown, NarrowNumbers, Numbers, Rows
from mjcli.batch.columns.pieces import named
from mjcli.batch.columns.questions import can_ask
from mjcli.batch.columns.scores import Scores
from mjcli.cli.main import run
from mjcli.fans.concealment import SOLE_WAYS
from mjcli.hand import WinContext
from mjcli.notation import parse_hand
from mjcli.report.score_lines import EncodedLines
from mjcli.ruleset import load_rules, rule_ids
from mjcli.scoring import score_hand
from mjcli.scoring.engine import engine_of

JIPINGHU, MCR = load_rules("jipinghu"), load_rules("mcr")
WIN = "123m456m789p123s5p+5p"


@pytest.mark.parametrize("name", rule_ids())
@pytest.mark.parametrize("asked", [SCORES, VALUED_WAITS], ids=["score", "valued wait"])
def test_same_records_as_by_hands(name: str, asked: Asked) -> None:
    """Columns write of a file, errors included, what single hands do; wild tiles are not for columns."""
    rules, data = load_rules(name), make_file(2500, seed=sum(name.encode()))
    outcomes = outcomes_of(data, rules, asked)
    for kind, fields in asked.forms:
        found = by_columns(data, rules, outcomes, kind, fields, asked)

        assert found.text.splitlines() == by_hands(outcomes, kind, fields, asked).splitlines()
        assert (300 < found.by_columns < len(outcomes)) is (rules.wild is None)


# Names with all that means something to a text that is filled in, or to a row of a table.
ODD_NAMES = """
id = "odd"
name = { zh = "怪", en = "Odd" }
extends = "mcr"
[fans.all-chows]
name = { zh = '平%s和,"', en = "All\\n100% chows" }
[fans.no-honours]
name = { zh = "无\\n字", en = 'No, "honours" %(x)s' }
[fans.thirteen-orphans]
name = { zh = "十三%幺", en = "All 13 %, and \\"more\\"" }
"""


def test_names_of_fans_are_told_as_they_are(tmp_path: Path) -> None:
    """Whatever characters they have, in lines and in rows."""
    path = tmp_path / "odd.toml"
    path.write_text(ODD_NAMES, encoding="utf-8")
    rules, data = load_rules(str(path)), make_file(1500, seed=3) + b"\n19m19p19s1234567z+1m\n" * 3
    outcomes = outcomes_of(data, rules, SCORES)
    for kind, fields in SCORES.forms:
        text = by_hands(outcomes, kind, fields, SCORES)

        assert by_columns(data, rules, outcomes, kind, fields, SCORES).text == text
        assert "100% chows" in text or (fields and "fans" not in fields)


@pytest.mark.parametrize(
    ("module", "bound"),
    [
        (worths, "_MOST_PIECES"),
        (worths, "_MOST_CLASSES"),
        (worths, "_MOST_ANSWERS"),
        (scores, "_MOST_WORTHS"),
        (scores, "_MOST_RARE"),
    ],
)
def test_what_is_forgotten_makes_no_difference(module: ModuleType, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hardly anything is kept, every block begins anew and writes the same."""
    monkeypatch.setattr(module, bound, 1)
    monkeypatch.setattr(blocks, "SIZE", 1 << 12)
    monkeypatch.setattr(blocks, "LEAST", 1)
    data = make_file(1500, seed=2)
    for asked in (SCORES, VALUED_WAITS):
        outcomes = outcomes_of(data, MCR, asked)
        kind, fields = asked.forms[0]

        found = by_columns(data, MCR, outcomes, kind, fields, asked)

        assert found.text == by_hands(outcomes, kind, fields, asked)


@pytest.mark.parametrize(
    ("module", "bound"),
    [
        (numbering, "_ROW_BITS"),
        (worths, "_POINT_BITS"),
        (classes, "_MOST_BITS"),
        (relations, "_CODE_BITS"),
        (classes, "MOST_MARKS"),
    ],
)
def test_what_columns_have_no_room_for_goes_by_hands(
    module: ModuleType, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a bound is reached nothing is lost: the rest of the file is answered one hand at a time."""
    monkeypatch.setattr(module, bound, 2)
    data = make_file(1500, seed=3)
    outcomes = outcomes_of(data, MCR, SCORES)
    kind, fields = SCORES.forms[0]

    found = by_columns(data, MCR, outcomes, kind, fields, SCORES)

    assert found.text == by_hands(outcomes, kind, fields, SCORES)
    assert not found.by_columns


def test_more_points_than_columns_can_rank(tmp_path: Path) -> None:
    """A house whose row doubles sixty times has scores all the same."""
    path = tmp_path / "house.toml"
    path.write_text(
        'id = "house"\nname = { zh = "本桌", en = "House" }\nextends = "jipinghu"\n[fans.full-flush]\nfan = 60\n',
        "utf-8",
    )
    rules, data = load_rules(path), make_file(1500, seed=4) + b"1112345678999m+5m\n123m456m789m123m5m+5m\n" * 9
    outcomes = outcomes_of(data, rules, SCORES)
    kind, fields = SCORES.forms[0]

    text = by_columns(data, rules, outcomes, kind, fields, SCORES).text

    assert text == by_hands(outcomes, kind, fields, SCORES)
    assert str(2**60) in text


@pytest.mark.parametrize("name", rule_ids())
def test_columns_cover_the_rule_sets_without_wild_tiles(name: str) -> None:
    """There are columns for scores and for valued waits just where no tile is wild."""
    rules = load_rules(name)

    assert (score_columns(rules) is None) is (rules.wild is not None)
    assert (wait_columns(rules, (), values=True) is None) is (rules.wild is not None)


def test_an_unknown_aspect_is_not_for_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule set that asks about something that no column stands for goes by hands."""
    assert can_ask(engine_of(MCR).frames["standard", 5])
    monkeypatch.setattr(questions, "_KNOWN", questions._KNOWN - {SOLE_WAYS})

    assert not can_ask(engine_of(MCR).frames["standard", 5])
    assert score_columns(MCR) is None
    assert wait_columns(MCR, (), values=True) is None
    assert score_columns(JIPINGHU) is not None


def test_rules_that_ask_nothing_of_a_shape_are_not_for_columns(tmp_path: Path) -> None:
    """A house that has only the row of thirteen orphans, so that no fan says anything of other hands."""
    path = tmp_path / "house.toml"
    off = [rule.id for rule in load_rules("huizhou").fans if rule.id != "thirteen-orphans"]
    head = 'id = "house"\nname = { zh = "本桌", en = "House" }\nextends = "huizhou"\n'
    path.write_text(head + "".join([f"[fans.{name}]\noff = true\n" for name in off]), "utf-8")
    rules = load_rules(path)

    assert score_columns(rules) is None
    assert wait_columns(rules, (), values=True) is None
    assert wait_columns(rules, ()) is not None


HANDS = [
    WIN,
    "12346789m345p66z+5m",
    "1112345678999m+5m",
    "22233344m55p678s+4m",
    "111222333m4445p+5p",
    "1133557799m113p+3p",
    "1111m2233p44556s+6s",
    "19m19p19s1234567z+1m",
    "147m258p369s12345z+1z",
    "147m258p369s123m5m+5m",
    "123123m789789m5m+5m",
]


@pytest.mark.parametrize("hand", HANDS)
def test_the_worth_of_a_hand(hand: str) -> None:
    """Fans, total and groups are those of the one hand, whichever of its readings is best."""
    context = WinContext()
    table = Scores(MCR, (context,))
    columns = read_columns(f"{hand}\n".encode())
    best = table.best(columns.keys, columns.last.astype(np.int64))

    score = score_hand(parse_hand(hand), MCR, context)
    number = int(best.worths[0][0])
    if number < 0:
        assert best.rare[0][0].tally == score.tally
    else:
        (groups,) = named(table.shapes[int(best.shapes[0])].pieces.groups(best.pieces).T)
        assert table.worths.all[number].tally == score.tally
        assert score.reading is not None
        assert groups == score.reading.groups


def test_a_block_without_complete_hands() -> None:
    """Where no hand is complete, or every one is rare, nothing is scored by suits."""
    for hand, rare in (("123m456m789p123s5p+6p", 0), ("19m19p19s1234567z+1m", 2)):
        columns = read_columns(f"{hand}\n".encode() * 2)
        best = Scores(JIPINGHU, (WinContext(),)).best(columns.keys, columns.last.astype(np.int64))

        assert best.worths[0].tolist() == [-1, -1]
        assert len(best.rare) == rare


def test_incomplete_hands_are_entries() -> None:
    """What is complete in no shape is left to the path that knows how far off it is."""
    data = f"{WIN}\n123m456m789p123s56p\n".encode() * 2000
    parts = parts_of(blocks_of(io.BytesIO(data)), "score", lambda: score_columns(JIPINGHU))
    found = [(part.size, part.won, len(part.entries)) for part in parts if not isinstance(part, Entry)]

    assert [sum(column) for column in zip(*found, strict=True)] == [2000, 2000, 2000]


def test_exit_code_and_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hand that is not complete among many is written in its place, and counts."""
    path = tmp_path / "wins.txt"
    path.write_text(f"{WIN}\n" * 3000 + "123m456m789p123s56p\n" + f"{WIN}\n" * 3000)

    assert run(["score", "--json", "--fields", "win,hand", "--lang", "en", "-f", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [at for at, line in enumerate(lines) if '"win": false' in line] == [3000]
    assert lines[0] == '{"win": true, "hand": "123456m5789p123s+5p"}'


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(("score", "--json", "--unit", "3", "--fee", "7"), id="scores"),
        pytest.param(("score", "--csv", "--unit", "3", "--fee", "7"), id="scores-in-a-table"),
        pytest.param(("wait", "--json"), id="waits"),
        pytest.param(("wait", "--csv", "--fields", "hand,worth"), id="waits-in-a-table"),
    ],
)
def test_several_files(
    args: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second large file, whose hands come in another order, gets the records that it gets by itself."""
    files = []
    for seed in (3, 4):
        path = tmp_path / f"{seed}.txt"
        path.write_bytes(make_file(1500, seed))
        files += ["-f", str(path)]
    run([*args, "-r", "mcr", *files])
    found = capsys.readouterr().out
    monkeypatch.setattr(blocks, "LEAST", 1 << 30)

    run([*args, "-r", "mcr", *files])

    assert found.splitlines() == capsys.readouterr().out.splitlines()


def test_numbers_are_those_of_a_dictionary() -> None:
    """Equal keys have equal numbers, in the order first met, however many there come to be."""
    chance, numbers, known = random.Random(1), Numbers(), dict[int, int]()
    for size in (0, 1, 3000, 100, 20_000):
        keys = [chance.choice((chance.randrange(5000), chance.randrange(-(1 << 62), 1 << 62))) for _ in range(size)]
        before = len(known)
        found, new = numbers.of(np.array(keys, np.int64))

        assert found.tolist() == [known.setdefault(key, len(known)) for key in keys]
        assert [known[keys[row]] for row in new.tolist()] == list(range(before, len(known)))
        assert len(numbers) == len(known)


def test_numbers_of_narrow_keys_are_the_same() -> None:
    """A table of all keys of a few bits numbers them as the table that keeps those met."""
    chance, narrow, numbers = np.random.default_rng(1), NarrowNumbers(9), Numbers()
    for size in (0, 1, 100, 1000):
        keys = chance.integers(0, 1 << 9, size)

        assert [found.tolist() for found in narrow.of(keys)] == [found.tolist() for found in numbers.of(keys)]
    assert len(narrow) == len(numbers)


def test_keys_that_fall_on_one_place() -> None:
    """Keys are told apart although the table has them behind each other."""
    numbers = Numbers()
    places = numbers._place(np.arange(200_000))
    crowded = np.flatnonzero(places == places[0])
    assert len(crowded) > 100

    assert numbers.of(crowded)[0].tolist() == list(range(len(crowded)))
    assert numbers.of(crowded[::-1])[0].tolist() == list(range(len(crowded)))[::-1]


def test_rows_are_those_of_a_dictionary() -> None:
    """Equal rows have equal numbers and are found again by them, also where greater numbers come later."""
    chance, rows, known = random.Random(2), Rows(3), dict[tuple[int, ...], int]()
    for size, most in ((0, 1), (50, 1), (50, 3), (2000, 40), (10, 1), (3000, 5000)):
        met = [(chance.randrange(most), 0, chance.randrange(1 + most // 2)) for _ in range(size)]
        before = len(known)
        found, new = rows.of([*np.array(met, np.int32).reshape(-1, 3).T])

        assert found.tolist() == [known.setdefault(row, len(known)) for row in met]
        assert [known[met[at]] for at in new.tolist()] == list(range(before, len(known)))
        assert len(rows) == len(known)
    assert rows.some(np.arange(len(rows))) == list(known)


@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "utf-16-le"])
def test_encoded_lines_reach_every_stream_in_its_encoding(encoding: str) -> None:
    """Also between text that was written before and is written after."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding)
    lines = EncodedLines(iter(["鸡\n".encode(), "胡\n".encode(), "番\n".encode()]))

    stream.write("前\n")
    lines.write(stream, 0, 2)
    stream.write("中\n")
    lines.write(stream, 2)
    stream.flush()

    assert raw.getvalue().decode(encoding) == "前\n鸡\n胡\n中\n番\n"


@pytest.mark.parametrize("is_terminal", [False, True])
def test_many_encoded_lines_pass_a_text_stream_by(is_terminal: bool) -> None:
    """In their order, behind what was written as text and before what is; a stream flushed at every line has them."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(io.BufferedWriter(raw, 1 << 20), "utf-8", newline="\n", line_buffering=is_terminal)
    made = [f"{at:0100}\n" for at in range(1000)]
    lines = EncodedLines(one.encode() for one in made)

    stream.write("前")
    for start, stop in ((0, 0), (0, 300), (300, 301), (301, None)):
        lines.write(stream, start, stop)
        assert stop is not None or not is_terminal or raw.getvalue().decode().endswith(made[-1])
        stream.write("中")
    stream.flush()

    assert raw.getvalue().decode() == "".join(["前中", *made[:300], "中", made[300], "中", *made[301:], "中"])


def test_grown_columns_keep_what_they_have() -> None:
    """Values are added at the end, however many there are."""
    column = Grown()
    for start in range(0, 5000, 7):
        column.extend(range(start, start + 7))
    assert column[np.arange(len(column))].tolist() == list(range(len(column)))


def test_grown_rows() -> None:
    """A value may be a row."""
    rows = Grown(np.int8, 2)
    for start in range(0, 2000, 100):
        rows.extend([[one % 100, one // 100] for one in range(start, start + 100)])
    assert rows[np.array([7, 1999])].tolist() == [[7, 0], [99, 19]]
