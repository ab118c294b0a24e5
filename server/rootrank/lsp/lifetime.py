"""How the process lives beside its client: stdin and stdout kept for the protocol, and an end when the client dies.

Imports nothing of LSP.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import BinaryIO

PARENT_EVERY_S = 2.0
"""Pause between two looks whether the client lives. Usually the end of stdin tells first."""
CLIENT_DIED = 1


def private_streams() -> tuple[BinaryIO, BinaryIO]:
    """Returns stdin and stdout for the protocol alone.

    Whatever else prints, also a library in C or a child process, prints to stderr, and whatever reads stdin finds it
    empty.
    """
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def end_with(process: int) -> None:
    """Ends this process when another one ends, from a thread: the event loop may hang on a pipe that nobody reads."""
    threading.Thread(target=_watch, args=(process,), name="client-watch", daemon=True).start()


def _watch(process: int) -> None:
    pause = threading.Event()
    while alive(process):
        pause.wait(PARENT_EVERY_S)
    os._exit(CLIENT_DIED)


if sys.platform == "win32":
    import ctypes

    _SYNCHRONIZE = 0x00100000
    _STILL_RUNNING = 0x102

    def alive(process: int) -> bool:
        """Says whether a process runs; ``os.kill`` would end it here."""
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, process)
        if not handle:
            return False
        try:
            return bool(kernel.WaitForSingleObject(handle, 0) == _STILL_RUNNING)
        finally:
            kernel.CloseHandle(handle)

else:

    def alive(process: int) -> bool:
        """Says whether a process runs."""
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # another user's, so there is one
            return True
        return True
