"""Refuses patterns that a hostile line could make slow: nested repeats by their form, the rest by measuring.

Rules come from people, logs from anywhere; a predicate runs on lines of at most ``LINE_CAP`` characters.
"""

from __future__ import annotations

import functools
import math
import re
import time
import warnings
from typing import Any

LINE_CAP = 4096
"""Longest part of a record that a predicate sees; longer lines are cut for it."""
NAME_CAP = 64
"""Longest metric name that is read."""
SHORTEST = 16
"""Characters of the first line that is tried."""
TRIES = 5
"""A busy machine takes several times as long: a measure over the limit is repeated, and the least one counts."""
SLOW_SECONDS = 0.25
"""Measured: right patterns need under 5 ms on the worst of the lines below, quadratic ones over a second."""
TOO_LONG_TO_TRY = 1.0
"""Seconds the next line may be expected to take: over that it is not run. Bounded repeats look steeper than they are
on short lines, so whatever can be run is measured rather than expected."""

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    try:
        from re import _parser as _sre  # type: ignore[attr-defined]
    except ImportError:  # Python 3.10
        import sre_parse as _sre

_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}


@functools.lru_cache(maxsize=4096)
def refuse_regex(pattern: str, cap: int = LINE_CAP) -> str | None:
    """Returns why a pattern is refused, or None when it may be used.

    Args:
        pattern: a Python regex.
        cap: longest text that it will be run on, in characters.
    """
    try:
        tree = _sre.parse(pattern)
        compiled = re.compile(pattern)
    except re.error as error:
        return f"not a valid regex: {error.msg} at position {error.pos}"
    if _nested_repeat(tree, inside=False):
        return "a repeat inside a repeat can take for ever on a hostile line"
    slow = _least_seconds(compiled, cap)
    return f"would take {slow:.1f} s on a hostile line of {cap} characters" if slow else None


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


def _least_seconds(compiled: re.Pattern[str], cap: int) -> float | None:
    """Returns the least that the worst line was measured to cost, or None once a measure is within the limit."""
    least = math.inf
    for _ in range(TRIES):
        slow = _too_slow(compiled, cap)
        if slow is None:
            return None
        least = min(least, slow)
    return least


def _too_slow(compiled: re.Pattern[str], cap: int) -> float | None:
    """Returns the seconds that the worst line would cost, when that is too slow; short lines are tried first."""
    before = 0.0
    # From 16 characters on: a pattern of the fifth degree takes minutes on 256.
    for length in (part for part in (cap // 256, cap // 64, cap // 16, cap // 4, cap) if part >= SHORTEST):
        seconds = max(_seconds(compiled, line) for line in _hostile(compiled.pattern, length))
        # Four times the length costs a quadratic pattern sixteen times the time, a cubic one sixty-four times.
        growth = max(seconds / before, 4.0) if before > 1e-4 else 4.0
        if seconds > SLOW_SECONDS or (length < cap and seconds * growth > TOO_LONG_TO_TRY and seconds > 1e-3):
            return seconds * math.pow(growth, math.log(cap / length, 4))
        before = seconds
    return None


def _seconds(compiled: re.Pattern[str], line: str) -> float:
    start = time.thread_time()  # a busy machine must not make a pattern wrong
    compiled.search(line)
    return time.thread_time() - start


def _hostile(pattern: str, length: int) -> list[str]:
    words = re.findall(r"[A-Za-z_]{3,}", pattern)[:4]
    lines = [
        "a" * length,
        " " * length,
        "'" * length,
        "0" * length,
        "a=1 " * (length // 4),
        "(" * length,
        "a." * (length // 2),
    ]
    lines += [line[:-1] + "!" for line in lines]  # what a pattern that ends in `$` must go back for
    lines += [(word + " ") * (length // (len(word) + 1)) for word in words]
    return [*lines, " ".join(words) + " " + "a" * length]
