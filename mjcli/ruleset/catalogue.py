"""Finds rule sets: those that come with the package by id, a user's own by path."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from mjcli.errors import Problem, UsageError
from mjcli.ruleset.loader import load_file
from mjcli.ruleset.schema import RuleSet
from mjcli.ruleset.section import closest

DEFAULT_RULES = "jipinghu"
_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def rules_folder() -> Path:
    """The folder of the rule files: in the package once it is installed, beside it in a source tree."""
    inside = _PACKAGE / "rules"
    return inside if inside.is_dir() else _PACKAGE.parent / "rules"


def rule_ids() -> tuple[str, ...]:
    """The ids of the rule sets that come with the package, sorted.

    >>> "jipinghu" in rule_ids()
    True
    """
    return tuple(sorted(path.stem for path in rules_folder().glob("*.toml")))


def load_rules(name: str | os.PathLike[str] = DEFAULT_RULES) -> RuleSet:
    """The rule set with that id, or in the file at that path.

    A string is a path if it ends in `.toml` or has a folder in it.  A file may
    extend a rule set of the package, or one in its own folder.

    :raises UsageError: there is no such rule set.
    :raises RulesError: its file cannot be used; every problem is in it.

    >>> load_rules("jipinghu").scoring.cap
    3
    """
    if isinstance(name, str) and not _is_path(name):
        return _packaged(name)
    path = Path(name)
    return load_file(path, lambda base: _base_file(base, path.parent))


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or os.sep in name


@cache
def _packaged(name: str) -> RuleSet:
    """A rule set of the package; it cannot change while the program runs."""
    if name not in rule_ids():
        guess = closest(name, rule_ids())
        facts = {"known": rule_ids(), "guess": guess}
        raise UsageError([Problem("U003", token=name, facts=facts, hint="did-you-mean" if guess else "")])
    return load_file(rules_folder() / f"{name}.toml", lambda base: _base_file(base, rules_folder()))


def _base_file(name: str, folder: Path) -> Path:
    """The file of a rule set that another one, in `folder`, extends.

    :raises LookupError: there is none.
    """
    for place in (folder, rules_folder()):
        path = place / f"{name}.toml"
        if path.is_file():
            return path
    raise LookupError(name)
