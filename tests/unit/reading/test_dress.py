"""Prefixes of launchers are taken off, with what they tell; look-alikes in a program's own text are left alone."""

from __future__ import annotations

import pytest
from rootrank.model.log import Record
from rootrank.reading.dress import learnt
from rootrank.reading.undress import undress


def record(line: str, log: list[str] | None = None) -> Record:
    """The record of a line, in a log of which some lines are given."""
    return undress(line.encode(), "f", 1, learnt(log or [line]))


@pytest.mark.parametrize(
    ("line", "rank", "text"),
    [
        ("[rank3]: ValueError: x", 3, "ValueError: x"),
        ("[default2]:[rank6]: step 4", 6, "step 4"),
        ("[default2]:step 4", 2, "step 4"),
        ("[1,17]<stderr>:Traceback (most recent call last):", 17, "Traceback (most recent call last):"),
        ("Fri Sep 25 16:52:53 2020[1]<stderr>:step 1", 1, "step 1"),
        ("[rank: 1] Seed set to 42", 1, "Seed set to 42"),
        ("[process 3] loading", 3, "loading"),
        ("(VllmWorker rank=2 pid=808339) ERROR x", 2, "ERROR x"),
        ("(Worker_TP1 pid=4011) ERROR x", 1, "ERROR x"),
        ("[2025-01-29 08:52:40 TP5] Load weight begin.", 5, "Load weight begin."),
        # A rank in the program's own words is kept in the text.
        ("rank 3 step 4 loss 0.7", 3, "rank 3 step 4 loss 0.7"),
        ("2026-12-01 10:35:29,892 INFO rank 2 step 5", 2, "2026-12-01 10:35:29,892 INFO rank 2 step 5"),
        ("{'rank': 1, 'step': 0, 'loss': 0.7}", 1, "{'rank': 1, 'step': 0, 'loss': 0.7}"),
        # What the launcher says counts more than a number in the message.
        ("[rank0]: rank 3 never arrived", 0, "rank 3 never arrived"),
    ],
)
def test_a_rank_is_read(line: str, rank: int, text: str) -> None:
    seen = record(line)
    assert (seen.rank, seen.text) == (rank, text)


@pytest.mark.parametrize(
    "line",
    [
        "the weights of rank 5 could not be loaded",
        "[1/3] building",
        "3: not a task, in a log without tasks",
        "ValueError: bad value",
        "epoch: 3 loss: 0.2",
        "RANKING the candidates",
        "rank 4.5 of the matrix",
    ],
)
def test_look_alikes_name_no_rank(line: str) -> None:
    seen = record(line)
    assert (seen.rank, seen.host, seen.text) == (None, None, line)


def test_more_is_kept_than_the_rank() -> None:
    ray = record("(RayTrainWorker pid=20413, ip=172.20.3.41) saving")
    assert (ray.source, ray.pid, ray.host, ray.text) == ("RayTrainWorker", 20413, "172.20.3.41", "saving")
    nccl = record("gpu-07:20201:20235 [2] misc/socket.cc:523 NCCL WARN Net : Connection closed")
    assert (nccl.host, nccl.pid, nccl.source) == ("gpu-07", 20201, "local 2")
    pod = record("[pod/trainer-worker-2-0/main] hello")
    assert (pod.source, pod.text) == ("trainer-worker-2-0", "hello")
    syslog = record("Feb  8 03:11:41 a100-7 train[8126]: [rank6]: x")
    assert (syslog.rank, syslog.host, syslog.pid, syslog.time) == (6, "a100-7", 8126, "Feb  8 03:11:41")
    c10d = record("[rank2]:[E1102 10:02:11.123456789 ProcessGroupNCCL.cpp:616] [Rank 2] Watchdog caught")
    assert (c10d.rank, c10d.time) == (2, "E1102 10:02:11.123456789")


def test_slurm_labels_are_ranks_where_most_lines_have_them() -> None:
    log = [f"{n % 4}: step {n}" for n in range(12)] + ["srun: error: gpu-b3: task 2: Killed"]
    assert record("2: ValueError: x", log).rank == 2
    assert record("2: ValueError: x").rank is None


def test_slurm_tasks_that_launch_ranks_are_nodes() -> None:
    log = [
        "0: [rank0]: a",
        "0: [rank1]: b",
        "1: [rank2]: c",
        "1: [rank3]: d",
        "1: W0529 x torch/distributed/run.py:7] ",
    ]
    seen = record("1: Traceback (most recent call last):", log)
    assert (seen.rank, seen.source) == (None, "task 1")
    assert record("1: [rank3]: ValueError: x", log).rank == 3


def test_hosts_before_a_colon_are_hosts_where_most_lines_have_them() -> None:
    log = [f"worker-{n % 2}: step {n}" for n in range(10)]
    assert record("worker-1: ValueError: bad split", log).host == "worker-1"
    assert record("worker-1: ValueError: bad split", log).text == "ValueError: bad split"
    # The exception behind another prefix is no host.
    assert record("worker-1: [rank9]: OSError: [Errno 28] full", log).text == "OSError: [Errno 28] full"


def test_local_numbers_of_a_later_node_are_counted_on() -> None:
    log = ["torchrun --nnodes=4 --nproc_per_node=4 --node_rank=2 train.py", "[default1]:step 0"]
    assert record("[default1]:ValueError: x", log).rank == 9


def test_local_numbers_are_no_ranks_where_the_log_shows_others() -> None:
    log = ["[default1]:[rank5]: a", "[default1]:b"]
    seen = record("[default1]:ValueError: x", log)
    assert (seen.rank, seen.source) == (None, "local 1")


def test_a_stamp_that_every_line_has_is_taken_off_and_kept_as_the_time() -> None:
    log = [f"2024-11-02T10:02:1{n}.123456789Z text {n}" for n in range(9)]
    seen = record('2024-11-02T10:02:11.123456789Z   File "x.py", line 3, in f', log)
    assert (seen.time, seen.text) == ("2024-11-02T10:02:11.123456789Z", '  File "x.py", line 3, in f')
    # Where only some lines have one, it stays, and the time is known all the same.
    seen = record("2024-11-02 10:02:11,123 - INFO - ready", ["hello", "world"])
    assert (seen.time, seen.text) == ("2024-11-02 10:02:11,123", "2024-11-02 10:02:11,123 - INFO - ready")
