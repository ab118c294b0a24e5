"""Makes the records of one log's lines: its dress, learnt from its first block, and the sections that it has."""

from __future__ import annotations

import bisect

from attrs import evolve

from rootrank.matching.inputs import LogInput
from rootrank.model.log import Record
from rootrank.reading.dress import PLAIN
from rootrank.reading.sections import Section, section_of
from rootrank.reading.undress import learn_dress, undress


class Lines:
    """The lines of one log."""

    def __init__(self, log: LogInput) -> None:
        self._log = log
        self._dress = PLAIN
        self._heads: list[int] = []
        self._sections: list[Section] = []

    def learn(self, first_block: bytes, lines: int) -> None:
        """Learns how the log is dressed, from so many lines at either end of its first block."""
        log = self._log
        self._dress = learn_dress(first_block, rank=log.rank, host=log.host, time=log.time, lines=lines)

    def note_section(self, record: Record) -> None:
        """Takes a line that may head a section; they come in order."""
        section = section_of(record.text)
        if section is not None:
            self._heads.append(record.line)
            self._sections.append(section)

    def record(self, raw: bytes, line: int) -> Record:
        """Returns the record of a raw line without its newline."""
        dress = self._dress
        place = bisect.bisect(self._heads, line) - 1 if self._heads else -1
        if place >= 0:
            section = self._sections[place]
            dress = evolve(dress, rank=section.rank, host=section.host)
        return undress(raw, self._log.name, line, dress)

    def before(self, data: bytes, start: int, line: int) -> Record | None:
        """Returns the record of the line before the one that starts at an offset of a block; None at its beginning."""
        if start == 0:
            return None
        return self.record(data[data.rfind(b"\n", 0, start - 1) + 1 : start - 1], line - 1)
