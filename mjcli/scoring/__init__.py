"""Layer 8: what a hand is worth under a rule set, and why."""

from mjcli.scoring.checks import check
from mjcli.scoring.result import Adjustment, Found, Note, Tally, Uncounted
from mjcli.scoring.score import Score, best_of, score_all, score_checked, score_hand

__all__ = [
    "Adjustment",
    "Found",
    "Note",
    "Score",
    "Tally",
    "Uncounted",
    "best_of",
    "check",
    "score_all",
    "score_checked",
    "score_hand",
]
