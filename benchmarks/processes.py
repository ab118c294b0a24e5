"""Runs a command and tells what it used: the processor's time and the peak of its memory, whatever else is running."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PYTHON = sys.executable
ROOTRANK = [PYTHON, "-m", "rootrank"]
SERVER = Path(__file__).resolve().parent.parent / "server"


class Used(NamedTuple):
    """What one run used."""

    seconds: float
    """Processor time, of the program and the system for it; on a shared machine the clock on the wall says little."""
    peak_mb: float
    output: bytes


def run(command: Sequence[str], *, accepted: Sequence[int] = (0,)) -> Used:
    """Runs a command.

    Raises:
        RuntimeError: it ended with another exit code than the accepted ones; a failed run measures nothing.
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, env=environment())
        used = finished(process, accepted=accepted)
        output.seek(0)
        return used._replace(output=output.read())


def finished(process: subprocess.Popen[bytes], *, accepted: Sequence[int] = (0,)) -> Used:
    """Waits for a process's end and returns what it used, without its output.

    Raises:
        RuntimeError: it ended with another exit code than the accepted ones.
    """
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = code = os.waitstatus_to_exitcode(status)
    if code not in accepted:
        raise RuntimeError(f"{process.args!r} ended with exit code {code}")
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Used(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6, b"")


def environment() -> dict[str, str]:
    """Returns the environment in which this checkout's rootrank is found."""
    return {**os.environ, "PYTHONPATH": str(SERVER)}


def best(command: Sequence[str], *, times: int = 3, accepted: Sequence[int] = (0,)) -> Used:
    """Returns the cheapest of some runs."""
    return min((run(command, accepted=accepted) for _ in range(times)), key=lambda used: used.seconds)
