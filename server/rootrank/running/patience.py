"""Says when a live log is to be judged: once it got quiet, or at last, because other ranks speak late.

After the first failure the others' tracebacks, the launcher's summary and the time-outs are still to come; an answer
given at once would name the loudest rank and not the first. Imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Callable

QUIET_S = 5.0
"""Seconds without output after which everything has been said. NVIDIA's resiliency extension settled on the same."""
LONGEST_S = 40.0
"""Seconds after which a log that doesn't get quiet is judged all the same; also theirs."""
REST = 100
"""Times as long as the last judgement took are waited before the next: judging costs at most 1 % of a processor."""


class Patience:
    """The clock of one live log."""

    def __init__(self, quiet: float = QUIET_S, longest: float = LONGEST_S, *, clock: Callable[[], float]) -> None:
        self._quiet = quiet
        self._longest = max(quiet, longest)
        self._clock = clock
        self._first: float | None = None
        self._last = 0.0
        self._rested = float("-inf")

    @property
    def waits(self) -> bool:
        """Whether something was said that hasn't been judged."""
        return self._first is not None

    def heard(self, *, matters: bool = True) -> None:
        """Take note that there is output; what doesn't matter only prolongs the wait for what did."""
        self._last = self._clock()
        if matters and self._first is None:
            self._first = self._last

    @property
    def is_over(self) -> bool:
        """Whether it is time to judge."""
        if self._first is None:
            return False
        now = self._clock()
        return now >= self._rested and (now - self._last >= self._quiet or now - self._first >= self._longest)

    def judged(self, *, began: float) -> None:
        """Begin anew: a judgement that began then is done."""
        now = self._clock()
        self._first = None
        self._rested = now + REST * (now - began)
