"""The group of commands, and what becomes of errors: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from mjcli.answer import MALFORMED, WON
from mjcli.cli.language import chosen_language, here, speak
from mjcli.cli.output import complain, drop, print_json, screen_lang
from mjcli.cli.speaking import SpokenGroup, leading_option
from mjcli.errors import MjError, Problem, closest
from mjcli.report.console import make_safe
from mjcli.report.records import error_record
from mjcli.texts import LANGUAGES
from mjcli.texts import help as texts

_INTERRUPTED = 130
# Each command's module: it is loaded when the command is called.
_MODULES = {
    "score": "mjcli.cli.score",
    "wait": "mjcli.cli.wait",
    "discard": "mjcli.cli.discard",
    "settle": "mjcli.cli.settle",
    "convert": "mjcli.cli.convert",
    "rules": "mjcli.cli.rules",
}


class _ReaderGoneError(Exception):
    """Whoever reads the output has closed it; click would take the system's own error for its to handle."""


class _Commands(SpokenGroup):
    """Loads a command's module when it is called, and describes the commands without loading them."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _MODULES:
            return None
        command: click.Command = getattr(import_module(_MODULES[cmd_name]), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, here(texts.COMMANDS[name])) for name in _MODULES])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(here(texts.COMMANDS["mj"]))


def _version(_context: click.Context) -> str:
    from importlib.metadata import version  # noqa: PLC0415 - it takes as long as a whole command

    return f"mj, version {version('mjcli')}"


_VERSION_OPTION = leading_option("--version", words="Show the version and exit.", show=_version)


@click.group(cls=_Commands, params=[_VERSION_OPTION], context_settings={"max_content_width": 100})
@click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, hidden=True)
def cli() -> None:
    """The command group; its help is in `mjcli.texts.help`."""


def run(args: Sequence[str]) -> int:
    """Runs a command line, in this process, and returns the exit code."""
    speak(chosen_language(args, os.environ))
    _open_closed_streams()
    make_safe(sys.stdout)
    make_safe(sys.stderr)
    try:
        code = _answered(args)
        sys.stdout.flush()
    except (BrokenPipeError, _ReaderGoneError):
        drop(sys.stdout)  # the reader has seen enough
        return WON
    except (KeyboardInterrupt, click.Abort):
        return _INTERRUPTED
    except OSError as error:
        drop(sys.stdout)
        complain([Problem("U037", facts={"reason": error.strerror})])
        return MALFORMED
    return code


def _open_closed_streams() -> None:
    """Gives the program streams to read and write even where its caller has closed them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _answered(args: Sequence[str]) -> int:
    """The exit code of a command line; errors are said on standard error."""
    try:
        return int(cli.main(list(args), prog_name="mj", standalone_mode=False) or WON)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.message, file=sys.stderr)
    except click.ClickException as error:
        _refuse([_problem(error)], args)
    except MjError as error:
        _refuse(error.problems, args)
    return MALFORMED


def _refuse(problems: Sequence[Problem], args: Sequence[str]) -> None:
    """Says what is wrong with the command line, to a person and, where JSON is asked for, to a machine."""
    if "--json" in args:
        print_json(error_record(problems, lang=screen_lang()))
    sys.stdout.flush()
    complain(problems)


def _problem(error: click.ClickException) -> Problem:
    """A click error as one of our problems, to be said in the reader's language."""
    if isinstance(error, click.NoSuchOption):
        return _unknown("U010", error.option_name, error.possibilities)
    if isinstance(error, click.NoSuchCommand):
        guess = closest(error.command_name, _MODULES)
        return _unknown("U011", error.command_name, error.possibilities or ([guess] if guess else []))
    if isinstance(error, click.BadOptionUsage):
        return Problem("U020", token=error.option_name)
    if isinstance(error, click.MissingParameter):
        return Problem("U012", token=_name_of(error.param) if error.param else "")
    if isinstance(error, click.BadParameter) and error.param:
        return _bad_value(error, error.param)
    return Problem("U016", facts={"reason": error.format_message()})


def _name_of(parameter: click.Parameter) -> str:
    """An option as it is typed, an argument as the help has it."""
    return parameter.opts[-1] if isinstance(parameter, click.Option) else parameter.human_readable_name


def _unknown(code: str, name: str, possibilities: Sequence[str] | None) -> Problem:
    guess = tuple(possibilities or ())
    return Problem(code, token=name, facts={"guess": guess}, hint="did-you-mean" if guess else "")


def _bad_value(error: click.BadParameter, parameter: click.Parameter) -> Problem:
    """A value that an option does not take."""
    name = parameter.opts[-1]
    if isinstance(parameter.type, click.Choice):
        return Problem("U013", token=name, facts={"known": tuple(parameter.type.choices)})
    if isinstance(parameter.type, click.IntRange):
        return Problem("U017", token=name, facts={"least": parameter.type.min})
    return Problem("U016", token=name, facts={"reason": error.message})
