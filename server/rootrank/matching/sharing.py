"""How much of each log is read line by line, beside what its anchors hit: the logs of one run share one allowance.

A line that is read costs some 25 µs, so a thousand files that are each read like a single one would take minutes.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

WHOLE_BYTES = 256 << 10
"""A single log up to this size has all its metric lines read (about 2,500 lines: 0.06 s)."""
ALIKE = 8
"""Logs that are each read as if they were alone: those of one node's GPUs."""


@frozen
class Share:
    """What is read of one log. The defaults are those of a log that is alone; the least keeps both its ends."""

    whole_bytes: int = WHOLE_BYTES
    """Up to this size all lines with metrics are read."""
    samples: int = 160
    """Of a larger one, a row is sampled for each such share of what was read so far: 110 rows for each doubling."""
    around: int = 200
    """Rows read before a series goes bad, and at the log's beginning, where a table's header stands."""
    tail: int = 50
    """Last rows read, and last rows before its last trouble: how a series ends decides whether it is in trouble, and
    ranks are compared by what each counted last."""
    bad_lines: int = 50
    """Lines with a value that isn't finite that are read of a block, from each of its ends."""
    probes: int = 32
    """Rows read at once of those among which an onset is looked for; 20,000 take three rounds."""
    learnt: int = 300
    """Lines at either end of its first block from which its dress is learnt."""


ALONE = Share()
# A few points of each: a thousand ranks show together what one shows in many lines.
LEAST = Share(whole_bytes=2 << 10, samples=2, around=1, tail=3, bad_lines=4, probes=4, learnt=3)


def share_of(sizes: Iterable[int | None]) -> Share:
    """Returns what is read of each log.

    Args:
        sizes: bytes of each, None where that isn't known. Those that the least share reads whole take nothing of the
            others'.
    """
    logs = sum(size is None or size > LEAST.whole_bytes for size in sizes)
    if logs <= ALIKE:
        return ALONE

    def part(all_of: int, least: int) -> int:
        return max(least, all_of * ALIKE // logs)

    return Share(
        whole_bytes=part(ALONE.whole_bytes, LEAST.whole_bytes),
        samples=part(ALONE.samples, LEAST.samples),
        around=part(ALONE.around, LEAST.around),
        tail=part(ALONE.tail, LEAST.tail),
        bad_lines=part(ALONE.bad_lines, LEAST.bad_lines),
        probes=part(ALONE.probes, LEAST.probes),
        learnt=part(ALONE.learnt, LEAST.learnt),
    )
