"""Finds rule sets: by id those of the package and those in a user's own folders, any file by its path."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mjcli.errors import MjError, Problem, RulesError, UsageError
from mjcli.ruleset.loader import load_file
from mjcli.ruleset.schema import RuleSet
from mjcli.ruleset.section import closest
from mjcli.value import Value

DEFAULT_RULES = "jipinghu"
# The environment variable that lists a user's own folders of rule files, the first one first.
FOLDERS_VARIABLE = "MJ_RULES_PATH"
SUFFIX = ".toml"
_PACKAGE = Path(__file__).resolve().parent.parent
# A file changed within this time may change again without a new time of change on some file systems.
_SETTLED_NS = 2_000_000_000


@cache
def rules_folder() -> Path:
    """The folder of the rule files: in the package once it is installed, beside it in a source tree."""
    inside = _PACKAGE / "rules"
    return inside if inside.is_dir() else _PACKAGE.parent / "rules"


@cache
def rule_ids() -> tuple[str, ...]:
    """The ids of the rule sets that come with the package, sorted.

    >>> "jipinghu" in rule_ids()
    True
    """
    return tuple(sorted(path.stem for path in rules_folder().glob(f"*{SUFFIX}")))


def load_rules(name: str | os.PathLike[str] = DEFAULT_RULES) -> RuleSet:
    """The rule set with that id, or in the file at that path.

    A string is a path if it ends in `.toml` or has a folder in it.  An id is
    that of a rule set of the package, or the name of a file in one of the
    folders that the environment variable MJ_RULES_PATH lists.  A file may extend
    a rule set that has an id, or one in its own folder.

    :raises UsageError: there is no such rule set.
    :raises RulesError: its file cannot be used; every problem is in it.

    >>> load_rules("jipinghu").scoring.cap
    3
    """
    if not isinstance(name, str) or is_path(name):
        return _read(Path(name))
    own = _own_file(name)
    return _packaged(name) if own is None else _listed(own)


def base_rules(name: str, folder: Path) -> RuleSet:
    """The rule set that a file in `folder` extends under that name.

    :raises UsageError: there is none.
    :raises RulesError: its file cannot be used.
    """
    try:
        return _read(_base_file(name, folder))
    except LookupError as error:
        raise UsageError([unknown_rules(name)]) from error


def is_path(name: str) -> bool:
    """Whether a name of a rule set is the path of a file."""
    return name.endswith(SUFFIX) or os.sep in name


class Listed(Value):
    """A rule set that can be named by its id, or a place in MJ_RULES_PATH where there is none.

    `folder` is a user's own, None for the package.  `rules` is None where the
    file or the folder cannot be used: `problems` say why.
    """

    id: str
    folder: Path | None
    rules: RuleSet | None
    problems: tuple[Problem, ...] = ()


def all_rules() -> Iterator[Listed]:
    """The rule sets of the package, then those in each of the user's folders; every file that is wrong, too."""
    for name in rule_ids():
        yield Listed(name, None, _packaged(name))
    seen: dict[str, Path] = {}
    for folder in _folders():
        if not os.path.isdir(folder):
            yield Listed("", folder, None, (Problem("R031", token=str(folder), file=str(folder)),))
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            if not _is_packaged(path):
                yield _entry(path, seen.setdefault(path.stem, path))


def _entry(path: Path, first: Path) -> Listed:
    """A file of a user's folder; `first` is the one that its id means."""
    try:
        if first != path:
            raise RulesError([Problem("R033", token=path.name, file=str(path), facts={"first": str(first)})])
        return Listed(path.stem, path.parent, _listed(_checked(path)))
    except MjError as error:
        return Listed(path.stem, path.parent, None, error.problems)


def unknown_rules(name: str) -> Problem:
    """There is no rule set of that name; its file in the current folder may be meant, or one like it."""
    own = [path.stem for folder in _folders() for path in sorted(folder.glob(f"*{SUFFIX}"))]
    known = tuple(dict.fromkeys((*rule_ids(), *own)))
    guess = f"{name}{SUFFIX}" if _is_file(_file(Path(), name)) else closest(name, known)
    facts = {"known": known, "guess": guess}
    return Problem("U003", token=name, facts=facts, hint="did-you-mean" if guess else "")


@cache
def _packaged(name: str) -> RuleSet:
    """A rule set of the package; it cannot change while the program runs."""
    if name not in rule_ids():
        raise UsageError([unknown_rules(name)])
    folder = rules_folder()
    return load_file(_file(folder, name), lambda base: _base_file(base, folder))


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}{SUFFIX}"


def _is_file(path: Path) -> bool:
    """Whether there is a file; where nobody may look, there is none."""
    return os.path.isfile(path)


def _folders() -> tuple[Path, ...]:
    """The folders that MJ_RULES_PATH lists."""
    listed = os.environ.get(FOLDERS_VARIABLE)
    return tuple(dict.fromkeys(Path(part) for part in listed.split(os.pathsep) if part)) if listed else ()


def _own_file(name: str) -> Path | None:
    """The file of that id in the user's folders, None where there is none.

    :raises RulesError: its id is that of a rule set of the package.
    """
    for folder in _folders():
        path = _file(folder, name)
        if _is_file(path) and not _is_packaged(path):
            return _checked(path)
    return None


def _checked(path: Path) -> Path:
    """A file of a user's folder, if its name does not hide a rule set of the package."""
    if path.stem in rule_ids():
        raise RulesError([Problem("R030", token=path.stem, file=str(path))])
    return path


def _is_packaged(path: Path) -> bool:
    """Whether the file is one of the package: a user's folder may be the package's own."""
    if path.stem not in rule_ids():
        return False
    return os.path.realpath(path) == os.path.realpath(_file(rules_folder(), path.stem))


def _listed(path: Path) -> RuleSet:
    """The rule set of a file that is found by its id, which the file must have too."""
    rules = _read(path)
    if rules.id != path.stem:
        facts = {"id": rules.id, "name": path.stem}
        raise RulesError([Problem("R032", token=path.name, file=str(path), key="id", facts=facts)])
    return rules


def _base_file(name: str, folder: Path) -> Path:
    """The file of a rule set that another one, in `folder`, extends.

    :raises LookupError: there is none.
    :raises RulesError: there is one that hides a rule set of the package.
    """
    beside = _file(folder, name)
    if folder not in _folders() and _is_file(beside):
        return beside
    # A rule set of the package knows nothing of the user's folders.
    own = None if folder == rules_folder() else _own_file(name)
    packaged = _file(rules_folder(), name)
    if own is None and not _is_file(packaged):
        raise LookupError(name)
    return own or packaged


_Stamp = tuple[int, int] | None


def _stamp(path: Path) -> _Stamp:
    """What changes when a file does: the time of its last change, and its size."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


class _Kept(Value):
    """A rule set that has been read, and what it was read from: each file it extends by name, each file's stamp."""

    rules: RuleSet
    bases: dict[str, Path]
    stamps: dict[Path, _Stamp]

    def holds(self, folder: Path) -> bool:
        """Whether reading it again would give the same."""
        try:
            same = all(_base_file(name, folder) == path for name, path in self.bases.items())
        except (LookupError, MjError):
            return False
        return same and all(_stamp(path) == stamp for path, stamp in self.stamps.items())

    def is_settled(self) -> bool:
        """Whether a change from now on would show in the stamps."""
        latest = max((stamp[0] for stamp in self.stamps.values() if stamp), default=0)
        return time.time_ns() - latest > _SETTLED_NS


_kept: dict[Path, _Kept] = {}


def _read(path: Path) -> RuleSet:
    """The rule set of a file; it is read anew where the file or one that it extends has changed."""
    key, folder = path.absolute(), path.parent
    kept = _kept.get(key)
    if kept is not None and kept.holds(folder):
        return kept.rules
    bases: dict[str, Path] = {}
    stamps = {path: _stamp(path)}

    def find(name: str) -> Path:
        bases[name] = base = _base_file(name, folder)
        stamps[base] = _stamp(base)
        return base

    made = _Kept(load_file(path, find), bases, stamps)
    if made.is_settled():
        _kept[key] = made
    return made.rules
