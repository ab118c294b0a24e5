"""The map of one log that still grows: what is complete is scanned once, and the findings so far can be had any time.

Imports nothing later than ``matching``.
"""

from __future__ import annotations

import copy

from rootrank.matching.inputs import LogInput
from rootrank.matching.scan import LogScan, SignalTable
from rootrank.matching.sharing import Share
from rootrank.model.finding import Findings
from rootrank.running.cutting import Cutter


class LiveLog:
    """One log, fed block by block; the block that isn't complete yet stays with whoever reads the log."""

    def __init__(self, table: SignalTable, log: LogInput) -> None:
        self.log = log
        self._table = table
        self._cutter = Cutter()
        self._scan: LogScan | None = None

    @property
    def wants(self) -> int:
        """Bytes that complete the next block; feed it with no more and no less."""
        return self._cutter.size

    def feed(self, data: bytes, share: Share) -> None:
        """Take the bytes of the next block."""
        self._scan = self._scan or LogScan(self._table, self.log, share)
        while data:
            part, data = data[: self._cutter.wants], data[self._cutter.wants :]
            self._cutter, blocks = self._cutter.take(part)
            self._scan_all(self._scan, blocks)

    def so_far(self, rest: bytes, share: Share) -> Findings:
        """Return what the log shows if it ended with these bytes, which follow those that were fed."""
        scan = LogScan(self._table, self.log, share) if self._scan is None else self._copy(self._scan)
        self._scan_all(scan, self._cutter.end(rest))
        return scan.finish()

    def _scan_all(self, scan: LogScan, blocks: list[tuple[bytes, int]]) -> None:
        for block, line in blocks:
            scan.block(block, line + self.log.first_line - 1)

    def _copy(self, scan: LogScan) -> LogScan:
        """A scan that can be ended while this one goes on."""
        shared = (self._table, self.log)
        return copy.deepcopy(scan, {id(one): one for one in shared})
