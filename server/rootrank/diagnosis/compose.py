"""Writes a judged hypothesis as the document shows it, in this run's own values; fixes come later, from ``fixing``."""

from __future__ import annotations

from rootrank.diagnosis.fault import place_of
from rootrank.diagnosis.judged import Judged
from rootrank.diagnosis.wording import choose, fill
from rootrank.model.document import (
    Check,
    Confidence,
    ConfirmStep,
    Fingerprint,
    Hypothesis,
    MissingFact,
    Perspectives,
    Reference,
    Symptom,
    Verify,
)
from rootrank.rulebook.entry import ConfirmSpec

NOT_YET = Verify(command=None, template="", needs=[], expect="", outcome=None)
"""Stands until ``fixing`` has filled in the verification."""


def hypothesis(one: Judged) -> Hypothesis:
    """Returns a hypothesis without its fixes and verification."""
    entry, values = one.entry, one.values
    return Hypothesis(
        rule=entry.id,
        title=entry.title,
        area=entry.area,
        severity=entry.severity,
        tags=list(entry.tags),
        systems=list(entry.systems),
        layer=entry.layer,
        phase=entry.phase,
        confidence=_confidence(one),
        score=one.score,
        root_cause=choose(entry.root_cause, one.seen, values),
        mechanism=fill(entry.mechanism, values),
        symptoms=[Symptom(fill(s.text, values), fill(s.why, values)) for s in entry.symptoms],
        does_not_mean=fill(entry.does_not_mean, values),
        evidence=list(one.evidence),
        missing_facts=missing_facts(one),
        cheapest_check=_check(one),
        confirm=[_step(step, one) for step in entry.confirm],
        fixes=[],
        verify=NOT_YET,
        prevent=[fill(p, values) for p in entry.prevent],
        recurs_when=entry.recurs_when,
        at_scale=entry.at_scale,
        fix_minutes=entry.fix_minutes,
        fingerprint=Fingerprint(entry.fingerprint.pattern, entry.fingerprint.says) if entry.fingerprint else None,
        perspectives=_perspectives(one),
        references=[Reference(r.title, r.url) for r in entry.references],
        related=list(entry.related),
        notify=entry.notify,
        place=place_of(one.fault),
    )


def _confidence(one: Judged) -> Confidence:
    return one.confidence  # type: ignore[return-value]  # judge.py writes only the three words


def missing_facts(one: Judged) -> list[MissingFact]:
    """Returns what would decide between the hypothesis and the rivals that nothing excludes."""
    return [
        MissingFact(fill(r.fact, one.values), fill(r.how_to_get, one.values), fill(r.what, one.values))
        for r in one.open_rivals
    ]


def _check(one: Judged) -> Check | None:
    check = one.entry.cheapest_check
    if check is None:
        return None
    return Check(fill(check.text, one.values), fill(check.command, one.values) if check.command else None)


def _step(step: ConfirmSpec, one: Judged) -> ConfirmStep:
    command = fill(step.command, one.values) if step.command else None
    text = fill(step.text, one.values)
    done = next((name for name in step.done_by if name in one.seen), None)
    if done is not None:
        return ConfirmStep(text, command, "seen", one.found.get(done, "seen in the log"))
    if one.answered.intersection(step.done_by):
        return ConfirmStep(text, command, "not_seen", None)
    return ConfirmStep(text, command, "open", None)


def _perspectives(one: Judged) -> Perspectives:
    spec, values = one.entry.perspectives, one.values
    steps = [fill(step, values) for step in spec.on_call]
    return Perspectives(on_call=steps, engineer=fill(spec.engineer, values), executive=fill(spec.executive, values))
