"""Python source as text: decoding as Python does it, lines, and positions.

Lines end at LF, CR LF or CR, as Python's own tokenizer and the language server protocol have it;
``str.splitlines`` would also cut at form feeds and Unicode separators, and shift every later line.
"""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from bisect import bisect_right

from attrs import frozen

from rootrank.model.document import Position

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")


@frozen
class SourceText:
    """The text of one source file, and how it is written on the disk."""

    text: str
    """With its own line ends, without a byte order mark."""
    encoding: str
    """Codec that turns the text back into the file's bytes; ``utf-8-sig`` when it has a byte order mark."""
    unsaved: bool = False
    """True when the text is an editor's, and the disk may hold another."""


def decode(raw: bytes) -> SourceText | None:
    """Decodes a source file by its byte order mark or coding line (PEP 263), UTF-8 without one.

    None when the bytes don't fit that encoding, or it is one that Python doesn't know.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return SourceText(raw.decode(encoding), "utf-8-sig" if raw.startswith(codecs.BOM_UTF8) else encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends."""
    lines = [line.rstrip("\r\n") for line in LINE.findall(text)]
    return lines[:-1] if lines and not lines[-1] else lines


class Positions:
    """Translates between offsets into a text and 1-based positions; both count code points."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def at(self, offset: int) -> Position:
        """The position of an offset."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def offset(self, position: Position) -> int | None:
        """The offset of a position; None when the text has no such position."""
        if not 1 <= position.line <= len(self._starts):
            return None
        offset = self._starts[position.line - 1] + position.col - 1
        end = self._starts[position.line] if position.line < len(self._starts) else len(self._text)
        return offset if position.col >= 1 and offset <= end else None

    def line_start(self, line: int) -> int:
        """The offset at which a 1-based line starts; the end of the text for a line after the last."""
        return self._starts[line - 1] if line <= len(self._starts) else len(self._text)

    def line_end(self, line: int) -> int:
        """The offset at which a 1-based line ends, before its line end."""
        end = self.line_start(line + 1)
        while end > self.line_start(line) and self._text[end - 1] in "\r\n":
            end -= 1
        return end
