"""Which columns of the records that `--json` and `--csv` write can be picked."""

from __future__ import annotations

from collections.abc import Mapping

from mjcli.errors import Problem, UsageError, closest
from mjcli.report.records import WAITS, WILD, WORTH
from mjcli.report.rows import COLUMNS

# What a record can have. Where columns are picked, what a wait is worth is a column of its own beside the waits.
JSON_FIELDS = {
    "score": (
        *("id", "hand", "rules", "win", "complete", "reason", "minimum", "shanten", "tiles", "shape", "sets", "wilds"),
        *("fans", "factors", "adjustments", "fan", "points", "payments", "lines", "liability", "fees", "notes"),
        "others",
    ),
    "wait": ("id", "hand", "rules", "tenpai", "shanten", WAITS, WILD, "any_tile", WORTH, "reason", "tiles", "notes"),
    "discard": ("id", "hand", "rules", "shanten", "discards", "reason", "tiles"),
}
CSV_FIELDS: Mapping[str, tuple[str, ...]] = {**COLUMNS, "wait": (*COLUMNS["wait"], WORTH)}


def read_fields(text: str, command: str, *, as_json: bool, as_csv: bool) -> tuple[str, ...]:
    """The columns that `--fields` names, in its order.

    >>> read_fields("hand, waits", "wait", as_json=True, as_csv=False)
    ('hand', 'waits')

    :raises UsageError: there is no such column, it is named twice, or the output is a screen.
    """
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
