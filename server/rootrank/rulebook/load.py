"""Reads a folder of rules: every entry that is right, and every problem of those that aren't.

One broken file never hides the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from rootrank.rulebook.build import build_entry
from rootrank.rulebook.entry import Entry
from rootrank.rulebook.lint import Context, Vocabulary, lint_entry, lint_rulebook, unused_words
from rootrank.rulebook.problem import Problem
from rootrank.rulebook.shape import check_shape
from rootrank.rulebook.store import Rulebook
from rootrank.rulebook.yaml_source import Source, read_yaml


@frozen
class Loaded:
    """What a folder of rules holds."""

    entries: tuple[Entry, ...]
    """Entries without errors, by id."""
    problems: tuple[Problem, ...]
    """All problems, errors and warnings, in file order."""
    folders: dict[str, Path]
    """Entry id → its folder."""

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that keep an entry out."""
        return tuple(p for p in self.problems if p.severity == "error")


def load_rules(root: Path, shipped: Rulebook | None = None) -> Loaded:
    """Loads ``root/<area>/<slug>/entry.yaml``; entries with errors are left out and reported.

    Args:
        root: a folder of rules.
        shipped: a rulebook that these rules lie on top of, whose words and ids they may use.
    """
    vocabulary, problems = _vocabulary(root / "vocabulary.yaml", shipped)
    entries: list[Entry] = []
    folders: dict[str, Path] = {}
    contexts: list[Context] = []
    for path in sorted(root.glob("*/*/entry.yaml")):
        context, found = _load_entry(path, vocabulary)
        problems += found
        if context:
            contexts.append(context)
        if context and not any(p.severity == "error" for p in found):
            entries.append(context.entry)
            folders[context.entry.id] = path.parent
    ids = set(shipped.ids) if shipped else set()
    tombstones, found = read_tombstones(root / "tombstones.yaml")
    problems += found + lint_rulebook(contexts, ids, tombstones)
    if shipped is None:
        problems += unused_words(contexts, vocabulary, root / "vocabulary.yaml")
    return Loaded(tuple(sorted(entries, key=lambda e: e.id)), tuple(sorted(problems)), folders)


def _load_entry(path: Path, vocabulary: Vocabulary) -> tuple[Context | None, list[Problem]]:
    source, problems = read_yaml(path)
    if source is None:
        return None, problems
    name = source.data.get("id") if isinstance(source.data, dict) else None
    shape = [_problem(source, name, key, text) for key, text in check_shape(source, Entry)]
    if shape or problems:
        return None, problems + shape
    context = Context(build_entry(source.data), source, path.parent)
    return context, lint_entry(context, vocabulary)


def _problem(source: Source, entry: Any, key: str, text: str) -> Problem:
    line, column = source.place(key)
    return Problem(source.file, line, column, entry if isinstance(entry, str) else None, key, text)


def _vocabulary(path: Path, shipped: Rulebook | None) -> tuple[Vocabulary, list[Problem]]:
    """Reads a folder's own words; a layer needs none, for it has those of the rulebook below it."""
    if shipped is None:
        return read_vocabulary(path)
    own, problems = read_vocabulary(path) if path.is_file() else (Vocabulary({}), [])
    words = {name: {**shipped.vocabulary.get(name, {}), **own.words.get(name, {})} for name in Vocabulary.LISTS}
    return Vocabulary(words), problems


def read_tombstones(path: Path) -> tuple[dict[str, str], list[Problem]]:
    """Reads the ids of entries that were removed, with why each went; none where there is no such file."""
    if not path.is_file():
        return {}, []
    source, problems = read_yaml(path)
    data = source.data if source else {}
    if source and not (isinstance(data, dict) and all(isinstance(why, str) and why for why in data.values())):
        return {}, [*problems, _problem(source, None, "", "must be a mapping of removed ids to a sentence each")]
    return data, problems


def read_vocabulary(path: Path) -> tuple[Vocabulary, list[Problem]]:
    """Reads the closed vocabularies; a list that can't be read is empty."""
    source, problems = read_yaml(path)
    words: dict[str, dict[str, str]] = {}
    for name in Vocabulary.LISTS:
        data = source.data.get(name) if source and isinstance(source.data, dict) else None
        if source and not isinstance(data, dict):
            problems.append(_problem(source, None, name, "must be a mapping of words to a sentence each"))
        words[name] = data if isinstance(data, dict) else {}
    return Vocabulary(words), problems
