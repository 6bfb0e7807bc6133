"""Records as JSON text, letter by letter what the standard library writes.

That one compiles the patterns it reads JSON with as soon as it is imported,
which takes longer than scoring a hand.
"""

from __future__ import annotations

from typing import Any

_CONTROLS = 0x20
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_ESCAPES = str.maketrans({chr(code): f"\\u{code:04x}" for code in range(_CONTROLS)} | _SHORT)
_LAST_PRINTABLE = "~"
_WORDS = {None: "null", True: "true", False: "false"}


def json_text(value: Any, *, ascii_only: bool = False) -> str:
    """The JSON text of a record: objects with text keys, lists, text, whole numbers, true, false and null.

    :raises TypeError: there is something else in it.

    >>> print(json_text({"name": "鸡胡", "sets": [], "win": True}))
    {"name": "鸡胡", "sets": [], "win": true}
    """
    if isinstance(value, str):
        return _quoted(value, ascii_only)
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, dict):
        items = [f"{_quoted(key, ascii_only)}: {json_text(part, ascii_only=ascii_only)}" for key, part in value.items()]
        return "{" + ", ".join(items) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([json_text(part, ascii_only=ascii_only) for part in value]) + "]"
    raise TypeError(f"no part of a record: {value!r}")


def _quoted(text: str, ascii_only: bool) -> str:
    said = text if text.isprintable() and '"' not in text and "\\" not in text else text.translate(_ESCAPES)
    if ascii_only:
        said = "".join([char if char <= _LAST_PRINTABLE else _escaped(char) for char in said])
    return f'"{said}"'


def _escaped(char: str) -> str:
    """A character as one or two escapes of two bytes each."""
    code = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{code[at : at + 4]}" for at in range(0, len(code), 4))
