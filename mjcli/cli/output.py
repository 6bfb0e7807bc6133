"""Where output goes: screens, JSON or CSV to standard output; complaints to standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TextIO, runtime_checkable

from mjcli.analysis import WaitReport
from mjcli.answer import NOT_WON, WON, Answer, Entry, Outcome, Scored, Settings
from mjcli.cli.language import spoken
from mjcli.errors import Problem
from mjcli.report.console import is_unicode, printable_lang
from mjcli.ruleset import RuleSet
from mjcli.value import Value

if TYPE_CHECKING:
    from mjcli.batch import Block

# A table of a file shows so many rows, unless it is asked for all.
MOST_ROWS = 1000


class Style(Value):
    """How the user wants to see things; `lang` is one that the output can print."""

    lang: str
    tiles: str = "text"
    color: str = "auto"
    as_json: bool = False
    as_csv: bool = False
    explain: bool = False
    dead_waits: bool = False
    fields: tuple[str, ...] = ()
    all_rows: bool = False


class Writer(Protocol):
    """Takes outcomes one by one."""

    def write(self, outcome: Outcome) -> None:
        """Writes an outcome at once."""

    def close(self) -> None:
        """Writes what comes after the last outcome."""


@runtime_checkable
class BlockWriter(Writer, Protocol):
    """Takes whole blocks of hands too."""

    def write_block(self, block: Block, answered: Callable[[Entry], Outcome]) -> None:
        """Writes what columns found for many hands, and the outcomes of the entries between them."""


def screen_lang() -> str:
    """The language of this process, or the one that standard output can show."""
    return printable_lang(spoken(), sys.stdout)


def complain(problems: Iterable[Problem]) -> None:
    """Says on standard error what is wrong; where that cannot be written, the exit code alone says it."""
    from mjcli.report.problems import problem_lines  # noqa: PLC0415 - only when something is wrong

    try:
        for problem in problems:
            print(*problem_lines(problem, printable_lang(spoken(), sys.stderr)), sep="\n", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Sends what is still unwritten into nothing: the interpreter flushes once more on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_json(record: Any) -> None:
    """Writes one record on a line."""
    import json  # noqa: PLC0415 - only for JSON output

    print(json.dumps(record, ensure_ascii=not is_unicode(sys.stdout)))


def open_writer(settings: Settings, rules: RuleSet, style: Style, *, is_batch: bool) -> Writer:
    """The writer for the outcomes of a command under a rule set in the style asked for."""
    if style.as_json or style.as_csv:
        from mjcli.report.records import Form  # noqa: PLC0415 - each output loads what it needs
        from mjcli.report.writers import CsvWriter, JsonWriter  # noqa: PLC0415

        form = Form(style.lang, style.dead_waits, style.fields, settings.unit, settings.fee)
        if style.as_csv:
            return CsvWriter(sys.stdout, settings.command, form)
        return JsonWriter(sys.stdout, form, _encoder(is_batch=is_batch))
    return _TableWriter(settings.command, rules, style) if is_batch else _ScreenWriter(style)


def _encoder(*, is_batch: bool) -> Callable[[Any], str]:
    """What writes a record as JSON: for many the one that runs fast, for a few the one that loads fast."""
    ascii_only = not is_unicode(sys.stdout)
    if is_batch:
        import json  # noqa: PLC0415

        return json.JSONEncoder(ensure_ascii=ascii_only).encode
    from mjcli.report.json_text import json_text  # noqa: PLC0415

    return partial(json_text, ascii_only=ascii_only)


def show(screen: Callable[[Any], Any], style: Style) -> None:
    """Prints the screen that `screen` makes of a view."""
    from mjcli.report.console import open_console  # noqa: PLC0415 - rich loads with the first screen
    from mjcli.report.score_screen import View  # noqa: PLC0415

    view = View(lang=style.lang, tiles=style.tiles, explain=style.explain)
    open_console(sys.stdout, style.color).print(screen(view))


class _ScreenWriter:
    """A whole screen for each outcome; problems go to standard error."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def write(self, outcome: Outcome) -> None:
        found = outcome.answer
        if found is not None:
            show(lambda view: _screen(found, view, self._style), self._style)

    def close(self) -> None:
        """A screen is whole by itself."""


def _screen(found: Answer, view: Any, style: Style) -> Any:
    if isinstance(found, Scored):
        from mjcli.report.score_screen import score_screen  # noqa: PLC0415

        return score_screen(found, view)
    if isinstance(found, WaitReport):
        from mjcli.report.wait_screen import wait_screen  # noqa: PLC0415

        return wait_screen(found, view, dead_waits=style.dead_waits)
    from mjcli.report.discard_screen import discard_screen  # noqa: PLC0415

    return discard_screen(found, view)


class _TableWriter:
    """A row for each outcome of a file."""

    def __init__(self, command: str, rules: RuleSet, style: Style) -> None:
        from mjcli.report.batch_screen import BatchTable  # noqa: PLC0415
        from mjcli.report.console import open_console  # noqa: PLC0415
        from mjcli.report.score_screen import View  # noqa: PLC0415
        from mjcli.report.tally_screen import unit_of  # noqa: PLC0415

        view = View(lang=style.lang, tiles=style.tiles, explain=False)
        most = None if style.all_rows else MOST_ROWS
        console = open_console(sys.stdout, style.color)
        self._table = BatchTable(console, view, command, most=most, unit=unit_of(rules))

    def write(self, outcome: Outcome) -> None:
        self._table.row(outcome)

    def write_block(self, block: Block, answered: Callable[[Entry], Outcome]) -> None:
        self._table.count(WON, block.won)
        self._table.count(NOT_WON, block.size - block.won)
        for _, entry in block.entries:
            self._table.row(answered(entry))

    def close(self) -> None:
        self._table.close()
