"""Puts the document together: verdict, failure, hypotheses, ranks, timeline, metrics, and what is missing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rootrank import __version__
from rootrank.diagnosis.attribution import attribute, with_recorder
from rootrank.diagnosis.compose import hypothesis, missing_facts
from rootrank.diagnosis.cost import cost_of
from rootrank.diagnosis.evidence import Hearing, hear
from rootrank.diagnosis.failure import Initiating, initiating_failure
from rootrank.diagnosis.fault import fault_of, place_of, script_in
from rootrank.diagnosis.judge import decide
from rootrank.diagnosis.judged import Judged
from rootrank.diagnosis.metric_state import loss_rises
from rootrank.diagnosis.recognition import candidates
from rootrank.diagnosis.survival import without_survived
from rootrank.diagnosis.timeline import timeline
from rootrank.diagnosis.unexplained import advice
from rootrank.environment import RunContext, facts_of
from rootrank.model.document import (
    SCHEMA,
    Document,
    Engine,
    Failure,
    Input,
    Metrics,
    MetricSeries,
    Onset,
    RulebookInfo,
    Verdict,
)
from rootrank.model.finding import Findings, Series
from rootrank.rulebook.store import Rulebook
from rootrank.sources import Workspace

if TYPE_CHECKING:  # few runs have dumps, and judging them is much code
    from rootrank.diagnosis.recorder import RecorderVerdict


@frozen
class Diagnosis:
    """The document before fixes are in, and what the fixes are made from."""

    document: Document
    judged: tuple[Judged, ...]
    """As in ``document.diagnoses``."""
    hearing: Hearing


def diagnose(
    findings: Findings,
    rulebook: Rulebook,
    workspace: Workspace,
    run: RunContext | None = None,
    recorder: RecorderVerdict | None = None,
) -> Diagnosis:
    """Reduces findings to a diagnosis. Fixes and verification are added by ``rootrank.fixing``."""
    facts = facts_of(findings, run)
    script = script_in(workspace, facts.get("script"), run.cwd if run else None)
    known = run is not None and run.command is not None
    hearing = Hearing(findings, workspace, facts, script, script_is_known=script is not None, run_is_known=known)
    fatal = without_survived(findings)
    attribution = with_recorder(attribute(fatal), recorder)
    initiating = initiating_failure(fatal, attribution)
    found = [(c, rulebook.entry(c.entry)) for c in candidates(fatal, attribution, rulebook)]
    judged = decide(hear(found, hearing), *((initiating.place, initiating.handled) if initiating else (None,)))
    verdict = _verdict(findings, initiating, judged)
    extra, steps = advice(findings, initiating, judged, verdict)
    document = Document(
        schema=SCHEMA,
        engine=Engine(__version__, RulebookInfo(rulebook.version, rulebook.hash, len(rulebook))),
        verdict=verdict,
        failure=_failure(initiating, judged, workspace) if verdict == "failure" else None,
        diagnoses=[hypothesis(one) for one in judged],
        missing_facts=[*(missing_facts(judged[0]) if judged else []), *attribution.missing_facts, *extra],
        next_steps=steps,
        suppressed=[],
        ranks=attribution.ranks,
        timeline=timeline(attribution, initiating),
        metrics=_metrics(findings, initiating),
        environment=facts,
        cost=cost_of(findings, attribution) if verdict == "failure" else None,
        input=Input(list(findings.files), findings.bytes, findings.lines, 0.0, findings.complete),
    )
    return Diagnosis(document, tuple(judged), hearing)


def _verdict(findings: Findings, initiating: Initiating | None, judged: Sequence[Judged]) -> Verdict:
    if initiating is not None or any(one.confidence != "possible" for one in judged):
        return "failure"
    trained = any(s.points for s in findings.series) and not loss_rises(findings.series)
    interrupted = bool(findings.tracebacks)
    return "healthy" if trained and not judged and not interrupted else "unknown"


def _failure(initiating: Initiating | None, judged: Sequence[Judged], workspace: Workspace) -> Failure | None:
    if initiating is None:
        record = judged[0].candidate.trigger.record
        return Failure(None, record.text, record.rank, place_of(judged[0].fault), record.line)
    if initiating.traceback is not None:
        raised = initiating.traceback
        fault = fault_of(raised, workspace)
        line = raised.exception_line or raised.line
        rank = initiating.rank if raised.rank is None else raised.rank
        return Failure(raised.exception, raised.message, rank, place_of(fault), line)
    if initiating.trouble is not None:
        series, trouble = initiating.trouble
        record = trouble.point.record
        where = f" at step {trouble.point.step:g}" if trouble.point.step is not None else ""
        value = {"nan": "NaN", "inf": "infinite"}[trouble.kind]
        place = place_of(judged[0].fault) if judged else None
        return Failure(None, f"{series.name} became {value}{where}", record.rank, place, record.line)
    said = initiating.record
    if said is None:
        return None
    rank = said.rank if initiating.rank is None else initiating.rank
    message = initiating.said[:1].upper() + initiating.said[1:] if initiating.said else said.text
    return Failure(None, message, rank, None, said.line)


def _metrics(findings: Findings, initiating: Initiating | None) -> Metrics:
    onset = None
    trouble = initiating.trouble if initiating else None
    if trouble:
        series, seen = trouble
        onset = Onset(seen.point.step, series.name, "nan" if math.isnan(seen.point.value) else "inf")
    return Metrics([_series(s) for s in findings.series], onset)


def _series(series: Series) -> MetricSeries:
    points = [(p.step if p.step is not None else float(n), p.value) for n, p in enumerate(series.points)]
    return MetricSeries(series.name, series.rank, points, series.sampled)
