"""What matching found in a log: hits of the rulebook's signals, tracebacks, metrics and facts.

Findings of several blocks, files or machines merge in any order; ``Findings`` keeps everything
ordered by (file, line), so the merge of the same parts is always the same.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rootrank.model.log import MetricPoint, Record, Traceback


@frozen(slots=True)
class Signal:
    """One signal of one entry, seen once."""

    entry: str
    """Id of the entry that declares it."""
    name: str
    """Name of the signal within its entry."""
    record: Record
    """The line that shows it; for an exception, the exception's line."""
    captures: dict[str, str] = field(factory=dict, hash=False)
    """Named groups of the signal's predicate, with the values of this run."""
    traceback: Traceback | None = None
    """The traceback that it was seen in, for signals on exceptions and frames."""


@frozen(slots=True)
class Series:
    """The points of one metric of one rank that were read."""

    name: str
    rank: int | None
    points: tuple[MetricPoint, ...]
    """In log order."""
    sampled: bool
    """True when lines were skipped, so gaps mean nothing."""


ReportKind = Literal[
    "exit",  # a launcher says with which code or signal a process ended
    "task_exit",  # the same of several tasks at once (Slurm)
    "stopped",  # a launcher stops the others
    "table",  # a line of torchelastic's table of failures
    "ended",  # who started the process says that it ended badly
    "restart",  # an elastic launcher starts its workers again
    "blamed",  # a launcher says who ended the job
    "killed",  # the host, the scheduler or a memory monitor killed it
    "killed_bare",  # a shell's "Killed", which doesn't say by whom
    "oom_kill",  # an out-of-memory kill in a step, of whom isn't said
    "cancelled",  # the scheduler ended the job
    "lost_node",  # a node's daemon is gone
    "gpu_fault",  # the GPU driver's Xid
    "crash",  # native code crashed
    "abort",  # the process ended itself from native code
    "trouble",  # a runtime's own warning of what it could not do
    "lost_peer",  # a peer is gone
    "timeout",  # waited in a collective until the time-out
    "progress",  # which collective was enqueued and completed last
    "stuck",  # a watchdog's heartbeat stopped
    "absent",  # others say who did not arrive
    "mismatch",  # ranks did different things
    "owner",  # whose the traceback is that follows
    "hydra",  # a line of MPICH's or Intel MPI's word on a process
    "identity",  # which rank a process or device is
    "world",  # how many ranks there are
]


@frozen(slots=True)
class Report:
    """What a line says of a rank's fate, whatever the rulebook knows."""

    kind: ReportKind
    record: Record
    rank: int | None
    """The rank that it tells of; None when neither the line nor its prefix says."""
    values: dict[str, str] = field(factory=dict, hash=False)
    """What else it tells: exit code, pid, local rank, sequence number, operation."""


@frozen(slots=True)
class Count:
    """A line that a rank printed, cut into wording and whole numbers, to be compared with the other ranks' lines."""

    rank: int
    wording: str
    """The line with ``#`` for each number."""
    numbers: tuple[str, ...]
    record: Record


@frozen(slots=True)
class Findings:
    """All that one part of the input says. Merge with ``rootrank.matching.merge``."""

    signals: tuple[Signal, ...] = ()
    tracebacks: tuple[Traceback, ...] = ()
    series: tuple[Series, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """What the log says of the environment: (name, value), e.g. ("torch", "2.13.0")."""
    failures: tuple[Record, ...] = ()
    """Lines that say by themselves that a process failed (an exit code, ``Killed``, a fatal signal)."""
    reports: tuple[Report, ...] = ()
    """What launchers, schedulers, hosts and runtimes say of ranks."""
    writers: frozenset[tuple[int | None, str | None, str | None, int | None]] = frozenset()
    """Rank, host, source and pid of those who wrote the lines that were read; see ``Record``."""
    unread: frozenset[int] = frozenset()
    """Ranks whose own file could not be read: what they said is not known."""
    counts: tuple[Count, ...] = ()
    """What ranks counted in the same words; of one rank and wording the first and the last, in log order."""
    ending: tuple[Record, ...] = ()
    """The last lines with text, per file."""
    files: tuple[str, ...] = ()
    attempts: tuple[tuple[str, int], ...] = ()
    """File → how many restarts of the job came before, where the folder's layout counts them."""
    bytes: int = 0
    lines: int = 0
    binary: bool = False
    """True when the input is not text."""
    complete: bool = True
    """False when reading was interrupted."""
