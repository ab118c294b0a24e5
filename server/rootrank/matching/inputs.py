"""The logs of one run: files, compressed ones, folders of per-rank files, text at hand, streams."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path, PurePath
from typing import cast

from attrs import frozen

from rootrank.reading.compressed import NoDecompressorError, open_log
from rootrank.reading.error_files import read_error_file
from rootrank.reading.folders import FolderError, LogFile, log_files, together
from rootrank.reading.layouts import named
from rootrank.scanning import Readable


class InputError(Exception):
    """An input can't be read; the message says what to do."""


@frozen
class LogInput:
    """One log to read."""

    name: str
    """How the document calls it."""
    open: Callable[[], AbstractContextManager[Readable]]
    first_line: int = 1
    """Number of its first line in the file that it is a part of."""
    rank: int | None = None
    """Rank of its lines that don't say; known where each rank has a file of its own."""
    host: str | None = None
    """Host of its lines that don't say."""
    time: str | None = None
    """Time stamp of its lines that have none."""
    attempt: int | None = None
    """How many restarts of the job came before; None when nothing tells."""
    optional: bool = False
    """One of a folder: if it can't be read, the others still are."""
    recorder: Path | None = None
    """The file, if it is a flight recorder's dump rather than a log."""
    size: int | None = None
    """Its bytes, where that is known before it is read."""

    @staticmethod
    def from_path(path: Path | str) -> LogInput:
        """A file, also a gzip or Zstandard one. It is opened only when it is read."""
        return LogInput(str(path), lambda: _open_file(Path(path)), size=_size(Path(path)))

    @staticmethod
    def from_text(text: str, name: str, first_line: int = 1) -> LogInput:
        """Text at hand: a selection, a terminal's output."""
        data = text.encode("utf-8", errors="replace")
        return LogInput(name, lambda: nullcontext(cast("Readable", io.BytesIO(data))), first_line, size=len(data))

    @staticmethod
    def from_stream(stream: Readable, name: str) -> LogInput:
        """An open binary stream, read once to its end and not closed."""
        return LogInput(name, lambda: nullcontext(stream))

    @staticmethod
    def from_paths(paths: Sequence[Path | str]) -> list[LogInput]:
        """The logs of one run: files, whose names tell their ranks when there are several, and folders of files.

        Raises:
            InputError: a folder holds no log, or can't be taken as one of logs.
        """
        if any(not str(path) for path in paths):
            raise InputError("the name of a log is empty: check the variable that it comes from")
        files = [Path(path) for path in paths if not _is_folder(path)]
        # The name of a single file may say anything; several side by side are compared.
        known = together(files) if len(files) > 1 or any(_is_dump(file) for file in files) else []
        found = [_member(file) for file in known] or [LogInput.from_path(file) for file in files]
        for path in paths:
            if _is_folder(path):
                found += _in_folder(Path(path))
        return found


def _is_dump(path: Path) -> bool:
    """Whether a file's name is that of a flight recorder's dump."""
    what = named(PurePath(path.name))
    return what is not None and what.kind == "recorder"


def _is_folder(path: Path | str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):  # a name that no file can have; what is wrong with it is said when it is opened
        return False


def _in_folder(folder: Path) -> list[LogInput]:
    try:
        files = log_files(folder)
    except FolderError as error:
        raise InputError(str(error)) from error
    if not files:
        raise InputError(f"{folder} holds no logs: give the folder that the ranks wrote their output to")
    agents = {(file.agent, file.host) for file in files if file.local}
    return [_member(file, optional=True, several_nodes=len(agents) > 1) for file in files]


def _member(file: LogFile, *, optional: bool = False, several_nodes: bool = False) -> LogInput:
    rank = None if file.local and several_nodes else file.rank
    host = file.host or (file.agent if several_nodes else None)
    if file.kind == "error_file":
        said = read_error_file(file.path)
        text = LogInput.from_text(said.text if said else "", str(file.path))
        return LogInput(
            text.name, text.open, 1, rank, host, said.time if said else None, file.attempt, optional, None, text.size
        )
    recorder = file.path if file.kind == "recorder" else None
    opened = LogInput.from_path(file.path)
    return LogInput(opened.name, opened.open, 1, rank, host, None, file.attempt, optional, recorder, opened.size)


def _size(path: Path) -> int | None:
    """Returns a file's size as it lies there; what is wrong with the file is said when it is opened."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return None


@contextmanager
def _open_file(path: Path) -> Iterator[Readable]:
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(open_log(path))
        except FileNotFoundError as error:
            raise InputError(f"{path}: there is no such file; check the path and the folder you are in") from error
        except NoDecompressorError as error:
            raise InputError(str(error)) from error
        except OSError as error:
            raise InputError(f"{path} can't be read: {error.strerror}") from error
        yield stream
