"""Reads one table of a rule file key by key, and reports every key that is wrong, lacking or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from mjcli.errors import Problem, UsageError, closest
from mjcli.texts import LANGUAGES, Phrase, Text
from mjcli.tiles import SEATS, Seat, Tile

T = TypeVar("T")
D = TypeVar("D")
_REQUIRED: Any = object()
MOST_FAN = 1_000  # doubled so often, points are still a number that can be printed
_LONG = 10**12  # a number that is longer is not repeated
ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class WrongError(Exception):
    """A value that does not fit: the code of the problem and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


class Section:
    """A table of the file at a dotted `path`; problems go to `report`."""

    def __init__(self, data: object, path: str, report: Callable[[Problem], None]) -> None:
        self._path, self._report = path, report
        self._known: list[str] = []
        self._broken: set[str] = set()
        self.is_table = isinstance(data, Mapping)
        self._data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}

    def take(self, key: str, read: Callable[[Any], T], default: D = _REQUIRED) -> T | D | None:
        """The value of `key` or the default; None if it is lacking or wrong, which is reported."""
        self._known.append(key)
        if key not in self._data:
            if default is _REQUIRED:
                if self.is_table:
                    self._say("R003", key)
                return None
            return default
        try:
            return read(self._data[key])
        except WrongError as wrong:
            self._say(wrong.code, key, **wrong.facts)
            return None

    def __bool__(self) -> bool:
        return bool(self._data)

    def names(self) -> Iterable[str]:
        """The keys that the file has here, in its order."""
        return self._data.keys()

    def sub(self, key: str) -> Section:
        """The table below `key`; an empty one if it is not there, or is no table, which is reported once."""
        self._known.append(key)
        found = Section(self._data.get(key, {}), self._at(key), self._report)
        if not found.is_table and key not in self._broken:
            self._broken.add(key)
            self._say("R005", key, expected=Phrase(("表", "a table")))
        return found

    def close(self) -> None:
        """Reports every key that nobody has asked for."""
        for key in self._data:
            if key not in self._known:
                self._say("R002", key, guess=closest(key, self._known))

    def say(self, code: str, key: str, **facts: Any) -> None:
        """Reports a problem of one key."""
        self._say(code, key, **facts)

    def say_unknown(self, key: str, name: str, known: Iterable[str]) -> None:
        """Reports a name that is none of the known ones."""
        self._say("R019", key, value=name, guess=closest(name, known))

    def _at(self, key: str) -> str:
        return ".".join(part for part in (self._path, key) if part)

    def _say(self, code: str, key: str, **facts: Any) -> None:
        hint = "did-you-mean" if facts.get("guess") else ""
        self._report(Problem(code, token=key or self._path, key=self._at(key), facts=facts, hint=hint))


def flag(value: Any) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise WrongError("R005", expected=Phrase(("true 或 false", "true or false")))
    return value


def whole(least: int = 0, most: int = 1_000_000) -> Callable[[Any], int]:
    """A whole number from `least` to `most`."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise WrongError("R005", expected=Phrase(("整数", "a whole number")))
        if value < least:
            raise WrongError("R006", least=least, value=value)
        if value > most:
            raise WrongError("R020", most=most, value=value if value < _LONG else "…")
        return value

    return read


def text(value: Any) -> str:
    """A string that is not empty, and has no control characters that a terminal would obey."""
    if not isinstance(value, str) or not value.strip() or not value.replace("\n", "").isprintable():
        raise WrongError("R005", expected=Phrase(("非空字符串", "a string that is not empty")))
    return value


def choice(*options: str) -> Callable[[Any], Any]:
    """One of the strings given."""

    def read(value: Any) -> str:
        if value not in options:
            raise WrongError("R007", value=value, options=options, guess=closest(str(value), options))
        return str(value)

    return read


def names_if_any(value: Any) -> tuple[str, ...]:
    """A list of strings; an empty one takes back what an extended file says."""
    return () if value == [] else names(value)


def names(value: Any) -> tuple[str, ...]:
    """A list of strings, not empty."""
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise WrongError("R005", expected=Phrase(("非空的字符串列表", "a list of strings that is not empty")))
    return tuple(value)


def words(value: Any) -> Text:
    """The same in Chinese and English: `{ zh = "…", en = "…" }`."""
    if not isinstance(value, Mapping) or set(value) != set(LANGUAGES):
        raise WrongError("R005", expected=Phrase(('{ zh = "…", en = "…" }', '{ zh = "…", en = "…" }')))
    return text(value["zh"]), text(value["en"])


def seats(value: Any) -> tuple[Seat, ...]:
    """The seats in play, the dealer first: "ESWN", or "ES" for two."""
    played = "".join(seat.letter for seat in SEATS)
    if not isinstance(value, str) or value not in (played[:count] for count in range(2, len(played) + 1)):
        raise WrongError("R007", value=value, options=("ES", "ESW", "ESWN"), guess="")
    return SEATS[: len(value)]


def tiles(value: Any) -> tuple[Tile, ...]:
    """A list of kinds, each written `5z`."""
    found = []
    for item in names(value):
        try:
            found.append(Tile.of(item))
        except UsageError as error:
            raise WrongError("R008", value=item) from error
    return tuple(found)
