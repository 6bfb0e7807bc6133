"""Scores a hand: reads it in every way, values each reading, takes the best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjcli.decompose import Reading, readings
from mjcli.distance import shanten
from mjcli.errors import HandError
from mjcli.hand import Hand, WinContext
from mjcli.hand.hand import FULL
from mjcli.ruleset import RuleSet
from mjcli.scoring.checks import check
from mjcli.scoring.engine import engine_of
from mjcli.scoring.result import Note, Reason, Tally
from mjcli.tiles import Tile
from mjcli.value import Value, keeper, once


class Score(Value):
    """What a hand is worth.

    `reason` says why a hand is no win: it is `incomplete`, or dead, with `tiles`
    too many or too few; `reading`, `tally` and `fan` are then None.  Or it is complete
    and may not win: worth less than the minimum, of no pattern of a price list, won on
    the last discard, or on a discard where that takes another pattern.  `hand` has its
    winning tile marked unless it is dead.  `fan` is the total after cap or floor, and
    `full_points` what one ordinary payer would pay if the hand may win.
    """

    hand: Hand
    rules: RuleSet
    context: WinContext
    reading: Reading | None = None
    fan: int | None = None
    full_points: int = 0
    reason: Reason = ""
    notes: tuple[Note, ...] = ()
    tiles: int = 0

    @once
    def tally(self) -> Tally | None:
        """The fans added up: which count, in which groups, and which do not, and why.

        They follow from the reading, the rules and the way it was won, and are told only
        when they are asked for: to know what a hand is worth takes less.
        """
        return None if self.reading is None else engine_of(self.rules).tally(self.reading, self.context)

    @property
    def shanten(self) -> int | None:
        """How many tiles an incomplete hand is from waiting, None if it can never be complete.

        It follows from the hand and the rules, and takes longer than all else: it is
        reckoned when it is asked for.
        """
        if self.reason != "incomplete":
            return None
        table = self.rules.table
        return shanten(self.hand, table.shapes, wilds=self.rules.wilds(self.context.wild), formal=table.formal_tenpai)

    @property
    def is_complete(self) -> bool:
        return self.reading is not None

    @property
    def is_win(self) -> bool:
        """Complete, and allowed to win."""
        return self.reading is not None and not self.reason

    @property
    def is_dead(self) -> bool:
        """大相公 or 小相公: too many tiles or too few."""
        return self.reason in ("too-many-tiles", "too-few-tiles")

    @property
    def points(self) -> int | None:
        """What one ordinary payer pays for the hand, in units; None for no win."""
        return self.full_points if self.is_win else None

    def __reduce__(self) -> tuple[Any, ...]:
        """What travels takes its fans along: rules that have travelled are others, which would be made ready anew."""
        return _restored, (self._content(), self.tally)


_keep_tally = keeper(Score, "tally")


def _restored(content: tuple[Any, ...], tally: Tally | None) -> Score:
    score = Score(*content)
    _keep_tally(score, tally)
    return score


def score_hand(hand: Hand, rules: RuleSet, context: WinContext | None = None) -> Score:
    """The best score of a hand.

    :raises HandError: the hand, or the way it was won, is impossible; all problems are in it.

    >>> from mjcli.notation import parse_hand
    >>> from mjcli.ruleset import load_rules
    >>> found = score_hand(parse_hand("[111z,W]123m456p99s78s+9s"), load_rules("jipinghu"))
    >>> found.fan, found.points, [one.rule.name[0] for one in found.tally.counted]
    (3, 8, ['鸡胡', '自摸', '门风', '圈风'])
    """
    context = context or WinContext()
    problems = tuple(check(hand, rules, context))
    if problems:
        raise HandError(problems)
    return score_checked(hand, rules, context)


def score_checked(hand: Hand, rules: RuleSet, context: WinContext) -> Score:
    """The best score of a hand that `check` found nothing against."""
    if hand.size != FULL:
        return _dead(hand, rules, context)
    marked, notes = _marked(hand)
    found = readings(marked, rules.table.shapes, rules.wilds(context.wild))
    return best_of(marked, rules, context, found, notes)


def best_of(
    marked: Hand, rules: RuleSet, context: WinContext, found: Iterable[Reading], notes: tuple[Note, ...] = ()
) -> Score:
    """The best score of a checked hand of 14 tiles, its winning tile marked, by its readings.

    For who has the readings from elsewhere: they are to be all that there are, in
    their order.  `notes` are those on the hand.
    """
    worth_of = engine_of(rules).worths(context)
    best, most = None, None
    for reading in found:
        worth = worth_of(reading)
        if most is None or worth.rank < most.rank:
            best, most = reading, worth
    if best is None or most is None:
        return _incomplete(marked, rules, context, notes)
    return Score(marked, rules, context, best, most.fan, most.points, most.reason, notes + most.notes)


def score_all(hand: Hand, rules: RuleSet, context: WinContext) -> tuple[Score, ...]:
    """The scores of every reading of a checked hand, the best first; the one score of a hand that is no win.

    Readings with the same sets that count the same fans are one.
    """
    if hand.size != FULL:
        return (_dead(hand, rules, context),)
    marked, notes = _marked(hand)
    worth_of = engine_of(rules).worths(context)
    found = [(worth_of(one), one) for one in readings(marked, rules.table.shapes, rules.wilds(context.wild))]
    different: dict[object, Score] = {}
    for worth, one in sorted(found, key=lambda pair: pair[0].rank):
        score = Score(marked, rules, context, one, worth.fan, worth.points, worth.reason, notes + worth.notes)
        different.setdefault((one.groups, score.tally), score)
    return tuple(different.values()) or (_incomplete(marked, rules, context, notes),)


def _marked(hand: Hand) -> tuple[Hand, tuple[Note, ...]]:
    """The hand with its winning tile apart, and a note if nothing but its place says which that is."""
    if hand.added is not None:
        return hand, ()
    return hand.marked(), () if hand.suffix else (last_written(hand.concealed[-1]),)


def last_written(tile: Tile) -> Note:
    """The note on a winning tile that nothing but its place says is one."""
    return Note("last-written", {"tile": tile})


def _dead(hand: Hand, rules: RuleSet, context: WinContext) -> Score:
    """The score of a hand with too many tiles or too few."""
    reason: Reason = "too-many-tiles" if hand.size > FULL else "too-few-tiles"
    return Score(hand, rules, context, reason=reason, tiles=abs(hand.size - FULL))


def _incomplete(marked: Hand, rules: RuleSet, context: WinContext, notes: tuple[Note, ...]) -> Score:
    """The score of a hand that has no reading."""
    return Score(marked, rules, context, reason="incomplete", notes=notes)
