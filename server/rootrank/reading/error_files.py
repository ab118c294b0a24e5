"""torchelastic's error files: the JSON in which a worker leaves its exception for the agent.

``@record`` writes ``{"message": {"message", "extraInfo": {"py_callstack", "timestamp"}, "errorCode"?}}``, other writers
``{"message": "…", "timestamp"?}`` (torch/distributed/elastic/multiprocessing/errors). The call stack is an ordinary
Python traceback as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from rootrank.reading.stamps import Moment, moment

_LARGEST = 16 * 1024 * 1024
"""Bytes; an exception's text is kilobytes, a model's printed weights in a message can be megabytes."""


@frozen
class ErrorFile:
    """What a worker left when it failed."""

    message: str
    """The exception, as its type and message; may have several lines."""
    text: str
    """The traceback as Python printed it; the message where there is none."""
    time: str | None = None
    """The time stamp as the file has it: seconds since the epoch."""
    code: int | None = None
    """The exit code, which the agent adds; None when it is not there."""

    @property
    def moment(self) -> Moment | None:
        """When it failed."""
        return moment(self.time) if self.time else None


def read_error_file(path: Path) -> ErrorFile | None:
    """Returns what an error file says; None when the file is no such JSON or was not written to its end.

    Raises:
        OSError: the file can't be read.
    """
    with path.open("rb") as stream:
        data = stream.read(_LARGEST + 1)
    return parse_error_file(data) if len(data) <= _LARGEST else None


def parse_error_file(data: bytes) -> ErrorFile | None:
    """As ``read_error_file``, of its content."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, Mapping):
        return None
    inner = content.get("message")
    if isinstance(inner, str):
        return ErrorFile(inner, inner, _time(content), _code(content)) if inner else None
    if not isinstance(inner, Mapping) or not isinstance(inner.get("message"), str):
        return None
    extra = inner.get("extraInfo")
    extra = extra if isinstance(extra, Mapping) else {}
    stack = extra.get("py_callstack")
    text = stack if isinstance(stack, str) and stack.strip() else inner["message"]
    return ErrorFile(inner["message"], text, _time(extra), _code(inner))


def _time(of: Mapping[str, Any]) -> str | None:
    stamp = of.get("timestamp")
    return str(stamp) if isinstance(stamp, str | int | float) and not isinstance(stamp, bool) and stamp else None


def _code(of: Mapping[str, Any]) -> int | None:
    code = of.get("errorCode")
    return code if isinstance(code, int) and not isinstance(code, bool) else None
