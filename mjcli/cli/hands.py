"""What `mj score`, `mj wait` and `mj discard` share: hands from the command line, from files or from a pipe.

Each command is a module of its own, since making the options of all three takes
longer than answering about a hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from mjcli.answer import NOT_WON, WON, Entry, Outcome, Settings, answer
from mjcli.cli.options import field, together
from mjcli.cli.output import MOST_ROWS, BlockWriter, Style, complain, open_writer, screen_lang
from mjcli.cli.sources import Columns, Source, sources_of
from mjcli.errors import Problem, UsageError
from mjcli.report.progress import Tally
from mjcli.report.records import WORTH
from mjcli.ruleset import RuleSet, load_rules

seat_fields = together(field("seat", "SEAT"), field("round", "SEAT"))
tile_fields = together(field("flowers", "TILES"), field("wild", "TILE"))


def answer_hands(settings: Settings, hands: tuple[str, ...], options: Mapping[str, Any]) -> int:
    """Answers every hand in turn; returns the exit code."""
    style = _style(settings.command, options)
    rules = load_rules(options["rules"])
    fields = _fields(options)
    sources = sources_of(hands, options["files"])
    is_batch = any(source.path is not None for source in sources)
    run = _Run(settings.replace(values=_asks_for_values(style.fields)), rules, style, is_batch=is_batch)
    for source in sources:
        run.answer_all(source, fields)
    run.writer.close()
    if is_batch and sys.stderr.isatty():
        sys.stdout.flush()
        print(run.tally.summary(settings.command, style.lang), file=sys.stderr)
    return run.tally.worst


class _Run:
    """What one call of a command answers with, writes to and counts."""

    def __init__(self, settings: Settings, rules: RuleSet, style: Style, *, is_batch: bool) -> None:
        self._settings, self._rules = settings, rules
        self.writer = open_writer(settings, rules, style, is_batch=is_batch)
        self.tally = Tally()
        self._columns = _columns(settings, rules, style) if is_batch else None

    def answer_all(self, source: Source, fields: Mapping[str, str]) -> None:
        """Writes the outcomes of a source in order; `fields` hold where a record does not say otherwise."""
        writer = self.writer
        if source.path is None or fields or self._columns is None or not isinstance(writer, BlockWriter):
            for entry in source.entries(self._settings.command, fields):
                self._write(entry, source)
            return
        for part in source.parts(self._settings.command, self._columns):
            if isinstance(part, Entry):
                self._write(part, source)
            else:
                self.tally.codes[WON] += part.won
                self.tally.codes[NOT_WON] += part.size - part.won
                writer.write_block(part, self._answered)

    def _answered(self, entry: Entry) -> Outcome:
        outcome = answer(entry, self._rules, self._settings)
        self.tally.codes[outcome.exit_code] += 1
        return outcome

    def _write(self, entry: Entry, source: Source) -> None:
        """Writes the outcome of an entry; the problems of a hand that was typed go to standard error too."""
        outcome = self._answered(entry)
        self.writer.write(outcome)
        if outcome.problems and source.path is None:
            sys.stdout.flush()
            complain(outcome.problems)


def _columns(settings: Settings, rules: RuleSet, style: Style) -> Columns | None:
    """What may answer for whole columns of waits, and of scores if the best alone are told.

    Of a table it is for the rows that are not shown.
    """
    is_table = not (style.as_json or style.as_csv)
    if settings.command == "discard" or settings.others or (is_table and style.all_rows):
        return None
    from mjcli.batch import score_columns, wait_columns  # noqa: PLC0415 - one hand needs no reader of files

    head = MOST_ROWS if is_table else 0
    if settings.command == "score":
        return Columns(partial(score_columns, rules), head)
    if is_table:
        return Columns(partial(wait_columns, rules, ("hand",)), head)
    return Columns(partial(wait_columns, rules, style.fields, values=settings.values))


def _style(command: str, options: Mapping[str, Any]) -> Style:
    as_json, as_csv = options["as_json"], options["as_csv"]
    if as_json and as_csv:
        raise UsageError([Problem("U015")])
    return Style(
        lang=screen_lang(),
        tiles=options["tiles"],
        color=options["color"],
        as_json=as_json,
        as_csv=as_csv,
        explain=options.get("explain", False),
        dead_waits=options.get("dead_waits", False),
        fields=_columns_named(options["fields"], command, as_json=as_json, as_csv=as_csv),
        all_rows=options["all_rows"],
    )


def _columns_named(text: str, command: str, *, as_json: bool, as_csv: bool) -> tuple[str, ...]:
    """The columns that `--fields` names, none where it is not given."""
    if not text:
        return ()
    from mjcli.report.fields import read_fields  # noqa: PLC0415 - only where columns are picked

    return read_fields(text, command, as_json=as_json, as_csv=as_csv)


def _asks_for_values(fields: tuple[str, ...]) -> bool:
    """Whether records of these columns, all of them if none is named, say what waits are worth."""
    return not fields or WORTH in fields


def _fields(options: Mapping[str, Any]) -> dict[str, str]:
    """The fields that were given as options, by name; a repeated one with commas."""
    given = {name.removeprefix("field_"): value for name, value in options.items() if name.startswith("field_")}
    joined = {
        name: ",".join(value) if isinstance(value, tuple) else value for name, value in given.items() if value != ()
    }
    return {name: value for name, value in joined.items() if value is not None}
