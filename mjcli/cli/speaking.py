"""Commands whose help is wholly in the reader's language, click's own words included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from mjcli.cli.language import here
from mjcli.texts.help import CLICK_WORDS


def _said(words: str) -> str:
    """Words of click's own in the language of this process; others as they are."""
    return here(CLICK_WORDS[words]) if words in CLICK_WORDS else words


class _Formatter(click.HelpFormatter):
    """Writes headings and click's own options in the reader's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, _said("Usage: ") if prefix is None else prefix)

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(_said(name)):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(term, _said(text)) for term, text in rows], col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


def leading_option(*names: str, words: str, show: Callable[[click.Context], str]) -> click.Option:
    """An option that prints something and ends the program, whatever else is asked; its help are `words` of click's.

    Click's own options for the help and the version look for translations of
    their words when they are made, which takes as long as scoring a hand.
    """

    def leave(context: click.Context, _option: click.Parameter, asked: bool) -> None:
        if asked and not context.resilient_parsing:
            click.echo(show(context))
            context.exit()

    return click.Option(names, is_flag=True, expose_value=False, is_eager=True, help=words, callback=leave)


def _help_option() -> click.Option:
    return leading_option("-h", "--help", words="Show this message and exit.", show=click.Context.get_help)


class SpokenCommand(click.Command):
    """A command with help in the reader's language."""

    context_class = _Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{**settings, "add_help_option": False})
        self.params.append(_help_option())


class SpokenGroup(click.Group):
    """A group with help in the reader's language."""

    context_class = _Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{**settings, "add_help_option": False})
        self.params.append(_help_option())
