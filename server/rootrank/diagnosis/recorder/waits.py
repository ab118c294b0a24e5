"""Who waits for whom: the edges that the dumps show, and the ranks where following them ends.

A rank waits for another when it issued an operation that the other, a member of the same group, did not issue; or
issued too, but behind something else that it hasn't finished. Only facts of the dumps make an edge, so a rank at
which all paths end is one whose own delay no other rank's delay explains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import frozen

from rootrank.diagnosis.recorder.progress import NEEDS_ALL, Group, Part, Progress, Standing, peer_of
from rootrank.reading.recorder import Entry

Reason = Literal["not_issued", "not_reached", "no_dump"]


@frozen(slots=True)
class Wait:
    """``rank`` can't finish ``entry`` because of ``on``."""

    rank: int
    on: int
    reason: Reason
    entry: Entry
    """As the waiting rank recorded it."""
    group: Group


@frozen(slots=True)
class Stale:
    """A rank whose record ends before what a peer finished, which the peer can't have done without it."""

    rank: int
    peer: int
    """The peer whose record proves it."""
    entry: Entry
    """The first operation that the rank's record shows unfinished and the peer's finished."""
    proven: int
    """Number up to which the peer finished the group's collectives."""
    group: Group


def stale_ranks(progress: Progress) -> dict[int, Stale]:
    """Return the ranks whose record stopped early.

    The recorder asks the GPU about every unfinished operation when it dumps; where the GPU can't be asked any more it
    logs the failure and leaves the operation unfinished (FlightRecorderDetail.hpp, ``update_state``). In a run that
    stands still for its whole timeout, all other records agree.
    """
    found: dict[int, Stale] = {}
    for group in progress.groups:
        proof = group.proof()
        if not proof:
            continue
        for rank, part in group.parts.items():
            seq = part.pending[0] if part.pending else None
            if seq is None or seq > proof[0]:
                continue
            entry = part.collectives[seq][0]
            held = found.get(rank)
            if entry.op in NEEDS_ALL and (held is None or entry.record < held.entry.record):
                found[rank] = Stale(rank, proof[1], entry, proof[0], group)
    return found


def waits(progress: Progress, stale: Iterable[int]) -> list[Wait]:
    """Return every wait between two ranks with dumps. A stale rank's own unfinished operations prove none."""
    deaf = set(stale)
    found: list[Wait] = []
    for group in progress.groups:
        for rank, part in group.parts.items():
            if rank not in deaf:
                found += _not_issued(group, rank, part)
                found += _p2p(group, rank, part)
    for rank, standing in progress.first.items():
        if rank not in deaf:
            found += _not_reached(progress, rank, standing, deaf)
    return found


def _not_issued(group: Group, rank: int, part: Part) -> Iterator[Wait]:
    if not part.pending:
        return
    proof = group.proof()
    done = proof[0] if proof else 0
    for other in group.parts:
        issued = group.parts[other].issued
        if other == rank or (issued is not None and issued >= part.pending[-1]):
            continue
        for seq in part.pending:
            entry = part.collectives[seq][0]
            if seq > done and group.issued(other, seq, entry.op) is False:
                yield Wait(rank, other, "not_issued", entry, group)
                break


def _p2p(group: Group, rank: int, part: Part) -> Iterator[Wait]:
    own: dict[tuple[str, int], list[Entry]] = defaultdict(list)
    for entry in part.p2p:
        place = peer_of(entry, group)
        if place and place[1] in group.parts:
            own[place].append(entry)
    for (way, peer), entries in own.items():
        posted = _posted(group, peer, way, rank)
        if len(posted) < len(entries):
            yield Wait(rank, peer, "not_issued", entries[len(posted)], group)


def _posted(group: Group, peer: int, way: str, rank: int) -> list[Entry]:
    """Return the peer's unfinished other sides of what ``rank`` sends it or receives from it."""
    back = "recv" if way == "send" else "send"
    return [entry for entry in group.parts[peer].p2p if peer_of(entry, group) == (back, rank)]


def _not_reached(progress: Progress, rank: int, standing: Standing, deaf: set[int]) -> Iterator[Wait]:
    entry, group = standing.entry, standing.group
    for other, theirs in _counterparts(rank, standing):
        at = progress.first.get(other)
        if other in deaf or at is None:
            continue
        behind = at.entry is not theirs and at.entry.record < theirs.record
        if behind or (entry.started and _not_begun(progress, other, theirs)):
            yield Wait(rank, other, "not_reached", entry, group)


def _counterparts(rank: int, standing: Standing) -> Iterator[tuple[int, Entry]]:
    """Give the other ranks that issued the operation in which ``rank`` stands, with their record of it."""
    entry, group = standing.entry, standing.group
    place = peer_of(entry, group) if entry.p2p else None
    if place and place[1] in group.parts:
        yield from ((place[1], posted) for posted in _posted(group, place[1], place[0], rank)[:1])
    elif entry.seq is not None and not entry.p2p:
        for other, part in group.parts.items():
            if other != rank and entry.seq in part.collectives:
                yield other, part.collectives[entry.seq][0]


def _not_begun(progress: Progress, rank: int, entry: Entry) -> bool:
    """Most runs record no starts; a rank that recorded none says nothing by not recording this one."""
    return entry.pending and not entry.started and any(other.started for other in progress.dumps[rank].entries)


def unanswered(progress: Progress, ranks: Iterable[int]) -> list[tuple[int, Entry, Group, tuple[int, ...]]]:
    """Return, for ranks that wait for no rank with a dump, the first operation that members without a dump share.

    That is the one in which the rank stands, where such members share it.
    """
    gone = set(progress.missing)
    found = []
    for rank in sorted(ranks):
        standing = progress.first.get(rank)
        if standing is None:
            continue
        options = [
            (entry is not standing.entry, entry.record, group, entry, absent)
            for group, part in progress.of_rank(rank)
            for entry in _unfinished(group, part)
            if (absent := _partners(entry, group) & gone)
        ]
        if options:
            *_, group, entry, absent = min(options, key=lambda option: option[:2])
            found.append((rank, entry, group, tuple(sorted(absent))))
    return found


def _unfinished(group: Group, part: Part) -> Iterator[Entry]:
    proof = group.proof()
    yield from (part.collectives[seq][0] for seq in part.pending if not (proof and proof[0] >= seq))
    yield from part.p2p


def _partners(entry: Entry, group: Group) -> set[int]:
    if not entry.p2p:
        return set(group.ranks)
    place = peer_of(entry, group)
    return {place[1]} if place else set()


def ends(edges: Iterable[Wait]) -> list[tuple[int, ...]]:
    """Return where following the waits ends: ranks that wait for none, and circles of ranks waiting for each other."""
    after: dict[int, set[int]] = defaultdict(set)
    nodes: set[int] = set()
    for wait in edges:
        after[wait.rank].add(wait.on)
        nodes |= {wait.rank, wait.on}
    return [
        component
        for component in _components(nodes, after)
        if not {on for rank in component for on in after[rank]} - set(component)
    ]


def _components(nodes: set[int], after: dict[int, set[int]]) -> list[tuple[int, ...]]:
    """Tarjan's strongly connected components, without recursion: a chain may be as long as there are ranks."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found = []
    for start in sorted(nodes):
        if start in number:
            continue
        work = [(start, iter(sorted(after[start])))]
        number[start] = low[start] = len(number)
        path.append(start)
        on_path.add(start)
        while work:
            node, following = work[-1]
            for target in following:
                if target not in number:
                    number[target] = low[target] = len(number)
                    path.append(target)
                    on_path.add(target)
                    work.append((target, iter(sorted(after[target]))))
                    break
                if target in on_path:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    component = path[path.index(node) :]
                    del path[len(path) - len(component) :]
                    on_path -= set(component)
                    found.append(tuple(sorted(component)))
    return found
