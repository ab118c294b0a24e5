"""Reads metrics without reading every line: all of a small log, else a stride sample and the onset's surroundings.

A bare metric anchor would call back a million times in a healthy 200 MB log; sampling costs a few thousand lines.
"""

from __future__ import annotations

import bisect
import math
import re
from collections.abc import Callable
from typing import TypeAlias

from rootrank.matching.rows import Rows
from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metrics import MetricReader, series_of

WHOLE_BYTES = 256 << 10
"""A log up to this size has all its metric lines read (about 2,500 lines: 0.06 s)."""
SAMPLES = 160
"""Of a larger log, one row is sampled for each such share of what was read so far: 110 rows for each doubling."""
AROUND = 200
"""Rows read before a series goes bad, and at the log's beginning, where a table's header stands."""
TAIL = 50
"""Last rows that are read of any log: how a series ends decides whether it is in trouble."""
ONSETS = 8
"""Onsets in a block before which rows are read."""
BAD_LINES = 50
"""Lines with a value that isn't finite that are read of a block, from each of its ends."""
PROBES = 32
"""Rows read at once of those among which an onset is looked for; 20,000 take three rounds."""
LOOK_BACK = 2000
"""Rows that are searched upwards for the header of a row; 0.5 ms."""
POINTS = 4000
"""Points kept per scan; beyond, every second row with only finite ones goes."""

Keys: TypeAlias = set[tuple[str, int | None]]
"""Metrics, by name and rank."""
_BARE_ROW = re.compile(r"\W*\d[\d./]*[\s|│,]{1,20}[^\sA-Za-z]{0,20}(?:[\d.|│,\s]|nan|inf)", re.IGNORECASE)
"""A row that begins as those of a table do."""


class MetricSampler:
    """Collects the metric points of one log."""

    def __init__(self, undress: Callable[[bytes, int], Record]) -> None:
        self._undress = undress
        self._reader = MetricReader()
        self._points: dict[tuple[int, str], MetricPoint] = {}
        self._bad: Keys = set()
        self._read = 0
        self._next = 0
        self._sampled = False
        self._tail: Callable[[], None] = lambda: None

    def block(self, data: bytes, first_line: int, bad: list[tuple[int, int]]) -> None:
        """Reads the metrics of a block.

        Args:
            data: the block.
            first_line: 1-based number of its first line.
            bad: (byte offset, 0-based line number in the block) of lines with a value that is not finite.
        """
        rows = Rows(data, first_line, self._undress)
        base, self._read = self._read, self._read + len(data)
        if self._read <= WHOLE_BYTES:
            self._all(rows, base, 0, len(data))
            return
        self._sampled = True
        if base == 0:
            self._all(rows, base, 0, rows.after(0, AROUND))
        self._sample(rows, base, len(data), [offset for offset, _ in bad])
        start = rows.before(len(data), TAIL)
        rest = Rows(data[start:], rows.record(start).line, self._undress)
        self._tail = lambda: self._all(rest, base + start, 0, len(data) - start)

    def _sample(self, rows: Rows, base: int, size: int, bad: list[int]) -> None:
        """Reads the stride's rows and those with bad values, in the log's order."""
        stride = {rows.at(at) for at in range(0, size, self._read // SAMPLES)}
        troubled = {row for line in bad[:BAD_LINES] + bad[-BAD_LINES:] for row in rows.not_finite(line)[-BAD_LINES:]}
        onsets, searched, before = 0, False, 0
        for start in sorted(stride | troubled):
            known = set(self._bad)
            self._reader.skip()
            points = self._row(rows, base, start)
            if not points and not searched and not rows.is_blank(start) and _BARE_ROW.match(rows.record(start).text):
                searched = not self._find_header(rows, start)
                points = self._row(rows, base, start)
            fresh = _not_finite(points) - known
            if fresh and onsets < ONSETS:
                onsets += 1
                self._read_onset(rows, base, _within(bad, rows.line(before), start), fresh, start)
                self._bad |= fresh
            before = start

    def _read_onset(self, rows: Rows, base: int, lines: list[int], fresh: Keys, known: int) -> None:
        """Finds on which of the lines metrics went bad that are bad on a known row, and reads what stands above it."""

        def is_bad(row: int) -> bool:
            self._reader.skip()
            return not fresh.isdisjoint(_not_finite(self._row(rows, base, row)))

        line = _first(lines, lambda line: any(map(is_bad, rows.not_finite(line)[-1:])))
        row = _first(rows.not_finite(line), is_bad) if line is not None else None
        onset = known if row is None else row
        self._all(rows, base, rows.before(onset, AROUND), rows.after(onset, 1))

    def _find_header(self, rows: Rows, start: int) -> bool:
        """Lets the reader see the header above a row; False when there is none near."""
        for _ in range(LOOK_BACK):
            if start == 0:
                return False
            start = rows.before(start, 1)
            if self._reader.is_header(rows.record(start)):
                return True
        return False

    def _all(self, rows: Rows, base: int, start: int, end: int) -> None:
        if base + start != self._next:
            self._reader.skip()
        for row in rows.between(start, end):
            self._row(rows, base, row)
        self._next = base + end

    def _row(self, rows: Rows, base: int, start: int) -> list[MetricPoint]:
        points = [] if rows.is_blank(start) else self._reader.feed(rows.record(start))
        for point in points:
            self._points[base + start, point.name] = point
            (self._bad.discard if math.isfinite(point.value) else self._bad.add)(_key(point))
        if len(self._points) > POINTS:
            self._thin()
        return points

    def _thin(self) -> None:
        """Drops every second row with only finite values; the onset's bad values stay, and each series' last."""
        self._sampled = True
        ordered = sorted(self._points)
        last = set({_key(self._points[key]): key for key in ordered}.values())
        order = {place: n for n, place in enumerate(dict.fromkeys(place for place, _ in ordered))}
        kept = [
            key
            for key in ordered
            if order[key[0]] % 2 == 0 or key in last or not math.isfinite(self._points[key].value)
        ]
        if len(kept) > POINTS:
            kept = sorted({*kept[: POINTS // 2], *last})
        self._points = {key: self._points[key] for key in kept}

    def series(self) -> tuple[Series, ...]:
        """Returns the series read so far."""
        self._tail()
        return series_of((self._points[key] for key in sorted(self._points)), sampled=self._sampled)


def _first(places: list[int], is_bad: Callable[[int], bool]) -> int | None:
    """Returns the first bad place, taking it that what goes bad stays bad; None when none is."""
    low, high = 0, len(places)
    while low < high:
        healthy = low - 1
        for n in range(low, high, -(-(high - low) // PROBES)):
            if is_bad(places[n]):
                high = n
                break
            healthy = n
        low = healthy + 1
    return places[high] if high < len(places) else None


def _within(offsets: list[int], first: int, last: int) -> list[int]:
    return offsets[bisect.bisect_left(offsets, first) : bisect.bisect_right(offsets, last)]


def _not_finite(points: list[MetricPoint]) -> Keys:
    return {_key(p) for p in points if not math.isfinite(p.value)}


def _key(point: MetricPoint) -> tuple[str, int | None]:
    return point.name, point.record.rank
