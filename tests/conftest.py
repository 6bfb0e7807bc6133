"""What several test modules share: the option and the fixture for golden texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--update-golden`."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden texts instead of comparing")


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
