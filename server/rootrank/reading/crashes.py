"""Faulthandler's form: a crash of the interpreter itself, the stack printed innermost frame first."""

from __future__ import annotations

import re

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading.assembling import assembled

ANCHORS = ("Fatal Python error: ", "Windows fatal exception: ")

_HEADER = re.compile(r"(?P<type>Fatal Python error|Windows fatal exception): (?P<what>.+)$")
_THREAD = re.compile(r"(?P<current>Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\):")
_FRAME = re.compile(r'\s*File "(?P<file>[^"]+)", line (?P<line>\d+|\?\?\?) in (?P<function>.+)$')
_BESIDE = re.compile(
    r"Python runtime state|  \.\.\.|  <no Python frame>|Extension modules: |  <cannot get C stack|  Binary file "
    r"|  Garbage-collecting|Current thread's C stack trace"
)
"""Lines of the report that are no Python frames."""


def opened(record: Record) -> OpenedCrash | None:
    """Returns the crash that this line begins, if it begins one."""
    match = _HEADER.search(record.text)
    return OpenedCrash(record, match["type"], match["what"]) if match else None


class OpenedCrash:
    """A crash that is being read."""

    part: str | None = None

    def __init__(self, first: Record, kind: str, what: str) -> None:
        self._first, self._last = first, first
        self._kind, self._what = kind, what.strip()
        self._frames: list[Frame] = []
        self._threads = 0
        self._wanted = False

    def take(self, record: Record) -> bool:
        """Adds a record; the stack of the thread that crashed is kept, wherever it stands among the others'."""
        text = record.text
        thread, frame = _THREAD.match(text), _FRAME.match(text)
        if thread:
            current = thread["current"] == "Current thread"
            self._wanted = current or self._threads == 0
            self._threads += 1
            if current:
                self._frames.clear()
        elif frame:
            if self._wanted:
                line = int(frame["line"]) if frame["line"].isdigit() else None
                self._frames.append(Frame(frame["file"], line, frame["function"], None, record.line))
        else:
            return not text.strip() or bool(_BESIDE.match(text))
        self._last = record
        return True

    def built(self) -> Traceback | None:
        """Returns the crash as a traceback whose exception is ``Fatal Python error``."""
        return assembled(
            self._first,
            self._last,
            reversed(self._frames),
            exception=self._kind,
            message=self._what,
            said=self._first,
            truncated=not self._frames,
        )
