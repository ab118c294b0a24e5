"""How serious a result is for tools that know errors, warnings and notes."""

from __future__ import annotations

from typing import Literal

from rootrank.model.document import Hypothesis

Level = Literal["error", "warning", "note"]
_LEVELS: tuple[Level, ...] = ("error", "warning", "note")
_OF_SEVERITY: dict[str, Level] = {"warning": "warning", "info": "note", "note": "note", "advice": "note"}


def severity_level(severity: str) -> Level:
    """The level of a severity; what is not known to be milder is an error."""
    return _OF_SEVERITY.get(severity, "error")


def level(hypothesis: Hypothesis) -> Level:
    """The level of a hypothesis: its severity, one step milder while it is only possible."""
    step = _LEVELS.index(severity_level(hypothesis.severity)) + (hypothesis.confidence == "possible")
    return _LEVELS[min(step, len(_LEVELS) - 1)]
