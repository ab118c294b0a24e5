"""Keeps a command's output in a file of bounded size: its beginning, its end, and one line for what lay between.

Everything is on disk as it comes, so a run that is killed together with us leaves its last lines behind. It can be
read while it is written, as it would be if it ended now. Imports nothing of ours.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

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
        self.written = 0
        """Bytes of output so far, also those that are no longer kept."""
        self._lock = threading.Lock()
        self._head = head
        self._tail = tail
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

    def write(self, data: bytes | memoryview) -> None:
        """Append output."""
        rest = memoryview(data)
        with self._lock:
            try:
                while rest and self._file is not None:
                    if not self._room:
                        self._next_part()
                    count = os.write(self._file, rest[: self._room])
                    self._room -= count
                    self.written += count
                    rest = rest[count:]
            except OSError as error:
                self._give_up(error)

    def close(self) -> None:
        """Put the end behind the beginning; do nothing the second time."""
        with self._lock:
            if self._file is None:
                return
            try:
                self._release()
                if self._parts:
                    self._join()
            except OSError as error:
                self._give_up(error)

    @contextmanager
    def opened(self) -> Iterator[Joined]:
        """Give a stream of what is recorded so far, as a closed record would have it; writing goes on meanwhile.

        Raises OSError when it can't be read.
        """
        with ExitStack() as stack:
            with self._lock:
                head, *parts = (_held(stack.enter_context(part.open("rb"))) for part in (self.path, *self._parts))
                rest = self._behind_head(parts, self.written) if parts else iter(())
            yield Joined(_read([head], 0), rest)

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
        # Whoever reads the part that was there can go on. Windows doesn't allow it, and there the reader is cut short.
        with contextlib.suppress(OSError):
            part.unlink()
        self._file = _create(part)
        self._room = self._tail

    def _join(self) -> None:
        with ExitStack() as stack:
            parts = [_held(stack.enter_context(part.open("rb"))) for part in self._parts]
            with self.path.open("ab") as whole:
                for data in self._behind_head(parts, self.written):
                    whole.write(data)
        for part in self._parts:
            part.unlink()

    def _behind_head(self, parts: list[tuple[BinaryIO, int]], written: int) -> Iterator[bytes]:
        held = sum(size for _, size in parts)
        skip = max(0, held - self._tail)
        out = written - self._head - held + skip
        for data in _read(parts, skip):
            if not out:
                yield data
                continue
            # The end begins with a whole line, unless a line is very long.
            cut = data.find(b"\n") + 1
            yield _note(out + cut, self._ends_open()) + data[cut:]
            out = 0

    def _ends_open(self) -> bool:
        with self.path.open("rb") as head:
            head.seek(self._head - 1)
            return head.read(1) != b"\n"

    def _give_up(self, error: OSError) -> None:
        self.problem = f"The record is incomplete: {error.strerror or error}"
        with contextlib.suppress(OSError):
            self._release()


class Joined:
    """A stream of several pieces, each read when it is reached."""

    def __init__(self, *pieces: Iterator[bytes]) -> None:
        self._data = (memoryview(data) for piece in pieces for data in piece)
        self._rest = memoryview(b"")

    def readinto(self, buffer: memoryview, /) -> int:
        """Fill the buffer, unless the end comes first; return the number of bytes."""
        filled = 0
        while filled < len(buffer):
            if not self._rest:
                self._rest = next(self._data, memoryview(b""))
            if not self._rest:
                break
            part = self._rest[: len(buffer) - filled]
            buffer[filled : filled + len(part)] = part
            self._rest = self._rest[len(part) :]
            filled += len(part)
        return filled


def _held(file: BinaryIO) -> tuple[BinaryIO, int]:
    """Return a file with the bytes that it holds now: it may grow while it is read."""
    return file, os.fstat(file.fileno()).st_size


def _read(files: list[tuple[BinaryIO, int]], skip: int) -> Iterator[bytes]:
    for file, size in files:
        at = min(skip, size)
        file.seek(at)
        while data := file.read(min(_COPIED, size - at)):
            at += len(data)
            yield data
        skip = max(0, skip - size)


def _note(left_out: int, after_open_line: bool) -> bytes:
    return (b"\n" if after_open_line else b"") + b"[rootrank: %d bytes are left out here]\n" % left_out


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
