"""Commands whose help is wholly in the reader's language, click's own words included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

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


class SpokenCommand(click.Command):
    """A command with help in the reader's language."""

    context_class = _Context


class SpokenGroup(click.Group):
    """A group with help in the reader's language."""

    context_class = _Context
