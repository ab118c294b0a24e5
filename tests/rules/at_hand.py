"""The rulebook of this checkout and what came of its cases, each of which is run once for all tests."""

from __future__ import annotations

import functools
from pathlib import Path

from rootrank.cases import CaseResult, run_case
from rootrank.rulebook.load import load_rules
from rootrank.rulebook.store import rulebook_of

RULES = Path(__file__).parents[2] / "rules"
LOADED = load_rules(RULES)
BOOK = rulebook_of(LOADED.entries)
CASES = [(entry, case) for entry in LOADED.entries for case in entry.cases]


@functools.cache
def result(number: int) -> CaseResult:
    """What came of the case of this number in ``CASES``."""
    entry, case = CASES[number]
    return run_case(entry, case, LOADED.folders[entry.id] / "cases", BOOK)
