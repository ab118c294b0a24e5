"""The user's folders and unsaved editor texts: which Python files there are, and what stands in them.

Everything is read on demand and nothing outside the folders. Imports the model only.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from rootrank.model.log import Frame
from rootrank.sources import locating
from rootrank.sources.text import SourceText, decode, split_lines
from rootrank.sources.walking import Walk

MAX_ENTRIES = 50_000
"""Directory entries looked at for the index; walking them takes about 0.3 s."""
MAX_BYTES = 5_000_000
"""Larger files are data, not code that a person reads."""
KEPT_TEXTS = 64


class _Disk:
    """The folders on the disk: an index by base name, and the texts read last. Shared by a workspace's overlays."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = tuple(dict.fromkeys(Path(os.path.abspath(root)) for root in roots))  # noqa: PTH100  (keeps links)
        self._files: tuple[Path, ...] | None = None
        self._by_name: dict[str, list[Path]] = {}
        self._complete = True
        self._texts: OrderedDict[Path, tuple[tuple[int, int], SourceText | None]] = OrderedDict()

    def files(self) -> tuple[Path, ...]:
        if self._files is None:
            found: set[Path] = set()
            left = MAX_ENTRIES
            for root in self.roots:
                walk = Walk(root, left)
                found.update(walk.python_files())
                left = walk.left
            self._complete = left > 0
            self._files = tuple(sorted(found))
            for path in self._files:
                self._by_name.setdefault(path.name, []).append(path)
        return self._files

    def files_named(self, name: str) -> list[Path]:
        self.files()
        return self._by_name.get(name, [])

    def complete(self) -> bool:
        self.files()
        return self._complete

    def read(self, path: Path) -> SourceText | None:
        try:
            stat = path.stat()
        except (OSError, ValueError):  # ValueError: a null byte in the name
            return None
        stamp = (stat.st_mtime_ns, stat.st_size)
        kept = self._texts.get(path)
        if kept is None or kept[0] != stamp:
            kept = (stamp, self._load(path, stat.st_size))
            self._texts[path] = kept
            while len(self._texts) > KEPT_TEXTS:
                self._texts.popitem(last=False)
        return kept[1]

    def _load(self, path: Path, size: int) -> SourceText | None:
        if size > MAX_BYTES or not self._ours(path):
            return None
        try:
            return decode(path.read_bytes())
        except OSError:
            return None

    def _ours(self, path: Path) -> bool:
        """Whether the file lies under a root, also once its links are resolved."""
        try:
            real = path.resolve()
            return path.is_file() and any(real.is_relative_to(root.resolve()) for root in self.roots)
        except (OSError, RuntimeError):  # RuntimeError: a loop of links, on Python 3.10 to 3.12
            return False


class Workspace:
    """The code that may be read."""

    def __init__(self, roots: Sequence[Path], overlay: Mapping[Path, str] | None = None) -> None:
        """Takes the user's folders, and unsaved texts by absolute path, which win over the disk."""
        self._disk = _Disk(roots)
        self._overlay = dict(overlay or {})

    @staticmethod
    def none() -> Workspace:
        """No workspace: nothing is found in it."""
        return Workspace(())

    def with_overlay(self, overlay: Mapping[Path, str]) -> Workspace:
        """The same folders and the index already made of them, with other unsaved texts."""
        other = Workspace((), overlay)
        other._disk = self._disk
        return other

    @property
    def roots(self) -> tuple[Path, ...]:
        """The folders, absolute."""
        return self._disk.roots

    @property
    def complete(self) -> bool:
        """False when the folders hold more than the index takes, so what is not found may yet exist."""
        return self._disk.complete()

    def python_files(self) -> tuple[Path, ...]:
        """All Python files, sorted; unsaved ones included."""
        unsaved = (path for path in self._overlay if path.suffix == ".py")
        return tuple(sorted({*self._disk.files(), *unsaved}))

    def files_named(self, name: str) -> tuple[Path, ...]:
        """The Python files with this base name, sorted."""
        unsaved = (path for path in self._overlay if path.name == name and path.suffix == ".py")
        return tuple(sorted({*self._disk.files_named(name), *unsaved}))

    def source(self, path: Path) -> SourceText | None:
        """A file's text and encoding; None when it is not ours, unreadable, not text, or above 5 MB."""
        unsaved = self._overlay.get(path)
        if unsaved is not None:
            return SourceText(unsaved, "utf-8", unsaved=True)
        return self._disk.read(path)

    def saved(self, path: Path) -> SourceText | None:
        """What the disk holds, whatever the editor shows."""
        return self._disk.read(path)

    def text(self, path: Path) -> str | None:
        """A file's text with its own line ends; None as for ``source``."""
        source = self.source(path)
        return None if source is None else source.text

    def lines(self, path: Path) -> list[str] | None:
        """A file's lines without their ends; None as for ``source``."""
        text = self.text(path)
        return None if text is None else split_lines(text)

    def locate(self, frame: Frame) -> locating.Located | locating.Ambiguous | None:
        """The file and line behind a traceback's frame."""
        return locating.locate(frame, self.files_named, self.lines)

    def name(self, path: Path) -> str:
        """The path relative to its root where there is one, with forward slashes: how to show it."""
        for root in self.roots:
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.as_posix()
