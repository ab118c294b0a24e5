"""Collects what ranks printed in the same words with other numbers, so that the odd one out can be found later."""

from __future__ import annotations

import re

from rootrank.model.finding import Count
from rootrank.model.log import Record

_NUMBER = re.compile(r"\d+(?:[.:]\d+)*(?:[eE][+-]?\d+)?")
_OWN_RANK = re.compile(r"(\brank['\"]?\D{0,3})\d+", re.IGNORECASE)
_COUNTED = re.compile(
    r"batch|step|sample|shard|iter|item|chunk|length|\blen\b|size|param|record|row|example|finished", re.IGNORECASE
)
"""A number is compared only where the line says that it counts something, so that devices, ports and seeds are not."""
KEPT = 20_000
LONGEST = 300
"""Characters; a longer line is no progress line."""


class Counter:
    """The counted lines of one log; of equal wording of one rank, the last."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, str], Count] = {}

    def take(self, record: Record) -> None:
        """Notes a line, if it is one."""
        if record.rank is None or len(record.text) > LONGEST or not _COUNTED.search(record.text):
            return
        text = _OWN_RANK.sub(r"\1", record.text)
        numbers = tuple(number for number in _NUMBER.findall(text))
        wording = _NUMBER.sub("#", text)
        key = (record.rank, wording)
        if key in self._counts or len(self._counts) < KEPT:
            self._counts[key] = Count(record.rank, wording, numbers, record)

    def counts(self) -> tuple[Count, ...]:
        """Returns what was noted, in log order."""
        return tuple(sorted(self._counts.values(), key=lambda c: c.record.line))
