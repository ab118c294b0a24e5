"""Merges findings: of files, of blocks, of machines, in any order to the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rootrank.model.finding import Findings
from rootrank.model.log import MetricPoint
from rootrank.reading.metrics import series_of

T = TypeVar("T")


def merge(parts: Iterable[Findings]) -> Findings:
    """Returns the findings of all parts as one, ordered by file and line."""
    ordered = sorted(parts, key=lambda f: f.files)

    def joined(of: Callable[[Findings], tuple[T, ...]]) -> tuple[T, ...]:
        return tuple(item for part in ordered for item in of(part))

    points = [p for part in ordered for p in _outside_tracebacks(part)]
    return Findings(
        signals=joined(lambda f: f.signals),
        tracebacks=joined(lambda f: f.tracebacks),
        series=series_of(points, sampled=any(s.sampled for part in ordered for s in part.series)),
        facts=joined(lambda f: f.facts),
        failures=joined(lambda f: f.failures),
        reports=joined(lambda f: f.reports),
        writers=frozenset().union(*(part.writers for part in ordered)),
        counts=joined(lambda f: f.counts),
        ending=joined(lambda f: f.ending),
        files=joined(lambda f: f.files),
        unread=frozenset[int]().union(*(part.unread for part in ordered)),
        attempts=joined(lambda f: f.attempts),
        bytes=sum(part.bytes for part in ordered),
        lines=sum(part.lines for part in ordered),
        binary=bool(ordered) and all(part.binary for part in ordered),
        complete=all(part.complete for part in ordered),
    )


def _outside_tracebacks(part: Findings) -> Iterable[MetricPoint]:
    """The points of metrics but for those in the source lines of tracebacks: ``lr=0.1`` there is code."""
    spans = {(t.file, t.rank, line) for t in part.tracebacks for line in range(t.line, t.end_line + 1)}
    points = (p for s in part.series for p in s.points)
    return (p for p in points if (p.record.file, p.record.rank, p.record.line) not in spans)
