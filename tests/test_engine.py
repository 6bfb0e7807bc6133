"""The fast way to a score: predicates read what they declare, and every score is that of the plain way."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from unittest.mock import Mock

import pytest
from mcr_reference import MAKERS, Parts, melded

from mjcli.decompose import SHAPES, Reading, group, readings, shapes_beside
from mjcli.decompose.reading import GroupKind
from mjcli.fans import PREDICATES, Predicate
from mjcli.fans.aspects import BY
from mjcli.fans.registry import Aspect, Hits
from mjcli.fans.related import alike, as_set, related
from mjcli.hand import EVENTS, By, Event, Hand, Stakes, Wilds, WinContext
from mjcli.notation import parse_hand
from mjcli.ruleset import RuleSet, load_rules, rule_ids
from mjcli.scoring import account, matter, questions, score_all, score_checked
from mjcli.scoring import engine as engine_module
from mjcli.scoring.conditions import finder, hits
from mjcli.scoring.engine import CIRCUMSTANCES, Engine
from mjcli.scoring.result import Found, Tally
from mjcli.scoring.tally import tally
from mjcli.scoring.worth import Worth, worth_of
from mjcli.tiles import FLOWERS, HONOURS, KINDS, SEATS, TILES, Tile, count_tiles

SEED = 20260807
SETS: tuple[GroupKind, ...] = ("chow", "pung")
Won = tuple[Reading, WinContext]


def any_context(source: random.Random, wild: Tile | None = None) -> WinContext:
    """Circumstances of any kind, whether or not they can come together."""
    by: By = source.choice(("draw", "draw", "discard", "discard", "rob"))
    named = [name for name in EVENTS if source.random() < 0.12]
    return WinContext(
        by=by,
        feeder=source.choice((None, *SEATS)),
        seat=source.choice(SEATS),
        round=source.choice(SEATS),
        events=tuple(Event(name, count=source.randint(1, 3) if name == "kongs" else 1) for name in named),
        winners=source.randint(1, 3),
        exempt=tuple(seat for seat in SEATS if source.random() < 0.2),
        horses=tuple(source.choices(TILES, k=source.choice((0, 2)))),
        stakes=source.choice((None, Stakes(1, 2, 3), Stakes(5, 6, 7))),
        bound=source.choice((None, None, *SEATS)),
        wild=wild,
        base=source.choice((0, 0, 5)),
    )


def any_win(source: random.Random) -> Hand:
    """A complete hand of any kind, some of its sets laid down; there may be more of a kind than there are."""
    parts = source.choice((*MAKERS, unconnected))(source)
    melds, closed = melded(parts.sets, source)
    closed += parts.rest
    source.shuffle(closed)
    flowers = source.sample(FLOWERS, source.choice((0, 0, 0, 1, 2)))
    return Hand(tuple(closed[:-1]), tuple(melds), closed[-1], tuple(flowers))


def unconnected(source: random.Random) -> Parts:
    """十三不靠, often with all seven honours."""
    honours = source.sample(HONOURS, source.choice((5, 6, 7, 7)))
    loose = [Tile(start + source.choice(steps)) for start in (0, 9, 18) for steps in ((0, 1), (4, 4), (7, 8))]
    return Parts((), (*honours, *loose[: 14 - len(honours)]))


def any_wilds(source: random.Random, hand: Hand) -> Wilds:
    """Wild tiles of a deal: none, or a kind of which the hand has three at most, perhaps with a stand-in."""
    able = [tile for tile in TILES if hand.closed_tiles.count(tile) in {1, 2, 3}]
    if source.random() < 0.6 or not able:
        return Wilds()
    face = source.choice(able)
    stand_in = source.choice((None, Tile.of("5z")))
    return Wilds((face,), None if stand_in == face else stand_in, face, source.random() < 0.5)


@cache
def pool() -> tuple[Won, ...]:
    """Readings of every shape, each with circumstances; of a hand with very many readings a few."""
    source = random.Random(SEED)
    return tuple(
        (reading, any_context(source)) for _ in range(2500) for reading in some_readings(any_win(source), source)
    )


def some_readings(hand: Hand, source: random.Random) -> list[Reading]:
    found = list(readings(hand, tuple(SHAPES), any_wilds(source, hand)))
    return source.sample(found, min(len(found), 5))


def seen(aspect: Aspect, reading: Reading, context: WinContext) -> Hashable:
    """What an aspect is, of a reading won so."""
    if aspect.level == "context":
        return aspect.of(context)
    if aspect.level == "reading":
        return aspect.of(reading)
    each = tuple(map(aspect.of, reading.groups))
    if aspect.level == "place":
        return aspect.alike(each) if aspect.alike else each
    return all(each) if aspect.level == "every" else any(each)


def contradiction(one: Predicate, reads: tuple[Aspect, ...]) -> tuple[Won, Won] | None:
    """Two wins of the pool that are equal in what is read and not in the hits."""
    known: dict[Hashable, tuple[Hits, Won]] = {}
    for reading, context in pool():
        key = (reading.shape, len(reading.groups), *(seen(aspect, reading, context) for aspect in reads))
        found = one.hits(reading, context)
        before, won = known.setdefault(key, (found, (reading, context)))
        if before != found:
            return won, (reading, context)
    return None


predicates = pytest.mark.parametrize("one", PREDICATES.values(), ids=list(PREDICATES))


@predicates
def test_a_predicate_reads_what_it_declares(one: Predicate) -> None:
    """Wins that are equal in the shape and the aspects declared have equal hits."""
    assert contradiction(one, one.reads) is None


@predicates
def test_a_predicate_declares_no_more_than_it_reads(one: Predicate) -> None:
    """Without any one of the aspects declared two wins contradict each other: the check above would find it missing."""
    for at in range(len(one.reads)):
        assert contradiction(one, one.reads[:at] + one.reads[at + 1 :])


@pytest.mark.parametrize(
    ("name", "trait"),
    [(one.id, aspect) for one in PREDICATES.values() for aspect in one.reads if aspect.level == "every"],
)
def test_a_predicate_holds_where_every_group_is_as_it_reads(name: str, trait: Aspect) -> None:
    """One group without a trait that it reads of every group is enough that it misses."""
    for reading, context in pool():
        assert seen(trait, reading, context) or not PREDICATES[name].hits(reading, context)


@predicates
def test_a_predicate_holds_in_the_shapes_it_declares(one: Predicate) -> None:
    """It holds in some reading of each of them, and in none of any other shape."""
    where = {reading.shape for reading, context in pool() if one.hits(reading, context)}

    assert where == set(one.shapes) or (not one.shapes and where)


def test_sets_that_are_alike_are_in_the_same_relations() -> None:
    """Any four sets beside a pair, in their order, and some in any order and with the pair at any place."""
    source, known = random.Random(SEED), dict[Hashable, dict[str, Hits]]()
    numbers = sorted({as_set(group(kind, tile)) for kind in SETS for tile in able(kind)})
    assert len(numbers) == 21 + 27
    every = [(*chosen, 0) for chosen in combinations_with_replacement(numbers, 4)]
    mixed = [tuple(source.sample(sets, 5)) for sets in source.sample(every, 20000)]
    for sets in (*every, *mixed):
        assert known.setdefault(alike(sets), related(sets)) == related(sets)

    assert len(known) < len(every) / 10


def able(kind: GroupKind) -> Iterator[Tile]:
    """The lowest tiles that sets of a kind can have."""
    return (tile for tile in TILES if tile.is_suited and (kind == "pung" or tile.rank <= 7))


def test_questions_are_asked_of_circumstances_alone() -> None:
    """Whatever a predicate reads of a context is among the circumstances that scores are kept by."""
    source = random.Random(SEED)
    read = {aspect for one in PREDICATES.values() for aspect in one.reads if aspect.level == "context"}
    for _ in range(200):
        one, other = any_context(source), any_context(source)
        equal = dict(
            zip(("by", "seat", "round", "events", "winners", "stakes", "base"), CIRCUMSTANCES(one), strict=True)
        )
        alike = other.replace(**equal)

        assert [aspect.of(alike) for aspect in read] == [aspect.of(one) for aspect in read]


def test_no_shape_is_passed_over() -> None:
    """Complete hands are of as many kinds as their shape declares."""
    source, seen = random.Random(SEED), set()
    for _ in range(2500):
        hand = any_win(source)
        for name in shapes_beside(hand.melds, tuple(SHAPES)):
            if any(True for _ in SHAPES[name].arrange(hand.counts, len(hand.melds), 0, None)):
                seen.add(name)

                assert KINDS - hand.counts.count(0) in SHAPES[name].kinds
    assert seen == set(SHAPES) - {"three-wilds"}


def test_a_reading_has_its_tiles_by_kind() -> None:
    """Whether its hand gave them, or it reckons them itself."""
    for reading, _ in pool():
        counts = count_tiles(reading.concealed_tiles)

        assert (reading.counts, reading.replace().counts) == (counts, counts)


# --- scores


def plain(reading: Reading, rules: RuleSet, context: WinContext) -> tuple[Worth, Tally]:
    """The worth of a reading with every predicate of every fan asked, and how it adds up."""
    find = finder(reading, context)
    found = [Found(rule, where) for rule in rules.fans if (where := hits(rule.condition, find))]
    total = tally(found, rules, context)
    return worth_of(found, total, rules, context, has_flowers=reading.flowers > 0), total


def valued(engine: Engine, reading: Reading, context: WinContext) -> tuple[Worth, Tally]:
    """The same by the engine."""
    return engine.worths(context)(reading), engine.tally(reading, context)


def wins_under(rules: RuleSet, number: int, seed: int) -> Iterator[tuple[list[Reading], WinContext]]:
    """The readings of hands under a rule set, with circumstances; of very many a few."""
    source = random.Random(seed)
    for _ in range(number):
        hand = any_win(source)
        able = [tile for tile in TILES if hand.closed_tiles.count(tile) in {1, 2, 3}]
        wild = source.choice(able) if able and rules.offers("wild") and source.random() < 0.7 else None
        found = list(readings(hand, rules.table.shapes, rules.wilds(wild)))
        yield source.sample(found, min(len(found), 12)), any_context(source, wild)


@pytest.mark.parametrize("name", rule_ids())
def test_every_worth_is_that_of_the_plain_way(name: str) -> None:
    """Equal in every part: the fans that count and where, those that do not and why, the total, the notes."""
    rules = load_rules(name)
    engine = Engine(rules)
    for found, context in wins_under(rules, 150, SEED):
        for reading in found:
            assert valued(engine, reading, context) == plain(reading, rules, context)


@pytest.mark.parametrize("name", ["mcr", "dongyang"])
def test_what_is_kept_is_bounded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for next to nothing every worth is the same."""
    for module in (account, engine_module, matter, questions):
        for bound in (name for name in vars(module) if name.startswith("_MOST_")):
            monkeypatch.setattr(module, bound, 2)
    rules = load_rules(name)
    engine = Engine(rules)
    for found, context in wins_under(rules, 60, SEED + 1):
        for reading in found:
            assert valued(engine, reading, context) == plain(reading, rules, context)


@pytest.mark.parametrize("name", ["jipinghu", "mcr", "dongyang"])
def test_the_best_reading_is_scored(name: str) -> None:
    """The score is the first of those of all readings, which are in order."""
    rules, source = load_rules(name), random.Random(SEED)
    for _ in range(100):
        hand = any_win(source)
        context = any_context(source)
        every = score_all(hand, rules, context)

        assert score_checked(hand, rules, context) == every[0]
        ranks = [(not one.is_win, -(one.tally.points if one.tally else 0), len(one.notes)) for one in every]
        assert ranks == sorted(ranks)


def test_the_way_a_hand_is_won_makes_a_difference_by_itself() -> None:
    """Where no fan reads it, the last discard still wins nothing while the last tile of the wall does."""
    rules = load_rules("jipinghu")
    blind = [one for one in rules.fans if all(BY not in PREDICATES[name].reads for name in one.condition.predicates())]
    engine = Engine(rules.replace(fans=tuple(blind), table=rules.table.replace(last_discard_wins=False)))
    (reading,) = readings(parse_hand("123m456m789p111s5z+5z"), ("standard",))
    ways: tuple[By, ...] = ("draw", "discard")
    reasons = [engine.worths(WinContext(by=by, events=(Event("last-tile"),)))(reading).reason for by in ways]

    assert len(blind) > 5
    assert reasons == ["", "last-discard"]


# --- the work that wild tiles make


def test_few_of_many_readings_are_valued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the readings of a hand with four wild tiles those in which the same holds are added up once."""
    rules, wild = load_rules("huanle"), Tile.of("1m")
    pairs = [tile for tile in TILES[11:16] for _ in range(2)]
    hand, context = Hand((*pairs, wild, wild, wild), added=wild), WinContext(wild=wild)
    engine = Engine(rules)
    every = list(readings(hand, rules.table.shapes, rules.wilds(wild)))
    add = Mock(wraps=engine.add)
    monkeypatch.setattr(engine, "add", add)
    for reading in every:
        engine.worths(context)(reading)

    assert 0 < add.call_count < len(every) / 20
