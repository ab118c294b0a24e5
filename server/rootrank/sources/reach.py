"""Decides which matches stand on given lines.

A call spread over several lines stands on all of them. A block (``def``, ``class``, ``for``, ``while``, ``if``,
``with``, ``try``, ``match``) stands only on its head: its body's lines belong to the statements there. Of matches
inside one another the smallest counts, because it is the one that the lines are about.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from rootrank.model.document import Position
from rootrank.sources.syntax import parse

BLOCK = re.compile(r"(?:async\s+)?(?:def|class|for|while|if|elif|else|with|try|except|finally|match|case)\b|@")


class Placed(Protocol):
    """Something with a place and a text."""

    @property
    def start(self) -> Position:
        """First character."""

    @property
    def end(self) -> Position:
        """Just behind the last character."""

    @property
    def text(self) -> str:
        """What stands there."""


T = TypeVar("T", bound=Placed)


def on_lines(matches: Iterable[T], within: tuple[int, int], lines: Sequence[str]) -> list[T]:
    """The matches that stand on at least one of the lines ``within`` (both included), the smallest of nested ones."""
    first, last = within
    standing = [match for match in matches if match.start.line <= last and _last_line(match, lines) >= first]
    return [match for match in standing if not any(_contains(match, other) for other in standing)]


def _contains(outer: Placed, inner: Placed) -> bool:
    outside = (_key(outer.start), _key(outer.end))
    inside = (_key(inner.start), _key(inner.end))
    return outside != inside and outside[0] <= inside[0] and outside[1] >= inside[1]


def _key(position: Position) -> tuple[int, int]:
    return position.line, position.col


def _last_line(match: Placed, lines: Sequence[str]) -> int:
    """Last line of a match, of its head when it is a block."""
    if match.start.line == match.end.line or not BLOCK.match(match.text):
        return match.end.line
    # Parsed inside a block at its own depth, so that its further lines fit their indentation.
    before = lines[match.start.line - 1][: match.start.col - 1] if match.start.line <= len(lines) else ""
    depth = " " if before.strip() or not before else before
    tree = parse(f"if 1:\n{depth}{match.text}\n" if before else match.text)
    if tree is None:
        return match.start.line
    outer = tree.body[0]
    block = outer.body[0] if before and isinstance(outer, ast.If) else outer
    inner = _first_line_inside(block)
    if inner is None:
        return match.end.line
    return max(match.start.line, match.start.line + inner - 1 - (2 if before else 1))


def _first_line_inside(block: ast.stmt) -> int | None:
    """Line of the first statement or case inside a block; None for a statement that is none."""
    if isinstance(block, ast.Match):
        return block.cases[0].pattern.lineno
    body = getattr(block, "body", None)
    if not isinstance(body, list) or not body:
        return None
    first = body[0]
    decorators = (
        first.decorator_list if isinstance(first, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else []
    )
    return min([int(first.lineno), *(decorator.lineno for decorator in decorators)])
