"""`mj rules`: what rule sets there are, what is in them, and whether a rule file is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from mjcli.answer import MALFORMED, WON
from mjcli.cli.language import here
from mjcli.cli.options import Function, json_option, screen_options, tiles_option, together
from mjcli.cli.options import command as make_command
from mjcli.cli.output import Style, complain, print_json, screen_lang, show
from mjcli.errors import MjError
from mjcli.report import rules_records as records
from mjcli.ruleset import load_rules, rule_ids
from mjcli.texts import LANGUAGES
from mjcli.texts.help import COMMANDS


@click.group(help=here(COMMANDS["rules"]), context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, hidden=True)
def rules() -> None:
    """The `mj rules` group."""


def _command(name: str) -> Callable[[Function], click.Command]:
    """A command of the group, with the options that all of them have."""

    def add(function: Function) -> click.Command:
        decorated = together(json_option, tiles_option, screen_options)(function)
        made = make_command(f"rules {name}")(decorated)
        rules.add_command(made)
        return made

    return add


def _style(options: dict[str, Any]) -> Style:
    return Style(lang=screen_lang(), tiles=options["tiles"], color=options["color"], as_json=options["as_json"])


@_command("list")
def list_rules(**options: Any) -> int:
    """The `mj rules list` command."""
    style, found = _style(options), [load_rules(name) for name in rule_ids()]
    if style.as_json:
        print_json(records.list_record(found))
    else:
        from mjcli.report.rules_screen import rules_list_screen  # noqa: PLC0415 - rich loads with the first screen

        show(lambda view: rules_list_screen(found, view), style)
    return WON


@_command("show")
@click.argument("name", metavar="ID|PATH")
def show_rules(name: str, **options: Any) -> int:
    """The `mj rules show` command."""
    style, found = _style(options), load_rules(name)
    if style.as_json:
        print_json(records.rules_record(found))
    else:
        from mjcli.report.rules_screen import rules_show_screen  # noqa: PLC0415

        show(lambda view: rules_show_screen(found, view), style)
    return WON


@_command("check")
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
def check_rules(paths: tuple[str, ...], **options: Any) -> int:
    """The `mj rules check` command."""
    style, code = _style(options), WON
    for path in paths:
        try:
            found = load_rules(path)
        except MjError as error:
            code = MALFORMED
            if style.as_json:
                print_json(records.check_record(path, error.problems, style.lang))
            else:
                complain(error.problems)
            continue
        if style.as_json:
            print_json(records.check_record(path, (), style.lang))
        else:
            print(here(("{path}：{id}，没有问题", "{path}: {id}, no problems")).format(path=path, id=found.id))
    return code


@_command("fans")
def list_fans(**options: Any) -> int:
    """The `mj rules fans` command."""
    style, found = _style(options), [load_rules(name) for name in rule_ids()]
    if style.as_json:
        print_json(records.fans_record(found))
    else:
        from mjcli.fans import PREDICATES  # noqa: PLC0415
        from mjcli.report.rules_screen import fans_screen  # noqa: PLC0415

        show(lambda view: fans_screen(tuple(PREDICATES.values()), view, found), style)
    return WON


@_command("codes")
def list_codes(**options: Any) -> int:
    """The `mj rules codes` command."""
    style, found = _style(options), [load_rules(name) for name in rule_ids()]
    if style.as_json:
        print_json(records.codes_record(found, style.lang))
    else:
        from mjcli.report.rules_screen import codes_screen  # noqa: PLC0415

        show(lambda view: codes_screen(view, found), style)
    return WON
