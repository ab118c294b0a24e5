"""A pseudo terminal to run the command line in."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

DEADLINE_S = 60
_LOGIN = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""A session of its own on the terminal that is its standard input, so that the keyboard's Ctrl-C reaches it."""


def in_terminal(
    words: list[str], env: dict[str, str], cwd: Path, *, columns: int = 80, keys: str = ""
) -> tuple[int, str]:
    """Runs a command with a terminal as stdin, stdout and stderr; gives its exit code and what the screen got."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {**env, "TERM": "xterm-256color"}
    env.pop("COLUMNS", None)
    process = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=env)
    os.close(theirs)
    os.write(ours, keys.encode())
    screen = _read_all(ours)
    os.close(ours)
    return process.wait(DEADLINE_S), screen.replace("\r\n", "\n")


def _read_all(descriptor: int) -> str:
    data, end = b"", time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # Linux reports the other side's end so
            break
        if not part:
            break
        data += part
    return data.decode("utf-8")


class Screen:
    """A command at work in a terminal of its own: what it shows, and the keyboard."""

    def __init__(self, words: list[str], env: dict[str, str], cwd: Path, *, columns: int = 80) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        env = {**env, "TERM": "xterm-256color"}
        env.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _LOGIN, *words], stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=env
        )
        os.close(theirs)
        self.text = ""
        self._data = b""

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(DEADLINE_S)
        os.close(self._ours)

    def until(self, text: str) -> str:
        """Reads what is shown until the text is; gives all of it."""
        end = time.monotonic() + DEADLINE_S
        while text not in self.text:
            assert select.select([self._ours], [], [], max(0.0, end - time.monotonic()))[0], self.text
            self._data += os.read(self._ours, 65536)
            self.text = self._data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        return self.text

    def press(self, keys: str) -> None:
        """Types at the keyboard; ``\x03`` is Ctrl-C."""
        os.write(self._ours, keys.encode())

    def end(self) -> int:
        """Waits for the end, reading on meanwhile, and gives the exit code."""
        self._data += _read_all(self._ours).encode()
        self.text = self._data.decode("utf-8", errors="replace").replace("\r\n", "\n")
        return self.process.wait(DEADLINE_S)
