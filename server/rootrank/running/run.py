"""Runs a command under a recorder: same output, same signals, same exit code.

The command stays in our process group, as under ``time`` or ``env``: Ctrl-C, Ctrl-Z and ``fg`` are the terminal's
business and work as without us, and it reads the terminal itself. Imports this package only.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

from attrs import frozen

from rootrank.running.channel import Channel, open_channels
from rootrank.running.forwarding import forwarded_signals
from rootrank.running.record import Record


@frozen
class RunResult:
    """How a command ended."""

    exit_code: int
    """As a shell has it: 128 + n for a command that signal n ended."""
    signal: int | None
    """The signal that ended it; None when it exited."""
    output_path: Path | None
    """Where its output was recorded; None when that wasn't asked for."""
    problem: str | None = None
    """Why the record is incomplete; None when it isn't."""


def run_recorded(
    command: Sequence[str] | str,
    *,
    record: Path | None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    watched: Callable[[Record], AbstractContextManager[None]] | None = None,
) -> RunResult:
    """Run a command (a string is for the shell), pass its output on, and record it to a file.

    ``watched`` gives what is entered when the command runs, and left when it has ended and its output is recorded.

    Raises OSError when the command can't be started or the record can't be created.
    """
    with ExitStack() as stack:
        recording = stack.enter_context(Record(record)) if record else None
        channels = stack.enter_context(open_channels(recording))
        sizes = [channel.resize for channel in channels.values()]
        forwarder = stack.enter_context(forwarded_signals(on_resize=sizes))
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # it was closed
                stream.flush()
        child = subprocess.Popen(
            command if isinstance(command, str) else list(command),
            shell=isinstance(command, str),
            stdout=channels[1].child_end,
            stderr=channels[2].child_end,
            cwd=cwd,
            env=None if env is None else dict(env),
        )
        forwarder.started(child)
        with watched(recording) if watched and recording else nullcontext():
            code = _finish(child, list(dict.fromkeys(channels.values())))
    ended_by = -code if code < 0 else None
    return RunResult(
        exit_code=128 + ended_by if ended_by else code,
        signal=ended_by,
        output_path=record,
        problem=recording.problem if recording else None,
    )


def _finish(child: subprocess.Popen[bytes], channels: list[Channel]) -> int:
    for channel in channels:
        channel.start()
    code = child.wait()
    for channel in channels:
        channel.drain()
    return code


@contextmanager
def recorded_run(
    command: Sequence[str] | str, *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Iterator[RunResult]:
    """Run a command and give its result; the record lives as long as the ``with`` block."""
    with tempfile.TemporaryDirectory(prefix="rootrank-") as folder:
        yield run_recorded(command, record=Path(folder, "output.log"), cwd=cwd, env=env)
