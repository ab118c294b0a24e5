"""Finds the first number of a group under which its ranks issued different operations, sizes or types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import prod
from typing import Literal

from attrs import frozen

from rootrank.diagnosis.recorder.progress import Group, Progress
from rootrank.reading.recorder import Entry

Difference = Literal["operation", "type", "size"]
_DIFFERENCES: tuple[Difference, ...] = ("operation", "type", "size")

_EQUAL_INPUTS = frozenset(
    {
        "all_reduce",
        "allreduce",
        "broadcast",
        "_broadcast_oop",
        "reduce",
        "_reduce_oop",
        "_all_gather_base",
        "_reduce_scatter_base",
    }
)
"""Collectives to which every member must bring as many elements; the others may take different ones."""


@frozen(slots=True)
class Mismatch:
    """Under one number of one group, ranks issued different things."""

    group: Group
    seq: int
    difference: Difference
    sides: tuple[tuple[Entry, tuple[int, ...]], ...]
    """Each variant with the ranks that issued it, the most common first."""

    @property
    def odd(self) -> tuple[int, ...]:
        """Ranks outside the majority; empty when there is none."""
        first, *others = [ranks for _, ranks in self.sides]
        if len(first) <= sum(map(len, others)):
            return ()
        return tuple(sorted(rank for ranks in others for rank in ranks))


def first_mismatch(progress: Progress) -> Mismatch | None:
    """Return the difference that was issued first, among those in or before which something is still unfinished."""
    found = [mismatch for group in progress.groups for mismatch in _of_group(group)]
    return min(found, key=lambda m: (m.sides[0][0].created or 0, m.group.name, m.seq), default=None)


def _of_group(group: Group) -> Iterator[Mismatch]:
    ends = [part.pending[-1] for part in group.parts.values() if part.pending]
    if not ends:
        return
    numbered: dict[int, dict[int, list[Entry]]] = defaultdict(dict)
    for rank, part in group.parts.items():
        for seq, entries in part.collectives.items():
            numbered[seq][rank] = entries
    for seq in sorted(numbered):
        if seq > max(ends):
            return
        # Several operations under one number are a coalesced call, whose parts may come in any order.
        single = {rank: entries[0] for rank, entries in numbered[seq].items() if len(entries) == 1}
        # What every rank finished did no harm.
        if any(entry.op == "coalesced" for entry in single.values()) or not any(e.pending for e in single.values()):
            continue
        mismatch = _compare(group, seq, single)
        if mismatch:
            yield mismatch
            return


def _compare(group: Group, seq: int, entries: dict[int, Entry]) -> Mismatch | None:
    for difference in _DIFFERENCES:
        sides: dict[object, list[int]] = defaultdict(list)
        for rank, entry in entries.items():
            trait = _trait(entry, difference)
            if trait is not None:
                sides[trait].append(rank)
        if len(sides) > 1:
            ordered = sorted(sides.values(), key=lambda ranks: (-len(ranks), ranks))
            return Mismatch(group, seq, difference, tuple((entries[ranks[0]], tuple(ranks)) for ranks in ordered))
    return None


def _trait(entry: Entry, difference: str) -> object:
    if difference == "operation":
        return entry.op
    if difference == "type":
        return entry.input_dtypes or None
    if entry.op in _EQUAL_INPUTS and entry.input_sizes is not None:
        return tuple(prod(size) for size in entry.input_sizes)
    return None
