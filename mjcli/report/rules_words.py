"""What the parts of a rule set say, in words: for the screen of one and for that of two compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mjcli.fans import PREDICATES
from mjcli.hand import Stakes, WinContext
from mjcli.report.base_screen import View
from mjcli.report.fans_screen import described
from mjcli.ruleset import (
    AccountOnce,
    BestRow,
    Bets,
    CappedFan,
    Codes,
    Condition,
    FanRule,
    Follow,
    Liability,
    NextDealer,
    Payment,
    Product,
    RuleSet,
    SeatMap,
    SidePayment,
    WildRule,
    Winners,
)
from mjcli.ruleset.schema import Factor, Tier
from mjcli.scoring import Found
from mjcli.scoring.tally import tally
from mjcli.texts.labels import HUMAN_WINS, MISSED_WINS, SHAPES, TIERS
from mjcli.tiles import SEATS, Seat


def _seats(seats: Sequence[Seat], _rules: RuleSet, view: View) -> str:
    return view.count("players", len(seats), seats=" ".join(view.seat(seat) for seat in seats))


def _either(yes: str, no: str) -> Callable[[bool, RuleSet, View], str]:
    return lambda said, _rules, view: view.say(yes if said else no)


def _shapes(shapes: Sequence[str], _rules: RuleSet, view: View) -> str:
    return view.say("listing").join(view.pick(SHAPES[one]) for one in shapes)


def _discard_needs(fans: Sequence[str], rules: RuleSet, view: View) -> str:
    """Which fans a win on a discard takes; where all of them are switched off there is none."""
    if not fans:
        return view.say("discard-needs-nothing")
    names = names_of(fans, rules, view)
    return view.say("discard-needs", fans=names) if names else view.say("no-discard-wins")


# Each key of the frame: its label, and what it says in words.
FRAME: dict[str, tuple[str, Callable[[Any, RuleSet, View], str]]] = {
    "seats": ("seats", _seats),
    "flowers": ("tiles", _either("tiles-144", "tiles-136")),
    "chows": ("claims-chow", _either("chows", "no-chows")),
    "shapes": ("shapes", _shapes),
    "last_discard_wins": ("last-discard", _either("last-discard-wins", "no-last-discard")),
    "formal_tenpai": ("waiting", _either("formal", "not-formal")),
    "discard_payer": ("discard-payer", lambda said, _rules, view: view.say(f"{said}-pays")),
    "drawn_kongs": ("drawn-kongs", _either("kongs-if-drawn", "no-kongs-if-drawn")),
    "kong_voids_first_turn": ("kong-voids", _either("kong-voids-first-turn", "kong-voids-nothing")),
    "human_win": ("human-win", lambda said, _rules, view: view.pick(HUMAN_WINS[said])),
    "missed_win": ("missed-win", lambda said, _rules, view: view.pick(MISSED_WINS[said])),
    "discard_needs": ("discard-wins", _discard_needs),
}


def wild_words(wild: WildRule, view: View) -> str:
    """Which tiles are wild and how they are named, what may stand for them, and whether a fifth copy may be."""
    return view.say("clauses").join(_wild(wild, view))


def _wild(wild: WildRule, view: View) -> Iterator[str]:
    if wild.tiles:
        yield view.say("wild-always", tiles=view.by_suit(wild.tiles))
    if wild.turned != "never":
        yield view.say(f"wild-turned-{wild.turned}")
    if wild.stand_in is not None:
        yield view.say("wild-stand-in", tile=view.tile(wild.stand_in))
    yield view.say("wild-fifth" if wild.fifth_copy else "wild-no-fifth")


def stakes_words(stakes: Stakes, view: View) -> str:
    """The three stakes."""
    return view.say("stakes-words", flower=stakes.flower, kong=stakes.kong, chicken=stakes.chicken)


def _capped_fan(policy: CappedFan, view: View) -> Iterator[str]:
    yield view.say("doubling", factor=policy.factor)
    yield view.say("capped", cap=policy.cap)
    if policy.minimum:
        yield view.say("minimum", minimum=policy.minimum)
        if not policy.minimum_with_additions:
            yield view.say("without-additions")
    yield view.say("stacked" if policy.stack else "not-stacked")
    yield view.say("limits-add" if policy.limits_add else "limits-alone")


def _capped_fan_in_short(policy: CappedFan, view: View) -> str:
    key = "short-capped-from" if policy.minimum else "short-capped"
    return view.say(key, cap=policy.cap, minimum=policy.minimum)


def _account_once(policy: AccountOnce, view: View) -> Iterator[str]:
    yield view.say("principles")
    if policy.minimum:
        yield view.say("minimum-without-bonus", minimum=policy.minimum)


def _product(policy: Product, view: View) -> Iterator[str]:
    yield view.say("product")
    yield view.say("product-base", base=policy.base)
    yield view.say("product-limit")


def factor_words(factor: Factor, view: View) -> str:
    """A factor of a product by its letter and name."""
    return view.say("factor", factor=factor.id, name=view.pick(factor.name))


# Each function takes the policy of its own class.
IN_FULL: dict[type, Callable[[Any, View], Iterable[str]]] = {
    CappedFan: _capped_fan,
    BestRow: lambda _policy, view: [view.say("best-row")],
    AccountOnce: _account_once,
    Product: _product,
}
IN_SHORT: dict[type, Callable[[Any, View], str]] = {
    CappedFan: _capped_fan_in_short,
    BestRow: lambda _policy, view: view.say("short-best-row"),
    AccountOnce: lambda policy, view: view.say("short-account-once", minimum=policy.minimum),
    Product: lambda policy, view: view.say("short-product", base=policy.base),
}


def codes_words(codes: Codes, view: View) -> str:
    """How many codes are turned, what a hit is worth, and to which seat each tile falls."""
    said = [view.say("codes-most", most=codes.most)]
    said += [view.say("codes-even")] * codes.even
    said.append(view.say("codes-flat" if codes.flat else "codes-again", flat=codes.flat))
    return view.say("clauses").join((view.join(said), _seat_map(codes.map, view)))


def bets_words(bets: Bets, view: View) -> str:
    """What may be bet on, and to which seat each tile falls."""
    said = [view.say("bets-words")] + [view.say("bets-winner-pays")] * (not bets.winner_exempt)
    return view.say("clauses").join((*said, _seat_map(bets.map, view)))


def _seat_map(seats: SeatMap, view: View) -> str:
    """The ranks, honours and flowers of each seat."""
    parts = []
    for seat in SEATS:
        ranks = "".join(str(rank) for rank, number in enumerate(seats.ranks, 1) if number == seat + 1)
        others = view.by_suit(tile for tile, number in seats.others.items() if number == seat + 1)
        parts.append(view.say("seat-of-tiles", n=seat + 1, tiles=" ".join(part for part in (ranks, others) if part)))
    return view.say("seat-map", seats=view.join(parts))


def payment_words(payment: Payment, view: View) -> str:
    """What every other seat pays beside the points, who pays for a robbed kong, and how a half is rounded."""
    said = [view.say("payment-base", base=payment.base)] * bool(payment.base)
    said.append(view.say(f"robbed-as-{payment.robbed}"))
    if payment.rounding:
        said.append(view.say(f"rounding-{payment.rounding}"))
    return view.join(said)


def follow_words(follow: Follow, view: View) -> str:
    """What a dealer pays whose first discard all others match."""
    return view.say("follow-words", each=follow.each)


def winners_words(winners: Winners, rules: RuleSet, view: View) -> str:
    """Who is paid when several win."""
    first = names_of(winners.first, rules, view)
    paid = view.say(f"winners-{winners.paid}")
    if winners.paid == "largest" and winners.equals == "all":
        paid = view.join((paid, view.say("winners-equals-all")))
    return view.say("winners-first", fans=first, paid=paid) if first else paid


def dealer_words(dealer: NextDealer, view: View) -> str:
    """Who deals next."""
    return view.say(f"deals-{dealer.next}")


def side_words(one: SidePayment, view: View) -> str:
    """What a kong or a flower is paid beside the hand, and by whom."""
    amount = str(one.amount)
    if one.stake:
        amount = view.say("of-stake", amount=amount, stake=view.say(f"stake-{one.stake}"))
    return view.say(f"side-{one.payer}", amount=amount)


# Which letter of a product the fans of a tier go into.
_LETTERS: dict[Tier, str] = {"pattern": "P", "fallback": "P", "addition": "A", "multiplier": "K"}


def tier_words(tier: Tier, rules: RuleSet, view: View) -> str:
    """The name of a tier; in a product with the letter that it goes into."""
    named = view.pick(TIERS[tier])
    if not isinstance(rules.scoring, Product) or tier not in _LETTERS:
        return named
    return view.say("tier-of-factor", tier=named, factor=_LETTERS[tier])


def points_of(rule: FanRule, rules: RuleSet) -> str:
    """What a hand with this fan alone is worth; nothing for what never stands alone."""
    return "" if rule.tier in NEVER_ALONE else str(tally([Found(rule, ((),))], rules, WinContext()).points)


NEVER_ALONE: tuple[Tier, ...] = ("addition", "multiplier")


def excluding_words(rule: FanRule, rules: RuleSet, view: View) -> Iterator[str]:
    """The fans that do not count beside this one, or not as often."""
    for key in EXCLUDING:
        if fans := names_of(getattr(rule, key), rules, view):
            yield view.say(key.replace("_", "-"), fans=fans)


EXCLUDING = ("excludes", "excludes_there", "excludes_once")


def names_of(fans: Iterable[str], rules: RuleSet, view: View) -> str:
    """The names of those of the fans that the rule set has: one may be switched off."""
    known = {rule.id: rule.name for rule in rules.fans}
    return view.say("listing").join(view.pick(known[fan]) for fan in fans if fan in known)


def condition_words(condition: Condition, view: View) -> str:
    """A composed condition, its parts by the names of their predicates."""
    if condition.operator == "test":
        return view.pick(described(PREDICATES[condition.predicate])[0])
    parts = dict.fromkeys(_parts(condition, view))
    if condition.operator == "not":
        return view.say("not", part=view.say("or").join(parts))
    return view.say("or" if condition.operator == "any" else "and").join(parts)


def sentence_of(test: Condition, view: View) -> str:
    """What a condition that is one predicate asks."""
    return view.pick(described(PREDICATES[test.predicate])[1]).rstrip("。.")


def _parts(condition: Condition, view: View) -> Iterator[str]:
    """The parts of a condition; those of a part of the same kind as its own, one of another kind in brackets."""
    for part in condition.parts:
        if part.operator == condition.operator != "not":
            yield from _parts(part, view)
        else:
            said = condition_words(part, view)
            yield said if part.operator in ("test", "not") else view.say("bracketed", part=said)


def who_words(rule: Liability, rules: RuleSet, view: View) -> Iterator[str]:
    """Which seat is liable, and what else must hold."""
    kinds = view.by_suit(rule.kinds) if rule.kinds else view.say("any-kinds")
    yield view.say(rule.trigger, count=rule.count, kinds=kinds)
    if rule.shared:
        yield view.say("if-shared")
    if rule.called:
        yield view.say("if-called")
    if fans := names_of(rule.patterns, rules, view):
        yield view.say("if-patterns", fans=fans)
