"""What a stream can show: characters, colours, width.

Cheap to import: rich is loaded by `open_console` alone.
"""

from __future__ import annotations

import codecs
import io
import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_WIDTH = 80
# Characters that every screen in Chinese needs.
_PROBE = "番东发听"
_WIDE_SPACE = "\u3000"


def open_console(stream: TextIO, color: str = "auto", width: int | None = None) -> Console:
    """A console on `stream`, as wide as its terminal or else 80 cells.

    Printing raises `BrokenPipeError` where nobody reads any more.
    `color` is "always", "never", or "auto": on a terminal, unless NO_COLOR is set.
    """
    from mjcli.report.base_screen import ScreenConsole  # noqa: PLC0415 - rich loads only where a screen is drawn

    is_terminal = stream.isatty()
    colored = color == "always" or (color == "auto" and is_terminal and not os.environ.get("NO_COLOR"))
    return ScreenConsole(
        file=stream,
        force_terminal=colored or is_terminal,
        color_system=("auto" if is_terminal else "standard") if colored else None,
        no_color=not colored,
        width=width if width is not None or is_terminal else DEFAULT_WIDTH,
        markup=False,
        emoji=False,
        highlight=False,
    )


def printable_lang(lang: str, stream: TextIO | None) -> str:
    """`lang`, or English where the stream has no Chinese characters; the stream is None where it is closed."""
    return lang if stream is None or _can_encode(_PROBE, stream.encoding or "utf-8") else "en"


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_unicode(stream: TextIO | None) -> bool:
    """Whether every character can be printed on the stream."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name.startswith("utf")


def make_safe(stream: TextIO | None) -> None:
    """Lets the stream escape what it cannot encode, so that printing never fails."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    """The text with nothing in it that steers a terminal or takes no room: blanks for breaks, `?` for the rest.

    >>> printable("1m\\t2m\\x1b[31m")
    '1m 2m?[31m'
    """
    if text.isprintable():
        return text
    return "".join(_visible(char) for char in text)


def _visible(char: str) -> str:
    if char.isprintable() or char == _WIDE_SPACE:
        return char
    return " " if char.isspace() else "?"
