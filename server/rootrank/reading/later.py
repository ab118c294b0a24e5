"""Patterns that are compiled when they are first used.

A start compiles no pattern that its log doesn't call for: those of all readers together took 50 ms, a sixth of a
diagnosis of one traceback.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Becomes the pattern: each of its methods is looked up once and kept."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._source), name)
        setattr(self, name, found)
        return found


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Returns what is used like a compiled pattern; what is wrong with it is raised at its first use."""
    return cast("re.Pattern[str]", _Later(pattern, int(flags)))
