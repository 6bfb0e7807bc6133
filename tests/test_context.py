"""Impossible hands and impossible wins: every problem is found, all of them together, and its near miss is fine."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from mjcli.answer import Outcome, Scored, Settings, answer
from mjcli.batch import read_line
from mjcli.ruleset import RuleSet, load_rules
from mjcli.texts.hands import PROBLEMS
from mjcli.texts.terms import NOTES

CHOWS = "123m456m789p123s5p+5p"
ROBBED = "123m456m789p23s55p+1s"
KONG = "[5555p]123m456m78s11z+9s"
WAITING = "123m456m789p2345s"
PUNGS = "111m555m999p222s3z+3z"
# Tables that play otherwise, as the body of a house file.
WITH_FLOWERS = "[table]\nflowers = true\n"
FEW_CODES = "[codes]\nmost = 2\neven = false\n"
TWO_SEATS = '[table]\nseats = "ES"\n'
WITH_BOUND = """
[liability.bound]
name = { zh = "承包", en = "Bound seats" }
trigger = "bound"
precedence = 1
exemptible = false
count = 3
shared = false
ref = "002, 七"
"""
WITH_JOKERS = """
[wild]
tiles = ["j"]
turned = "never"
fifth_copy = true
ref = "002, 六"
"""
# Four tiles of the kind that is wild: three in the hand, one discarded.
FLOATED = "123m456m78p123s999s+9p wild=9s event=float"


class Row(NamedTuple):
    """A line of a hand file, the codes of all its problems, and the nearest line that is fine.

    Both are read under the rule set `base`, or under a house file that extends it with the body `house`.
    """

    codes: str
    line: str
    fine: str
    command: str = "score"
    house: str = ""
    base: str = "jipinghu"


ROWS = (
    # The tiles
    Row("H001", "1111m456m789p123s1m", "1111m456m789p123s2m"),
    Row("H001", "[1111m]123m456m78s5p+5p", "[1111m]234m456m78s5p+5p"),
    Row("H001", "123m456m789p111s1s+1s", "123m456m789p111s1s+2s"),
    Row("H001 H001", "11111m55555p789s1z", "1111m5555p789s123z"),
    Row("H002", "123m456m789p123s55p1f1f", "123m456m789p123s55p1f2f", house=WITH_FLOWERS),
    Row("H002", "123m456m789p123s55p1f flowers=1f", "123m456m789p123s55p1f flowers=2f", house=WITH_FLOWERS),
    Row(
        "H003", "123m456m789p123s55p|EE1000|8 flowers=1f", "123m456m789p123s55p|EE1000|7 flowers=1f", house=WITH_FLOWERS
    ),
    Row("H004", "123m456m789p123s55p1f", "123m456m789p123s55p"),
    Row("H004", CHOWS + " flowers=3f", CHOWS),
    Row("H004", "123m456m789p123s55p|EE1000|1", "123m456m789p123s55p|EE1000|0"),
    # The winning tile
    Row("H005", CHOWS + " win=6p", CHOWS + " win=5p"),
    Row("H006", "123m456m789p123s55p win=6p", "123m456m789p123s55p win=3m"),
    Row("H007", "123m456m789p123s5p win=1f", "123m456m789p123s5p win=5p"),
    Row("H015", "123m456m789p123s5p+5p flowers=1m", "123m456m789p123s5p+5p flowers=1f", house=WITH_FLOWERS),
    # Jokers
    Row("H016", "jjjjjjjjj123m78s", "123m456m789p123s55p"),
    Row("H017", "[12mj]456m789p123s5p+5p", "[123m]456m789p123s5p+5p"),
    Row("H018", "123m456m789p123s5pj", "123m456m789p123s5p5p"),
    Row("H018", "123m456m789p123s5p+j", "123m456m789p123s5p+5p"),
    # Code tiles
    Row("H013", PUNGS + " horses=3m", PUNGS + " horses=3m7p", base="huizhou"),
    Row("H013", PUNGS + " horses=22334466m77p", PUNGS + " horses=22334466m", base="huizhou"),
    Row("H014", PUNGS + " horses=3m7p1s", PUNGS + " horses=3m", base="huizhou", house=FEW_CODES),
    Row("H019", PUNGS + " horses=3mj", PUNGS + " horses=3m7p", base="huizhou"),
    # Melds
    Row("H012", "[123m]456m789p123s5p+5p", "[111m]456m789p123s5p+5p", base="huizhou"),
    # Waiting hands, and hands that are to discard
    Row("H008", "123m456m789p123s55p", "123m456m789p123s5p", "wait"),
    Row("H009", "123m456m789p123s5p", "123m456m789p123s55p", "discard"),
    Row("H010", WAITING + " visible=5s5s5s5s", WAITING + " visible=5s5s5s", "wait"),
    Row("H010", "[5555p]123m456m78s11z visible=5p", "[5555p]123m456m78s11z visible=6p", "wait"),
    Row("H011", CHOWS, "123m456m789p123s5p", "wait"),
    # Who won, by what, from whom
    Row("C001", ROBBED + " by=rob", ROBBED + " by=rob from=W"),
    Row("C002", CHOWS + " by=draw from=W", CHOWS + " by=discard from=W"),
    Row("C003", CHOWS + " seat=S from=S", CHOWS + " seat=S from=E"),
    Row("C004", ROBBED + " seat=S by=rob from=S", ROBBED + " seat=S by=rob from=E"),
    Row("C005", CHOWS + " exempt=E", CHOWS + " exempt=S"),
    Row("C005", CHOWS + " exempt=S,W seat=W", CHOWS + " exempt=S,N seat=W"),
    Row("C006", CHOWS + " from=W winners=4", CHOWS + " from=W winners=3"),
    Row("C006", CHOWS + " from=W winners=0", CHOWS + " from=W winners=1"),
    Row("C007", CHOWS + " winners=2", CHOWS + " winners=2 from=W"),
    Row("C008", CHOWS + " seat=W", CHOWS + " seat=S", house=TWO_SEATS),
    Row("C008", CHOWS + " from=N", CHOWS + " from=S", house=TWO_SEATS),
    Row("C008", CHOWS + " exempt=W", CHOWS + " exempt=S", house=TWO_SEATS),
    Row("C008", "[555p,W]123m456m789p1s+1s", "[555p,S]123m456m789p1s+1s", house=TWO_SEATS),
    Row("C009", CHOWS + " wild=5p", CHOWS),
    Row("C009 C009 C009", CHOWS + " horses=1m stakes=1,2,3 bound=S", CHOWS),
    Row("C009", CHOWS + " event=float", CHOWS + " event=called"),
    Row("C012", CHOWS + " from=S bound=E", CHOWS + " from=S bound=W", house=WITH_BOUND),
    Row("C008", CHOWS + " from=S bound=W", CHOWS + " from=S bound=S", house=TWO_SEATS + WITH_BOUND),
    # Where the melds came from
    Row("C010", "[555p,E]123m456m789p1s+1s", "[555p,S]123m456m789p1s+1s"),
    Row("C010", "[5555p,+W]123m456m789p1s+1s seat=W", "[5555p,+W]123m456m789p1s+1s seat=N"),
    Row("C010", "[123m,E]456m789p123s5p+5p", "[123m]456m789p123s5p+5p"),
    Row("C011", "[123m,S]456m789p123s5p+5p", "[123m,N]456m789p123s5p+5p"),
    Row("C011", "[123m,N]456m789p123s5p+5p seat=S", "[123m,E]456m789p123s5p+5p seat=S"),
    # Events
    Row("C020", CHOWS + " event=last-tile,last-tile", CHOWS + " event=last-tile,called"),
    Row("C021", CHOWS + " event=heavenly,last-tile", CHOWS + " event=heavenly"),
    Row("C021", CHOWS + " seat=S from=E event=human,last-tile", CHOWS + " seat=S from=E event=human"),
    Row("C021 C026", CHOWS + " seat=S from=E event=earthly,human", CHOWS + " seat=S from=E event=human"),
    Row("C022", ROBBED + " by=rob from=W event=last-tile", ROBBED + " from=W event=last-tile"),
    Row("C023", CHOWS + " seat=S event=heavenly", CHOWS + " event=heavenly"),
    Row("C024", CHOWS + " event=earthly", CHOWS + " seat=S event=earthly"),
    Row("C024 C027", CHOWS + " from=S event=human", CHOWS + " seat=S from=E event=human"),
    Row("C025", CHOWS + " seat=S event=human", CHOWS + " seat=S from=E event=human"),
    Row("C025", ROBBED + " seat=S by=rob from=E event=human", ROBBED + " seat=S from=E event=human"),
    Row("C026", CHOWS + " seat=S from=E event=earthly", CHOWS + " seat=S event=earthly"),
    Row("C026", CHOWS + " from=W event=heavenly", CHOWS + " event=heavenly"),
    Row("C027", CHOWS + " seat=S from=W event=human", CHOWS + " seat=S from=E event=human"),
    Row("C028", KONG + " event=heavenly", "123m456m555p78s11z+9s event=heavenly"),
    Row("C028", "[123m]456m789p123s5p+5p seat=S event=earthly", CHOWS + " seat=S event=earthly"),
    Row("C030", KONG + " from=W event=after-kong", KONG + " event=after-kong"),
    Row("C030", KONG + " from=W event=kongs:1", KONG + " event=kongs:1"),
    Row("C031", CHOWS + " event=after-kong", KONG + " event=after-kong"),
    Row("C031", "[5555p,W][222m,S]456m78s11z+9s event=after-kong", "[222m,S][5555p,W]456m78s11z+9s event=after-kong"),
    Row("C032", KONG + " event=after-kong:6p", KONG + " event=after-kong:5p"),
    Row("C032", "[555p,W]123m456m78s11z+9s event=after-kong:5p", "[5555p,W]123m456m78s11z+9s event=after-kong:5p"),
    Row("C033", "[5555p,W][222m]456m78s11z+9s event=after-kong:5p", "[222m][5555p,W]456m78s11z+9s event=after-kong:5p"),
    Row("C033", "[5555p][222m]456m78s11z+9s event=after-kong:5p", "[5555p,6][222m]456m78s11z+9s event=after-kong:5p"),
    Row("C034", KONG + " event=kongs:2", "[1111m][5555p]456m78s11z+9s event=kongs:2"),
    # The fourth copy
    Row("C035", CHOWS + " by=rob from=W", ROBBED + " by=rob from=W"),
    Row("C035", "[123s]456m789p23s55p+1s by=rob from=W", "[234s]456m789p23s55p+1s by=rob from=W"),
    Row("C036", CHOWS + " event=last-copy", ROBBED + " event=last-copy"),
    # Wild tiles
    Row("C039", "123m456m789p123s9s+9p", "123m456m789p123s9s+9p wild=9s", base="dongyang"),
    Row("C039", "123m456m789p123s9s", "123m456m789p123s9s wild=9s", "wait", base="dongyang"),
    Row("C040", CHOWS + " wild=1f", CHOWS + " wild=1z", base="dongyang"),
    Row("C040", CHOWS + " wild=j", CHOWS, base="huanle"),
    Row("C041", FLOATED.replace("float", "float,float"), FLOATED, base="dongyang"),
    Row("C042", ROBBED.replace("+1s", "+j") + " by=rob from=W", ROBBED + " by=rob from=W", house=WITH_JOKERS),
    # What a suffix says
    Row("C037", "123m456m789p123s55p|EE1000 seat=S", "123m456m789p123s55p|ES1000 seat=S"),
    Row("C037", "123m456m789p123s55p|EE1000 round=W", "123m456m789p123s55p|WE1000 round=W"),
    Row("C037", "123m456m789p123s55p|EE1000 by=discard", "123m456m789p123s55p|EE0000 by=discard"),
    Row("C037", "123m456m789p123s55p|EE1000 from=W", "123m456m789p123s55p|EE0000 from=W"),
    Row("C038", "123m456m789p123s55p|EE1000 event=last-tile", "123m456m789p123s55p|EE1010 event=last-tile"),
    Row("C038", "[5555p]123m456m11z789s|EE1000 event=after-kong", "[5555p]123m456m11z789s|EE1001 event=after-kong"),
    # Several at once
    Row("C003 C005 C010 C020", "[555p,S]123m456m789p1s+1s seat=S from=S exempt=S event=last-tile,last-tile", CHOWS),
    Row("C001 H004", "123m456m789p23s55p1f+1s by=rob", ROBBED + " by=rob from=W"),
)
rows = pytest.mark.parametrize("row", ROWS, ids=[f"{row.codes}: {row.line}" for row in ROWS])


def rules_for(row: Row, folder: Path) -> RuleSet:
    """The rule set of the package, or the house rules of a row."""
    if not row.house:
        return load_rules(row.base)
    path = folder / "house.toml"
    path.write_text(f'id = "house"\nextends = "{row.base}"\n{row.house}', "utf-8")
    return load_rules(path)


def outcome_of(line: str, rules: RuleSet, command: str = "score") -> Outcome:
    """The outcome of a line of a hand file."""
    entry = read_line(line)
    assert entry is not None
    return answer(entry, rules, Settings(command=command))


@rows
def test_problems_are_found(row: Row, tmp_path: Path) -> None:
    """Exactly the problems that there are, each said in both languages."""
    problems = outcome_of(row.line, rules_for(row, tmp_path), row.command).problems

    assert sorted(problem.code for problem in problems) == row.codes.split()
    for problem in problems:
        for lang in ("zh", "en"):
            assert problem.message(lang)
            assert "{" not in problem.message(lang)


@rows
def test_near_misses_are_fine(row: Row, tmp_path: Path) -> None:
    """The nearest line that can be is answered."""
    outcome = outcome_of(row.fine, rules_for(row, tmp_path), row.command)

    assert outcome.problems == ()
    assert outcome.answer is not None


@rows
def test_problems_of_the_hand_have_a_place_in_it(row: Row, tmp_path: Path) -> None:
    """A problem with a place names the text that stands there; another names its field or its token."""
    hand = row.line.partition(" ")[0]
    for problem in outcome_of(row.line, rules_for(row, tmp_path), row.command).problems:
        if problem.start is None:
            assert problem.token or problem.key or problem.hint
        else:
            assert problem.source == hand
            assert 0 <= problem.start < len(hand)


def test_every_code_has_a_row() -> None:
    """Each sentence about a hand or a win belongs to a problem that some line above has."""
    assert PROBLEMS.keys() == {code for row in ROWS for code in row.codes.split()}


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("1111m456m789p123s1m", 18),
        ("[1111m]123m456m78s5p+5p", 1),
        ("[555p,E]123m456m789p1s+1s", 1),
        ("123m[456m,S]789p123s5p+5p", 5),
        ("123m456m789p123s5p+5p by=rob from=W", 20),
        ("123m456m789p123s55p by=rob from=W win=5p", 18),
    ],
)
def test_a_place_is_counted_in_columns(line: str, column: int) -> None:
    """Where a problem is in the hand, whatever order the fields have."""
    (problem,) = outcome_of(line, load_rules("jipinghu")).problems

    assert problem.column == column


# What is possible and yet worth saying


SAID: tuple[tuple[str, list[str]], ...] = (
    ("123m456m789p123s55p", ["last-written"]),
    (CHOWS, []),
    ("123m456m789p123s55p win=5p", []),
    ("123m456m789p123s55p|EE1000", []),
    ("1133557799m113p3p", ["last-written"]),
    (CHOWS + " event=called", ["event-without-value"]),
    (ROBBED + " event=last-copy", ["event-without-value"]),
    (CHOWS + " event=last-tile", []),
    (CHOWS + " event=last-tile from=W", ["event-not-counted"]),
    (CHOWS + " by=discard", ["feeder-unknown"]),
    ("123m456m789p55p231s|EE0001", ["feeder-unknown"]),
    ("[555z,S][666z,W][777z]123m4p+4p", ["liable-unknown"]),
    ("[5555p,?]123m456m78s11z+9s event=after-kong", ["liable-unknown"]),
    ("[555z,S][666z,W][777z,N]123m4p+4p exempt=N", ["exempt"]),
    ("[111z,S][222z,W][333z,N][444z,W]1m+1m exempt=W", ["exempt", "exempt"]),
    ("[555z,S][666z,W][777z,N]123m4p+4p exempt=N from=S", []),
)


@pytest.mark.parametrize(("line", "expected"), SAID, ids=[line for line, _ in SAID])
def test_notes(line: str, expected: list[str]) -> None:
    """What the reader of a result should know is noted, and nothing else."""
    found = outcome_of(line, load_rules("jipinghu")).answer
    assert isinstance(found, Scored)
    notes = (*found.score.notes, *(found.settlement.notes if found.settlement else ()))

    assert [note.code for note in notes] == expected
    assert set(expected) <= NOTES.keys()
