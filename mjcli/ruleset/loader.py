"""Rule files: TOML read, joined with the files they extend, checked, turned into a `RuleSet`.

Loading never stops at the first problem: all of them come together, each with
its file, key and line.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mjcli.errors import Problem, RulesError
from mjcli.ruleset.cache import Loaded
from mjcli.ruleset.lines import line_of
from mjcli.ruleset.reader import read_rules
from mjcli.texts import Phrase

MOST_BYTES = 1_000_000
_LINE = re.compile(r"\(at line (\d+)")  # the reader tells the line in words only
_LACKING = "R003"
_CONDITION_KEYS = ("test", "all", "any", "not")

Find = Callable[[str], str]


class _File:
    """One rule file: its content as it is stored, its text and its data."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content = _content_of(path)
        self.text = _text_of(path, self.content)
        try:
            self.data: Mapping[str, Any] = tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deeply"
            at = _LINE.search(reason)
            line = int(at[1]) if at else None
            problem = Problem("R010", token=path.name, file=str(path), line=line, facts={"reason": reason})
            raise RulesError([problem]) from error

    def holds(self, key: str) -> bool:
        """Whether the file itself has that dotted key."""
        return _holds(self.data, key)


def _holds(data: object, key: str) -> bool:
    """Whether there is such a dotted key; a single key may have dots of its own."""
    if not isinstance(data, Mapping):
        return False
    return key in data or any(
        key.startswith(f"{name}.") and _holds(inner, key.removeprefix(f"{name}.")) for name, inner in data.items()
    )


def _content_of(path: Path) -> bytes:
    """The content of a rule file.

    :raises RulesError: it cannot be opened, or is too large.
    """
    try:
        with path.open("rb") as file:
            # Not by its stated size: a device or a pipe has none.
            data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                size = max(path.stat().st_size, len(data))
                raise RulesError(
                    [Problem("R011", token=path.name, file=str(path), facts={"most": MOST_BYTES, "size": size})]
                )
            return data
    except OSError as error:
        raise RulesError(
            [Problem("R012", token=str(path), file=str(path), facts={"reason": error.strerror})]
        ) from error


def _text_of(path: Path, content: bytes) -> str:
    """The text of a rule file.

    :raises RulesError: it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError([Problem("R013", token=path.name, file=str(path))]) from error


def load_file(path: Path, find: Find) -> Loaded:
    """The rule set of a file, and what it was read from; `find` gives the path of the file of an id that it extends.

    :raises RulesError: with every problem found.
    """
    files = _lineage(path, find)
    data: Mapping[str, Any] = {}
    for file in reversed(files):
        # An id is a file's own: results under house rules must not bear the name of others.
        data = _joined({key: value for key, value in data.items() if key != "id"}, file.data)
    problems: list[Problem] = []
    rules = read_rules(data, tuple(str(file.data.get("id", file.path.stem)) for file in files), problems.append)
    if problems or rules is None:
        raise RulesError(_placed(problem, files) for problem in problems)
    paths = [os.path.abspath(file.path) for file in files]
    bases = {file.data["extends"]: base for file, base in zip(files, paths[1:], strict=False)}
    return Loaded(rules, bases, {path: file.content for path, file in zip(paths, files, strict=True)})


def _lineage(path: Path, find: Find) -> list[_File]:
    """The file and those it extends, in that order."""
    files = [_File(path)]
    while "extends" in files[-1].data:
        base, last = files[-1].data["extends"], files[-1]
        at = Problem("R014", token=str(base), file=str(last.path), key="extends", line=line_of(last.text, "extends"))
        if not isinstance(base, str):
            raise RulesError(
                [at.replace(code="R005", facts={"expected": Phrase(("规则的 id", "the id of a rule set"))})]
            )
        try:
            parent = Path(find(base))
        except LookupError as error:
            raise RulesError([at]) from error
        if any(file.path.resolve() == parent.resolve() for file in files):
            chain = " → ".join([*(file.path.stem for file in files), parent.stem])
            raise RulesError([at.replace(code="R015", facts={"chain": chain})])
        files.append(_File(parent))
    return files


def _joined(base: Mapping[str, Any], child: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """`base` with what `child` says instead: tables are joined, all else is replaced.

    A fan whose condition is written anew loses the whole old condition.
    """
    result = dict(base)
    if path.startswith("fans.") and any(key in child for key in _CONDITION_KEYS):
        result = {key: value for key, value in result.items() if key not in _CONDITION_KEYS}
    for key, value in child.items():
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = _joined(old, value, f"{path}.{key}".lstrip("."))
        else:
            result[key] = value
    return result


def _placed(problem: Problem, files: list[_File]) -> Problem:
    """The problem with the file that wrote its key, and the line there."""
    key = problem.key
    file = None if problem.code == _LACKING else next((file for file in files if file.holds(key)), None)
    if file is None:  # a key that lacks: the table it lacks in
        parent = key.rpartition(".")[0]
        file = next((file for file in files if parent and file.holds(parent)), files[0])
        return problem.replace(file=str(file.path), line=line_of(file.text, parent) if parent else None)
    return problem.replace(file=str(file.path), line=line_of(file.text, key))
