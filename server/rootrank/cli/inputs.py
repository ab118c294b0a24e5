"""What a command reads: logs named on the command line, stdin, workspace folders, and a Ctrl-C in the middle.

Only this module touches signals, so that the engine needs to know nothing of them.
"""

from __future__ import annotations

import io
import os
import select
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from attrs import evolve

from rootrank.api import Answer, InputError, LogInput, RunContext, Workspace, diagnose
from rootrank.cli.terminal import UsageError, say
from rootrank.rulebook.store import RulebookMissing

STDIN = "-"
WAKE_S = 0.1
"""How often a read that waits for a pipe looks whether Ctrl-C came."""


class Interruption:
    """Turns the first Ctrl-C into a wish to stop; the second one ends the program at once."""

    def __init__(self) -> None:
        self.wanted = False
        self.cut = False
        """True when a read was ended early because of it."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listens while the block runs."""
        before = signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True


class LiveStream(io.RawIOBase):
    """A pipe or a terminal whose reader can be stopped while it waits."""

    def __init__(self, descriptor: int, interruption: Interruption) -> None:
        self._descriptor = descriptor
        self._interruption = interruption

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        """The next bytes; 0 at the end, or once it is to stop."""
        # Windows can't wait for pipes, so Ctrl-C takes effect there with the next bytes.
        while sys.platform != "win32" and not select.select([self._descriptor], [], [], WAKE_S)[0]:
            if self._interruption.wanted:
                self._interruption.cut = True
                return 0
        return os.readv(self._descriptor, [buffer]) if hasattr(os, "readv") else self._read(buffer)

    def _read(self, buffer: memoryview) -> int:
        data = os.read(self._descriptor, len(buffer))
        buffer[: len(data)] = data
        return len(data)


def diagnosed(
    files: Sequence[str],
    workspaces: Sequence[str],
    *,
    interruption: Interruption | None = None,
    run: RunContext | None = None,
    workspace_rules: bool = False,
) -> Answer:
    """Diagnoses the named logs.

    Raises:
        UsageError: An input or a workspace can't be read; the message says what to do.
    """
    stop = interruption or Interruption()
    folders = [_folder(name) for name in workspaces]
    try:
        inputs = _inputs(files, stop)
        with stop.listening():
            answer = diagnose(
                inputs,
                workspace=Workspace(folders),
                run=run,
                cancelled=lambda: stop.wanted,
                workspace_rules=workspace_rules,
            )
    except (InputError, RulebookMissing) as error:
        raise UsageError(str(error)) from error
    for warning in answer.warnings:
        say(warning)
    read = answer.document.input
    whole = evolve(read, complete=read.complete and not stop.cut)
    return evolve(answer, document=evolve(answer.document, input=whole))


def _folder(name: str) -> Path:
    path = Path(name)
    if not path.is_dir():
        raise UsageError(f"--workspace {name}: there is no such folder; give the folder of the code that ran")
    return path


def _inputs(names: Sequence[str], stop: Interruption) -> list[LogInput]:
    live = [name for name in names if name == STDIN or _is_live(name)]
    return [*LogInput.from_paths([n for n in names if n not in live]), *(_live_input(name, stop) for name in live)]


def _live_input(name: str, stop: Interruption) -> LogInput:
    if name != STDIN:
        return LogInput(name, lambda: _opened(name, stop))
    if sys.stdin is None:
        raise UsageError("stdin is closed; give a log file instead of -")
    return LogInput.from_stream(LiveStream(sys.stdin.fileno(), stop), "<stdin>")


def _is_live(name: str) -> bool:
    """Whether it is a pipe such as ``<(command)``, whose read may wait."""
    try:
        mode = Path(name).stat().st_mode
    except (OSError, ValueError):  # ValueError: a null byte in the name
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


@contextmanager
def _opened(name: str, stop: Interruption) -> Iterator[LiveStream]:
    with Path(name).open("rb", buffering=0) as file:
        yield LiveStream(file.fileno(), stop)
