"""How far the hosts' clocks are apart, from what ranks on several hosts did together.

Two kinds of events are shared: the start of a collective that timed out (its stamp less how long it ran), and
progress lines with the same counts, which synchronous training prints at the same time.
"""

from __future__ import annotations

from collections import defaultdict
from statistics import median

from rootrank.diagnosis.attribution.roster import Roster
from rootrank.model.finding import Findings
from rootrank.model.log import Record
from rootrank.reading.stamps import Moment, gap, moment

NOTICEABLE_S = 2.0
"""A smaller difference is within what ranks of one job differ by anyway."""
FEW = 2
"""Shared events needed before a difference is believed."""


def skews(findings: Findings, roster: Roster) -> dict[str, float]:
    """Returns by how many seconds each host's clock is ahead of the first host's; only what is noticeable."""
    shared: dict[object, dict[str, tuple[Moment, float]]] = defaultdict(dict)
    for report in findings.reports:
        values = report.values
        if report.kind == "timeout" and "seq" in values and "ran_ms" in values:
            key = (values.get("op"), values["seq"])
            _note(shared[key], report.record, report.rank, float(values["ran_ms"]) / 1000, roster)
    for count in findings.counts:
        _note(shared[count.wording, count.numbers], count.record, count.rank, 0.0, roster)
    hosts = sorted({host for event in shared.values() for host in event})
    if len(hosts) < 2:
        return {}
    found = {}
    for host in hosts[1:]:
        pairs = [(event[hosts[0]], event[host]) for event in shared.values() if hosts[0] in event and host in event]
        ahead = [
            seconds - (late - early)
            for (first, early), (other, late) in pairs
            if (seconds := gap(first, other)) is not None
        ]
        if len(ahead) < FEW:
            continue
        middle = median(ahead)
        spread = median(abs(value - middle) for value in ahead)
        if abs(middle) >= NOTICEABLE_S and spread < abs(middle) / 4:
            found[host] = round(middle, 1)
    return found


def _note(
    event: dict[str, tuple[Moment, float]], record: Record, rank: int | None, ran_s: float, roster: Roster
) -> None:
    host = record.host or (roster.hosts.get(rank) if rank is not None else None)
    when = moment(record.time) if record.time else None
    if host is not None and when is not None:
        event.setdefault(host, (when, ran_s))
