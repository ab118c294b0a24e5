"""From waits to ranks: the ones that no other rank's delay explains, or the ones among which the dumps can't tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from attrs import field, frozen

from rootrank.diagnosis.recorder.overtaking import WITNESSES, Overtaking
from rootrank.diagnosis.recorder.progress import Group, Progress, peer_of
from rootrank.diagnosis.recorder.waits import Stale, Wait, ends, stale_ranks, unanswered, waits
from rootrank.reading.recorder import Entry

_FEW = 4
"""Where at most one rank in so many left no dump, its absence is telling; where more did, files weren't collected."""


@frozen(slots=True)
class Culprits:
    """What following the waits leads to."""

    named: tuple[int, ...] = ()
    """Ranks with dumps that no other rank's delay explains."""
    absent: tuple[int, ...] = ()
    """Ranks without a dump that are the only ones left to explain an operation."""
    open: tuple[int, ...] = ()
    """Ranks among which the dumps can't tell."""
    circle: tuple[int, ...] = ()
    """Ranks that wait for each other."""
    stale: dict[int, Stale] = field(factory=dict, hash=False)
    """Ranks whose record stopped before what their peers prove, with the proof."""
    overtaken: tuple[int, ...] = ()
    """Ranks that wait only in operations that the others in their place came past."""
    waits: tuple[Wait, ...] = ()
    unanswered: tuple[tuple[int, Entry, Group, tuple[int, ...]], ...] = ()


def find(progress: Progress) -> Culprits:
    """Follow the waits to their ends."""
    stale = stale_ranks(progress)
    if len(stale) * 2 > len(progress.dumps):
        # Most records can't have stopped early; these dumps were not taken of one standstill.
        stale = {}
    found = waits(progress, stale)
    overtaking = Overtaking(progress, stale)
    edges = [wait for wait in found if not overtaking.overtaken(wait.rank, wait.entry, wait.group)]
    alone, circle = _alone(edges)
    # Where no wait leads anywhere, every rank that stands somewhere is asked.
    asked = unanswered(progress, ({*alone, *circle} or progress.first.keys()) - stale.keys())
    absent, unsure = _absent(progress, asked)
    # Ranks in a circle that also wait for a rank without a dump would wait for it alone, had it left one.
    circle = () if asked else circle
    # A rank that waits for one without a dump is explained by it.
    alone = tuple(rank for rank in alone if rank not in {question[0] for question in asked})
    named, together = _tell_apart(progress, alone, edges, stale, overtaking)
    if named:
        # A rank without a dump may just as well have waited for these.
        absent, unsure = (), ()
    named = tuple(sorted({*named, *_stopped_too(named, stale, anything_else=bool(named or absent))}))
    blamed = {*named, *absent}
    unsure += tuple(rank for ranks in together if not _held(progress, ranks, blamed) for rank in ranks)
    return Culprits(
        named=named,
        absent=absent,
        open=tuple(sorted(set(unsure) - blamed)),
        circle=circle,
        stale=stale,
        overtaken=tuple(sorted({wait.rank for wait in found} - {wait.rank for wait in edges})),
        waits=tuple(found),
        unanswered=tuple(asked),
    )


def _stopped_too(named: Iterable[int], stale: dict[int, Stale], *, anything_else: bool) -> tuple[int, ...]:
    """Return the ranks that are named for their stopped record.

    One stopped record in a standstill is that of a rank that failed before the others noticed. Where the waits lead to
    such a rank, the others with the same sign failed in the same way; where they lead nowhere, the sign stands alone.
    Where they lead to a rank without it, the sign may be a neighbour's that died of the loss, and names no one.
    """
    return tuple(stale) if not anything_else or any(rank in stale for rank in named) else ()


def _alone(edges: list[Wait]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks at which the waits end, and those that wait in a circle."""
    alone: list[int] = []
    circle: list[int] = []
    for component in ends(edges):
        if len(component) == 1:
            alone += component
            continue
        broken = _broken(set(component), edges)
        alone += broken
        circle += [] if broken else component
    return tuple(sorted(alone)), tuple(sorted(circle))


def _broken(component: set[int], edges: list[Wait]) -> list[int]:
    """Return where a circle ends once the sends and receives of ranks that are missed in a collective are left out.

    Sends and receives are posted ahead; a rank that stopped is missed in the collectives of its own stage, one that
    only waits for the stage that stopped is missed in none.
    """
    missed = {wait.on for wait in edges if wait.on in component and wait.reason == "not_issued" and not wait.entry.p2p}
    if not missed or missed == component:
        return []
    inner = [
        wait
        for wait in edges
        if {wait.rank, wait.on} <= component and not (wait.entry.p2p and wait.rank in missed and wait.on not in missed)
    ]
    return [rank for end in ends(inner) if len(end) == 1 for rank in end if rank in missed]


def _tell_apart(
    progress: Progress, alone: tuple[int, ...], edges: list[Wait], stale: Iterable[int], overtaking: Overtaking
) -> tuple[tuple[int, ...], list[set[int]]]:
    """Split the ends into ranks that stand for themselves and sets that stand in one unfinished operation together.

    Of ranks that all issued an operation that doesn't finish, one may hold up the others on its GPU without a trace.
    """
    not_begun = {wait.on for wait in edges if wait.reason == "not_reached" and wait.entry.started}
    named = {rank for rank in alone if rank in not_begun or rank in stale or rank not in progress.first}
    together: dict[Hashable, set[int]] = defaultdict(set)
    for rank in set(alone) - named:
        standing = progress.first[rank]
        # One witness is enough here: that the rank is behind it is known, only not why.
        witnesses = WITNESSES if standing.entry.p2p else 1
        if overtaking.overtaken(rank, standing.entry, standing.group, witnesses=witnesses):
            named.add(rank)
        else:
            together[standing.key].add(rank)
    standing_at: dict[Hashable, set[int]] = defaultdict(set)
    for rank, standing in progress.first.items():
        standing_at[standing.key].add(rank)
        # The other side of a send stands elsewhere, as sends are left to themselves.
        other = peer_of(standing.entry, standing.group) if standing.entry.p2p else None
        standing_at[standing.key] |= {other[1]} if other else set()
    return tuple(named), [ranks | standing_at[key] for key, ranks in together.items()]


def _held(progress: Progress, ranks: Iterable[int], blamed: set[int]) -> bool:
    """Tell whether one of the ranks has an unfinished operation together with a rank that is blamed already."""
    for rank in ranks:
        for group, part in progress.of_rank(rank):
            if part.pending and blamed.intersection(group.ranks):
                return True
            if any((peer := peer_of(entry, group)) and peer[1] in blamed for entry in part.p2p):
                return True
    return False


def _absent(
    progress: Progress, found: list[tuple[int, Entry, Group, tuple[int, ...]]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks without a dump that are waited for, and those among which it can't be told."""
    sure = {ranks[0] for *_, ranks in found if len(ranks) == 1}
    shared = {rank for *_, ranks in found if not sure.intersection(ranks) for rank in ranks}
    if len(progress.missing) * _FEW <= len(progress.missing) + len(progress.dumps):
        return tuple(sorted(sure | shared)), ()
    return tuple(sorted(sure)), tuple(sorted(shared))
