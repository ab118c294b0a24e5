"""Collects what ranks counted in lines of the same wording, so that the odd one out can be found later."""

from __future__ import annotations

import re

from rootrank.model.finding import Count
from rootrank.model.log import Record

_THINGS = (
    r"(?:batch|step|sample|shard|iter|item|chunk|length|len|size|param|record|row|example|file|sequence|document|epoch)"
)
_COUNTED = re.compile(
    rf"{_THINGS}\w*[\s:=#(]{{1,3}}(\d+)(?:\s?/\s?(\d+))?(?![\d.,]*\d|\s?(?:ms|s|%|[kmg]i?b)\b)"
    rf"|\b(\d+)\s+(?:[a-z]+\s)?{_THINGS}"
)
"""A number that counts something: times, rates, losses, devices, ports and seeds differ between ranks anyway. It is
matched in lower case, which is four times as fast as a pattern that ignores case."""
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*(?:[eE][+-]?\d+)?")
_OWN_RANK = re.compile(r"(\brank['\"]?\D{0,3})\d+", re.IGNORECASE)
_GLUED = re.compile(r"\S.*\[rank ?\d+\]|\brank \d+ .*\brank \d+ ")
"""Two ranks' output on one line."""
KEPT = 20_000
LONGEST = 300
"""Characters; a longer line is no progress line."""


class Counter:
    """The counting lines of one log; of equal wording of one rank, the first and the last."""

    def __init__(self) -> None:
        self._first: dict[tuple[int, str], Count] = {}
        self._last: dict[tuple[int, str], Count] = {}

    def take(self, record: Record) -> None:
        """Notes a line, if it is one."""
        if record.rank is None or len(record.text) > LONGEST or _GLUED.search(record.text):
            return
        text = record.text.replace(record.time, "", 1) if record.time else record.text
        lower = text.lower()
        if "rank" in lower:
            text = _OWN_RANK.sub(r"\1", text)
            lower = text.lower()
        numbers = tuple(number for found in _COUNTED.findall(lower) for number in found if number)
        if not numbers:
            return
        key = (record.rank, _NUMBER.sub("#", text).strip())
        if key in self._first:
            # The end of a log is read last, and rows before an onset after those on it.
            if key not in self._last or record.line >= self._last[key].record.line:
                self._last[key] = Count(*key, numbers, record)
        elif len(self._first) < KEPT:
            self._first[key] = Count(*key, numbers, record)

    def counts(self) -> tuple[Count, ...]:
        """Returns what was noted, in log order."""
        return tuple(sorted([*self._first.values(), *self._last.values()], key=lambda c: c.record.line))
