"""Options that several commands share; their help is in `mjcli.texts.help`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from mjcli.cli.language import here
from mjcli.cli.speaking import SpokenCommand
from mjcli.ruleset import DEFAULT_RULES
from mjcli.texts import LANGUAGES
from mjcli.texts.help import COMMANDS, EPILOGUES, OPTIONS

Function = Callable[..., Any]
Decorated = TypeVar("Decorated", bound=Function | click.Command)
Decorator = Callable[[Decorated], Decorated]


def command(name: str) -> Callable[[Function], click.Command]:
    """A command that is called `name`, with the help of the tables."""
    epilogue = here(EPILOGUES[name]) if name in EPILOGUES else None
    return click.command(name.rpartition(" ")[2], cls=SpokenCommand, help=here(COMMANDS[name]), epilog=epilogue)


def option(*names: str, about: str, **settings: Any) -> Decorator[Any]:
    """An option with the help that the table has under `about`."""
    return click.option(*names, help=here(OPTIONS[about]), **settings)


def field(name: str, metavar: str, *, repeatable: bool = False) -> Decorator[Any]:
    """An option that is a field of a hand; its value is read with the hand, so that all problems come at once."""
    return option(f"--{name}", f"field_{name}", about=name, metavar=metavar, multiple=repeatable)


def together(*decorators: Decorator[Any]) -> Decorator[Any]:
    """Several decorators as one, in the order the options are shown."""

    def decorate(function: Any) -> Any:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


# Far more than anybody plays for, and few enough digits for a number to be printed: as the fields of a hand have it.
MOST = 999_999_999
hands_argument = click.argument("hands", nargs=-1, metavar="[HAND]...")
rules_option = option(
    "-r",
    "--rules",
    about="rules",
    default=DEFAULT_RULES,
    envvar="MJ_RULES",
    show_default=True,
    metavar="ID|PATH",
)
file_option = option("-f", "--file", "files", about="file", multiple=True, metavar="PATH")
unit_option = option("--unit", about="unit", type=click.IntRange(1, MOST), default=1, metavar="N")
fee_option = option("--fee", about="fee", type=click.IntRange(0, MOST), default=0, metavar="A")
json_option = option("--json", "as_json", about="json", is_flag=True)
tiles_option = option("--tiles", about="tiles", type=click.Choice(("text", "name", "unicode")), default="text")
screen_options = together(
    option("--lang", about="lang", type=click.Choice(LANGUAGES)),
    option("--color", about="color", type=click.Choice(("auto", "always", "never")), default="auto"),
)
batch_options = together(
    option("--fields", about="fields", default="", metavar="A,B,C"),
    option("--all-rows", about="all-rows", is_flag=True),
)
output_options = together(
    json_option, option("--csv", "as_csv", about="csv", is_flag=True), tiles_option, screen_options
)
