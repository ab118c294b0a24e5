"""The card as Markdown, for issues and chats: the same outline in the same order, masked unless told otherwise.

Log text can't leave its place: it is escaped, or stands in a fence longer than any run of backticks inside. Text
between a pair of backticks stays a code span, because entries write their sentences so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from rootrank.masking import ALL, Kind, hidden_in, mask_document, sentence, strings
from rootrank.model.document import Document
from rootrank.presenting.clean import clean, code_line, code_parts, first_line, one_line
from rootrank.presenting.outline import Outline, outline
from rootrank.presenting.sections import Line, Section

_MARK = {"failure": "✗", "healthy": "✓", "unknown": "?"}
_DOT = {"for": "●", "against": "○"}
_SIGN = {"removed": "- ", "added": "+ ", "kept": "  "}
_SPECIAL = re.compile(r"[\\`*\[\]<>&|~$#!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_LIST_AT_START = re.compile(r"^(\d+)?([-+.)=])")
_LIST = {"text", "for", "against"}
_FENCE = {"code": "python", "command": "sh", "removed": "diff", "added": "diff", "kept": "diff"}


def markdown(document: Document, *, kinds: Collection[Kind] = ALL, roots: Sequence[str] = ()) -> str:
    """The card as Markdown that ends with a newline; a last line says what was hidden.

    Args:
        document: The diagnosis.
        kinds: What to hide; nothing when empty.
        roots: The workspace's folders, whose paths become relative.
    """
    masked, hidden = mask_document(document, kinds, roots=roots)
    content = outline(masked)
    said = sentence(hidden_in(strings(content), hidden))
    return "\n\n".join([*_blocks(content), *([said] if said else [])]) + "\n"


def escaped(text: str) -> str:
    """Text on one line that Markdown shows as it is, but for the code spans that it marks."""
    return "".join(code_span(part) if is_code else _plain(part) for part, is_code in code_parts(text))


def code_span(text: str) -> str:
    """Text as inline code, whatever backticks it holds."""
    text = one_line(text, 2000)
    if not text:
        return ""
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def fenced(text: str, language: str) -> str:
    """Text as a code block, whatever backticks it holds."""
    text = clean(text)
    ticks = "`" * max(3, _longest_run(text) + 1)
    return f"{ticks}{language}\n{text}\n{ticks}"


def _plain(text: str) -> str:
    return _LIST_AT_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", text))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _blocks(content: Outline) -> Iterator[str]:
    yield f"## {_MARK[content.mark]} {_plain(first_line(content.title))} — {content.standing}"
    if content.notice:
        yield f"**{escaped(content.notice)}**"
    if content.ranks:
        yield escaped(content.ranks)
    if content.code:
        yield code_span(content.code.place or "")
        if content.code.text:
            yield fenced(code_line(content.code.text), "python")
    for paragraph in content.cause:
        yield escaped(paragraph)
    for section in content.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    head, lines = f"**{section.label}**", section.lines
    if lines[0].kind == "text" and section.label in {"Do now", "Then", "Prove it"}:
        head, lines = f"**{section.label}:** {_said(lines[0])}", lines[1:]
    yield head
    for group, members in groupby(
        lines, lambda line: _FENCE.get(line.kind) or ("list" if line.kind in _LIST else line.kind)
    ):
        yield _group(group, list(members))


def _group(group: str, lines: list[Line]) -> str:
    if group == "note":
        return "\n\n".join(escaped(line.text) for line in lines)
    if group == "step":
        return "\n".join(f"{number}. {_said(line)}" for number, line in enumerate(lines, 1))
    if group == "list":
        return "\n".join(f"- {_said(line)}" for line in lines)
    places = [code_span(line.place) for line in lines if line.place]
    block = fenced("\n".join(_SIGN.get(line.kind, "") + code_line(line.text) for line in lines), group)
    return "\n\n".join([*places, block])


def _said(line: Line) -> str:
    where = ", ".join(
        part for part in (code_span(line.place or ""), f"rank {line.rank}" if line.rank is not None else "") if part
    )
    dot = f"{_DOT[line.kind]} " if line.kind in _DOT else ""
    return dot + escaped(line.text) + (f" ({where})" if where else "")
