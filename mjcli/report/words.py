"""Results in words: notes, reasons and obstacles, and the names of fans, seats and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mjcli.answer import MALFORMED, NOT_WON, WON
from mjcli.decompose import Group, Reading
from mjcli.fans import Hit, Miss
from mjcli.hand import Meld
from mjcli.notation import format_meld, format_tiles
from mjcli.ruleset import FanRule, Liability
from mjcli.scoring import Note
from mjcli.texts import Text, pick
from mjcli.texts.terms import MISSES, NOTES, REASONS, SUMMARIES
from mjcli.tiles import Seat, Tile


# There are some hundred groups, and more with every source of a meld, in each notation.
@lru_cache(maxsize=1 << 12)
def write_group(group: Group, to: str = "mpsz") -> str:
    """A group in a notation: a meld with its source, concealed tiles bare."""
    return format_meld(group.meld, to) if group.meld else format_tiles(group.tiles, to)


def write_hit(reading: Reading, hit: Hit, to: str = "mpsz") -> list[str]:
    """The groups of a hit, by their place in the reading."""
    return [write_group(reading.groups[at], to) for at in hit]


def in_words(fact: Any, lang: str) -> str:
    """A fact of a note as a reader knows it."""
    if isinstance(fact, (FanRule, Liability)):
        return pick(fact.name, lang)
    if isinstance(fact, Seat):
        return fact.name(lang)
    if isinstance(fact, Meld):
        return format_meld(fact)
    if isinstance(fact, (tuple, list)):
        return " ".join(in_words(one, lang) for one in fact)
    return str(fact)


def fill(text: Text, facts: Mapping[str, Any], lang: str) -> str:
    """A sentence with its facts in words."""
    return pick(text, lang).format_map({name: in_words(fact, lang) for name, fact in facts.items()})


def note_words(note: Note, lang: str) -> str:
    """A note as a sentence."""
    return fill(NOTES[note.code], note.facts, lang)


def reason_words(reason: str, lang: str, **facts: Any) -> str:
    """Why a hand is no win: `tiles` too many or too few of a dead hand; its `fan` and the `minimum` of a small one."""
    return fill(REASONS[reason], facts, lang)


def summary_words(command: str, codes: Counter[int], lang: str) -> str:
    """How many hands of which kind there were, by their exit codes."""
    facts = {"hands": codes.total(), "good": codes[WON], "others": codes[NOT_WON], "bad": codes[MALFORMED]}
    return pick(SUMMARIES[command], lang).format_map(facts)


def miss_words(miss: Miss, reading: Reading, lang: str) -> str:
    """What stands in the way of a pattern."""
    lacking: tuple[Tile, ...] = miss.lacking
    facts = {"groups": write_hit(reading, miss.groups), "lacking": [format_tiles((tile,)) for tile in lacking]}
    return fill(MISSES[miss.reason], facts, lang)
