"""Puts a statement before or after the one that holds a match, or takes one away.

Only where that is a line of its own: behind a semicolon or a colon on the same line, nothing is done.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from attrs import frozen

from rootrank.fixing.changes import CantEdit, Change
from rootrank.sources.syntax import parse
from rootrank.sources.text import Positions, split_lines

LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
NOTHING_MORE = re.compile(r"[ \t\f]*(?:#[^\r\n]*)?")
"""What may stand behind a statement on its last line."""


@frozen
class Statement:
    """The statement that holds a match."""

    node: ast.stmt | None
    """None when the file doesn't parse and the match fills its lines."""
    alone: bool
    """Whether its block has no other statement."""
    start: int
    """Offset of its first character, of its first decorator when it has some."""
    end: int
    first_line: int
    last_line: int


def newline_of(text: str) -> str:
    """The line end that the text uses first."""
    found = re.search(r"\r\n|\n|\r", text)
    return found.group() if found else "\n"


def insert_before(text: str, start: int, end: int, new: str) -> Change:
    """Puts a statement on a line of its own before the statement that holds ``text[start:end]``."""
    statement = _statement(text, start, end)
    positions = Positions(text)
    indent = _indent(text, positions, statement)
    at = positions.line_start(statement.first_line)
    lines = "".join(f"{indent}{line}{newline_of(text)}" for line in split_lines(new))
    return Change(at, at, lines, (at, positions.line_end(statement.first_line)))


def insert_after(text: str, start: int, end: int, new: str) -> Change:
    """Puts a statement on a line of its own after the statement that holds ``text[start:end]``."""
    statement = _statement(text, start, end)
    positions = Positions(text)
    indent = _indent(text, positions, statement)
    _refuse_company(text, positions, statement)
    if isinstance(statement.node, LEAVES):
        raise CantEdit(f"nothing runs after the statement on line {statement.first_line}")
    if isinstance(getattr(statement.node, "body", None), list) and end < statement.end:
        raise CantEdit(f"the match is in the head of the block on line {statement.first_line}")
    at = positions.line_end(statement.last_line)
    lines = "".join(f"{newline_of(text)}{indent}{line}" for line in split_lines(new))
    return Change(at, at, lines, (positions.line_start(statement.last_line), at))


def delete(text: str, start: int, end: int) -> Change:
    """Takes away the statement ``text[start:end]`` with its lines; the last one of a block becomes ``pass``."""
    statement = _statement(text, start, end)
    positions = Positions(text)
    _indent(text, positions, statement)
    _refuse_company(text, positions, statement)
    if (statement.start, statement.end) != (start, end):
        raise CantEdit(f"the match is only a part of the statement on line {statement.first_line}")
    if statement.alone:
        return Change(start, end, "pass", (start, end))
    lines = (positions.line_start(statement.first_line), positions.line_start(statement.last_line + 1))
    return Change(*lines, "", lines)


def _statement(text: str, start: int, end: int) -> Statement:
    positions = Positions(text)
    first, last = positions.at(start).line, positions.at(end).line
    tree = parse(text)
    if tree is None:
        return Statement(None, False, start, end, first, last)
    innermost = None
    for node, alone in _statements(tree):
        place = _place(text, positions, node)
        if place[0] <= start and end <= place[1]:
            innermost = Statement(node, alone, *place, positions.at(place[0]).line, node.end_lineno or node.lineno)
    if innermost is None:
        raise CantEdit(f"no statement holds the match on line {first}")
    return innermost


def _statements(node: ast.AST) -> Iterator[tuple[ast.stmt, bool]]:
    """All statements, outer ones first, and whether each is the only one of its block."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        block: list[ast.AST] | ast.expr | None = getattr(node, field, None)
        if not isinstance(block, list):  # the body of a lambda or of a conditional expression
            continue
        for child in block:
            if isinstance(child, ast.stmt):
                yield child, len(block) == 1 and not isinstance(node, ast.Module)
            yield from _statements(child)


def _place(text: str, positions: Positions, node: ast.stmt) -> tuple[int, int]:
    first = node.lineno
    start = _offset(text, positions, first, node.col_offset)
    for decorator in getattr(node, "decorator_list", []):
        if decorator.lineno < first or start > _offset(text, positions, decorator.lineno, decorator.col_offset):
            start = text.rindex("@", 0, _offset(text, positions, decorator.lineno, decorator.col_offset))
            first = decorator.lineno
            break
    return start, _offset(text, positions, node.end_lineno or node.lineno, node.end_col_offset or 0)


def _offset(text: str, positions: Positions, line: int, utf8_col: int) -> int:
    """Python's parser counts columns in UTF-8 bytes."""
    start = positions.line_start(line)
    content = text[start : positions.line_end(line)]
    if content.isascii():
        return start + utf8_col
    return start + len(content.encode("utf-8", "surrogatepass")[:utf8_col].decode("utf-8", "replace"))


def _indent(text: str, positions: Positions, statement: Statement) -> str:
    """The white space before the statement, which must be all that stands before it on its line."""
    before = text[positions.line_start(statement.first_line) : statement.start]
    if before.strip():
        raise CantEdit(f"line {statement.first_line} holds more than one statement")
    if isinstance(statement.node, ast.If) and text.startswith("elif", statement.start):
        raise CantEdit(f"the match is in the condition of `elif` on line {statement.first_line}")
    if statement.node is None:
        _refuse_company(text, positions, statement)
    return before


def _refuse_company(text: str, positions: Positions, statement: Statement) -> None:
    rest = text[statement.end : positions.line_end(statement.last_line)]
    if not NOTHING_MORE.fullmatch(rest):
        raise CantEdit(f"line {statement.last_line} holds more than one statement")
