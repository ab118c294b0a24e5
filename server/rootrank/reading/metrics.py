"""Metrics (loss, gradient norm, loss scale, memory, …) of a log, as series, and where they go wrong.

A ``MetricReader`` takes a log's records: a table's rows mean nothing without the header above them. What a name means
is ``metric_names``' matter. Nothing here decides whether a finite value is bad.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from attrs import evolve, frozen

from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metric_lines import read_metrics, stated_epoch
from rootrank.reading.metric_names import is_evaluation, is_loss
from rootrank.reading.metric_tables import Columns, header_of, named_row, row_of

TROUBLE = rb"[^f\s][ \t=:(\[,|\"'\x82\x83\x91]{1,16}[-+]?(?:nan|inf|infinity)\b"
"""Anchor for a value that is not finite, apart from the word before it by blanks, a mark or the bar of a box.

A healthy log holds next to none. Words that end in f are left out for Megatron's sake, which counts the "number of nan
iterations" on every line: with them, its logs are scanned at a tenth of the speed.
"""

_EPOCH_HEADING = re.compile(r"[\s=*#-]*epoch\s*[:#]?\s*\[?(\d+)(?:\s*/\s*\d+)?\]?[\s=*#.:…-]*$", re.IGNORECASE)
"""A line that only says which epoch begins, as Keras prints it before each."""


@frozen
class Trouble:
    """Where a series went wrong."""

    kind: str
    """``nan`` or ``inf``."""
    point: MetricPoint
    """The first bad value."""
    last_finite: MetricPoint | None
    """The last finite value before it; None when the series is bad from its first value on."""


class MetricReader:
    """Reads the metrics of one log, record by record."""

    def __init__(self) -> None:
        self._columns: dict[int | None, Columns] = {}
        self._epoch: dict[int | None, float] = {}

    def feed(self, record: Record) -> list[MetricPoint]:
        """Returns the metrics of the next record."""
        points = read_metrics(record)
        epoch = self._epoch.get(record.rank)
        if points:
            return points if epoch is None else [p if p.step is not None else evolve(p, step=epoch) for p in points]
        heading = _EPOCH_HEADING.match(record.text)
        if heading:
            self._epoch[record.rank] = float(heading[1])
            return []
        if self.is_header(record):
            return []
        current = self._columns.get(record.rank)
        return (row_of(current, record) if current else []) or named_row(record)

    def skip(self) -> None:
        """Tells that records are left out before the next one: an epoch may have begun among them."""
        self._epoch.clear()

    def is_header(self, record: Record) -> bool:
        """Whether a record names a table's metrics; the rows that follow are then read by it."""
        header = header_of(record.text)
        current = self._columns.get(record.rank)
        if header is None:
            return False
        if header.metrics:
            self._columns[record.rank] = header
        elif current is not None and header.style == current.style:
            del self._columns[record.rank]
        return bool(header.metrics)


def series_of(points: Iterable[MetricPoint], *, sampled: bool) -> tuple[Series, ...]:
    """Groups points by metric and rank, in log order."""
    groups: dict[tuple[str, int | None], list[MetricPoint]] = {}
    for point in points:
        groups.setdefault((point.name, point.record.rank), []).append(point)
    return tuple(
        Series(name, rank, tuple(group), sampled) for (name, rank), group in sorted(groups.items(), key=_order)
    )


def _order(item: tuple[tuple[str, int | None], list[MetricPoint]]) -> tuple[str, int]:
    (name, rank), _ = item
    return name, -1 if rank is None else rank


def trouble_of(series: Series) -> Trouble | None:
    """Returns where a series stopped being finite for good; None when it ends finite."""
    points = series.points
    if not points or math.isfinite(points[-1].value):
        return None
    first = len(points)
    while first and not math.isfinite(points[first - 1].value):
        first -= 1
    point = points[first]
    return Trouble("nan" if math.isnan(point.value) else "inf", point, points[first - 1] if first else None)


def onset(all_series: Iterable[Series]) -> tuple[Series, Trouble] | None:
    """Returns the loss that went wrong first, or None when no loss did.

    A loss that is NaN from its first value on doesn't count while another of the same split (training or validation)
    is finite at its end: frameworks print NaN for a metric that they never update (Lightning's bar with manual
    optimisation). Nor does one of validation before the first validation.
    """
    losses = [s for s in all_series if is_loss(s.name) and s.points]
    healthy_splits = {is_evaluation(s.name) for s in losses if trouble_of(s) is None}
    found: list[tuple[Series, Trouble]] = []
    for series in losses:
        trouble = trouble_of(series)
        if trouble is None:
            continue
        if trouble.last_finite is None and (is_evaluation(series.name) in healthy_splits or _not_yet(series)):
            continue
        found.append((series, trouble))
    return min(found, key=lambda item: item[1].point.record.line, default=None)


_SHARE = re.compile(r"(?<![\d/])(?<!epoch )(?<!epoch: )(?<!epoch \[)(?<!epoch: \[)(\d+)/(\d+)(?![\d/])", re.IGNORECASE)
"""How much of a pass is done; a share of the epochs says nothing of it."""


def _not_yet(series: Series) -> bool:
    """Whether a validation metric is only shown along a training pass that has not come to its end ("10/100")."""
    texts = [point.record.text for point in series.points]
    within = all(any(int(done) < int(total) for done, total in _SHARE.findall(text)) for text in texts)
    return is_evaluation(series.name) and within and len({stated_epoch(text) for text in texts}) == 1
