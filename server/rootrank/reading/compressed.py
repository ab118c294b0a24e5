"""Opens a log's bytes, also those of a gzip or Zstandard file, known by its name or its first bytes.

Zstandard needs Python 3.14, the ``zstandard`` package or the ``zstd`` tool: the first that is there is used, none is
a dependency. Imports ``scanning`` only.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from rootrank.scanning import Readable

if TYPE_CHECKING:
    import gzip

_GZIP = b"\x1f\x8b"
_ZSTANDARD = b"\x28\xb5\x2f\xfd"


class NoDecompressorError(Exception):
    """A file's compression can't be read here; the message says what to do."""


@contextmanager
def open_log(path: Path) -> Iterator[Readable]:
    """Opens a log for reading, decompressed.

    Raises:
        OSError: it can't be opened, or (while it is read) its compressed data are damaged.
        NoDecompressorError: nothing here reads its compression.
    """
    with path.open("rb", buffering=0) as raw:
        # Only an ordinary file can be read from its beginning again.
        head = raw.read(4) if path.is_file() else b""
        if head:
            raw.seek(0)
        if path.suffix == ".gz" or head.startswith(_GZIP):
            import gzip  # noqa: PLC0415 - with the program's start in mind: most logs are plain

            with gzip.open(raw) as stream:
                yield CutStream(stream)
        elif path.suffix in (".zst", ".zstd") or head == _ZSTANDARD:
            with _zstandard(path, raw) as readable:
                yield readable
        else:
            yield cast("Readable", raw)


@contextmanager
def _zstandard(path: Path, raw: IO[bytes]) -> Iterator[Readable]:
    """Decompresses a Zstandard file with what there is."""
    if (library := _module("compression.zstd")) is not None:
        with library.open(raw, "rb") as stream:
            yield _Checked(stream, library.ZstdError)
    elif (library := _module("zstandard")) is not None:
        # A file may be several frames one after the other, as a log that was appended to.
        with library.ZstdDecompressor().stream_reader(raw, read_across_frames=True) as stream:
            yield _Checked(stream, library.ZstdError)
    elif (tool := _tool()) is not None:
        with _Piped([tool, "-dcq"], raw) as piped:
            yield piped
    else:
        raise NoDecompressorError(
            f"{path} is compressed with Zstandard, which nothing here reads: decompress it (zstd -d), or install the"
            " Python package zstandard"
        )


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _tool() -> str | None:
    """Returns the ``zstd`` program. Not on Windows, where the folder that the user is in would be searched first."""
    found = None if sys.platform == "win32" else shutil.which("zstd")
    return found if found and Path(found).is_absolute() else None


class CutStream:
    """A gzip stream that may end too early, as a killed job leaves it: what is there is read, and ``cut`` says so."""

    def __init__(self, stream: gzip.GzipFile) -> None:
        self._stream = stream
        self.cut = False
        """Whether the data ended before their end."""

    def readinto(self, buffer: memoryview, /) -> int:
        """As a file's; 0 also where the data break off."""
        try:
            # One piece at a time: a read for more would lose the last pieces with the error.
            data = self._stream.read1(len(buffer))
        except EOFError:
            self.cut = True
            return 0
        buffer[: len(data)] = data
        return len(data)


class _Checked:
    """A stream whose own kind of error is raised as OSError."""

    def __init__(self, stream: Any, error: type[Exception]) -> None:
        self._stream = stream
        self._error = error

    def readinto(self, buffer: memoryview, /) -> int | None:
        try:
            return cast("int | None", self._stream.readinto(buffer))
        except self._error as error:
            raise OSError(str(error)) from error


class _Piped:
    """What a decompressing program writes."""

    def __init__(self, command: list[str], source: IO[bytes]) -> None:
        import subprocess  # noqa: PLC0415 - as above

        self._process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self) -> _Piped:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # where its output wasn't read to the end
        self._process.communicate()

    def readinto(self, buffer: memoryview, /) -> int | None:
        output, errors = self._process.stdout, self._process.stderr
        if output is None or errors is None:
            return 0
        count = output.readinto(buffer)  # type: ignore[attr-defined]
        if not count and self._process.wait():
            raise OSError(errors.read().decode(errors="replace").strip() or "its Zstandard data are damaged")
        return cast("int", count)
