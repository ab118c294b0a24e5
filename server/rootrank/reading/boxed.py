"""Rich's form: a traceback drawn in a box, ``❱`` at the line, the exception under the box."""

from __future__ import annotations

from attrs import evolve

from rootrank.model.log import Frame, Record, Traceback
from rootrank.reading.assembling import assembled
from rootrank.reading.later import later
from rootrank.reading.plain import MESSAGE_LINES

ANCHORS = ("Traceback (most recent call last)",)

_TOP = later(r"\s*[╭┌+][─\-━]+ ?Traceback \(most recent call last\) ?[─\-━]+[╮┐+]")
_BOTTOM = later(r"\s*[╰└+][─\-━]+[╯┘+]\s*$")
_SIDE = later(r"\s*[│|] (?P<inside>.*?)\s*[│|]?\s*$")
_PLACE = later(r"(?P<file>\S.*?):(?P<line>\d+)(?: in (?P<function>.+))?$")
_ARROW = later(r"❱\s*(?P<line>\d+)\s*[│|]?\s?(?P<text>.*)$")
_LOCALS = later(r"[╭┌][─ ]*locals")
_EXCEPTION = later(r"(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?::\s*(?P<message>.*))?$")


def opened(record: Record) -> OpenedBox | None:
    """Returns the box that this line begins, if it begins one."""
    return OpenedBox(record) if _TOP.match(record.text) else None


class OpenedBox:
    """A boxed traceback that is being read."""

    part: str | None = None

    def __init__(self, first: Record) -> None:
        self._first, self._last = first, first
        self._closed = False
        self._locals = False
        self._carried = ""
        self._frames: list[Frame] = []
        self._exception: Record | None = None
        self._type: str | None = None
        self._message: list[str] = []

    def take(self, record: Record) -> bool:
        """Adds a record; False when it doesn't belong to the traceback any more."""
        if not self._closed:
            return self._take_inside(record)
        if self._exception is None:
            match = _EXCEPTION.match(record.text.strip())
            if match is None:
                return False
            self._exception = self._last = record
            self._type, self._message = match["type"], [match["message"] or ""]
            return True
        if record.text.strip() and record.text[:1].isspace() and len(self._message) < MESSAGE_LINES:
            self._message.append(record.text.strip())
            self._last = record
            return True
        return False

    def _take_inside(self, record: Record) -> bool:
        if _BOTTOM.match(record.text):
            self._closed, self._last = True, record
            return True
        side = _SIDE.match(record.text)
        if side is None:
            return False
        self._last = record
        inside = side["inside"]
        if self._locals or _LOCALS.match(inside):
            self._locals = not _BOTTOM.match(inside)
            return True
        arrow = _ARROW.search(inside)
        if arrow and self._frames:
            self._frames[-1] = evolve(self._frames[-1], line=int(arrow["line"]), text=arrow["text"].strip("│ ") or None)
        elif not inside.startswith(" "):
            self._take_place(inside, record)
        return True

    def _take_place(self, inside: str, record: Record) -> None:
        """Takes the line that names file and function; a long path is broken over two lines of the box."""
        joined = self._carried + inside.strip()
        match = _PLACE.match(joined)
        if match:
            self._frames.append(Frame(match["file"], int(match["line"]), match["function"], None, record.line))
        self._carried = "" if match or not inside.strip() else joined

    def built(self) -> Traceback | None:
        """Returns what was read; None when it was no traceback after all."""
        if not self._frames and self._exception is None:
            return None
        return assembled(
            self._first,
            self._last,
            self._frames,
            exception=self._type,
            message="\n".join(self._message),
            said=self._exception,
            truncated=self._exception is None,
        )
