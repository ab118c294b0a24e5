"""Puts the ranks of the document together from the events and the decision over them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rootrank.diagnosis.attribution.attempts import first_attempt
from rootrank.diagnosis.attribution.clocks import skews
from rootrank.diagnosis.attribution.deciding import Decision, decide
from rootrank.diagnosis.attribution.events import RankEvent, events_of
from rootrank.diagnosis.attribution.odd import How
from rootrank.diagnosis.attribution.order import Order
from rootrank.diagnosis.attribution.roster import Roster, roster_of
from rootrank.model.document import MissingFact, RankDetail, Ranks
from rootrank.model.finding import Findings, Report

_SPOKEN = ("waiting", "lost_peer", "communication", "own")
"""Roles of what a rank says itself; that it was killed is said by others."""
SUFFERED = ("waiting", "lost_peer", "communication", "stopped")
"""Roles of those who failed because of another."""


@frozen
class Attribution:
    """The ranks, and what led to them."""

    ranks: Ranks
    event: RankEvent | None
    """The initiating rank's failure; None when no rank is named, or it left no words."""
    events: tuple[RankEvent, ...]
    """Of the attempt in which the failure began."""
    missing_facts: tuple[MissingFact, ...] = ()
    how: How = "unknown"
    """By what the initiating rank is told from the others."""


def attribute(findings: Findings) -> Attribution:
    """Returns which rank failed first, as far as the findings tell."""
    roster = roster_of(findings)
    findings = evolve(findings, reports=tuple(evolve(r, rank=roster.of_report(r)) for r in findings.reports))
    everything = events_of(findings, roster)
    if not roster.ranks:
        return Attribution(_nameless(everything, roster), None, tuple(everything))
    events, attempts = first_attempt(everything, findings)
    events = _with_unnamed(events, findings.reports, roster)
    if not any(e.role not in ("harmless", "stopped") for e in events):
        ended = [e for e in everything if e.role == "stopped"]
        if ended:
            why = f"the ranks were stopped from outside: “{ended[0].text.strip()[:120]}”"
            stopped = sorted({e.rank for e in ended if e.rank is not None})
            return Attribution(evolve(_none("unknown", why, roster), collateral=stopped), None, tuple(events))
        return Attribution(_none("none", "several ranks, and none says that it failed", roster), None, tuple(events))
    ahead = skews(findings, roster)
    decision = decide(events, findings, roster, Order(ahead))
    collateral = _collateral(events, decision, roster)
    heard = {e.rank for e in events if e.traceback is not None or e.role in _SPOKEN}
    # Where nobody is named, whoever says nothing may be the one.
    suspects = roster.world if decision.rank is None else {decision.rank, *decision.alike}
    silent = sorted(suspects - heard) if any(e.role in SUFFERED for e in events) else []
    details = [_detail(e, decision) for e in _first_words(events)]
    ranks = Ranks(
        status="named" if decision.rank is not None else "unknown",
        total=len(roster.world) if roster.total else None,
        initiating=decision.rank,
        initiating_host=roster.hosts.get(decision.rank) if decision.rank is not None else None,
        clock_skew_s=ahead,
        collateral=collateral,
        silent=silent,
        why=decision.why,
        details=details,
        attempts=attempts,
    )
    return Attribution(ranks, decision.event, tuple(events), tuple(_missing(decision, roster, silent)), decision.how)


def _nameless(events: Sequence[RankEvent], roster: Roster) -> Ranks:
    """Returns the ranks of a log that names none: one process, unless a launcher or a world size tells of several."""
    if roster.total or any(e.role == "launcher" or _is_of_launcher(e) for e in events):
        return _none("unknown", "several processes, and no line tells which of them wrote it", roster)
    return _none("single-process", "one process: the log names no ranks", roster)


def _is_of_launcher(event: RankEvent) -> bool:
    """Whether a launcher says it, of itself or of its children."""
    if event.report is not None:
        return event.report.kind in ("exit", "stopped")
    frames = event.traceback.frames if event.traceback else ()
    return any("torch/distributed/run" in frame.file or "torch/distributed/launch" in frame.file for frame in frames)


def _none(status: str, why: str, roster: Roster) -> Ranks:
    return Ranks(
        status=status,  # type: ignore[arg-type]
        total=roster.total,
        initiating=None,
        initiating_host=None,
        clock_skew_s={},
        collateral=[],
        silent=[],
        why=why,
        details=[],
        attempts=1,
    )


OWNED_WITHIN = 60
"""Lines between a word on whose traceback follows and the traceback's end."""


def _owned(event: RankEvent, owners: Sequence[Report]) -> RankEvent:
    """Gives a traceback to the rank that a line above it, or inside it, names."""
    near = [o for o in owners if o.record.file == event.file and 0 <= event.end_line - o.record.line <= OWNED_WITHIN]
    return evolve(event, rank=near[-1].rank) if near else event


def _with_unnamed(events: Sequence[RankEvent], reports: Sequence[Report], roster: Roster) -> list[RankEvent]:
    """Gives a failure without a rank to the one that a line names, or that alone ended by itself."""
    owners = [r for r in reports if r.kind == "owner" and r.rank is not None]
    owners += [Report("owner", row.record, row.rank) for row in roster.rows]
    owners.sort(key=lambda o: (o.record.file, o.record.line))
    events = [_owned(e, owners) if e.rank is None and e.traceback is not None else e for e in events]
    own = [e for e in events if e.role == "own" and e.traceback is not None]
    ended = {row.rank for row in roster.rows if row.exitcode not in (None, -15)}
    if not ended:
        ended = {r.rank for r in reports if r.kind in ("exit", "blamed") and r.rank is not None}
    unnamed = [e for e in own if e.rank is None]
    if len(ended) != 1 or not unnamed or any(e.rank is not None for e in own):
        return list(events)
    rank = next(iter(ended))
    return [evolve(e, rank=rank) if e is unnamed[0] else e for e in events]


def _collateral(events: Sequence[RankEvent], decision: Decision, roster: Roster) -> list[int]:
    if decision.rank is None:
        return []
    suffered = {e.rank for e in events if e.role in SUFFERED and e.rank is not None}
    if decision.how == "check":
        # What the others raised is the check that found the difference.
        suffered |= {e.rank for e in events if e.role == "own" and e.rank is not None}
    suffered |= _stopped_on_one_node(events, roster)
    return sorted(suffered - {decision.rank, *decision.alike})


def _stopped_on_one_node(events: Sequence[RankEvent], roster: Roster) -> set[int]:
    """Returns all ranks of a single node whose launcher stopped every process but the one that ended by itself.

    It names the stopped ones by their pids only.
    """
    stopped = {e.report.values["pid"] for e in events if e.report is not None and e.report.kind == "stopped"}
    exits = [e for e in events if e.report is not None and e.report.kind == "exit"]
    locals_ = [int(e.report.values["local"]) for e in exits if e.report is not None and "local" in e.report.values]
    if not stopped or len(exits) != 1 or not locals_:
        return set()
    processes = len(stopped) + 1
    if len(roster.world) == processes:
        return set(roster.world)
    return set(range(processes)) if locals_[0] == processes - 1 and roster.world <= set(range(processes)) else set()


def _first_words(events: Sequence[RankEvent]) -> list[RankEvent]:
    strength = {"killed": 0, "own": 1, "crash": 1, "communication": 2, "waiting": 2, "lost_peer": 3, "stopped": 4}
    best: dict[int, RankEvent] = {}
    for event in events:
        if event.rank is None or event.role not in strength:
            continue
        known = best.get(event.rank)
        if known is None or strength[event.role] < strength[known.role]:
            best[event.rank] = event
    return [best[rank] for rank in sorted(best)]


def _detail(event: RankEvent, decision: Decision) -> RankDetail:
    assert event.rank is not None
    initiating = event.rank == decision.rank or event.rank in decision.alike
    return RankDetail(
        rank=event.rank,
        host=event.host,
        role="initiating" if initiating else "collateral",
        time=event.time,
        file=event.file,
        line=event.line,
        text=event.text.split("\n", 1)[0],
    )


def _missing(decision: Decision, roster: Roster, silent: Sequence[int]) -> list[MissingFact]:
    facts = []
    if decision.how == "launcher":
        facts.append(
            MissingFact(
                "the ranks' own output: only the launcher's table is here",
                "decorate main() with `@record` of torch.distributed.elastic.multiprocessing.errors, or start torchrun "
                "with `--tee 3 --log-dir logs`",
            )
        )
    elif decision.rank is None and silent and len(silent) < len(roster.world):
        facts.append(
            MissingFact(
                f"how {_names(silent)} ended, which left no last words",
                "add the launcher's own output (exit codes and signals), or `dmesg -T` and the scheduler's record",
            )
        )
    if decision.rank is None and roster.unread:
        how = "make its file readable, or run this as the user who owns it"
        facts.append(MissingFact(f"what {_names(sorted(roster.unread))} printed: the file can't be read", how))
    unheard = sorted(roster.world - roster.ranks - roster.unread)
    if decision.rank is None and unheard:
        how = "give the files of all nodes, or the folder that holds them"
        facts.append(MissingFact(f"the logs of {_names(unheard)}", how))
    return facts


def _names(ranks: Sequence[int]) -> str:
    shown = ", ".join(map(str, ranks[:8])) + (", …" if len(ranks) > 8 else "")
    return f"rank {shown}" if len(ranks) == 1 else f"ranks {shown}"
