"""Puts the records of one rank together to tracebacks, whatever form they are printed in, and to chains of them.

A ``TracebackReader`` takes one rank's records in order and hands out what is complete; between tracebacks it needs no
records at all (``hungry`` says when it does), so a scan can jump from hit to hit. Each form is a module of its own
that offers an ``Opened``; a further form is one more item in ``FORMS``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from attrs import evolve

from rootrank.model.log import Record, Traceback
from rootrank.reading import boxed, crashes, groups, native, notebooks, plain, testruns
from rootrank.reading.assembling import assembled

ANCHORS = (
    plain.HEADER,
    plain.FORWARD,
    'File "',
    "Error: ",
    "Exception: ",
    "KeyboardInterrupt",
    *groups.ANCHORS,
    *notebooks.ANCHORS,
    *boxed.ANCHORS,
    *crashes.ANCHORS,
    *native.ANCHORS,
    *testruns.ANCHORS,
)
"""Literals, one of which stands on the first line of whatever is read here."""

_LINKS = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
    "terminated with the following error:": "original",  # torch.multiprocessing.spawn
}
"""Sentence between two tracebacks → what the upper is to the lower; ``original``: the lower is the cause."""
_BARE = re.compile(
    r"(?:^|\s)(?P<type>(?:[A-Za-z_]\w*\.)*_?[A-Z]\w*(?:Error|Exception|Interrupt|Exit))(?::\s+(?P<message>.*)|$)"
)
_HARMLESS = re.compile(r"\b(?:DEBUG|INFO|WARN|WARNING)\b")
"""A logger that says so itself doesn't tell of the exception that ended the run."""
_WAIT = 4
"""Lines that may stand between a traceback and the sentence that chains the next one to it."""


class Opened(Protocol):
    """A traceback that is being read in one form."""

    part: str | None
    """``forward`` for anomaly mode's stack, ``original`` for a worker's own traceback inside a message."""

    def take(self, record: Record) -> bool:
        """Adds a record; False when it doesn't belong to the traceback any more."""
        ...

    def built(self) -> Traceback | None:
        """Returns what was read; None when it was no traceback after all."""
        ...


FORMS: tuple[Callable[[Record], Opened | None], ...] = (
    groups.opened,
    notebooks.opened,
    boxed.opened,
    crashes.opened,
    native.opened,
    testruns.opened,
    plain.opened,
)
"""Tried in turn on a line that may begin a traceback."""


class TracebackReader:
    """Reads the tracebacks in one rank's records."""

    def __init__(self) -> None:
        self._open: Opened | None = None
        self._forward: Traceback | None = None
        self._previous: Traceback | None = None
        self._link: str | None = None
        self._waiting = 0

    @property
    def hungry(self) -> bool:
        """Whether the next records are needed: a traceback is open, or the next may be chained to the last."""
        return self._open is not None or self._waiting > 0

    def feed(self, record: Record) -> list[Traceback]:
        """Takes the next record.

        Returns:
            Tracebacks that are complete now. One that others are chained to is not handed out by itself.
        """
        if self._open is not None:
            if self._open.take(record):
                return []
            self._close()
        return self._start(record)

    def goes_on_with(self, record: Record) -> bool:
        """Whether a line, whose writer isn't known, can be the next one of the traceback that is open."""
        return isinstance(self._open, plain.OpenedPlain) and self._open.expects(record)

    def finish(self) -> list[Traceback]:
        """Ends the input: hands out what is still open, also when its end is missing."""
        self._close()
        done = self._release()
        if self._forward is not None:
            done.append(self._forward)
            self._forward = None
        return done

    def _start(self, record: Record) -> list[Traceback]:
        link = next((link for phrase, link in _LINKS.items() if phrase in record.text), None)
        if link and self._previous is not None:
            self._link, self._waiting = link, _WAIT
            return []
        opened = next((found for form in FORMS if (found := form(record)) is not None), None)
        if opened is not None:
            if opened.part == "original" and self._previous is not None:
                self._link = opened.part
            done = [] if self._link else self._release()
            self._open = opened
            return done
        if self._waiting:
            self._waiting -= 1
            return [] if self._waiting else self._release()
        bare = bare_exception(record)
        return [bare] if bare else []

    def _release(self) -> list[Traceback]:
        """Hands out the last complete traceback: nothing is chained to it."""
        previous, self._previous, self._link, self._waiting = self._previous, None, None, 0
        return [previous] if previous else []

    def _close(self) -> None:
        opened, self._open = self._open, None
        traceback = opened.built() if opened else None
        if opened is None or traceback is None:
            return
        if opened.part == "forward":
            self._forward = traceback
            return
        if self._forward is not None and "Backward" in traceback.message:
            traceback, self._forward = evolve(traceback, forward=self._forward), None
        if self._link and self._previous is not None:
            traceback = _chained(self._link, self._previous, traceback)
        self._previous, self._link, self._waiting = traceback, None, _WAIT


def _chained(link: str, earlier: Traceback, later: Traceback) -> Traceback:
    """Returns the traceback that ended the program, with the other as its cause or context."""
    if link == "original":
        return evolve(earlier, cause=later, end_line=later.end_line)
    return evolve(later, cause=earlier) if link == "cause" else evolve(later, context=earlier)


def bare_exception(record: Record) -> Traceback | None:
    """Reads a line that shows an exception without its traceback, as people paste it and loggers print it."""
    match = _BARE.search(record.text)
    if match is None or (match.start() > 0 and not match["message"]):
        return None
    if _HARMLESS.search(record.text[: match.start()]):
        return None
    said = (match["message"] or "").strip()
    return assembled(record, record, (), exception=match["type"], message=said, said=record, truncated=True)
