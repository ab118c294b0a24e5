"""IPython's and Jupyter's form: the exception first, then cells and files with an arrow at the line.

Read: ``Cell In[2], line 7``, ``Input In [3], in <cell line: 1>()``, ``File ~/x.py:12, in f(a)`` and the older
``<ipython-input-3-…> in <module>`` and ``/tmp/ipykernel_17/123.py in f(a)``.
"""

from __future__ import annotations

from attrs import evolve

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading import traced
from rootrank.reading.assembling import assembled
from rootrank.reading.later import later
from rootrank.reading.plain import MESSAGE_LINES, ORIGINAL

ANCHORS = ("Traceback (most recent call last)", "Cell In[", "Cell In [")

_HEADER = later(r"(?P<type>[A-Za-z_]\w*(?:\.\w+)*)\s{2,}Traceback \(most recent call last\)$")
_CELL = later(r"\s*(?P<file>(?:Cell|Input) In ?\[\d+\]),? (?:line (?P<line>\d+))?(?:, )?(?:in (?P<function>.+))?$")
_FILE = later(r"File (?P<file>.+?):(?P<line>\d+)(?:, in (?P<function>.+))?$")
_OLD = later(
    r"(?P<file>(?:<[^<>]+>|~|/|[A-Za-z]:\\|\w[\w.-]*[/\\])[^\n]*?|<[^<>]+>|[\w.-]+\.p(?:y|yx|xi))"
    r" in (?P<function><[^<>]*>|[\w.<>]+) ?(?:\(.*\)?)?$"
)
_ARROW = later(r"\s*-+> ?(?P<line>\d+)(?: (?P<text>.*))?$")
_CONTEXT = later(r"\s+\d+(?: .*)?$|\d+(?: .*)?$")
_RULE = later(r"-{40,}$")
_SYNTAX = later(r"(?P<type>\w*(?:SyntaxError|IndentationError|TabError)): (?P<message>.*)")


def opened(record: Record) -> OpenedNotebook | None:
    """Returns the traceback that this line begins, if it begins one."""
    header = _HEADER.match(record.text.strip())
    if header:
        return OpenedNotebook(record, header["type"])
    cell = _CELL.match(record.text)
    if cell and record.text.startswith(" "):  # a syntax error stands under its cell, without a header
        syntax = OpenedNotebook(record, None)
        syntax.take(record)
        return syntax
    return None


class OpenedNotebook:
    """A traceback in IPython's form that is being read."""

    part: str | None = None

    def __init__(self, first: Record, exception: str | None) -> None:
        self._first, self._last = first, first
        self._type = exception
        self._frames: list[Frame] = []
        self._exception: Record | None = None
        self._message: list[str] = []
        self._rest: list[Record] = []
        self._blank = False

    def take(self, record: Record) -> bool:
        """Adds a record; False when it doesn't belong to the traceback any more."""
        text = record.text
        if self._exception is not None:
            return self._take_message(record)
        if not text.strip() or _RULE.match(text):
            return not _RULE.match(text)
        if self._take_frame(record) or self._take_line(record):
            self._last = record
            return True
        return self._take_exception(record) or self._inside(record)

    def _take_frame(self, record: Record) -> bool:
        for pattern in (_CELL, _FILE, _OLD):
            match = pattern.match(record.text)
            if match:
                found = match.groupdict()
                line, function = found.get("line"), found.get("function")
                name = function.split("(", 1)[0].strip() if function else "<module>"
                name = "<module>" if name.startswith("<cell line") else name
                self._frames.append(Frame(found["file"], int(line) if line else None, name, None, record.line))
                return True
        return False

    def _take_line(self, record: Record) -> bool:
        """Takes a source line; the one with the arrow is the frame's."""
        arrow = _ARROW.match(record.text)
        if arrow and self._frames:
            text = (arrow["text"] or "").strip() or None
            self._frames[-1] = evolve(self._frames[-1], line=int(arrow["line"]), text=text)
            return True
        if self._type is None and self._frames and self._frames[-1].text is None and record.text.startswith("    "):
            self._frames[-1] = evolve(self._frames[-1], text=record.text.strip())
            return True
        return bool(_CONTEXT.match(record.text))

    def _take_exception(self, record: Record) -> bool:
        text = record.text.strip()
        if self._type is None:
            syntax = _SYNTAX.match(text)
            if syntax is None:
                return False
            self._type, message = syntax["type"], syntax["message"]
        else:
            name, colon, message = text.partition(":")
            if name.rsplit(".", 1)[-1] != self._type.rsplit(".", 1)[-1] or (not colon and name != text):
                return False
            self._type = name if "." in name else self._type
        self._exception = self._last = record
        self._message = [message.strip()]
        return True

    def _inside(self, record: Record) -> bool:
        """A statement of several lines goes on without numbers; carets stand under a syntax error."""
        inside = bool(self._frames) and record.text[:1].isspace()
        self._last = record if inside else self._last
        return inside

    def _take_message(self, record: Record) -> bool:
        """Takes further lines of the message; after a blank one only those that TensorFlow's messages go on with."""
        text = record.text.strip()
        if not text:
            self._blank = True
            return True
        if _RULE.match(text) or _HEADER.match(text) or ORIGINAL in text or len(self._message) >= MESSAGE_LINES:
            return False
        if self._blank and not (record.text[:1].isspace() or traced.goes_on(self._message, text)):
            return False
        self._message.append(text)
        self._rest.append(record)
        self._last = record
        return True

    def built(self) -> Traceback | None:
        """Returns what was read; None when it was no traceback after all."""
        if self._type is None:
            return None
        frames, message = self._frames, "\n".join(self._message).strip()
        if traced.begins(message):
            inside, message = traced.unwrapped(self._message[0], self._rest)
            frames = [*frames, *inside]
        return assembled(
            self._first,
            self._last,
            frames,
            exception=self._type,
            message=message,
            said=self._exception,
            truncated=self._exception is None,
        )
