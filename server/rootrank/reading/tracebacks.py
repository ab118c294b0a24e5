"""Puts the records of one rank together to Python tracebacks, chains of them, and anomaly mode's forward stacks.

A ``TracebackReader`` takes one rank's records in order and hands out what is complete; between tracebacks it needs no
records at all (``hungry`` says when it does), so a scan can jump from hit to hit.
"""

from __future__ import annotations

import re

from attrs import define, evolve, field

from rootrank.model.log import Frame, Record, Traceback

HEADER = "Traceback (most recent call last)"
FORWARD = "Traceback of forward call that caused the error"
ANCHORS = (HEADER, FORWARD, 'File "', "Error: ", "Exception: ", "KeyboardInterrupt")
"""Literals, one of which stands on the first line of whatever this module reads."""

_FRAME = re.compile(r'(?P<indent>\s*)File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+?))?\s*$')
_CARETS = re.compile(r"\s*[~^]+[~^ ]*$")
_REPEATED = re.compile(r"\s*\[Previous line repeated (\d+) more times?\]")
_EXCEPTION = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z][A-Za-z_]\w*(?:\.[A-Z]\w*)*)(?P<colon>:(?:\s+(?P<message>.*))?)?$"
)
_BARE = re.compile(
    r"(?:^|\s)(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt|Exit))(?::\s+(?P<message>.*)|$)"
)
_CAUSE = "The above exception was the direct cause of the following exception:"
_ORIGINAL = "Original Traceback (most recent call last)"
"""Inside the message of an error that a worker process raised: the traceback of the worker, which is the cause."""
_CONTEXT = "During handling of the above exception, another exception occurred:"
_FORWARD_END = re.compile(
    r"\s*\(Triggered internally at|\s*return Variable\._execution_engine|\s*Variable\._execution_engine"
)
MESSAGE_LINES = 40
"""Lines of a message that are kept; state_dict messages have one line per key."""


@define
class _Open:
    """A traceback that is being read."""

    first: Record
    prefix: str
    """What stands before ``Traceback (`` and again before each of its lines (a logger's prefix, an indentation)."""
    is_forward: bool
    truncated: bool
    frames: list[Frame] = field(factory=list)
    exception: Record | None = None
    type: str | None = None
    message: list[str] = field(factory=list)
    last: Record | None = None
    blank: int = 0


class TracebackReader:
    """Reads the tracebacks in one rank's records."""

    def __init__(self) -> None:
        self._open: _Open | None = None
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
            if self._take(self._open, record):
                return []
            done = self._close()
            return done + self._start(record)
        return self._start(record)

    def finish(self) -> list[Traceback]:
        """Ends the input: hands out what is still open, also when its end is missing."""
        done = self._close() if self._open is not None else []
        done += self._release()
        if self._forward is not None:
            done.append(self._forward)
            self._forward = None
        return done

    # -- between tracebacks ------------------------------------------------------------------------------

    def _start(self, record: Record) -> list[Traceback]:
        text = record.text
        for link in (_CAUSE, _CONTEXT):
            if link in text and self._previous is not None:
                self._link, self._waiting = link, 4
                return []
        at, forward = text.find(HEADER), text.find(FORWARD)
        if forward >= 0:
            done = self._release()
            self._open = _Open(record, "", is_forward=True, truncated=False)
            return done
        if at >= 0:
            if _ORIGINAL in text and self._previous is not None:
                self._link = _ORIGINAL
                at = text.find(_ORIGINAL)
            done = [] if self._link else self._release()
            self._open = _Open(record, text[:at], is_forward=False, truncated=False)
            return done
        if _FRAME.match(text):
            done = self._release()
            self._open = _Open(record, "", is_forward=False, truncated=True)
            self._take(self._open, record)
            return done
        if self._waiting:
            self._waiting -= 1
            if not self._waiting:
                return self._release()
        elif bare := bare_exception(record):
            return [bare]
        return []

    def _release(self) -> list[Traceback]:
        """Hands out the last complete traceback: nothing is chained to it."""
        previous, self._previous, self._link, self._waiting = self._previous, None, None, 0
        return [previous] if previous else []

    # -- inside one --------------------------------------------------------------------------------------

    def _take(self, state: _Open, record: Record) -> bool:
        """Adds a record to the open traceback; False when it doesn't belong to it any more."""
        text = self._without_prefix(state, record.text)
        if state.exception is not None:
            return self._take_message(state, record, text)
        frame = _FRAME.match(text)
        if frame:
            state.frames.append(Frame(frame["file"], int(frame["line"]), frame["function"], None, record.line))
            state.last = record
            return True
        if state.is_forward:
            return not _FORWARD_END.match(text) and self._take_source(state, record, text)
        if text[:1].isspace() and self._take_source(state, record, text):
            return True
        return self._take_exception(state, record, text)

    def _without_prefix(self, state: _Open, text: str) -> str:
        """Drops the header's prefix where the line has it too; a progress bar before the header stands only there."""
        if state.prefix and text.startswith(state.prefix):
            return text[len(state.prefix) :]
        if state.prefix.isspace():
            return text[min(len(state.prefix), len(text) - len(text.lstrip())) :]
        return text

    def _take_source(self, state: _Open, record: Record, text: str) -> bool:
        """Takes the source line under a frame, its carets, or a note on repeated frames."""
        if not text.strip():
            return False
        state.last = record
        if _REPEATED.match(text):
            return True
        if not state.frames:
            return not state.is_forward
        frame = state.frames[-1]
        if frame.text is None:
            indent = len(text) - len(text.lstrip())
            state.frames[-1] = evolve(frame, text=text.strip(), span=(indent, indent))
        elif _CARETS.match(text) and frame.span is not None:
            start = len(text) - len(text.lstrip()) - frame.span[0]
            state.frames[-1] = evolve(frame, span=(max(start, 0), start + len(text.strip())))
        elif state.is_forward:
            return False
        else:  # Python 3.13 prints every line of a statement that spans several
            state.frames[-1] = evolve(frame, text=f"{frame.text} {text.strip()}")
        return True

    def _take_exception(self, state: _Open, record: Record, text: str) -> bool:
        match = _EXCEPTION.match(text.strip()) if text.strip() else None
        if match is None or (not match["colon"] and not state.frames):
            return False
        state.exception, state.type, state.last = record, match["type"], record
        state.message = [match["message"] or ""]
        return True

    def _take_message(self, state: _Open, record: Record, text: str) -> bool:
        """Takes further lines of a message: indented ones, and none after a blank line."""
        if len(state.message) < MESSAGE_LINES and text[:1].isspace() and text.strip() and not _FRAME.match(text):
            state.message.append(text.strip())
            state.last = record
            return True
        return False

    def _close(self) -> list[Traceback]:
        state, self._open = self._open, None
        if state is None or not (state.frames or state.exception):
            return []
        traceback = _built(state)
        if state.is_forward:
            self._forward = traceback
            return []
        if self._forward is not None and "Backward" in traceback.message:
            traceback, self._forward = evolve(traceback, forward=self._forward), None
        if self._link and self._previous is not None:
            traceback = _chained(self._link, self._previous, traceback)
        self._previous, self._link, self._waiting = traceback, None, 4
        return []


def _chained(link: str, earlier: Traceback, later: Traceback) -> Traceback:
    """Returns the traceback that ended the program, with the other as its cause or context."""
    if link == _ORIGINAL:
        return evolve(earlier, cause=later, end_line=later.end_line)
    return evolve(later, cause=earlier) if link == _CAUSE else evolve(later, context=earlier)


def _built(state: _Open) -> Traceback:
    last = state.last or state.first
    frames = tuple(evolve(f, span=None) if f.span and f.span[0] == f.span[1] else f for f in state.frames)
    return Traceback(
        frames=frames,
        exception=state.type,
        message="\n".join(state.message).strip(),
        file=state.first.file,
        line=state.first.line,
        end_line=last.line,
        exception_line=state.exception.line if state.exception else None,
        rank=state.first.rank,
        host=state.first.host,
        time=state.first.time,
        truncated=state.truncated or (state.exception is None and not state.is_forward),
    )


def bare_exception(record: Record) -> Traceback | None:
    """Reads a line that shows an exception without its traceback, as people paste it and loggers print it."""
    match = _BARE.search(record.text)
    if match is None or (match.start() > 0 and not match["message"]):
        return None
    return Traceback(
        frames=(),
        exception=match["type"],
        message=(match["message"] or "").strip(),
        file=record.file,
        line=record.line,
        end_line=record.line,
        exception_line=record.line,
        rank=record.rank,
        host=record.host,
        time=record.time,
        truncated=True,
    )
