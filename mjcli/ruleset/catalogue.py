"""Finds rule sets: by id those of the package and those in a user's own folders, any file by its path."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from mjcli.errors import MjError, Problem, RulesError, UsageError, closest
from mjcli.ruleset.cache import keep, recall, stamp
from mjcli.ruleset.schema import RuleSet
from mjcli.value import Value

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_RULES = "jipinghu"
# The environment variable that lists a user's own folders of rule files, the first one first.
FOLDERS_VARIABLE = "MJ_RULES_PATH"
SUFFIX = ".toml"
# A file changed within this time may change again without a new time of change on some file systems.
_SETTLED_NS = 2_000_000_000


def rules_folder() -> Path:
    """The folder of the rule files: in the package once it is installed, beside it in a source tree."""
    from pathlib import Path  # noqa: PLC0415 - it takes longer to load than a rule set; paths are text in here

    return Path(_packaged_folder())


@cache
def _packaged_folder() -> str:
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    inside = os.path.join(package, "rules")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "rules")


@cache
def rule_ids() -> tuple[str, ...]:
    """The ids of the rule sets that come with the package, sorted.

    >>> "jipinghu" in rule_ids()
    True
    """
    return tuple(_id_of(path) for path in _rule_files(_packaged_folder()))


def _rule_files(folder: str) -> list[str]:
    """The paths of the rule files in a folder, sorted; none where nobody may look."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in sorted(names) if name.endswith(SUFFIX)]


def _id_of(path: str) -> str:
    """The id that a file is known by."""
    return os.path.basename(path).removesuffix(SUFFIX)


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
        return _read(os.fspath(name))
    own = _own_file(name)
    return _packaged(name) if own is None else _listed(own)


def base_rules(name: str, folder: Path) -> RuleSet:
    """The rule set that a file in `folder` extends under that name.

    :raises UsageError: there is none.
    :raises RulesError: its file cannot be used.
    """
    try:
        return _read(_base_file(name, os.fspath(folder)))
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
    folder: str | None
    rules: RuleSet | None
    problems: tuple[Problem, ...] = ()


def all_rules() -> Iterator[Listed]:
    """The rule sets of the package, then those in each of the user's folders; every file that is wrong, too."""
    for name in rule_ids():
        yield Listed(name, None, _packaged(name))
    seen: dict[str, str] = {}
    for folder in _folders():
        if not os.path.isdir(folder):
            yield Listed("", folder, None, (Problem("R031", token=folder, file=folder),))
        for path in _rule_files(folder):
            if not _is_packaged(path):
                yield _entry(path, seen.setdefault(_id_of(path), path))


def _entry(path: str, first: str) -> Listed:
    """A file of a user's folder; `first` is the one that its id means."""
    name, folder = _id_of(path), os.path.dirname(path)
    try:
        if first != path:
            token = os.path.basename(path)
            raise RulesError([Problem("R033", token=token, file=path, facts={"first": first})])
        return Listed(name, folder, _listed(_checked(path)))
    except MjError as error:
        return Listed(name, folder, None, error.problems)


def unknown_rules(name: str) -> Problem:
    """There is no rule set of that name; its file in the current folder may be meant, or one like it."""
    own = [_id_of(path) for folder in _folders() for path in _rule_files(folder)]
    known = tuple(dict.fromkeys((*rule_ids(), *own)))
    guess = f"{name}{SUFFIX}" if os.path.isfile(_file("", name)) else closest(name, known)
    facts = {"known": known, "guess": guess}
    return Problem("U003", token=name, facts=facts, hint="did-you-mean" if guess else "")


@cache
def _packaged(name: str) -> RuleSet:
    """A rule set of the package; it cannot change while the program runs."""
    path = _file(_packaged_folder(), name)
    if not os.path.isfile(path):
        raise UsageError([unknown_rules(name)])
    return _read(path)


def _file(folder: str, name: str) -> str:
    return os.path.join(folder, f"{name}{SUFFIX}")


def _folders() -> tuple[str, ...]:
    """The folders that MJ_RULES_PATH lists."""
    listed = os.environ.get(FOLDERS_VARIABLE)
    if not listed:
        return ()
    by_place: dict[str, str] = {}
    for part in filter(None, listed.split(os.pathsep)):
        by_place.setdefault(os.path.abspath(part), part)
    return tuple(by_place.values())


def _is_same(folder: str, other: str) -> bool:
    return os.path.abspath(folder) == os.path.abspath(other)


def _own_file(name: str) -> str | None:
    """The file of that id in the user's folders, None where there is none.

    :raises RulesError: its id is that of a rule set of the package.
    """
    for folder in _folders():
        path = _file(folder, name)
        if os.path.isfile(path) and not _is_packaged(path):
            return _checked(path)
    return None


def _checked(path: str) -> str:
    """A file of a user's folder, if its name does not hide a rule set of the package."""
    if _id_of(path) in rule_ids():
        raise RulesError([Problem("R030", token=_id_of(path), file=path)])
    return path


def _is_packaged(path: str) -> bool:
    """Whether the file is one of the package: a user's folder may be the package's own."""
    if _id_of(path) not in rule_ids():
        return False
    return os.path.realpath(path) == os.path.realpath(_file(_packaged_folder(), _id_of(path)))


def _listed(path: str) -> RuleSet:
    """The rule set of a file that is found by its id, which the file must have too."""
    rules = _read(path)
    if rules.id != _id_of(path):
        facts = {"id": rules.id, "name": _id_of(path)}
        raise RulesError([Problem("R032", token=os.path.basename(path), file=path, key="id", facts=facts)])
    return rules


def _base_file(name: str, folder: str) -> str:
    """The file of a rule set that another one, in `folder`, extends.

    :raises LookupError: there is none.
    :raises RulesError: there is one that hides a rule set of the package.
    """
    beside = _file(folder, name)
    if os.path.isfile(beside) and not any(_is_same(folder, one) for one in _folders()):
        return beside
    # A rule set of the package knows nothing of the user's folders.
    own = None if _is_same(folder, _packaged_folder()) else _own_file(name)
    packaged = _file(_packaged_folder(), name)
    if own is None and not os.path.isfile(packaged):
        raise LookupError(name)
    return own or packaged


class _Origin:
    """What a rule set is read from: the file at `path`, each file it extends by name, each file's stamp."""

    def __init__(self, path: str) -> None:
        self._folder = os.path.dirname(path)
        self._place = os.path.abspath(self._folder)
        self._bases: dict[str, str] = {}
        self._stamps = {os.path.abspath(path): stamp(path)}

    def find(self, name: str) -> str:
        """The file that the rule set extends under that name; it counts from now on as read.

        :raises LookupError: there is none.
        :raises RulesError: there is one that hides a rule set of the package.
        """
        found = _base_file(name, self._folder)
        self._bases[name] = base = os.path.abspath(found)
        self._stamps[base] = stamp(base)
        return found

    def holds(self) -> bool:
        """Whether reading it again would give the same."""
        try:
            same = all(os.path.abspath(_base_file(name, self._place)) == path for name, path in self._bases.items())
        except (LookupError, MjError):
            return False
        return same and all(stamp(path) == known for path, known in self._stamps.items())

    def is_settled(self) -> bool:
        """Whether a change from now on would show in the stamps."""
        latest = max((known[0] for known in self._stamps.values() if known), default=0)
        return time.time_ns() - latest > _SETTLED_NS


# What this process has read, by absolute path.
_known: dict[str, tuple[_Origin, RuleSet]] = {}


def _read(path: str) -> RuleSet:
    """The rule set of a file; it is read anew where the file or one that it extends has changed."""
    key = os.path.abspath(path)
    if key in _known:
        origin, rules = _known[key]
        if origin.holds():
            return rules
    origin = _Origin(path)
    kept = recall(key, origin.find)
    if kept is None:
        origin, kept = _load(path)
    if origin.is_settled():
        _known[key] = origin, kept
    return kept


def _load(path: str) -> tuple[_Origin, RuleSet]:
    """The rule set of a file, read from TOML; it is kept for the next process."""
    from pathlib import Path  # noqa: PLC0415 - only where nothing is kept: TOML and its readers take their time

    from mjcli.ruleset.loader import load_file  # noqa: PLC0415

    origin = _Origin(path)
    loaded = load_file(Path(path), origin.find)
    keep(os.path.abspath(path), loaded)
    return origin, loaded.rules
