"""Scores mahjong hands and finds waiting tiles under the rules played in China.

>>> from mjcli import score, settle
>>> found = score("[111z,W]123m456p99s78s+9s")
>>> found.fan, found.points, settle(found).payments
(3, 8, (24, -8, -8, -8))

The names below load with their first use, so that importing the package costs
nothing: neither the rule files, nor click, nor rich.
"""

from __future__ import annotations

# Type checkers know the name; the module that has it takes half as long to load as Python itself.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from mjcli.api import discards, score, shanten, waits
    from mjcli.errors import HandError, MjError, NotationError, Problem, RulesError, UsageError
    from mjcli.hand import Event, Hand, Meld, WinContext
    from mjcli.notation import format_hand, parse_hand
    from mjcli.ruleset import RuleSet, load_rules, rule_ids
    from mjcli.scoring import Score, score_hand
    from mjcli.settlement import Settlement, settle
    from mjcli.tiles import Seat, Tile

_HOMES = {
    "mjcli.api": ("discards", "score", "shanten", "waits"),
    "mjcli.errors": ("HandError", "MjError", "NotationError", "Problem", "RulesError", "UsageError"),
    "mjcli.hand": ("Event", "Hand", "Meld", "WinContext"),
    "mjcli.notation": ("format_hand", "parse_hand"),
    "mjcli.ruleset": ("RuleSet", "load_rules", "rule_ids"),
    "mjcli.scoring": ("Score", "score_hand"),
    "mjcli.settlement": ("Settlement", "settle"),
    "mjcli.tiles": ("Seat", "Tile"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Event",
    "Hand",
    "HandError",
    "Meld",
    "MjError",
    "NotationError",
    "Problem",
    "RuleSet",
    "RulesError",
    "Score",
    "Seat",
    "Settlement",
    "Tile",
    "UsageError",
    "WinContext",
    "discards",
    "format_hand",
    "load_rules",
    "parse_hand",
    "rule_ids",
    "score",
    "score_hand",
    "settle",
    "shanten",
    "waits",
]


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the first name that is used loads its home anyway

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
