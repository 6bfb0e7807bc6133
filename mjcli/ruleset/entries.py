"""Reads the entries of a rule file: fans, liabilities, side payments, codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from mjcli.fans import PREDICATES
from mjcli.ruleset.conditions import OPERATORS, Conditions
from mjcli.ruleset.schema import (
    SIDE_KINDS,
    Bets,
    Codes,
    FanRule,
    Follow,
    Liability,
    NextDealer,
    Operator,
    Payment,
    SeatMap,
    SidePayment,
    Tier,
    WildRule,
    Winners,
)
from mjcli.ruleset.section import (
    ID_LETTERS,
    MOST_FAN,
    Section,
    WrongError,
    choice,
    flag,
    names,
    names_if_any,
    text,
    tiles,
    whole,
    words,
)
from mjcli.texts import Phrase
from mjcli.tiles import FLOWERS, HONOURS, KINDS, RANKS, Tile
from mjcli.value import FrozenMap

_SEATS = 4


def read_fans(section: Section, tiers: tuple[Tier, ...]) -> tuple[FanRule, ...]:
    """The rows of the table; `tiers` are those that the way of counting knows."""
    _check_ids(section)
    rows = {}
    for name in section.names():
        part = section.sub(name)
        if part.is_table and set(part.names()) == {"off"}:
            # There is nothing to switch off.
            section.say_unknown(name, name, [other for other in section.names() if other != name])
        elif part.is_table:
            rows[name] = _row(part, tiers)

    def say(fan: str, operator: Operator, code: str, facts: dict[str, Any]) -> None:
        section.sub(fan).say(code, operator, **facts)

    conditions = Conditions({name: row.pop("written") for name, row in rows.items()}, say)
    found = []
    for name, row in rows.items():
        for key in _EXCLUDING:
            check_names(section.sub(name), key, row.get(key), rows)
        condition = conditions.of(name)
        if condition is not None and not row.pop("off"):
            events = frozenset(event for p in condition.predicates() for event in PREDICATES[p].events)
            found.append(FanRule(id=name, condition=condition, events=events, **row))
    return tuple(found)


# Keys of a fan that name others.
_EXCLUDING = ("excludes", "excludes_there", "excludes_once")


def _row(section: Section, tiers: tuple[Tier, ...]) -> dict[str, Any]:
    """What the file says of a fan, by key; a value that is lacking or wrong, which is reported, is None."""
    row: dict[str, Any] = {
        "tier": section.take("tier", choice(*tiers)),
        "fan": section.take("fan", whole(0, MOST_FAN)),
        "name": section.take("name", words),
        "ref": section.take("ref", text),
        "decided": section.take("decided", words, None),
        "off": section.take("off", flag, default=False),
        "excludes": section.take("excludes", names_if_any, ()),
    }
    if "row" in tiers:
        row["points"] = section.take("points", whole(0), None)
    if "relation" in tiers:
        row["excludes_there"] = section.take("excludes_there", names_if_any, ())
        row["excludes_once"] = section.take("excludes_once", names_if_any, ())
    said: dict[Operator, Any] = {"test": section.take("test", lambda value: (text(value),), ())}
    said |= {operator: section.take(operator, names, ()) for operator in OPERATORS if operator != "test"}
    row["written"] = {operator: listed for operator, listed in said.items() if listed}
    section.close()
    return row


def _check_ids(section: Section) -> None:
    """Reports names of entries that are not in kebab case."""
    for name in section.names():
        if not ID_LETTERS.issuperset(name):
            section.say("R009", name, value=name)


def check_names(section: Section, key: str, listed: tuple[str, ...] | None, known: Collection[str]) -> None:
    """Reports names of fans that the rule set does not have."""
    for name in listed or ():
        if name not in known:
            section.say_unknown(key, name, known)


def read_liabilities(section: Section, fans: Mapping[str, Any]) -> tuple[Liability, ...]:
    """The causes of liability; `fans` are the rows that they may name."""
    _check_ids(section)
    found = (_liability(section.sub(name), name, fans) for name in section.names())
    return tuple(rule for rule in found if rule is not None)


# Triggers that are about so many sets of some kinds, and with them those that are about so many claims.
_OF_SETS = ("claims", "dealt-in")
_COUNTING = (*_OF_SETS, "bound")
_TRIGGERS = ("robbed", "replacement", *_COUNTING)


def _liability(section: Section, name: str, fans: Mapping[str, Any]) -> Liability | None:
    trigger: Any = section.take("trigger", choice(*_TRIGGERS))
    off = section.take("off", flag, default=False)
    found: dict[str, Any] = {
        "name": section.take("name", words),
        "decided": section.take("decided", words, None),
        "precedence": section.take("precedence", whole(1)),
        "exemptible": section.take("exemptible", flag),
        "ref": section.take("ref", text),
    }
    if trigger in _COUNTING:
        found["count"] = section.take("count", whole(1))
    if trigger in _OF_SETS:
        found["kinds"] = section.take("kinds", tiles, ())
        found["concealed_kongs"] = section.take("concealed_kongs", flag)
        found["called"] = section.take("called", flag, default=False)
        found["patterns"] = section.take("patterns", names, ())
        check_names(section, "patterns", found["patterns"], fans)
    if trigger == "replacement":
        found["ended_by_kong"] = section.take("ended_by_kong", flag)
    if trigger == "bound":
        found["shared"] = section.take("shared", flag)
    if trigger is not None:  # without it nobody can say which keys belong here
        section.close()
    return None if off else Liability(id=name, trigger=trigger, **found)


def read_side_payments(section: Section) -> tuple[SidePayment, ...]:
    """What kongs and flowers are paid; an amount of 0 is paid nothing."""
    found = []
    for name in section.names():
        if name not in SIDE_KINDS:
            section.say_unknown(name, name, SIDE_KINDS)
        part = section.sub(name)
        entry: dict[str, Any] = {
            "payer": part.take("payer", choice("each", "feeder", "payers")),
            "amount": part.take("amount", whole(0)),
            "stake": part.take("stake", choice("flower", "kong"), ""),
            "ref": part.take("ref", text),
            "decided": part.take("decided", words, None),
        }
        part.close()
        found.append(SidePayment(id=name, **entry))
    return tuple(found)


def read_codes(section: Section) -> Codes:
    """The code tiles."""
    found: dict[str, Any] = {
        "map": _seat_map_of(section),
        "most": section.take("most", whole(0)),
        "even": section.take("even", flag),
        "flat": section.take("flat", whole(0)),
    }
    return Codes(**found, **_cited(section))


def read_bets(section: Section) -> Bets:
    """The side bets."""
    seats: Any = _seat_map_of(section)
    exempt: Any = section.take("winner_exempt", flag)
    return Bets(seats, exempt, **_cited(section))


def read_follow(section: Section) -> Follow:
    """What matching the dealer's first discard costs the dealer."""
    each: Any = section.take("each", whole(0))
    return Follow(each, **_cited(section))


def read_payment(section: Section) -> Payment:
    """What is paid for a win beside its points."""
    base: Any = section.take("base", whole(0))
    robbed: Any = section.take("robbed", choice("draw", "discard"))
    rounding: Any = section.take("rounding", choice("up", "down"), None)
    return Payment(base, robbed, rounding=rounding, **_cited(section))


def read_wild(section: Section) -> WildRule:
    """The wild tiles."""
    found: dict[str, Any] = {
        "tiles": section.take("tiles", _wild_kinds, ()),
        "turned": section.take("turned", choice("never", "optional", "required")),
        "stand_in": section.take("stand_in", _kind, None),
        "fifth_copy": section.take("fifth_copy", flag),
    }
    if found["turned"] == "never" and found["tiles"] == ():
        section.say("R003", "tiles")
    if found["turned"] == "never" and found["stand_in"] is not None:
        section.say("R002", "stand_in", guess="")
    return WildRule(**found, **_cited(section))


def _wild_kinds(value: Any) -> tuple[Tile, ...]:
    """Kinds that are always wild: flowers lie beside a hand and cannot be, jokers can."""
    found = tiles(value)
    if any(tile.is_flower for tile in found):
        raise WrongError("R005", expected=Phrase(("由 34 种牌和 j 组成的列表", "a list of the 34 kinds and j")))
    return tuple(dict.fromkeys(found))


def _kind(value: Any) -> Tile:
    """One of the 34 kinds."""
    (tile,) = tiles([text(value)])
    if tile >= KINDS:
        raise WrongError("R005", expected=Phrase(("34 种牌之一", "one of the 34 kinds")))
    return tile


def read_winners(section: Section, fans: Mapping[str, Any]) -> Winners:
    """Who is paid when several win."""
    paid: Any = section.take("paid", choice("all", "largest", "nearest"))
    first = section.take("first", names, ()) or ()
    check_names(section, "first", first, fans)
    equals: Any = section.take("equals", choice("nearest", "all"), "nearest")
    return Winners(paid, equals, first, **_cited(section))


def read_dealer(section: Section) -> NextDealer:
    """Who deals next."""
    following: Any = section.take("next", choice("winner", "passes", "rotates"))
    return NextDealer(following, **_cited(section))


def _cited(section: Section) -> dict[str, Any]:
    """The source of a whole table, which ends it."""
    found = {"ref": section.take("ref", text), "decided": section.take("decided", words, None)}
    section.close()
    return found


def _seat_map_of(section: Section) -> SeatMap:
    ranks: Any = section.take("ranks", _seat_numbers)
    others: Any = section.take("others", _seat_map)
    return SeatMap(ranks, others)


def _seat_number(value: Any) -> int:
    """A seat counted from the dealer: 1 to 4."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _SEATS:
        raise WrongError("R005", expected=Phrase(("从庄家数起的座位 1–4", "seats counted from the dealer, 1 to 4")))
    return value


def _seat_numbers(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != RANKS:
        raise WrongError("R005", expected=Phrase(("九个座位号", "a list of nine seats")))
    return tuple(_seat_number(item) for item in value)


def _seat_map(value: Any) -> Mapping[Tile, int]:
    """The seat of every honour and flower."""
    if not isinstance(value, Mapping) or set(value) != {tile.text for tile in HONOURS + FLOWERS}:
        raise WrongError(
            "R005", expected=Phrase(("1z–7z 与 1f–8f 各自的座位号", "the seat of each of 1z-7z and 1f-8f"))
        )
    return FrozenMap({Tile.of(key): _seat_number(number) for key, number in value.items()})
