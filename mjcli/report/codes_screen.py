"""Every code that the records for machines can hold, with a sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType

from mjcli.report.base_screen import Prose, View, rows, stack, title
from mjcli.ruleset import RuleSet
from mjcli.texts import PROBLEM_TABLES, problem_table
from mjcli.texts import Text as Words
from mjcli.texts.labels import FAMILIES
from mjcli.texts.terms import CAUSES, EVENTS, REASONS

_Entry = tuple[str, str]


class _Blanks(dict[str, object]):
    """Facts that nobody has filled in."""

    def __missing__(self, key: str) -> str:
        return "…"


def codes_screen(view: View, rule_sets: Iterable[RuleSet]) -> RenderableType:
    """Reasons, causes, events and error codes, each with its sentence."""
    return stack(
        _section("reasons", _sentences(REASONS.items(), view), view),
        _section("causes", _liabilities(rule_sets, view), view),
        _section("line-causes", _sentences(CAUSES.items(), view), view),
        _section("events", _sentences(EVENTS.items(), view), view),
        *(_family(letter, view) for letter in PROBLEM_TABLES),
    )


def _section(heading: str, entries: Iterable[_Entry], view: View) -> RenderableType:
    return _titled(view.say(heading), entries)


def _titled(heading: str, entries: Iterable[_Entry]) -> RenderableType:
    return Group(title(heading), rows((code, Prose(said)) for code, said in entries))


def _sentences(entries: Iterable[tuple[str, Words]], view: View) -> Iterator[_Entry]:
    for code, words in entries:
        yield code, view.pick(words).format_map(_Blanks())


def _liabilities(rule_sets: Iterable[RuleSet], view: View) -> Iterator[_Entry]:
    """The causes of liability of all rule sets, each once, by its first name."""
    found: dict[str, str] = {}
    for rules in rule_sets:
        for rule in rules.liabilities:
            found.setdefault(rule.id, view.pick(rule.name))
    yield from sorted(found.items())


def _family(letter: str, view: View) -> RenderableType:
    problems, _ = problem_table(letter)
    mine = sorted((code, words) for code, words in problems.items() if code.startswith(letter))
    return _titled(view.pick(FAMILIES[letter]), _sentences(mine, view))
