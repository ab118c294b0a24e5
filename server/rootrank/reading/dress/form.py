"""What one launcher, runtime or shipper of logs puts before each line."""

from __future__ import annotations

import re

from attrs import frozen


@frozen
class Form:
    """One kind of prefix. Its pattern is matched where the line, or what is left of it, begins.

    Named groups that it may have: ``rank``, ``host``, ``pid``, ``time``, ``source`` (see ``Record``) ``local`` (a
    local rank) and ``device`` (a GPU's number).
    """

    pattern: re.Pattern[str]
    first: str
    """Characters, one of which it begins with: a test that spares most lines the pattern. Empty: any character."""
    ambiguous: bool = False
    """Looks like text that a program may print itself: taken off only in a log most of whose lines have it."""
    strip: bool = True
    """False: the line tells its rank in its own words, which stay."""
