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


_SUCCESS = re.compile(
    r"\b(?:done|finished|completed?|succeeded|success|successfully)\b|['\"]train_runtime['\"]", re.IGNORECASE
)
"""Words of an end; Hugging Face's Trainer ends with a dictionary of the run's times."""
_NO_SUCCESS = re.compile(
    r"\b(?:not|error|errors|fail\w*|abort\w*|exception|exit ?code|killed|before|0%)\b", re.IGNORECASE
)


def tells_of_success(record: Record) -> bool:
    """Whether a line, one of a log's last, says that the run came to its end."""
    return bool(_SUCCESS.search(record.text)) and not tells_of_trouble(record)


def tells_of_trouble(record: Record) -> bool:
    """Whether a line, one of a log's last, has a word of failure, so that its neighbours tell of no success."""
    return bool(_NO_SUCCESS.search(record.text))


def tells_of_failure(record: Record) -> bool:
    """Whether a line says that a process was killed or crashed."""
    return bool(_FAILURE.search(record.text))
