"""The best multiple of 东阳 and the best total of 欢乐麻将, against references that try every wild tile as every kind.

`best_reference` says how the hands are made and compared; what the seeded hands
brought to light stands here by itself.
"""

from __future__ import annotations

from collections import Counter

import best_reference
import dongyang_reference
import pytest
from best_reference import compare
from dongyang_reference import Deal
from mcr_reference import Case
from wild_hands import cases, held_wilds, line

from mjcli.batch import read_line
from mjcli.request import read_request
from mjcli.ruleset import load_rules
from mjcli.scoring import score_checked

SEED = 4
HANDS = {"dongyang": 800, "huanle": 160}
PARTS = 4
# A maker of hands that went missing would leave none of them.
SEEN = {
    "dongyang": {
        *("平胡", "碰碰胡", "全求人", "七对", "清一色", "乱风", "清风", "十三不靠", "真十三不靠", "七风"),
        *("爆头", "漂财", "杠上开花", "三财神", "三财神+", "天胡", "waits", "incomplete", "not-on-discard"),
        *("0 wilds", "1 wilds", "2 wilds", "3 wilds", "4 wilds"),
    },
    "huanle": {
        *("0 wilds, a win", "1 wilds, a win", "2 wilds, a win", "3 wilds, a win", "1 wilds, no win"),
        *("plain hands scored by both", "无财神", "七对", "四归一", "单钓将"),
    },
}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", HANDS)
def test_the_best_is_that_of_trying_everything(rules: str, part: int) -> None:
    """Whether it is a win, and the most it is worth."""
    seen: Counter[str] = Counter()
    differences = [str(one) for one in compare(rules, HANDS[rules] // PARTS, SEED + part, seen)]

    assert differences == []
    assert SEEN[rules] - set(seen) == set()


def case_of(text: str) -> Case:
    """A line of a hand file under 东阳."""
    entry = read_line(text)
    assert entry is not None
    asked = read_request(entry.text, entry.fields, load_rules("dongyang"))
    return Case(asked.hand, asked.context)


@pytest.mark.parametrize(
    ("text", "multiple"),
    [
        # 004, 名词解释: what the text itself works out.
        ("123m456m789p123s5m+9p wild=5m", 2),
        ("113355m7799p22s5s+7z wild=5s", 4),
        ("[1111m]456m789p123s5p+9p wild=5p event=after-kong", 4),
        ("[1111m]456m789p123s5p+9p wild=5p event=float", 3),
        ("[1111m]456m578p123s5p+9p wild=5p event=float", 4),
        ("147m2s369p123456z+7z wild=9m", 4),
        ("111222333666z7z+7z wild=9m", 16),
        # 白板 as 2m: unconnected, and on lines, but 白板 is not itself.
        ("2258m147p3s13455z+9s wild=2m", 1),
        ("2258m147p3s13456z+9s wild=2m", 2),
        # 漂财 needs 爆头, which no discard wins; the wild tiles that count nothing make no third one either.
        ("113355m7799p22s5s+7z wild=5s event=float", 6),
        ("113355m7799p22s5s+7z wild=5s event=float from=W", 2),
        ("113355m7799p22s5s+7z wild=5s event=float,float", 10),
        ("113355m7799p22s5s+7z wild=5s event=float,float from=W", 2),
        ("[222s,2][333p,1][444p,2][555p,2]4z+4z wild=4z event=float,float from=N", 2),
        ("123m456m789p13s55p+2s wild=9s event=float,float,float", 1),
        # 爆头 with 7m and a wild tile twice, and 77m: what any other tile would win, the fourth 7m wins too.
        ("777m1122p2277s77z+7m wild=7z", 4),
        ("111337777m5555z+1m wild=7m", 24),
        ("1113334444566z+1z wild=3z", 24),
    ],
)
def test_multiples_worked_out_by_hand(text: str, multiple: int) -> None:
    """Both come to what the rule text says."""
    case = case_of(text)

    assert dongyang_reference.verdict(*case)[:2] == ("", multiple)
    assert score_checked(case.hand, load_rules("dongyang"), case.context).fan == multiple


def test_kinds_left_out_are_of_no_use() -> None:
    """The reference comes to the same where it tries all 34 kinds for every wild tile."""
    few = [case for case in cases(load_rules("dongyang"), 60, SEED) if held_wilds(case) < 4]
    sides = [(Deal(*case).verdict()[:2], Deal(*case, nearby=False).verdict()[:2]) for case in few]

    assert [line(case) for case, (one, other) in zip(few, sides, strict=True) if one != other] == []


@pytest.mark.parametrize(
    ("rules", "fan", "value"),
    [("dongyang", "lone-wild-draw", 2), ("dongyang", "seven-pairs", 3), ("huanle", "no-wild", 2)],
)
def test_another_value_is_noticed(monkeypatch: pytest.MonkeyPatch, rules: str, fan: str, value: int) -> None:
    """The comparison does not pass everything: a fan of another value is a difference."""
    loaded = load_rules(rules)
    fans = tuple(rule.replace(fan=value) if rule.id == fan else rule for rule in loaded.fans)
    monkeypatch.setattr(best_reference, "load_rules", lambda _: loaded.replace(fans=fans))

    assert any(compare(rules, 100, SEED, Counter()))


def test_the_same_seed_makes_the_same_hands() -> None:
    """A difference can be looked at again: its line reads back as the hand."""
    rules = load_rules("dongyang")
    made = list(cases(rules, 50, SEED))

    assert made == list(cases(rules, 50, SEED))
    assert made != list(cases(rules, 50, SEED + 1))
    again = [case_of(line(case)) for case in made]
    assert [line(case) for case in again] == [line(case) for case in made]


def test_the_command_prints_how_often_each_pattern_occurred(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m tests.best_reference` says what it compared."""
    monkeypatch.setattr("sys.argv", ["best_reference", "--rules", "dongyang", "--hands", "20", "--seed", "5"])

    assert best_reference.main() == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("dongyang, 20 hands, seed 5: 0 differences")
