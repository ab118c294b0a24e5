"""The sentences on one initiating rank, and the facts of the dumps behind them."""

from __future__ import annotations

from collections.abc import Sequence

from rootrank.diagnosis.recorder.culprits import Culprits
from rootrank.diagnosis.recorder.progress import Progress, peer_of
from rootrank.diagnosis.recorder.verdict import RecorderEvidence
from rootrank.diagnosis.recorder.waits import Stale, Wait
from rootrank.diagnosis.recorder.wording import capital, operation_text, ranks_text
from rootrank.reading.recorder import Entry, UnreadDump

_MAX_QUOTED = 3
"""Dumps that are quoted for one fact; the other ranks' say the same."""


def waited_for(progress: Progress, rank: int, on: Sequence[Wait], culprits: Culprits) -> str:
    """Say what ``rank`` did not do, who waits, and what its own record says about why."""
    first, stale = on[0], culprits.stale.get(rank)
    waiters = ranks_text({wait.rank for wait in on if wait.entry.seq == first.entry.seq and wait.group is first.group})
    waiters += " waits" if " and " not in waiters and "ranks" not in waiters else " wait"
    operation = operation_text(first.entry, first.group)
    if first.reason == "not_reached":
        text = f"Rank {rank} issued {operation}, in which {waiters}, but its device did not begin it."
        return f"{text} Something before it on that device doesn't finish."
    did = "never issued its side of" if first.entry.p2p else "never issued"
    text = f"Rank {rank} {did} {operation}, in which {waiters}{_last(first, culprits)}."
    if stale:
        return f"{text} {_ended_early(stale)}"
    if not _pending(progress, rank):
        return f"{text} All that it did issue is finished, so its process stopped, not its device."
    return f"{text} No other rank's delay explains that."


def _last(wait: Wait, culprits: Culprits) -> str:
    last = wait.group.last_common(culprits.stale)
    return "" if last is None or wait.entry.p2p else f"; the last that all finished is number {last}"


def stopped(stale: Stale) -> str:
    """Say of a rank that issued all it had to that its record ended before its peers'."""
    return f"Rank {stale.rank} issued what its peers issued. {_ended_early(stale)}"


def _ended_early(stale: Stale) -> str:
    return (
        f"Its record shows {operation_text(stale.entry, stale.group, sizes=False)} unfinished, which rank {stale.peer}"
        f" finished with it: rank {stale.rank} could no longer see its GPU's progress, as after a CUDA error,"
        " or wrote its dump before the others."
    )


def no_dump(ranks: Sequence[int], culprits: Culprits, unread: Sequence[UnreadDump]) -> str:
    """Say that the waits lead to these ranks, which have no dump."""
    asked = [found for found in culprits.unanswered if set(found[3]) <= set(ranks)]
    waiters = {found[0] for found in asked}
    _, entry, group, absent = min(asked, key=lambda found: (found[1].created or 0, found[0]))
    text = f"{capital(ranks_text(waiters))} wait{'s' if len(waiters) == 1 else ''} for {ranks_text(ranks)}"
    text += f", first in {operation_text(entry, group)}, and {ranks_text(absent)} left no dump"
    reasons = [dump.file for dump in unread if dump.rank in ranks]
    if reasons:
        return f"{text} that can be read ({', '.join(reasons[:_MAX_QUOTED])})."
    gone = "it" if len(ranks) == 1 else "they"
    return f"{text}: {gone} ended before writing one, or the files weren't collected."


def evidence_on(progress: Progress, rank: int, on: Sequence[Wait], culprits: Culprits) -> list[RecorderEvidence]:
    """Quote the dumps of ranks that wait for ``rank``, and its own."""
    found = [_waits(progress, wait) for wait in on[:_MAX_QUOTED]]
    if on:
        found.append(_own(progress, rank, on[0]))
    stale = culprits.stale.get(rank)
    if stale:
        found += _of_stale(progress, stale)
    if rank in culprits.absent:
        for waiter, entry, group, absent in culprits.unanswered[:_MAX_QUOTED]:
            if rank in absent:
                text = f"waits in {operation_text(entry, group)}; {ranks_text(absent)} left no dump"
                found.append(RecorderEvidence(progress.file(waiter), waiter, text))
    return found


def _waits(progress: Progress, wait: Wait) -> RecorderEvidence:
    text = f"{operation_text(wait.entry, wait.group)} is {wait.entry.state}, not finished{place(wait.entry)}"
    return RecorderEvidence(progress.file(wait.rank), wait.rank, text)


def _own(progress: Progress, rank: int, wait: Wait) -> RecorderEvidence:
    part = wait.group.parts[rank]
    if wait.entry.p2p:
        back = [entry for entry in part.p2p if (found := peer_of(entry, wait.group)) and found[1] == wait.rank]
        text = f"has {len(back)} unfinished sends or receives with rank {wait.rank} in group {wait.group.name}"
    elif part.issued is None:
        text = f"has no collective of group {wait.group.name}"
    else:
        text = f"last issued number {part.issued} of group {wait.group.name}"
    pending = _pending(progress, rank)
    return RecorderEvidence(progress.file(rank), rank, f"{text}; {pending or 'no'} operations unfinished")


def _of_stale(progress: Progress, stale: Stale) -> list[RecorderEvidence]:
    operation = operation_text(stale.entry, stale.group, sizes=False)
    return [
        RecorderEvidence(progress.file(stale.rank), stale.rank, f"{operation} is {stale.entry.state}, not finished"),
        RecorderEvidence(progress.file(stale.peer), stale.peer, f"has finished up to number {stale.proven} there"),
    ]


def _pending(progress: Progress, rank: int) -> int:
    return sum(entry.pending for entry in progress.dumps[rank].entries)


def place(entry: Entry) -> str:
    """Return the innermost frame outside PyTorch that issued the operation, as ``, issued at f (train.py:3)``."""
    for frame in entry.frames:
        if "/torch/" not in frame.file and not frame.file.endswith((".cpp", ".h")):
            return f", issued at {frame.function} ({frame.file}:{frame.line})"
    return ""


def of_unread(unread: Sequence[UnreadDump]) -> list[RecorderEvidence]:
    """Quote why dumps could not be read."""
    return [RecorderEvidence(dump.file, dump.rank, dump.reason) for dump in unread]
