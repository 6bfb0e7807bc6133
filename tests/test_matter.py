"""What of answers makes a difference to the worth: readings of the same matters, against the worths of the engine."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import or_
from pathlib import Path

import pytest
from columnar_reference import SCORES, by_columns, by_hands, outcomes_of
from test_engine import SEED, pool

from mjcli.decompose import Reading, readings
from mjcli.fans import Hit
from mjcli.hand import Hand, WinContext
from mjcli.notation import format_tiles
from mjcli.ruleset import AccountOnce, RuleSet, load_rules, rule_ids
from mjcli.scoring.engine import Engine, View
from mjcli.scoring.matter import Matters
from mjcli.scoring.questions import Codes
from mjcli.scoring.result import Found, Tally
from mjcli.tiles import Tile

CONTEXTS = (WinContext(), WinContext(by="discard"))

# A relation that another question is about than that about all others.
HOG = """
[fans.hog]
name = { zh = "四归", en = "Hog" }
tier = "relation"
fan = 2
test = "tile-hog"
ref = "house"
"""
HOUSES = {
    # A relation of several predicates, and one whose predicate counts by itself too.
    "composed": """
[fans.step-and-twin]
name = { zh = "连六般高", en = "Step and twin" }
tier = "relation"
fan = 3
all = ["pure-double-chow", "short-straight"]
ref = "house"
""",
    # Relations that two questions are about, and one that takes sets from another fan.
    "apart": HOG
    + """
[fans.triple-pung]
tier = "relation"
fan = 16
excludes_there = ["double-pung", "terminal-pung"]
ref = "house"
""",
    # Where hogs are relations too it may be worth more to leave three equal chows out.
    "cheap": HOG
    + """
[fans.pure-triple-chow]
fan = 1
""",
    # What a relation excludes by name depends on which are chosen.
    "excluding": HOG
    + """
[fans.pure-triple-chow]
fan = 1

[fans.short-straight]
excludes = ["pure-double-chow"]
""",
    # A fan of two tables: it counts by itself, takes relations from others, and is one.
    "twice": """
[fans.any-twin]
name = { zh = "般高", en = "Twin" }
tier = "pattern"
fan = 1
test = "pure-double-chow"
ref = "house"

[fans.short-straight]
tier = "relation"
fan = 1
excludes_there = ["any-twin"]
ref = "house"
""",
    "taken-there": """
[fans.tile-hog]
tier = "pattern"
fan = 2
excludes_there = ["pure-double-chow", "mixed-double-chow", "short-straight"]
ref = "house"
""",
    "taken-once": """
[fans.all-chows]
tier = "pattern"
fan = 2
excludes_once = ["short-straight", "mixed-double-chow"]
ref = "house"
""",
    # A fan of two predicates takes hits, so that no answer by itself says whether any are taken.
    "taken-by-two": """
[fans.dragons-and-ends]
name = { zh = "龙凤头", en = "Dragons and ends" }
tier = "pattern"
fan = 3
all = ["dragon-pung", "terminal-pung"]
excludes_there = ["terminal-pung"]
ref = "house"
""",
    # What takes hits is asked about by a question that says nothing else of this.
    "taken-by-wait": """
[fans.single-wait]
excludes_once = ["terminal-pung"]
""",
    # A fallback takes hits from what counts in its place, and is not told of.
    "taken-by-fallback": """
[fans.base]
name = { zh = "底", en = "Base" }
tier = "fallback"
fan = 1
test = "all-pungs"
excludes_once = ["terminal-pung"]
ref = "house"
""",
    # Relations that are worth nearly the same, so that which are chosen depends on the others.
    "even": """
[fans.double-pung]
fan = 2

[fans.mixed-straight]
fan = 2

[fans.mixed-triple-chow]
off = true
""",
    # It holds in every hand of this shape, wherever nobody asks about the other.
    "ordinary": """
[fans.ordinary]
name = { zh = "平常", en = "Ordinary" }
tier = "pattern"
fan = 1
not = ["thirteen-orphans"]
ref = "house"
""",
}


def house(name: str, folder: Path) -> RuleSet:
    path = folder / f"{name}.toml"
    head = f'id = "{name}"\nname = {{ zh = "家", en = "House" }}\nextends = "mcr"\n'
    path.write_text(head + '[texts]\nhouse = "House rules"\n' + HOUSES[name], encoding="utf-8")
    return load_rules(str(path))


@cache
def related() -> tuple[Reading, ...]:
    """Readings of sets of few numbers in two suits, which have many relations to one another, and of terminal chows."""
    source = random.Random(SEED)
    found: list[Reading] = []
    while len(found) < 6000:
        first = source.randrange(6)
        able = (0, 6) if source.random() < 0.1 else range(first, min(first + 4, 7))
        sets = [(9 * source.randrange(2) + source.choice(able), source.choice((0, 0, 0, 1))) for _ in range(4)]
        tiles = [tile if is_pung else tile + step for tile, is_pung in sets for step in range(3)]
        tiles += [source.choice((4, 13, 22, 31, first))] * 2
        if max(map(tiles.count, tiles)) <= 4:
            source.shuffle(tiles)
            found += readings(Hand(tuple(map(Tile, tiles[:-1])), (), Tile(tiles[-1])), ("standard",))
    return tuple(found)


def valued(rules: RuleSet) -> Iterator[tuple[View, Codes, tuple[int, ...], Reading, WinContext]]:
    """Readings of the rule set's shapes without flowers, won in two ways, with their codes and their matters."""
    engine = Engine(rules)
    for reading in (*(reading for reading, _ in pool()), *related()):
        if reading.shape not in rules.table.shapes or reading.flowers:
            continue
        for context in CONTEXTS:
            view = engine.view(reading.shape, len(reading.groups), context)
            codes = tuple([view.code(at, reading) for at in range(len(view.frame.questions))])
            yield view, codes, alike(view.matters, codes), reading, context


def alike(matters: Matters, codes: Codes) -> tuple[int, ...]:
    """The matters of a reading, those in place where what they go by holds."""
    held = reduce(or_, [matters.holding(at, code) for at, code in enumerate(codes)])
    in_place = {at for needed, places in matters.occasions if held & needed == needed for at in places}
    return tuple([matters.number(at, code, in_place=at in in_place) for at, code in enumerate(codes)])


def hits_of(found: Iterable[Found]) -> Iterator[tuple[str, Hit]]:
    """Every hit with its fan; a fallback that does not count is not told of."""
    return ((one.rule.id, hit) for one in found if one.rule.tier != "fallback" for hit in one.hits)


def check(rules: RuleSet) -> tuple[int, int]:
    """Holds every reading to the first of its matters; how many there were, and how many had codes of their own."""
    known: dict[object, tuple[Tally, Codes]] = {}
    every, others = 0, 0
    for view, codes, numbers, reading, context in valued(rules):
        worth, tally = view.valued(codes)
        assert (view.worth(reading), view.tally(reading)) == (worth, tally)
        assert view.matters.of(codes) == numbers
        if isinstance(rules.scoring, AccountOnce):
            told = (*tally.counted, *(one.found for one in tally.uncounted))
            assert sorted(hits_of(told)) == sorted(hits_of(view.frame.found(codes)))
        first, its_codes = known.setdefault((view.matters, context, numbers), (tally, codes))
        every, others = every + 1, others + (its_codes != codes)
        assert [(one.rule.id, len(one.hits)) for one in first.counted] == [
            (one.rule.id, len(one.hits)) for one in tally.counted
        ]
        assert (first.fan, first.points, first.bonus) == (tally.fan, tally.points, tally.bonus)
        assert [one.of(codes) for one in view.matters.sources(first, its_codes)] == [
            one.groups for one in tally.counted
        ]
    return every, others


@pytest.mark.parametrize("name", rule_ids())
def test_readings_of_the_same_matters_are_worth_the_same(name: str) -> None:
    """The fans that count, how often, the totals and the notes are the same, and their sources say where they hold."""
    every, others = check(load_rules(name))
    assert every > 500
    assert others > 100 or name not in {"mcr", "huanle"}


@pytest.mark.parametrize("name", HOUSES)
def test_whatever_relations_a_house_has(name: str, tmp_path: Path) -> None:
    """Relations of several predicates or several questions, and predicates that are two fans, make no difference."""
    _, others = check(house(name, tmp_path))
    assert others > 20


def line_of(reading: Reading) -> str:
    """The hand of a reading as a line of a file."""
    tiles = [tile for one in reading.groups for tile in one.tiles]
    tiles.remove(reading.winning)
    return f"{format_tiles(tiles)}+{reading.winning}\n"


@pytest.mark.parametrize("name", HOUSES)
def test_columns_under_a_house(name: str, tmp_path: Path) -> None:
    """Lines of hands with many relations are those of single hands."""
    rules = house(name, tmp_path)
    data = "".join([line_of(reading) for reading in related()[::2]]).encode()
    outcomes = outcomes_of(data, rules, SCORES)
    kind, fields = SCORES.forms[0]

    found = by_columns(data, rules, outcomes, kind, fields, SCORES)

    assert found.text == by_hands(outcomes, kind, fields, SCORES)
    assert found.by_columns > 2000


def test_where_relations_hold_makes_no_difference() -> None:
    """Relations at many places are of one matter, those that come to other choices of another."""
    codes_of: dict[int, set[int]] = {}
    for view, codes, numbers, reading, _ in valued(load_rules("mcr")):
        if reading.shape == "standard":
            at = view.matters.relations[0]
            codes_of.setdefault(numbers[at], set()).add(codes[at])
            assert view.frame.questions[at].is_joint

    assert len(codes_of) > 50
    assert max(map(len, codes_of.values())) > 10


def test_where_sets_are_makes_no_difference_but_to_those_that_take_them() -> None:
    """Terminal pungs are of one matter wherever they are, unless they may be those of a dragon or a wind too."""
    places_of: dict[int, set[object]] = {}
    for view, codes, numbers, reading, _ in valued(load_rules("mcr")):
        if reading.shape == "standard":
            at = next(at for at, one in enumerate(view.frame.questions) if "terminal-pung" in one.names)
            places_of.setdefault(numbers[at], set()).add(view.frame.questions[at].answers[codes[at]])

    sizes = sorted(map(len, places_of.values()))
    assert sizes[0] == 1
    assert sizes[-1] >= 5
