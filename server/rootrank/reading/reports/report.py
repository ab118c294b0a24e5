"""How a line is recognised that reports on a process's fate: by a launcher, a scheduler, the kernel, or a runtime."""

from __future__ import annotations

import re

from attrs import frozen

from rootrank.model.finding import ReportKind


@frozen
class Form:
    """One kind of reporting line.

    Named groups of its pattern become the report's values. Among them ``rank`` is the rank that it tells of; without
    it, that is the rank that wrote the line.
    """

    kind: ReportKind
    anchor: str
    """Literal that stands on each such line, rare in healthy logs."""
    pattern: re.Pattern[str]
