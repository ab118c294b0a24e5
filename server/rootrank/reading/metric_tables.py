"""Reads metrics from tables: a header names the columns, and the rows under it hold numbers only.

Drawn as training loops draw them: columns apart by blanks (Ultralytics, fastai, spaCy, skorch), by bars (Markdown,
rich, and other boxes), by tabs (a notebook's table as text) or by commas (a CSV file).
"""

from __future__ import annotations

import re

from attrs import frozen

from rootrank.model.log import MetricPoint, Record
from rootrank.reading.later import later
from rootrank.reading.metric_lines import NUMBER, mebibytes, number
from rootrank.reading.metric_names import (
    is_known,
    is_loss,
    is_memory,
    is_position,
    is_quality,
    is_time,
    words_of,
)

MOST_COLUMNS = 64
_TITLE = later(r"[A-Za-z#][\w .#/()%@:-]{0,39}$|#$")
_BARS = later(r"[|│┃║]")
_PROSE_ENDS = (".", ":", "?", "!")
_TWO_WORDS = later(
    r"\b(train(?:ing)?|val(?:id(?:ation)?)?|eval(?:uation)?|test|learning|grad(?:ient)?)\s(loss|acc(?:uracy)?|rate|norm)\b",
    re.IGNORECASE,
)
_POSITION = later(r"(\d+(?:\.\d+)?)(?:\s?/\s?\d+)?$")
_VALUE = later(rf"({NUMBER})[%*]?$", re.IGNORECASE)
_SIZE = later(r"(\d[\d.]*)\s?([kMGT]i?B?|B)?$")
_DURATION = later(r"[\d.:]+\s?(?:[a-z]{1,3})?$")
_EPOCHS = frozenset(("epoch", "epochs", "ep", "e"))
_ABSENT = frozenset(("", "-", "--", "n/a", "none", "no log", "null"))


@frozen
class Columns:
    """The columns of a table, as its header names them."""

    style: str
    """What is between two columns: ``blanks``, ``bars``, ``tabs`` or ``commas``."""
    names: tuple[str, ...]
    metrics: frozenset[int]
    """Indices of those that are metrics; none where the table is about something else."""


def _is_metric(name: str) -> bool:
    return (is_known(name) or is_quality(name) or is_memory(name)) and not is_position(name) and not is_time(name)


def header_of(text: str) -> Columns | None:
    """Returns the columns that a line names, if it is the header of a table; one without metrics is another table's."""
    split = _split(text)
    if split is None:
        return None
    style, cells = split
    if not 2 <= len(cells) <= MOST_COLUMNS or not all(map(_is_title, cells[1:])) or cells[-1].endswith(_PROSE_ENDS):
        return None
    if cells[0] and not _is_title(cells[0]):  # the column of row numbers has no name
        return None
    if style == "commas" and any(" " in cell and not _TWO_WORDS.fullmatch(cell) for cell in cells):
        return None
    names = tuple("_".join(cell.split()) for cell in cells)
    metrics = frozenset(n for n, name in enumerate(names) if _is_metric(name))
    losses = any(is_loss(names[n]) for n in metrics)
    if style == "words" and not (is_position(names[0]) and losses and len(names) > 2):
        return None  # nothing but single blanks is running text, unless it begins as a table does
    return Columns(style, names, metrics if losses or any(map(is_position, names)) else frozenset())


def _is_title(cell: str) -> bool:
    return bool(_TITLE.match(cell)) and not _VALUE.match(cell)


def _split(text: str) -> tuple[str, list[str]] | None:
    stripped = text.strip()
    if _BARS.match(stripped):
        return "bars", [cell.strip() for cell in _BARS.split(stripped[1:].rstrip("|│┃║"))]
    if "\t" in stripped:
        return "tabs", [cell.strip() for cell in text.rstrip("\r\n").split("\t")]
    if "," in stripped:
        return "commas", [cell.strip().strip("\"'") for cell in stripped.split(",")]
    if "  " in stripped:
        return "blanks", re.split(r" {2,}", stripped)
    if " " in stripped:
        return "words", _TWO_WORDS.sub(r"\1_\2", stripped).split(" ")
    return None


def row_of(columns: Columns, record: Record) -> list[MetricPoint]:
    """Returns the metrics of a row; [] when the line is no row of this table."""
    cells = _cells(columns, record.text)
    if cells is None:
        return []
    step: float | None = None
    found: list[tuple[str, float]] = []
    for n, (name, cell) in enumerate(zip(columns.names, cells, strict=True)):
        if n in columns.metrics:
            value = _size(cell) if is_memory(name) else _value(cell)
            if value is None and cell.lower() not in _ABSENT:
                return []
            found += [(name, value)] if value is not None else []
        elif is_position(name):
            position = _POSITION.match(cell)
            if position is None:
                return []
            if step is None or _EPOCHS.isdisjoint(words_of(name)):  # a step tells more than an epoch
                step = float(position[1])
        elif is_time(name) and cell and not _DURATION.match(cell):
            return []
    return [MetricPoint(name, value, step, record) for name, value in found]


def _cells(columns: Columns, text: str) -> list[str] | None:
    """Returns as many cells as there are columns, or None."""
    count = len(columns.names)
    if columns.style in ("blanks", "words"):
        cells = text.split(None, count)
        if len(cells) > count:  # a progress bar goes on behind the last column: "640: 100%|####|"
            if not cells[count - 1].endswith(":"):
                return None
            cells[count - 1] = cells[count - 1][:-1]
        return cells[:count] if len(cells) >= count else None
    split = _split(text)
    return split[1] if split and split[0] == columns.style and len(split[1]) == count else None


def _value(cell: str) -> float | None:
    match = _VALUE.match(cell)
    return number(match[1]) if match else None


def _size(cell: str) -> float | None:
    match = _SIZE.match(cell)
    value = number(match[1]) if match else None
    return mebibytes(value, match[2]) if match and value is not None else None


def named_row(record: Record) -> list[MetricPoint]:
    """Returns the metric of a row that holds its name and its value: ``|  train/loss  |  0.5  |``."""
    split = _split(record.text)
    if split is None or split[0] != "bars":
        return []
    cells = [cell for cell in split[1] if cell]
    if len(cells) != 2 or not _TITLE.match(cells[0]):
        return []
    value = _value(cells[1])
    name = "_".join(cells[0].split())
    return [MetricPoint(name, value, None, record)] if value is not None and is_known(name) else []
