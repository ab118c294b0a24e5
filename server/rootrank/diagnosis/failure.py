"""What failed, seen without any entry: the initiating failure, the verdict, and which ranks it touched."""

from __future__ import annotations

from attrs import evolve, frozen

from rootrank.diagnosis.attribution import SUFFERED, Attribution
from rootrank.diagnosis.attribution.roles import role_of
from rootrank.model.finding import Findings, Series, Signal
from rootrank.model.log import Record, Traceback
from rootrank.reading.endings import tells_of_success
from rootrank.reading.metrics import Trouble, onset

_NOT_A_FAILURE = {"KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit", "BdbQuit"}


@frozen
class Initiating:
    """The failure that started the others, as far as this log tells."""

    traceback: Traceback | None = None
    trouble: tuple[Series, Trouble] | None = None
    record: Record | None = None
    """A line that says that a process was killed or crashed, or that others waited for it."""
    rank: int | None = None
    """The rank that failed first, where the line is another's."""
    said: str | None = None
    """What is known of a failure that left no words of its own."""

    @property
    def place(self) -> tuple[str, int] | None:
        """File and line of the log."""
        if self.traceback is not None:
            return self.traceback.file, self.traceback.exception_line or self.traceback.line
        record = self.trouble[1].point.record if self.trouble else self.record
        return (record.file, record.line) if record else None


def initiating_failure(findings: Findings, attribution: Attribution) -> Initiating | None:
    """Returns the failure that started the others; None when the log shows none."""
    event = attribution.event
    if event is not None and event.traceback is not None:
        return Initiating(traceback=event.traceback, rank=event.rank)
    if event is not None and event.report is not None:
        return Initiating(record=event.report.record, rank=event.rank)
    if attribution.ranks.initiating is not None:
        first = next((e for e in attribution.events if e.role in SUFFERED), None)
        if first is not None:
            return Initiating(record=first.as_record(), rank=attribution.ranks.initiating, said=attribution.ranks.why)
    raised = [t for t in findings.tracebacks if _counts(t)]
    fatal = [t for t in raised if not _went_on(t, raised, findings)]
    own = [t for t in fatal if role_of(t) == "own"] or fatal
    if own:
        return Initiating(traceback=own[0])
    trouble = onset(findings.series)
    if trouble:
        return Initiating(trouble=trouble)
    return Initiating(record=findings.failures[0]) if findings.failures else None


def without_survived(findings: Findings) -> Findings:
    """Returns the findings without the signals of exceptions that were caught and trained past."""
    raised = [t for t in findings.tracebacks if _counts(t)]
    survived = {(t.file, t.line, t.end_line) for t in raised if _went_on(t, raised, findings)}
    if not survived:
        return findings
    kept = [s for s in findings.signals if not any(_inside(s, span) for span in survived)]
    return evolve(findings, signals=tuple(kept))


def _inside(signal: Signal, span: tuple[str, int, int]) -> bool:
    file, first, last = span
    return signal.traceback is not None and signal.record.file == file and first <= signal.record.line <= last


def _counts(traceback: Traceback) -> bool:
    return traceback.exception is None or traceback.exception.rsplit(".", 1)[-1] not in _NOT_A_FAILURE


def _went_on(traceback: Traceback, raised: list[Traceback], findings: Findings) -> bool:
    """Whether the rank trained on after the traceback, or says that it finished, so that it was caught.

    Metrics that all come after its last traceback prove nothing: buffered stdout is printed when the process ends.
    """
    if any(
        r.file == traceback.file and r.rank == traceback.rank and r.line > traceback.end_line
        for r in _finished(findings)
    ):
        return True
    last = max(t.line for t in raised if (t.rank, t.file) == (traceback.rank, traceback.file))
    lines = [
        p.record.line
        for s in findings.series
        if s.rank == traceback.rank
        for p in s.points
        if p.record.file == traceback.file
    ]
    return any(line > traceback.end_line for line in lines) and any(line < last for line in lines)


def _finished(findings: Findings) -> list[Record]:
    """The last lines of the logs that say that the run came to its end."""
    return [record for record in findings.ending if tells_of_success(record)]
