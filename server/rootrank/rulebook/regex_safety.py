"""Refuses patterns that a hostile line could make slow: nested repeats by their form, the rest by measuring.

Rules come from people, logs from anywhere; a predicate runs on lines of at most ``LINE_CAP`` characters.
"""

from __future__ import annotations

import re
import time
import warnings
from typing import Any

LINE_CAP = 4096
"""Longest part of a record that a predicate sees; longer lines are cut for it."""
SLOW_SECONDS = 0.25
"""Measured: right patterns need under 5 ms on the worst of the lines below, quadratic ones over a second."""

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        from re import _parser as _sre  # type: ignore[attr-defined]
    except ImportError:  # Python 3.10
        import sre_parse as _sre

_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


def refuse_regex(pattern: str) -> str | None:
    """Returns why a pattern is refused, or None when it may be used."""
    try:
        tree = _sre.parse(pattern)
        compiled = re.compile(pattern)
    except re.error as error:
        return f"not a valid regex: {error.msg} at position {error.pos}"
    if _nested_repeat(tree, inside=False):
        return "a repeat inside a repeat can take for ever on a hostile line"
    slow = _slowest(compiled)
    return f"takes {slow:.1f} s on a hostile line of {LINE_CAP} characters" if slow > SLOW_SECONDS else None


def _nested_repeat(tree: Any, *, inside: bool) -> bool:
    for op, argument in tree:
        name = str(op)
        if name in _REPEATS:
            low, high, body = argument
            unbounded = high is _sre.MAXREPEAT or high - low > 64
            if unbounded and inside:
                return True
            if _nested_repeat(body, inside=inside or unbounded):
                return True
        elif any(_nested_repeat(part, inside=inside) for part in _parts(argument)):
            return True
    return False


def _parts(argument: Any) -> list[Any]:
    """Returns the sub-patterns inside an operation's argument."""
    if isinstance(argument, _sre.SubPattern):
        return [argument]
    if isinstance(argument, (list, tuple)):
        return [part for item in argument for part in _parts(item)]
    return []


def _slowest(compiled: re.Pattern[str]) -> float:
    words = re.findall(r"[A-Za-z_]{3,}", compiled.pattern)[:3]
    lines = ["a" * LINE_CAP, " " * LINE_CAP, "'" * LINE_CAP, "0" * LINE_CAP, "a=1 " * (LINE_CAP // 4)]
    lines += [(word + " ") * (LINE_CAP // (len(word) + 1)) for word in words]
    slowest = 0.0
    for line in lines:
        start = time.perf_counter()
        compiled.search(line)
        slowest = max(slowest, time.perf_counter() - start)
    return slowest
