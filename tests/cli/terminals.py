"""A pseudo terminal to run the command line in."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
import time
from pathlib import Path

DEADLINE_S = 60


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
