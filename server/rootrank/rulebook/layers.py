"""Rules beside those that ship: the user's own and the workspace's, which add entries or take the place of some.

Layers are read again when one of their files changed. A broken entry is left out and reported; the others work.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rootrank.rulebook.problem import Problem
from rootrank.rulebook.store import Rulebook

WORKSPACE_RULES = Path(".rootrank") / "rules"
Stamp = tuple[tuple[str, int, int], ...]


def user_rules() -> Path:
    """Returns the folder of the user's own rules; it need not exist."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "rootrank" / "rules"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "rootrank" / "rules"


class Layers:
    """A rulebook with layers on top, kept until a file of one of them changes."""

    def __init__(self, base: Rulebook) -> None:
        self._base = base
        self._kept: dict[tuple[Path, ...], tuple[Stamp, Rulebook, tuple[Problem, ...]]] = {}

    def on_top(self, folders: Sequence[Path]) -> tuple[Rulebook, tuple[Problem, ...]]:
        """Returns the rulebook with the folders' entries, later folders on top, and what is wrong in them."""
        key = tuple(folder for folder in folders if folder.is_dir())
        if not key:
            return self._base, ()
        stamp = _stamp(key)
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            book, problems = _layered(self._base, key)
            kept = self._kept[key] = (stamp, book, problems)
        return kept[1], kept[2]


def _layered(base: Rulebook, folders: tuple[Path, ...]) -> tuple[Rulebook, tuple[Problem, ...]]:
    from rootrank.rulebook.load import load_rules  # noqa: PLC0415  (needs PyYAML, and most people have no layer)

    book = base
    problems: list[Problem] = []
    for folder in folders:
        loaded = load_rules(folder, shipped=book)
        book = book.with_entries(loaded.entries)
        problems += loaded.errors
    return book, tuple(problems)


def _stamp(folders: tuple[Path, ...]) -> Stamp:
    files = [p for folder in folders for p in (folder / "vocabulary.yaml", *sorted(folder.glob("*/*/entry.yaml")))]
    stats = [(str(path), path.stat()) for path in files if path.is_file()]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)
