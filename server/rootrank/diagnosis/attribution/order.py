"""Which of two events came first: by their time stamps where these compare, else by their order in one stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rootrank.diagnosis.attribution.events import RankEvent
from rootrank.reading.stamps import gap, moment


@frozen
class Order:
    """Compares events."""

    skew_s: Mapping[str, float]
    """Host → seconds that its clock is ahead."""

    def earlier(self, one: RankEvent, other: RankEvent) -> bool | None:
        """Whether one event came before another; None when the logs can't tell."""
        seconds = self._gap(one, other)
        if seconds is not None:
            return seconds > 0
        if one.file == other.file and one.end_line < _start(other):
            return True
        if one.file == other.file and other.end_line < _start(one):
            return False
        return None

    def timed(self, one: RankEvent, other: RankEvent) -> bool:
        """Whether the stamps of two events tell their order."""
        return self._gap(one, other) is not None

    def _gap(self, one: RankEvent, other: RankEvent) -> float | None:
        """Seconds from one to the other; None without stamps, or when they are equal as far as these can tell."""
        if not one.time or not other.time:
            return None
        first, second = moment(one.time), moment(other.time)
        if first is None or second is None:
            return None
        seconds = gap(first, second)
        if seconds is None:
            return None
        seconds -= self.skew_s.get(other.host or "", 0.0) - self.skew_s.get(one.host or "", 0.0)
        return seconds if abs(seconds) >= max(first.resolution, second.resolution) else None

    def first(self, events: Sequence[RankEvent]) -> tuple[RankEvent, bool]:
        """Returns the first of some events, and whether it is known to be before those of every other rank."""
        best = events[0]
        for event in events[1:]:
            if self.earlier(event, best):
                best = event
        others = [e for e in events if e.rank != best.rank]
        return best, all(self.earlier(best, e) for e in others)


def _start(event: RankEvent) -> int:
    return event.traceback.line if event.traceback is not None else event.line
