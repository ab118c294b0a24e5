"""Finds the Python files under a folder: the user's own, not those of environments, caches and builds.

Breadth first, so that a size limit costs the deepest files. Symbolic links are not followed: their target is either
outside the folder, which is not ours to read, or found by its own name.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

SKIPPED = frozenset(
    {
        *(".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", "site-packages", "dist-packages"),
        *(".tox", ".nox", ".eggs", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"),
        *(".ipynb_checkpoints", ".idea", ".vscode", "__pypackages__"),
    }
)
ENVIRONMENT_MARKS = frozenset({"pyvenv.cfg", "conda-meta"})
PROJECT_MARKS = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})
BUILD_OUTPUT = frozenset({"build", "dist"})


class Walk:
    """One walk over a folder, at most ``limit`` directory entries long."""

    def __init__(self, root: Path, limit: int) -> None:
        self._root = root
        self.left = limit
        """How many entries may still be looked at; 0 when the walk was cut short."""

    def python_files(self) -> Iterator[Path]:
        """The Python files, in the order of their folders' depth and their names."""
        folders = deque([str(self._root)])
        while folders and self.left > 0:
            entries = self._entries(folders.popleft())
            names = {entry.name for entry in entries}
            # `env` is also what reinforcement learning calls its simulators, so the mark decides, not the name.
            if names & ENVIRONMENT_MARKS:
                continue
            skipped = SKIPPED | BUILD_OUTPUT if names & PROJECT_MARKS else SKIPPED
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in skipped and not entry.name.endswith(".egg-info"):
                        folders.append(entry.path)
                elif entry.name.endswith(".py") and entry.is_file(follow_symlinks=False):
                    yield Path(entry.path)

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)[: self.left]
        except OSError:  # gone meanwhile, or not ours to read
            return []
        self.left -= len(entries)
        return entries
