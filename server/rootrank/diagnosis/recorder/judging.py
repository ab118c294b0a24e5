"""Judges the dumps of several ranks: where they part, which ranks the others waited for, and why."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from rootrank.diagnosis.recorder.culprits import Culprits, find
from rootrank.diagnosis.recorder.mismatch import Mismatch, first_mismatch
from rootrank.diagnosis.recorder.progress import Group, Progress, measure
from rootrank.diagnosis.recorder.telling import evidence_on, no_dump, of_unread, place, stopped, waited_for
from rootrank.diagnosis.recorder.verdict import Certainty, Kind, RecorderEvidence, RecorderOperation, RecorderVerdict
from rootrank.diagnosis.recorder.waits import Wait
from rootrank.diagnosis.recorder.wording import capital, group_text, listed, operation_text, ranks_text, sizes_text
from rootrank.reading.recorder import Entry, RankDump, UnreadDump

_MAX_QUOTED = 3
"""Ranks quoted for one side of a difference."""
_MAX_TOLD = 8
"""Initiating ranks with a sentence and evidence of their own."""
_Place = tuple[Entry, Group]


def judge(dumps: Sequence[RankDump], unread: Sequence[UnreadDump] = ()) -> RecorderVerdict | None:
    """Return what the dumps show together; None without a dump.

    ``unread`` are dumps that are there and could not be read: their ranks count as ranks without a dump.
    """
    if not dumps:
        return None
    progress = measure(dumps)
    mismatch = first_mismatch(progress)
    if mismatch:
        return _of_mismatch(progress, mismatch, unread)
    culprits = find(progress)
    if culprits.named or culprits.absent:
        return _of_named(progress, culprits, unread)
    return _of_open(progress, culprits, unread)


def _of_mismatch(progress: Progress, mismatch: Mismatch, unread: Sequence[UnreadDump]) -> RecorderVerdict:
    group, odd = mismatch.group, mismatch.odd
    involved = tuple(sorted(rank for _, ranks in mismatch.sides for rank in ranks))
    sides = [f"{ranks_text(ranks)} issued {_variant(mismatch, entry)}" for entry, ranks in mismatch.sides]
    why = f"Under number {mismatch.seq} of {group_text(group)}, {listed(sides)}."
    if odd:
        why += f" {capital(ranks_text(odd))} left the others' path there, or one operation before it."
    else:
        why += " No side is the majority, so the dumps can't tell which of them left the common path."
    evidence = [
        RecorderEvidence(
            progress.file(rank),
            rank,
            f"number {mismatch.seq}: {_variant(mismatch, entry)}, {entry.state}{place(entry)}",
        )
        for entry, ranks in reversed(mismatch.sides)
        for rank in ranks[:_MAX_QUOTED]
    ]
    return RecorderVerdict(
        kind="mismatch",
        certainty="shown" if odd else "open",
        initiating=odd,
        candidates=() if odd else involved,
        collateral=_collateral(progress, odd or involved),
        operation=_operation((mismatch.sides[0][0], group), ()),
        why=why,
        evidence=(*evidence, *of_unread(unread)),
        missing=progress.missing,
    )


def _variant(mismatch: Mismatch, entry: Entry) -> str:
    if mismatch.difference == "operation":
        return entry.op
    if mismatch.difference == "type":
        return f"{entry.op} of {listed(list(entry.input_dtypes or ()))}"
    return f"{entry.op} of {sizes_text(entry)}"


def _of_named(progress: Progress, culprits: Culprits, unread: Sequence[UnreadDump]) -> RecorderVerdict:
    initiating = tuple(sorted({*culprits.named, *culprits.absent}))
    sentences: list[str] = []
    evidence: list[RecorderEvidence] = []
    places: list[_Place] = []
    for rank in initiating[:_MAX_TOLD]:
        on = _waits_on(culprits, rank)
        if on:
            sentences.append(waited_for(progress, rank, on, culprits))
            places.append((on[0].entry, on[0].group))
        elif rank in culprits.stale:
            sentences.append(stopped(culprits.stale[rank]))
        evidence += evidence_on(progress, rank, on, culprits)
    if len(culprits.named) > _MAX_TOLD:
        sentences.append(f"The same holds for {ranks_text(culprits.named[_MAX_TOLD:])}.")
    if culprits.absent:
        sentences.append(no_dump(culprits.absent, culprits, unread))
        places += [(entry, group) for _, entry, group, ranks in culprits.unanswered if set(ranks) <= set(initiating)]
    others = set(progress.missing) - set(initiating)
    if others and len(others) <= len(progress.dumps):
        sentences.append(f"{capital(ranks_text(others))} left no dump and may have waited as well.")
    places = places or [(stale.entry, stale.group) for stale in culprits.stale.values()]
    if culprits.open:
        sentences.append(f"Among {ranks_text(culprits.open)} there may be another; the dumps can't tell.")
    return RecorderVerdict(
        kind=_kind(culprits),
        certainty=_certainty(progress, culprits),
        initiating=initiating,
        candidates=culprits.open,
        collateral=_collateral(progress, initiating),
        operation=_operation(_first(places), culprits.stale),
        why=" ".join(sentences),
        evidence=(*evidence, *of_unread(unread)),
        missing=progress.missing,
    )


def _waits_on(culprits: Culprits, rank: int) -> list[Wait]:
    found = [wait for wait in culprits.waits if wait.on == rank]
    # A collective says more than a send, which is posted ahead.
    return sorted(found, key=lambda w: (w.reason != "not_issued", w.entry.p2p, w.entry.created or 0, w.rank))


def _kind(culprits: Culprits) -> Kind:
    reasons = {wait.reason for wait in culprits.waits if wait.on in culprits.named}
    if "not_issued" in reasons:
        return "not_issued"
    if "not_reached" in reasons:
        return "not_reached"
    return "stopped_reporting" if culprits.named else "no_dump"


def _certainty(progress: Progress, culprits: Culprits) -> Certainty:
    """Return how sure the naming is: only a rank that waits for none and is waited for is proven."""
    if culprits.absent and len(progress.missing) > len(progress.dumps):
        return "open"
    proven = {wait.on for wait in culprits.waits} - set(culprits.overtaken)
    return "shown" if not culprits.absent and proven.issuperset(culprits.named) else "inferred"


def _of_open(progress: Progress, culprits: Culprits, unread: Sequence[UnreadDump]) -> RecorderVerdict:
    standing = [(rank, at.entry, at.group) for rank, at in progress.first.items()]
    inner = [wait for wait in culprits.waits if wait.rank in culprits.circle and wait.on in culprits.circle]
    kind: Kind
    if inner:
        kind, candidates = "deadlock", culprits.circle
        place_found: _Place | None = _first([(wait.entry, wait.group) for wait in inner])
        why = _circle_text(inner)
        quoted = [(wait.rank, wait.entry, wait.group) for wait in inner]
    elif not standing:
        kind, candidates, place_found, quoted = "no_divergence", (), None, []
        why = _calm_text(progress)
    else:
        gone = [found for found in culprits.unanswered if set(found[3]) & set(culprits.open)]
        at = [found for found in standing if found[0] in culprits.open] or _waiting_places(gone) or standing
        _, entry, group = min(at, key=lambda found: (found[1].created or 0, found[0]))
        place_found = (entry, group)
        kind = "no_dump" if gone else "stuck"
        candidates = culprits.open or _standing_with(progress, entry)
        why = _stuck_text(progress, place_found, candidates, gone=bool(gone))
        quoted = [found for found in standing if found[0] in candidates] or at
    return RecorderVerdict(
        kind=kind,
        certainty="open",
        initiating=(),
        candidates=candidates,
        collateral=_collateral(progress, candidates) if candidates else (),
        operation=_operation(place_found, culprits.stale) if place_found else None,
        why=why,
        evidence=(
            *(
                RecorderEvidence(progress.file(r), r, f"{operation_text(e, g)} is {e.state}, not finished{place(e)}")
                for r, e, g in quoted[:_MAX_QUOTED]
            ),
            *of_unread(unread),
        ),
        missing=progress.missing,
    )


def _standing_with(progress: Progress, entry: Entry) -> tuple[int, ...]:
    keys = {at.key for at in progress.first.values() if at.entry is entry}
    return tuple(sorted(rank for rank, at in progress.first.items() if at.key in keys))


def _waiting_places(gone: Iterable[tuple[int, Entry, Group, tuple[int, ...]]]) -> list[tuple[int, Entry, Group]]:
    """Return who waits in what for ranks without a dump."""
    return [(rank, entry, group) for rank, entry, group, _ in gone]


def _circle_text(inner: Sequence[Wait]) -> str:
    waiting = [f"rank {w.rank} waits for rank {w.on} in {operation_text(w.entry, w.group)}" for w in inner[:4]]
    text = f"{capital(listed(waiting))}."
    if any(wait.entry.p2p or wait.reason != "not_issued" for wait in inner):
        return f"{text} They wait for each other; the dumps can't tell which of them stopped first."
    return f"{text} They wait for each other: they issue these operations in different order."


def _calm_text(progress: Progress) -> str:
    read = f"The {len(progress.dumps)} dumps" if len(progress.dumps) > 1 else "The one dump"
    if any(part.pending for group in progress.groups for part in group.parts.values()):
        return f"{read} show operations unfinished that a peer finished: they were not written at one standstill."
    text = f"{read} show no unfinished operation and no difference between ranks"
    if progress.missing:
        return f"{text}; {ranks_text(progress.missing)} left none, so what those did isn't known."
    return f"{text}: what stopped the run, if anything did, happened outside of collective operations."


def _stuck_text(progress: Progress, found: _Place, candidates: Sequence[int], *, gone: bool) -> str:
    operation = operation_text(*found)
    if gone:
        total = len(progress.dumps) + len(progress.missing)
        text = f"{capital(operation)} isn't finished, and {ranks_text(candidates)} left no dump that can be read"
        return (
            f"{text} ({len(progress.dumps)} of {total} ranks did), so it can't be told which of them is missing in it."
        )
    return (
        f"{capital(ranks_text(candidates))} issued {operation}, and none finished it. The dumps can't tell which of"
        " them holds it up: a rank whose GPU is busy or hung, or the network between them."
        " TORCH_NCCL_ENABLE_TIMING=1 records which ranks began it."
    )


def _first(places: Iterable[_Place]) -> _Place:
    return min(places, key=lambda found: (found[0].created or 0, found[1].name))


def _collateral(progress: Progress, blamed: Iterable[int]) -> tuple[int, ...]:
    others = progress.dumps.keys() - set(blamed)
    return tuple(sorted(r for r in others if any(entry.pending for entry in progress.dumps[r].entries)))


def _operation(found: _Place, stale: Container[int]) -> RecorderOperation:
    entry, group = found
    return RecorderOperation(
        op=entry.op,
        seq=entry.p2p_seq if entry.p2p else entry.seq,
        group=group.name,
        description=group.description,
        ranks=group.ranks,
        input_sizes=entry.input_sizes,
        output_sizes=entry.output_sizes,
        dtypes=entry.input_dtypes,
        last_finished=None if entry.p2p else group.last_common(stale),
    )
