"""Questions on the syntax trees of the user's code, all answered in one call of ast-grep.

A question that was not answered (no ast-grep, no readable file, too slow) is missing from the answers; one that was
answered with "nowhere" has none: only the second is evidence of absence. Imports the model only.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rootrank.model.document import Position
from rootrank.sources import astgrep
from rootrank.sources.reach import on_lines
from rootrank.sources.text import Positions
from rootrank.sources.workspace import Workspace

log = logging.getLogger(__name__)


@frozen
class Question:
    """Where does this syntax stand in these files?"""

    id: str
    rule: dict[str, Any]
    """An ast-grep rule object for Python."""
    files: tuple[Path, ...]
    """Absolute paths; those that can't be read are left out."""
    within: tuple[int, int] | None = None
    """First and last line that a match must stand on; see ``rootrank.sources.reach``. None for anywhere."""


@frozen
class Match:
    """One place that a rule matches."""

    path: Path
    start: Position
    end: Position
    """Just behind the last character."""
    text: str
    variables: dict[str, str] = field(factory=dict, hash=False)
    """What each ``$X`` matched, by name without the dollar."""
    multi: dict[str, str] = field(factory=dict, hash=False)
    """What each ``$$$ARGS`` matched, from its first node to its last; empty when it matched nothing."""


class BadRule(Exception):  # noqa: N818  (names the rule, as the author of an entry calls it)
    """ast-grep refuses at least one question's rule; the other questions were answered all the same."""

    def __init__(self, problems: dict[str, str], answers: dict[str, tuple[Match, ...]]) -> None:
        """Takes ast-grep's reason by question id, and the answers of the questions that it took."""
        self.id, self.message = next(iter(problems.items()))
        self.problems = problems
        self.answers = answers
        super().__init__("; ".join(f"{question}: {message}" for question, message in problems.items()))


def code_questions_available() -> bool:
    """Whether there is an ast-grep to ask."""
    return astgrep.find_binary() is not None


def ask(questions: Sequence[Question], workspace: Workspace) -> dict[str, tuple[Match, ...]]:
    """Answers questions by id, each in the order of its files and of the places in them.

    Raises:
        BadRule: when ast-grep does not take a question's rule. It carries the other questions' answers.
    """
    binary = astgrep.find_binary()
    if binary is None or not questions:
        return {}
    with _Call(binary, questions, workspace) as call:
        try:
            return call.answers()
        except astgrep.Refused as refused:
            problems = call.problems()
            if not problems:  # no rule is to blame
                log.warning("ast-grep failed: %s", refused)
                return {}
        except (OSError, subprocess.TimeoutExpired) as error:
            log.warning("ast-grep gave no answer: %s", error)
            return {}
    answers = ask([question for question in questions if question.id not in problems], workspace)
    raise BadRule(problems, answers)


class _Call:
    """One call of ast-grep: the rules once each, and the files under the names that it gets them."""

    def __init__(self, binary: Path, questions: Sequence[Question], workspace: Workspace) -> None:
        self._binary = binary
        self._questions = questions
        self._workspace = workspace
        self._rules = {_key(question.rule): question.rule for question in questions}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files: dict[Path, str] = {}

    def __enter__(self) -> _Call:
        for path in dict.fromkeys(path for question in self._questions for path in question.files):
            given = self._given_name(path)
            if given is not None:
                self._files[path] = given
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def _given_name(self, path: Path) -> str | None:
        """The path itself when ast-grep reads the same text there, else that of a private copy in UTF-8."""
        source = self._workspace.source(path)
        if source is None:
            return None
        if not source.unsaved and source.encoding == "utf-8" and path.suffix == ".py":
            return str(path)
        if self._folder is None:  # only when needed: making and removing it takes as long as the question
            self._folder = tempfile.TemporaryDirectory(prefix="rootrank-")
        copy = Path(self._folder.name, f"{len(self._files)}.py")
        copy.write_bytes(source.text.encode("utf-8", "surrogatepass"))
        return str(copy)

    def answers(self) -> dict[str, tuple[Match, ...]]:
        by_name = {given: path for path, given in self._files.items()}
        found: dict[tuple[str, Path], list[Match]] = {}
        reader = _Reader(self._workspace)
        for rule, raw in astgrep.scan(self._binary, self._rules, list(by_name)):
            path = by_name[raw["file"]]
            match = reader.match(path, raw)
            if match is not None:
                found.setdefault((rule, path), []).append(match)
        return {
            question.id: self._answer(question, found)
            for question in self._questions
            if any(path in self._files for path in question.files)
        }

    def _answer(self, question: Question, found: dict[tuple[str, Path], list[Match]]) -> tuple[Match, ...]:
        answer: list[Match] = []
        for path in dict.fromkeys(question.files):
            matches = found.get((_key(question.rule), path), [])
            if question.within is not None:
                matches = on_lines(matches, question.within, self._workspace.lines(path) or [])
            answer += sorted(matches, key=lambda match: (match.start.line, match.start.col, -match.end.line))
        return tuple(answer)

    def problems(self) -> dict[str, str]:
        """Asks with one rule at a time which ones are refused, and why."""
        reasons = {key: self._refusal(key) for key in self._rules}
        return {q.id: reason for q in self._questions if (reason := reasons[_key(q.rule)]) is not None}

    def _refusal(self, key: str) -> str | None:
        try:
            list(astgrep.scan(self._binary, {key: self._rules[key]}, [os.devnull]))
        except astgrep.Refused as refused:
            return str(refused)
        return None


class _Reader:
    """Turns ast-grep's byte offsets into positions in the workspace's text."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._path: Path | None = None
        self._data = b""
        self._positions = Positions("")

    def match(self, path: Path, raw: dict[str, Any]) -> Match | None:
        """The match; None when the file was written to between our reading and ast-grep's."""
        if path != self._path:
            text = self._workspace.text(path) or ""
            self._path, self._data, self._positions = path, text.encode("utf-8", "surrogatepass"), Positions(text)
        start, end = _span(raw)
        if self._text(start, end) != raw["text"]:
            return None
        variables = raw.get("metaVariables") or {"single": {}, "multi": {}}
        return Match(
            path,
            self._positions.at(len(self._text(0, start))),
            self._positions.at(len(self._text(0, end))),
            raw["text"],
            {name: node["text"] for name, node in variables["single"].items()},
            {name: self._joined(nodes) for name, nodes in variables["multi"].items()},
        )

    def _joined(self, nodes: list[dict[str, Any]]) -> str:
        """From the first node to the last; a comment at the end would swallow what a template puts behind it."""
        while nodes and nodes[-1]["text"].startswith("#"):
            nodes = nodes[:-1]
        return self._text(_span(nodes[0])[0], _span(nodes[-1])[1]) if nodes else ""

    def _text(self, start: int, end: int) -> str:
        return self._data[start:end].decode("utf-8", "replace")


def _span(node: dict[str, Any]) -> tuple[int, int]:
    offsets = node["range"]["byteOffset"]
    return offsets["start"], offsets["end"]


def _key(rule: dict[str, Any]) -> str:
    return json.dumps(rule, sort_keys=True)
