"""Runs the command line as a process of its own, over the tests' own rulebook."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rootrank.rulebook.compile import compile_rulebook

HERE = Path(__file__).parent
RULES = HERE / "rules"
CASES = RULES / "python" / "zero-division" / "cases"
QUIET = ("NO_COLOR", "FORCE_COLOR", "PYTHONPATH", "ROOTRANK_ORIGINAL_PYTHONPATH")

Rootrank = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled rulebook."""
    return compile_rulebook(RULES, tmp_path_factory.mktemp("rulebook")).parent


@pytest.fixture(scope="session")
def command(rulebook: Path) -> list[str]:
    """The words that start the command line."""
    return [sys.executable, str(HERE / "driver.py"), str(rulebook)]


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """The process's environment without what changes how answers look."""
    kept = {name: value for name, value in os.environ.items() if name not in QUIET}
    return {**kept, "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def rootrank(command: list[str], environment: dict[str, str], tmp_path: Path) -> Rootrank:
    """Runs the command line in the test's folder; stdin is empty unless given."""

    def run(*arguments: object, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        words = [*command, *map(str, arguments)]
        env = {**environment, **env}
        return subprocess.run(
            words, input=stdin, capture_output=True, encoding="utf-8", cwd=tmp_path, env=env, check=False
        )

    return run


@pytest.fixture
def crash(tmp_path: Path) -> Path:
    """The log of a run that failed, as ``crash.log`` in the test's folder."""
    return Path(shutil.copy(CASES / "crash.log", tmp_path))


@pytest.fixture
def unexplained(tmp_path: Path) -> Path:
    """The log of a run that failed as no entry says."""
    return Path(shutil.copy(CASES / "other.log", tmp_path))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The code of the run that failed."""
    return Path(shutil.copytree(HERE / "project", tmp_path / "project"))
