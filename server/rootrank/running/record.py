"""Keeps a command's output in a file of bounded size: its beginning, its end, and one line for what lay between.

Everything is on disk as it comes, so a run that is killed together with us leaves its last lines behind. Imports
nothing of ours.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

HEAD_BYTES = 4 * 1024 * 1024
"""The beginning has versions, settings and launch errors."""
TAIL_BYTES = 28 * 1024 * 1024
"""The end has the failure: of 1,024 ranks that print a traceback each, 28 kB apiece."""

_COPIED = 1024 * 1024


class Record:
    """Writes to ``path``, and until it is closed to ``path`` with ``.1`` and ``.2`` for the end.

    Never raises for a full disk: ``problem`` then says why the record is incomplete, and the run goes on.
    """

    def __init__(self, path: Path, head: int = HEAD_BYTES, tail: int = TAIL_BYTES) -> None:
        self.path = path
        self.problem: str | None = None
        self._head = head
        self._tail = tail
        self._written = 0
        self._turns = 0
        self._parts: list[Path] = []
        # Logs hold secrets more often than one thinks.
        self._file: int | None = _create(path)
        self._room = head

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self.close()

    def write(self, data: bytes) -> None:
        """Append output."""
        rest = memoryview(data)
        try:
            while rest and self._file is not None:
                if not self._room:
                    self._next_part()
                count = os.write(self._file, rest[: self._room])
                self._room -= count
                self._written += count
                rest = rest[count:]
        except OSError as error:
            self._give_up(error)

    def close(self) -> None:
        """Put the end behind the beginning; do nothing the second time."""
        if self._file is None:
            return
        try:
            self._release()
            if self._parts:
                self._join()
        except OSError as error:
            self._give_up(error)

    def _release(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _next_part(self) -> None:
        """Go on in a new part; of the full ones only the last is kept, since it and the new one hold the end."""
        self._release()
        part = self.path.with_name(f"{self.path.name}.{1 + self._turns % 2}")
        self._turns += 1
        self._parts = [*self._parts[-1:], part]
        self._file = _create(part)
        self._room = self._tail

    def _join(self) -> None:
        held = sum(part.stat().st_size for part in self._parts)
        skip = max(0, held - self._tail)
        out = self._written - self._head - held + skip
        with self.path.open("ab") as whole:
            for data in self._end(skip):
                if not out:
                    whole.write(data)
                    continue
                # The end begins with a whole line, unless a line is very long.
                cut = data.find(b"\n") + 1
                whole.write(_note(out + cut, self._ends_open()) + data[cut:])
                out = 0
        for part in self._parts:
            part.unlink()

    def _end(self, skip: int) -> Iterator[bytes]:
        for part in self._parts:
            size = part.stat().st_size
            with part.open("rb") as file:
                file.seek(min(skip, size))
                while data := file.read(_COPIED):
                    yield data
            skip = max(0, skip - size)

    def _ends_open(self) -> bool:
        with self.path.open("rb") as head:
            head.seek(self._head - 1)
            return head.read(1) != b"\n"

    def _give_up(self, error: OSError) -> None:
        self.problem = f"The record is incomplete: {error.strerror or error}"
        with contextlib.suppress(OSError):
            self._release()


def _note(left_out: int, after_open_line: bool) -> bytes:
    return (b"\n" if after_open_line else b"") + b"[rootrank: %d bytes are left out here]\n" % left_out


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
