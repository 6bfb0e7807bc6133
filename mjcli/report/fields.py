"""The columns of the records that `--json` and `--csv` write, and picking some of them."""

from __future__ import annotations

from collections.abc import Mapping

from mjcli.errors import Problem, UsageError
from mjcli.report.records import Record
from mjcli.ruleset.section import closest

_WAITS, _WORTH = "waits", "worth"
# What a record can have. Where columns are picked, what a wait is worth is a column of its own beside the waits.
JSON_FIELDS = {
    "score": (
        *("id", "hand", "rules", "win", "complete", "reason", "minimum", "shanten", "tiles", "shape", "sets", "fans"),
        *("adjustments", "fan", "points", "payments", "lines", "liability", "fees", "notes", "others"),
    ),
    "wait": ("id", "hand", "rules", "tenpai", "shanten", _WAITS, _WORTH, "reason", "tiles", "notes"),
    "discard": ("id", "hand", "rules", "shanten", "discards", "reason", "tiles"),
}
# The columns of each command's table; those of the seats are filled from the payments.
COLUMNS = {
    "score": (
        *("id", "line", "hand", "rules", "win", "shape", "sets", "fans", "fan", "points", "E", "S", "W", "N"),
        *("liable", "cause", "set", "reason", "shanten", "notes", "error"),
    ),
    "wait": ("id", "line", "hand", "rules", "tenpai", "shanten", _WAITS, "reason", "notes", "error"),
    "discard": ("id", "line", "hand", "rules", "shanten", "discards", "reason", "error"),
}
CSV_FIELDS: Mapping[str, tuple[str, ...]] = {**COLUMNS, "wait": (*COLUMNS["wait"], _WORTH)}


def read_fields(text: str, command: str, *, as_json: bool, as_csv: bool) -> tuple[str, ...]:
    """The columns that `--fields` names, in its order; none for an empty text.

    >>> read_fields("hand, waits", "wait", as_json=True, as_csv=False)
    ('hand', 'waits')

    :raises UsageError: there is no such column, it is named twice, or the output is a screen.
    """
    if not text:
        return ()
    if not (as_json or as_csv):
        raise UsageError([Problem("U022", token=text)])
    known = (JSON_FIELDS if as_json else CSV_FIELDS)[command]
    names = tuple(name.strip() for name in text.split(","))
    problems = [_unknown(name, known) for name in dict.fromkeys(names) if name not in known]
    problems += [Problem("F005", token=name) for name in dict.fromkeys(names) if names.count(name) > 1]
    if problems:
        raise UsageError(problems)
    return names


def _unknown(name: str, known: tuple[str, ...]) -> Problem:
    guess = closest(name, known)
    return Problem("U021", token=name, facts={"known": known, "guess": guess}, hint="did-you-mean" if guess else "")


def asks_for_values(fields: tuple[str, ...]) -> bool:
    """Whether records of these columns, all of them if none is named, say what waits are worth."""
    return not fields or _WORTH in fields


def with_worth_apart(record: Record) -> Record:
    """The record with what its waits are worth in a column of its own."""
    if _WAITS not in record:
        return record
    waits = [{"tile": one["tile"], "left": one["left"]} for one in record[_WAITS]]
    worth = [{"tile": one["tile"], "draw": one["draw"], "discard": one["discard"]} for one in record[_WAITS]]
    return record | {_WAITS: waits, _WORTH: worth}


def picked(record: Record, fields: tuple[str, ...]) -> Record:
    """The columns of a record in the order given, null where it has no such; an error record stays whole."""
    if not fields or "error" in record:
        return record
    parted = with_worth_apart(record)
    return {name: parted.get(name) for name in fields}
