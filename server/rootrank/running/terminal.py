"""Pseudo-terminals, for systems that have them (not Windows). Imports nothing of ours."""

from __future__ import annotations

import fcntl
import os
import termios


def open_terminal(like: int) -> tuple[int, int]:
    """Return our end and the command's end of a new pseudo-terminal, of the size of the terminal ``like``."""
    ours, theirs = os.openpty()
    # Our terminal turns newlines into carriage return and newline itself; twice would change the output.
    settings = termios.tcgetattr(theirs)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    copy_size(like, theirs)
    return ours, theirs


def copy_size(source: int, target: int) -> None:
    """Give the terminal ``target`` the size of ``source``."""
    size = fcntl.ioctl(source, termios.TIOCGWINSZ, bytes(8))
    fcntl.ioctl(target, termios.TIOCSWINSZ, size)
