"""Hand files: every form of a line, every way it can be wrong, and that a bad one costs only itself.

`records_of` takes lines through the library, as `mj` does; `mj` is the command itself, for what it prints.
"""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mjcli import score, settle
from mjcli.answer import Settings, answer
from mjcli.batch import entries_of
from mjcli.cli.main import run
from mjcli.report.records import score_record
from mjcli.report.rows import COLUMNS
from mjcli.report.writers import outcome_record
from mjcli.ruleset import load_rules

Record = dict[str, Any]
RULES = load_rules("jipinghu")
WON, NOT_WON, MALFORMED = 0, 1, 2
WIN, NO_WIN, BAD = "123m456m789p123s55p", "1133557799m113p+3p", "123m456"
MELDED = "[555p,W][123m,1]456m78s99s+6s"
BYTE_ORDER_MARK = "\ufeff"


def records_of(text: str | bytes, command: str = "score", *, is_csv: bool = False) -> list[Record]:
    """The records of a hand file, in English."""
    lines = io.BytesIO(text.encode() if isinstance(text, str) else text)
    entries = entries_of(lines, command, is_csv=is_csv)
    return [outcome_record(answer(entry, RULES, Settings(command)), "en") for entry in entries]


def codes_of(record: Record) -> list[str]:
    return [problem["code"] for problem in record.get("errors", ())]


class Result(NamedTuple):
    """What came of a command: its exit code, and what it wrote where."""

    code: int
    out: str
    err: str


Mj = Callable[..., Result]


@pytest.fixture
def mj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Mj:
    """Runs a command line in this process on what is typed."""
    monkeypatch.delenv("MJ_RULES", raising=False)

    def ran(*args: str, typed: str | bytes) -> Result:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = run([*args, "--lang", "en"])
        return Result(code, *capsys.readouterr())

    return ran


# --- one hand in every form


FORMS = {
    "text": f"{MELDED} id=7 seat=S from=W event=last-copy,called",
    "text-spaced": "  [555p,W] [123m,1]  456m 78s 99s + 6s \t id=7  seat=S from=W   event=last-copy,called  ",
    "text-any-order": f"{MELDED} event=last-copy,called from=W id=7 seat=S",
    "text-crlf": f"{MELDED} id=7 seat=S from=W event=last-copy,called\r",
    "json": json.dumps({"hand": MELDED, "id": "7", "seat": "S", "from": "W", "event": ["last-copy", "called"]}),
    "json-event-in-a-string": json.dumps(
        {"id": "7", "hand": MELDED, "seat": "S", "from": "W", "event": "last-copy,called"}
    ),
    "json-number-for-an-id": f'{{"id": 7, "hand": "{MELDED}", "seat": "S", "from": "W", "event": "last-copy,called"}}',
    "json-null-is-not-given": json.dumps(
        {"id": "7", "hand": MELDED, "seat": "S", "from": "W", "event": ["last-copy", "called"], "win": None}
    ),
    "json-escapes": f'{{"hand": "{MELDED}", "id": "\\u0037", "seat": "\\u5357", "from": "西", "event": "last-copy,'
    'called"}',
    "json-indented": f'  {{"hand": "{MELDED}", "id": "7", "seat": "S", "from": "W", "event": "last-copy,called"}}  ',
    "csv": f'hand,id,seat,from,event\n"{MELDED}",7,S,W,"last-copy,called"',
    "csv-any-order": f'event,from,id,seat,hand\n"last-copy,called",W,7,S,"{MELDED}"',
    "csv-empty-cells": f'id,hand,seat,round,win,from,event\n7,"{MELDED}",S,,,W,"last-copy,called"',
    "csv-crlf": f'hand,id,seat,from,event\r\n"{MELDED}",7,S,W,"last-copy,called"\r\n',
    "csv-spaced-header": f'hand, id , seat,from,event\n"{MELDED}",7,S,W,"last-copy,called"',
    "csv-quoted-header": f'"hand","id","seat","from","event"\n"{MELDED}","7","S","W","last-copy,called"',
    "csv-blank-lines": f'hand,id,seat,from,event\n\n"{MELDED}",7,S,W,"last-copy,called"\n\n',
}


@pytest.mark.parametrize("mark", ["", BYTE_ORDER_MARK], ids=["plain", "bom"])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str, mark: str) -> None:
    """A hand and its fields are the same in text, JSON and CSV, with or without a byte order mark."""
    (record,) = records_of(mark + FORMS[form])

    assert record.get("error") is None
    assert (record["id"], record["hand"]) == ("7", "[555p,W][123m,1]456m7899s+6s")
    assert record["payments"] == {"E": 0, "S": 1, "W": -1, "N": 0}
    assert len(record["notes"]) == 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("\n\n", id="blank-lines"),
        pytest.param("# a comment\n   # another\n \t\n", id="comments"),
        pytest.param(f"#{WIN}\n#{{\n", id="commented-out"),
        pytest.param("hand,id\n", id="header-alone"),
        pytest.param("id,hand", id="header-without-a-line-end"),
        pytest.param(BYTE_ORDER_MARK, id="bom-alone"),
    ],
)
def test_nothing_to_answer(text: str) -> None:
    """Comments, blank lines and a header alone are no records, and nothing is wrong with them."""
    assert records_of(text) == []


def test_empty_csv_file() -> None:
    """An empty file is empty whatever its name."""
    assert records_of("", is_csv=True) == []


def test_text_and_json_lines_mix() -> None:
    """A file can have lines of both kinds, each with its line number for errors, in the order of the file."""
    text = f'# log\n{WIN} id=a\n\n{{"hand": "{WIN}", "id": "b"}}\n{BAD} id=c\n{{"hand": "{BAD}", "id": "d"}}\n{WIN}'

    found = records_of(text)

    assert [(record["id"], record.get("line"), codes_of(record)) for record in found] == [
        ("a", None, []),
        ("b", None, []),
        ("c", 5, ["N003"]),
        ("d", 6, ["N003"]),
        (None, None, []),
    ]


def test_hand_may_be_of_many_words() -> None:
    """The hand is all that stands before the first field."""
    (record,) = records_of("123m 456m 789p\t123s 5p + 5p seat=S")

    assert (record["hand"], record["payments"]["S"]) == ("123456m5789p123s+5p", 12)


@pytest.mark.parametrize(("command", "hand"), [("wait", "123m456m789p2345s"), ("discard", WIN)])
def test_other_commands_have_their_own_fields(command: str, hand: str) -> None:
    """`visible` belongs to `mj wait` and `mj discard`, `from` to `mj score`."""
    good, bad = records_of(f"{hand} id=a visible=9m\n{hand} id=b from=S\n", command)

    assert (good["id"], good["shanten"]) == ("a", 0 if command == "wait" else -1)
    assert (bad["id"], codes_of(bad)) == ("b", ["U004"])


def test_a_list_of_tiles_in_json() -> None:
    """Tiles may be a list in JSON, as events may."""
    texts = ['"5s2s2s"', '["5s", "2s", "2s"]']

    found = [
        records_of(f'{{"hand": "123m456m789p2345s", "visible": {tiles}}}', "wait")[0].get("waits") for tiles in texts
    ]

    assert found[0] == found[1]


# --- lines that are wrong


LONG = "9" * 5000
BAD_LINES: dict[str, tuple[bytes, list[str]]] = {
    # Text
    "no-suit": (b"123m456", ["N003"]),
    "fields-alone": (b"seat=S from=W", ["N001"]),
    "two-problems": (b"123m456 seat=X", ["N003", "U002"]),
    "unknown-key": (f"{WIN} saet=S".encode(), ["U004"]),
    "key-of-another-command": (f"{WIN} visible=1m".encode(), ["U004"]),
    "upper-case-key": (f"{WIN} SEAT=S".encode(), ["N002"]),
    "stray-word": (f"{WIN} seat=S again".encode(), ["F004"]),
    "two-stray-words": (f"{WIN} seat=S and again".encode(), ["F004", "F004"]),
    "blanks-around-the-mark": (f"{WIN} seat = S".encode(), ["N002"]),
    "key-twice": (f"{WIN} seat=S seat=N".encode(), ["F005"]),
    "id-twice": (f"{WIN} id=1 id=2".encode(), ["F005"]),
    "value-empty": (f"{WIN} seat=".encode(), ["U002"]),
    "number-too-long": (f"{WIN} from=S winners={LONG}".encode(), []),
    "number-in-an-event-too-long": (f"{WIN} event=kongs:{LONG}".encode(), []),
    "not-in-the-rules": (f"{WIN} wild=5z".encode(), ["C009"]),
    "comment-after-a-hand": (f"{WIN} # a win".encode(), ["N002"]),
    # Bytes
    "not-utf-8": (b"123m456m\xff789p", ["F006"]),
    "not-utf-8-in-a-field": (f"{WIN} id=".encode() + b"\xc4\xe3", ["F006"]),
    "cut-character": ("一二三万".encode()[:-1], ["F006"]),
    "nul": (f"{WIN}\0".encode(), ["N006"]),
    "nul-alone": (b"\0", ["N006"]),
    # JSON
    "json-cut": (f'{{"hand": "{WIN}"'.encode(), ["F001"]),
    "json-and-more": (f'{{"hand": "{WIN}"}} x'.encode(), ["F001"]),
    "json-not": (b"{hand: 1}", ["F001"]),
    "json-empty": (b"{}", ["F002"]),
    "json-null-hand": (b'{"hand": null}', ["F002"]),
    "json-list-for-a-number": (f'{{"hand": "{WIN}", "winners": [true]}}'.encode(), ["F003"]),
    "json-object-for-a-seat": (f'{{"hand": "{WIN}", "seat": {{"E": 1}}}}'.encode(), ["F003"]),
    "json-true": (f'{{"hand": "{WIN}", "winners": true}}'.encode(), ["F003"]),
    "json-fraction": (f'{{"hand": "{WIN}", "winners": 1.5}}'.encode(), ["F003"]),
    "json-not-a-number": (f'{{"hand": "{WIN}", "winners": NaN}}'.encode(), ["F003"]),
    "json-object-for-a-hand": (b'{"hand": {}}', ["F003"]),
    "json-two-wrong": (f'{{"hand": "{WIN}", "seat": {{}}, "by": 1.5}}'.encode(), ["F003", "F003"]),
    "json-hand-twice": (f'{{"hand": "{WIN}", "hand": "{WIN}"}}'.encode(), ["F005"]),
    "json-key-twice": (f'{{"hand": "{WIN}", "seat": "S", "seat": "S"}}'.encode(), ["F005"]),
    "json-unknown-key": (f'{{"hand": "{WIN}", "seats": "S"}}'.encode(), ["U004"]),
    "json-deep": (b'{"hand": ' + b"[" * 100_000, ["F001"]),
    "json-number-too-long": (f'{{"hand": "{WIN}", "from": "S", "winners": {LONG}}}'.encode(), ["F001"]),
    "json-list": (f'["{WIN}"]'.encode(), ["N002"]),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_bad_line_costs_only_itself(name: str) -> None:
    """Between two good lines a bad one is an error record with its line number, and the others score as ever."""
    line, codes = BAD_LINES[name]
    (alone,) = records_of(WIN)

    before, bad, after = records_of(b"\n".join([WIN.encode(), line, WIN.encode()]))

    assert (before, after) == (alone, alone)
    assert list(bad) == ["id", "line", "error", "errors"]
    assert (bad["line"], bad["error"]) == (2, bad["errors"][0])
    assert codes_of(bad)[: len(codes)] == codes
    assert all(problem["message"] for problem in bad["errors"])


BAD_ROWS: dict[str, tuple[bytes, list[str]]] = {
    "no-suit": (b"x,123m456,,", ["N003"]),
    "no-hand": (b"x,,S,", ["N001"]),
    "short": (f"x,{WIN}".encode(), ["F008"]),
    "long": (f"x,{WIN},S,,".encode(), ["F008"]),
    "commas-in-a-bare-hand": (f"x,{MELDED},S,".encode(), ["F008"]),
    "seat": (f"x,{WIN},Q,".encode(), ["U002"]),
    "not-utf-8": (f"x,{WIN},S,".encode() + b"\xff", ["F006"]),
    "not-utf-8-in-a-quoted-cell": (f'x,"{WIN}\xff",S,'.encode("latin-1"), ["F006"]),
    "text-after-a-quote": (f'x,"{WIN}"y,S,'.encode(), ["F007"]),
    "text-after-a-quote-not-utf-8": (f'x,"{WIN}"\xff,S,'.encode("latin-1"), ["F007", "F006"]),
    "quote-never-closed": (f'x,"{WIN},S,'.encode(), ["F007"]),
    "quote-never-closed-not-utf-8": (f'x,"{WIN}\xff,S,'.encode("latin-1"), ["F007", "F006"]),
    "carriage-return": (f"x,{WIN}\rx,S,".encode(), ["F007"]),
    "huge-cell": (b"x," + b"1" * 200_000 + b",S,", ["F007", "N003"]),
}


@pytest.mark.parametrize("name", BAD_ROWS)
def test_bad_row_costs_only_itself(name: str) -> None:
    """The same of a row of CSV; of two codes either will do."""
    row, codes = BAD_ROWS[name]
    good = f"1,{WIN},S,".encode()
    (alone,) = records_of(b"id,hand,seat,from\n" + good)

    found = records_of(b"\n".join([b"id,hand,seat,from", good, row, good, good]))

    assert [record for record in found if "error" not in record] == [alone] * 3
    (bad,) = (record for record in found if "error" in record)
    assert bad["line"] == 3
    assert codes_of(bad)[0] in codes


@pytest.mark.parametrize(
    ("header", "codes"),
    [
        pytest.param("id,seat", ["F002"], id="no-hand"),
        pytest.param("hand,saet", ["U004"], id="unknown"),
        pytest.param("hand,seat,seat", ["F005"], id="twice"),
        pytest.param("hand,visible", ["U004"], id="of-another-command"),
        pytest.param("hand,", ["U004"], id="without-a-name"),
        pytest.param("Hand,saet,saet", ["F002", "U004", "U004", "F005"], id="everything"),
        pytest.param("hand," + "x" * 200_000, ["F007"], id="huge"),
    ],
)
def test_bad_header(header: str, codes: list[str]) -> None:
    """A table whose columns are not known is one error, with all that is wrong; its rows are not read."""
    (record,) = records_of(f"{header}\n{WIN},S\n", is_csv=True)

    assert (record["id"], record["line"]) == (None, 1)
    assert sorted(codes_of(record)) == sorted(codes)


def test_header_that_is_not_utf_8() -> None:
    """A header that is no text is one error."""
    (record,) = records_of(b"hand,\xff\n1m,2\n")

    assert (record["line"], codes_of(record)) == (1, ["F006"])


def test_error_record_is_the_contract() -> None:
    """An error record has the id, the line, the first problem, and all of them."""
    _, record = records_of(f"{WIN}\n123m 456 seat=Q id=7\n")

    message = "the digits 456 have no suit"
    assert record["id"] == "7"
    assert record["line"] == 2
    assert record["error"] == {"code": "N003", "message": message, "column": 6}
    assert [(one["code"], one["column"], one.get("field")) for one in record["errors"]] == [
        ("N003", 6, None),
        ("U002", None, "seat"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(f"{WIN} id=7 again", id="stray-word"),
        pytest.param(f"{WIN} id=7 seat=S seat=S", id="key-twice"),
        pytest.param(f"{WIN} id=7 seta=S", id="unknown-key"),
        pytest.param(f'{{"id": "7", "hand": "{WIN}", "seat": {{}}}}', id="json-wrong-type"),
        pytest.param('{"id": "7"}', id="json-without-a-hand"),
    ],
)
def test_bad_line_keeps_its_id(line: str) -> None:
    """Whoever sent a bad line knows it by its id."""
    (record,) = records_of(line)

    assert (record["id"], bool(record["errors"])) == ("7", True)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        pytest.param("123m456 seat=S", 5, id="hand"),
        pytest.param("   123m456", 8, id="leading-blanks"),
        pytest.param(f"{WIN} seat=S again", 28, id="stray-word"),
        pytest.param("一二三万456", 5, id="wide-characters"),
        pytest.param('{"hand": "123m456"}', 5, id="hand-of-a-record"),
    ],
)
def test_columns_are_those_of_the_text(line: str, column: int) -> None:
    """A column counts characters of the line as it was written; of a JSON value, those of the value."""
    (record,) = records_of(line)

    assert record["error"]["column"] == column


MEGABYTE = 1_000_000
LETTERS = str.maketrans("0123456789", "abcdefghij")
HUGE = {
    "digits": "1" * MEGABYTE,
    "tiles": WIN * (MEGABYTE // len(WIN)),
    "brackets": "[" * MEGABYTE,
    "blanks": " " * MEGABYTE + "x",
    "stray-words": f"{WIN} seat=S" + " a" * (MEGABYTE // 2),
    "keys-twice": f"{WIN}" + " seat=S" * (MEGABYTE // 7),
    "unknown-keys": WIN + "".join(f" key-{str(number).translate(LETTERS)}=1" for number in range(MEGABYTE // 12)),
    "value": f"{WIN} seat={'S' * MEGABYTE}",
    "json-keys": f'{{"hand": "{WIN}", ' + ", ".join(f'"k{number}": 1' for number in range(MEGABYTE // 50)) + "}",
    "json-string": f'{{"hand": "{"m" * MEGABYTE}"}}',
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_line(name: str) -> None:
    """A line of a megabyte is an error of a few kilobytes: not every one of its mistakes is told."""
    bad, good = records_of(f"{HUGE[name]}\n{WIN}")

    assert (good["win"], bad["line"]) == (True, 1)
    assert bad["errors"]
    assert len(json.dumps(bad)) < 50_000


# --- order, exit codes, streams


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param([], WON, id="none"),
        pytest.param([WIN, WIN], WON, id="wins"),
        pytest.param([WIN, NO_WIN, WIN], NOT_WON, id="a-no-win"),
        pytest.param([WIN, BAD, WIN], MALFORMED, id="a-bad-line"),
        pytest.param([NO_WIN, BAD, NO_WIN], MALFORMED, id="bad-outranks-no-win"),
    ],
)
def test_exit_code_is_the_worst(mj: Mj, lines: list[str], code: int) -> None:
    """The worst line gives the exit code; every line has its record, in order, and standard error is silent."""
    result = mj("score", "--json", typed="\n".join(lines))

    wins = {WIN: True, NO_WIN: False, BAD: None}
    assert (result.code, result.err) == (code, "")
    assert [json.loads(line).get("win") for line in result.out.splitlines()] == [wins[line] for line in lines]


def test_order_is_kept(mj: Mj) -> None:
    """Records come in the order of the lines."""
    typed = "".join(f"{(WIN, NO_WIN, BAD)[number % 3]} id={number}\n" for number in range(100))

    ids = [json.loads(line)["id"] for line in mj("score", "--json", typed=typed).out.splitlines()]

    assert ids == [str(number) for number in range(100)]


def test_json_is_what_the_library_says(mj: Mj) -> None:
    """The records that `mj score` prints are those that the library makes."""
    typed = f"{WIN} id=1\n[123m,1][555p,W][777s,S][999s,N]2z+2z id=2\n{NO_WIN} id=3\n"
    scores = [score(line.partition(" ")[0]) for line in typed.splitlines()]

    printed = [json.loads(line) for line in mj("score", "--json", typed=typed).out.splitlines()]

    assert printed == [
        score_record(found, settle(found), name=str(number), lang="en") for number, found in enumerate(scores, 1)
    ]


def test_nothing_is_read_ahead() -> None:
    """Each entry is there as soon as its line is."""
    taken = []

    def lines() -> Iterator[bytes]:
        for number in range(10):
            taken.append(number)
            yield f"{WIN} id={number}\n".encode()

    found = [(entry.name, len(taken)) for entry in islice(entries_of(lines(), "score"), 5)]

    assert found == [(str(number), number + 1) for number in range(5)]


@pytest.mark.parametrize(
    ("header", "mark"), [pytest.param([], b" id=", id="text"), pytest.param([b"hand,id\n"], b",", id="csv")]
)
def test_memory_is_flat(header: list[bytes], mark: bytes) -> None:
    """Twenty thousand lines take no more memory than two hundred."""

    def peak(count: int) -> int:
        lines = (b"%s%s%d\n" % (WIN.encode(), mark, number) for number in range(count))
        tracemalloc.start()
        try:
            read = sum(not entry.problems for entry in entries_of(chain(header, lines), "score"))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
            assert read == count

    peak(20_000)  # what is made once, such as constructors, is made now
    assert peak(20_000) < 2 * peak(200)


def test_memory_of_the_command_is_flat() -> None:
    """The whole command too takes no more for many lines than for few."""
    script = (
        "import resource, sys\n"
        "from mjcli.cli.main import run\n"
        "run(['score', '--json'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )

    def most_kilobytes(count: int) -> int:
        typed = b"".join(b"%s id=%d\n" % (WIN.encode(), number) for number in range(count))
        ran = subprocess.run([sys.executable, "-c", script], input=typed, capture_output=True, check=True)
        assert len(ran.stdout.splitlines()) == count
        return int(ran.stderr)

    assert most_kilobytes(3_000) - most_kilobytes(100) < 2_000


def test_output_comes_before_the_input_ends() -> None:
    """The first records are printed while the input is still being written."""
    command = [sys.executable, "-m", "mjcli", "score", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{WIN}\n".encode() * 60)
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        process.stdin.write(f"{WIN} id=last\n".encode())
        process.stdin.close()
        rest = process.stdout.read().splitlines()

    assert (first["win"], len(rest), json.loads(rest[-1])["id"]) == (True, 60, "last")


# --- CSV out


@pytest.mark.parametrize(
    ("command", "hand"), [("score", WIN), ("wait", "123m456m789p2345s"), ("discard", "123m456m789p1145s9p")]
)
def test_csv_columns(mj: Mj, command: str, hand: str) -> None:
    """Each command has a header of its own and a row for every record, errors among them."""
    result = mj(command, "--csv", typed=f"{hand} id=a\n{BAD} id=b\n")

    header, *rows = csv.reader(io.StringIO(result.out))
    assert header == list(COLUMNS[command])
    assert [row[header.index("id")] for row in rows] == ["a", "b"]
    assert {len(row) for row in rows} == {len(header)}


def test_csv_rows(mj: Mj) -> None:
    """A row has the record's values; seats have columns of their own, and sets and fans share a cell each."""
    typed = f"[123m,1][555p,W][777s,S][999s,N]2z+2z id=1\n\n{NO_WIN}\n{BAD} id=3\n{WIN} by=discard\n"

    first, second, third, fourth = csv.DictReader(io.StringIO(mj("score", "--csv", typed=typed).out))

    expected = {
        "id": "1",
        "line": "1",
        "hand": "[123m,1][555p,W][777s,S][999s,N]2z+2z",
        "rules": "jipinghu",
        "win": "true",
        "shape": "standard",
        "sets": "[123m,1] [555p,W] [777s,S] [999s,N] 22z",
        "fans": "Chicken hand 0x1; Self-draw 1x1",
        "fan": "1",
        "points": "2",
        "E": "6",
        "S": "0",
        "W": "0",
        "N": "-6",
        "liable": "N",
        "cause": "twelve-tiles",
        "set": "[999s,N]",
    }
    assert {column: cell for column, cell in first.items() if cell} == expected
    assert (second["line"], second["win"], second["reason"], second["shanten"]) == ("3", "false", "incomplete", "3")
    assert (third["line"], third["hand"], third["error"][:4]) == ("4", BAD, "N003")
    assert (fourth["fan"], fourth["points"], fourth["E"]) == ("1", "2", "")


def test_csv_of_nothing(mj: Mj) -> None:
    """Without a hand there is still a header."""
    assert mj("score", "--csv", typed="") == Result(WON, ",".join(COLUMNS["score"]) + "\n", "")


def test_csv_goes_through_again(mj: Mj) -> None:
    """The hands of a CSV result can be taken out and scored again."""
    typed = f"[555p,W][123m,1]456m78s99s+6s id=1\n{WIN} id=2\n"
    rows = list(csv.DictReader(io.StringIO(mj("score", "--csv", typed=typed).out)))
    table = io.StringIO()
    writer = csv.DictWriter(table, ("id", "hand"), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)

    again = list(csv.DictReader(io.StringIO(mj("score", "--csv", typed=table.getvalue()).out)))

    told = [(row["id"], row["hand"], row["fan"], row["E"]) for row in rows]
    assert [(row["id"], row["hand"], row["fan"], row["E"]) for row in again] == told


def test_csv_file_by_its_name(mj: Mj, tmp_path: Path) -> None:
    """A file called `.csv` is a table even where its header has no hand, and says what lacks."""
    path = tmp_path / "night.csv"
    path.write_text(f"id,hnad\n1,{WIN}\n", "utf-8")

    result = mj("score", "--json", "-f", os.fspath(path), typed="")

    record = json.loads(result.out)
    assert (result.code, record["line"]) == (MALFORMED, 1)
    assert sorted(codes_of(record)) == ["F002", "U004"]
