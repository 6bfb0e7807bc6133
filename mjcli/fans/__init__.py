"""Layer 6: predicates that say whether, and where, a pattern or a situation holds.

Importing the package fills the registry.  A predicate knows neither values nor
rule sets; a rule file names it, or composes several, and gives it its worth.
"""

from mjcli.fans import honours, sets, situations, suits, terminals
from mjcli.fans.registry import PREDICATES, Finding, Hit, Miss, Predicate

__all__ = [
    "PREDICATES",
    "Finding",
    "Hit",
    "Miss",
    "Predicate",
    "honours",
    "sets",
    "situations",
    "suits",
    "terminals",
]
