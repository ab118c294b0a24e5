"""What is wrong with a rule file: one problem each, with its place, collected rather than raised one by one."""

from __future__ import annotations

from typing import Literal

from attrs import frozen


@frozen(slots=True, order=True)
class Problem:
    """One thing wrong in a rule file."""

    file: str
    line: int
    """1-based."""
    column: int
    """1-based."""
    entry: str | None
    """Id of the entry, when it could be read."""
    key: str
    """Path of the key, e.g. ``signals.backward_nan.exception.message``; empty for the file as a whole."""
    text: str
    """What is wrong and what would be right."""
    check: str = "shape"
    """Name of the check that found it."""
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        """The problem as compilers print it: ``file:line:column: key: text``."""
        key = f"{self.key}: " if self.key else ""
        return f"{self.file}:{self.line}:{self.column}: {key}{self.text}"
