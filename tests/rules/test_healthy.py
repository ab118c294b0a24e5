"""Runs that went well, with the warnings that frameworks print all the same: no entry may speak up.

The logs are written in each framework's format; none was tuned to the rulebook.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from at_hand import BOOK
from rootrank.api import LogInput, diagnose

LOGS = sorted(Path(__file__).with_name("healthy").glob("*.log"))


def test_there_are_logs_of_many_frameworks() -> None:
    assert len(LOGS) >= 12


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_run_that_went_well_stays_quiet(path: Path) -> None:
    document = diagnose([LogInput.from_path(path)], rulebook=BOOK).document
    assert [(one.rule, one.confidence) for one in document.diagnoses] == []
    assert document.verdict != "failure"


def test_most_of_them_are_told_to_be_healthy() -> None:
    verdicts = [diagnose([LogInput.from_path(path)], rulebook=BOOK).document.verdict for path in LOGS]
    assert verdicts.count("healthy") >= len(LOGS) - 2, "two of them don't say themselves how they ended"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_same_run_with_a_failure_at_its_end_does_not(path: Path) -> None:
    text = path.read_text(encoding="utf-8") + (
        "Traceback (most recent call last):\n"
        '  File "train.py", line 88, in <module>\n    out = net(batch)\n'
        '  File "net.py", line 12, in forward\n    return self.head(x)\n'
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)\n"
    )
    document = diagnose([LogInput.from_text(text, "train.log")], rulebook=BOOK).document
    assert document.verdict == "failure"
    assert "shapes/matmul-shape-mismatch" in [one.rule for one in document.diagnoses]
