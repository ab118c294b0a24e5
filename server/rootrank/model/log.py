"""What a log is made of: records, and the Python tracebacks that several records form."""

from __future__ import annotations

from attrs import frozen


@frozen(slots=True)
class Record:
    """One line of a log once its dress (colours, carriage returns, rank/host/time prefix) is off."""

    text: str
    """The line without its dress and without its line end."""
    file: str
    """Where the line was read: a path as the user gave it, or ``<stdin>``, ``<selection>``."""
    line: int
    """1-based line number in that file."""
    rank: int | None = None
    """Global rank that wrote the line; None when the line doesn't say."""
    host: str | None = None
    """Host that wrote the line; None when the line doesn't say."""
    time: str | None = None
    """Time stamp exactly as the log has it; None when there is none."""
    pid: int | None = None
    """Process that wrote the line; None when the line doesn't say."""
    source: str | None = None
    """What else tells the writer apart, as printed: a pod, an actor, a Slurm task, ``local 2`` for a local rank."""

    @property
    def writer(self) -> tuple[int | str | None, ...]:
        """Equal for lines of one writer, as far as lines say who wrote them."""
        return (self.rank,) if self.rank is not None else (None, self.host, self.source, self.pid)


@frozen(slots=True)
class Frame:
    """One frame of a traceback, innermost last."""

    file: str
    """Path as printed, which may be of another machine."""
    line: int | None
    """1-based line in that file."""
    function: str | None
    """Function name as printed, ``<module>`` at module level."""
    text: str | None
    """The source line as printed, stripped; None when the traceback shows none."""
    at: int
    """1-based line of the log on which the frame stands."""
    span: tuple[int, int] | None = None
    """Columns (0-based, end exclusive) that carets under the source line point at; None without carets."""


@frozen(slots=True)
class Traceback:
    """A Python traceback, or the forward stack that anomaly mode prints."""

    frames: tuple[Frame, ...]
    """Outermost first, as Python prints them."""
    exception: str | None
    """Exception type as printed (``torch.OutOfMemoryError``); None when the end is missing or for a forward stack."""
    message: str
    """Message, all its lines joined by a newline; empty when there is none."""
    file: str
    """Log file."""
    line: int
    """1-based log line where the traceback begins."""
    end_line: int
    """1-based log line where it ends: that of the exception, or of the last frame when truncated."""
    exception_line: int | None
    """1-based log line of the exception; None when the end is missing."""
    rank: int | None = None
    """Rank that wrote it; None when the log doesn't say."""
    host: str | None = None
    """Host that wrote it; None when the log doesn't say."""
    time: str | None = None
    """Time stamp of its first line as the log has it."""
    cause: Traceback | None = None
    """The traceback that this one was raised ``from`` (printed above it)."""
    context: Traceback | None = None
    """The traceback during whose handling this one was raised (printed above it)."""
    forward: Traceback | None = None
    """In anomaly mode, the stack of the forward call whose backward failed."""
    group: tuple[Traceback, ...] = ()
    """The sub-exceptions of an exception group, in the order printed."""
    truncated: bool = False
    """True when its beginning or its end is missing."""
    pid: int | None = None
    """Process that wrote it; None when the log doesn't say."""
    source: str | None = None
    """As in ``Record``."""


@frozen(slots=True)
class MetricPoint:
    """One value of a metric as a log line printed it."""

    name: str
    """Metric name as printed, e.g. ``loss`` or ``grad_norm``."""
    value: float
    """The value; may be NaN or infinite."""
    step: float | None
    """Step, iteration or epoch that the line states; None when it states none."""
    record: Record
    """The line itself."""
