"""What is searched for, what is found, and what every scanner offers.

An anchor only says that a line is worth a closer look; the closer look is someone else's. Imports nothing but
the pattern checker.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from attrs import frozen

from rootrank.scanning.pattern import line_local


@frozen(slots=True)
class Anchor:
    """One thing to search for; its index in the sequence given to ``open_scanner`` is its name in the hits.

    Exactly one of ``literal`` and ``pattern`` is given. Raises ValueError, naming the pattern, when it can't be
    searched for line by line and in linear time.
    """

    literal: bytes = b""
    """Bytes that stand in the line as they are."""
    caseless: bool = False
    """True: ASCII letters match in either case."""
    pattern: bytes | None = None
    """A short regex in Python's spelling; it never matches a newline, whatever it says."""

    def __attrs_post_init__(self) -> None:
        if bool(self.literal) == (self.pattern is not None):
            raise ValueError(f"An anchor is either a literal or a pattern: {self.literal!r}, {self.pattern!r}")
        if b"\n" in self.literal:
            raise ValueError(f"A literal stands within one line, this one spans two: {self.literal!r}")
        if self.pattern is not None:
            line_local(self.pattern, caseless=self.caseless)


class LineHit(NamedTuple):
    """A line on which at least one anchor stands."""

    start: int
    """Offset in the data at which the line begins."""
    end: int
    """Offset of its newline, or the length of the data for a last line without one."""
    number: int
    """0-based number of the line within the data."""
    anchors: tuple[int, ...]
    """Indices of the anchors found on it, ascending, each once."""


class Scanner(Protocol):
    """Finds the lines on which anchors stand. May be used by several threads at once."""

    engine: str
    """``hyperscan`` or ``fallback``; both find the same."""

    def scan(self, data: bytes) -> list[LineHit]:
        """Return the lines of ``data`` that hold an anchor, in order."""
        ...
