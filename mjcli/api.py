"""The library's own commands: the same questions that the command line asks, with keyword options.

Hands are text in any notation or a `Hand`; seats are a `Seat` or written
`E S W N`; tiles are text or `Tile`s; rule sets are a `RuleSet`, an id or a path.
Every error is an `MjError` with all problems in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mjcli.analysis import DiscardReport, WaitReport, value_discards, value_waits
from mjcli.distance import shanten as hand_shanten
from mjcli.hand import Hand
from mjcli.request import read_request
from mjcli.ruleset import DEFAULT_RULES, RuleSet, load_rules
from mjcli.scoring import Score, score_checked
from mjcli.tiles import Seat, Tile

Tiles = str | Iterable[Tile]


def score(  # noqa: PLR0913 - keyword options, each a field of the hand
    hand: str | Hand,
    rules: str | RuleSet = DEFAULT_RULES,
    *,
    win: str | Tile = "",
    by: str = "",
    from_: str | Seat = "",
    seat: str | Seat = "",
    round: str | Seat = "",  # noqa: A002 - the field's name everywhere
    events: str | Iterable[str] = (),
    winners: int = 1,
    exempt: Iterable[str | Seat] = (),
    flowers: Tiles = "",
    horses: Tiles = "",
    bound: str | Seat = "",
    stakes: Iterable[int] = (),
    wild: str | Tile = "",
    base: int = 0,
) -> Score:
    """What a hand of 14 tiles is worth.

    `win` is the winning tile where the hand does not mark it; `by` is "draw",
    "discard" or "rob", by default "discard" with `from_` and else "draw";
    `events` are written as on the command line ("after-kong:5p"); `horses` are
    code tiles, `stakes` those of a flower, a kong and a chicken hand; `bound` is
    a seat bound to the winner (承包), `wild` the kind turned up as wild, `base` what
    a multiple of one pays.  The result has the total `fan`, the `points` that one
    ordinary payer pays, the reading, the fans that count and those that do not.

    :raises MjError: the hand or an option cannot be read or is impossible.

    >>> found = score("123m456m789p123s5p+5p", seat="S", from_="W")
    >>> found.is_win, found.fan, found.points
    (True, 1, 2)
    """
    fields = _fields(
        win=win,
        by=by,
        seat=seat,
        round=round,
        event=events,
        winners="" if winners == 1 else winners,
        exempt=exempt,
        flowers=flowers,
        horses=horses,
        bound=bound,
        stakes=stakes,
        wild=wild,
        base=base or "",
        **{"from": from_},
    )
    found = _rules(rules)
    asked = read_request(hand, fields, found, "score")
    return score_checked(asked.hand, found, asked.context)


def waits(  # noqa: PLR0913 - keyword options, each a field of the hand
    hand: str | Hand,
    rules: str | RuleSet = DEFAULT_RULES,
    *,
    seat: str | Seat = "",
    round: str | Seat = "",  # noqa: A002 - the field's name everywhere
    visible: Tiles = "",
    passed: Tiles = "",
    wild: str | Tile = "",
) -> WaitReport:
    """The waiting tiles of a hand of 13 tiles, each with its copies left and its worth by draw and by discard.

    `visible` are tiles that lie open elsewhere, `passed` winning tiles that the
    player let go.  Iterating over the result gives the waits.

    :raises MjError: the hand or an option cannot be read or is impossible.

    >>> [(wait.tile.text, wait.left, wait.draw.points) for wait in waits("123m456m789p2345s")]
    [('2s', 3, 4), ('5s', 3, 4)]
    """
    found = _rules(rules)
    asked = read_request(
        hand, _fields(seat=seat, round=round, visible=visible, passed=passed, wild=wild), found, "wait"
    )
    return value_waits(asked.hand, found, asked.context, visible=asked.visible, passed=asked.passed)


def shanten(hand: str | Hand, rules: str | RuleSet = DEFAULT_RULES, *, wild: str | Tile = "") -> int | None:
    """How many tiles a hand is from waiting: 0 waiting, -1 complete, None where it can never be complete.

    :raises MjError: the hand cannot be read or is impossible.

    >>> shanten("123m456m789p1357s"), shanten("19m19p19s1234567z")
    (1, 0)
    """
    found = _rules(rules)
    asked = read_request(hand, _fields(wild=wild), found, "shanten")
    return hand_shanten(
        asked.hand, found.table.shapes, wilds=found.wilds(asked.context.wild), formal=found.table.formal_tenpai
    )


def discards(
    hand: str | Hand, rules: str | RuleSet = DEFAULT_RULES, *, visible: Tiles = "", wild: str | Tile = ""
) -> DiscardReport:
    """Every discard of a hand of 14 tiles, the best first: the distance it leaves and the tiles that then help.

    Iterating over the result gives the discards.

    :raises MjError: the hand or an option cannot be read or is impossible.

    >>> [(one.tile.text, one.shanten, one.copies) for one in discards("123m456m789p1145s9p")][:1]
    [('9p', 0, 8)]
    """
    found = _rules(rules)
    asked = read_request(hand, _fields(visible=visible, wild=wild), found, "discard")
    return value_discards(asked.hand, found, visible=asked.visible, wild=asked.context.wild)


def _rules(rules: str | RuleSet) -> RuleSet:
    return rules if isinstance(rules, RuleSet) else load_rules(rules)


def _fields(**options: Any) -> dict[str, str]:
    """The options that were given, as the text that a hand file would have."""
    texts = {name: _text(value) for name, value in options.items()}
    return {name: text for name, text in texts.items() if text}


def _text(value: Any) -> str:
    if isinstance(value, (str, int)):
        return str(value)
    items = list(value)
    return ("" if all(isinstance(item, Tile) for item in items) else ",").join(map(str, items))
