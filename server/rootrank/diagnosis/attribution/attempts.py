"""Tells the attempts of an elastic job apart: only the first one shows why it failed at first."""

from __future__ import annotations

from collections.abc import Sequence

from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.model.finding import Findings, Report


def first_attempt(events: Sequence[RankEvent], findings: Findings) -> tuple[list[RankEvent], int]:
    """Returns the events of the first attempt, and how many attempts there were.

    An agent says once per attempt that a child of its own failed. Of several agents' words each counts for its node.
    """
    if findings.attempts:
        return _by_folder(events, dict(findings.attempts))
    exits: dict[tuple[str, object], list[Report]] = {}
    for report in findings.reports:
        if report.kind == "exit" and "local" in report.values:
            exits.setdefault((report.record.file, report.record.writer), []).append(report)
    attempts = max((len(found) for found in exits.values()), default=1)
    restarts = {r.record.file: r.record.line for r in reversed(findings.reports) if r.kind == "restart"}
    if attempts == 1 and not restarts:
        return list(events), 1
    borders = {file: found[0].record.line for (file, _), found in exits.items() if len(found) > 1}
    borders.update({file: min(line, borders.get(file, line)) for file, line in restarts.items()})
    kept = [e for e in events if e.file not in borders or e.line <= borders[e.file]]
    return kept, max(attempts, 2)


def _by_folder(events: Sequence[RankEvent], attempts: dict[str, int]) -> tuple[list[RankEvent], int]:
    """As above, where each attempt has files of its own."""
    failed = [attempts[e.file] for e in events if e.file in attempts and e.role not in ("harmless", "stopped")]
    first = min(failed, default=0)
    return [e for e in events if attempts.get(e.file, first) == first], len(set(attempts.values()))
