"""Python's own form of a traceback, and anomaly mode's forward stack, which has the same frames.

Lines may be indented or stand behind a logger's prefix, and source lines, carets or the header may be missing.
"""

from __future__ import annotations

import re

from attrs import evolve

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading import traced
from rootrank.reading.assembling import assembled

HEADER = "Traceback (most recent call last)"
FORWARD = "Traceback of forward call that caused the error"
ORIGINAL = "Original Traceback (most recent call last)"
"""Inside the message of an error that a worker process raised: the traceback of the worker, which is the cause."""

FRAME = re.compile(r'(?P<indent>\s*)File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+?))?\s*$')
_CARETS = re.compile(r"\s*[~^]+[~^ ]*$")
_REPEATED = re.compile(r"\s*\[Previous line repeated (\d+) more times?\]")
_EXCEPTION = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w*\.)*_?[A-Z][A-Za-z_]\w*(?:\.[A-Z]\w*)*)(?P<colon>:(?:\s+(?P<message>.*))?)?$"
)
_FORWARD_END = re.compile(r"\s*\(Triggered internally at|\s*(?:return )?Variable\._execution_engine")
_WITHOUT_HEADER = ("SyntaxError", "IndentationError", "TabError")
"""What the compiler raises, whose place Python prints without a header."""
MESSAGE_LINES = 200
"""Lines of a message that are kept; state_dict messages have one line per key, TensorFlow's a whole stack."""


def opened(record: Record) -> OpenedPlain | None:
    """Returns the traceback that this line begins, if it begins one."""
    text = record.text
    if FORWARD in text:
        return OpenedPlain(record, part="forward")
    original = text.find(ORIGINAL)
    if original >= 0:
        return OpenedPlain(record, text[:original], part="original")
    header = text.find(HEADER)
    if header >= 0:
        return OpenedPlain(record, text[:header])
    if FRAME.match(text):
        headless = OpenedPlain(record, headless=True)
        headless.take(record)
        return headless
    return None


class OpenedPlain:
    """A traceback in Python's own form that is being read."""

    def __init__(self, first: Record, prefix: str = "", *, part: str | None = None, headless: bool = False) -> None:
        """Begins one.

        Args:
            first: its first record.
            prefix: what stands before ``Traceback (`` and again before each of its lines.
            part: see ``tracebacks.Opened``.
            headless: the header is missing.
        """
        self.part = part
        self._first, self._last = first, first
        self._prefix = prefix
        self._headless = headless
        self._frames: list[Frame] = []
        self._exception: Record | None = None
        self._type: str | None = None
        self._message: list[str] = []
        self._rest: list[Record] = []

    def take(self, record: Record) -> bool:
        """Adds a record; False when it doesn't belong to the traceback any more."""
        text = self._without_prefix(record.text)
        if self._exception is not None:
            return self._take_message(record, text)
        frame = FRAME.match(text)
        if frame:
            self._frames.append(Frame(frame["file"], int(frame["line"]), frame["function"], None, record.line))
            self._last = record
            return True
        if self.part == "forward":
            return not _FORWARD_END.match(text) and self._take_source(record, text)
        if text[:1].isspace() and self._take_source(record, text):
            return True
        return self._take_exception(record, text)

    def expects(self, record: Record) -> bool:
        """Whether the record looks like the next line: a frame, a source line that is due, or the exception."""
        text = record.text
        if self._exception is not None or self.part == "forward":
            return False
        if FRAME.match(text):
            return True
        if not self._frames:
            return False
        if text[:1].isspace() and text.strip():
            return self._frames[-1].text is None
        match = _EXCEPTION.match(text)
        return bool(match and match["colon"])

    def _without_prefix(self, text: str) -> str:
        """Drops the header's prefix where the line has it too; a progress bar before the header stands only there."""
        if self._prefix and text.startswith(self._prefix):
            return text[len(self._prefix) :]
        indent = len(self._prefix) - len(self._prefix.lstrip())
        if indent and not self._prefix.isspace() and text[:indent].isspace():
            return text[indent:]  # torchelastic's table indents the whole traceback
        if self._prefix.isspace():
            return text[min(len(self._prefix), len(text) - len(text.lstrip())) :]
        return text

    def _take_source(self, record: Record, text: str) -> bool:
        """Takes the source line under a frame, its carets, or a note on repeated frames."""
        if not text.strip():
            return False
        self._last = record
        if _REPEATED.match(text):
            return True
        if not self._frames:
            return self.part != "forward"
        frame = self._frames[-1]
        if frame.text is None:
            indent = len(text) - len(text.lstrip())
            self._frames[-1] = evolve(frame, text=text.strip(), span=(indent, indent))
        elif _CARETS.match(text) and frame.span is not None:
            start = len(text) - len(text.lstrip()) - frame.span[0]
            self._frames[-1] = evolve(frame, span=(max(start, 0), start + len(text.strip())))
        elif self.part == "forward":
            return False
        else:  # Python 3.13 prints every line of a statement that spans several
            self._frames[-1] = evolve(frame, text=f"{frame.text} {text.strip()}")
        return True

    def _take_exception(self, record: Record, text: str) -> bool:
        match = _EXCEPTION.match(text.strip()) if text.strip() else None
        if match is None or (not match["colon"] and not self._frames):
            return False
        self._exception, self._type, self._last = record, match["type"], record
        self._message = [match["message"] or ""]
        return True

    def _take_message(self, record: Record, text: str) -> bool:
        """Takes further lines of a message: indented ones, and none after a blank line but in TensorFlow's messages."""
        if len(self._message) >= MESSAGE_LINES:
            return False
        if traced.begins(self._message[0]) and not text.startswith("Traceback"):
            taken = not text.strip() or traced.goes_on(self._message, text)
        else:
            taken = text[:1].isspace() and bool(text.strip()) and not FRAME.match(text)
        if taken and text.strip():
            self._message.append(text.strip())
            self._rest.append(evolve(record, text=text))
            self._last = record
        return taken

    def built(self) -> Traceback | None:
        """Returns what was read; None when it was no traceback after all."""
        if not (self._frames or self._exception):
            return None
        frames = tuple(evolve(f, span=None) if f.span and f.span[0] == f.span[1] else f for f in self._frames)
        endless = self._exception is None and self.part != "forward"
        headless = self._headless and self._type not in _WITHOUT_HEADER
        message = "\n".join(self._message)
        if traced.begins(message):
            inside, message = traced.unwrapped(self._message[0], self._rest)
            frames = (*frames, *inside)
        return assembled(
            self._first,
            self._last,
            frames,
            exception=self._type,
            message=message,
            said=self._exception,
            truncated=headless or endless,
        )
