"""What happened to each rank, in one form: its exceptions, and what launchers, hosts and runtimes report of it."""

from __future__ import annotations

import re
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Literal

from attrs import frozen

from rootrank.diagnosis.attribution.roles import Role, role_of
from rootrank.diagnosis.attribution.roster import Roster, numbers
from rootrank.diagnosis.attribution.table import Row
from rootrank.model.finding import Findings, Report
from rootrank.model.log import Record, Traceback

EventRole = Literal[Role, "killed", "crash"]

_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+|'[^']*'|\"[^\"]*\"")
_KILLED_BY_CODE = re.compile(r"exit code (?:132|135|136|137|139)\b")
SIGTERM = -15
BY_ITSELF = frozenset({-4, -7, -8, -9, -11, 132, 135, 136, 137, 139})
"""Exit codes of a process that crashed in native code or was killed from outside, with no last words. Not SIGABRT (-6),
which c10d's watchdog raises for others' failures, nor SIGTERM (-15), which launchers send."""


@frozen
class RankEvent:
    """One thing that happened to a rank."""

    rank: int | None
    role: EventRole
    file: str
    line: int
    end_line: int
    time: str | None
    host: str | None
    text: str
    """The log's own words."""
    kind: str
    """Equal for events of the same kind on several ranks."""
    traceback: Traceback | None = None
    report: Report | None = None

    def as_record(self) -> Record:
        """Returns the line that shows it."""
        return Record(self.text, self.file, self.line, self.rank, self.host, self.time)


def events_of(findings: Findings, roster: Roster) -> list[RankEvent]:
    """Returns all events, by file and line."""
    troubled = {roster.of_report(r) for r in findings.reports if r.kind == "trouble"}
    lost = {roster.of_report(r) for r in findings.reports if r.kind == "lost_peer"}
    events = [_raised(t, roster, troubled, lost) for t in findings.tracebacks]
    inside = _inside(findings.tracebacks)
    events += [
        event
        for report in findings.reports
        if report.kind != "lost_peer" or not inside(report)
        for event in _reported(report, roster)
    ]
    stopped = {r.values["pid"] for r in findings.reports if r.kind == "stopped"}
    events += [_row(row, stopped) for row in roster.rows if row.exitcode is not None]
    events += [_hydra(row, roster) for row in roster.hydra if row.exitcode]
    return sorted(events, key=lambda e: (e.file, e.line))


def _inside(tracebacks: Iterable[Traceback]) -> Callable[[Report], bool]:
    """Returns whether a line is part of one of the tracebacks, which then says more."""
    spans: dict[tuple[str, int | None], list[tuple[int, int]]] = defaultdict(list)
    for traceback in tracebacks:
        spans[traceback.file, traceback.rank].append((traceback.line, traceback.end_line))

    def inside(report: Report) -> bool:
        record = report.record
        return any(first <= record.line <= last for first, last in spans[record.file, record.rank])

    return inside


def _raised(traceback: Traceback, roster: Roster, troubled: set[int | None], lost: set[int | None]) -> RankEvent:
    rank = roster.of(traceback)
    role = role_of(traceback)
    if role == "communication" and rank is not None:
        # The library's error doesn't say whose fault it is, but its warnings on the same rank do.
        role = "own" if rank in troubled else "lost_peer" if rank in lost else role
    said = f"{traceback.exception}: {traceback.message}".split("\n", 1)[0] if traceback.exception else "a cut traceback"
    return RankEvent(
        rank,
        role,
        traceback.file,
        traceback.exception_line or traceback.line,
        traceback.end_line,
        traceback.time,
        traceback.host,
        said,
        f"{traceback.exception} {_NUMBERS.sub('#', said)}",
        traceback=traceback,
    )


_ROLES: dict[str, EventRole] = {
    "killed": "killed",
    "gpu_fault": "killed",
    "oom_kill": "killed",
    "lost_node": "killed",
    "crash": "crash",
    "killed_bare": "crash",
    "trouble": "own",
    "lost_peer": "lost_peer",
    "timeout": "waiting",
    "stuck": "waiting",
    "abort": "lost_peer",
    "cancelled": "stopped",
    "stopped": "stopped",
}


def _reported(report: Report, roster: Roster) -> Iterable[RankEvent]:
    if report.kind == "task_exit":
        return _tasks(report) if roster.tasks_are_ranks else []
    rank = roster.of_report(report)
    if report.kind == "exit":
        code = _exit_code(report)
        return [_event(report, rank, "crash" if code in BY_ITSELF else "stopped" if code == SIGTERM else "launcher")]
    role = _ROLES.get(report.kind)
    return [] if role is None else [_event(report, rank, role)]


def _exit_code(report: Report) -> int:
    said = report.values.get("signal")
    if said is None:
        # Open MPI breaks its sentence before the number: some signal it was.
        return int(report.values.get("exitcode", -signal.SIGKILL))
    return -int(said) if said.isdigit() else -getattr(signal, said, signal.SIGTERM)


def _event(report: Report, rank: int | None, role: EventRole) -> RankEvent:
    record = report.record
    text = record.text.strip()
    kind = f"{report.kind} {_NUMBERS.sub('#', report.values.get('text', text))}"
    return RankEvent(
        rank, role, record.file, record.line, record.line, record.time, record.host, text, kind, report=report
    )


def _tasks(report: Report) -> list[RankEvent]:
    """Slurm's word on several tasks at once; what ended them decides the role."""
    how = report.values["how"]
    if "Out Of Memory" in how or "oom" in how:
        role: EventRole = "killed"
    elif _KILLED_BY_CODE.search(how) or "Segmentation" in how or "Bus error" in how or how == "was aborted":
        role = "crash"
    else:
        role = "stopped"
    return [_event(report, rank, role) for rank in numbers(report.values["tasks"])]


def _hydra(row: Row, roster: Roster) -> RankEvent:
    """MPICH kills every other process when one ends badly, so a kill tells nothing beside another end."""
    killed = row.exitcode == -9
    alone = sum(1 for other in roster.hydra if other.exitcode) == 1
    role: EventRole = "crash" if not killed or alone else "stopped"
    record = row.record
    text = f"{record.text.strip('= ')}: exit code {row.exitcode}"
    return RankEvent(
        row.rank, role, record.file, record.line, record.line, None, row.host, text, f"exit {row.exitcode}"
    )


def _row(row: Row, stopped: set[str]) -> RankEvent:
    code = row.exitcode
    if code == SIGTERM or str(row.pid) in stopped:
        role: EventRole = "stopped"
    elif code in BY_ITSELF:
        role = "crash"
    else:
        role = "launcher"
    record = row.record
    text = f"exit code {code} (torchrun's table)"
    return RankEvent(row.rank, role, record.file, record.line, record.line, row.time, row.host, text, f"exit {code}")
