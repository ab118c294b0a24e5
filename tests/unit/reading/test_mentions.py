"""Lines that say in the program's own words, behind what a logger put first, which rank speaks."""

from __future__ import annotations

import pytest
from rootrank.reading.undress import undress


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("2026-11-03 04:12:00,123 - train - INFO - [rank 22] step 1200 loss 2.4", 22),
        ("INFO:train:[rank 5] step 3", 5),
        ("INFO:root:[rank5] step 3", 5),
        ("[2026-01-12 03:14:07,123] [INFO] [logging.py:96:log_dist] [Rank 0] step=10, skipped=0", 0),
        ("[2026-05-06 11:12:13,456][__main__][INFO] - [rank 3] loaded", 3),
        ("2026-05-06 11:12:13.456 | INFO     | __main__:main:34 - [rank 3] step 4", 3),
        ("W1201 10:35:35.263000 22062 pkg/worker.py:17] [rank 3] slow", 3),
        ("2026-05-06 11:12:13 INFO [RANK 12] ready", 12),
        ("[E ProcessGroupNCCL.cpp:475] [Rank 5] Watchdog caught collective operation timeout", 5),
        ("[INFO] [rank 1] heard from [rank 2]", 1),
        ("the job failed on [rank 3]", None),
        ("ERROR:root:the peer [rank 3] is gone", None),
        ("2026-05-06 11:12:13 lost [rank 3]", None),
        ("2026-11-03 04:12:00,123 - train - INFO - step 3 of [rank 22]", None),
    ],
)
def test_the_rank_behind_a_loggers_head(line: str, rank: int | None) -> None:
    record = undress(line.encode(), "train.log", 1)
    assert record.rank == rank
    if rank is not None:
        assert "rank" in record.text.lower()  # its own words stay


@pytest.mark.parametrize("piece", ["[a] ", "1 ", "a:", "INFO ", "INFO:", "1:1", "[1", "a - ", "<a>:"])
def test_a_line_of_many_heads_is_given_up_soon(piece: str) -> None:
    assert undress((piece * 5000).encode(), "train.log", 1).rank is None
