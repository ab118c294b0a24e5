"""The scanner on Hyperscan. The only module that knows the library, which it imports when first needed.

Patterns and data are bytes (no UTF-8 mode: a broken byte would end the scan), only end offsets are used (start
offsets cost a third of the speed), and a hit is a pattern on a line, however often it matches there.
"""

from __future__ import annotations

import hashlib
import platform
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Protocol

from rootrank.scanning.anchor import Anchor, LineHit
from rootrank.scanning.cache import DatabaseCache
from rootrank.scanning.lines import FoundLines, line_hits
from rootrank.scanning.pattern import line_local, spelled

MOST_BYTES = 2**32 - 1
"""Hyperscan's lengths have 32 bits; above that it finds nothing and says nothing."""


_OnMatch = Callable[[int, int, int, int, object], None]
"""Pattern, start (always 0), end, flags, context."""


class _Database(Protocol):
    """Hyperscan's own database object, as far as it is used."""

    def scan(self, data: bytes, *, match_event_handler: _OnMatch, scratch: object) -> None: ...


class UnavailableError(RuntimeError):
    """Hyperscan isn't installed, or refuses these anchors."""


class HyperscanScanner:
    """Finds all anchors in one pass; several threads may scan at once, and scan in parallel."""

    engine = "hyperscan"

    def __init__(self, anchors: Sequence[Anchor], indices: Sequence[tuple[int, ...]], cache: DatabaseCache) -> None:
        self._hyperscan = _library()
        self._indices = indices
        self._local = threading.local()
        self._database = self._open(anchors, cache)

    def scan(self, data: bytes) -> list[LineHit]:
        """Return the lines of ``data`` that hold an anchor, in order."""
        if len(data) > MOST_BYTES:
            raise ValueError(f"A block of {len(data)} bytes is too long; cut it with read_blocks")
        found: FoundLines = {}
        self._database.scan(
            data, match_event_handler=_collector(data, found, len(self._indices)), scratch=self._scratch()
        )
        return line_hits(data, found, self._indices) if found else []

    def _scratch(self) -> object:
        """Each thread has its own: a shared one raises."""
        scratch = getattr(self._local, "scratch", None)
        if scratch is None:
            scratch = self._local.scratch = self._hyperscan.Scratch(self._database)
        return scratch

    def _open(self, anchors: Sequence[Anchor], cache: DatabaseCache) -> _Database:
        key = _key(self._hyperscan.__version__, anchors)
        database = self._load(cache.load(key))
        if database is None:
            database = self._compile(anchors)
            cache.store(key, self._hyperscan.dumpb(database))
        return database

    def _load(self, stored: bytes | None) -> _Database | None:
        """Return a stored database; None when it is of another processor (a home folder that a cluster shares)."""
        if stored is None:
            return None
        try:
            database: _Database = self._hyperscan.loadb(stored, self._hyperscan.HS_MODE_BLOCK)
            self._local.scratch = self._hyperscan.Scratch(database)
        except self._hyperscan.error:
            return None
        return database

    def _compile(self, anchors: Sequence[Anchor]) -> _Database:
        expressions = [_expression(anchor) for anchor in anchors]
        # A pattern's case is spelled out already; a literal's is a flag, which keeps it a literal to the compiler.
        caseless = int(self._hyperscan.HS_FLAG_CASELESS)
        flags = [caseless if anchor.literal and anchor.caseless else 0 for anchor in anchors]
        database = self._hyperscan.Database(mode=self._hyperscan.HS_MODE_BLOCK)
        count = len(expressions)
        try:
            database.compile(expressions=expressions, ids=list(range(count)), elements=count, flags=flags)
        except self._hyperscan.error as error:
            raise UnavailableError(f"Hyperscan refuses the anchors: {error}") from error
        compiled: _Database = database
        return compiled


def _library() -> ModuleType:
    try:
        import hyperscan  # noqa: PLC0415 - 16 ms, and not there on every platform
    except ImportError as error:
        raise UnavailableError(f"Hyperscan can't be imported: {error}") from error
    return hyperscan


def _expression(anchor: Anchor) -> bytes:
    if anchor.pattern is None:
        return spelled(anchor.literal)
    return line_local(anchor.pattern, caseless=anchor.caseless)


def _collector(data: bytes, found: FoundLines, count: int) -> _OnMatch:
    """Return the callback of one scan: it notes each pattern once per line, so a flood of matches costs no memory."""
    starts = [0] * count
    ends = [-1] * count
    find, rfind, length = data.find, data.rfind, len(data)

    def note(index: int, _from: int, to: int, _flags: int, _context: object) -> None:
        if starts[index] < to <= ends[index]:
            return
        start = starts[index] = rfind(b"\n", 0, to - 1) + 1
        end = find(b"\n", to - 1)
        ends[index] = end = length if end < 0 else end
        found.setdefault(start, (end, set()))[1].add(index)

    return note


SPELLING = 1
"""Raised whenever ``_expression`` spells an anchor in another way, so that no older database is taken."""


def _key(version: str, anchors: Sequence[Anchor]) -> str:
    """Return what a database is kept under: its anchors as they are given, for spelling a thousand takes 8 ms."""
    digest = hashlib.sha256(f"{version} {SPELLING} block {platform.machine()} {_processor()}".encode())
    for anchor in anchors:
        kind = b"pattern" if anchor.pattern is not None else b"literal"
        digest.update(b"\n%s %d " % (kind, anchor.caseless) + (anchor.pattern or anchor.literal))
    return digest.hexdigest()[:32]


def _processor() -> str:
    """Return the instruction sets that a database is compiled for; empty where the system doesn't say."""
    try:
        with Path("/proc/cpuinfo").open("rb") as file:
            words = set(file.read(8192).split())
    except OSError:
        return ""
    return " ".join(name for name in ("avx2", "avx512bw", "avx512vbmi", "sve", "sve2") if name.encode() in words)
