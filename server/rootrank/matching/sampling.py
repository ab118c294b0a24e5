"""Reads metrics without reading every line: all of a small log, else a stride sample and the onset's surroundings.

A bare metric anchor would call back a million times in a healthy 200 MB log; sampling costs a few thousand lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metrics import read_metrics, series_of

WHOLE_BYTES = 256 << 10
"""A log up to this size has all its metric lines read (about 2,500 lines: 0.06 s)."""
SAMPLES = 256
"""Of a larger log, one line is sampled for each such share of what was read so far: 180 lines for each doubling."""
AROUND = 200
"""Lines read before the first bad value of a block."""
POINTS = 4000
"""Points kept per scan; beyond, every second one of the finite ones goes."""


class MetricSampler:
    """Collects the metric points of one log."""

    def __init__(self, undress: Callable[[bytes, int], Record]) -> None:
        self._undress = undress
        self._points: dict[tuple[int, str], MetricPoint] = {}
        self._read = 0
        self._sampled = False

    def block(self, data: bytes, first_line: int, bad: list[tuple[int, int]]) -> None:
        """Reads the metrics of a block.

        Args:
            data: the block.
            first_line: 1-based number of its first line.
            bad: (byte offset, 0-based line number in the block) of lines with a value that is not finite.
        """
        whole = self._read + len(data) <= WHOLE_BYTES
        self._read += len(data)
        if whole:
            self._lines(data, 0, len(data), first_line)
            return
        self._sampled = True
        start, line = 0, first_line
        for target in range(0, len(data), self._read // SAMPLES):
            before, start = start, data.rfind(b"\n", 0, target) + 1
            line += data.count(b"\n", before, start)
            end = data.find(b"\n", start)
            self._line(data[start : end if end >= 0 else len(data)], line)
        for offset, number in bad[:1] + bad[-1:]:
            self._before(data, offset, first_line + number)

    def _before(self, data: bytes, offset: int, line: int) -> None:
        start = offset
        for _ in range(AROUND):
            if start == 0:
                break
            start = data.rfind(b"\n", 0, start - 1) + 1
        end = data.find(b"\n", offset)
        self._lines(data, start, end if end >= 0 else len(data), line - data.count(b"\n", start, offset))

    def _lines(self, data: bytes, start: int, end: int, line: int) -> None:
        for number, raw in enumerate(data[start:end].split(b"\n"), line):
            self._line(raw, number)

    def _line(self, raw: bytes, line: int) -> None:
        if not _HAS_VALUE.intersection(raw):
            return
        for point in read_metrics(self._undress(raw, line)):
            self._points[line, point.name] = point
        if len(self._points) > POINTS:
            self._thin()

    def _thin(self) -> None:
        """Drops every second finite point; the onset's bad values stay."""
        self._sampled = True
        items = sorted(self._points.items())
        self._points = {k: p for n, (k, p) in enumerate(items) if n % 2 == 0 or not math.isfinite(p.value)}
        if len(self._points) > POINTS:
            self._points = dict(sorted(self._points.items())[: POINTS // 2])

    def series(self) -> tuple[Series, ...]:
        """Returns the series read so far."""
        return series_of((p for _, p in sorted(self._points.items())), sampled=self._sampled)


_HAS_VALUE = frozenset(b"0123456789NnIi")
