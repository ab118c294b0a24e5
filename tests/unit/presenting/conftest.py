"""Goldens: text files that hold what a person reads. Renew: pytest tests/unit/presenting --update-goldens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parent / "goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="rewrite the goldens of rootrank.presenting")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden of that name, or rewrites the golden."""
    update = request.config.getoption("--update-goldens", default=False)

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"no golden {name}; write it: pytest tests/unit/presenting --update-goldens"
        assert text == path.read_text(encoding="utf-8"), "renew: pytest tests/unit/presenting --update-goldens"

    return compare
