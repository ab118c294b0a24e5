"""What matching found in a log: hits of the rulebook's signals, tracebacks, metrics and facts.

Findings of several blocks, files or machines merge in any order; ``Findings`` keeps everything
ordered by (file, line), so the merge of the same parts is always the same.
"""

from __future__ import annotations

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
    ending: tuple[Record, ...] = ()
    """The last lines with text, per file."""
    files: tuple[str, ...] = ()
    bytes: int = 0
    lines: int = 0
    binary: bool = False
    """True when the input is not text."""
    complete: bool = True
    """False when reading was interrupted."""
