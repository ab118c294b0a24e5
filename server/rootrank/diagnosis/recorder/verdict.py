"""What the dumps of several ranks show together: frozen data, no behaviour."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rootrank.reading.recorder import Sizes

Kind = Literal[
    "mismatch",
    "not_issued",
    "stopped_reporting",
    "not_reached",
    "no_dump",
    "deadlock",
    "stuck",
    "no_divergence",
]
"""mismatch: ranks issued another operation, size or type under one number. not_issued: ranks never issued what their
peers wait in. stopped_reporting: a rank's record ends before what its peers finished with it. not_reached: issued, but
its GPU never began it while peers' did. no_dump: the chain of waits ends at ranks without a dump. deadlock: ranks wait
for each other. stuck: all issued, none finished. no_divergence: nothing unfinished and no difference."""

Certainty = Literal["shown", "inferred", "open"]
"""shown: the records alone prove it. inferred: the likeliest reading of the records, with another left over. open: the
records name candidates at most."""


@frozen(slots=True)
class RecorderOperation:
    """The operation at which the ranks part."""

    op: str
    """E.g. ``all_reduce``, or ``recv 3<-0`` with ranks within the group."""
    seq: int | None
    """Number in its group, as the rank that waits counts it."""
    group: str
    description: str
    """What the run calls the group; empty when it doesn't."""
    ranks: tuple[int, ...]
    """Global ranks of the group's members."""
    input_sizes: Sizes | None
    output_sizes: Sizes | None
    dtypes: tuple[str, ...] | None
    last_finished: int | None
    """Number of the last collective of the group that every member finished; None when unknown."""


@frozen(slots=True)
class RecorderEvidence:
    """One fact that one dump holds."""

    file: str
    rank: int | None
    text: str


@frozen(slots=True)
class RecorderVerdict:
    """Which ranks the others waited for, and why they are the ones."""

    kind: Kind
    certainty: Certainty
    initiating: tuple[int, ...]
    """Ranks that no other rank's delay explains; empty when the dumps can't tell."""
    candidates: tuple[int, ...]
    """Further ranks among which the dumps can't tell."""
    collateral: tuple[int, ...]
    """Ranks whose unfinished operations the initiating ranks or candidates explain."""
    operation: RecorderOperation | None
    """Where they part first; None when nothing parts."""
    why: str
    """One to three sentences about this run."""
    evidence: tuple[RecorderEvidence, ...]
    missing: tuple[int, ...] = ()
    """Ranks that the dumps mention and that have no readable dump."""
