"""Cuts a log that comes in pieces into the same blocks as a file that is read from its beginning to its end.

The map samples metrics block by block, so equal blocks give equal findings, however the log came. Imports
``scanning`` only.
"""

from __future__ import annotations

import codecs
import io

from attrs import frozen

from rootrank.scanning import BLOCK_SIZE, LINE_CAP, read_blocks

BEGINNING = 3
"""Bytes of a stream's beginning, in which a byte order mark is looked for."""


@frozen
class Cutter:
    """Where a log stands between two blocks. Taking bytes gives the next state, so a state can be kept."""

    size: int = BLOCK_SIZE
    cap: int = LINE_CAP
    begun: bool = False
    """Whether the beginning was looked at for a byte order mark."""
    whole: bool = True
    """Whether ``open`` ends where a read ended; otherwise it is the beginning, which belongs to the first read."""
    lines: int = 0
    """Whole lines before ``open``."""
    open: bytes = b""
    """The line that has begun and not ended; of a long one, both ends."""

    @property
    def wants(self) -> int:
        """Bytes that complete what one read of a file would give."""
        if not self.begun:
            return BEGINNING
        return self.size if self.whole else self.size - len(self.open)

    def take(self, data: bytes) -> tuple[Cutter, list[tuple[bytes, int]]]:
        """Return the next state, and the blocks that are complete now, each with the number of its first line.

        Give ``wants`` bytes, or less at what is the end for now.
        """
        if not self.begun:
            return Cutter(self.size, self.cap, True, False, 0, data.removeprefix(codecs.BOM_UTF8)), []
        joined = self.open + data
        # The mark in front makes the rest one read.
        stream = io.BytesIO(codecs.BOM_UTF8 + joined)
        blocks = list(read_blocks(stream, max(1, len(joined)), line_cap=self.cap))
        rest = b"" if not blocks or blocks[-1].data.endswith(b"\n") else blocks.pop().data
        cut = [(block.data, self.lines + block.first_line) for block in blocks]
        lines = self.lines + sum(block.lines for block in blocks)
        return Cutter(self.size, self.cap, True, True, lines, rest), cut

    def end(self, data: bytes) -> list[tuple[bytes, int]]:
        """Return the blocks of the log if it ended with these bytes."""
        state, blocks = self, []
        while data or not state.whole:
            part, data = data[: state.wants], data[state.wants :]
            state, more = state.take(part)
            blocks += more
        return [*blocks, (state.open, state.lines + 1)] if state.open else blocks
