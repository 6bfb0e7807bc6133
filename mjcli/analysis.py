"""Layer 9b: what the commands ask of the layers below: valued waits, discards, and why a pattern failed."""

from __future__ import annotations

from collections.abc import Iterator

from mjcli.distance import Discard, discards, shanten
from mjcli.errors import Problem
from mjcli.fans import Miss
from mjcli.hand import NO_WILDS, Event, Hand, Wilds, WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import CappedFan, FanRule, RuleSet
from mjcli.scoring import Note, Score, check, score_checked
from mjcli.scoring.conditions import distance, obstacles
from mjcli.scoring.result import Reason
from mjcli.scoring.tally import row_points
from mjcli.tiles import JOKER, Tile
from mjcli.value import Value
from mjcli.waiting import waits

WAITING = FULL - 1


class ValuedWait(Value):
    """A waiting tile: copies left, and the score of winning on it by draw and by discard.

    A score is None where such a win is impossible (no copy is left) or blocked
    (the player let that tile go), or where nobody asked for it (`find_waits`).
    """

    tile: Tile
    left: int
    draw: Score | None
    discard: Score | None


class WaitReport(Value):
    """The waits of a hand under a rule set.

    `wild` are the wild tiles that complete it, apart from the others; `any_tile`
    says that every tile does.  `reason` is empty, or says that the hand is dead,
    by how many `tiles`.  `held` are kinds that would complete the hand and lie in
    it four times.  `wilds` are the wild tiles of the deal.
    """

    hand: Hand
    rules: RuleSet
    waits: tuple[ValuedWait, ...] = ()
    held: tuple[Tile, ...] = ()
    shanten: int | None = None
    reason: Reason = ""
    tiles: int = 0
    notes: tuple[Note, ...] = ()
    wild: tuple[ValuedWait, ...] = ()
    any_tile: bool = False
    wilds: Wilds = NO_WILDS

    @property
    def is_tenpai(self) -> bool:
        return bool(self.waits or self.wild)

    def __iter__(self) -> Iterator[ValuedWait]:
        return iter(self.waits)


class DiscardReport(Value):
    """What each discard of a 14-tile hand leaves, the best first; a `shanten` of -1 says that it is complete."""

    hand: Hand
    rules: RuleSet
    choices: tuple[Discard, ...] = ()
    shanten: int | None = None
    reason: Reason = ""
    tiles: int = 0
    wilds: Wilds = NO_WILDS

    def __iter__(self) -> Iterator[Discard]:
        return iter(self.choices)


def find_waits(hand: Hand, rules: RuleSet, *, visible: tuple[Tile, ...] = (), wild: Tile | None = None) -> WaitReport:
    """The waits of a hand of 13 tiles without their worth; else as `value_waits`. `wild` is the kind turned up as wild.

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> [(wait.tile.text, wait.left) for wait in find_waits(parse_hand("123m456m789p2345s"), load_rules()).waits]
    [('2s', 3), ('5s', 3)]
    """
    if hand.size != WAITING:
        reason: Reason = "too-many-tiles" if hand.size > WAITING else "too-few-tiles"
        return WaitReport(hand, rules, reason=reason, tiles=abs(hand.size - WAITING))
    shapes, formal, wilds = rules.table.shapes, rules.table.formal_tenpai, rules.wilds(wild)
    found = waits(hand, shapes, visible=visible, wilds=wilds, formal=formal)
    return WaitReport(
        hand,
        rules,
        tuple(ValuedWait(wait.tile, wait.left, None, None) for wait in found.waits),
        found.held,
        shanten(hand, shapes, wilds=wilds, formal=formal),
        notes=(held_note(found.held),) if found.held else (),
        wild=tuple(ValuedWait(wait.tile, wait.left, None, None) for wait in found.wild),
        any_tile=found.any_tile,
        wilds=wilds,
    )


def held_note(held: tuple[Tile, ...]) -> Note:
    """The note on kinds that would complete a hand which holds all four of them."""
    return Note("held-waits", {"tiles": held})


def value_waits(
    hand: Hand, rules: RuleSet, context: WinContext, *, visible: tuple[Tile, ...] = (), passed: tuple[Tile, ...] = ()
) -> WaitReport:
    """The waits of a hand of 13 tiles, each with its worth by draw and by discard.

    `wait_problems` must have found nothing against the hand.  `context` gives the
    seat and the round.  `visible` are tiles that lie open elsewhere; `passed` are
    winning tiles that the player has let go since its last turn, which block
    others as the rule set says (漏胡).

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> found = value_waits(parse_hand("123m456m789p2345s"), load_rules("jipinghu"), WinContext())
    >>> [(wait.tile.text, wait.left, wait.draw.points, wait.discard.points) for wait in found.waits]
    [('2s', 3, 4, 2), ('5s', 3, 4, 2)]
    """
    found = find_waits(hand, rules, visible=visible, wild=context.wild)
    every = tuple(_valued(hand, rules, context, wait) for wait in (*found.waits, *found.wild))
    blocked = _blocked(rules, every, passed)
    valued = tuple(wait.replace(discard=None) if wait.tile in blocked else wait for wait in every)
    return found.replace(waits=valued[: len(found.waits)], wild=valued[len(found.waits) :])


def wait_problems(hand: Hand, rules: RuleSet, context: WinContext, visible: tuple[Tile, ...]) -> Iterator[Problem]:
    """What is impossible about a waiting hand, at its seat, beside the tiles visible elsewhere."""
    yield from _hand_problems(hand, rules, context, visible)
    if hand.added is not None:
        yield Problem("H011", token=hand.added.text, spot=("added", 0), hint="use-score")
    elif hand.size == FULL:
        yield Problem("H008", hint="use-discard")


def value_discards(
    hand: Hand, rules: RuleSet, *, visible: tuple[Tile, ...] = (), wild: Tile | None = None
) -> DiscardReport:
    """What each discard of a 14-tile hand leaves; `discard_problems` must have found nothing against the hand.

    `wild` is the kind turned up as wild.

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> found = value_discards(parse_hand("123m456m789p1145s9p"), load_rules("jipinghu"))
    >>> [(choice.tile.text, choice.shanten, choice.copies) for choice in found.choices][:1]
    [('9p', 0, 8)]
    """
    if hand.size != FULL:
        reason: Reason = "too-many-tiles" if hand.size > FULL else "too-few-tiles"
        return DiscardReport(hand, rules, reason=reason, tiles=abs(hand.size - FULL))
    shapes, formal, wilds = rules.table.shapes, rules.table.formal_tenpai, rules.wilds(wild)
    choices = discards(hand, shapes, visible=visible, wilds=wilds, formal=formal)
    now = shanten(hand, shapes, wilds=wilds, formal=formal)
    return DiscardReport(hand, rules, choices, now, wilds=wilds)


def discard_problems(hand: Hand, rules: RuleSet, context: WinContext, visible: tuple[Tile, ...]) -> Iterator[Problem]:
    """What is impossible about a hand that is to discard, beside the tiles visible elsewhere."""
    yield from _hand_problems(hand, rules, context, visible)
    if hand.size == WAITING:
        yield Problem("H009", facts={"count": hand.size}, hint="use-wait")


def _hand_problems(hand: Hand, rules: RuleSet, context: WinContext, visible: tuple[Tile, ...]) -> Iterator[Problem]:
    yield from check(hand, rules, context)
    yield from hand.excess_with(visible, "visible")
    if JOKER in visible and not rules.has_jokers:
        yield Problem("H018", token=JOKER.text, key="visible", facts={"rules": rules.id})


def _blocked(rules: RuleSet, waiting: tuple[ValuedWait, ...], passed: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The waits that a discard may not win since the player let `passed` go."""
    kinds = tuple(wait.tile for wait in waiting)
    # A tile that would not have been a win was not let go; what an exhausted one would be worth is not known.
    missed = tuple(w.tile for w in waiting if w.tile in passed and (w.discard is None or w.discard.is_win))
    if rules.table.missed_win == "same-kind":
        return missed
    return kinds if missed and rules.table.missed_win == "all-waits" else ()


def _valued(hand: Hand, rules: RuleSet, context: WinContext, wait: ValuedWait) -> ValuedWait:
    """The wait with the scores of winning on it; who discards it makes no difference to them."""
    if not wait.left:
        return wait
    complete = hand.replace(added=wait.tile)
    if wait.left == 1 and wait.tile not in hand.concealed:
        context = context.replace(events=(Event("last-copy"),))  # the other three lie open
    draw, discard = (score_checked(complete, rules, way) for way in ways_to_win(rules, context))
    return ValuedWait(wait.tile, wait.left, draw, discard)


def ways_to_win(rules: RuleSet, context: WinContext) -> tuple[WinContext, WinContext]:
    """A win by draw and one by discard, of the seat after the winner's: whose it is makes no difference."""
    feeder = context.seat.after(1, len(rules.table.seats))
    return context.replace(by="draw", feeder=None), context.replace(by="discard", feeder=feeder)


class Nearest(Value):
    """The pattern that a hand came nearest to without having it, and what stood in the way."""

    rule: FanRule
    misses: tuple[Miss, ...]


_NO_MENDING = "wrong-shape"


def nearest_pattern(score: Score) -> Nearest | None:
    """The pattern that would have paid more and fails in the fewest groups; of equals the one worth most."""
    if score.reading is None or score.tally is None:
        return None
    candidates = []
    for rule in score.rules.fans:
        misses = obstacles(rule.condition, score.reading, score.context) if _would_pay(rule, score) else ()
        if misses and not any(miss.reason == _NO_MENDING for miss in misses):
            candidates.append((distance(misses), -rule.fan, Nearest(rule, misses)))
    return min(candidates, key=lambda one: one[:2])[2] if candidates else None


def _would_pay(rule: FanRule, score: Score) -> bool:
    """Whether a pattern could raise the score: one worth more, or any within the cap while there is room."""
    if score.tally is None:
        return False
    if rule.tier == "row":
        return row_points(rule, score.context.stakes or score.rules.stakes) > score.tally.points
    if rule.tier == "special":
        return rule.fan > score.tally.fan
    scoring = score.rules.scoring
    return rule.tier == "pattern" and isinstance(scoring, CappedFan) and score.tally.fan < scoring.cap
