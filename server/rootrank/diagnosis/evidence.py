"""Hears the evidence of every candidate: log, metrics, facts, and the user's code in one round of questions."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from rootrank.diagnosis.fault import NOWHERE, fault_at, fault_of
from rootrank.diagnosis.judged import Fault, Judged
from rootrank.diagnosis.metric_state import could_be_seen, observe
from rootrank.diagnosis.recognition import Candidate
from rootrank.diagnosis.wording import fill
from rootrank.matching.predicates import search
from rootrank.model.document import Evidence, Source
from rootrank.model.finding import Findings, Signal
from rootrank.rulebook.entry import CodeQuestion, Entry, EvidenceSpec
from rootrank.sources import BadRule, Match, Question, Workspace, ask, enclosing_function

log = logging.getLogger(__name__)

Answers = Mapping[str, tuple[Match, ...]]


@frozen
class Witness:
    """What one piece of evidence came to."""

    seen: bool
    firm: bool = True
    values: dict[str, str] = field(factory=dict)
    file: str | None = None
    line: int | None = None
    rank: int | None = None
    time: str | None = None
    text: str | None = None


@frozen
class Hearing:
    """All that evidence can be asked from."""

    findings: Findings
    workspace: Workspace
    facts: Mapping[str, str]
    script: Path | None
    script_is_known: bool
    """Whether the command or a traceback named the script, rather than the workspace being searched for it."""
    run_is_known: bool = False
    """Whether the caller saw the command run, so that the code is what ran."""

    def is_what_ran(self, path: Path) -> bool:
        """Whether a file is still as it ran: the run was just seen, or the file is older than the log.

        Of a traceback only its own lines are compared with the file; the lines around them may be another version's.
        """
        if self.run_is_known:
            return True
        times = [Path(name).stat().st_mtime for name in self.findings.files if Path(name).is_file()]
        return bool(times) and path.is_file() and path.stat().st_mtime <= max(times)


def hear(candidates: Sequence[tuple[Candidate, Entry]], hearing: Hearing) -> list[Judged]:
    """Returns each candidate with its evidence heard, and nothing yet decided."""
    faults = [fault_of(c.traceback, hearing.workspace) for c, _ in candidates]
    questions = [q for (_, e), f in zip(candidates, faults, strict=True) for q in _questions(e, f, hearing)]
    answers = _ask(questions, hearing.workspace)
    return [_heard(c, e, f, answers, hearing) for (c, e), f in zip(candidates, faults, strict=True)]


def _ask(questions: list[Question], workspace: Workspace) -> Answers:
    try:
        return ask(questions, workspace)
    except BadRule as bad:
        log.warning("code question switched off: %s", bad)
        return bad.answers


# -- questions on code -----------------------------------------------------------------------------------


def _questions(entry: Entry, fault: Fault, hearing: Hearing) -> list[Question]:
    asked = []
    for name, spec in entry.evidence.items():
        if spec.code is not None:
            files, within = _reach(spec.code, fault, hearing)
            if files:
                asked.append(Question(f"{entry.id}#{name}", spec.code.rule, files, within))
    return asked


def _reach(code: CodeQuestion, fault: Fault, hearing: Hearing) -> tuple[tuple[Path, ...], tuple[int, int] | None]:
    """Returns the files and the lines that a question is on; no files when it can't be asked."""
    located = fault.located
    if code.where == "workspace":
        return hearing.workspace.python_files(), None
    if code.where == "script":
        script = hearing.script or (located.path if located else None)
        return ((script,), None) if script else ((), None)
    if located is None or not located.verified:
        return (), None
    if code.where == "fault_line":
        return (located.path,), (located.line, located.line)
    if code.where == "function":
        return (located.path,), enclosing_function(hearing.workspace.text(located.path) or "", located.line)
    return (located.path,), None


def _code(spec: EvidenceSpec, fault: Fault, matches: tuple[Match, ...] | None, hearing: Hearing) -> Witness | None:
    if matches is None or spec.code is None:
        return None
    files, _ = _reach(spec.code, fault, hearing)
    searched = spec.code.where in ("script", "workspace") and not hearing.script_is_known
    current = spec.code.where == "fault_line" or all(hearing.is_what_ran(path) for path in files)
    firm = current and not searched
    if not matches:
        return Witness(seen=False, firm=firm)
    first = matches[0]
    values = {f"code.{k}": v for k, v in {**first.variables, **first.multi}.items()}
    text = first.text.split("\n", 1)[0].strip()
    return Witness(True, firm, values, str(first.path), first.start.line, text=text)


# -- the other kinds -------------------------------------------------------------------------------------


def _signal(candidate: Candidate, spec: EvidenceSpec) -> Witness | None:
    seen = candidate.seen.get(spec.signal or "")
    return _of_signal(seen) if seen else Witness(seen=False)


def _of_signal(signal: Signal) -> Witness:
    record = signal.record
    return Witness(True, True, dict(signal.captures), record.file, record.line, record.rank, record.time, record.text)


def _frame(fault: Fault, spec: EvidenceSpec) -> Witness | None:
    if fault.text is None or spec.frame is None:
        return None
    match = search(spec.frame, fault.text)
    if match is None:
        return Witness(seen=False)
    values = {k: v for k, v in match.groupdict().items() if v is not None}
    located, frame = fault.located, fault.frame
    file = str(located.path) if located else frame.file if frame else None
    line = located.line if located else frame.line if frame else None
    return Witness(True, True, values, file, line, text=fault.text)


def _fact(facts: Mapping[str, str], spec: EvidenceSpec) -> Witness | None:
    if spec.fact is None or spec.fact.name not in facts:
        return None
    value = facts[spec.fact.name]
    return Witness(bool(search(spec.fact.regex, value)), True, {spec.fact.name: value}, text=value)


def _metric(findings: Findings, spec: EvidenceSpec) -> Witness | None:
    if spec.metric is None or not could_be_seen(spec.metric, findings.series):
        return None
    observed = observe(spec.metric, findings.series)
    if observed is None:
        return Witness(seen=False)
    record = observed.record
    return Witness(True, True, observed.values, record.file, record.line, record.rank, record.time, record.text)


def _source(spec: EvidenceSpec) -> Source:
    if spec.code is not None or spec.frame is not None:
        return "code"
    if spec.fact is not None:
        return "environment"
    return "metric" if spec.metric is not None else "log"


def _witness(
    name: str, spec: EvidenceSpec, judged: tuple[Candidate, Entry, Fault], answers: Answers, hearing: Hearing
) -> Witness | None:
    """Returns what an evidence came to; None when it couldn't be asked."""
    candidate, entry, fault = judged
    if spec.code is not None:
        return _code(spec, fault, answers.get(f"{entry.id}#{name}"), hearing)
    if spec.signal is not None:
        return _signal(candidate, spec)
    if spec.frame is not None:
        return _frame(fault, spec)
    if spec.fact is not None:
        return _fact(hearing.facts, spec)
    return _metric(hearing.findings, spec)


# -- one candidate ---------------------------------------------------------------------------------------


def _heard(candidate: Candidate, entry: Entry, fault: Fault, answers: Answers, hearing: Hearing) -> Judged:
    witnesses = {
        name: witness
        for name, spec in entry.evidence.items()
        if (witness := _witness(name, spec, (candidate, entry, fault), answers, hearing)) is not None
    }
    counted = {n: w for n, w in witnesses.items() if w.seen == (entry.evidence[n].expect == "present")}
    if fault.frame is None:
        fault = _located(entry, answers, hearing.workspace)
    values = _values(candidate, fault, counted.values(), hearing.facts)
    says = {n: fill(entry.evidence[n].says, values) for n in counted}
    listed = [_signal_evidence(entry, s, values) for s in candidate.seen.values()]
    listed += [_listed(entry.evidence[n], w, says[n]) for n, w in counted.items()]
    return Judged(
        entry=entry,
        candidate=candidate,
        fault=fault,
        evidence=tuple(listed),
        seen=frozenset(candidate.seen) | frozenset(counted),
        firm=frozenset(candidate.seen) | frozenset(n for n, w in counted.items() if w.firm),
        answered=frozenset(witnesses),
        bits=_bits(candidate, entry, counted),
        values=values,
        spoken_for=any(entry.evidence[n].for_ for n in counted),
        found=says,
    )


def _located(entry: Entry, answers: Answers, workspace: Workspace) -> Fault:
    """The place that a code question finds, for failures that no traceback leads to."""
    for name, spec in entry.evidence.items():
        matches = answers.get(f"{entry.id}#{name}")
        if spec.code and spec.code.locates and matches:
            return fault_at(matches[0], workspace)
    return NOWHERE


def _bits(candidate: Candidate, entry: Entry, counted: Mapping[str, Witness]) -> float:
    total = math.fsum(entry.signals[name].weight for name in candidate.seen)
    for name in counted:
        spec = entry.evidence[name]
        total += spec.weight if spec.for_ else -spec.weight
    return total


def _values(
    candidate: Candidate, fault: Fault, witnesses: Iterable[Witness], facts: Mapping[str, str]
) -> dict[str, str]:
    values: dict[str, str] = {}
    for witness in witnesses:
        for name, value in witness.values.items():
            values.setdefault(name, value)
    values.update(candidate.values)
    traceback, located, frame = candidate.traceback, fault.located, fault.frame
    known = {
        "fault.text": fault.text,
        "fault.file": str(located.path) if located else frame.file if frame else None,
        "fault.line": str(located.line) if located else str(frame.line) if frame else None,
        "fault.function": frame.function if frame else None,
        "exception.type": traceback.exception if traceback else None,
        "exception.message": traceback.message if traceback else None,
        "rank": str(candidate.trigger.record.rank) if candidate.trigger.record.rank is not None else None,
        "run.command": facts.get("command"),
        "run.script": facts.get("script"),
    }
    for name, told in known.items():
        if told:
            values.setdefault(name, told)  # a captured `rank` is the one that the line tells of, not its writer
    return values


def _signal_evidence(entry: Entry, signal: Signal, values: Mapping[str, str]) -> Evidence:
    spec = entry.signals[signal.name]
    witness = _of_signal(signal)
    says = fill(spec.says, {**values, **signal.captures})
    return _evidence(for_=True, source="metric" if spec.metric else "log", witness=witness, says=says)


def _listed(spec: EvidenceSpec, witness: Witness, says: str) -> Evidence:
    return _evidence(for_=spec.for_, source=_source(spec), witness=witness, says=says)


def _evidence(*, for_: bool, source: Source, witness: Witness, says: str) -> Evidence:
    return Evidence(
        for_=for_,
        source=source,
        file=witness.file,
        line=witness.line,
        rank=witness.rank,
        time=witness.time,
        text=witness.text,
        says=says,
    )
