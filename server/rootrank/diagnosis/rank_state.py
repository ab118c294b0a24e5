"""Decides whether the ranks, compared, show what a signal on ranks describes, and what values that gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen

from rootrank.diagnosis.attribution import SUFFERED, Attribution
from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.diagnosis.attribution.odd import Odd, odd_by_count
from rootrank.diagnosis.attribution.roster import roster_of
from rootrank.matching.predicates import search
from rootrank.model.finding import Findings, Signal
from rootrank.model.log import Record, Traceback
from rootrank.reading.metric_names import is_evaluation, is_loss
from rootrank.rulebook.entry import RanksSignal

_MILLISECONDS = re.compile(r"\b(\d{3,})\s?ms\b")
_WAITS = ("waiting", "lost_peer", "communication")
MOST_NAMED = 8
"""Ranks that a sentence names one by one."""


@frozen
class Told:
    """What the comparison tells."""

    record: Record
    """The initiating rank's failure, or the first line of those who suffered from it."""
    values: dict[str, str]
    traceback: Traceback | None
    """The initiating rank's; without one, that of a rank that waited for it."""


def observe_ranks(
    wanted: RanksSignal,
    attribution: Attribution,
    findings: Findings,
    seen: Mapping[str, Sequence[Signal]] = MappingProxyType({}),
) -> Told | None:
    """Returns what the ranks tell; None when it isn't what is wanted.

    Args:
        wanted: what an entry asks for.
        attribution: which rank failed first.
        findings: of the whole run.
        seen: the entry's other signals, each where it was seen.
    """
    counted = _counted(attribution, findings) if "count" in wanted.how else None
    if attribution.how not in wanted.how and counted is None:
        return None
    shown = _shown(attribution)
    if shown is None:
        return None
    values = values_of(attribution, findings)
    if counted is not None:
        values["why"] = counted.why
    told = [_parted(wanted.last_of, seen)] if wanted.last_of else []
    told += [_busy(wanted.busy_with, seen, attribution, findings)] if wanted.busy_with else []
    for captured in told:
        if captured is None:
            return None
        values.update(captured)
    if not all(name in values and search(regex, values[name]) for name, regex in wanted.where.items()):
        return None
    return Told(shown.as_record(), values, _traceback(attribution))


def values_of(attribution: Attribution, findings: Findings) -> dict[str, str]:
    """Returns what can be said of the ranks in sentences; what no report tells is left out."""
    ranks = attribution.ranks
    first = ranks.initiating
    values = {
        "why": ranks.why,
        "rank": None if first is None else str(first),
        "world": None if ranks.total is None else str(ranks.total),
        "others": _names(ranks.collateral) if ranks.collateral else None,
    }
    initiating = {d.rank for d in ranks.details if d.role == "initiating"}
    waits = [e for e in attribution.events if e.role in _WAITS]
    rest = _collective([e for e in waits if e.rank not in initiating])
    own = _collective([e for e in waits if e.rank in initiating])
    values.update(rest or own)
    if rest and own and own.get("op"):
        values.update({f"other_{name}": own.get(name) for name in ("op", "seq", "numel")})
    values["call"], values["other_call"] = _call(rest or own), _call(own) if values.get("other_op") else None
    waited = {e.rank for e in waits} - initiating
    for report in findings.reports:
        if report.kind == "progress" and report.rank in waited:
            values.update({name: report.values[name] for name in ("enqueued", "completed")})
            break
    return {name: value for name, value in values.items() if value}


def _counted(attribution: Attribution, findings: Findings) -> Odd | None:
    """What the initiating rank counted otherwise, also where it was told by waiting elsewhere.

    A rank that failed or never came has counted less for that very reason.
    """
    if attribution.how not in ("count", "collective", "place"):
        return None
    odd = odd_by_count(findings.counts, roster_of(findings).world)
    return odd if odd is not None and attribution.ranks.initiating in odd.ranks else None


def _parted(names: Sequence[str], seen: Mapping[str, Sequence[Signal]]) -> dict[str, str] | None:
    """What the ranks' last words on something capture; None where they don't differ."""
    last: dict[int, Signal] = {}
    for signal in sorted((s for n in names for s in seen.get(n, ())), key=lambda s: (s.record.file, s.record.line)):
        if signal.record.rank is not None:
            last[signal.record.rank] = signal
    if {s.name for s in last.values()} != set(names):
        return None
    return {name: value for s in last.values() for name, value in s.captures.items()}


def _busy(
    names: Sequence[str], seen: Mapping[str, Sequence[Signal]], attribution: Attribution, findings: Findings
) -> dict[str, str] | None:
    """What the initiating rank's last word of these captures; None where it trained on after it.

    In a large log losses are sampled, so that a short spell of training after the word can stay unseen.
    """
    first = attribution.ranks.initiating
    wait = next((e for e in attribution.events if e.role in SUFFERED), None)

    def before(record: Record) -> bool:
        return record.rank in (None, first) and (wait is None or record.file != wait.file or record.line <= wait.line)

    words = [s for name in names for s in seen.get(name, ()) if before(s.record)]
    if not words:
        return None
    last = max(words, key=lambda s: s.record.line)
    trained = (
        point.record
        for series in findings.series
        if is_loss(series.name) and not is_evaluation(series.name)
        for point in series.points
    )
    if any(before(r) and r.file == last.record.file and r.line > last.record.line for r in trained):
        return None
    return dict(last.captures)


def _call(parts: Mapping[str, str | None]) -> str | None:
    """A collective in words: ``ALLREDUCE number 1187 (4096 elements)``."""
    op, seq, numel = parts.get("op"), parts.get("seq"), parts.get("numel")
    if op is None:
        return None
    size = f" ({numel} element{'' if numel == '1' else 's'})" if numel else ""
    return op + (f" number {seq}" if seq else "") + size


def _collective(events: Iterable[RankEvent]) -> dict[str, str | None]:
    """What the first event tells that names the collective; its time-out where any does."""
    found: dict[str, str | None] = {}
    for event in events:
        told = _of_report(event) if event.report is not None else _of_traceback(event)
        for name, value in told.items():
            if value and not found.get(name):
                found[name] = value
        if found.get("op") and found.get("timeout_s"):
            break
    return found


def _of_report(event: RankEvent) -> dict[str, str | None]:
    values = event.report.values if event.report is not None else {}
    limit = values.get("timeout_ms")
    return {
        "op": values.get("op"),
        "seq": values.get("seq"),
        "numel": values.get("numel_in"),
        "timeout_s": f"{int(limit) / 1000:g}" if limit else None,
    }


def _of_traceback(event: RankEvent) -> dict[str, str | None]:
    """A collective of c10d, by the function that was called; the time-out, where the message tells it."""
    raised = event.traceback
    if raised is None:
        return {}
    called = [f.function for f in raised.frames if "distributed_c10d" in f.file and f.function]
    limit = _MILLISECONDS.search(raised.message) if event.role == "waiting" else None
    return {
        "op": called[0] if called else None,
        "timeout_s": f"{int(limit[1]) / 1000:g}" if limit else None,
    }


def _shown(attribution: Attribution) -> RankEvent | None:
    if attribution.event is not None:
        return attribution.event
    for roles in (SUFFERED, ("own", "crash", "killed", "launcher")):
        found = next((e for e in attribution.events if e.role in roles), None)
        if found is not None:
            return found
    return None


def _traceback(attribution: Attribution) -> Traceback | None:
    own = attribution.event.traceback if attribution.event is not None else None
    waits = (e.traceback for e in attribution.events if e.role in _WAITS and e.traceback is not None)
    return own or next(waits, None)


def _names(ranks: Sequence[int]) -> str:
    if len(ranks) > MOST_NAMED:
        return f"{', '.join(map(str, ranks[:MOST_NAMED]))} and {len(ranks) - MOST_NAMED} more"
    return " and ".join(filter(None, (", ".join(map(str, ranks[:-1])), str(ranks[-1]))))
