"""What `mj score`, `mj wait` and `mj discard` share: hands from the command line, from files or from a pipe.

Each command is a module of its own, since making the options of all three takes
longer than answering about a hand.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from mjcli.answer import Settings, answer
from mjcli.cli.options import field, together
from mjcli.cli.output import Style, complain, open_writer, screen_lang
from mjcli.cli.sources import sources_of
from mjcli.errors import Problem, UsageError
from mjcli.report.progress import Tally
from mjcli.ruleset import load_rules

seat_fields = together(field("seat", "SEAT"), field("round", "SEAT"))
tile_fields = together(field("flowers", "TILES"), field("wild", "TILE"))


def answer_hands(settings: Settings, hands: tuple[str, ...], options: Mapping[str, Any]) -> int:
    """Answers every hand in turn; returns the exit code."""
    style = _style(options)
    rules = load_rules(options["rules"])
    fields = _fields(options)
    sources = sources_of(hands, options["files"])
    is_batch = any(source.path is not None for source in sources)
    writer = open_writer(settings.command, style, is_batch=is_batch)
    tally = Tally()
    for source in sources:
        for entry in source.entries(settings.command, fields):
            outcome = answer(entry, rules, settings)
            tally.codes[outcome.exit_code] += 1
            writer.write(outcome)
            if outcome.problems and source.path is None:
                sys.stdout.flush()
                complain(outcome.problems)
    writer.close()
    if is_batch and sys.stderr.isatty():
        sys.stdout.flush()
        print(tally.summary(settings.command, style.lang), file=sys.stderr)
    return tally.worst


def _style(options: Mapping[str, Any]) -> Style:
    if options["as_json"] and options["as_csv"]:
        raise UsageError([Problem("U015")])
    return Style(
        lang=screen_lang(),
        tiles=options["tiles"],
        color=options["color"],
        as_json=options["as_json"],
        as_csv=options["as_csv"],
        explain=options.get("explain", False),
        dead_waits=options.get("dead_waits", False),
    )


def _fields(options: Mapping[str, Any]) -> dict[str, str]:
    """The fields that were given as options, by name; a repeated one with commas."""
    given = {name.removeprefix("field_"): value for name, value in options.items() if name.startswith("field_")}
    joined = {
        name: ",".join(value) if isinstance(value, tuple) else value for name, value in given.items() if value != ()
    }
    return {name: value for name, value in joined.items() if value is not None}
