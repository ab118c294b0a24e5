"""Merges findings: of files, of blocks, of machines, in any order to the same result."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from rootrank.model.finding import Findings
from rootrank.reading.metrics import series_of


def merge(parts: Iterable[Findings]) -> Findings:
    """Returns the findings of all parts as one, ordered by file and line."""
    ordered = sorted(parts, key=lambda f: f.files)

    def joined(name: str) -> tuple[object, ...]:
        return tuple(itertools.chain.from_iterable(getattr(part, name) for part in ordered))

    points = [p for part in ordered for s in part.series for p in s.points]
    return Findings(
        signals=joined("signals"),  # type: ignore[arg-type]  (each field keeps its own type)
        tracebacks=joined("tracebacks"),  # type: ignore[arg-type]
        series=series_of(points, sampled=any(s.sampled for part in ordered for s in part.series)),
        facts=joined("facts"),  # type: ignore[arg-type]
        failures=joined("failures"),  # type: ignore[arg-type]
        ending=joined("ending"),  # type: ignore[arg-type]
        files=joined("files"),  # type: ignore[arg-type]
        bytes=sum(part.bytes for part in ordered),
        lines=sum(part.lines for part in ordered),
        binary=bool(ordered) and all(part.binary for part in ordered),
        complete=all(part.complete for part in ordered),
    )
