"""Watches a command's record while it runs, and has it judged when there is news and it got quiet.

It looks at the record's length only, from a thread of its own, so the command's output costs nothing more. Imports
this package only.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rootrank.running.patience import LONGEST_S, QUIET_S, Patience
from rootrank.running.record import Record

_LOOKS = 10
"""Looks at the record in one interval of quiet: it is noticed a tenth too late at most."""
_SELDOM = 0.5
"""Seconds between two looks at most."""


@contextmanager
def vigil(
    record: Record, judge: Callable[[Record], None], *, quiet: float = QUIET_S, longest: float = LONGEST_S
) -> Iterator[None]:
    """Judge within the ``with`` block; a judgement that has begun is waited for at its end."""
    over = threading.Event()

    def watch() -> None:
        patience, seen = Patience(quiet, longest, clock=time.monotonic), 0
        while not over.wait(min(_SELDOM, quiet / _LOOKS)):
            if record.written != seen:
                seen = record.written
                patience.heard()
            if patience.is_over:
                began = time.monotonic()
                judge(record)
                patience.judged(began=began)

    thread = threading.Thread(target=watch, name="rootrank-vigil", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
