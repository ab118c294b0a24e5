"""Makes text of unknown origin safe to show: a log may carry terminal escapes, bidirectional overrides, stray bytes.

Everything that a front end prints goes through here, wherever it came from: file names and commands are log text too.
"""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1 controls, among them ESC and the one-byte CSI
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what reorders text on the screen
    "\u2028\u2029\ud800-\udfff]"  # line separators and stray bytes of an undecodable file name
)
TAB = "    "


def clean(text: str) -> str:
    r"""The text with whatever could steer a terminal written out, as in ``\x1b[31m``; newlines stay."""
    return _UNSAFE.sub(_written_out, text.replace("\r\n", "\n").replace("\t", TAB))


def one_line(text: str, limit: int = 300) -> str:
    """The text on one line, cut at ``limit`` code points with a mark."""
    return _cut(" ".join(clean(text).split("\n")).strip(), limit)


def code_line(text: str, limit: int = 2000) -> str:
    """One line of code with its indentation, cut like ``one_line``."""
    return _cut(" ".join(clean(text).split("\n")).rstrip(), limit)


def first_line(text: str, limit: int = 300) -> str:
    """The first line that isn't blank, cut like ``one_line``."""
    lines = text.strip().splitlines()
    return one_line(lines[0], limit) if lines else ""


def code_parts(text: str, limit: int = 2000) -> list[tuple[str, bool]]:
    """A sentence in parts, each with whether it is code: what stands between a pair of backticks."""
    parts = one_line(text, limit).split("`")
    if len(parts) % 2 == 0 or "" in parts[1::2]:  # unpaired backticks, or nothing between them
        return [("`".join(parts), False)]
    return [(part, number % 2 == 1) for number, part in enumerate(parts) if part]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
