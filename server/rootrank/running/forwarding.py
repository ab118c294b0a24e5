"""Hands the signals that we get on to the command, once each.

Ctrl-C reaches the command without us: the terminal interrupts everyone in the foreground. A second interrupt from us
would end a launcher in the middle of its clean-up. Imports nothing of ours.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

_FORWARDED = ("SIGINT", "SIGTERM", "SIGHUP", "SIGWINCH")


class Forwarder:
    """Takes signals from before the command runs until it has ended."""

    def __init__(self, on_resize: Sequence[Callable[[], None]]) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._waiting: list[int] = []
        self._on_resize = on_resize

    def started(self, child: subprocess.Popen[bytes]) -> None:
        """Forward to this process, first what came before it was there."""
        self._child = child
        for number in self._waiting:
            child.send_signal(number)

    def handle(self, number: int, _frame: object) -> None:
        """Handle one signal."""
        if number == signal.SIGINT and _in_foreground():
            return
        if number == getattr(signal, "SIGWINCH", None):
            for resize in self._on_resize:
                resize()
        if self._child:
            self._child.send_signal(number)
        else:
            self._waiting.append(number)


@contextmanager
def forwarded_signals(on_resize: Sequence[Callable[[], None]]) -> Iterator[Forwarder]:
    """Forward signals within the ``with`` block; those that are ignored stay so, as under ``nohup``."""
    forwarder = Forwarder(on_resize)
    before = {}
    # Python lets only the main thread handle signals.
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in _FORWARDED if hasattr(signal, name)):
            if signal.getsignal(number) not in {signal.SIG_IGN, None}:
                before[number] = signal.signal(number, forwarder.handle)
    try:
        yield forwarder
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_foreground() -> bool:
    """Tell whether the terminal's Ctrl-C goes to our process group, and so to the command in it."""
    if sys.platform == "win32":
        return True  # the console interrupts every process attached to it
    try:
        terminal = os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)
