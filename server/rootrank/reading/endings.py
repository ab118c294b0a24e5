"""Lines that say by themselves how a process ended: a signal, a crash of the interpreter, a shell's word for it."""

from __future__ import annotations

import re

from rootrank.model.log import Record

ANCHORS = ("Killed", "Segmentation fault", "Bus error", "core dumped", "Fatal Python error", "(SIGKILL)", "(SIGSEGV)")

_FAILURE = re.compile(
    r"^(?:.*: line \d+:\s+\d+ )?(?:Killed|Segmentation fault|Bus error|Aborted)\b"
    r"|\(core dumped\)"
    r"|^Fatal Python error: "
    r"|Signal \d+ \(SIG(?:KILL|SEGV|ABRT|BUS)\) received by PID"
)


def tells_of_failure(record: Record) -> bool:
    """Whether a line says that a process was killed or crashed."""
    return bool(_FAILURE.search(record.text))
