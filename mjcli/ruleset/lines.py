"""Finds the line of a key in TOML text, which the standard reader does not tell."""

from __future__ import annotations


def line_of(text: str, key: str) -> int | None:
    """The line, from 1, on which the dotted `key` or its table begins; None where it cannot be told.

    It knows headers and `key = value` lines, not keys inside inline tables: for
    those it gives the line of the nearest table or key around them.

    >>> line_of('id = "x"\\n[fans.chicken]\\nfan = 0\\n', "fans.chicken.fan")
    3
    """
    found = _lines(text)
    while key:
        if key in found:
            return found[key]
        key = key.rpartition(".")[0]
    return None


def _lines(text: str) -> dict[str, int]:
    """Every dotted key that begins a line, with that line."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            table = _plain(bare.strip("[]").partition("]")[0])
            found.setdefault(table, number)
        elif "=" in bare and not bare.startswith("#"):
            key = _plain(bare.partition("=")[0])
            found.setdefault(f"{table}.{key}".lstrip("."), number)
    return found


def _plain(key: str) -> str:
    """A dotted key without its quotes and spaces."""
    return key.replace('"', "").replace("'", "").replace(" ", "")
