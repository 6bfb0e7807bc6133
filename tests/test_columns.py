"""Whole columns: the tables against the known numbers, and every record against the path of one hand at a time."""

from __future__ import annotations

import csv
import io
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from columnar_reference import WAITS, by_columns, by_hands, make_file, outcomes_of

from mjcli.answer import Entry, Settings, answer
from mjcli.batch import blocks, blocks_of, parts_of, wait_columns
from mjcli.batch.columns.block import WaitBlock
from mjcli.batch.columns.keys import SUIT_KEYS, SUITS, WEIGHTS, Array, hand_counts, hand_keys, suit_counts
from mjcli.batch.columns.lines import read_columns
from mjcli.batch.columns.tables import WAITS_MASK, is_complete, load_tables
from mjcli.batch.columns.waits import column_waits, has_formulas, part_waits, standard_waits
from mjcli.cli import hands, output
from mjcli.cli.main import run
from mjcli.errors import tried
from mjcli.notation import format_tiles, parse_hand
from mjcli.report.fields import CSV_FIELDS, JSON_FIELDS
from mjcli.report.progress import Bar
from mjcli.report.records import Form
from mjcli.report.writers import JsonWriter, outcome_record
from mjcli.ruleset import RuleSet, load_rules, rule_ids
from mjcli.tiles import COPIES, TILES
from mjcli.waiting import waits

JIPINGHU = load_rules("jipinghu")
TENPAI, NO_TENPAI = "123m456m789p2345s", "147m258p369s1234z"
ROOT = Path(__file__).resolve().parent.parent


# --- tables


def one_suit_keys(tiles: int) -> Array:
    """The keys of all suits of so many tiles."""
    keys = np.arange(SUIT_KEYS)
    chosen: Array = keys[suit_counts(keys, 0).sum(axis=1) == tiles]
    return chosen


def hands_of(keys: Array) -> Array:
    """Hands of one suit: the columns of their keys, the other suits empty."""
    columns = np.zeros((SUITS, len(keys)), np.int64)
    columns[0] = keys
    columns[3] = SUIT_KEYS
    return columns


def test_waits_of_every_hand_of_one_suit() -> None:
    """How many of the 93,600 hands of 13 tiles of one suit wait for how many kinds."""
    columns = hands_of(one_suit_keys(13))
    found = standard_waits(load_tables().suits[columns]).sum(axis=1)

    numbers = [53_530, 14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]
    assert dict(enumerate(np.bincount(found).tolist())) == dict(enumerate(numbers))


def test_number_of_complete_hands() -> None:
    """There are 11,498,658 standard wins: the complete suits by their tiles, joined over four suits."""
    suits, honours = (suit_counts(keys, at).sum(axis=1) for keys, at in (complete(0), complete(3)))
    by_size = [np.bincount(sizes, minlength=15) for sizes in (suits, suits, suits, honours)]
    total = sum(
        int(np.prod([by_size[suit][size] for suit, size in enumerate(sizes)]))
        for sizes in product((0, 2, 3, 5, 6, 8, 9, 11, 12, 14), repeat=4)
        if sum(sizes) == 14 and sum(size % 3 == 2 for size in sizes) == 1
    )

    assert by_size[0][[0, 3, 6, 9, 12, 2, 5, 8, 11, 14]].tolist() == [1, 16, 127, 627, 2098, 9, 135, 996, 4475, 13259]
    assert by_size[3][[0, 3, 6, 9, 12, 2, 5, 8, 11, 14]].tolist() == [1, 7, 21, 35, 35, 7, 42, 105, 140, 105]
    assert total == 11_498_658


def complete(suit: int) -> tuple[Array, int]:
    """The keys of a suit that are complete by themselves or beside a pair elsewhere, and the suit."""
    keys = np.arange(SUIT_KEYS) if suit == 0 else np.arange(SUIT_KEYS, SUIT_KEYS + 5**7)
    sizes = suit_counts(keys, suit).sum(axis=1)
    columns = np.zeros((SUITS, len(keys)), np.int64)
    columns[3] = SUIT_KEYS
    # A pair in another suit makes a hand of a suit of sets alone.
    columns[1] = np.where(sizes % 3 == 0, 2, 0)
    columns[suit] = keys
    return keys[is_complete(load_tables().suits[columns]) & (sizes <= 14)], suit


def test_a_pair_in_three_suits_is_not_complete() -> None:
    """The sizes alone would allow four suits of sets and a pair each."""
    pairs = np.array([[2], [2], [2], [SUIT_KEYS + 2]])

    assert not is_complete(load_tables().suits[pairs]).any()


def test_parts_say_what_the_entries_say() -> None:
    """The waits by bits, and those with their copies, are the same of every suit."""
    tables = load_tables()
    keys = np.flatnonzero(tables.suits[:SUIT_KEYS] & WAITS_MASK)
    counts = suit_counts(keys, 0)
    chosen = random.Random(1).sample(range(len(keys)), 3000)
    for at in chosen:
        listed = part_waits(int(tables.part[keys[at]]))
        assert sum(1 << rank for rank, _ in listed) == tables.suits[keys[at]] & WAITS_MASK
        assert all(left == COPIES - counts[at][rank] > 0 for rank, left in listed)
    assert (tables.part[:SUIT_KEYS] > 0).sum() == len(keys)


@pytest.mark.parametrize("name", rule_ids())
def test_rule_sets_have_columns(name: str) -> None:
    """Columns answer for every rule set of the package that has no wild tiles."""
    rules = load_rules(name)

    assert (wait_columns(rules, ()) is None) is (rules.wild is not None)


@pytest.mark.parametrize("shapes", [(), ("thirteen-orphans",), ("standard", "never-heard-of")])
def test_shapes_without_formulas(shapes: tuple[str, ...]) -> None:
    """What is not known, or has no standard shape, is not for columns."""
    assert not has_formulas(shapes)


PAIR_HANDS = ["1133557799m11p3s", "1111m2233p4455s6z", "1112m2233p4455s6z", "1111m222255p667s", "1122334455667m"]


@pytest.mark.parametrize("hand", PAIR_HANDS)
@pytest.mark.parametrize("shape", ["seven-pairs", "seven-different-pairs"])
def test_pairs(hand: str, shape: str) -> None:
    """Four alike are two pairs, or none, as the shape says."""
    columns = read_columns(f"{hand}\n".encode())
    shapes = ("standard", shape)
    found = column_waits(columns.keys, columns.entries, shapes)

    expected = waits(parse_hand(hand), shapes)
    listed = found.others.get(0) or part_waits(int(found.first[0])) + part_waits(int(found.second[0]))
    assert listed == tuple((int(wait.tile), wait.left) for wait in expected.waits)
    assert found.is_held.tolist() == [bool(expected.held)]


# --- lines


PLAIN = [
    *("1m", "123m456m789p2345s", "99s1z", "7z", "1 2 3 m", " 12m 3p ", "123m+4m", "123m + 4 m", "11m\r", "1m 1m1m 1m"),
    "111222333444555666777888999m",
]
NOT_PLAIN = [
    *(
        "",
        " ",
        "#1m",
        "m",
        "1",
        "mm",
        "1mm",
        "m1",
        "123m456",
        "0m",
        "8z",
        "19z",
        "1f",
        "E",
        "1mE",
        "[111m]1p",
        "11111m",
    ),
    *(
        "1111m1m",
        "+1m",
        "1m+",
        "1m+2",
        "1m+2m3m",
        "1m+23m",
        "1m+2m+3m",
        "1m++2m",
        "1m\t2p",
        "1m\r2p",
        "一万",
        "1m id=7",
        "1m\x00",
    ),
    *("1m-", "{}", "99999s", "11111z", "1" * 30 + "m", "1M"),
]


@pytest.mark.parametrize(("text", "is_plain"), [*product(PLAIN, [True]), *product(NOT_PLAIN, [False])])
def test_plain_lines(text: str, is_plain: bool) -> None:
    """What is plain is read as one hand at a time is read, between any neighbours; everything else is not plain."""
    for before, after in (("", ""), ("1m\n", "2p+3s\n"), ("1\n", "m\n"), ("m\n", "1\n")):
        columns = read_columns(f"{before}{text}\n{after}".encode())
        at = before.count("\n")

        assert bool(columns.is_plain[at]) is is_plain
        if is_plain:
            hand = parse_hand(text.strip())
            assert hand_counts(columns.keys)[at].tolist() == list(hand.counts)
            assert (columns.tiles[at], bool(columns.added[at])) == (hand.size, hand.added is not None)
            assert columns.last[at] == hand.closed_tiles[-1]
            written = columns.text.split(b"\n")[at].decode()
            assert bool(columns.is_sorted[at]) is (written.partition("+")[0] == format_tiles(hand.concealed))


def test_every_short_line() -> None:
    """Of all lines of up to five of these bytes, those that are plain are hands, read as they are by themselves."""
    texts = ["".join(chars) for size in range(6) for chars in product("19mz+ ", repeat=size)]
    columns = read_columns("".join(f"{text}\n" for text in texts).encode())
    counts = hand_counts(columns.keys)

    for at, text in enumerate(texts):
        hand = tried(partial(parse_hand, text), [])
        if columns.is_plain[at]:
            assert hand is not None, text
            assert (bytes(counts[at].tolist()), columns.added[at]) == (hand.counts, hand.added is not None), text
        else:
            # What is read though it is not plain has its suit first, or has nothing before the plus.
            is_other = any(part.strip()[:1] in tuple("mz") for part in text.split("+")) or text.strip()[:1] == "+"
            assert hand is None or is_other, text
    assert columns.is_plain.sum() > 250


def test_keys_hold_every_kind() -> None:
    """Each kind has its place in the keys, four times too."""
    for tile in TILES:
        columns = read_columns(f"{str(tile.rank) * 4}{tile.suit}\n".encode())
        assert columns.keys[tile // 9, 0] % SUIT_KEYS == 4 * WEIGHTS[tile.rank - 1]
        assert columns.is_plain.tolist() == [True]


def test_a_suit_whose_key_begins_anew() -> None:
    """Digits that come to 2**32 more than a hand do not come to the hand."""
    rest, digits = (1 << 32) + sum(WEIGHTS.tolist()), ""
    for rank, weight in reversed([*enumerate(WEIGHTS.tolist(), 1)]):
        digits += str(rank) * (rest // weight)
        rest %= weight
    columns = read_columns(f"{digits}m1122z\n123456789m1122z\n".encode())

    assert columns.is_plain.tolist() == [False, True]


def test_keys_and_counts_are_the_same() -> None:
    """Counts go to keys and back."""
    counts = np.random.default_rng(1).integers(0, COPIES + 1, (500, len(TILES)))

    assert (hand_counts(hand_keys(counts)) == counts).all()


# --- both paths


@pytest.mark.parametrize("name", rule_ids())
def test_both_paths_write_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of lines of every kind, in blocks that end anywhere, are the same byte for byte."""
    monkeypatch.setattr(blocks, "SIZE", 3001)
    monkeypatch.setattr(blocks, "LEAST", 1)
    rules, data = load_rules(name), make_file(3000, seed=sum(name.encode()))
    outcomes = outcomes_of(data, rules)
    for kind, fields in WAITS.forms:
        found = by_columns(data, rules, outcomes, kind, fields)

        assert found.text.splitlines() == by_hands(outcomes, kind, fields).splitlines()
        assert (600 < found.by_columns < len(outcomes)) is (rules.wild is None)


def test_the_lines_are_of_every_kind() -> None:
    """The seeded lines have every outcome that matters here, so that agreement on them says something."""
    outcomes = outcomes_of(make_file(6000, seed=2), load_rules("mcr"))
    reports = [outcome.answer for outcome in outcomes if outcome.answer is not None]
    kinds = Counter(code for outcome in outcomes for code in {problem.code for problem in outcome.problems})
    waiting: list[Any] = [report for report in reports if getattr(report, "waits", ())]

    assert len(kinds) > 15
    assert sum(bool(report.held) for report in waiting) > 20
    assert {len(report.waits) for report in waiting} >= {1, 2, 3, 5, 7, 13}
    assert len(reports) - len(waiting) > 200


def formal(rules: RuleSet) -> RuleSet:
    """The rule set with formal waits."""
    return rules.replace(table=rules.table.replace(formal_tenpai=True))


def test_what_columns_do_not_cover_goes_by_hands() -> None:
    """Rule sets with formal waits, or with a shape of their own, have no columns."""
    other = JIPINGHU.replace(table=JIPINGHU.table.replace(shapes=("standard", "unheard-of")))

    assert wait_columns(JIPINGHU, ()) is not None
    assert wait_columns(formal(JIPINGHU), ()) is None
    assert wait_columns(other, ()) is None
    data = f"{TENPAI}\n".encode() * 2 * blocks.LEAST
    parts = parts_of(blocks_of(io.BytesIO(data)), "wait", lambda: None)
    assert {type(part) for part in parts} == {Entry}


# --- blocks


class Drops:
    """A stream that gives so many bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._rest, self._size = io.BytesIO(data), size

    def read1(self, size: int, /) -> bytes:
        return self._rest.read(min(size, self._size))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("data", [b"", b"\n", b"1\n", b"1", b"1\n\n22\n", b"1\r\n22", b"1\n22\n3", b"12345678\n1"])
def test_blocks_are_whole_lines(data: bytes, size: int) -> None:
    """However the bytes come, the blocks together are the input and break it at line ends alone."""
    found = list(blocks_of(Drops(data, size)))

    assert b"".join(found) == data
    assert all(block.endswith(b"\n") for block in found[:-1])
    assert all(found)


def test_a_slow_pipe_is_answered_line_by_line() -> None:
    """Small blocks are entries at once, each before the next is read, and numpy is not asked for."""
    asked: list[int] = []
    stream = Drops(f"{TENPAI}\n".encode() * 5000, len(TENPAI) + 1)

    parts = parts_of(blocks_of(stream), "wait", lambda: asked.append(1))

    assert [isinstance(part, Entry) and part.line for part in parts] == list(range(1, 5001))
    assert asked == []


@pytest.mark.parametrize("head", [0, 1, 3, 4, 5000])
@pytest.mark.parametrize("comment", ["", "# a comment\n", "\n# a longer comment\r\n" * 2000])
def test_the_first_hands_are_entries(head: int, comment: str) -> None:
    """So many hands as are asked for come as entries, the rest by columns, and none is lost."""
    before = comment.count("\n")
    data = f"{comment}{TENPAI}\n".encode() + f"{TENPAI}\n".encode() * 3999
    parts = list(parts_of(blocks_of(io.BytesIO(data)), "wait", lambda: wait_columns(JIPINGHU, ()), head=head))

    entries = [part.line for part in parts if isinstance(part, Entry)]
    numbers = [number for part in parts if isinstance(part, WaitBlock) for number in part.numbers]
    assert entries == list(range(before + 1, before + min(head, 4000) + 1))
    assert entries + numbers == list(range(before + 1, before + 4001))


@pytest.mark.parametrize("start", [b"hand,id\n", b"\xef\xbb\xbfid,hand\r\n", b'"hand"\n'])
def test_tables_are_entries(start: bytes) -> None:
    """A large file with a header is a table, row by row."""
    data = start + f"{TENPAI},{TENPAI}\n".encode() * 4000
    parts = list(parts_of(blocks_of(io.BytesIO(data)), "wait", lambda: wait_columns(JIPINGHU, ())))

    assert len(parts) == 4000
    assert all(isinstance(part, Entry) for part in parts)


def test_a_byte_order_mark_is_no_part_of_the_first_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A marked file is read by columns as well."""
    monkeypatch.setattr(blocks, "LEAST", 1)
    data = b"\xef\xbb\xbf" + f"{TENPAI}\n".encode() * 2
    outcomes = outcomes_of(data, JIPINGHU)

    assert [outcome.exit_code for outcome in outcomes] == [0, 0]
    for kind, fields in WAITS.forms:
        assert by_columns(data, JIPINGHU, outcomes, kind, fields) == (by_hands(outcomes, kind, fields), 1)


def test_the_bar_sees_every_byte() -> None:
    """However large the pieces are, the bar hears of all of them."""
    for pieces in ([b"x" * 40_000, b"y" * 7], [b"1"] * 100_000, []):
        heard: list[int] = []
        assert list(Bar(heard.append).watch(pieces)) == pieces
        assert sum(heard) == sum(map(len, pieces))
        assert len(heard) < 10


# --- the command


Mj = Callable[..., tuple[int, str, str]]


@pytest.fixture
def mj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Mj:
    """Runs a command on a file, and returns its exit code and what it wrote."""
    monkeypatch.delenv("MJ_RULES", raising=False)

    def ran(*args: str, lines: bytes) -> tuple[int, str, str]:
        path = tmp_path / "hands.txt"
        path.write_bytes(lines)
        code = run([*args, "--lang", "en", "-f", str(path)])
        return (code, *capsys.readouterr())

    return ran


MANY = 4000
WIN = "123m456m789p111s5z+5z"


@pytest.mark.parametrize(("last", "code"), [("", 0), (NO_TENPAI, 1), ("123m456", 2), (f"{NO_TENPAI}\n[111m", 2)])
def test_exit_code(mj: Mj, last: str, code: int) -> None:
    """The worst line counts, whichever path it took."""
    lines = f"{TENPAI}\n" * MANY + last

    found, out, _ = mj("wait", "--json", "--fields", "hand,waits", lines=lines.encode())

    assert found == code
    assert len(out.splitlines()) == MANY + len(last.split())


def test_errors_keep_their_place_and_line(mj: Mj) -> None:
    """A bad line among thousands is an error record where it stands, with its number."""
    lines = [TENPAI] * MANY
    lines[1234], lines[3000] = "123m456", "# nothing"

    _, out, _ = mj("wait", "--json", "--fields", "waits,hand", lines="\n".join(lines).encode())

    records = [json.loads(line) for line in out.splitlines()]
    assert len(records) == MANY - 1
    assert (records[1234]["line"], records[1234]["error"]["code"]) == (1235, "N003")
    assert all(list(record) == ["waits", "hand"] for record in records if "error" not in record)


@pytest.mark.parametrize("option", [("--visible", "2s2s2s"), ("--seat", "S"), ("--passed", "2s")])
def test_options_hold_for_large_files(mj: Mj, option: tuple[str, str]) -> None:
    """With an option for every hand the answers are those of a single hand with it."""
    asked = ("wait", "--json", "--fields", "hand,waits", *option)

    _, one, _ = mj(*asked, lines=f"{TENPAI}\n".encode())
    _, out, _ = mj(*asked, lines=f"{TENPAI}\n".encode() * MANY)

    assert out == one * MANY


def test_dead_waits_are_none_without_visible_tiles(mj: Mj) -> None:
    """`--all` changes nothing where nothing can be exhausted: what is held four times is no wait."""
    lines = f"{TENPAI}\n1111m234p234s567s\n".encode() * (MANY // 2)

    assert mj("wait", "--all", "--json", "--fields", "hand,waits,tenpai", lines=lines) == mj(
        "wait", "--json", "--fields", "hand,waits,tenpai", lines=lines
    )


@pytest.mark.parametrize("kind", ["--json", "--csv"])
def test_worth_is_a_column_of_its_own(mj: Mj, kind: str) -> None:
    """What is worth what is said where it is asked for, and then agrees with the whole record."""
    hands = f"{TENPAI}\n{NO_TENPAI}\n"
    _, whole, _ = mj("wait", kind, lines=hands.encode())
    _, out, _ = mj("wait", kind, "--fields", "worth,waits", lines=hands.encode())

    if kind == "--json":
        waits_of = [json.loads(line)["waits"] for line in whole.splitlines()]
        parts = [json.loads(line) for line in out.splitlines()]
        joined = [[one | other for one, other in zip(part["waits"], part["worth"], strict=True)] for part in parts]
        assert joined == waits_of
        assert [list(part) for part in parts] == [["worth", "waits"]] * 2
    else:
        rows = list(csv.DictReader(io.StringIO(out)))
        assert rows[0] == {"waits": "2s x3; 5s x3", "worth": "2s 2/4 1/2; 5s 2/4 1/2"}
        assert next(csv.DictReader(io.StringIO(whole)))["waits"] == "2s x3 2/4 1/2; 5s x3 2/4 1/2"


@pytest.mark.parametrize("command", ["score", "wait", "discard"])
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_every_column_can_be_picked(mj: Mj, command: str, kind: str) -> None:
    """All columns, each alone and all in reverse, are those of the whole record."""
    hands = "123m456m789p123s55p\n123m456m789p2345s\n123m456\n147m258p369s1234z5z\n"
    known = (JSON_FIELDS if kind == "json" else CSV_FIELDS)[command]

    def rows(*more: str) -> list[dict[str, Any]]:
        _, out, _ = mj(command, f"--{kind}", *more, lines=hands.encode())
        return (
            [json.loads(line) for line in out.splitlines()] if kind == "json" else [*csv.DictReader(io.StringIO(out))]
        )

    whole, parts = rows(), rows("--fields", ",".join(reversed(known)))
    for record, part in zip(whole, parts, strict=True):
        if kind == "json" and "error" in record:
            assert part == record
            continue
        assert list(part) == list(reversed(known))
        same = {name: value for name, value in record.items() if (command, name) != ("wait", "waits")}
        assert {name: part[name] for name in same} == same
        assert all(value in (None, "") for name, value in part.items() if name not in (*record, "worth"))
    for name in known:
        assert [row.get(name) for row in rows("--fields", name)] == [part.get(name) for part in parts]


@pytest.mark.parametrize("command", ["score", "wait", "discard"])
def test_json_fields_are_all_there_are(command: str) -> None:
    """Every key of the records of all examples can be picked."""
    keys: set[str] = set()
    settings = Settings(command, fee=5, others=True)
    for name in rule_ids():
        for hand in ("123m456m789p123s55p", "123m456m789p2345s", "1m", "147m258p369s12345z", "19m19p19s12345677z"):
            outcome = answer(Entry(hand), load_rules(name), settings)
            keys |= outcome_record(outcome, "en").keys() if outcome.answer else set()

    assert keys <= set(JSON_FIELDS[command])
    assert len(keys) > 5


FIELD_ERRORS = [
    (("--json", "--fields", "hand,wiats"), ["U021"], "waits"),
    (("--json", "--fields", "line"), ["U021"], ""),
    (("--csv", "--fields", "tiles"), ["U021"], ""),
    (("--json", "--fields", "a,b,a"), ["U021", "U021", "F005"], ""),
    (("--json", "--fields", "hand,"), ["U021"], ""),
    (("--csv", "--fields", "hand,hand"), ["F005"], ""),
    (("--fields", "hand"), ["U022"], "--json"),
]


@pytest.mark.parametrize(("args", "codes", "said"), FIELD_ERRORS)
def test_wrong_fields(mj: Mj, args: tuple[str, ...], codes: list[str], said: str) -> None:
    """Every wrong column is named, with the columns that there are and the one that is meant."""
    code, _, complaint = mj("wait", *args, lines=b"")

    assert code == 2
    assert [line.split()[0].rstrip(":") for line in complaint.splitlines()] == codes
    assert said in complaint
    assert "shanten" in complaint or "U021" not in codes


@pytest.mark.parametrize(("command", "hand"), [("score", "x"), ("discard", "x"), ("wait", "x"), ("wait", NO_TENPAI)])
def test_a_long_table_shows_its_first_rows(mj: Mj, monkeypatch: pytest.MonkeyPatch, command: str, hand: str) -> None:
    """The first rows, a summary of all, and every row where it is asked for."""
    monkeypatch.setattr(output, "MOST_ROWS", 5)
    monkeypatch.setattr(hands, "MOST_ROWS", 5)
    monkeypatch.setattr(blocks, "LEAST", 1)
    lines = f"{hand}\n".encode() * 40

    code, out, _ = mj(command, lines=lines)
    _, full, _ = mj(command, "--all-rows", lines=lines)
    _, few, _ = mj(command, lines=f"{hand}\n".encode() * 5)

    *rows, last = out.splitlines()
    assert code == (2 if hand == "x" else 1)
    assert last.startswith("40 hands: 0 ")
    assert last.endswith("; the first 5 rows are shown, --all-rows shows all")
    assert rows == few.splitlines()
    assert full.splitlines()[: len(rows) - 1] == rows[:-1]
    assert len([row for row in full.splitlines() if row.split()[0].isdigit()]) == 40


@pytest.mark.parametrize(
    ("args", "is_so", "is_not", "said"),
    [
        (("wait",), TENPAI, NO_TENPAI, "3,000 waiting, 2,000 not, 7 errors"),
        (("score",), WIN, "123m456m789p111s56z", "3,000 wins, 2,000 no wins, 7 errors"),
        # The other is complete, and under the minimum of eight fan.
        (("score", "-r", "mcr"), "123m123p123s789m1z+1z", WIN, "3,000 wins, 2,000 no wins, 7 errors"),
    ],
)
def test_a_long_table_counts_what_it_does_not_show(
    mj: Mj, args: tuple[str, ...], is_so: str, is_not: str, said: str
) -> None:
    """Rows that are not shown are in the summary by what they are."""
    lines = ["# a comment"] * 1500 + [is_so] * 1000 + [is_so, is_not] * 2000 + ["bad"] * 7

    code, out, _ = mj(*args, lines="\n".join(lines).encode())

    assert code == 2
    *rows, last = out.splitlines()
    assert last.startswith(f"5,007 hands: {said}")
    assert len([row for row in rows if row.split()[0].isdigit()]) == 1000


# --- numpy


def loads_numpy(count: int, *args: str) -> bool:
    """Whether a command loads numpy for so many lines."""
    script = (
        f"import sys\nfrom mjcli.cli.main import run\nrun({list(args)})\nprint('numpy' in sys.modules, file=sys.stderr)"
    )
    typed = f"{TENPAI}\n".encode() * count
    ran = subprocess.run([sys.executable, "-c", script], input=typed, capture_output=True, check=True, cwd=ROOT)
    return {b"True": True, b"False": False}[ran.stderr.split()[-1]]


@pytest.mark.parametrize(
    ("count", "args", "expected"),
    [
        (5000, ("wait", "--json", "--fields", "hand,waits"), True),
        (5000, ("wait", "--csv", "--fields", "hand"), True),
        (100, ("wait", "--json", "--fields", "hand,waits"), False),
        (1, ("wait", "--json"), False),
        (1, ("wait",), False),
        (3000, ("wait", "--json", "--fields", "hand,waits", "--visible", "1m"), False),
        (100, ("score", "--json"), False),
        (3000, ("score", "--json"), True),
        (3000, ("score", "--json", "--all"), False),
        (3000, ("score", "--csv"), True),
        (3000, ("score", "--csv", "--all"), False),
        (3000, ("score",), True),
        (3000, ("score", "--all-rows"), False),
        (3000, ("discard", "--csv"), False),
        (3000, ("wait", "--json"), True),
    ],
)
def test_numpy_loads_for_large_inputs_alone(count: int, args: tuple[str, ...], expected: bool) -> None:
    """Small inputs, and those that columns do not answer, do not wait for it."""
    assert loads_numpy(count, *args) is expected


def test_only_the_columns_import_numpy() -> None:
    """Not even the rest of the batch engine loads numpy when it is imported."""
    users = {
        str(path.relative_to(ROOT / "mjcli"))
        for path in (ROOT / "mjcli").rglob("*.py")
        if "import numpy" in path.read_text("utf-8") or "from numpy" in path.read_text("utf-8")
    }

    assert users
    assert {str(Path(user).parent) for user in users} == {"batch/columns"}


def test_memory_is_flat() -> None:
    """Many blocks take no more memory than a few: the process hardly grows."""
    script = (
        "import resource, sys\n"
        "from mjcli.cli.main import run\n"
        "run(['wait', '--json', '--fields', 'hand,waits'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )

    def most_kilobytes(count: int) -> int:
        typed = make_file(2000, seed=3) * count
        ran = subprocess.run([sys.executable, "-c", script], input=typed, capture_output=True, check=True, cwd=ROOT)
        return int(ran.stderr.split()[-1])

    assert most_kilobytes(15) < 1.3 * most_kilobytes(2)


def test_lines_are_what_json_writes() -> None:
    """A composed line is the dump of the record of the same hand."""
    data = f"{TENPAI}\n".encode()
    outcomes = outcomes_of(data, JIPINGHU)
    stream = io.StringIO()
    JsonWriter(stream, Form("en", fields=("hand", "waits")), json.dumps).write(outcomes[0])
    record = outcome_record(outcomes[0], "en")
    waits_only = [{"tile": wait["tile"], "left": wait["left"]} for wait in record["waits"]]

    assert stream.getvalue() == json.dumps({"hand": record["hand"], "waits": waits_only}) + "\n"
