"""Joins what flight-recorder dumps show to what the logs tell.

Logs that show a failure of a rank's own come first: the recorder knows who was waited for, not why it did not come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rootrank.diagnosis.attribution.attributing import Attribution
from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.model.document import MissingFact, RankDetail

if TYPE_CHECKING:  # few runs have dumps, and judging them is much code
    from rootrank.diagnosis.recorder import RecorderEvidence, RecorderVerdict

KNOWN_FROM_LOGS = frozenset({"host", "own", "check"})
"""Ways of telling the initiating rank that say why it failed."""


def with_recorder(attribution: Attribution, verdict: RecorderVerdict | None) -> Attribution:
    """Returns the attribution with the dumps' verdict in it; None where there are no dumps."""
    if verdict is None or verdict.kind == "no_divergence":
        return attribution
    ranks = attribution.ranks
    if ranks.initiating is not None and attribution.how in KNOWN_FROM_LOGS:
        agrees = ranks.initiating in verdict.initiating
        said = "; the flight recorder shows that the others waited for it" if agrees else ""
        return evolve(attribution, ranks=evolve(ranks, why=ranks.why + said))
    if not verdict.initiating:
        fact = MissingFact(f"which rank the others waited for: {verdict.why}", _how_to_tell(verdict))
        ranks = evolve(ranks, status="unknown", initiating=None, collateral=[], why=verdict.why)
        return evolve(attribution, ranks=ranks, missing_facts=(*attribution.missing_facts, fact))
    named = set(verdict.initiating)
    shown = [e for e in verdict.evidence if e.rank is not None]
    kept = [d for d in ranks.details if d.rank not in named]
    ranks = evolve(
        ranks,
        status="named",
        total=ranks.total or max({*named, *verdict.collateral, *verdict.missing}) + 1,
        initiating=verdict.initiating[0],
        collateral=sorted((set(verdict.collateral) | set(ranks.collateral)) - named),
        silent=sorted(set(ranks.silent) & named | set(verdict.missing)),
        why=verdict.why,
        details=[*(_detail(e) for e in shown if e.rank in named), *kept],
    )
    first = next((e for e in shown if e.rank == verdict.initiating[0]), verdict.evidence[0])
    event = RankEvent(
        verdict.initiating[0], "waiting", first.file, 1, 1, None, None, verdict.why, f"recorder {verdict.kind}"
    )
    events = [RankEvent(e.rank, "waiting", e.file, 1, 1, None, None, e.text, "recorder") for e in shown]
    return evolve(attribution, ranks=ranks, event=event, events=(*attribution.events, *events), how="recorder")


def _detail(evidence: RecorderEvidence) -> RankDetail:
    assert evidence.rank is not None
    return RankDetail(evidence.rank, None, "initiating", None, evidence.file, 1, evidence.text)


def _how_to_tell(verdict: RecorderVerdict) -> str:
    if verdict.missing:
        return f"add the dumps of ranks {', '.join(map(str, verdict.missing[:8]))}"
    return "set TORCH_NCCL_ENABLE_TIMING=1 and let it dump again, or take a stack of each rank with `py-spy dump --pid`"
