"""Runs the rulebook's own tests: every case of every entry, through the same call as a user's log.

Four outcome words, everywhere: *found* and *quiet* are right, *missed* and *noisy* are wrong.
"""

from __future__ import annotations

import ast
import itertools
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from attrs import frozen

from rootrank.api import Answer, LogInput, RunContext, Workspace, diagnose
from rootrank.fixing import FixRefused, apply_fix
from rootrank.rulebook.entry import CaseExpectation, Entry
from rootrank.rulebook.store import Rulebook

Word = Literal["found", "quiet", "missed", "noisy"]


@frozen
class CaseResult:
    """What came of one case."""

    entry: str
    log: str
    word: Word
    complaints: tuple[str, ...]
    """What is wrong beside the word: a value not captured, another confidence, a fix that differs."""
    others: tuple[str, ...]
    """Other entries found in the same log, for the matrix of overlaps."""

    @property
    def right(self) -> bool:
        """Whether the case came out as the entry says."""
        return self.word in ("found", "quiet") and not self.complaints


def run_cases(entries: Sequence[Entry], folders: Mapping[str, Path], rulebook: Rulebook) -> Iterator[CaseResult]:
    """Runs all cases of the entries, in their order."""
    for entry in entries:
        for case in entry.cases:
            yield run_case(entry, case, folders[entry.id] / "cases", rulebook)


def run_case(entry: Entry, case: CaseExpectation, folder: Path, rulebook: Rulebook) -> CaseResult:
    """Runs one case; its ``code`` stands in a workspace of its own under the name that the log gives it."""
    log = LogInput.from_path(folder / case.log)
    with tempfile.TemporaryDirectory(prefix="rootrank-case-") as name:
        root = Path(name).resolve()
        answer = diagnose([log], workspace=Workspace([root]), rulebook=rulebook)
        if case.code:
            target = root / _name_of_code(answer, case.code)
            target.write_bytes((folder / case.code).read_bytes())
            run = RunContext(command=f"python {target.name}", cwd=str(root))
            answer = diagnose([log], workspace=Workspace([root]), run=run, rulebook=rulebook)
        complaints = list(_complaints(entry, case, answer, folder)) if case.found else []
    rules = [d.rule for d in answer.document.diagnoses]
    there = entry.id in rules
    word: Word = ("found" if there else "missed") if case.found else ("noisy" if there else "quiet")
    others = tuple(sorted(set(rules) - {entry.id}))
    return CaseResult(entry.id, case.log, word, tuple(complaints) if there else (), others)


def overlaps(results: Iterable[CaseResult]) -> dict[str, set[str]]:
    """Entries that are found together in a case: each pair once, under the one whose id sorts first."""
    pairs: dict[str, set[str]] = {}
    for result in results:
        own = [result.entry] if result.word in ("found", "noisy") else []
        for one, other in itertools.combinations(sorted([*own, *result.others]), 2):
            pairs.setdefault(one, set()).add(other)
    return pairs


def _name_of_code(answer: Answer, name: str) -> str:
    """The base name of the file that the log's failure points at; the case's own name when it points nowhere."""
    failure = answer.document.failure
    frame = failure.frame if failure else None
    return frame.file.replace("\\", "/").rsplit("/", 1)[-1] if frame else name


def _complaints(entry: Entry, case: CaseExpectation, answer: Answer, folder: Path) -> Iterator[str]:
    index = next((n for n, d in enumerate(answer.document.diagnoses) if d.rule == entry.id), None)
    if index is None:
        return
    diagnosis, judged = answer.document.diagnoses[index], answer.judged[index]
    for name, wanted in case.captures.items():
        if judged.values.get(name) != wanted:
            yield f"{name} is {judged.values.get(name)!r}, not {wanted!r}"
    if case.confidence and diagnosis.confidence != case.confidence:
        yield f"is {diagnosis.confidence}, not {case.confidence}"
    if case.fixed:
        yield from _fix_complaints(answer, index, (folder / case.fixed).read_text(encoding="utf-8"))


def _fix_complaints(answer: Answer, index: int, wanted: str) -> Iterator[str]:
    fixes = [f for f in answer.document.diagnoses[index].fixes if f.kind == "edit"]
    fix = next((f for f in fixes if f.refused is None), None)
    if fix is None:
        yield f"no edit can be applied: {'; '.join(f.refused or '' for f in fixes) or 'the entry has none'}"
        return
    try:
        changed = apply_fix(fix, answer.workspace)
    except FixRefused as refused:
        yield f"the edit was refused: {refused}"
        return
    text = changed[0].read_text(encoding="utf-8")
    ast.parse(text)
    if text != wanted:
        yield f"“{fix.title}” gives other code than the case says"
