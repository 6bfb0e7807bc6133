"""Layer 7: rule sets as data, read from TOML files."""

from mjcli.ruleset.catalogue import DEFAULT_RULES, load_rules, rule_ids, rules_folder
from mjcli.ruleset.schema import CappedFan, Condition, FanRule, Liability, RuleSet, Table

__all__ = [
    "DEFAULT_RULES",
    "CappedFan",
    "Condition",
    "FanRule",
    "Liability",
    "RuleSet",
    "Table",
    "load_rules",
    "rule_ids",
    "rules_folder",
]
