"""Which entries may explain the findings: their signals, seen or not, combined as each entry says."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rootrank.diagnosis.attribution import Attribution
from rootrank.diagnosis.metric_state import observe
from rootrank.diagnosis.rank_state import observe_ranks
from rootrank.model.finding import Findings, Signal
from rootrank.model.log import Traceback
from rootrank.rulebook.entry import Recognise
from rootrank.rulebook.store import Rulebook


@frozen
class Candidate:
    """An entry whose recognition is met."""

    entry: str
    seen: dict[str, Signal]
    """Name of the signal → its first appearance."""
    values: dict[str, str] = field(factory=dict)
    """Captured values of all seen signals."""

    @property
    def trigger(self) -> Signal:
        """The first signal in the log."""
        return min(self.seen.values(), key=lambda s: (s.record.file, s.record.line))

    @property
    def traceback(self) -> Traceback | None:
        """The traceback in which the entry was recognised; None when no signal stands in one."""
        return next((s.traceback for s in self.seen.values() if s.traceback is not None), None)


def candidates(findings: Findings, attribution: Attribution, rulebook: Rulebook) -> list[Candidate]:
    """Returns every entry whose recognition is met, by id."""
    seen: dict[str, dict[str, list[Signal]]] = {}
    for signal in findings.signals:
        seen.setdefault(signal.entry, {}).setdefault(signal.name, []).append(signal)
    values: dict[str, dict[str, str]] = {}
    for entry, name in rulebook.metric_signals:
        wanted = rulebook.signal(entry, name).metric
        observed = observe(wanted, findings.series) if wanted else None
        if observed:
            seen.setdefault(entry, {})[name] = [Signal(entry, name, observed.record)]
            values.setdefault(entry, {}).update(observed.values)
    for entry, name in rulebook.rank_signals:
        compared = rulebook.signal(entry, name).ranks
        told = observe_ranks(compared, attribution, findings, seen.get(entry, {})) if compared else None
        if told:
            seen.setdefault(entry, {})[name] = [Signal(entry, name, told.record, told.values, told.traceback)]
    found = []
    for entry, signals in sorted(seen.items()):
        if _met(rulebook.recognise(entry), signals):
            first = {name: hits[0] for name, hits in signals.items()}
            captured = {k: v for s in first.values() for k, v in s.captures.items()}
            found.append(Candidate(entry, first, {**values.get(entry, {}), **captured}))
    return found


def _met(wanted: Recognise, seen: Mapping[str, list[Signal]]) -> bool:
    def one(item: str | Recognise) -> bool:
        return bool(seen.get(item)) if isinstance(item, str) else _met(item, seen)

    if wanted.none and any(one(item) for item in wanted.none):
        return False
    if wanted.all and not all(one(item) for item in wanted.all):
        return False
    if wanted.any and not any(one(item) for item in wanted.any):
        return False
    return not wanted.sequence or _in_sequence(wanted.sequence, seen)


def _in_sequence(names: tuple[str, ...], seen: Mapping[str, list[Signal]]) -> bool:
    """Whether the signals stand in this order within one rank."""
    ranks = {s.record.rank for s in seen.get(names[0], ())}
    return any(_ordered(names, seen, rank) for rank in ranks)


def _ordered(names: tuple[str, ...], seen: Mapping[str, list[Signal]], rank: int | None) -> bool:
    at = ("", 0)
    for name in names:
        places = [(s.record.file, s.record.line) for s in seen.get(name, ()) if s.record.rank == rank]
        later = [p for p in places if p > at]
        if not later:
            return False
        at = min(later)
    return True
