"""Layer 9b: whole deals: what several seats called, everybody's melds and bets, read and answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from mjcli.answer import MALFORMED, NOT_WON, WON, Entry
from mjcli.errors import MjError, Problem, tried
from mjcli.hand import Hand, Meld, MeldKind, WinContext
from mjcli.hand.context import FIRST_TURN, source_problems
from mjcli.notation import read_hand, read_tile
from mjcli.request import Request, read_request
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score, score_checked
from mjcli.scoring.checks import seatless
from mjcli.settlement import DealSettlement, DealTable, settle_deal
from mjcli.tiles import FLOWERS, JOKER, Seat, Tile
from mjcli.value import Value

T = TypeVar("T")
_TWO = 2
# A hand has four sets.
_SETS = 4
# What holds for the whole deal, and what follows from it.
_OF_THE_DEAL = ("by", "from", "round", "horses", "stakes", "wild", "base")
_WINNERS = "winners"
# What a log of deals has on each, won or not.
_ON_EACH = ("round", "wild", "base")


class Deal(Value):
    """A deal as it was written: who called a win with which hand, and what else happened.

    `winners` are entries with the field `seat`; `kongs`, `melds` and `bets` pair
    a seat with its kongs, with all its melds, and with a tile, as text.  `name`
    and `line` are its id and its first line in a file.  `problems` are those of a
    deal that could not be taken apart.
    """

    winners: tuple[Entry, ...]
    fields: Mapping[str, str]
    kongs: tuple[tuple[str, str], ...] = ()
    melds: tuple[tuple[str, str], ...] = ()
    bets: tuple[tuple[str, str], ...] = ()
    followed: bool = False
    name: str | None = None
    line: int | None = None
    problems: tuple[Problem, ...] = ()


class DealOutcome(Value):
    """The settlement of a deal, or the problems that prevent one."""

    deal: Deal
    settlement: DealSettlement | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 if every hand called is a legal win, 1 if one is not, 2 where the input is malformed."""
        if self.settlement is None:
            return MALFORMED
        return WON if all(one.score.is_win for one in self.settlement.winners) else NOT_WON


def answer_deal(deal: Deal, rules: RuleSet, *, unit: int = 1, fee: int = 0) -> DealOutcome:
    """The outcome of a deal; errors of the input become its problems."""
    if deal.problems:
        return DealOutcome(deal, problems=deal.problems)
    problems: list[Problem] = []
    read = [tried(partial(_winner, entry, deal, rules), problems, line=entry.line) for entry in deal.winners]
    asked = [one for one in read if one is not None]
    table = _table(deal, asked, rules, problems)
    if not problems:
        problems += _deal_problems(asked, table, rules)
    if problems:
        return DealOutcome(deal, problems=tuple(problems))
    return DealOutcome(deal, settle_deal(_scores(asked, rules), rules, table, unit=unit, fee=fee))


def _winner(entry: Entry, deal: Deal, rules: RuleSet) -> Request:
    """What a seat called, with the fields of the deal where its own do not say otherwise.

    :raises MjError: it cannot be read, or is impossible.
    """
    problems = list(entry.problems)
    problems += (Problem("D012", token=name, key=name) for name in entry.fields if name in _OF_THE_DEAL)
    problems += (Problem("D013", key=_WINNERS) for fields in (entry.fields, deal.fields) if _WINNERS in fields)
    if problems:
        raise MjError(problems)
    return read_request(entry.text, {**deal.fields, **entry.fields}, rules)


def _scores(asked: list[Request], rules: RuleSet) -> tuple[Score, ...]:
    """The scores; how many win together is known only once each has been seen to be a win."""
    scores = tuple(score_checked(one.hand, rules, one.context) for one in asked)
    together = sum(score.is_win for score in scores) if rules.winners.paid == "all" else 1
    if together < _TWO:
        return scores
    return tuple(score_checked(one.hand, rules, one.context.replace(winners=together)) for one in asked)


def _table(deal: Deal, asked: list[Request], rules: RuleSet, problems: list[Problem]) -> DealTable:
    """Everything beside the winning hands; what is wrong with it is noted."""
    for option, given in (("bet", deal.bets), ("follow", deal.followed)):
        if given and not rules.offers(option):
            problems.append(Problem("C009", token=option, key=option, facts={"rules": rules.id}))
    if not deal.winners:
        problems += (Problem("D011", token=name, key=name) for name in deal.fields if name not in _ON_EACH)
    melds = _melds(deal, rules, problems)
    bets = _by_seat(deal.bets, read_tile, problems, "bet")
    problems += seatless(bets.values(), "bet")
    absent = [seat for seat in bets if seat not in rules.table.seats]
    problems += (Problem("C008", token=seat.letter, key="bet", facts={"rules": rules.id}) for seat in absent)
    context = asked[0].context if asked else WinContext()
    return DealTable(context.feeder, melds, bets, deal.followed, context.stakes)


def _by_seat(
    pairs: Iterable[tuple[str, str]], read: Callable[[str], T], problems: list[Problem], key: str
) -> dict[Seat, T]:
    """What is written beside each seat, read."""
    found: dict[Seat, T] = {}
    for name, text in pairs:
        seat = tried(partial(Seat.of, name), problems, key=key)
        value = tried(partial(read, text), problems, key=key)
        if seat is not None and seat in found:
            problems.append(Problem("D003", token=name, key=key))
        elif seat is not None and value is not None:
            found[seat] = value
    return found


def _melds(deal: Deal, rules: RuleSet, problems: list[Problem]) -> dict[Seat, tuple[Meld, ...]]:
    """What lies open before the seats that called no win: all their melds, or their kongs."""
    found: dict[Seat, tuple[Meld, ...]] = {}
    for key, pairs, read in (("kong", deal.kongs, _read_kongs), ("melds", deal.melds, _read_melds)):
        known = _by_seat(pairs, read, problems, key)
        problems += (Problem("D016", token=seat.letter, key=key) for seat in known if seat in found)
        for owner, melds in known.items():
            problems += (problem.replace(key=key) for problem in _meld_problems(owner, melds, rules))
        found |= known
    return found


def _read_open(text: str, kinds: Iterable[MeldKind], code: str) -> tuple[Meld, ...]:
    """The melds written, and nothing else.

    :raises MjError: they cannot be read, or something else is there, which has the code.
    """
    hand = read_hand(text).hand
    if hand.replace(melds=()) != Hand(()) or any(meld.kind not in kinds for meld in hand.melds):
        raise MjError([Problem(code, token=text)])
    return hand.melds


_read_kongs = partial(_read_open, kinds=("kong",), code="D004")
_read_melds = partial(_read_open, kinds=("chow", "pung", "kong"), code="D017")


def _meld_problems(owner: Seat, melds: tuple[Meld, ...], rules: RuleSet) -> Iterator[Problem]:
    """What is impossible about what lies open before a seat."""
    name = {"rules": rules.id}
    if owner not in rules.table.seats:
        yield Problem("C008", token=owner.letter, facts=name)
    if len(melds) > _SETS:
        yield Problem("D018", token=owner.letter, facts={"count": len(melds)})
    yield from (one.replace(spot=None) for one in source_problems(melds, owner, len(rules.table.seats)))
    for meld in melds:
        if meld.kind == "chow" and not rules.table.chows:
            yield Problem("H012", facts=name)
        if meld.stated_seat is not None and meld.stated_seat not in rules.table.seats:
            yield Problem("C008", token=meld.stated_seat.letter, facts=name)


def _deal_problems(asked: list[Request], table: DealTable, rules: RuleSet) -> Iterator[Problem]:
    """What is impossible about the hands of one deal together."""
    seats = [one.context.seat for one in asked]
    yield from (Problem("D001", token=seat.letter) for seat in sorted(set(seats)) if seats.count(seat) > 1)
    yield from (Problem("D006", token=seat.letter) for seat in table.melds if seat in seats)
    if any(_voids(meld, rules) for melds in table.melds.values() for meld in melds):
        void = _voidable(rules)
        yield from (
            Problem("D014", token=event.name) for one in asked for event in one.context.events if event.name in void
        )
    ways = {(one.context.by, one.context.feeder, one.hand.marked().added) for one in asked}
    if len(ways) > 1:
        yield Problem("D002")
    elif len(asked) > 1 and asked[0].context.by == "draw":
        yield Problem("D005", token=str(len(asked)))
    elif len(asked) > 1 and table.feeder is None:
        yield Problem("D015")
    for tile, count in Counter(_tiles(asked, table)).items():
        if count > tile.copies:
            yield Problem(_TOO_MANY.get(tile.suit, "D007"), token=tile.text, facts={"count": count})


# A flower twice, a ninth joker; of the other tiles there are four.
_TOO_MANY = {FLOWERS[0].suit: "H002", JOKER.suit: "H016"}


def _voids(meld: Meld, rules: RuleSet) -> bool:
    """Whether another seat's meld voids a win of the first turn: a claim does, and a kong as the rule set has it."""
    return meld.kind != "kong" or rules.table.kong_voids_first_turn


def _voidable(rules: RuleSet) -> frozenset[str]:
    """The wins of the first turn that another seat's meld can void, of those that have a value under the rule set.

    人和 on the dealer's first discard alone comes before anybody else could lay down a set; the dealer's own does not
    void it.
    """
    valued = frozenset(event for rule in rules.fans for event in rule.events)
    void = FIRST_TURN if rules.table.human_win == "first-round" else [name for name in FIRST_TURN if name != "human"]
    return valued & frozenset(void)


def _tiles(asked: list[Request], table: DealTable) -> Iterator[Tile]:
    """Every tile in the hands and melds of a deal; the one that several win on is one tile."""
    hands = [one.hand.marked() for one in asked]
    for hand in hands:
        yield from hand.concealed
        yield from hand.flowers
    melds = [meld for hand in hands for meld in hand.melds] + [meld for known in table.melds.values() for meld in known]
    for meld in melds:
        yield from meld.tiles
    yield from {hand.added for hand in hands if hand.added is not None}
    for one in asked:
        yield from (one.context.wild,) * one.context.floats if one.context.wild is not None else ()
    yield from asked[0].context.horses if asked else ()
