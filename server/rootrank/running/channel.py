"""Carries what the command prints from its end of a pipe or pseudo-terminal to ours, and to the record.

Where our own output is a terminal the command gets one too, so it keeps its colours and progress bars. Imports
this package only.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rootrank.running.record import Record

if sys.platform != "win32":
    import fcntl

    from rootrank.running.terminal import copy_size, open_terminal

_READ = 256 * 1024
_PIPE = 1024 * 1024
"""Bytes that the command can write ahead of us, where the system lets us say so (Linux; its own choice is 64 kiB)."""
_GATHER = 0.01
"""Seconds in which more may come when reads follow one another faster than that. Few big reads are cheaper than many
small ones: a flood of lines to a file took 1.27 times the command's own processor time before, and 0.87 times with this
and the wider pipe, which is cheaper to write to than the file."""
_LONGEST_LINE = 64 * 1024
"""Bytes of a line that are kept back until it ends."""
_QUIET = 0.5
"""Seconds without output after which a process that the command left behind, and that holds its output, is not
waited for any longer."""
_LONGEST = 2.0
"""Seconds for such a process that goes on printing; what the command itself printed is read in less than one."""


class Channel:
    """One way out of the command: its standard output, its standard error, or both when they are one file."""

    def __init__(self, our_output: int, record: Record | None, lock: threading.Lock) -> None:
        self._output: int | None = our_output
        self._record = record
        self._lock = lock
        self._begun = b""
        """The line that has begun and not ended: put down whole, so that the streams don't cut each other's lines."""
        self._terminal = False
        if sys.platform != "win32" and os.isatty(our_output):
            self._terminal = True
            self._ours, self.child_end = open_terminal(our_output)
        else:
            self._ours, self.child_end = os.pipe()
            _widen(self.child_end)
        self._last = time.monotonic()
        self._count = 0
        self._started = False
        self._passing = False
        self._over = False
        self._thread = threading.Thread(target=self._carry, name="rootrank-output", daemon=True)

    def start(self) -> None:
        """Begin to carry; the command is running and holds its own end."""
        self._started = True
        os.close(self.child_end)
        self._thread.start()

    def close(self) -> None:
        """Close what a command that was never started leaves open."""
        if not self._started:
            os.close(self.child_end)
            os.close(self._ours)

    def drain(self) -> None:
        """Wait for the rest of the output, now that the command has ended; however long its reader takes (a pager)."""
        ended = time.monotonic()
        while self._thread.is_alive():
            now = time.monotonic()
            if not self._passing and (now - max(self._last, ended) > _QUIET or now - ended > _LONGEST):
                break
            self._thread.join(0.05)
        with self._lock:
            self._put_down(b"", whole=True)
            self._over = True

    def resize(self) -> None:
        """Give the command's terminal the size of ours."""
        if self._terminal and sys.platform != "win32" and self._output is not None:
            # A terminal that was closed has no size any more.
            with suppress(OSError):
                copy_size(self._output, self._ours)

    def _carry(self) -> None:
        while data := self._next():
            self._passing = True
            with self._lock:
                if self._over:
                    break
                self._put_down(data)
            if not self._pass_on(data):
                break
            self._last = time.monotonic()
            self._passing = False
        # The command learns that nobody listens any more as it would without us: by SIGPIPE.
        self._terminal = False
        os.close(self._ours)

    def _next(self) -> bytes:
        # A terminal holds little, and the command would wait for us; as it would for a pipe that is nearly full.
        if not self._terminal and self._count < _READ and time.monotonic() - self._last < _GATHER:
            time.sleep(_GATHER)
        data = _read(self._ours)
        self._count = len(data)
        return data

    def _put_down(self, data: bytes, *, whole: bool = False) -> None:
        """Record what is complete of the lines so far, or all of it; the lock is held."""
        cut = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        if whole or len(self._begun) + len(data) - cut > _LONGEST_LINE:
            cut = len(data)
        elif not cut:
            self._begun += data
            return
        if self._record and (cut or self._begun):
            self._record.write(self._begun + data[:cut] if self._begun else memoryview(data)[:cut])
        self._begun = data[cut:]

    def _pass_on(self, data: bytes) -> bool:
        rest = memoryview(data)
        try:
            while rest and self._output is not None:
                rest = rest[os.write(self._output, rest) :]
        except BrokenPipeError:
            return False
        except OSError:
            # The terminal is gone, or the disk that output was redirected to is full: the record goes on.
            self._output = None
        return True


@contextmanager
def open_channels(record: Record | None) -> Iterator[dict[int, Channel]]:
    """Give the channels for file descriptors 1 and 2: one and the same where ours are the same file."""
    lock = threading.Lock()
    out = Channel(1, record, lock)
    try:
        err = out if os.path.sameopenfile(1, 2) else Channel(2, record, lock)
        try:
            yield {1: out, 2: err}
        finally:
            if err is not out:
                err.close()
    finally:
        out.close()


def _read(source: int) -> bytes:
    try:
        return os.read(source, _READ)
    except OSError:
        return b""  # how Linux says that the last user of the pseudo-terminal is gone


def _widen(pipe: int) -> None:
    if sys.platform == "linux":
        # The user's share of memory for pipes may be used up.
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
