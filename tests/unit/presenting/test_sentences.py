from __future__ import annotations

import pytest
from attrs import evolve
from rootrank.presenting.sentences import compressed, count, interruption, rank_sentence, what_was_read

from . import samples


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([3], "3"),
        ([0, 1, 2, 3, 4, 6, 7], "0-4, 6, 7"),
        ([2, 1, 0, 1], "0-2"),
        (range(1024), "0-1023"),
        (range(0, 40, 2), "0, 2, 4, 6, 8, 10, 12, 14, … (20 in all)"),
    ],
)
def test_runs_of_numbers_are_shortened(numbers: list[int], text: str) -> None:
    assert compressed(numbers) == text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "rank 5 of 8 failed first (10:02:11); ranks 0-4, 6, 7 only lost their peer"),
        ({"details": [], "total": None, "collateral": [0]}, "rank 5 failed first; rank 0 only lost its peer"),
        ({"collateral": [], "silent": [7]}, "rank 5 of 8 failed first (10:02:11); rank 7 told of no error"),
        ({"initiating_host": "node-1", "collateral": []}, "rank 5 of 8 on node-1 failed first (10:02:11)"),
        ({"collateral": [], "attempts": 2}, "rank 5 of 8 failed first (10:02:11); 2 attempts in the log"),
        (
            {"status": "unknown", "initiating": None, "why": "the stamps are equal"},
            "which rank failed first can't be told: the stamps are equal",
        ),
        ({"status": "none", "initiating": None}, "8 ranks, none of them failed"),
        ({"status": "none", "initiating": None, "total": None}, None),
        ({"status": "single-process"}, None),
    ],
)
def test_rank_sentence(change: dict[str, object], sentence: str | None) -> None:
    assert rank_sentence(evolve(samples.eight_ranks(), **change)) == sentence


def test_what_was_read() -> None:
    read = samples.sqrt_at_zero().input
    assert what_was_read(evolve(read, lines=1)) == "1 line of train.log"
    assert what_was_read(evolve(read, files=["a", "b", "c"])) == "9,120 lines of 3 files"
    assert what_was_read(evolve(read, files=[])) == "9,120 lines"


def test_an_interruption_is_said() -> None:
    assert interruption(samples.sqrt_at_zero()) is None
    assert interruption(samples.interrupted()) == "interrupted: this rests on the first 9,120 lines of 8 files only"


def test_count() -> None:
    assert [count(1, "entry"), count(361, "entry"), count(2, "rank")] == ["1 entry", "361 entries", "2 ranks"]
