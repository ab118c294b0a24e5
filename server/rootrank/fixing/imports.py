"""Adds the imports that an edit needs, below the imports that are there, when they are missing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from rootrank.fixing.changes import CantEdit, Change
from rootrank.fixing.statements import newline_of
from rootrank.sources.syntax import parse
from rootrank.sources.text import Positions, split_lines


def add_imports(text: str, wanted: Sequence[str], before: int) -> list[Change]:
    """The change that adds the missing ones of the import statements ``wanted``.

    They go below the last import above the offset ``before``, where their names are used first: an import further
    down would come too late, and one further up might come before an environment variable that it depends on.

    Raises:
        CantEdit: when an import is missing and the file doesn't parse, so that nobody knows where its imports end.
    """
    tree = parse(text)
    if tree is None:
        missing = [line for line in wanted if line not in split_lines(text)]
        if missing:
            raise CantEdit(f"`{missing[0]}` can't be added, because the file does not parse")
        return []
    bound = set(_bound(tree.body))
    missing = [line for line in wanted if not set(_bound(ast.parse(line).body)) <= bound]
    return [_change(text, tree, missing, before)] if missing else []


def _change(text: str, tree: ast.Module, missing: Sequence[str], before: int) -> Change:
    positions = Positions(text)
    newline = newline_of(text)
    used_on = positions.at(before).line
    above = [node for node in tree.body if (node.end_lineno or node.lineno) < used_on]
    imports = [node for node in above if isinstance(node, ast.Import | ast.ImportFrom)]
    if not imports and not (above and _is_docstring(above[0])):
        first = _first_line(tree.body[0])
        at = positions.line_start(first)
        return Change(at, at, "".join(line + newline for line in missing), (at, positions.line_end(first)))
    anchor = imports[-1] if imports else above[0]
    last = anchor.end_lineno or anchor.lineno
    at = positions.line_end(last)
    gap = "" if imports else newline
    return Change(at, at, gap + "".join(newline + line for line in missing), (positions.line_start(last), at))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _bound(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """What import statements bind when the module is loaded: (name, what it stands for)."""
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    yield alias.asname, alias.name
                else:
                    parts = alias.name.split(".")
                    yield from ((".".join(parts[:end]), "") for end in range(1, len(parts) + 1))
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((alias.asname or alias.name, f"{module}:{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Try) or (isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test)):
            yield from _bound(node.body)
