"""Predicates: the examples in their texts hold, and each one is of use to some rule set."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mjcli.batch import read_line
from mjcli.decompose import SHAPES, Reading, readings
from mjcli.fans import PREDICATES, Hit, Miss, Predicate
from mjcli.hand import EVENTS, WinContext
from mjcli.request import read_request
from mjcli.ruleset import load_rules, rule_ids
from mjcli.texts.terms import MISSES

Won = tuple[Reading, WinContext]
# A Chinese name, an English name, a sentence: "平胡 All chows: every set is a chow."
TITLE = re.compile(r"[\u4e00-\u9fff]+ [A-Z][A-Za-z -]+: [^\n]+[.]")
CHINESE_SENTENCE = re.compile(r"[^\n]*[\u4e00-\u9fff][^\n]*。")
# Every complete hand is one: there is no hand to name that is not.
ALWAYS = {"chicken"}
# Rule sets that all examples can be read under: one with flowers, and one with wild tiles for those that name them.
RULES, WITH_WILDS = "mcr", "dongyang"
# Predicates that no rule set of the package names, and what they are for.
FOR_HOUSE_RULES = {
    "nine-gates": "九莲宝灯 whatever the wait, where a table wants that",
    "wait-in-knitted": "边张, 坎张, 单钓将 but for a wait on the knitted straight, where a table wants that",
}
predicates = pytest.mark.parametrize("one", PREDICATES.values(), ids=list(PREDICATES))


def wins_of(line: str) -> list[Won]:
    """The readings of a complete hand written as in a hand file, with the way it was won."""
    entry = read_line(line)
    assert entry is not None
    rules = load_rules(WITH_WILDS if "wild" in entry.fields else RULES)
    asked = read_request(entry.text, entry.fields, rules)
    found = list(readings(asked.hand.marked(), tuple(SHAPES), rules.wilds(asked.context.wild)))
    assert found, f"{line} is not complete"
    return [(reading, asked.context) for reading in found]


def examples(answer: str) -> list[Any]:
    """Every example of an answer, as parameters."""
    return [
        pytest.param(one, line, id=f"{one.id}: {line}") for one in PREDICATES.values() for line in one.examples(answer)
    ]


def assert_hit_is_sound(hit: Hit, reading: Reading) -> None:
    """A hit names groups of the reading, each once and in order."""
    assert list(hit) == sorted(set(hit))
    assert all(0 <= at < len(reading.groups) for at in hit)


@pytest.mark.parametrize(("one", "line"), examples("Yes"))
def test_yes_lines_hold(one: Predicate, line: str) -> None:
    """A hand given as an example has the pattern in some reading, and the hits say where."""
    found = [(one.test(reading, context), reading) for reading, context in wins_of(line)]
    held = [(finding, reading) for finding, reading in found if not isinstance(finding, Miss)]

    assert held
    for finding, reading in held:
        assert finding
        for hit in finding:
            assert_hit_is_sound(hit, reading)


@pytest.mark.parametrize(("one", "line"), examples("No"))
def test_no_lines_do_not_hold(one: Predicate, line: str) -> None:
    """A hand given as a near miss has the pattern in no reading, and the miss says why in words."""
    for reading, context in wins_of(line):
        finding = one.test(reading, context)

        assert isinstance(finding, Miss)
        assert finding.reason in MISSES
        assert_hit_is_sound(finding.groups, reading)


# A predicate, a hand that lacks it, what stands in the way, and the tiles or groups that say where.
REASONS = [
    ("all-chows", "111m456m789p123s5p+5p", "has-pung", "111m"),
    ("all-chows", "[1111m]456m789p[222s]5p+5p", "has-pung", "1111m 222s"),
    ("all-pungs", "111m555m999p234s3z+3z", "has-chow", "234s"),
    ("half-flush", "123m456m789p111z2z+2z", "second-suit", "789p"),
    ("half-flush", "123m456m789m123m2m+2m", "no-honours", ""),
    ("half-flush", "111z222z333z444z5z+5z", "no-suit", ""),
    ("full-flush", "123m456m789m111z2m+2m", "has-honours", "111z"),
    ("full-flush", "123m456m789p111z2m+2m", "second-suit", "789p 111z"),
    ("terminals-and-honours", "111m999m222p222z3z+3z", "not-terminal", "222p"),
    ("nine-gates", "[111m,W]2345678999m+5m", "not-concealed", "111m"),
    ("nine-gates", "1112345678889m+9m", "no-gates", ""),
    ("nine-gates-pure", "1112345567899m+9m", "not-nine-sided", ""),
    ("thirteen-orphans", "111m999m111p999p1z+1z", "wrong-shape", ""),
]


@pytest.mark.parametrize(
    ("name", "line", "reason", "where"), REASONS, ids=[f"{name}: {line}" for name, line, _, _ in REASONS]
)
def test_a_miss_says_what_stands_in_the_way(name: str, line: str, reason: str, where: str) -> None:
    """The reason, and the groups that would have to be others, in the first reading."""
    reading, context = wins_of(line)[0]
    finding = PREDICATES[name].test(reading, context)

    assert isinstance(finding, Miss)
    groups = ["".join(str(tile.rank) for tile in reading.groups[at].tiles) for at in finding.groups]
    suits = [reading.groups[at].tile.suit for at in finding.groups]
    assert finding.reason == reason
    assert " ".join(map("".join, zip(groups, suits, strict=True))) == where


@pytest.mark.parametrize(
    ("name", "line", "lacking"),
    [
        ("little-three-dragons", "555z66z123m456m78m+9m", "7z"),
        ("big-three-dragons", "555z666z77z123m45m+6m", "7z"),
        ("little-four-winds", "111z222z33z123m45m+6m", "4z"),
        ("big-four-winds", "111z123m456m789m9p+9p", "2z 3z 4z"),
    ],
)
def test_a_miss_names_the_tiles_that_lack(name: str, line: str, lacking: str) -> None:
    """Of a family of honours, those that are neither a pung nor the pair that may be."""
    reading, context = wins_of(line)[0]
    finding = PREDICATES[name].test(reading, context)

    assert isinstance(finding, Miss)
    assert " ".join(map(str, finding.lacking)) == lacking


@predicates
def test_texts_have_a_title_a_chinese_sentence_and_examples(one: Predicate) -> None:
    """The text that players are shown is complete."""
    title, _, rest = one.text.partition("\n\n")

    assert TITLE.fullmatch(title)
    assert CHINESE_SENTENCE.fullmatch(rest.partition("\n")[0])
    assert one.examples("Yes")
    assert bool(one.examples("No")) is (one.id not in ALWAYS)


@predicates
def test_ids_and_events_are_well_formed(one: Predicate) -> None:
    """An id is in kebab case, a family is the module, and the events it reads exist."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.id)
    assert one.family == one.test.__module__.rpartition(".")[2]
    assert set(one.events) <= set(EVENTS)


@predicates
def test_a_predicate_is_pure(one: Predicate) -> None:
    """Asked twice it answers the same."""
    for reading, context in wins_of(one.examples("Yes")[0]):
        assert one.test(reading, context) == one.test(reading, context)


def test_every_predicate_is_of_use() -> None:
    """A rule set names it, or it is known what it is kept for; a reason for one that is named is out of date."""
    used = {
        predicate for name in rule_ids() for rule in load_rules(name).fans for predicate in rule.condition.predicates()
    }

    assert PREDICATES.keys() - used - FOR_HOUSE_RULES.keys() == set()
    assert used & FOR_HOUSE_RULES.keys() == set()
