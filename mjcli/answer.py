"""Layer 9b: answers what a command asks about one hand, the same for a single hand and for a file of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mjcli.analysis import DiscardReport, WaitReport, discards_checked, waits_checked
from mjcli.errors import MjError, Problem
from mjcli.request import Request, read_request
from mjcli.ruleset import RuleSet
from mjcli.scoring import Score, score_all, score_checked
from mjcli.settlement import Settlement, settle
from mjcli.value import Value

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
    `others` asks for the other readings too.
    """

    command: str = "score"
    unit: int = 1
    fee: int = 0
    others: bool = False


class Outcome(Value):
    """The answer about one hand, or the problems that prevent one.

    `name` and `line` are its id and line in a hand file.
    """

    text: str
    answer: Answer | None = None
    problems: tuple[Problem, ...] = ()
    name: str | None = None
    line: int | None = None

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


def answer(
    text: str,
    fields: Mapping[str, str],
    rules: RuleSet,
    settings: Settings,
    *,
    name: str | None = None,
    line: int | None = None,
) -> Outcome:
    """The outcome for the hand written as `text`, with `fields` by name; input errors become its problems.

    >>> from mjcli.ruleset import load_rules
    >>> answer("123m456", {}, load_rules(), Settings()).exit_code
    2
    """
    try:
        asked = read_request(text, fields, rules, settings.command)
    except MjError as error:
        return Outcome(text, problems=error.problems, name=name, line=line)
    return Outcome(text, _ANSWERS[settings.command](asked, rules, settings), name=name, line=line)


def _score(asked: Request, rules: RuleSet, settings: Settings) -> Scored:
    others: tuple[Score, ...] = ()
    if settings.others:
        best, *rest = score_all(asked.hand, rules, asked.context)
        others = tuple(rest)
    else:
        best = score_checked(asked.hand, rules, asked.context)
    return Scored(best, settle(best, unit=settings.unit, fee=settings.fee), others)


def _wait(asked: Request, rules: RuleSet, _settings: Settings) -> WaitReport:
    return waits_checked(asked.hand, rules, asked.context, visible=asked.visible, passed=asked.passed)


def _discard(asked: Request, rules: RuleSet, _settings: Settings) -> DiscardReport:
    return discards_checked(asked.hand, rules, visible=asked.visible)


_ANSWERS: dict[str, Callable[[Request, RuleSet, Settings], Answer]] = {
    "score": _score,
    "wait": _wait,
    "discard": _discard,
}
