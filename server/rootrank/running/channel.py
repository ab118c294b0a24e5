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
from contextlib import contextmanager

from rootrank.running.record import Record

if sys.platform != "win32":
    import fcntl
    import termios

_READ = 64 * 1024
_GRACE = 0.5
"""Seconds without output after which a process that the command left behind, and that holds its output, is not
waited for any longer."""


class Channel:
    """One way out of the command: its standard output, its standard error, or both when they are one file."""

    def __init__(self, our_output: int, record: Record | None, lock: threading.Lock) -> None:
        self._output: int | None = our_output
        self._record = record
        self._lock = lock
        self._terminal = sys.platform != "win32" and os.isatty(our_output)
        self._ours, self.child_end = _terminal_pair(our_output) if self._terminal else os.pipe()
        self._last = time.monotonic()
        self._over = False
        self._thread = threading.Thread(target=self._carry, name="rootrank-output", daemon=True)

    def start(self) -> None:
        """Begin to carry; the command is running and holds its own end."""
        self.close_child_end()
        self._thread.start()

    def close_child_end(self) -> None:
        """Close the end that the command was given; do nothing the second time."""
        if self.child_end >= 0:
            os.close(self.child_end)
            self.child_end = -1

    def drain(self) -> None:
        """Wait for the rest of the output, now that the command has ended."""
        self._last = max(self._last, time.monotonic())
        while self._thread.is_alive() and time.monotonic() - self._last < _GRACE:
            self._thread.join(0.05)
        with self._lock:
            self._over = True

    def resize(self) -> None:
        """Give the command's terminal the size of ours."""
        if self._terminal and sys.platform != "win32" and self._output is not None:
            _copy_size(self._output, self._ours)

    def _carry(self) -> None:
        while data := _read(self._ours):
            self._last = time.monotonic()
            with self._lock:
                if self._over:
                    break
                if self._record:
                    self._record.write(data)
            if not self._pass_on(data):
                break
        # The command learns that nobody listens any more as it would without us: by SIGPIPE.
        os.close(self._ours)

    def _pass_on(self, data: bytes) -> bool:
        rest = memoryview(data)
        try:
            while rest and self._output is not None:
                rest = rest[os.write(self._output, rest) :]
        except BrokenPipeError:
            return False
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
            err.close_child_end()
    finally:
        out.close_child_end()


def _read(source: int) -> bytes:
    try:
        return os.read(source, _READ)
    except OSError:
        return b""  # how Linux says that the last user of the pseudo-terminal is gone


def _terminal_pair(like: int) -> tuple[int, int]:
    if sys.platform == "win32":
        raise NotImplementedError
    ours, theirs = os.openpty()
    # Our terminal turns newlines into carriage return and newline itself; twice would change the output.
    settings = termios.tcgetattr(theirs)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    _copy_size(like, theirs)
    return ours, theirs


def _copy_size(source: int, target: int) -> None:
    if sys.platform != "win32":
        size = fcntl.ioctl(source, termios.TIOCGWINSZ, bytes(8))
        fcntl.ioctl(target, termios.TIOCSWINSZ, size)
