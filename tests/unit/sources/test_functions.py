"""The function around a line, also in unfinished code."""

from __future__ import annotations

import pytest
from rootrank.sources import enclosing_function

CODE = """\
import torch

@torch.no_grad()
def outer(
    a,
):
    x = 1

    async def inner():
        return 2
    return x

class Net:
    def forward(self, x):
        if x:
            # note
            return x
y = 1
"""
EXPECTED = {1: None, 3: None, 4: (4, 11), 6: (4, 11), 7: (4, 11), 9: (9, 10), 10: (9, 10), 11: (4, 11), 13: None}
EXPECTED |= {14: (14, 17), 17: (14, 17), 18: None}


@pytest.mark.parametrize("line", EXPECTED)
def test_the_innermost_function(line: int) -> None:
    assert enclosing_function(CODE, line) == EXPECTED[line]


@pytest.mark.parametrize("line", EXPECTED)
def test_unfinished_code_is_read_by_its_indentation(line: int) -> None:
    if line != 6:  # a bracket at the depth of its def belongs to it only in parsed code
        assert enclosing_function(CODE + "z = (\n", line) == EXPECTED[line]


def test_a_line_outside_the_text() -> None:
    assert enclosing_function(CODE, 99) is None
    assert enclosing_function("x = (\n", 99) is None
    assert enclosing_function("", 1) is None


def test_an_invalid_escape_raises_no_warning() -> None:
    assert enclosing_function('def f():\n    return "\\d"\n', 2) == (1, 2)
