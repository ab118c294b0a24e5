"""Finds the function around a line, also in code that does not parse."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from rootrank.sources.syntax import parse
from rootrank.sources.text import split_lines

DEF = re.compile(r"\s*(?:async\s+)?def\b")
CLOSING = (")", "]", "}", "#")
"""Lines that may stand at the depth of a ``def`` and yet say nothing about where its block ends."""


def enclosing_function(text: str, line: int) -> tuple[int, int] | None:
    """First and last line (1-based) of the innermost ``def`` around a line; None at module level.

    Decorators stand outside: they run when the function is made, not when it is called.
    """
    tree = parse(text)
    if tree is None:
        return _by_indentation(split_lines(text), line)
    around = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(around, default=None)


def _by_indentation(lines: Sequence[str], line: int) -> tuple[int, int] | None:
    if not 1 <= line <= len(lines):
        return None
    number = line
    while number > 1 and not lines[number - 1].strip():
        number -= 1
    if DEF.match(lines[number - 1]):
        return number, _block_end(lines, number)
    inside = _indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        text = lines[above - 1]
        if not text.strip() or text.lstrip().startswith(CLOSING) or _indent(text) >= inside:
            continue
        inside = _indent(text)
        if DEF.match(text):
            return above, _block_end(lines, above)
    return None


def _block_end(lines: Sequence[str], start: int) -> int:
    """Last line that is indented deeper than the line ``start``."""
    depth = _indent(lines[start - 1])
    end = start
    for number in range(start + 1, len(lines) + 1):
        text = lines[number - 1]
        if not text.strip():
            continue
        if _indent(text) <= depth and not text.lstrip().startswith(CLOSING):
            break
        end = number
    return end


def _indent(line: str) -> int:
    expanded = line.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())
