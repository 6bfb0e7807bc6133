"""Keeps rule sets that have been read in the user's cache folder: TOML takes longer to read than a hand to score.

A rule set is taken from the folder only where reading its files would give the
same: each of them has the very content that it was read from, each name that it
extends means the same file, and no module of this package has changed since.
Anything else, a file that is broken or belongs to somebody else, is as good as
none, and so is a folder that cannot be written: the rule set is read, and
nobody is told.

What is kept is data.  `marshal` reads it, which runs no code, and only from a
file of the user's own whose checksum is right.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from mjcli.errors import MjError
from mjcli.ruleset.plain import flatten, restore_rules
from mjcli.ruleset.schema import RuleSet
from mjcli.value import Value

# The environment variable that names another folder, or is empty or "off" for none.
FOLDER_VARIABLE = "MJ_CACHE"
_OFF = ("", "off")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The parts of this package that decide what is made of a rule file.
CODE = ("errors", "value", "memo", "texts", "tiles", "hand", "decompose", "fans", "ruleset")
_CHECKSUM_BYTES = 4
# A prime: numbers that differ in one bit, or in a run of fewer bits than it has, have other remainders.
_PRIME = 2**30 - 35
# Code that changed after this is not what this process runs.
_BEGUN = time.time_ns()
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH

Find = Callable[[str], str]
# None where there is no such file.
Stamp = tuple[int, int, int] | None


class Loaded(Value):
    """A rule set that was read: the path of the base that each name meant, and the content of every file by its path.

    The paths are absolute.
    """

    rules: RuleSet
    bases: Mapping[str, str]
    files: Mapping[str, bytes]


def stamp(path: str) -> Stamp:
    """What changes when a file does: the times of its last change and of its last move, and its size."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size


def recall(path: str, find: Find) -> RuleSet | None:
    """The rule set of the file at that absolute path if it is kept and still holds, else None.

    `find` gives the path of the file that a name means which the rule set extends.
    """
    kept = _kept_at(path)
    if kept is None:
        return None
    try:
        place, code, bases, files, plain = kept
        same = (
            place == (_PACKAGE, path)
            and all(known and stamp(file) == known for file, known in code)
            and all(os.path.abspath(find(name)) == base for name, base in bases)
            and all(_holds(file, known) for file, known in files)
        )
        return restore_rules(plain) if same else None
    except (OSError, LookupError, TypeError, ValueError, RecursionError, MjError):
        # A file that is gone or cannot be found any more, or data of another shape: the rule set is read anew.
        return None


def keep(path: str, loaded: Loaded) -> None:
    """Keeps what was read from the file at that absolute path, unless it, or one it extends, is a pipe or a device.

    A process that outlives a change of the code keeps nothing, since its own code is not what lies there.
    """
    target = _target(path)
    if target is None or not all(map(os.path.isfile, loaded.files)):
        return
    code, bases, files = _code(), tuple(loaded.bases.items()), tuple(loaded.files.items())
    if not all(known and max(known[:2]) < _BEGUN for _, known in code):
        return
    with suppress(OSError):  # what cannot be written is not kept
        os.makedirs(os.path.dirname(target), mode=stat.S_IRWXU, exist_ok=True)
        _put(target, marshal.dumps(((_PACKAGE, path), code, bases, files, flatten(loaded.rules))))


def _put(target: str, data: bytes) -> None:
    """Writes a file beside its place and moves it there, so that nobody ever finds half a file.

    :raises OSError: it cannot be written; nothing is left lying there.
    """
    draft = f"{target}.{os.urandom(_CHECKSUM_BYTES).hex()}"
    try:
        with open(draft, "xb", opener=_private) as file:
            file.write(checksum(data) + data)
        os.replace(draft, target)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)


def cache_folder() -> str | None:
    """The folder of the cache, which need not be there; None where nothing is to be kept.

    It is what MJ_CACHE says, else a folder of its own where the platform has such things.
    """
    said = os.environ.get(FOLDER_VARIABLE)
    if said is not None:
        return None if said in _OFF else said
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser(os.path.expandvars(_PLATFORM_FOLDERS.get(sys.platform, "~/.cache")))
    return os.path.join(base, "mj") if os.path.isabs(base) else None


_PLATFORM_FOLDERS = {"darwin": "~/Library/Caches", "win32": "%LOCALAPPDATA%"}


def _target(path: str) -> str | None:
    """Where the rule set of a file is kept: apart for each installation of the package and each Python."""
    folder, python = cache_folder(), sys.implementation.cache_tag
    if folder is None or python is None:
        return None
    place = checksum(f"{_PACKAGE}\n{path}".encode("utf-8", "surrogatepass")).hex()
    name = os.path.splitext(os.path.basename(path))[0]
    return os.path.join(folder, f"{name}-{place}.{python}")


def _kept_at(path: str) -> tuple[Any, ...] | None:
    """What is kept of the rule set of a file, None where there is nothing whole that the user wrote."""
    target = _target(path)
    # To open a pipe would wait for somebody who writes into it.
    if target is None or not os.path.isfile(target):
        return None
    try:
        with open(target, "rb") as file:
            if not _is_own(os.fstat(file.fileno())):
                return None
            data = file.read()
        stated, data = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        kept = marshal.loads(data) if stated == checksum(data) else None
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return kept if isinstance(kept, tuple) else None


def _is_own(found: os.stat_result) -> bool:
    """Whether a file is the user's own, and nobody else can have written it; Windows sees to that by the folder."""
    if sys.platform == "win32":
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & _WRITABLE_BY_OTHERS


def checksum(data: bytes) -> bytes:
    """The remainder of the data as one number; the modules that have better ones take longer to load than this."""
    return (int.from_bytes(data, "little") % _PRIME).to_bytes(_CHECKSUM_BYTES, "little")


def _code() -> tuple[tuple[str, Stamp], ...]:
    """The files that rule sets are read with; all of them are loaded by then."""
    top = __name__.partition(".")[0]
    parts = tuple(f"{top}.{part}" for part in CODE)
    files = [module.__file__ for name, module in list(sys.modules.items()) if name.startswith(parts)]
    return tuple((file, stamp(file)) for file in files if file)


def _holds(path: str, content: bytes) -> bool:
    """Whether that is the content of a regular file; reading a pipe or a device would take something away.

    :raises OSError: it cannot be read.
    """
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(content) + 1) == content
