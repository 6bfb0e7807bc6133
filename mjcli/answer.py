"""Layer 9b: answers what a command asks about one hand, the same for a single hand and for a file of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mjcli.analysis import DiscardReport, WaitReport, find_waits, value_discards, value_waits
from mjcli.errors import MjError, Problem
from mjcli.notation.findings import MOST_PROBLEMS
from mjcli.request import Request, read_request
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score, score_all, score_checked
from mjcli.settlement import Settlement, settle
from mjcli.value import FrozenMap, Value

WON, NOT_WON, MALFORMED = 0, 1, 2


class Scored(Value):
    """A score and its settlement (None for no win); `others` are the hand's other readings, if asked for."""

    score: Score
    settlement: Settlement | None
    others: tuple[Score, ...] = ()


Answer = Scored | WaitReport | DiscardReport


class Settings(Value):
    """What is asked of every hand alike: the command, and how payments are reckoned.

    `unit` multiplies every payment, `fee` goes from each player to the house,
    `others` asks for the other readings too, `values` for what waits are worth.
    """

    command: str = "score"
    unit: int = 1
    fee: int = 0
    others: bool = False
    values: bool = True


class Entry(Value):
    """One hand to answer about: its text, the fields beside it by name, its id and line in a hand file.

    `problems` are those of a line that could not even be taken apart.
    """

    text: str
    fields: Mapping[str, str] = FrozenMap()
    name: str | None = None
    line: int | None = None
    problems: tuple[Problem, ...] = ()


class Outcome(Value):
    """The answer to an entry, or the problems that prevent one."""

    entry: Entry
    answer: Answer | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        return self.entry.text

    @property
    def name(self) -> str | None:
        return self.entry.name

    @property
    def line(self) -> int | None:
        return self.entry.line

    @property
    def exit_code(self) -> int:
        """0 for a win, a waiting hand, or discards to choose from; 1 for none; 2 where the input is malformed."""
        if self.answer is None:
            return MALFORMED
        if isinstance(self.answer, Scored):
            return WON if self.answer.score.is_win else NOT_WON
        if isinstance(self.answer, WaitReport):
            return WON if self.answer.is_tenpai else NOT_WON
        return WON if self.answer.choices else NOT_WON


def answer(entry: Entry, rules: RuleSet, settings: Settings) -> Outcome:
    """The outcome of an entry; errors of the input become its problems.

    >>> from mjcli.ruleset import load_rules
    >>> answer(Entry("123m456"), load_rules(), Settings()).exit_code
    2
    """
    if entry.problems:
        return Outcome(entry, problems=_few(entry.problems))
    try:
        asked = read_request(entry.text, entry.fields, rules, settings.command)
    except MjError as error:
        return Outcome(entry, problems=_few(error.problems))
    return Outcome(entry, _ANSWERS[settings.command](asked, rules, settings))


def _few(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems, or the first of very many and the number of the others."""
    more = len(problems) - MOST_PROBLEMS
    # One more is the notation's own word on those that it left out.
    return problems if more <= 1 else (*problems[:MOST_PROBLEMS], Problem("N034", facts={"count": more}))


def _score(asked: Request, rules: RuleSet, settings: Settings) -> Scored:
    others: tuple[Score, ...] = ()
    if settings.others:
        best, *rest = score_all(asked.hand, rules, asked.context)
        others = tuple(rest)
    else:
        best = score_checked(asked.hand, rules, asked.context)
    return Scored(best, settle(best, unit=settings.unit, fee=settings.fee), others)


def _wait(asked: Request, rules: RuleSet, settings: Settings) -> WaitReport:
    if not settings.values:
        return find_waits(asked.hand, rules, visible=asked.visible, wild=asked.context.wild)
    return value_waits(asked.hand, rules, asked.context, visible=asked.visible, passed=asked.passed)


def _discard(asked: Request, rules: RuleSet, _settings: Settings) -> DiscardReport:
    return value_discards(asked.hand, rules, visible=asked.visible, wild=asked.context.wild)


_ANSWERS: dict[str, Callable[[Request, RuleSet, Settings], Answer]] = {
    "score": _score,
    "wait": _wait,
    "discard": _discard,
}
