"""Layer 6: predicates that say whether, and where, a pattern or a situation holds.

Importing the package fills the registry.  A predicate knows neither values nor
rule sets; a rule file names it, or composes several, and gives it its worth.
"""

from mjcli.fans import concealment, honours, relations, sets, shapes, situations, suits, terminals, tiles, wilds
from mjcli.fans.registry import PREDICATES, Finding, Hit, Miss, Predicate

__all__ = [
    "PREDICATES",
    "Finding",
    "Hit",
    "Miss",
    "Predicate",
    "concealment",
    "honours",
    "relations",
    "sets",
    "shapes",
    "situations",
    "suits",
    "terminals",
    "tiles",
    "wilds",
]
