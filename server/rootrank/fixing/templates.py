"""Fills an edit's template with what its pattern captured, in parentheses only where they change the meaning.

Whether they do is asked of Python's own parser: a candidate without them must give the same tree as one with them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from rootrank.fixing.changes import CantEdit
from rootrank.sources.syntax import parse
from rootrank.sources.text import Positions

VARIABLE = re.compile(r"\$\$\$([A-Z_][A-Z0-9_]*)|\$([A-Z_][A-Z0-9_]*)")
PREFIX = re.compile(r"(?:\*\*?|[^\W\d]\w*\s*=(?!=)\s*)")
"""What stands before the expression in a captured argument: ``*args``, ``**more``, ``name=value``."""
ATOMS = (ast.Call, ast.Attribute, ast.Subscript, ast.Name, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.JoinedStr)


def names(template: str) -> set[str]:
    """Names of the variables that a template or a pattern uses."""
    return {many or one for many, one in VARIABLE.findall(template)}


def render(template: str, single: Mapping[str, str], multi: Mapping[str, str]) -> str:
    """The template with its variables replaced.

    Raises:
        CantEdit: when a variable was not captured, or holds ``*args`` where only one value can stand.
    """
    pieces = _pieces(_without_empty(template, multi), single, multi)
    # What binds tightest needs none anywhere, also inside a string of the template, where no parser could tell.
    wrapped = [index for index, piece in enumerate(pieces) if piece.captured and not _binds_tightest(piece.text)]
    if not wrapped:
        return _joined(pieces, ())
    meaning = shape(_joined(pieces, wrapped))
    for _ in range(2):  # twice, since parentheses around one variable can hide that another needs none
        for index in tuple(wrapped):
            without = [other for other in wrapped if other != index]
            found = shape(_joined(pieces, without))
            if found is not None and meaning in {None, found}:
                wrapped, meaning = without, found
    return _joined(pieces, wrapped)


def flat(code: str) -> str:
    """The code on one line, where that doesn't change its meaning."""
    one_line = re.sub(r"\s*[\r\n]\s*", " ", code)
    return one_line if shape(f"f({one_line})") == shape(f"f({code})") else code


def shape(code: str) -> str | None:
    """What the code means to Python, whatever its layout; None when it does not parse."""
    tree = _expression(code) or parse(code)
    return None if tree is None else ast.dump(tree)


def needs_parentheses(text: str, start: int, end: int, new: str) -> bool:
    """Whether an expression that takes the place of ``text[start:end]`` must be put in parentheses."""
    if _expression(new) is None or _binds_tightest(new):
        return False
    before, after = _surroundings(text, start, end)
    with_them = parse(f"{before}({new}){after}")
    if with_them is None:
        # The file itself may not parse; then they are put, unless they would be doubled.
        return parse(text) is None and not (new.startswith("(") and new.endswith(")"))
    without = parse(f"{before}{new}{after}")
    return without is None or ast.dump(without) != ast.dump(with_them)


def _expression(code: str) -> ast.Module | None:
    """The tree of an expression, which may be spread over lines as inside brackets."""
    return parse(f"(\n{code}\n)")


def _binds_tightest(code: str) -> bool:
    """Whether no operator around the code could take a part of it. Over lines it still needs a bracket around it."""
    tree = _expression(code)
    node = tree.body[0] if tree is not None else None
    return isinstance(node, ast.Expr) and isinstance(node.value, ATOMS) and "\n" not in code


def _surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """The text around a place, as far as the top-level statement that holds it: the rest can't change its meaning."""
    tree = parse(text)
    positions = Positions(text)
    first, last = positions.at(start).line, positions.at(end).line
    for node in tree.body if tree else ():
        if node.lineno <= first and last <= (node.end_lineno or node.lineno):
            top, bottom = positions.line_start(node.lineno), positions.line_start((node.end_lineno or last) + 1)
            return text[top:start], text[end:bottom]
    return text[:start], text[end:]


class _Piece:
    """A stretch of a template: its own text, or a captured argument as prefix and expression."""

    def __init__(self, text: str, captured: bool) -> None:
        self.captured = captured
        match = PREFIX.match(text) if captured else None
        self.prefix = match.group() if match else ""
        self.text = text[len(self.prefix) :]


def _pieces(template: str, single: Mapping[str, str], multi: Mapping[str, str]) -> list[_Piece]:
    pieces: list[_Piece] = []
    at = 0
    for found in VARIABLE.finditer(template):
        pieces.append(_Piece(template[at : found.start()], captured=False))
        at = found.end()
        many, one = found.groups()
        if many:
            pieces.append(_Piece(_list(many, multi), captured=False))
            continue
        if one not in single:
            raise CantEdit(f"`${one}` stands in the replacement and in no pattern")
        pieces.append(_Piece(single[one], captured=True))
        if pieces[-1].prefix.startswith("*") and not _alone(template, found):
            raise CantEdit(f"`{single[one]}` is spread into the call there")
    pieces.append(_Piece(template[at:], captured=False))
    return pieces


def _alone(template: str, found: re.Match[str]) -> bool:
    """Whether the variable is an argument by itself."""
    before, after = template[: found.start()].rstrip(), template[found.end() :].lstrip()
    return before.endswith(("(", ",")) and after.startswith((")", ","))


def _joined(pieces: Sequence[_Piece], wrapped: Sequence[int]) -> str:
    return "".join(
        f"{piece.prefix}({piece.text})" if index in wrapped else piece.prefix + piece.text
        for index, piece in enumerate(pieces)
    )


def _without_empty(template: str, multi: Mapping[str, str]) -> str:
    """The template without each ``$$$ARGS`` that captured nothing, and without the comma beside it."""
    for name in (name for name, text in multi.items() if not text.strip()):
        spelled = re.escape(f"$$${name}") + r"(?![A-Z0-9_])"
        template = re.sub(rf"{spelled}\s*,\s*|,\s*{spelled}|{spelled}", "", template)
    return template


def _list(name: str, multi: Mapping[str, str]) -> str:
    """What ``$$$ARGS`` captured, without a comma at its end that the template might double."""
    if name not in multi:
        raise CantEdit(f"`$$${name}` stands in the replacement and in no pattern")
    return multi[name].rstrip().removesuffix(",").rstrip()
