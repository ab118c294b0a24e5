"""A file that grows: reads what is new, once, and notices when another one has taken its place.

The file is held open, so that what was appended before it was moved away or deleted is still read; but not on Windows,
where an open file can't be moved by its owner. Imports nothing later than ``matching``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from rootrank.matching.inputs import LogInput
from rootrank.matching.scan import SignalTable
from rootrank.matching.sharing import Share
from rootrank.model.finding import Findings
from rootrank.running.live import LiveLog

_PIECE = 1024 * 1024
"""Bytes looked at together for anything that may matter."""
_WITNESS = 64
"""Last bytes read, by which a file that was truncated and has grown again is told from one that only grew."""
_HELD_OPEN = os.name == "posix"


class GrowingFile:
    """One log file, from when it is there until another one takes its place."""

    def __init__(self, table: SignalTable, log: LogInput, *, remember: bool) -> None:
        """Follow the file that ``log`` names.

        ``remember``: keep what isn't scanned yet (a block at most) in memory, for files that are truncated. Otherwise
        it is read again when it is needed.
        """
        self.log = log
        self.outdated = False
        """Whether it was truncated, or another file has its name now: what is read here is the past."""
        self.gone = False
        """Whether no file has its name any more."""
        self.size = 0
        """Bytes seen so far."""
        self._table = table
        self._live = LiveLog(table, log)
        self._remember = remember
        self._file: BinaryIO | None = None
        self._identity: tuple[int, int] | None = None
        self._fed = 0
        self._looked = 0
        self._kept = b""
        self._last = b""
        self._lost = False

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def read_on(self, share: Share) -> tuple[bool, bool]:
        """Read what is new; return whether there was anything, and whether it may matter.

        Raises OSError when it can't be read.
        """
        grown = self._length_now()
        if grown <= self.size or not self._is_same():
            return False, False
        before, matters = self.size, False
        while self.size < grown:
            data = self._read(self.size, min(grown, self.size + _PIECE))
            if not data:
                break
            self.size += len(data)
            self._last = (self._last + data)[-_WITNESS:]
            if self._remember:
                self._kept += data
            matters = self._feed(share) or matters
        return self.size > before, self._look() or matters

    def so_far(self, share: Share) -> Findings:
        """Return what the file shows up to here, as if it ended here."""
        rest = b"" if self._lost else self._between(self._fed, self.size)
        return self._live.so_far(rest, share)

    def _feed(self, share: Share) -> bool:
        """Scan the blocks that are complete; tell whether there were any."""
        fed = self._fed
        while self.size - self._fed >= self._live.wants:
            data = self._between(self._fed, self._fed + self._live.wants)
            if len(data) < self._live.wants:
                break
            self._live.feed(data, share)
            self._fed += len(data)
            self._kept = self._kept[len(data) :]
        return self._fed > fed

    def _is_same(self) -> bool:
        """Tell whether the end of what was read still stands where it was, or the file was written anew."""
        if self._read(self.size - len(self._last), self.size) == self._last:
            return True
        self._begun_anew()
        return False

    def _begun_anew(self) -> None:
        self.outdated = True
        self._lost = not self._remember

    def _length_now(self) -> int:
        """Return the length of the file that is followed, and note what became of it."""
        try:
            status = Path(self.log.name).stat()
        except FileNotFoundError:
            self.gone = True
            return self._length_held()
        self.gone = False
        identity = (status.st_dev, status.st_ino)
        if self._identity is None:
            self._identity = identity
        if identity != self._identity:
            self.outdated = True
            return self._length_held()
        if status.st_size < self.size:
            self._begun_anew()
        return status.st_size

    def _length_held(self) -> int:
        return os.fstat(self._file.fileno()).st_size if self._file is not None else self.size

    def _look(self) -> bool:
        """Tell whether anything stands on the whole lines that weren't looked at yet."""
        self._looked = max(self._looked, self._fed)
        found = False
        while self._looked < self.size:
            data = self._between(self._looked, min(self.size, self._looked + _PIECE))
            end = data.rfind(b"\n") + 1
            if not end and len(data) < _PIECE:
                break
            data = data[:end] if end else data
            found = found or bool(self._table.scanner.scan(data))
            self._looked += len(data)
        return found

    def _between(self, start: int, end: int) -> bytes:
        if self._remember:
            return self._kept[start - self._fed : end - self._fed]
        return self._read(start, end)

    def _read(self, start: int, end: int) -> bytes:
        if _HELD_OPEN and self._file is not None:
            self._file.seek(start)
            return self._file.read(end - start)
        file = Path(self.log.name).open("rb", buffering=0)  # noqa: SIM115  (held open)
        if _HELD_OPEN:
            self._file = file
            return self._read(start, end)
        with file:
            file.seek(start)
            return file.read(end - start)
