"""What is impossible about a hand and the way it was won, by itself or under a rule set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjcli.errors import Problem
from mjcli.hand import Hand, WinContext
from mjcli.ruleset import RuleSet
from mjcli.tiles import COPIES, JOKER, KINDS, Tile


def check(hand: Hand, rules: RuleSet, context: WinContext) -> Iterable[Problem]:
    """Everything impossible about the hand, about winning it so, or about either under these rules."""
    if hand.is_plain and context.is_plain_draw and rules.wild is None and context.seat in rules.table.seats:
        return ()  # nothing is said that could be wrong
    return _problems(hand, rules, context)


def _problems(hand: Hand, rules: RuleSet, context: WinContext) -> Iterator[Problem]:
    yield from hand.problems()
    yield from context.problems(
        hand.marked(), len(rules.table.seats), first_round=rules.table.human_win == "first-round"
    )
    yield from _table_problems(hand, rules, context)
    yield from _joker_problems(hand, rules)
    yield from _wild_problems(hand, rules, context)
    yield from _horse_problems(hand, rules, context)


def _table_problems(hand: Hand, rules: RuleSet, context: WinContext) -> Iterator[Problem]:
    """What the rule set does not have: flowers, seats, chows, floated wild tiles."""
    name = {"rules": rules.id}
    if hand.flower_count and not rules.table.flowers:
        token, spot = (hand.flowers[0].text, "flower") if hand.flowers else ("", "suffix")
        yield Problem("H004", token=token, spot=(spot, 0), facts=name)
    for seat in (context.seat, context.feeder, *context.exempt, context.bound):
        if seat is not None and seat not in rules.table.seats:
            yield Problem("C008", token=seat.letter, facts=name)
    for at, meld in enumerate(hand.melds):
        if meld.stated_seat is not None and meld.stated_seat not in rules.table.seats:
            yield Problem("C008", token=meld.stated_seat.letter, spot=("meld", at), facts=name)
        if meld.kind == "chow" and not rules.table.chows:
            yield Problem("H012", spot=("meld", at), facts=name)
    if context.has("float") and not any("float" in rule.events for rule in rules.fans):
        yield Problem("C009", token="float", key="event", facts=name)


def _joker_problems(hand: Hand, rules: RuleSet) -> Iterator[Problem]:
    """Jokers where the rule set has none."""
    if not hand.jokers or rules.has_jokers:
        return
    if JOKER in hand.concealed:
        yield Problem(
            "H018", token=JOKER.text, spot=("concealed", hand.concealed.index(JOKER)), facts={"rules": rules.id}
        )
    else:
        yield Problem("H018", token=JOKER.text, spot=("added", 0), facts={"rules": rules.id})


def _wild_problems(hand: Hand, rules: RuleSet, context: WinContext) -> Iterator[Problem]:
    """A wild kind that is not named or cannot be one, or more wild tiles held and floated than there are."""
    wild = context.wild
    if wild is None:
        if rules.wild and rules.wild.turned == "required":
            yield Problem("C039", key="wild", facts={"rules": rules.id})
        return
    if wild >= KINDS:
        yield Problem("C040", token=wild.text, key="wild")
        return
    held = hand.counts[wild] + hand.meld_counts[wild]
    if context.floats and held <= COPIES < held + context.floats:
        yield Problem("C041", token=wild.text, key="event", facts={"held": held, "floats": context.floats})


def _horse_problems(hand: Hand, rules: RuleSet, context: WinContext) -> Iterator[Problem]:
    """A number of code tiles that is not allowed, or tiles that cannot be there."""
    if rules.codes is None or not context.horses:
        return
    count = len(context.horses)
    if count > rules.codes.most or (rules.codes.even and count % 2):
        facts = {"count": count, "most": rules.codes.most}
        yield Problem("H013" if rules.codes.even else "H014", key="horses", facts=facts)
    yield from hand.excess_with(context.horses, "horses")
    yield from seatless(context.horses, "horses")


def seatless(tiles: Iterable[Tile], key: str) -> Iterator[Problem]:
    """A joker falls to no seat."""
    if JOKER in tiles:
        yield Problem("H019", token=JOKER.text, key=key)
