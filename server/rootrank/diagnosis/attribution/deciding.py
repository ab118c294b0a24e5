"""Decides which rank failed first, by these rules, the strongest first.

1. The host, the scheduler or a memory monitor ended a rank: that comes before the rank's own last words.
2. A rank raised or crashed by itself while others lost their peer, waited or were stopped.
3. Ranks that did different things: a check of DDP's or c10d's names them, or they waited in different collectives.
4. All waited for someone: who never arrived; who counted fewer steps.
5. One rank's collective library failed where the others only waited.

A launcher's blame alone decides nothing: it names the end that it saw first.

Of several ranks that failed alike at the same time the lowest stands for them, and ``why`` says so. Where all did,
several never came, or several failed by themselves and nothing orders them, nobody is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.diagnosis.attribution.odd import How, Odd, odd_by_collective, odd_by_count, odd_by_place, odd_by_report
from rootrank.diagnosis.attribution.order import Order
from rootrank.diagnosis.attribution.roster import Roster
from rootrank.diagnosis.attribution.table import Row
from rootrank.model.finding import Findings
from rootrank.reading.stamps import gap, moment

_BY_OTHERS = frozenset({None, -15, -6, 143, 134})
"""Exit codes of those whom a launcher stopped, or a watchdog because of others."""
CLEARLY_S = 2.0
"""Seconds between two launchers' words that are no rounding: they count whole seconds."""


@frozen
class Decision:
    """Which rank failed first, as far as the logs tell."""

    rank: int | None
    why: str
    how: How
    event: RankEvent | None = None
    """What shows it."""
    alike: tuple[int, ...] = ()
    """Ranks that failed in the same way as the one named, at the same time."""


def decide(events: Sequence[RankEvent], findings: Findings, roster: Roster, order: Order) -> Decision:
    """Returns the decision over the events of one attempt."""
    decision = _host(events, order) or _own(events, roster, order)
    if decision is not None:
        return decision
    waiting = [e for e in events if e.role == "waiting"]
    if any(e.role == "shared" for e in events) and not waiting:
        shown = next(e for e in events if e.role == "shared")
        return Decision(None, "this mistake comes up on every rank, whichever says it first", "alike", shown)
    odd = odd_by_report(findings.reports, roster.ranks) or odd_by_collective(waiting)
    if odd is None:
        odd = _absent(events, roster) or odd_by_place(waiting)
    if odd is None and not any(e.role == "own" for e in events):
        odd = odd_by_count(findings.counts, roster.ranks)
    if odd is not None:
        return _of_odd(odd, events, findings)
    return _communication(events) or _left_open(events, roster, waiting)


def _left_open(events: Sequence[RankEvent], roster: Roster, waiting: Sequence[RankEvent]) -> Decision:
    """Says why nobody is named, or whom only a launcher can tell."""
    alone = _launcher(roster)
    if alone is not None and not waiting and not any(e.traceback is not None and e.role != "launcher" for e in events):
        return alone
    if waiting and roster.world and {e.rank for e in waiting} >= roster.world:
        return Decision(None, "every rank waited in the same collective until the time-out", "waiting")
    if waiting:
        why = "ranks waited for a peer until the time-out, and the logs don't say how many ranks there are"
        return Decision(None, why, "waiting")
    if any(e.role in ("own", "crash") for e in events):
        return Decision(None, "the lines of the failure don't say which rank wrote them", "unknown")
    return Decision(None, "no rank's own failure is in the log", "unknown")


def _host(events: Sequence[RankEvent], order: Order) -> Decision | None:
    killed = [e for e in events if e.role == "killed" and e.rank is not None]
    if not killed:
        return None
    first, certain = order.first(killed)
    if not certain:
        return Decision(None, f"the host or its scheduler ended several: “{_quoted(first)}”", "host", first)
    return Decision(first.rank, f"the host or its scheduler ended it: “{_quoted(first)}”", "host", first)


def _own(events: Sequence[RankEvent], roster: Roster, order: Order) -> Decision | None:
    own = [e for e in events if e.role in ("own", "crash") and e.rank is not None]
    if not own or _checked(own):
        return None
    first, certain = order.first(own)
    ranks = sorted({e.rank for e in own if e.rank is not None})
    kinds = {e.kind for e in own if e.rank == first.rank and (e.traceback or e.role == "crash")}
    likes = [e for e in own if e.kind in kinds and e.rank is not None]
    alike = sorted({e.rank for e in likes if e.rank is not None})
    suffered = {e.rank for e in events if e.role not in ("own", "crash", "launcher", "harmless")} - set(ranks)
    if len(ranks) == 1:
        return Decision(first.rank, _only(first, suffered), "own", first)
    if len(alike) > 1 and not _apart(likes, events, order):
        if set(alike) >= roster.ranks:
            return Decision(None, "every rank failed in the same way: the cause is in what they share", "alike", first)
        lowest = next(e for e in likes if e.rank == alike[0])
        names = ", ".join(map(str, alike))
        why = f"ranks {names} failed in the same way, and nothing tells their order"
        return Decision(alike[0], why, "own", lowest, tuple(alike[1:]))
    if certain:
        how = "by its time stamp" if first.time else "in the order of the merged output, which has no times"
        return Decision(first.rank, f"the first of {len(ranks)} ranks with a failure of their own, {how}", "own", first)
    return Decision(None, "several ranks failed by themselves, and nothing in the logs tells which came first", "own")


def _checked(own: Sequence[RankEvent]) -> bool:
    """Whether all that was raised are checks that compare ranks: then who raises is not who is wrong."""
    return all(
        e.traceback is not None
        and any(
            word in e.traceback.message
            for word in (
                "DDP expects same model",
                "appears not to match",
                "Detected mismatch between collectives",
                "op.preamble.length <= op.nbytes",
            )
        )
        for e in own
    )


def _apart(same: Sequence[RankEvent], events: Sequence[RankEvent], order: Order) -> bool:
    """Whether a time, or another's reaction in between, tells that the first failure came before its likes."""
    first, certain = order.first(same)
    if not certain:
        return False
    rest = [e for e in same if e.rank != first.rank]
    if first.time and all(e.time for e in rest) and order.timed(first, rest[0]):
        return True
    return any(
        e.file == first.file and first.end_line < e.line < min(r.line for r in rest)
        for e in events
        if e.role not in ("own", "crash", "harmless")
    )


def _only(event: RankEvent, suffered: set[int | None]) -> str:
    if event.role == "crash" and event.traceback is None:
        return f"it was killed or crashed: “{_quoted(event)}”"
    if suffered - {None}:
        return "the only rank with a failure of its own; the others lost their peer, waited for it, or were stopped"
    return "the only rank that failed"


def _absent(events: Sequence[RankEvent], roster: Roster) -> Odd | None:
    """Returns the ranks that are not among those who waited or lost a peer, while most of the world is."""
    suffered = {e.rank for e in events if e.role in ("waiting", "lost_peer", "communication") and e.rank is not None}
    missing = roster.world - suffered
    if not suffered or not missing or missing & roster.unread:
        return None
    by_itself = missing & {row.rank for row in roster.rows if row.exitcode not in _BY_OTHERS}
    if len(by_itself) == 1:
        rank = next(iter(by_itself))
        return Odd((rank,), "absent", f"rank {rank} ended by itself, and the others lost it or waited for it")
    if len(missing) >= len(suffered):
        return None
    ranks = tuple(sorted(missing))
    names = f"rank {ranks[0]}" if len(ranks) == 1 else f"ranks {', '.join(map(str, ranks))}"
    return Odd(ranks, "absent", f"{names} never came to where the others waited, and says nothing of a lost peer")


def _of_odd(odd: Odd, events: Sequence[RankEvent], findings: Findings) -> Decision:
    if odd.how == "absent":
        if len(odd.ranks) > 1:
            return Decision(None, odd.why, "absent")
        odd = evolve(odd, why=odd.why + _last_words(odd.ranks[0], findings))
    shown = next((e for e in events if e.rank == odd.ranks[0]), None)
    return Decision(odd.ranks[0], odd.why, odd.how, shown, odd.ranks[1:])


def _last_words(rank: int, findings: Findings) -> str:
    """Says what a rank printed last, as far as it was read: there it was while the others waited."""
    records = [count.record for count in findings.counts if count.rank == rank]
    records += [point.record for series in findings.series if series.rank == rank for point in series.points]
    if not records:
        return ""
    last = max(records, key=lambda record: (record.file, record.line))
    return f"; the last that it printed is “{last.text.strip()[:100]}”"


def _communication(events: Sequence[RankEvent]) -> Decision | None:
    """One rank's collective library failed, and the others only waited for it or lost it."""
    failed = [e for e in events if e.role == "communication" and e.rank is not None]
    ranks = {e.rank for e in failed}
    if len(ranks) != 1 or not any(e.role in ("waiting", "lost_peer") and e.rank not in ranks for e in events):
        return None
    return Decision(
        failed[0].rank, "its collective library failed; the others waited for it or lost it", "communication", failed[0]
    )


def _launcher(roster: Roster) -> Decision | None:
    """Says whom the launcher blames, when nothing else is known.

    That is no proof: it names the child that ended first, which may be one that lost its peer.
    """
    roots = [row for row in roster.rows if row.root]
    if not roots:
        return None
    blamed = roots[0]
    early = _earlier_agent(roots)
    if early is not None:
        why = f"its launcher saw it end at {early.time}, before any other launcher saw an end"
        return Decision(early.rank, why, "launcher")
    said = f"it names rank {blamed.rank} (exit code {blamed.exitcode}), the first end that it saw"
    return Decision(None, f"only torchrun's table is here: {said}, which may be a rank that lost its peer", "launcher")


def _earlier_agent(roots: Sequence[Row]) -> Row | None:
    """Returns the row of the launcher, one of several, that saw an end clearly before the others did."""
    times = [(row, when) for row in roots if row.time and (when := moment(row.time))]
    if len(times) < 2 or len(times) < len(roots):
        return None
    times.sort(key=lambda pair: pair[1].seconds)
    seconds = gap(times[0][1], times[1][1])
    return times[0][0] if seconds is not None and seconds > CLEARLY_S else None


def _quoted(event: RankEvent) -> str:
    return event.text.strip()[:120]
