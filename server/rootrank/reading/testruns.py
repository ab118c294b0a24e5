"""pytest's form: ``>`` at the line, ``E`` before the exception, the place at the end."""

from __future__ import annotations

import re

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading.assembling import assembled
from rootrank.reading.later import later
from rootrank.reading.plain import MESSAGE_LINES

ANCHORS = ("E   ", ">       ")
PATIENCE = 400
"""Lines of source that a failure may show before its exception."""

_SOURCE = later(r">\s{3,}(?P<text>\S.*)$")
_ERROR = later(r"E {3}(?P<text>\s*\S.*)$")
_PLACE = later(r"(?P<file>\S+\.py):(?P<line>\d+): ?(?P<what>.*)$")
_EXCEPTION = later(
    r"(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Warning|Interrupt)): ?(?P<message>.*)$"
)


def opened(record: Record) -> OpenedTest | None:
    """Returns the failure that this line begins, if it begins one."""
    if _SOURCE.match(record.text) is None and _ERROR.match(record.text) is None:
        return None
    found = OpenedTest(record)
    found.take(record)
    return found


class OpenedTest:
    """A test's failure that is being read, from its first source line to the place of its exception."""

    part: str | None = None

    def __init__(self, first: Record) -> None:
        self._first, self._last = first, first
        self._taken = 0
        self._source: str | None = None
        self._lines: list[str] = []
        self._error: Record | None = None
        self._frames: list[Frame] = []
        self._type: str | None = None
        self._ended = False

    def take(self, record: Record) -> bool:
        """Adds a record; False after the exception's place, which ends it."""
        self._taken += 1
        if self._ended or self._taken > PATIENCE:
            return False
        source, error, place = _SOURCE.match(record.text), _ERROR.match(record.text), _PLACE.match(record.text)
        if source:
            self._source = source["text"].strip()
        elif error and len(self._lines) < MESSAGE_LINES:
            self._lines.append(error["text"].strip())
            self._error = self._error or record
        elif place:
            self._take_place(place, record)
        return True

    def _take_place(self, place: re.Match[str], record: Record) -> None:
        self._frames.append(Frame(place["file"], int(place["line"]), None, self._source, record.line))
        self._source = None
        self._last = record
        what = place["what"].strip()
        self._ended = bool(self._lines or what)
        self._type = what if re.fullmatch(r"[A-Za-z_][\w.]*", what) else None

    def built(self) -> Traceback | None:
        """Returns the failure; None when no exception is named."""
        first = self._lines[0] if self._lines else ""
        match = _EXCEPTION.match(first)
        exception = match["type"] if match else self._type
        if exception is None or self._error is None:
            return None
        message = [match["message"] if match else first, *self._lines[1:]]
        return assembled(
            self._first,
            max(self._last, self._error, key=lambda record: record.line),
            self._frames,
            exception=exception,
            message="\n".join(message),
            said=self._error,
            truncated=not self._frames,
        )
