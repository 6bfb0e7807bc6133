"""Turns the joined data of rule files into a `RuleSet`, reporting every problem by its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from mjcli.decompose import SHAPES
from mjcli.errors import Problem
from mjcli.hand import Stakes
from mjcli.ruleset.entries import (
    check_names,
    read_bets,
    read_codes,
    read_dealer,
    read_fans,
    read_follow,
    read_liabilities,
    read_payment,
    read_side_payments,
    read_wild,
    read_winners,
)
from mjcli.ruleset.schema import (
    FACTORS,
    AccountOnce,
    BestRow,
    CappedFan,
    Factor,
    Product,
    RuleSet,
    Scoring,
    Table,
    Tier,
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
    seats,
    text,
    whole,
    words,
)
from mjcli.texts import Phrase, Text
from mjcli.value import FrozenMap

_MOST_FACTOR = 10


def read_rules(data: Mapping[str, Any], lineage: tuple[str, ...], report: Callable[[Problem], None]) -> RuleSet | None:
    """The rule set that `data` describes; None where a problem, which is reported, prevents it."""
    problems: list[Problem] = []

    def note(problem: Problem) -> None:
        problems.append(problem)
        report(problem)

    top = Section(data, "", note)
    scoring = _scoring(top.sub("scoring"))
    parts: dict[str, Any] = {
        "id": top.take("id", _id),
        "name": top.take("name", words),
        "lineage": lineage,
        "texts": _texts(top.sub("texts")),
        "table": _table(top.sub("table"), top.sub("fans").names()),
        "scoring": scoring,
    }
    fans = top.sub("fans")
    parts["fans"] = read_fans(fans, scoring.tiers if scoring else get_args(Tier))
    parts["liabilities"] = read_liabilities(top.sub("liability"), dict.fromkeys(fans.names()))
    parts["side_payments"] = read_side_payments(top.sub("side"))
    parts["winners"] = read_winners(top.sub("winners"), dict.fromkeys(fans.names()))
    parts["dealer"] = read_dealer(top.sub("dealer"))
    for name, read in _OPTIONAL.items():
        section = top.sub(name)
        parts[name] = read(section) if section else None
    parts["decisions"] = _decisions(top.sub("decided"), data)
    top.take("extends", text, "")
    top.close()
    if problems:
        return None
    rules = RuleSet(**parts)
    _check_citations(rules, top)
    _check_rounding(rules, top)
    return None if problems else rules


def _id(value: Any) -> str:
    name = text(value)
    if not ID_LETTERS.issuperset(name):
        raise WrongError("R009", value=name)
    return name


def _texts(section: Section) -> Mapping[str, str]:
    found = {key: section.take(key, text) or "" for key in section.names()}
    section.close()
    return FrozenMap(found)


def _table(section: Section, fans: Iterable[str]) -> Table:
    found: dict[str, Any] = {
        "seats": section.take("seats", seats),
        "shapes": section.take("shapes", _shapes),
        "chows": section.take("chows", flag),
        "flowers": section.take("flowers", flag),
        "last_discard_wins": section.take("last_discard_wins", flag),
        "formal_tenpai": section.take("formal_tenpai", flag),
        "missed_win": section.take("missed_win", choice("same-kind", "all-waits", "none")),
        "discard_payer": section.take("discard_payer", choice("feeder", "everyone", "halves")),
        "drawn_kongs": section.take("drawn_kongs", flag),
        "kong_voids_first_turn": section.take("kong_voids_first_turn", flag),
        "human_win": section.take("human_win", choice("first-discard", "first-round")),
        "discard_needs": section.take("discard_needs", names_if_any, ()),
    }
    check_names(section, "discard_needs", found["discard_needs"], tuple(fans))
    section.close()
    return Table(**found)


def _shapes(value: Any) -> tuple[str, ...]:
    read, listed = choice(*SHAPES), names(value)
    if len({*listed}) < len(listed):
        raise WrongError("R005", expected=Phrase(("不重复的牌形列表", "a list that names no shape twice")))
    return tuple(read(item) for item in listed)


def _capped_fan(section: Section) -> Scoring:
    found: dict[str, Any] = {
        "cap": section.take("cap", whole(0, MOST_FAN)),
        "factor": section.take("factor", whole(1, _MOST_FACTOR)),
        "stack": section.take("stack", flag),
        "limits_add": section.take("limits_add", flag),
        "minimum": section.take("minimum", whole(0, MOST_FAN)),
        "minimum_with_additions": section.take("minimum_with_additions", flag),
    }
    section.close()
    return CappedFan(**found)


def _best_row(section: Section) -> Scoring:
    section.close()
    return BestRow()


def _account_once(section: Section) -> Scoring:
    minimum: Any = section.take("minimum", whole(0, MOST_FAN))
    section.close()
    return AccountOnce(minimum)


def _product(section: Section) -> Scoring:
    base: Any = section.take("base", whole(1))
    factors = section.sub("factors")
    found = tuple(_factor(factors.sub(name), name) for name in FACTORS) if factors.is_table else ()
    factors.close()
    section.close()
    return Product(base, found)


def _factor(section: Section, name: str) -> Factor:
    found: dict[str, Any] = {
        "name": section.take("name", words),
        "ref": section.take("ref", text),
        "decided": section.take("decided", words, None),
    }
    section.close()
    return Factor(id=name, **found)


_POLICIES: dict[str, Callable[[Section], Scoring]] = {
    "capped-fan": _capped_fan,
    "best-row": _best_row,
    "account-once": _account_once,
    "product": _product,
}


def _scoring(section: Section) -> Scoring | None:
    """The way of counting; None where its name is wrong, so that nobody can say which keys belong here."""
    is_named = "policy" in section.names()
    policy: Any = section.take("policy", choice(*_POLICIES))
    if is_named and policy is None:
        return None
    return _POLICIES[policy or next(iter(_POLICIES))](section)


def _stakes(section: Section) -> Stakes:
    found: dict[str, Any] = {key: section.take(key, whole(0)) for key in ("flower", "kong", "chicken")}
    section.close()
    return Stakes(**found)


# Tables that a rule set may do without.
_OPTIONAL: dict[str, Callable[[Section], Any]] = {
    "codes": read_codes,
    "bets": read_bets,
    "follow": read_follow,
    "stakes": _stakes,
    "payment": read_payment,
    "wild": read_wild,
}


def _decisions(section: Section, data: Mapping[str, Any]) -> Mapping[str, Text]:
    """Our decisions on single keys; each must name a key that the rule set has."""
    found = {}
    for key in section.names():
        said = section.take(key, words)
        table, _, last = key.partition(".")
        if table in data and not isinstance(data[table], Mapping):
            continue  # reported as no table
        if table not in data or last not in data[table]:
            section.say("R016", key)
        elif said:
            found[key] = said
    return FrozenMap(found)


def _check_citations(rules: RuleSet, top: Section) -> None:
    """Every `ref` begins with the number of a rule text that the file names."""
    cited = {f"fans.{one.id}": one.ref for one in rules.fans}
    cited |= {f"liability.{one.id}": one.ref for one in rules.liabilities}
    cited |= {f"side.{one.id}": one.ref for one in rules.side_payments}
    tables: dict[str, Any] = {"winners": rules.winners, "dealer": rules.dealer, "codes": rules.codes}
    tables |= {"bets": rules.bets, "follow": rules.follow, "payment": rules.payment, "wild": rules.wild}
    if isinstance(rules.scoring, Product):
        tables |= {f"scoring.factors.{factor.id}": factor for factor in rules.scoring.factors}
    cited |= {path: table.ref for path, table in tables.items() if table is not None}
    for path, ref in cited.items():
        number = ref.partition(",")[0]
        if number not in rules.texts:
            top.say("R017", f"{path}.ref", value=number, options=tuple(rules.texts))


def _check_rounding(rules: RuleSet, top: Section) -> None:
    """A rule set that halves amounts says how a half is rounded."""
    halves = rules.table.discard_payer == "halves" or any(one.shared for one in rules.liabilities)
    if halves and (rules.payment is None or rules.payment.rounding is None):
        top.say("R003", "payment.rounding")
