"""Which waits don't hold a rank back: those that ranks in the same place came past.

A rank issues work ahead of its GPU, so an unfinished operation alone doesn't mean that the rank stands still for it.
Ranks of a group run the same program: where all others that stand before the same unfinished operation issued exactly
as much more as one another, and one rank issued less, that rank stopped for a reason of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from rootrank.diagnosis.recorder.progress import Group, Progress
from rootrank.reading.recorder import Entry

WITNESSES = 2
"""Other ranks that have to agree; one alone may itself be the odd one."""
_BEHIND = 3
"""Operations. A full launch queue stops ranks that run the same program within an operation or two of each other."""


class Overtaking:
    """Counts, per unfinished operation, how many operations each rank issued after it."""

    def __init__(self, progress: Progress, stale: Iterable[int]) -> None:
        deaf = set(stale)
        self._after: dict[Hashable, dict[int, int]] = defaultdict(dict)
        for rank, dump in progress.dumps.items():
            if rank in deaf or not dump.entries:
                continue
            last = max(entry.record for entry in dump.entries)
            for group, part in progress.of_rank(rank):
                pending = [part.collectives[seq][0] for seq in part.pending]
                for entry in (*pending, *part.p2p):
                    self._after[_same(entry, group.name, group.description)].setdefault(rank, last - entry.record)

    def overtaken(self, rank: int, entry: Entry, group: Group, *, witnesses: int = WITNESSES) -> bool:
        """Tell whether an unfinished operation of a rank is not what holds the rank back."""
        after = self._after[_same(entry, group.name, group.description)]
        others = [count for other, count in after.items() if other != rank]
        return (
            rank in after and len(others) >= witnesses and len(set(others)) == 1 and others[0] - after[rank] >= _BEHIND
        )


def _same(entry: Entry, group: str, description: str) -> Hashable:
    # Neighbouring stages send in groups of their own, with the same names for the same step of the program.
    return (entry.op, entry.p2p_seq, description) if entry.p2p else (group, entry.seq)
