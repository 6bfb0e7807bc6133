"""Layer 0: every sentence shown to a person, in Chinese and English, by code.

The tables are modules of their own, loaded when a sentence is asked for.  Each
entry is a pair (Chinese, English); both may use the same `{facts}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mjcli.errors import Problem

Text = tuple[str, str]


class Phrase(tuple[str, str]):
    """A pair of words that stands as a fact within a sentence."""

    __slots__ = ()


LANGUAGES = ("zh", "en")

# The modules with problem sentences, by the first letter of the code.
PROBLEM_TABLES = {
    "N": "mjcli.texts.notation",
    "H": "mjcli.texts.hands",
    "C": "mjcli.texts.hands",
    "D": "mjcli.texts.deals",
    "U": "mjcli.texts.usage",
    "F": "mjcli.texts.usage",
    "R": "mjcli.texts.rules",
}


def pick(text: Text, lang: str) -> str:
    """The Chinese or the English half of a pair."""
    return text[LANGUAGES.index(lang)]


def problem_table(letter: str) -> tuple[Mapping[str, Text], Mapping[str, Text]]:
    """The sentences of the codes that start with `letter`, and the hints that go with them."""
    module = import_module(PROBLEM_TABLES[letter])
    return module.PROBLEMS, module.HINTS


def sentence(problem: Problem, lang: str) -> str:
    """The problem in words, its hint after it."""
    problems, hints = problem_table(problem.code[0])
    facts = {name: _in_words(value, lang) for name, value in problem.facts.items()} | {"token": _short(problem.token)}
    said = pick(problems[problem.code], lang).format_map(facts)
    if not problem.hint:
        return said
    joint = "；" if lang == "zh" else "; "
    return said + joint + pick(hints[problem.hint], lang).format_map(facts)


_LONGEST_TOKEN = 80


def _short(token: str) -> str:
    return token if len(token) <= _LONGEST_TOKEN else token[:_LONGEST_TOKEN] + "…"


def _in_words(value: object, lang: str) -> str:
    if isinstance(value, Phrase):
        return pick(value, lang)
    if isinstance(value, (list, tuple)):
        return ("、" if lang == "zh" else ", ").join(_in_words(item, lang) for item in value)
    return str(value)
