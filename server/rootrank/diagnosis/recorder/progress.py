"""How far each rank came in each process group, by its own dump and by what its peers' dumps prove."""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Iterator, Sequence

from attrs import define, field, frozen

from rootrank.reading.recorder import Entry, RankDump

NEEDS_ALL = frozenset(
    {
        "all_gather",
        "_all_gather_base",
        "all_gather_into_tensor_coalesced",
        "all_gather_single",
        "all_gather_v",
        "ALLGATHER_coalesced",
        "all_reduce",
        "allreduce",
        "allreduce_coalesced",
        "all_reduce_barrier",
        "barrier",
        "all_to_all",
        "all_to_all_single",
        "all_to_all_v_single",
        "alltoall",
        "alltoall_base",
        "reduce_scatter",
        "_reduce_scatter_base",
        "reduce_scatter_tensor_coalesced",
        "reduce_scatter_single",
        "reduce_scatter_v",
        "REDUCE_SCATTER_coalesced",
    }
)
"""Collectives that no member can finish before every member began: names in torch/csrc/distributed/c10d."""

_PEER = re.compile(r"(?P<way>send|recv) (?P<own>\d+)(?:->|<-)(?P<peer>\d+)$")


@define
class Part:
    """One rank's part in one group."""

    collectives: dict[int, list[Entry]] = field(factory=dict)
    """By number, in the rank's order; several under one number are one coalesced call."""
    p2p: list[Entry] = field(factory=list)
    """Unfinished sends and receives, in the rank's order."""
    issued: int | None = None
    """Number of the last collective that the rank issued; None when its dump doesn't tell."""
    finished: int | None = None
    """Number up to which the rank saw all collectives finish; None when its dump doesn't tell."""
    pending: list[int] = field(factory=list)
    """Numbers of its unfinished collectives, ascending."""

    def settle(self, enqueued: int | None, completed: int | None) -> None:
        """Work out the numbers, given the group's status where that counts collectives."""
        self.pending = sorted(seq for seq, entries in self.collectives.items() if any(e.pending for e in entries))
        known = [seq for seq in (*self.collectives, enqueued) if seq is not None]
        self.issued = max(known, default=None)
        if self.pending:
            self.finished = self.pending[0] - 1
        else:
            self.finished = max([seq for seq in (*self.collectives, completed) if seq is not None], default=None)


@define
class Group:
    """One process group with the parts of the ranks whose dumps were read."""

    name: str
    description: str
    ranks: tuple[int, ...]
    """All members, in the group's own order."""
    parts: dict[int, Part] = field(factory=dict)

    def issued(self, rank: int, seq: int, op: str) -> bool | None:
        """Whether the rank issued this collective; None when its dump can't tell."""
        part = self.parts[rank]
        if part.issued is not None:
            return part.issued >= seq
        # Nothing of this group stands in the dump. Had the rank finished it, so had its peers.
        return False if op in NEEDS_ALL else None

    def proof(self) -> tuple[int, int] | None:
        """Return the highest number that any rank saw finish, and a rank that did."""
        return max(((p.finished, rank) for rank, p in self.parts.items() if p.finished is not None), default=None)

    def last_common(self, stale: Container[int]) -> int | None:
        """Return the last collective that every member finished; what ``stale`` ranks recorded doesn't count."""
        finished = [part.finished for rank, part in self.parts.items() if rank not in stale]
        known = [number for number in finished if number is not None]
        if len(known) < len(finished) or len(self.parts) < len(self.ranks):
            return None
        return min(known, default=None)


@frozen(slots=True)
class Standing:
    """Where a rank stands: its first operation that isn't finished and that no peer proves finished."""

    entry: Entry
    group: Group

    @property
    def key(self) -> Hashable:
        """Equal for ranks that stand in the same operation; of a send and its receive the group and the two ranks."""
        if self.entry.p2p:
            pair = _PEER.match(self.entry.op)
            return (self.group.name, self.group.ranks, frozenset(map(int, pair.group("own", "peer"))) if pair else None)
        return (self.group.name, self.group.ranks, self.entry.seq)


@define
class Progress:
    """All ranks in all groups."""

    dumps: dict[int, RankDump]
    groups: list[Group]
    missing: tuple[int, ...]
    """Members of groups that have no dump."""
    first: dict[int, Standing] = field(factory=dict)

    def of_rank(self, rank: int) -> Iterator[tuple[Group, Part]]:
        """Give the groups that the rank's dump knows, with its part."""
        for group in self.groups:
            if rank in group.parts:
                yield group, group.parts[rank]

    def file(self, rank: int) -> str:
        """Return the name that the rank's dump was read under."""
        return self.dumps[rank].file


def peer_of(entry: Entry, group: Group) -> tuple[str, int] | None:
    """Return which way a send or receive goes and the global rank at its other end."""
    found = _PEER.match(entry.op)
    if not found or int(found["peer"]) >= len(group.ranks):
        return None
    return found["way"], group.ranks[int(found["peer"])]


def measure(dumps: Sequence[RankDump]) -> Progress:
    """Bring the dumps together. A rank that was dumped twice counts with the later dump."""
    chosen: dict[int, RankDump] = {}
    for dump in dumps:
        held = chosen.get(dump.rank)
        if held is None or _age(dump) > _age(held):
            chosen[dump.rank] = dump
    chosen = dict(sorted(chosen.items()))
    groups = _groups(chosen)
    members = {rank for group in groups for rank in group.ranks}
    world = max((dump.world_size or 0 for dump in chosen.values()), default=0)
    missing = tuple(sorted((members | set(range(world))) - set(chosen)))
    progress = Progress(chosen, groups, missing)
    for rank in chosen:
        standing = _standing(progress, rank)
        if standing:
            progress.first[rank] = standing
    return progress


def _age(dump: RankDump) -> tuple[int, int, str]:
    return max((entry.created or 0 for entry in dump.entries), default=0), dump.total, dump.file


def _standing(progress: Progress, rank: int) -> Standing | None:
    """Sends count last: they are issued and left to themselves, while what follows a receive needs what it brings."""
    found = []
    for group, part in progress.of_rank(rank):
        proof = group.proof()
        for seq in part.pending:
            entry = part.collectives[seq][0]
            if not (proof and proof[0] >= seq and entry.op in NEEDS_ALL):
                found.append((False, entry.record, group.name, entry, group))
                break
        found += [(not entry.op.startswith("recv"), entry.record, group.name, entry, group) for entry in part.p2p]
    best = min(found, key=lambda at: at[:3], default=None)
    return Standing(*best[3:]) if best else None


def _groups(dumps: dict[int, RankDump]) -> list[Group]:
    found: dict[tuple[str, tuple[int, ...] | None], Group] = {}
    uses_p2p = {entry.group for dump in dumps.values() for entry in dump.entries if entry.p2p}
    for rank, dump in dumps.items():
        own = {}
        for name, about in dump.groups.items():
            if about.ranks is not None and rank not in about.ranks:
                continue
            # Groups of different members may share a name, one in each slice of a mesh.
            group = found.setdefault((name, about.ranks), Group(name, about.description, about.ranks or ()))
            if about.ranks is None:
                group.ranks = (*group.ranks, rank)
            own[name] = group.parts.setdefault(rank, Part())
        _fill(own, dump)
        for name, part in own.items():
            # Where a group also sends, the status counts whichever kind came last.
            status = dump.groups[name]
            part.settle(*((None, None) if name in uses_p2p else (status.enqueued, status.completed)))
    for group in found.values():
        for rank in group.ranks:
            # PyTorch names a group in a rank's dump once the rank used it.
            if rank in dumps and group.name not in dumps[rank].groups:
                group.parts[rank] = Part(issued=0, finished=0)
    return list(found.values())


def _fill(parts: dict[str, Part], dump: RankDump) -> None:
    for entry in dump.entries:
        part = parts.get(entry.group)
        if part is None:
            continue
        if entry.p2p:
            if entry.pending:
                part.p2p.append(entry)
        elif entry.seq is not None:
            part.collectives.setdefault(entry.seq, []).append(entry)
