"""Parses Python source without trusting it: code may be unfinished, for another Python, or hostile."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache


@lru_cache(maxsize=8)  # one diagnosis asks for the same few files again and again
def parse(text: str) -> ast.Module | None:
    """The syntax tree; None when this Python can't parse the text. Shared: don't change it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape in the user's string is no concern of ours
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            # ValueError: null bytes; the last two: nesting beyond what the parser takes
            return None
