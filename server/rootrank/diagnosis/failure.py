"""What failed, seen without any entry."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rootrank.diagnosis.attribution import SUFFERED, Attribution
from rootrank.diagnosis.attribution.roles import role_of
from rootrank.diagnosis.survival import finished_well, is_failure
from rootrank.matching.predicates import chain
from rootrank.model.finding import Findings, Series
from rootrank.model.log import Record, Traceback
from rootrank.reading.metrics import Trouble, onset

ENDED_BADLY = frozenset(
    {"cancelled", "killed", "oom_kill", "lost_node", "exit", "task_exit", "crash", "abort", "timeout", "ended"}
)
"""Reports by which a run ended badly, though no rank's own failure is in the log."""


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

    @property
    def handled(self) -> frozenset[tuple[str, int]]:
        """Files and lines of the exceptions that were being handled when it was raised, as far as they are no cause."""
        return frozenset(_handled(self.traceback)) if self.traceback is not None else frozenset()


def _handled(traceback: Traceback) -> Iterator[tuple[str, int]]:
    if traceback.context is not None:
        for part in chain(traceback.context):
            yield part.file, part.exception_line or part.line
    if traceback.cause is not None:
        yield from _handled(traceback.cause)


def initiating_failure(findings: Findings, attribution: Attribution) -> Initiating | None:
    """Returns the failure that started the others; None when the log shows none.

    Args:
        findings: without the exceptions that were survived.
        attribution: made from them.
    """
    event = attribution.event
    if event is not None and event.traceback is not None:
        return Initiating(traceback=event.traceback, rank=event.rank)
    if event is not None and event.report is not None:
        return Initiating(record=event.report.record, rank=event.rank)
    if event is not None and attribution.how == "recorder":
        return Initiating(record=event.as_record(), rank=event.rank, said=event.text)
    if attribution.ranks.initiating is not None:
        first = next((e for e in attribution.events if e.role in SUFFERED), None)
        if first is not None:
            return Initiating(record=first.as_record(), rank=attribution.ranks.initiating, said=attribution.ranks.why)
    fatal = [t for t in findings.tracebacks if is_failure(t)]
    own = [t for t in fatal if role_of(t) == "own"] or fatal
    if own:
        return Initiating(traceback=own[0])
    trouble = onset(findings.series)
    if trouble:
        return Initiating(trouble=trouble)
    ended = [*findings.failures, *(r.record for r in findings.reports if r.kind in ENDED_BADLY)]
    return Initiating(record=ended[0]) if ended and not finished_well(findings) else None
