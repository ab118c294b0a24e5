"""Compiled databases on disk, because compiling takes seconds and loading microseconds.

A database is code to the scanner, so only a folder that no one else can write to is trusted. Nothing here is ever
an error: a cache that can't be used is not used. Imports nothing of ours.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

KEPT = 8
"""Databases kept (about 120 kB each): one per rulebook, version and kind of machine that shares the folder."""

_DIGEST = hashlib.sha256().digest_size


def default_cache_dir() -> Path | None:
    """Return the user's cache folder for Rootrank; None when the system names none."""
    if chosen := os.environ.get("ROOTRANK_CACHE_DIR"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "rootrank"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) / "rootrank" / "cache" if local else None
    try:
        home = Path.home()
    except RuntimeError:  # no HOME and no entry in the password file, as in some containers
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "rootrank"


class DatabaseCache:
    """Databases by key, in the folder ``scan`` of the cache folder."""

    def __init__(self, cache_dir: Path | None) -> None:
        self._folder = cache_dir / "scan" if cache_dir else None

    def load(self, key: str) -> bytes | None:
        """Return a database as it was stored; None when there is none, or it is damaged or not to be trusted."""
        if self._folder is None:
            return None
        try:
            if not _private(self._folder):
                return None
            stored = self._path(self._folder, key).read_bytes()
        except OSError:
            return None
        digest, database = stored[:_DIGEST], stored[_DIGEST:]
        return database if hashlib.sha256(database).digest() == digest else None

    def store(self, key: str, database: bytes) -> None:
        """Keep a database, complete or not at all; do nothing when the folder can't be written."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _private(self._folder):
                _write(self._path(self._folder, key), hashlib.sha256(database).digest() + database)
                _prune(self._folder)
        except OSError:
            return

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / f"{key}.hs"


def _private(folder: Path) -> bool:
    if sys.platform == "win32":
        return True  # the profile's folders are the user's own by their access lists
    status = folder.stat()
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _write(path: Path, content: bytes) -> None:
    import tempfile  # noqa: PLC0415 - 2 ms with what it imports, and most starts write nothing

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _prune(folder: Path) -> None:
    newest = sorted(folder.glob("*.hs"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[KEPT:]:
        path.unlink()
