"""Follows files and folders that grow: which files there are, what is new in them, what all of them show so far.

A file that another one took the place of stays as it was read until ``renew``, so that it can be judged first. Imports
nothing later than ``matching``.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath

from attrs import frozen

from rootrank.matching.inputs import InputError, LogInput
from rootrank.matching.scan import SignalTable
from rootrank.matching.sharing import Share, share_of
from rootrank.model.finding import Findings
from rootrank.reading.folders import FolderError
from rootrank.reading.layouts import named
from rootrank.running.growing import GrowingFile

REMEMBERED = 64
"""Files of which the unfinished block (1 MiB at most) is kept in memory."""
_SETTLED_NS = 10**9
"""A folder that changed less than this ago is listed once more: two changes may have the same time."""
_TOO_MANY = "some logs can't be followed, because too many files are open: raise the limit, as with `ulimit -n 65536`"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


@frozen
class News:
    """What a look at the files brought."""

    any: bool = False
    """Whether there is more than before."""
    matters: bool = False
    """Whether it may tell of a failure."""


@frozen
class Seen:
    """All that is known so far."""

    findings: list[Findings]
    """Of the logs that are read as they grow."""
    inputs: list[LogInput]
    """What is small or can only be read whole: flight-recorder dumps, error files, compressed logs, UTF-16."""


class Follower:
    """Follows the logs of one run."""

    def __init__(self, paths: Sequence[str], table: SignalTable, say: Callable[[str], None]) -> None:
        """Follow files and folders, also such as don't exist yet; ``say`` is told once of each that can't be read."""
        self._paths = [Path(path) for path in paths]
        self._table = table
        self._say = say
        self._said: set[str] = set()
        self._listed: dict[str, LogInput] = {}
        self._growing: dict[str, GrowingFile] = {}
        self._whole: dict[str, tuple[int, int]] = {}
        self._folders: list[Path] = []
        self._stamp: object = None

    def close(self) -> None:
        """Let go of all files."""
        for file in self._growing.values():
            file.close()

    @property
    def outdated(self) -> bool:
        """Whether some of what was read is the past: a file was truncated, or another one took its place."""
        return any(file.outdated for file in self._growing.values())

    def renew(self) -> None:
        """Begin those files anew."""
        for name in [name for name, file in self._growing.items() if file.outdated]:
            self._growing.pop(name).close()

    def poll(self) -> News:
        """Read what is new."""
        self._list()
        share = share_of([None] * len(self._growing))
        news = [self._read(one, share) for one in self._listed.values()]
        return News(any(one.any for one in news), any(one.matters for one in news))

    def seen(self) -> Seen:
        """Return what the logs show so far."""
        share = share_of(file.size for file in self._growing.values())
        findings = []
        for name, file in self._growing.items():
            found = file.so_far(share)
            if found.binary:
                self._tell(f"{name} is not text (a binary file), and is left out")
            else:
                findings.append(found)
        return Seen(findings, [self._listed[name] for name in self._whole if name in self._listed])

    def _list(self) -> None:
        """Renew the list of files when a folder has changed."""
        times = {folder: at for folder in self._folders if (at := _changed(folder)) is not None}
        stamp = ([path.is_dir() for path in self._paths], times)
        if stamp == self._stamp:
            return
        self._folders = [Path(root) for path in self._paths if path.is_dir() for root, _, _ in os.walk(path)]
        settled = len(times) == len(self._folders) and time.time_ns() - max(times.values(), default=0) > _SETTLED_NS
        self._stamp = stamp if settled else None
        listed = {one.name: one for one in self._inputs()}
        for name, one in listed.items():
            growing = self._growing.get(name)
            if growing is not None and _who(growing.log) != _who(one):
                # Its neighbours tell another rank for it now.
                self._growing.pop(name).close()
        # What was read of a file that is gone stays.
        self._listed = {name: one for name, one in self._listed.items() if name in self._growing} | listed

    def _inputs(self) -> list[LogInput]:
        files = LogInput.from_paths([path for path in self._paths if not path.is_dir()])
        return [*files, *(one for path in self._paths if path.is_dir() for one in self._in_folder(path))]

    def _in_folder(self, folder: Path) -> list[LogInput]:
        try:
            return LogInput.from_paths([folder])
        except InputError as error:
            if isinstance(error.__cause__, FolderError):  # otherwise it holds no logs yet
                self._tell(str(error))
            return []

    def _read(self, one: LogInput, share: Share) -> News:
        growing = self._growing.get(one.name)
        try:
            if growing is None:
                if not self._grows(one):
                    return self._look_at_whole(one)
                self._whole.pop(one.name, None)
                growing = GrowingFile(self._table, one, remember=len(self._growing) < REMEMBERED)
                self._growing[one.name] = growing
            return News() if growing.outdated else News(*growing.read_on(share))
        except FileNotFoundError:
            self._whole.pop(one.name, None)
        except OSError as error:
            many = error.errno == errno.EMFILE
            self._tell(_TOO_MANY if many else f"{one.name} can't be read: {error.strerror}")
            self._whole.pop(one.name, None)
        return News()

    def _grows(self, one: LogInput) -> bool:
        """Tell whether a file is text that is appended to. One that is still empty isn't yet."""
        path = PurePath(one.name)
        what = named(path)
        if one.recorder is not None or path.suffix in {".gz", ".zst", ".zstd"} or (what and what.kind != "log"):
            return False
        if not Path(path).is_file():
            # A pipe would wait, and what isn't there is looked for again.
            if Path(path).exists():
                self._tell(f"{path} is no ordinary file; for what a command prints there is rootrank run")
            raise FileNotFoundError
        with Path(path).open("rb", buffering=0) as file:
            head = file.read(4)
        return len(head) == 4 and not head.startswith((*_UTF16, *_PACKED))

    def _look_at_whole(self, one: LogInput) -> News:
        status = Path(one.name).stat()
        now = (status.st_size, status.st_mtime_ns)
        changed = self._whole.get(one.name) != now
        self._whole[one.name] = now
        return News(changed, changed and status.st_size > 0)

    def _tell(self, message: str) -> None:
        if message not in self._said:
            self._said.add(message)
            self._say(message)


def _who(log: LogInput) -> tuple[object, ...]:
    return log.rank, log.host, log.attempt


def _changed(folder: Path) -> int | None:
    """Return when a file was last made or removed in a folder, in ns; None when it isn't there."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return None
