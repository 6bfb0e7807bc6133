"""`mj settle`: whole deals from files or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import click

from mjcli.answer import WON
from mjcli.batch.deals import deals_of
from mjcli.cli.options import (
    command,
    fee_option,
    file_option,
    json_option,
    rules_option,
    screen_options,
    tiles_option,
    unit_option,
)
from mjcli.cli.output import Style, complain, print_json, screen_lang, show
from mjcli.cli.sources import STDIN
from mjcli.deals import Deal, answer_deal
from mjcli.errors import Problem, UsageError
from mjcli.report.deal_records import deal_record
from mjcli.ruleset import load_rules


@command("settle")
@click.argument("names", nargs=-1, metavar="[FILE]...")
@rules_option
@unit_option
@fee_option
@file_option
@json_option
@tiles_option
@screen_options
def settle(names: tuple[str, ...], files: tuple[str, ...], unit: int, fee: int, **options: Any) -> int:
    """The `mj settle` command."""
    rules = load_rules(options["rules"])
    style = Style(screen_lang(), options["tiles"], options["color"], options["as_json"])
    code = WON
    for path in _paths(names + files):
        for deal in _deals(path):
            outcome = answer_deal(deal, rules, unit=unit, fee=fee)
            code = max(code, outcome.exit_code)
            if style.as_json:
                print_json(deal_record(outcome, style.lang))
            elif outcome.settlement is not None:
                _show(outcome.settlement, style, deal.name or "")
            if outcome.problems:
                sys.stdout.flush()
                complain(problem.replace(line=problem.line or deal.line) for problem in outcome.problems)
    return code


def _show(settlement: Any, style: Style, name: str) -> None:
    from mjcli.report.deal_screen import deal_screen  # noqa: PLC0415 - rich loads with the first screen

    show(lambda view: deal_screen(settlement, view, name), style)


def _paths(files: tuple[str, ...]) -> tuple[str, ...]:
    if not files and sys.stdin.isatty():
        raise UsageError([Problem("U019")])
    return files or (STDIN,)


def _deals(path: str) -> Iterator[Deal]:
    """The deals of a file, or a deal whose problem is that it cannot be opened."""
    try:
        with ExitStack() as stack:
            yield from deals_of(sys.stdin.buffer if path == STDIN else stack.enter_context(open(path, "rb")))
    except OSError as error:
        yield Deal((), {}, problems=(Problem("F009", token=path, facts={"reason": error.strerror}),))
