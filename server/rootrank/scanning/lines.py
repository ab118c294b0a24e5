"""From places in a block to lines: counting newlines, and grouping what was found by line.

Both engines end here, so their hits have one shape. Imports the shapes of this package only.
"""

from __future__ import annotations

from collections.abc import Sequence

from rootrank.scanning.anchor import LineHit

FoundLines = dict[int, tuple[int, set[int]]]
"""Start of a line → its end, and the distinct anchors found on it."""


def count_lines(data: bytes, start: int = 0, end: int | None = None) -> int:
    """Count the newlines of ``data[start:end]``.

    Deleting them is faster than counting them, because it jumps from one to the next: lines of 110 bytes pass at
    3.3 GB/s against 1.1 GB/s (CPython 3.11), of 40 bytes at 1.9; only below 20 bytes is it the slower way.
    """
    stop = len(data) if end is None else end
    if stop - start < 4096:
        return data.count(b"\n", start, stop)
    part = data[start:stop]
    return len(part) - len(part.replace(b"\n", b""))


def line_hits(data: bytes, found: FoundLines, indices: Sequence[tuple[int, ...]]) -> list[LineHit]:
    """Order the lines, number them, and name the caller's anchors (``indices``: those of each distinct one)."""
    hits = []
    number = at = 0
    for start in sorted(found):
        end, distinct = found[start]
        number += count_lines(data, at, start)
        at = start
        anchors = tuple(sorted(index for each in distinct for index in indices[each]))
        hits.append(LineHit(start, end, number, anchors))
    return hits
