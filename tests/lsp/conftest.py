"""Starts the language server as a process of its own, over the tests' own rulebook, with two kinds of client."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from rootrank.rulebook.compile import compile_rulebook

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from editor import BARE, VSCODE, Editor, environment, started  # noqa: E402

SQRT = HERE / "rules" / "numerics" / "sqrt-at-zero" / "cases"
ZERO = HERE / "rules" / "python" / "zero-division" / "cases"


@pytest.fixture(scope="session")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled rulebook."""
    return compile_rulebook(HERE / "rules", tmp_path_factory.mktemp("rulebook")).parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The user's folder: code and logs. Its name has a space and a sign that URIs escape."""
    folder = tmp_path / "my project é"
    shutil.copytree(HERE / "data", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SQRT / "anomaly.log", folder / "sqrt.log")
    shutil.copy(ZERO / "crash.log", folder / "mean.log")
    return folder


@pytest_asyncio.fixture
async def server(project: Path, rulebook: Path) -> AsyncIterator[Editor]:
    """A server that was started, and nothing else."""
    async with started(project, environment(rulebook)) as editor:
        yield editor


@pytest_asyncio.fixture
async def vscode(server: Editor) -> Editor:
    """VS Code with the project's folder open."""
    await server.begin(VSCODE, initialization_options={"panel": True})
    return server


@pytest_asyncio.fixture
async def bare(server: Editor) -> Editor:
    """An editor that can little more than it must."""
    await server.begin(BARE)
    return server
