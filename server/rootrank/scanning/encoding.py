"""What kind of bytes a stream holds: text, UTF-16 text (PowerShell's ``>``), or no text at all.

Imports nothing of ours.
"""

from __future__ import annotations

import codecs
import io
from typing import Protocol

SNIFFED = 8192
"""Bytes of a stream's beginning that tell text from binary."""

# Bytes below space that text does hold: bell, backspace, tab, newline, vertical tab, form feed, return, escape.
_CONTROL = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 27})
_MARK = 3
"""Bytes of the longest byte order mark that is looked for."""
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class Readable(Protocol):
    """What is needed of a stream: a raw or buffered file, a pipe, a gzip file, standard input."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Fill the buffer's beginning; return the number of bytes, 0 at the end."""
        ...


def looks_binary(data: bytes) -> bool:
    """Tell whether a stream that begins so is no text.

    A twentieth of control bytes decides: compressed data has a tenth, a log that was written through a crash has
    single zero bytes. UTF-16 without a byte order mark counts as binary; with one, ``read_blocks`` has decoded it.
    """
    head = data[:SNIFFED]
    control = len(head) - len(head.translate(None, _CONTROL))
    return control * 20 > len(head)


def as_utf8(stream: Readable) -> tuple[Readable, int]:
    """Return the stream as UTF-8 without a byte order mark, and the length of the mark that was taken off.

    UTF-16 is decoded on the way when its mark says so; all other bytes come as they are, whatever they are. The
    given stream must not be read any more.
    """
    head, source = _unbuffered(stream)
    part = memoryview(bytearray(_MARK))
    while len(head) < _MARK:
        count = read_some(source, part)
        if not count:
            break
        head += bytes(part[:count])
    if encoding := _UTF16.get(head[:2]):
        return _Decoded(source, head[2:], encoding), 0
    mark = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    return _Resumed(source, head[mark:]), mark


def read_some(stream: Readable, buffer: memoryview) -> int:
    """Return how many bytes came, 0 at the end."""
    count = stream.readinto(buffer)
    if count is None:
        raise BlockingIOError("The stream is in non-blocking mode, so its end can't be told from a pause")
    return count


def _unbuffered(stream: Readable) -> tuple[bytes, Readable]:
    """Return what a buffered reader holds already, and the stream under it.

    Its own ``readinto`` waits until the buffer is full, which a live pipe may never be, and ``readinto1`` waits for
    the pipe even when it holds something.
    """
    if not isinstance(stream, io.BufferedReader):
        return b"", stream
    return stream.read(len(stream.peek())), stream.raw


class _Resumed:
    """The stream with the bytes that were read too early."""

    def __init__(self, stream: Readable, head: bytes) -> None:
        self._stream = stream
        self._head = head

    def readinto(self, buffer: memoryview, /) -> int:
        count = min(len(self._head), len(buffer))
        if count:
            buffer[:count] = self._head[:count]
            self._head = self._head[count:]
        if count > _MARK or count == len(buffer):
            return count
        # The beginning alone must not become a block: how a log is dressed is learnt from its first one.
        return count + read_some(self._stream, buffer[count:])


class _Decoded:
    """A stream of UTF-16 as UTF-8; what isn't UTF-16 becomes U+FFFD."""

    def __init__(self, stream: Readable, head: bytes, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._ready = self._decoder.decode(head).encode()
        self._raw = memoryview(bytearray(64 * 1024))

    def readinto(self, buffer: memoryview, /) -> int:
        while not self._ready:
            count = read_some(self._stream, self._raw)
            self._ready = self._decoder.decode(self._raw[:count], final=not count).encode()
            if not count:
                break
        count = min(len(self._ready), len(buffer))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count
