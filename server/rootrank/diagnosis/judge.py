"""Decides confidence: which rivals are excluded, which entry steps back, which hypothesis comes first.

``confirmed`` needs every rival excluded by evidence that was really seen in this run. ``likely`` needs evidence worth
two bits (four to one). The rest is ``possible``.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from attrs import evolve

from rootrank.diagnosis.judged import Judged
from rootrank.rulebook.entry import Rival

LIKELY_BITS = 2.0
CONFIRMED_BITS = 3.0
_ORDER = {"confirmed": 0, "likely": 1, "possible": 2}


Line: TypeAlias = tuple[str, int]
"""File and line of the log."""


def decide(heard: list[Judged], initiating_line: Line | None, handled: frozenset[Line] = frozenset()) -> list[Judged]:
    """Returns the hypotheses worth showing, best first.

    Args:
        heard: candidates with their evidence.
        initiating_line: of the initiating failure; hypotheses on it come before others.
        handled: of the exceptions that were being handled when it was raised.
    """
    judged = [_with_confidence(one) for one in heard if one.spoken_for or not one.entry.needs_evidence]
    judged = [_as_handled(one) if _trigger(one) in handled else one for one in judged]
    judged = _contested(_without_outdone(judged))
    return sorted(judged, key=lambda one: _rank(one, initiating_line))


def _with_confidence(one: Judged) -> Judged:
    open_rivals = tuple(r for r in one.entry.rivals if not _excluded(r, one))
    against = any(not e.for_ for e in one.evidence)
    settled = not open_rivals and not one.entry.general and not against
    if settled and one.bits >= CONFIRMED_BITS:
        confidence = "confirmed"
    else:
        confidence = "likely" if one.bits >= LIKELY_BITS else "possible"
    return evolve(one, confidence=confidence, open_rivals=open_rivals)


def _as_handled(one: Judged) -> Judged:
    """A general error, such as a missing key, that was being handled is mostly a case that the code expects."""
    return evolve(one, confidence="possible") if one.entry.general else one


def _excluded(rival: Rival, one: Judged) -> bool:
    return any(name in one.firm for name in rival.excluded_by)


def _without_outdone(judged: list[Judged]) -> list[Judged]:
    """Takes out entries that a more specific one, which they lead to, outdoes."""
    strong = {one.entry.id for one in judged if one.confidence != "possible"}
    return [one for one in judged if not strong.intersection(one.entry.leads_to)]


def _contested(judged: list[Judged]) -> list[Judged]:
    """Two entries that both claim to be the one cause of the same line can't both be right: neither is confirmed."""
    claims = Counter(_trigger(one) for one in judged if one.confidence == "confirmed")
    return [
        evolve(one, confidence="likely") if one.confidence == "confirmed" and claims[_trigger(one)] > 1 else one
        for one in judged
    ]


def _trigger(one: Judged) -> Line:
    record = one.candidate.trigger.record
    return record.file, record.line


def _rank(one: Judged, initiating_line: Line | None) -> tuple[bool, bool, int, bool, float, str]:
    lines = {(s.record.file, s.record.line) for s in one.candidate.seen.values()}
    roles = {one.entry.signals[name].role for name in one.candidate.seen}
    elsewhere = initiating_line is not None and initiating_line not in lines
    follows = "initiating" not in roles
    return follows, elsewhere, _ORDER[one.confidence], one.entry.general, -one.bits, one.entry.id
