"""Exception groups: several tracebacks within the margin that Python draws, each read in Python's own form."""

from __future__ import annotations

import re

from attrs import evolve

from rootrank.model.log import Record, Traceback
from rootrank.reading.plain import OpenedPlain

ANCHORS = ("Exception Group Traceback (most recent call last)",)

_MARGIN = re.compile(r"(?P<indent>\s*)(?P<edge>[|+])(?P<branch>-\+)?(?P<rest>-{2,}(?: (?:\d+|\.\.\.) )?-*| ?.*)?$")
_RULE = re.compile(r"-{3,}")


def opened(record: Record) -> OpenedGroup | None:
    """Returns the group that this line begins, if it begins one."""
    return OpenedGroup(record) if ANCHORS[0] in record.text else None


class OpenedGroup:
    """An exception group that is being read."""

    part: str | None = None

    def __init__(self, first: Record) -> None:
        self._first = first
        self._inside = [(self._depth(first.text), "Traceback (most recent call last):", first)]

    def _depth(self, text: str) -> int:
        return len(text) - len(text.lstrip())

    def take(self, record: Record) -> bool:
        """Adds a record; False when it stands outside the margin."""
        match = _MARGIN.match(record.text)
        if match is None:
            return False
        rest = match["rest"] or ""
        text = "" if _RULE.match(rest) else rest.removeprefix(" ")
        # The rule that branches off to the first sub-exception stands at the depth of its parent.
        self._inside.append((len(match["indent"]) + (2 if match["branch"] else 0), text, record))
        return True

    def built(self) -> Traceback | None:
        """Returns the group with its sub-exceptions."""
        return _group(self._inside)


def _group(lines: list[tuple[int, str, Record]]) -> Traceback | None:
    """Reads the lines of one depth as a traceback, and each deeper run of them as a sub-exception."""
    if not lines:
        return None
    depth = lines[0][0]
    own = [(text, record) for at, text, record in lines if at <= depth and text]
    head = _read(own)
    return evolve(head, group=tuple(_parts(lines, depth)), end_line=lines[-1][2].line) if head else None


def _parts(lines: list[tuple[int, str, Record]], depth: int) -> list[Traceback]:
    parts: list[list[tuple[int, str, Record]]] = [[]]
    inner = min((at for at, _, _ in lines if at > depth), default=None)
    for at, text, record in lines:
        if at <= depth:
            continue
        if at == inner and not text:  # the rule that stands before each sub-exception
            parts.append([])
        else:
            parts[-1].append((at, text, record))
    return [found for part in parts if (found := _group(part)) is not None]


def _read(lines: list[tuple[str, Record]]) -> Traceback | None:
    """Reads undrawn lines in Python's own form; a sub-exception may have no frames at all."""
    if not lines:
        return None
    reader = OpenedPlain(lines[0][1])
    notes: list[str] = []
    for text, record in lines:
        if notes or ("Traceback (most recent call last)" not in text and not reader.take(evolve(record, text=text))):
            notes.append(text)  # what add_note() added stands under the exception
    found = reader.built()
    return evolve(found, message="\n".join([found.message, *notes])) if found and found.exception else found
