"""Decides whether the metrics of a run are in the state that a signal or an evidence describes."""

from __future__ import annotations

import functools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import frozen

from rootrank.matching.predicates import compiled
from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metric_names import is_evaluation, is_gradient_norm, is_loss, is_loss_scale, is_memory
from rootrank.reading.metrics import onset, trouble_of
from rootrank.rulebook.entry import MetricSignal

GREW = 10.0
"""Default of ``grew_before``: ten times the first values; healthy losses of the labelled logs stay under three."""
ROSE = 1.1
"""Default of ``grew_to_end``: a tenth more than at the beginning."""
RISING_SHARE = 0.9
"""Share of a rising series' values that are no lower than the highest before; an allocator gives a little back."""
RISEN = 1.25
"""A training loss that ends this many times higher than it began; healthy ones of the labelled logs stay under 1.1."""
FLAT_POINTS = 8
FLAT_TREND = 0.02
"""A loss is flat when the means of its first and last third differ by less than this share …"""
FLAT_SPREAD = 0.15
"""… and its values spread by less than this share of their mean (noise of small batches, measured 0.06)."""


@frozen
class Observed:
    """A state that was seen."""

    record: Record
    values: dict[str, str]
    """``metric.name``, ``metric.step``, ``metric.last``, … for sentences."""


def observe(wanted: MetricSignal, series: Sequence[Series]) -> Observed | None:
    """Returns the first series, by log order, that is in the wanted state; None when none is."""
    meant = {name for name in {s.name for s in series} if _is_meant(wanted, name)}
    named = [s for s in series if s.points and s.name in meant]
    # Of a thousand ranks, each of whose metrics is looked at, all losses are compared once.
    went_bad = functools.cache(lambda: onset(named) is not None)
    found = [seen for s in named if (seen := _STATES[wanted.state](s, wanted, went_bad)) is not None]
    return _observed(min(found, key=lambda seen: (seen.point.record.file, seen.point.record.line))) if found else None


def could_be_seen(wanted: MetricSignal, series: Iterable[Series]) -> bool:
    """Whether the log prints a metric of this name at all, so that its absence means something."""
    return any(s.points and _is_meant(wanted, s.name) for s in series)


def _is_meant(wanted: MetricSignal, name: str) -> bool:
    if wanted.of is not None:
        return _KINDS[wanted.of](name)
    return wanted.name is not None and compiled(wanted.name).fullmatch(name) is not None


def number(value: float | None) -> str | None:
    """Returns a number as people write it: 4 significant digits, no trailing zeros."""
    if value is None:
        return None
    return f"{value:.0f}" if value == int_or_nan(value) and abs(value) < 1e6 else f"{value:.4g}"


def int_or_nan(value: float) -> float:
    """Returns the value cut to a whole number; NaN and infinities become NaN."""
    return float(int(value)) if math.isfinite(value) else math.nan


@frozen
class _Seen:
    """A state that one series is in."""

    series: Series
    point: MetricPoint
    last: MetricPoint | None


_State: TypeAlias = Callable[[Series, MetricSignal, Callable[[], bool]], _Seen | None]
"""Whether a series is in a state; asks whether any loss among those of its kind went bad."""


def _observed(seen: _Seen) -> Observed:
    point, last = seen.point, seen.last
    values = {
        "metric.name": seen.series.name,
        "metric.step": number(point.step),
        "metric.value": "NaN"
        if math.isnan(point.value)
        else number(point.value)
        if math.isfinite(point.value)
        else "inf",
        "metric.last": number(last.value) if last else None,
        "metric.last_step": number(last.step) if last else None,
        "metric.first": number(seen.series.points[0].value),
    }
    return Observed(point.record, {k: v for k, v in values.items() if v is not None})


def _went_bad(series: Series, went_bad: Callable[[], bool]) -> _Seen | None:
    """The series ends in values that aren't finite, and that is not a metric which was never updated."""
    trouble = trouble_of(series)
    if trouble is None or (trouble.last_finite is None and not went_bad()):
        return None
    return _Seen(series, trouble.point, trouble.last_finite)


def _became(kinds: tuple[str, ...]) -> _State:
    def state(series: Series, _: MetricSignal, went_bad: Callable[[], bool]) -> _Seen | None:
        trouble = trouble_of(series)
        if trouble is None or trouble.last_finite is None or trouble.kind not in kinds:
            return None
        return _went_bad(series, went_bad)

    return state


def _nan_from_start(series: Series, _: MetricSignal, went_bad: Callable[[], bool]) -> _Seen | None:
    trouble = trouble_of(series)
    return _went_bad(series, went_bad) if trouble and trouble.last_finite is None else None


def _finite(series: Series) -> list[MetricPoint]:
    """The finite points before the series goes bad for good."""
    trouble = trouble_of(series)
    points = series.points if trouble is None else series.points[: series.points.index(trouble.point)]
    return [p for p in points if math.isfinite(p.value)]


def _grew_before(series: Series, wanted: MetricSignal, _: Callable[[], bool]) -> _Seen | None:
    finite = _finite(series)
    if len(finite) < 3:
        return None
    first = statistics.median(abs(p.value) for p in finite[:3])
    top = max(finite[-5:], key=lambda p: abs(p.value))
    return _Seen(series, top, top) if abs(top.value) >= (wanted.factor or GREW) * max(first, 1e-12) else None


def _grew_to_end(series: Series, wanted: MetricSignal, _: Callable[[], bool]) -> _Seen | None:
    """The values rise through the whole series, not only while it warms up."""
    finite = [p for p in series.points if math.isfinite(p.value)]
    third = len(finite) // 3
    if third < 2:
        return None
    parts = [statistics.median(p.value for p in finite[n : n + third]) for n in (0, third, len(finite) - third)]
    top, rising = -math.inf, 0
    for point in finite:
        rising += point.value >= top
        top = max(top, point.value)
    warmed_up = parts[2] - parts[1] < (parts[1] - parts[0]) / 4
    if (
        warmed_up
        or parts[0] <= 0
        or parts[2] < (wanted.factor or ROSE) * parts[0]
        or rising < RISING_SHARE * len(finite)
    ):
        return None
    return _Seen(series, finite[-1], finite[-1])


def loss_rises(all_series: Iterable[Series]) -> bool:
    """Whether every training loss ends well above where it began: such a run doesn't look healthy.

    One of several may rise: a GAN's generator gets worse as its rival gets better.
    """
    losses = [s.points for s in all_series if _KINDS["training_loss"](s.name) and len(s.points) >= FLAT_POINTS]
    return bool(losses) and all(_ratio(points) >= RISEN for points in losses)


def _ratio(points: Sequence[MetricPoint]) -> float:
    """How many times the median of its first third a positive series ends at, in the median of its last; else 0."""
    values, third = [p.value for p in points], len(points) // 3
    if not all(math.isfinite(value) and value > 0 for value in values):
        return 0.0
    return statistics.median(values[-third:]) / statistics.median(values[:third])


def _finite_before(series: Series, _: MetricSignal, __: Callable[[], bool]) -> _Seen | None:
    finite = _finite(series)
    return _Seen(series, finite[-1], finite[-1]) if finite else None


def _ends_finite(series: Series, _: MetricSignal, __: Callable[[], bool]) -> _Seen | None:
    last = series.points[-1]
    return _Seen(series, last, last) if math.isfinite(last.value) else None


def _flat(series: Series, _: MetricSignal, __: Callable[[], bool]) -> _Seen | None:
    values = [p.value for p in series.points]
    if len(values) < FLAT_POINTS or not all(map(math.isfinite, values)):
        return None
    third, mean = len(values) // 3, abs(statistics.fmean(values))
    trend = abs(statistics.fmean(values[:third]) - statistics.fmean(values[-third:]))
    spread = max(values) - min(values)
    if mean == 0 or trend > FLAT_TREND * mean or spread > FLAT_SPREAD * mean:
        return None
    return _Seen(series, series.points[-1], series.points[-1])


def _collapsed(series: Series, wanted: MetricSignal, _: Callable[[], bool]) -> _Seen | None:
    low = next((p for p in series.points if p.value <= (wanted.factor or 1.0)), None)
    return _Seen(series, low, low) if low and series.points[0].value > (wanted.factor or 1.0) else None


_KINDS: dict[str, Callable[[str], bool]] = {
    "loss": is_loss,
    "training_loss": lambda name: is_loss(name) and not is_evaluation(name),
    "validation_loss": lambda name: is_loss(name) and is_evaluation(name),
    "validation_metric": is_evaluation,
    "gradient_norm": is_gradient_norm,
    "loss_scale": is_loss_scale,
    "memory": is_memory,
}

_STATES: dict[str, _State] = {
    "became_nan": _became(("nan",)),
    "became_inf": _became(("inf",)),
    "became_nonfinite": _became(("nan", "inf")),
    "nan_from_start": _nan_from_start,
    "grew_before": _grew_before,
    "finite_before": _finite_before,
    "ends_finite": _ends_finite,
    "flat": _flat,
    "collapsed": _collapsed,
    "grew_to_end": _grew_to_end,
}
