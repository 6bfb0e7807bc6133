"""The layers: imports go down only, and `import mjcli` loads nothing that a shell user would wait for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjcli

PACKAGE = Path(mjcli.__file__).parent
# Module or package below `mjcli` -> its layer. A module imports from its own package and from lower layers.
LAYERS = {
    "errors": 0.0,
    "value": 0.0,
    "memo": 0.0,
    "texts": 0.0,
    "tiles": 1.0,
    "hand": 2.0,
    "notation": 3.0,
    "decompose": 4.0,
    "distance": 5.0,
    "waiting": 5.5,
    "fans": 6.0,
    "ruleset": 7.0,
    "scoring": 8.0,
    "settlement": 9.0,
    "analysis": 9.2,
    "request": 9.4,
    "answer": 9.6,
    "deals": 9.7,
    "api": 9.8,
    "batch": 10.0,
    "report": 11.0,
    "cli": 12.0,
    "__init__": 13.0,
    "__main__": 13.0,
}
# Within a layer, modules that know each other: an error's sentence is looked up when it is read.
SAME_LAYER = {("errors", "value"), ("errors", "texts"), ("texts", "errors")}
# Packages from outside, and the parts that may load them.
OUTSIDE = {
    "rich": {"report"},
    "numpy": {"batch"},
    "click": {"cli", "__main__"},
    "tomllib": {"ruleset"},
    "tomli_w": {"ruleset", "cli"},
}
_MODULE_NAME = re.compile(r"mjcli(\.\w+)+")


def part_of(path: Path) -> str:
    """The part of the package that a file belongs to: its module or top-level folder."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


FILES = sorted(PACKAGE.rglob("*.py"))


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every import of a file, wherever it stands: the line, and the module's dotted name.

    A string that is a module's name counts too: it is there for a module that loads later.
    """
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.Constant) and _MODULE_NAME.fullmatch(str(node.value)):
            yield node.lineno, str(node.value)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            module = node.module or ""
            # `from mjcli import x` imports the module x where there is one.
            yield from (
                (node.lineno, f"{module}.{alias.name}" if module == "mjcli" else module) for alias in node.names
            )


def own_parts(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of the project that a file imports, with the line."""
    for line, name in imports_of(path):
        top, _, rest = name.partition(".")
        if top == "mjcli":
            below = rest.partition(".")[0]
            yield line, below if below in LAYERS else "__init__"


def may_import(part: str, other: str) -> bool:
    """Whether a part of the project may import another."""
    return part == other or (part, other) in SAME_LAYER or LAYERS[other] < LAYERS[part]


def test_every_part_has_a_layer() -> None:
    """A new module says where it belongs; a layer without a module is a slip of the pen."""
    parts = {part_of(path) for path in FILES}

    assert parts - {"rules"} <= LAYERS.keys()
    assert LAYERS.keys() - parts <= {"__main__", "batch", "cli"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    """No module imports from a layer above its own, nor from another part of the same one."""
    part = part_of(path)
    upward = [
        f"{path}:{line}: {part} imports {other}" for line, other in own_parts(path) if not may_import(part, other)
    ]

    assert upward == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_outside_packages_stay_where_they_belong(path: Path) -> None:
    """Only `report` knows rich, only the command line click, and only the columns of `batch` numpy."""
    part = part_of(path)
    strays = [
        f"{path}:{line}: {part} imports {name}"
        for line, name in imports_of(path)
        if part not in OUTSIDE.get(name.partition(".")[0], {part})
    ]

    assert strays == []


@pytest.mark.parametrize(
    ("part", "other", "allowed"),
    [
        ("distance", "decompose", True),
        ("waiting", "distance", True),
        ("distance", "waiting", False),
        ("decompose", "fans", False),
        ("notation", "decompose", False),
        ("settlement", "scoring", True),
        ("scoring", "settlement", False),
        ("errors", "texts", True),
        ("texts", "tiles", False),
        ("report", "cli", False),
        ("answer", "__init__", False),
    ],
)
def test_the_rule_itself(part: str, other: str, allowed: bool) -> None:
    """The order of the layers forbids what it should."""
    assert may_import(part, other) is allowed


def test_an_import_inside_a_function_counts(tmp_path: Path) -> None:
    """Neither a function nor `if TYPE_CHECKING` hides an import."""
    path = tmp_path / "module.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from mjcli.cli import main\n"
        "def late():\n    import mjcli.report.words\n    from mjcli import batch\n"
        "    from mjcli import score\n"
        "    return import_module('mjcli.cli.main')\n"
    )

    assert sorted(own_parts(path)) == [(3, "cli"), (5, "report"), (6, "batch"), (7, "__init__"), (8, "cli")]


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a statement, beyond those it starts with."""
    script = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*set(sys.modules) - before, file=sys.stderr)"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(result.stderr.split())


def test_importing_the_package_loads_nothing() -> None:
    """`import mjcli` loads one module that is not the project's: the one that lets annotations be text."""
    assert loaded_by("import mjcli") - {"__future__"} == {"mjcli"}


@pytest.fixture
def warm() -> None:
    """The rule set has been read once by another process."""
    subprocess.run([sys.executable, "-c", "from mjcli.ruleset import load_rules\nload_rules()"], check=True)


HAND = "[111z,W]123m456p99s78s+9s"
# Parts of the project that one hand on the command line has no use for.
UNUSED = ("mjcli.batch", "mjcli.deals", "mjcli.api", "mjcli.ruleset.loader", "mjcli.ruleset.reader", "mjcli.cli.rules")


@pytest.mark.parametrize(
    "words",
    [["score", "--json", HAND], ["wait", "--json", "1112345678999m"], ["discard", "--json", "123m456m789p1145s9p"]],
    ids=lambda words: words[0],
)
@pytest.mark.usefixtures("warm")
def test_one_hand_loads_what_click_loads(words: list[str]) -> None:
    """Beside the project's own modules nothing: no rich, no numpy, no JSON, no paths, and no TOML once it was read."""
    loaded = loaded_by(f"from mjcli.cli.main import run\nassert run({words}) == 0")

    others = {name for name in loaded if name.partition(".")[0] != "mjcli"}
    assert others - loaded_by("import click") == set()
    assert [name for name in loaded if name.startswith(UNUSED)] == []
    assert "mjcli.cli.main" in loaded


@pytest.mark.usefixtures("warm")
def test_scoring_from_python_loads_little() -> None:
    """The library needs no more of the standard library than its types do."""
    loaded = loaded_by(f"import mjcli\nmjcli.score({HAND!r})")

    others = {name for name in loaded if name.partition(".")[0] != "mjcli"}
    assert others - loaded_by("import typing, importlib, functools, contextlib, __future__") == set()


@pytest.mark.usefixtures("warm")
def test_a_screen_loads_no_more_of_rich_than_it_draws_with() -> None:
    """Neither markdown, syntax colours nor progress bars."""
    loaded = loaded_by(f"from mjcli.cli.main import run\nassert run(['score', {HAND!r}]) == 0")

    assert "rich.table" in loaded
    assert {
        "rich.markdown",
        "rich.syntax",
        "rich.progress",
        "rich.traceback",
        "rich._emoji_codes",
        "json",
    } & loaded == set()
    assert not any(name.startswith(("pygments", "markdown_it")) for name in loaded)


@pytest.mark.parametrize("module", ["mjcli.notation", "mjcli.waiting", "mjcli.scoring", "mjcli.settlement"])
def test_the_library_loads_nothing_to_show_results_with(module: str) -> None:
    """Reading, scoring and settling need neither the command line, nor screens, nor sentences."""
    loaded = loaded_by(f"import {module}")
    tops = {name.partition(".")[0] for name in loaded}

    assert tops & {"click", "rich", "numpy", "json", "csv", "difflib"} == set()
    assert {name for name in loaded if name.startswith(("mjcli.cli", "mjcli.report", "mjcli.texts."))} == set()
