"""Compiles ``rules/`` to one checked file that is named by its content's hash.

The compiled file is what ships; ``store`` reads it. Needs PyYAML (through ``load``), so only builds and the rulebook's
tools import this.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rootrank import __version__
from rootrank.rulebook.build import plain_entry
from rootrank.rulebook.entry import Entry
from rootrank.rulebook.load import load_rules, read_vocabulary
from rootrank.rulebook.problem import Problem


class RulebookError(Exception):
    """The rulebook has errors and can't be compiled."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


def compile_rulebook(rules: Path, out: Path) -> Path:
    """Checks ``rules`` and writes ``out/rulebook-<hash>.json``, removing older ones.

    Returns:
        The file.

    Raises:
        RulebookError: a rule file has an error; nothing was written.
    """
    loaded = load_rules(rules)
    if loaded.errors:
        raise RulebookError(loaded.errors)
    vocabulary, _ = read_vocabulary(rules / "vocabulary.yaml")
    data = compiled(loaded.entries, vocabulary.words)
    path = out / f"rulebook-{data['hash']}.json"
    out.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    temporary.replace(path)
    for old in out.glob("rulebook-*.json"):
        if old != path:
            old.unlink(missing_ok=True)
    return path


def compiled(entries: tuple[Entry, ...], vocabulary: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Returns entries and words in the compiled file's form; cases stay behind, they are tests."""
    plain = []
    for entry in entries:
        data = plain_entry(entry)
        data["cases"] = []
        plain.append(data)
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return {
        "version": __version__,
        "hash": hashlib.sha256(text.encode()).hexdigest()[:16],
        "vocabulary": dict(vocabulary or {}),
        "entries": plain,
    }
