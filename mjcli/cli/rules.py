"""`mj rules`: what rule sets there are, what is in them, how two differ, whether a file is right; and a new file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from mjcli.answer import MALFORMED, WON
from mjcli.cli.language import here
from mjcli.cli.options import Function, json_option, option, screen_options, tiles_option, together
from mjcli.cli.options import command as make_command
from mjcli.cli.output import Style, complain, print_json, screen_lang, show
from mjcli.cli.speaking import SpokenGroup
from mjcli.errors import MjError, Problem, UsageError, closest
from mjcli.report import rules_records as records
from mjcli.ruleset import RuleSet, load_rules
from mjcli.ruleset.catalogue import SUFFIX, all_rules
from mjcli.texts import LANGUAGES
from mjcli.texts.help import COMMANDS, WRITTEN

STDOUT = "-"


@click.group(cls=SpokenGroup, help=here(COMMANDS["rules"]))
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
    style, found = _style(options), list(all_rules())
    problems = [problem for one in found for problem in one.problems]
    if style.as_json:
        print_json(records.list_record(found, style.lang))
    else:
        from mjcli.report.rules_screen import rules_list_screen  # noqa: PLC0415 - rich loads with the first screen

        own: dict[str, list[RuleSet]] = {}
        for one in found:
            if one.folder and one.rules:
                own.setdefault(str(one.folder), []).append(one.rules)
        packaged = [one.rules for one in found if one.rules and not one.folder]
        show(lambda view: rules_list_screen(packaged, view, own), style)
        complain(problems)
    return MALFORMED if problems else WON


def _usable() -> list[RuleSet]:
    """Every rule set that can be named by its id."""
    return [one.rules for one in all_rules() if one.rules]


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


@_command("diff")
@click.argument("before", metavar="ID|PATH")
@click.argument("after", metavar="ID|PATH")
def diff_rules(before: str, after: str, **options: Any) -> int:
    """The `mj rules diff` command."""
    from mjcli.ruleset.diff import compare  # noqa: PLC0415 - only where rule sets are compared

    style, found = _style(options), compare(load_rules(before), load_rules(after))
    if style.as_json:
        print_json(records.diff_record(found))
    else:
        from mjcli.report.rules_diff_screen import rules_diff_screen  # noqa: PLC0415

        show(lambda view: rules_diff_screen(found, view), style)
    return WON


@_command("new")
@click.argument("name", metavar="ID")
@option("--extends", "base", about="extends", required=True, metavar="BASE")
@option("-o", "--output", about="output", metavar="PATH")
@option("--force", about="force", is_flag=True)
def new_rules(name: str, base: str, output: str | None, *, force: bool, **options: Any) -> int:
    """The `mj rules new` command."""
    from mjcli.ruleset import writer  # noqa: PLC0415 - only where a file is written

    style = _style(options)
    path = Path(f"{name}{SUFFIX}" if output in (None, STDOUT) else str(output))
    text = writer.new_rules(name, base, path)
    if output != STDOUT:
        writer.save(text, path, force=force)
    if style.as_json:
        print_json({"id": name, "extends": base} | ({"text": text} if output == STDOUT else {"file": str(path)}))
    elif output == STDOUT:
        print(text, end="")
    else:
        print(here(WRITTEN).format(path=path))
    return WON


@_command("fans")
@click.argument("names", nargs=-1, metavar="[NAME]...")
def list_fans(names: tuple[str, ...], **options: Any) -> int:
    """The `mj rules fans` command."""
    from mjcli.fans import PREDICATES  # noqa: PLC0415

    unknown = [_unknown_fan(name, PREDICATES) for name in names if name not in PREDICATES]
    if unknown:
        raise UsageError(unknown)
    style, found = _style(options), _usable()
    asked = tuple(PREDICATES[name] for name in dict.fromkeys(names or PREDICATES))
    if style.as_json:
        print_json(records.fans_record(found, asked))
    else:
        from mjcli.report.rules_screen import fans_screen  # noqa: PLC0415

        show(lambda view: fans_screen(asked, view, found), style)
    return WON


def _unknown_fan(name: str, known: Iterable[str]) -> Problem:
    guess = closest(name, known)
    return Problem("U036", token=name, facts={"guess": guess}, hint="did-you-mean" if guess else "")


@_command("codes")
def list_codes(**options: Any) -> int:
    """The `mj rules codes` command."""
    style, found = _style(options), _usable()
    if style.as_json:
        print_json(records.codes_record(found, style.lang))
    else:
        from mjcli.report.rules_screen import codes_screen  # noqa: PLC0415

        show(lambda view: codes_screen(view, found), style)
    return WON
