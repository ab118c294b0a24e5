"""The rows of a block: its lines, and each state of a line that carriage returns overwrote.

A progress bar in a file is one line of thousands of states; as rows they are read and sampled like lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import evolve

from rootrank.model.log import Record
from rootrank.scanning import count_lines

HEAD = 256
"""Bytes of a line in which the prefix stands that names its rank."""
_NOT_FINITE = re.compile(rb"\b(?:nan|inf)", re.IGNORECASE)


class Rows:
    """A block, read row by row. A row is known by the offset at which it begins."""

    def __init__(self, data: bytes, first_line: int, undress: Callable[[bytes, int], Record]) -> None:
        self._data = data
        self._text = data.replace(b"\r", b"\n") if b"\r" in data else data
        self._undress = undress
        self._counted = (0, first_line)

    def record(self, start: int) -> Record:
        """Returns a row's record; one within an overwritten line has the rank that the line begins with."""
        end = self._text.find(b"\n", start)
        line = self.number(start)
        record = self._undress(self._data[start : end if end >= 0 else len(self._data)], line)
        if record.rank is not None or start == 0 or self._data[start - 1] != _RETURN:
            return record
        beginning = self.line(start)
        head = self._undress(
            self._data[beginning : min(self.after(beginning, 1), beginning + HEAD)].rstrip(b"\r"), line
        )
        return evolve(record, rank=head.rank, host=head.host)

    def is_blank(self, start: int) -> bool:
        """Whether nothing stands in a row."""
        return start >= len(self._text) or self._text[start] == _NEWLINE

    def at(self, offset: int) -> int:
        """Returns the row that an offset lies in."""
        return self._text.rfind(b"\n", 0, offset) + 1

    def line(self, row: int) -> int:
        """Returns where the line of a row begins."""
        return self._data.rfind(b"\n", 0, row) + 1

    def before(self, start: int, count: int) -> int:
        """Returns the row so many rows above another, or the first."""
        for _ in range(count):
            if start == 0:
                break
            start = self._text.rfind(b"\n", 0, start - 1) + 1
        return start

    def after(self, start: int, count: int) -> int:
        """Returns the row so many rows below another, or the block's end."""
        for _ in range(count):
            start = self._text.find(b"\n", start) + 1
            if start == 0:
                return len(self._text)
        return start

    def between(self, start: int, end: int) -> Iterator[int]:
        """Yields the rows from one to another, without the latter."""
        while start < end:
            yield start
            start = self.after(start, 1)

    def not_finite(self, line: int) -> list[int]:
        """Returns those rows of the line beginning at an offset on which NaN or infinity stands."""
        end = self._data.find(b"\n", line)
        found = _NOT_FINITE.finditer(self._data, line, end if end >= 0 else len(self._data))
        return list(dict.fromkeys(self.at(match.start()) for match in found))

    def number(self, start: int) -> int:
        """Returns the number of the line that a row is in."""
        counted, line = self._counted
        if start >= counted:
            line += count_lines(self._data, counted, start)
        else:
            line -= count_lines(self._data, start, counted)
        self._counted = (start, line)
        return line


_RETURN, _NEWLINE = b"\r\n"
