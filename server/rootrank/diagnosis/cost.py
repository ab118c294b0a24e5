"""What the failure cost: the time from the last progress to the end, on as many GPUs as there are ranks."""

from __future__ import annotations

from datetime import datetime, timezone

from attrs import frozen

from rootrank.diagnosis.attribution import Attribution
from rootrank.model.document import Cost
from rootrank.model.finding import Findings
from rootrank.reading.stamps import Moment, gap, moment


@frozen
class _Stamp:
    moment: Moment
    text: str


def cost_of(findings: Findings, attribution: Attribution) -> Cost | None:
    """Returns when training stopped making progress, when the job ended, and the GPU-hours in between.

    Progress ended where the collective that timed out began, else at the last metric that was printed. None where the
    log has no stamps for both. GPU-hours need the number of ranks.
    """
    started = _stalled(findings)
    ends = [r.time for r in findings.ending] + [e.time for e in attribution.events]
    ended = _last([text for text in ends if text])
    if started is None or ended is None:
        return None
    seconds = gap(started.moment, ended.moment)
    if seconds is None or seconds < 0:
        return None
    ranks = attribution.ranks
    total = ranks.total or (len({d.rank for d in ranks.details}) if ranks.status in ("named", "unknown") else None)
    return Cost(started.text, ended.text, round(total * seconds / 3600, 2) if total else None)


def _stalled(findings: Findings) -> _Stamp | None:
    waited = [
        _before(when, float(r.values["ran_ms"]) / 1000)
        for r in findings.reports
        if r.kind == "timeout" and "ran_ms" in r.values and r.record.time and (when := moment(r.record.time))
    ]
    if waited:
        return min(waited, key=lambda stamp: stamp.moment.seconds)
    ends = {(p.record.file, s.rank, s.name): p.record for s in findings.series for p in s.points if p.record.time}
    return _last([record.time for record in ends.values() if record.time])


def _before(when: Moment, seconds: float) -> _Stamp:
    at = Moment(when.seconds - seconds, when.clock, when.zoned, when.resolution)
    return _Stamp(at, _written(at))


def _written(at: Moment) -> str:
    """Writes a moment that no line of the log has."""
    form = {"day": "%H:%M:%S", "year": "%m-%d %H:%M:%S", "date": "%Y-%m-%d %H:%M:%S"}.get(at.clock)
    if form is None:
        return f"{at.seconds:.0f} s after the start of the machine"
    return datetime.fromtimestamp(at.seconds, tz=timezone.utc).strftime(form)


def _last(texts: list[str]) -> _Stamp | None:
    stamps = [_Stamp(when, text) for text in dict.fromkeys(texts) if (when := moment(text))]
    if not stamps:
        return None
    best = stamps[0]
    for stamp in stamps[1:]:
        ahead = gap(best.moment, stamp.moment)
        if ahead is not None and ahead > 0:
            best = stamp
    return best
