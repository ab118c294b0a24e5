"""Which exceptions a rank survived: they were caught and it trained on, so they are not what ended the run."""

from __future__ import annotations

import signal
from collections import defaultdict
from typing import TypeAlias

from attrs import evolve

from rootrank.diagnosis.attribution.roles import role_of
from rootrank.diagnosis.attribution.table import rows_of
from rootrank.model.finding import Findings, Signal
from rootrank.model.log import Traceback
from rootrank.reading.endings import tells_of_success, tells_of_trouble

Stream: TypeAlias = tuple[str, int | None]
"""One rank's lines in one file."""
LATE_LINES = 500
"""How far behind a traceback stdout was still old; seen were 5 lines of 3 ranks, and a hundred ranks print more."""
_NOT_A_FAILURE = {"KeyboardInterrupt", "StopIteration", "SystemExit", "GeneratorExit", "BdbQuit"}


def is_failure(traceback: Traceback) -> bool:
    """Whether the exception is not one that ends a program as wished."""
    return traceback.exception is None or traceback.exception.rsplit(".", 1)[-1] not in _NOT_A_FAILURE


def finished_well(findings: Findings) -> bool:
    """Whether a log says at its end that the run came to its end, and nothing beside it tells of trouble."""
    troubled = {record.file for record in findings.ending if tells_of_trouble(record)}
    return any(tells_of_success(record) and record.file not in troubled for record in findings.ending)


def without_survived(findings: Findings) -> Findings:
    """Returns the findings without survived exceptions and their signals.

    A rank survived an exception when the log says at its end that the run finished, or the rank trained on: metrics
    follow it, and not only after its last exception. Buffered stdout is printed when the process ends, so those prove
    nothing. Nor did it survive its last one when torchrun saw it fail, or nobody else did and others lost a peer: what
    puts both streams of many ranks together, such as mpirun or ``--tee``, shows some lines of stdout behind a traceback
    that came later.
    """
    raised = [t for t in findings.tracebacks if is_failure(t)]
    if not raised:
        return findings
    last_raised: dict[Stream, int] = defaultdict(int)
    for traceback in raised:
        stream = (traceback.file, traceback.rank)
        last_raised[stream] = max(last_raised[stream], traceback.line)
    finished: dict[str, int] = defaultdict(int)
    troubled = {record.file for record in findings.ending if tells_of_trouble(record)}
    for record in findings.ending:
        if tells_of_success(record) and record.file not in troubled:
            finished[record.file] = record.line
    failed = _failed(findings)
    first_metric, last_metric = _metrics(findings)

    def survived(traceback: Traceback) -> bool:
        stream = (traceback.file, traceback.rank)
        if finished[traceback.file] > traceback.end_line:
            return True
        if traceback.rank in failed and traceback.line == last_raised[stream]:
            return False
        trained_on = last_metric[stream] > traceback.end_line
        return trained_on and first_metric[stream] < last_raised[stream]

    gone = [t for t in raised if survived(t)]
    if _others_lost_somebody([t for t in raised if not any(t is each for each in gone)]):
        gone = [
            t
            for t in gone
            if t.line != last_raised[t.file, t.rank] or last_metric[t.file, t.rank] - t.end_line > LATE_LINES
        ]
    if not gone:
        return findings
    spans = [(t.file, t.line, t.end_line) for t in gone]
    signals = tuple(s for s in findings.signals if not any(_inside(s, span) for span in spans))
    left = tuple(t for t in findings.tracebacks if not any(t is each for each in gone))
    return evolve(findings, signals=signals, tracebacks=left)


def _others_lost_somebody(left: list[Traceback]) -> bool:
    """Whether ranks only tell of another that failed, so that it may be one whose output came late."""
    roles = {role_of(t) for t in left}
    return "own" not in roles and not roles.isdisjoint({"lost_peer", "waiting", "communication"})


def _failed(findings: Findings) -> set[int]:
    """Returns the ranks that torchrun saw end with a failure, and did not end itself."""
    return {row.rank for row in rows_of(findings.reports) if row.exitcode not in (None, 0, -signal.SIGTERM)}


def _metrics(findings: Findings) -> tuple[dict[Stream, int], dict[Stream, int]]:
    """Returns the lines of each stream's first and last metric."""
    first: dict[Stream, int] = {}
    last: dict[Stream, int] = defaultdict(int)
    for series in findings.series:
        for point in series.points:
            stream = (point.record.file, series.rank)
            first[stream] = min(first.get(stream, point.record.line), point.record.line)
            last[stream] = max(last[stream], point.record.line)
    return first, last


def _inside(signal: Signal, span: tuple[str, int, int]) -> bool:
    file, first, last = span
    return signal.traceback is not None and signal.record.file == file and first <= signal.record.line <= last
