"""Faulthandler's form: a crash of the interpreter itself, the stack printed innermost frame first."""

from __future__ import annotations

import re

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading.assembling import assembled

ANCHORS = ("Fatal Python error: ",)

_HEADER = re.compile(r"Fatal Python error: (?P<what>.+)$")
_THREAD = re.compile(r"(?:Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\):")
_FRAME = re.compile(r'\s*File "(?P<file>[^"]+)", line (?P<line>\d+) in (?P<function>.+)$')


def opened(record: Record) -> OpenedCrash | None:
    """Returns the crash that this line begins, if it begins one."""
    match = _HEADER.search(record.text)
    return OpenedCrash(record, match["what"]) if match else None


class OpenedCrash:
    """A crash that is being read."""

    part: str | None = None

    def __init__(self, first: Record, what: str) -> None:
        self._first, self._last = first, first
        self._what = what.strip()
        self._frames: list[Frame] = []
        self._current = False
        self._done = False

    def take(self, record: Record) -> bool:
        """Adds a record; the stack of the thread that crashed is kept, other threads' are passed over."""
        text = record.text
        if _THREAD.match(text):
            self._current = text.startswith("Current") or not self._frames
            self._last = record
            return True
        frame = _FRAME.match(text)
        if frame:
            if self._current:
                self._frames.append(Frame(frame["file"], int(frame["line"]), frame["function"], None, record.line))
            self._last = record
            return True
        return not text.strip() or text.startswith(("Python runtime state", "  ..."))

    def built(self) -> Traceback | None:
        """Returns the crash as a traceback whose exception is ``Fatal Python error``."""
        return assembled(
            self._first,
            self._last,
            reversed(self._frames),
            exception="Fatal Python error",
            message=self._what,
            said=self._first,
            truncated=not self._frames,
        )
