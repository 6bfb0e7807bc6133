"""What several test modules share: a cache folder of their own, the option and the fixture for golden texts."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from mjcli.ruleset.cache import FOLDER_VARIABLE

GOLDEN = Path(__file__).parent / "golden"
# How long an example takes says how busy the machine is, not whether it is right.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--update-golden`."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden texts instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the rule sets that the tests read in a folder of this run."""
    folder = tempfile.mkdtemp(prefix="mj-tests-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ[FOLDER_VARIABLE] = folder


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text, line by line and without blanks at line ends, with the golden text of that name.

    A missing golden text fails; with `--update-golden` it is written.
    """

    def compare(name: str, text: str) -> None:
        lines = [line.rstrip() for line in text.rstrip().splitlines()]
        path = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            GOLDEN.mkdir(exist_ok=True)
            path.write_text("\n".join(lines) + "\n", "utf-8")
        assert path.is_file(), f"there is no {path.name}: write it with --update-golden"

        assert path.read_text("utf-8").splitlines() == lines

    return compare
