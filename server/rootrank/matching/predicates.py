"""Decides whether a record or a traceback really shows a signal that an anchor announced.

The rulebook's patterns run here and only here on log text: on undressed records, cut to a length for which the
rulebook's lint has timed them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from rootrank.model.finding import Signal
from rootrank.model.log import Record, Traceback
from rootrank.rulebook.entry import ExceptionSignal, SignalSpec
from rootrank.rulebook.regex_safety import LINE_CAP


@functools.lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str]:
    """Returns a rulebook pattern compiled once."""
    return re.compile(pattern)


def search(pattern: str, text: str) -> re.Match[str] | None:
    """Searches a rulebook pattern in log text of bounded length."""
    return compiled(pattern).search(text[:LINE_CAP])


def captures_of(match: re.Match[str]) -> dict[str, str]:
    """Returns the named groups that took part in a match."""
    return {name: value for name, value in match.groupdict().items() if value is not None}


def line_signal(entry: str, name: str, spec: SignalSpec, record: Record) -> Signal | None:
    """Returns the signal when the record shows it."""
    match = search(spec.line, record.text) if spec.line else None
    return Signal(entry, name, record, captures_of(match)) if match else None


def chain(traceback: Traceback) -> Iterator[Traceback]:
    """Yields a traceback and all that it was raised from or while handling, the last raised first."""
    yield traceback
    for earlier in (traceback.cause, traceback.context):
        if earlier is not None:
            yield from chain(earlier)


def exception_signal(entry: str, name: str, spec: SignalSpec, traceback: Traceback) -> Signal | None:
    """Returns the signal when the exception of this one traceback (not of its chain) shows it."""
    wanted = spec.exception
    if wanted is None or traceback.exception is None or not _is_type(wanted, traceback.exception):
        return None
    captures: dict[str, str] = {}
    if wanted.message is not None:
        match = search(wanted.message, traceback.message)
        if match is None:
            return None
        captures.update(captures_of(match))
    if wanted.frame is not None:
        match = _frame_match(wanted.frame, traceback)
        if match is None:
            return None
        captures.update(captures_of(match))
    line = traceback.exception_line or traceback.line
    text = f"{traceback.exception}: {traceback.message}" if traceback.message else traceback.exception
    record = Record(text.split("\n", 1)[0], traceback.file, line, traceback.rank, traceback.host, traceback.time)
    return Signal(entry, name, record, captures, traceback)


def _is_type(wanted: ExceptionSignal, exception: str) -> bool:
    last = exception.rsplit(".", 1)[-1]
    return any(kind in ("*", exception) or kind.rsplit(".", 1)[-1] == last for kind in wanted.type)


def _frame_match(pattern: str, traceback: Traceback) -> re.Match[str] | None:
    forward = traceback.forward.frames if traceback.forward else ()
    for frame in (*traceback.frames, *forward):
        for text in (frame.text, frame.function):
            match = search(pattern, text) if text else None
            if match:
                return match
    return None
