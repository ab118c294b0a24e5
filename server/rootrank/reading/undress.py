"""Takes the dress off a raw line: bytes to text, colours and control sequences, overwritten progress, rank prefixes.

One function per kind of dress; a further prefix is one more entry in ``PREFIXES``.
"""

from __future__ import annotations

import re

from rootrank.model.log import Record

TEXT_CAP = 16_384
"""Characters of a line that are kept. Measured on the labelled logs: the longest line that says something has 3,100."""

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movements
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)"  # titles, and the shell integration's marks
    r"|\x1b[ -/]*[0-~]"  # two-character sequences
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

PREFIXES = (
    # torchrun and torchelastic, around PyTorch's own output: "[rank3]: ", "[default3]:"
    re.compile(r"\[(?:rank|default)(?P<rank>\d{1,6})\]:[ ]?"),
)
"""Prefixes of a line that name its rank, tried in turn."""

NEEDS_UNDRESSING = (b"\x1b", b"\r", "│".encode())
"""A block that holds none of these is scanned as it is."""


def undress(raw: bytes, file: str, line: int) -> Record:
    """Returns the record of one raw line.

    Args:
        raw: the line without its newline.
        file: where it was read.
        line: its 1-based number there.
    """
    text = raw.decode("utf-8", errors="replace") if len(raw) <= 4 * TEXT_CAP else _cut(raw)
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    if "\r" in text:
        text = last_written(text)
    text = _CONTROLS.sub("", text)[:TEXT_CAP].rstrip()
    for prefix in PREFIXES:
        match = prefix.match(text)
        if match:
            return Record(text[match.end() :], file, line, rank=int(match["rank"]))
    return Record(text, file, line)


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
