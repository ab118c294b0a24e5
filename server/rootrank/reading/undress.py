"""Takes the dress off a raw line: bytes to text, colours and control sequences, overwritten progress, prefixes."""

from __future__ import annotations

import re

from attrs import evolve

from rootrank.model.log import Record
from rootrank.reading.dress import PLAIN, SAMPLE, Dress, learnt

TEXT_CAP = 16_384
"""Characters of a line that are kept. Measured on the labelled logs: the longest line that says something has 3,100."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movements
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # titles, and the shell integration's marks
    r"|\x1b[ -/]*[0-~]"  # two-character sequences
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

ESCAPE = b"\x1b"
"""A block that doesn't hold it is scanned as it is."""


def undress(raw: bytes, file: str, line: int, dress: Dress = PLAIN) -> Record:
    """Returns the record of one raw line.

    Args:
        raw: the line without its newline.
        file: where it was read.
        line: its 1-based number there.
        dress: how its log is dressed.
    """
    return dress.off(_text(raw), file, line)


def _text(raw: bytes) -> str:
    text = raw.decode("utf-8", errors="replace") if len(raw) <= 4 * TEXT_CAP else _cut(raw)
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    if "\r" in text:
        text = last_written(text)
    return _CONTROLS.sub("", text)[:TEXT_CAP].rstrip()


def learn_dress(
    data: bytes,
    *,
    rank: int | None = None,
    host: str | None = None,
    time: str | None = None,
    lines: int = SAMPLE,
) -> Dress:
    """Returns the dress of the log that begins with a block.

    Args:
        data: the first block.
        rank: of lines that don't say; known where each rank has a file of its own.
        host: of lines that don't say.
        time: stamp of lines that have none.
        lines: how many at either end of the block it is learnt from.
    """
    head = data[: 256 * lines].split(b"\n")[:lines]
    tail = data[-256 * lines :].split(b"\n")[-lines:] if len(data) > 256 * lines else []
    return evolve(learnt([_text(raw) for raw in (*head, *tail)]), rank=rank, host=host, time=time)


def undress_block(data: bytes) -> bytes:
    """Returns a block as stage one of the scan should see it: without escape sequences, line by line as it was."""
    return _ESCAPES_BYTES.sub(b"", data)


_ESCAPES_BYTES = re.compile(_ESCAPES.pattern.encode("ascii"))


def last_written(text: str) -> str:
    """Returns what a terminal would still show of a line that was overwritten with carriage returns."""
    parts = [part for part in text.split("\r") if part.strip()]
    return parts[-1] if parts else ""


def _cut(raw: bytes) -> str:
    return raw[: 4 * TEXT_CAP].decode("utf-8", errors="replace")[:TEXT_CAP]
