"""What failed, seen without any entry: the initiating failure, the verdict, and which ranks it touched."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from rootrank.environment import RunContext
from rootrank.model.document import RankDetail, Ranks
from rootrank.model.finding import Findings, Series, Signal
from rootrank.model.log import Record, Traceback
from rootrank.reading.endings import tells_of_success
from rootrank.reading.metrics import Trouble, onset

_NOT_A_FAILURE = {"KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit", "BdbQuit"}
_COLLATERAL = re.compile(
    r"Connection (?:closed|reset) by peer|Broken pipe|Timed out waiting|Watchdog caught collective operation timeout"
    r"|NCCL communicator was aborted|remote process exited|Socket closed|ChildFailedError|SignalException"
    r"|successfully reached monitoredBarrier"
)
"""What other ranks say when a peer is gone: it tells of someone else's failure."""


@frozen
class Initiating:
    """The failure that started the others, as far as this log tells."""

    traceback: Traceback | None = None
    trouble: tuple[Series, Trouble] | None = None
    record: Record | None = None
    """A line that says that a process was killed or crashed."""

    @property
    def place(self) -> tuple[str, int] | None:
        """File and line of the log."""
        if self.traceback is not None:
            return self.traceback.file, self.traceback.exception_line or self.traceback.line
        record = self.trouble[1].point.record if self.trouble else self.record
        return (record.file, record.line) if record else None


def initiating_failure(findings: Findings) -> Initiating | None:
    """Returns the failure that started the others; None when the log shows none."""
    raised = [t for t in findings.tracebacks if _counts(t)]
    fatal = [t for t in raised if not _went_on(t, raised, findings)]
    own = [t for t in fatal if not is_collateral(t)] or fatal
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


def is_collateral(traceback: Traceback) -> bool:
    """Whether an exception only tells that a peer is gone."""
    return bool(_COLLATERAL.search(f"{traceback.exception} {traceback.message}"))


def ranks_of(findings: Findings, initiating: Initiating | None, run: RunContext | None) -> Ranks:
    """Returns which rank failed first, as far as one stream in its own order tells."""
    del run  # launchers' world sizes are not read yet
    seen = sorted({t.rank for t in findings.tracebacks if t.rank is not None} | _ranks_of_series(findings))
    if not seen:
        return _ranks("single-process", None, [], "one process: the log names no ranks", [])
    failed = [t for t in findings.tracebacks if t.rank is not None and _counts(t)]
    details = [_detail(t) for t in _first_per_rank(failed)]
    if initiating is None or initiating.traceback is None:
        return _ranks(
            "none" if initiating is None else "unknown", None, [], "no rank's own exception is in the log", details
        )
    own = [t for t in _first_per_rank(failed) if not is_collateral(t)]
    rank = initiating.traceback.rank
    if len(own) == 1 and rank is not None:
        others = sorted({t.rank for t in failed if t.rank is not None} - {rank})
        why = (
            "the only rank with an exception of its own; the others tell of a lost peer"
            if others
            else "the only rank that failed"
        )
        return _ranks("named", rank, others, why, details)
    return _ranks(
        "unknown", None, [], "several ranks raised by themselves, and the log has no times to order them", details
    )


def _ranks(status: str, initiating: int | None, collateral: list[int], why: str, details: list[RankDetail]) -> Ranks:
    return Ranks(
        status=status,  # type: ignore[arg-type]
        total=None,
        initiating=initiating,
        initiating_host=None,
        clock_skew_s={},
        collateral=collateral,
        silent=[],
        why=why,
        details=details,
        attempts=1,
    )


def _ranks_of_series(findings: Findings) -> set[int]:
    return {s.rank for s in findings.series if s.rank is not None}


def _first_per_rank(tracebacks: list[Traceback]) -> list[Traceback]:
    first: dict[int | None, Traceback] = {}
    for traceback in tracebacks:
        first.setdefault(traceback.rank, traceback)
    return list(first.values())


def _detail(traceback: Traceback) -> RankDetail:
    return RankDetail(
        rank=traceback.rank if traceback.rank is not None else -1,
        host=traceback.host,
        role="collateral" if is_collateral(traceback) else "initiating",
        time=traceback.time,
        file=traceback.file,
        line=traceback.exception_line or traceback.line,
        text=f"{traceback.exception}: {traceback.message}".split("\n", 1)[0],
    )
