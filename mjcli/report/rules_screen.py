"""Rule sets on screen: the list, and one of them whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mjcli.fans import PREDICATES
from mjcli.hand import Stakes, WinContext
from mjcli.report.base_screen import QUIET, STRONG, Prose, View, rows, stack, table, title
from mjcli.report.codes_screen import codes_screen
from mjcli.report.fans_screen import described, fans_screen
from mjcli.report.tally_screen import fan_value, unit_of
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
    RuleSet,
    SeatMap,
    SidePayment,
    Winners,
)
from mjcli.scoring import Found
from mjcli.scoring.tally import tally
from mjcli.texts.labels import HUMAN_WINS, MELDS, MISSED_WINS, SHAPES, TIERS
from mjcli.tiles import SEATS, Seat

__all__ = ["codes_screen", "fans_screen", "rules_list_screen", "rules_show_screen"]

Row = tuple[str, RenderableType]

_NONE: Mapping[str, Iterable[RuleSet]] = MappingProxyType({})
# Of two players one alone can win on a discard.
_TWO = 2


def rules_list_screen(rule_sets: Iterable[RuleSet], view: View, own: Mapping[str, Iterable[RuleSet]] = _NONE) -> Group:
    """Every rule set on a line; `own` are those of the user by folder, each folder with a table of its own."""
    folders = (Group(Prose(view.say("folder", folder=name), STRONG), _list_table(own[name], view)) for name in own)
    return stack(_list_table(rule_sets, view), *folders) if own else Group(_list_table(rule_sets, view))


def _list_table(rule_sets: Iterable[RuleSet], view: View) -> Table:
    headings = ("id", "name", "extends", "seats", "scoring")
    made = table(*((view.say(heading), "right" if heading == "seats" else "left") for heading in headings))
    for rules in rule_sets:
        made.add_row(
            Text(rules.id, style=STRONG),
            view.pick(rules.name),
            next(iter(rules.lineage[1:]), ""),
            str(len(rules.table.seats)),
            IN_SHORT[type(rules.scoring)](rules.scoring, view),
        )
    return made


def rules_show_screen(rules: RuleSet, view: View) -> RenderableType:
    """A rule set whole: where it comes from, its table, how it scores, its fans, who is liable, our decisions."""
    return stack(
        title(view.pick(rules.name), rules.id),
        rows([*_origin_rows(rules, view), *_frame_rows(rules, view), *_scoring_rows(rules, view)]),
        _fan_rows(rules, view),
        _liability_table(rules, view) if rules.liabilities else None,
        _decisions(rules, view),
    )


def _origin_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    if len(rules.lineage) > 1:
        yield view.say("extends"), Prose(view.say("listing").join(rules.lineage[1:]))
    titles = (view.say("text-title", number=number, title=name) for number, name in rules.texts.items())
    yield view.say("texts"), Group(*map(Prose, titles))


def _frame_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """Seats and tiles, claims, shapes, what counts as waiting, and what a passed win blocks."""
    said = {field: words(getattr(rules.table, field), view) for field, (_, words) in FRAME.items()}
    facts = [said[field] for field in ("seats", "flowers", "chows")]
    facts += [said["last_discard_wins"]] * (not rules.table.last_discard_wins)
    facts += [said["human_win"]] * (rules.table.human_win != "first-discard")
    facts += [said["discard_payer"]] * (rules.table.discard_payer != "feeder")
    facts += [said["drawn_kongs"]] * rules.table.drawn_kongs
    facts += [said["kong_voids_first_turn"]] * (not rules.table.kong_voids_first_turn)
    yield view.say("table"), Prose(view.join(facts))
    for field in ("shapes", "formal_tenpai", "missed_win"):
        yield view.say(FRAME[field][0]), Prose(said[field])


def _seats(seats: Sequence[Seat], view: View) -> str:
    return view.count("players", len(seats), seats=" ".join(view.seat(seat) for seat in seats))


def _either(yes: str, no: str) -> Callable[[bool, View], str]:
    return lambda said, view: view.say(yes if said else no)


# Each key of the frame: its label, and what it says in words.
FRAME: dict[str, tuple[str, Callable[[Any, View], str]]] = {
    "seats": ("seats", _seats),
    "flowers": ("tiles", _either("tiles-144", "tiles-136")),
    "chows": ("claims-chow", _either("chows", "no-chows")),
    "shapes": ("shapes", lambda shapes, view: view.say("listing").join(view.pick(SHAPES[one]) for one in shapes)),
    "last_discard_wins": ("last-discard", _either("last-discard-wins", "no-last-discard")),
    "formal_tenpai": ("waiting", _either("formal", "not-formal")),
    "discard_payer": ("discard-payer", lambda said, view: view.say(f"{said}-pays")),
    "drawn_kongs": ("drawn-kongs", _either("kongs-if-drawn", "no-kongs-if-drawn")),
    "kong_voids_first_turn": ("kong-voids", _either("kong-voids-first-turn", "kong-voids-nothing")),
    "human_win": ("human-win", lambda said, view: view.pick(HUMAN_WINS[said])),
    "missed_win": ("missed-win", lambda said, view: view.pick(MISSED_WINS[said])),
}


def _scoring_rows(rules: RuleSet, view: View) -> Iterator[Row]:
    """How fans become points, and what is paid besides."""
    yield view.say("scoring"), Group(*map(Prose, IN_FULL[type(rules.scoring)](rules.scoring, view)))
    if rules.payment:
        yield view.say("payment"), Prose(_cited(payment_words(rules.payment, view), rules.payment.ref, view))
    if rules.stakes:
        yield view.say("stakes"), Prose(stakes_words(rules.stakes, view))
    if rules.codes:
        yield view.say("codes"), Prose(_cited(codes_words(rules.codes, view), rules.codes.ref, view))
    if rules.side_payments:
        yield view.say("side"), Group(*(Prose(_side(one, view)) for one in rules.side_payments))
    if rules.follow:
        yield view.say("follow"), Prose(_cited(follow_words(rules.follow, view), rules.follow.ref, view))
    if rules.bets:
        yield view.say("bets"), Prose(_cited(bets_words(rules.bets, view), rules.bets.ref, view))
    if len(rules.table.seats) > _TWO:
        yield view.say("several"), Prose(_cited(winners_words(rules.winners, rules, view), rules.winners.ref, view))
    yield view.say("next-dealer"), Prose(_cited(dealer_words(rules.dealer, view), rules.dealer.ref, view))


def _cited(said: str, ref: str, view: View) -> str:
    return view.say("cited", text=said, ref=ref)


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


# Each function takes the policy of its own class.
IN_FULL: dict[type, Callable[[Any, View], Iterable[str]]] = {
    CappedFan: _capped_fan,
    BestRow: lambda _policy, view: [view.say("best-row")],
    AccountOnce: _account_once,
}
IN_SHORT: dict[type, Callable[[Any, View], str]] = {
    CappedFan: _capped_fan_in_short,
    BestRow: lambda _policy, view: view.say("short-best-row"),
    AccountOnce: lambda policy, view: view.say("short-account-once", minimum=policy.minimum),
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


def _side(one: SidePayment, view: View) -> str:
    """A kong or a flower, and what is paid for it."""
    said = view.say("side-what", what=view.pick(MELDS[one.id]), paid=side_words(one, view))
    return _cited(said, one.ref, view)


def side_words(one: SidePayment, view: View) -> str:
    """What a kong or a flower is paid beside the hand, and by whom."""
    amount = str(one.amount)
    if one.stake:
        amount = view.say("of-stake", amount=amount, stake=view.say(f"stake-{one.stake}"))
    return view.say(f"side-{one.payer}", amount=amount)


def _fan_rows(rules: RuleSet, view: View) -> Table:
    """The fans under the heading of their tier, the tiers in the order of the file."""
    made = table(
        (view.say("fan-name"), "left"),
        (view.say(unit_of(rules)), "right"),
        (view.say("points"), "right"),
        (view.say("condition"), "left"),
        (view.say("ref"), "left"),
    )
    for at, tier in enumerate(dict.fromkeys(rule.tier for rule in rules.fans)):
        if at:
            made.add_row()
        made.add_row(Text(view.pick(TIERS[tier]), style=STRONG))
        for rule in rules.fans:
            if rule.tier == tier:
                made.add_row(*_fan_cells(rule, rules, view))
    return made


def _fan_cells(rule: FanRule, rules: RuleSet, view: View) -> Iterator[RenderableType]:
    yield view.pick(rule.name)
    yield fan_value(rule, view)
    yield points_of(rule, rules)
    yield Prose(view.join(_conditions(rule, rules, view)))
    yield Prose(rule.ref, QUIET)


def points_of(rule: FanRule, rules: RuleSet) -> str:
    """What a hand with this fan alone is worth; nothing for an addition, which never stands alone."""
    return "" if rule.tier == "addition" else str(tally([Found(rule, ((),))], rules, WinContext()).points)


def _conditions(rule: FanRule, rules: RuleSet, view: View) -> Iterator[str]:
    """The condition where it is composed, and the fans that do not count beside this one."""
    if rule.condition.operator != "test":
        yield condition_words(rule.condition, view)
    yield from excluding_words(rule, rules, view)


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


def _parts(condition: Condition, view: View) -> Iterator[str]:
    """The parts of a condition; those of a part of the same kind as its own, one of another kind in brackets."""
    for part in condition.parts:
        if part.operator == condition.operator != "not":
            yield from _parts(part, view)
        else:
            said = condition_words(part, view)
            yield said if part.operator in ("test", "not") else view.say("bracketed", part=said)


def _liability_table(rules: RuleSet, view: View) -> Table:
    made = table((view.say("liable-head"), "left"), (view.say("who"), "left"), (view.say("ref"), "left"))
    for rule in rules.liabilities:
        made.add_row(view.pick(rule.name), Prose(view.join(who_words(rule, rules, view))), Prose(rule.ref, QUIET))
    return made


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


def _decisions(rules: RuleSet, view: View) -> RenderableType | None:
    """Our decisions: on keys of the file, on fans and liabilities, on what is paid besides."""
    named: tuple[FanRule | Liability, ...] = (*rules.fans, *rules.liabilities)
    found = [*rules.decisions.items()]
    found += [(view.pick(one.name), one.decided) for one in named if one.decided]
    found += [(view.pick(MELDS[one.id]), one.decided) for one in rules.side_payments if one.decided]
    tables: dict[str, Codes | Payment | Follow | Bets | Winners | NextDealer | None] = {"codes": rules.codes}
    tables |= {
        "payment": rules.payment,
        "follow": rules.follow,
        "bets": rules.bets,
        "several": rules.winners,
        "next-dealer": rules.dealer,
    }
    found += [(view.say(label), one.decided) for label, one in tables.items() if one and one.decided]
    made = ((label, Prose(view.pick(said))) for label, said in found)
    return Group(title(view.say("decisions")), rows(made)) if found else None
