"""Sentences for N problems: the notation of a hand."""

from mjcli.texts import Text

PROBLEMS: dict[str, Text] = {}

HINTS: dict[str, Text] = {}
