"""Stdout, stderr and the person at the terminal: encodings, colour, width, questions.

Knows no command and nothing of the engine.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

WIDTH_OF_A_FILE = 100
_PLAIN = str.maketrans({"✗": "x", "✓": "v", "●": "*", "○": "o", "—": "-", "…": "...", "·": "*", "∞": "inf", "→": "->"})
"""Our own marks, for terminals whose encoding lacks them."""


class UsageError(Exception):
    """The command can't be done as it was given; the message says what to do. Exit code 2."""


def answer(text: str) -> None:
    """Writes the answer to stdout, in an encoding that stdout has.

    Raises:
        BrokenPipeError: Its reader has gone.
        UsageError: It can't be written, as on a full disk.
    """
    stream = sys.stdout
    if stream is None:  # closed by who started us, who then wants the exit code only
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
        if not _encodes(stream.encoding, "✗✓●○—…"):
            text = text.translate(_PLAIN)
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        silence()
        raise UsageError(f"the answer can't be written: {error.strerror}") from error


def silence() -> None:
    """Sends stdout nowhere: Python flushes it once more when it ends, which would fail aloud."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(message: str) -> None:
    """Writes a message to stderr."""
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="backslashreplace")
    sys.stderr.write(f"rootrank: {message}\n")
    sys.stderr.flush()


def wants_colour(stream: TextIO | None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to use colour: NO_COLOR, then FORCE_COLOR, then whether it is a terminal that can."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return environ["FORCE_COLOR"] != "0"
    return _is_terminal(stream) and environ.get("TERM") != "dumb"


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is there, which a closed one is not, and shows on a terminal."""
    return stream is not None and stream.isatty()


def width_of(stream: TextIO | None) -> int:
    """The columns of the terminal; a file or a pipe gets a fixed width, so that answers are comparable."""
    return shutil.get_terminal_size((WIDTH_OF_A_FILE, 24)).columns if _is_terminal(stream) else WIDTH_OF_A_FILE


def can_ask() -> bool:
    """Whether somebody sits at stdin who can answer."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(question: str) -> bool:
    """Asks at the terminal; anything but yes is no."""
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _encodes(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
