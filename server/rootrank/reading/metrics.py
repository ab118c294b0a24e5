"""Reads metrics (loss, gradient norm, loss scale, …) and their steps from the lines that training loops print.

Formats read: ``name=value``, ``name: value``, ``'name': value``, ``name value`` for known names, values inside
``tensor(…)``. Nothing here decides whether a value is bad.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from attrs import frozen

from rootrank.model.finding import Series
from rootrank.model.log import MetricPoint, Record

TROUBLE = rb"[=:\s(\[,|]-?(nan|inf|infinity)[\s,)\]|};'\"]"
"""Anchor for a value that is not finite, standing alone. A healthy log holds next to none."""

_NUMBER = r"[-+]?(?:\d[\d,]*\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf(?:inity)?)"
_PAIR = re.compile(
    r"(?<![A-Za-z0-9_./@-])(?P<name>[A-Za-z_][A-Za-z0-9_./@-]{0,48})[\"'\]]?"
    r"(?P<mark>\s?[=:]\s*|\s+)"
    r"(?:tensor\(|array\()?[\"']?(?P<value>" + _NUMBER + r")(?![\w/-]|[.:]\d)",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"(?:^|[_./ -])(loss|nll|elbo|perplexity|ppl|grad_?norm|gnorm|norm|loss_?scale|scale|lr|learning_?rate|acc|accuracy"
    r"|mse|rmse|mae|kl|epe|bce|ce|psnr|reward|wer|cer)(?:$|[_./0-9-])",
    re.IGNORECASE,
)
_GRADIENT_NORM = re.compile(r"(?:^|[_./ -])(?:grad(?:ient)?[_ ]?norm|gnorm|total_?norm)", re.IGNORECASE)
_SCALE = re.compile(r"(?:^|[_./ -])(?:loss_?scale|scale)(?:$|[_./0-9-])", re.IGNORECASE)
_STEP = re.compile(
    r"\b(?:global_?|train(?:ing)?_?)?(?:step|iter|iteration|batch|micro|update)s?\s*[=:#\[]*\s*(\d+)", re.IGNORECASE
)
_EPOCH = re.compile(r"\bepoch\s*[=:#\[]*\s*(\d+(?:\.\d+)?)|[\"']epoch[\"']:\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
_LOSS = re.compile(
    r"(?:^|[_./ -])(loss|nll|elbo|perplexity|ppl|mse|rmse|mae|kl|epe|bce|ce)(?:$|[_./0-9-])", re.IGNORECASE
)
_EVALUATION = re.compile(r"(?:^|[_./ -])(val|valid|validation|eval|test|dev)", re.IGNORECASE)
_WORDS_BEFORE = re.compile(
    r"(?:^|[\s,|;(])((?:train(?:ing)?|val(?:id(?:ation)?)?|eval|test|total|grad|learning|loss)\s)$", re.IGNORECASE
)


@frozen
class Trouble:
    """Where a series went wrong."""

    kind: str
    """``nan`` or ``inf``."""
    point: MetricPoint
    """The first bad value."""
    last_finite: MetricPoint | None
    """The last finite value before it; None when the series is bad from its first value on."""


def read_metrics(record: Record) -> list[MetricPoint]:
    """Returns the metrics that a line prints, with the step it states."""
    found: list[tuple[str, float]] = []
    for match in _PAIR.finditer(record.text):
        name, value = match["name"], _number(match["value"])
        if value is None:
            continue
        if _METRIC.search(name) or (match["mark"].strip() and not math.isfinite(value)):
            found.append((_full_name(record.text, match), value))
    at = _stated_step(record.text) if found else None
    return [MetricPoint(name, value, at, record) for name, value in found]


def _stated_step(text: str) -> float | None:
    """Returns the step that a line states, or else its epoch."""
    step = _STEP.search(text)
    if step:
        return float(step[1])
    epoch = _EPOCH.search(text)
    return float(epoch[1] or epoch[2]) if epoch else None


def _full_name(text: str, match: re.Match[str]) -> str:
    """Joins "train loss" and "grad norm", which are one name in two words."""
    before = _WORDS_BEFORE.search(text[: match.start()])
    return f"{before[1].strip()}_{match['name']}" if before else match["name"]


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def is_loss(name: str) -> bool:
    """Whether a metric is a loss: it must stay finite in a healthy run."""
    return bool(_LOSS.search(name)) and "scale" not in name.lower()


def is_evaluation(name: str) -> bool:
    """Whether a metric is of validation or test rather than of training."""
    return bool(_EVALUATION.search(name))


def is_gradient_norm(name: str) -> bool:
    """Whether a metric is the norm of all gradients."""
    return bool(_GRADIENT_NORM.search(name))


def is_loss_scale(name: str) -> bool:
    """Whether a metric is the loss scale of mixed precision."""
    return bool(_SCALE.search(name))


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
    optimisation).
    """
    losses = [s for s in all_series if is_loss(s.name) and s.points]
    healthy_splits = {is_evaluation(s.name) for s in losses if trouble_of(s) is None}
    found: list[tuple[Series, Trouble]] = []
    for series in losses:
        trouble = trouble_of(series)
        if trouble is None or (trouble.last_finite is None and is_evaluation(series.name) in healthy_splits):
            continue
        found.append((series, trouble))
    return min(found, key=lambda item: item[1].point.record.line, default=None)
