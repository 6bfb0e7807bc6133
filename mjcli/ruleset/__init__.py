"""Layer 7: rule sets as data, read from TOML files."""

from mjcli.ruleset.catalogue import DEFAULT_RULES, load_rules, rule_ids, rules_folder
from mjcli.ruleset.schema import (
    BestRow,
    Bets,
    CappedFan,
    Codes,
    Condition,
    FanRule,
    Follow,
    Liability,
    NextDealer,
    RuleSet,
    Scoring,
    SeatMap,
    SidePayment,
    Table,
    Winners,
)

__all__ = [
    "DEFAULT_RULES",
    "BestRow",
    "Bets",
    "CappedFan",
    "Codes",
    "Condition",
    "FanRule",
    "Follow",
    "Liability",
    "NextDealer",
    "RuleSet",
    "Scoring",
    "SeatMap",
    "SidePayment",
    "Table",
    "Winners",
    "load_rules",
    "rule_ids",
    "rules_folder",
]
