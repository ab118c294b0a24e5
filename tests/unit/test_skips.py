"""A test that may be left out says why and since when, and there are few of them."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
MOST = 14
"""Places, at most. A test that can't run anywhere is removed instead."""
LEAVES_OUT = {f"pytest.{name}" for name in ("skip", "xfail", "mark.skip", "mark.skipif", "mark.xfail")}
DATED = re.compile(r"20\d\d-\d\d")


def left_out() -> dict[str, str]:
    """Place → the call that leaves a test out, for Python, TypeScript and the editor's stories."""
    found = {}
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in LEAVES_OUT:
                found[f"{path.relative_to(TESTS)}:{node.lineno}"] = ast.unparse(node)
    for path in sorted([*TESTS.glob("extension/*.ts"), *TESTS.glob("editor/stories/*.mjs")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(r"\b(?:test|story)\.(?:skip|todo)\b|\bskip:|\b\w+\.skip\(", line):
                found[f"{path.relative_to(TESTS)}:{number}"] = line
    return found


def test_each_says_why_and_since_when() -> None:
    undated = {place: call for place, call in left_out().items() if not DATED.search(call)}
    assert undated == {}


def test_there_are_few() -> None:
    places = left_out()
    assert "lsp/test_other_editors.py" in " ".join(places)
    assert len(places) <= MOST, f"{len(places)} places may leave tests out: {', '.join(places)}"
