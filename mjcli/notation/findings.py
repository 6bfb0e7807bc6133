"""Collecting what is wrong with a text, cheaply even where everything is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from mjcli.errors import Problem

Span = tuple[int, int]

MOST_PROBLEMS = 20
LONGEST_TOKEN = 40
_MORE = "N034"


class Findings:
    """The notation problems of one text, in the order they were come upon.

    They are kept as plain tuples, and only those that will be shown become
    `Problem`s: a megabyte of garbage holds a million of them.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: list[tuple[int, str, str, str, dict[str, object]]] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, code: str, span: Span, *, token: str = "", hint: str = "", **facts: object) -> None:
        """Notes a problem; its token is the text of `span` unless one is given."""
        start, stop = span
        # One character more than is shown tells a token that is too long from one that just fits.
        shown = token or self.text[start : min(stop, start + LONGEST_TOKEN + 1)]
        self._found.append((start, code, shown, hint, facts))

    def problems(self, others: Iterable[Problem] = ()) -> list[Problem]:
        """Everything found, and the `others`, by column; from a point on only their number."""
        others = list(others)
        shown = [self._problem(*found) for found in sorted(self._found, key=lambda found: found[0])[:MOST_PROBLEMS]]
        shown = sorted([*shown, *others], key=lambda problem: problem.start or 0)[:MOST_PROBLEMS]
        more = len(self._found) + len(others) - len(shown)
        if more:
            shown.append(Problem(_MORE, source=self.text, facts={"count": more}))
        return shown

    def _problem(self, start: int, code: str, token: str, hint: str, facts: dict[str, object]) -> Problem:
        if len(token) > LONGEST_TOKEN:
            token = token[:LONGEST_TOKEN] + "…"
        return Problem(code, token=token, source=self.text, start=start, hint=hint, facts=facts)
