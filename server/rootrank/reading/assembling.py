"""Makes the traceback of the records it was read from; every form of traceback ends here."""

from __future__ import annotations

from collections.abc import Iterable

from rootrank.model.log import Frame, Record, Traceback


def assembled(
    first: Record,
    last: Record,
    frames: Iterable[Frame],
    *,
    exception: str | None,
    message: str,
    said: Record | None,
    truncated: bool,
) -> Traceback:
    """Returns a traceback with the place, rank, host and time of its records.

    Args:
        first: its first record.
        last: its last record.
        frames: outermost first.
        exception: the exception's type as printed.
        message: the exception's message.
        said: the record of the exception; None when the end is missing.
        truncated: whether its beginning or its end is missing.
    """
    return Traceback(
        frames=tuple(frames),
        exception=exception,
        message=message.strip(),
        file=first.file,
        line=first.line,
        end_line=last.line,
        exception_line=said.line if said else None,
        rank=first.rank,
        host=first.host,
        time=next((record.time for record in (said, last, first) if record and record.time), None),
        truncated=truncated,
        pid=first.pid,
        source=first.source,
    )
