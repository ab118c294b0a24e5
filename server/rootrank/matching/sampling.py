"""Reads metrics without reading every line: all of a small log, else a stride sample and the onset's surroundings.

A bare metric anchor would call back a million times in a healthy 200 MB log; sampling costs a few thousand lines.
"""

from __future__ import annotations

import bisect
import math
import re
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

from rootrank.matching.rows import Rows
from rootrank.matching.sharing import ALONE, Share
from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metrics import MetricReader, series_of

ONSETS = 8
"""Onsets in a block before which rows are read …"""
ONSETS_EACH = 2
"""… and of each metric: one that is NaN every now and then must not hide another's onset."""
LOOK_BACK = 2000
"""Rows that are searched upwards for the header of a row; 0.5 ms."""
APART = 4 << 10
"""Bytes between two hits that belong to different troubles."""
END_BYTES = 64 << 10
"""Kept of a log's end, in which its last rows are read when it is known to be its end."""
POINTS = 4000
"""Points kept per scan; beyond, every second row with only finite ones goes."""

Keys: TypeAlias = set[tuple[str, int | None]]
"""Metrics, by name and rank."""
_BARE_ROW = re.compile(r"\W*\d[\d./]*[\s|│,]{1,20}[^\sA-Za-z]{0,20}(?:[\d.|│,\s]|nan|inf)", re.IGNORECASE)
"""A row that begins as those of a table do."""


class MetricSampler:
    """Collects the metric points of one log."""

    def __init__(self, undress: Callable[[bytes, int], Record], share: Share = ALONE) -> None:
        self._undress = undress
        self._share = share
        self._reader = MetricReader()
        self._points: dict[tuple[int, str], MetricPoint] = {}
        self._bad: Keys = set()
        self._read = 0
        self._next = 0
        self._sampled = False
        self._end = _End(b"", 0, 0, 0)

    def block(self, data: bytes, first_line: int, last_line: int, bad: list[int], calm: int) -> None:
        """Reads the metrics of a block.

        Args:
            data: the block.
            first_line: 1-based number of its first line.
            last_line: and of its last.
            bad: byte offsets of the lines with a value that is not finite.
            calm: byte offset up to which nothing hints at the trouble that the block ends with, if it does.
        """
        rows = Rows(data, first_line, self._undress)
        base, self._read = self._read, self._read + len(data)
        if self._read <= self._share.whole_bytes:
            self._all(rows, base, 0, len(data))
            return
        self._sampled = True
        if base == 0:
            self._all(rows, base, 0, rows.after(0, self._share.around))
        self._sample(rows, base, len(data), bad)
        self._keep_end(rows, data, base, last_line, calm)

    def _keep_end(self, rows: Rows, data: bytes, base: int, last_line: int, calm: int) -> None:
        if len(data) < END_BYTES and self._end.data:  # a log's last block may be a single line
            self._end = self._end.with_more(data, calm)
            return
        start = rows.at(max(0, len(data) - END_BYTES))
        end = data[start:]
        self._end = _End(end, last_line + 1 - end.count(b"\n"), base + start, base + calm)

    def _read_end(self) -> None:
        """Reads the last rows, and the last before the trouble that the log ends with."""
        end, size = self._end, len(self._end.data)
        rows = Rows(end.data, end.line, self._undress)
        calm = rows.at(min(max(0, end.calm - end.at), size))
        self._all(rows, end.at, rows.before(calm, self._share.tail), calm)
        self._all(rows, end.at, max(calm, rows.before(size, self._share.tail)), size)

    def _sample(self, rows: Rows, base: int, size: int, bad: list[int]) -> None:
        """Reads the stride's rows and those with bad values, in the log's order."""
        step = -(-self._read // self._share.samples)
        stride = {row for at in range(-base % step, size, step) if (row := rows.at(at)) >= self._next - base}
        most = self._share.bad_lines
        troubled = {row for line in bad[:most] + bad[-most:] for row in rows.not_finite(line)[-most:]}
        onsets: Counter[tuple[str, int | None]] = Counter()
        searched = False
        finite: dict[tuple[str, int | None], int] = {}  # the last row of this block on which a metric was
        for start in sorted(stride | troubled):
            known = set(self._bad)
            self._reader.skip()
            points = self._row(rows, base, start)
            if not points and not searched and not rows.is_blank(start) and _BARE_ROW.match(rows.record(start).text):
                searched = not self._find_header(rows, start)
                points = self._row(rows, base, start)
            fresh = {key for key in _not_finite(points) - known if onsets[key] < ONSETS_EACH}
            if fresh and len(onsets) < ONSETS:
                onsets.update(fresh)
                before = min(finite.get(key, 0) for key in fresh)
                self._read_onset(rows, base, _within(bad, rows.line(before), start), fresh, start)
                self._bad |= fresh
            finite.update((_key(p), start) for p in points if math.isfinite(p.value))

    def _read_onset(self, rows: Rows, base: int, lines: list[int], fresh: Keys, known: int) -> None:
        """Finds on which of the lines metrics went bad that are bad on a known row, and reads what stands above it."""

        def is_bad(row: int) -> bool:
            self._reader.skip()
            return not fresh.isdisjoint(_not_finite(self._row(rows, base, row)))

        probes = self._share.probes
        line = _first(lines, lambda line: any(map(is_bad, rows.not_finite(line)[-1:])), probes)
        row = _first(rows.not_finite(line), is_bad, probes) if line is not None else None
        onset = known if row is None else row
        self._all(rows, base, rows.before(onset, self._share.around), rows.after(onset, 1))

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
        if self._end.data:
            self._read_end()
        return series_of((self._points[key] for key in sorted(self._points)), sampled=self._sampled)


@frozen
class _End:
    """The end of what was read of a log."""

    data: bytes
    line: int
    """Number of its first line."""
    at: int
    """Where it begins in the log, in bytes."""
    calm: int
    """Where in the log the trouble begins that the log ends with; its end where there is none."""

    def with_more(self, data: bytes, calm: int) -> _End:
        """Returns the end when a small block follows, whose trouble may have begun before it."""
        trouble = self.at + len(self.data) + calm if calm >= APART else self.calm
        joined = self.data + data
        dropped = joined.rfind(b"\n", 0, len(joined) - END_BYTES) + 1 if len(joined) > 2 * END_BYTES else 0
        return _End(joined[dropped:], self.line + joined.count(b"\n", 0, dropped), self.at + dropped, trouble)


def _first(places: list[int], is_bad: Callable[[int], bool], probes: int) -> int | None:
    """Returns the first bad place, taking it that what goes bad stays bad; None when none is.

    ``probes`` are looked at in each round.
    """
    low, high = 0, len(places)
    while low < high:
        healthy = low - 1
        for n in range(low, high, -(-(high - low) // probes)):
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
