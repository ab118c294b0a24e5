"""Flight-recorder dumps in the input name the rank that the others waited for, unless logs show why a rank failed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rootrank.api import LogInput, diagnose

REAL = Path(__file__).parents[2] / "reading" / "recorder" / "real"
"""Dumps of a real run of four ranks, of which rank 2 stopped before the fourth all-reduce."""


@pytest.fixture
def dumps(tmp_path: Path) -> Path:
    for file in REAL.glob("comm_lib_trace_rank_*"):
        shutil.copy(file, tmp_path)
    return tmp_path


def test_dumps_alone_are_a_failure_that_names_the_rank(dumps: Path) -> None:
    document = diagnose(LogInput.from_paths([dumps])).document
    assert document.verdict == "failure"
    assert (document.ranks.initiating, document.ranks.collateral) == (2, [0, 1, 3])
    assert document.failure is not None
    assert document.failure.rank == 2
    assert "all_reduce number 4" in document.failure.message


def test_a_log_that_shows_why_a_rank_failed_comes_first(dumps: Path) -> None:
    (dumps / "train.log").write_text(
        "[rank2]: ValueError: bad sample\n[rank0]: RuntimeError: Connection closed by peer\n"
    )
    document = diagnose(LogInput.from_paths([dumps])).document
    assert document.failure is not None
    assert (document.failure.exception, document.ranks.initiating) == ("ValueError", 2)
    assert document.ranks.why.endswith("the flight recorder shows that the others waited for it")


def test_a_dump_that_can_not_be_read_is_said_and_its_rank_counts_as_missing(dumps: Path) -> None:
    (dumps / "comm_lib_trace_rank_2").write_bytes(b"\x80\x04cos\nsystem\n.")
    answer = diagnose(LogInput.from_paths([dumps]))
    assert any("comm_lib_trace_rank_2" in warning for warning in answer.warnings)
    assert answer.document.ranks.initiating == 2
