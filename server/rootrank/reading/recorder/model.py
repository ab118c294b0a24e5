"""What one rank's flight-recorder dump says, kept small enough that a thousand of them fit in memory.

Frozen data, no behaviour beyond what follows from the fields. Sequence numbers are per process group and count
from 1; times are nanoseconds since the epoch on the rank's own host.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

State = Literal["scheduled", "started", "completed"]
Sizes = tuple[tuple[int, ...], ...]


class DumpError(ValueError):
    """A dump that can't be read; the message is for people and says what to do."""


@frozen(slots=True)
class DumpFrame:
    """One frame of the stack that issued an operation, innermost first as recorded."""

    function: str
    file: str
    line: int | None = None


@frozen(slots=True)
class Entry:
    """One operation as the rank recorded it. ``None`` means that this version of the format doesn't say."""

    record: int
    """Position in the rank's own order of issue."""
    group: str
    """Unique name of the process group, e.g. ``41``."""
    op: str
    """Operation without its backend, e.g. ``all_reduce`` or ``send 0->3`` (ranks within the group)."""
    state: State
    seq: int | None = None
    """Number of the collective in its group. Operations of one coalesced call share a number."""
    p2p_seq: int | None = None
    p2p: bool = False
    """True for send, receive and a coalesced call of these; they have no common number among ranks."""
    input_sizes: Sizes | None = None
    output_sizes: Sizes | None = None
    input_dtypes: tuple[str, ...] | None = None
    output_dtypes: tuple[str, ...] | None = None
    created: int | None = None
    started: int | None = None
    """When the start was noticed; most runs don't record it."""
    completed: int | None = None
    timeout_ms: int | None = None
    retired: bool | None = None
    """True once the watchdog let go of the operation."""
    frames: tuple[DumpFrame, ...] = ()

    @property
    def pending(self) -> bool:
        """True while the rank has issued the operation and not seen it finish."""
        return self.state != "completed"


@frozen(slots=True)
class DumpGroup:
    """One process group that the rank belongs to."""

    name: str
    description: str
    ranks: tuple[int, ...] | None = None
    """Global ranks in the order of the group's own numbering; None when the dump doesn't list them."""
    enqueued: int | None = None
    """Number of the last operation that the rank issued, by the group's status."""
    completed: int | None = None
    """Number of the last operation that the rank's watchdog saw finish, by the group's status."""


@frozen(slots=True)
class RankDump:
    """One rank's dump. Entries are all unfinished operations and the last finished ones of each group."""

    rank: int
    file: str
    """Name that the dump was read under."""
    version: str
    groups: dict[str, DumpGroup] = field(hash=False)
    """By name."""
    entries: tuple[Entry, ...] = ()
    """In the rank's order of issue."""
    total: int = 0
    """Number of entries in the file, before those that no judgement needs were left out."""
    world_size: int | None = None
    library: str | None = None
    """Version of the communication library, e.g. NCCL ``2.27.3``."""


@frozen(slots=True)
class UnreadDump:
    """A dump that is there and could not be read."""

    file: str
    reason: str
    rank: int | None = None
    """From the file's name; None when the name doesn't say."""
