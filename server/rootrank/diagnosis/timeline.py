"""The timeline: what happened to the ranks, in the order in which it happened as far as stamps or the stream tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rootrank.diagnosis.attribution import Attribution
from rootrank.diagnosis.failure import Initiating
from rootrank.model.document import Event
from rootrank.reading.stamps import Moment, moment

MOST = 200


def timeline(attribution: Attribution, initiating: Initiating | None) -> list[Event]:
    """Returns at most ``MOST`` events, each with the line that shows it."""
    events = [
        Event(e.time, e.rank, e.text.strip().split("\n", 1)[0][:200], e.file, e.line)
        for e in attribution.events
        if e.role != "harmless"
    ]
    if initiating and initiating.trouble:
        series, trouble = initiating.trouble
        record = trouble.point.record
        events.append(Event(record.time, record.rank, f"{series.name} became {trouble.kind}", record.file, record.line))
    once = {(e.file, e.line, e.rank): e for e in events}
    return ordered(once.values())[:MOST]


def ordered(events: Iterable[Event]) -> list[Event]:
    """Sorts events: by time where all files have stamps of one kind, else by file and line.

    An event without a stamp takes that of the event before it in its file.
    """
    by_place = sorted(events, key=lambda e: (e.file, e.line))
    times = _carried(by_place)
    clocks = {(when.clock, when.zoned) for when in times if when is not None}
    if len({e.file for e in by_place}) < 2 or len(clocks) != 1 or None in times:
        return by_place
    known = [when for when in times if when is not None]
    order = sorted(range(len(by_place)), key=lambda n: (known[n].seconds, n))
    return [by_place[n] for n in order]


def _carried(events: Sequence[Event]) -> list[Moment | None]:
    times: list[Moment | None] = []
    for number, event in enumerate(events):
        when = moment(event.time) if event.time else None
        if when is None and number and events[number - 1].file == event.file:
            when = times[-1]
        times.append(when)
    for number in reversed(range(len(events) - 1)):  # what stands before a file's first stamp takes that
        if times[number] is None and events[number + 1].file == events[number].file:
            times[number] = times[number + 1]
    return times
