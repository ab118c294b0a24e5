"""Who failed first, in small logs of each kind; see ``tests/lab`` for real runs and ``test_scale`` for many ranks."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from attrs import evolve
from rootrank.api import LogInput, diagnose
from rootrank.model.document import Document

WAITED = (
    "[rank{rank}]:[E331 17:22:40.184943761 ProcessGroupNCCL.cpp:616] [Rank {rank}] Watchdog caught collective "
    "operation timeout: WorkNCCL(SeqNum={seq}, OpType={op}, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for "
    "600000 milliseconds before timing out.\n"
)
CLOSED = "RuntimeError: [gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:39623."


def diagnosed(text: str) -> Document:
    return diagnose([LogInput.from_text(textwrap.dedent(text), "train.log")]).document


def raised(rank: int, exception: str, line: int = 7, code: str = "loss.backward()") -> str:
    """A rank's traceback as PyTorch prefixes it."""
    lines = [
        "Traceback (most recent call last):",
        f'  File "train.py", line {line}, in <module>',
        f"    {code}",
        exception,
    ]
    return "".join(f"[rank{rank}]: {each}\n" for each in lines)


def test_the_one_with_a_failure_of_its_own_is_named_though_it_speaks_last() -> None:
    ranks = diagnosed(raised(0, CLOSED) + raised(2, CLOSED) + raised(1, "ValueError: bad sample")).ranks
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("named", 1, [0, 2])
    assert {d.rank: d.role for d in ranks.details} == {0: "collateral", 1: "initiating", 2: "collateral"}


def test_an_unknown_exception_starts_the_others_all_the_same() -> None:
    document = diagnosed(raised(0, CLOSED) + raised(1, "acme.widgets.GrommetError: no such grommet"))
    assert document.ranks.initiating == 1
    assert document.failure is not None
    assert document.failure.exception == "acme.widgets.GrommetError"
    assert document.failure.rank == 1


def test_all_alike_names_nobody() -> None:
    ranks = diagnosed(raised(0, "ValueError: no such option") + raised(1, "ValueError: no such option")).ranks
    assert (ranks.status, ranks.initiating) == ("unknown", None)
    assert "every rank failed in the same way" in ranks.why


def test_stamps_order_failures_of_different_kinds_against_the_stream() -> None:
    log = """\
        2024-11-02T10:02:11.900Z [rank0]: KeyError: 'late'
        2024-11-02T10:02:11.100Z [rank1]: ValueError: early
        2024-11-02T10:02:12.000Z [rank2]: step 4
        2024-11-02T10:02:12.100Z [rank2]: step 5
        """
    ranks = diagnosed(log).ranks
    assert ranks.initiating == 1
    assert "time stamp" in ranks.why


def test_a_rank_that_never_came_is_named_and_silent() -> None:
    ranks = diagnosed("".join(WAITED.format(rank=rank, seq=2, op="ALLREDUCE") for rank in (1, 3, 2))).ranks
    assert (ranks.status, ranks.initiating, ranks.collateral, ranks.silent) == ("named", 0, [1, 2, 3], [0])


def test_the_last_words_of_a_rank_that_never_came_are_shown() -> None:
    log = "[rank0]: evaluating 30 files on rank 0\n"
    log += "".join(WAITED.format(rank=rank, seq=2, op="ALLREDUCE") for rank in (1, 2, 3))
    document = diagnosed(log)
    assert document.ranks.why.endswith("; the last that it printed is “evaluating 30 files on rank 0”")
    assert document.failure is not None
    assert document.failure.message.startswith("Rank 0 never came")


def test_a_rank_in_another_collective_is_named() -> None:
    log = WAITED.format(rank=0, seq=9, op="ALLGATHER")
    log += "".join(WAITED.format(rank=rank, seq=8, op="ALLREDUCE") for rank in (1, 2, 3))
    ranks = diagnosed(log).ranks
    assert ranks.initiating == 0
    assert (
        ranks.why
        == "rank 0 waited in ALLGATHER of 1 element (number 9), the others in ALLREDUCE of 1 element (number 8)"
    )


def test_a_rank_that_waited_at_another_line_is_named() -> None:
    timeout = "RuntimeError: [gloo/transport/tcp/unbound_buffer.cc:78] Timed out waiting 10000ms for recv operation"
    log = raised(0, timeout, 17, "dist.all_gather(parts, err)")
    log += "".join(raised(rank, timeout, 40, "dist.barrier()") for rank in (1, 2, 3))
    ranks = diagnosed(log).ranks
    assert ranks.initiating == 0
    assert "train.py:17 (`dist.all_gather(parts, err)`)" in ranks.why


def test_fewer_batches_show_who_came_out_of_step() -> None:
    timeout = "RuntimeError: Timed out waiting 10000ms for recv operation to complete"
    log = "".join(f"[rank {rank}] epoch finished after {403 if rank == 2 else 404} batches\n" for rank in range(3))
    log += "".join(raised(rank, timeout) for rank in range(3))
    ranks = diagnosed(log).ranks
    assert ranks.initiating == 2
    assert "rank 2 counted 403 where the others counted 404" in ranks.why


def test_step_times_are_no_counts() -> None:
    timeout = "RuntimeError: Timed out waiting 10000ms for recv operation to complete"
    log = "".join(f"[rank {rank}] step 10 took {318 if rank == 2 else 317} ms\n" for rank in range(3))
    assert diagnosed(log + "".join(raised(rank, timeout) for rank in range(3))).ranks.status == "unknown"


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("srun: error: gpu-b3: task 2: Out Of Memory", 2),
        ("mpirun noticed that process rank 2 with PID 77 on node n1 exited on signal 9 (Killed).", 2),
        ("torch.multiprocessing.spawn.ProcessExitedException: process 2 terminated with signal SIGKILL", 2),
        ("[rank2]:[E ProcessGroupNCCL.cpp:1] [Rank 2] x\nGlobal rank 2 (PID 7) exited with code -9", 2),
    ],
)
def test_what_ended_a_rank_from_outside_names_it(line: str, rank: int) -> None:
    ranks = diagnosed(raised(0, CLOSED) + raised(1, CLOSED) + line + "\n").ranks
    assert (ranks.initiating, ranks.collateral) == (rank, [0, 1])


def test_the_kernels_kill_is_tied_to_a_rank_by_its_pid() -> None:
    log = "rank 0 pid 4410 started\nrank 1 pid 4411 started\n" + raised(0, CLOSED)
    log += "[812345.678901] Memory cgroup out of memory: Killed process 4411 (python3) total-vm:120GB\n"
    assert diagnosed(log).ranks.initiating == 1


TABLE = """\
    W1201 01:00:11.331000 28939 torch/elastic/api.py:1028] Sending process 28950 closing signal SIGTERM
    E1201 01:00:11.446000 28939 torch/elastic/api.py:1002] failed (exitcode: 1) local_rank: 0 (pid: 28949) of binary: py
    ============================================================
    Root Cause (first observed failure):
    [0]:
      time      : 2026-12-01_01:00:11
      host      : localhost
      rank      : 0 (local_rank: 0)
      exitcode  : 1 (pid: 28949)
      error_file: <N/A>
    """


def test_the_launchers_table_alone_names_nobody_and_says_what_would() -> None:
    document = diagnosed(TABLE)
    assert (document.ranks.status, document.ranks.initiating) == ("unknown", None)
    assert "it names rank 0" in document.ranks.why
    assert any("--tee 3 --log-dir" in fact.how_to_get for fact in document.missing_facts)


def test_of_two_attempts_the_first_is_judged() -> None:
    log = raised(1, "IndexError: Target 3 is out of bounds.") + raised(0, CLOSED) + textwrap.dedent(TABLE)
    log += raised(0, "KeyError: 'second attempt'") + textwrap.dedent(TABLE)
    ranks = diagnosed(log).ranks
    assert (ranks.initiating, ranks.attempts) == (1, 2)


def test_an_exception_that_was_survived_starts_nothing() -> None:
    log = "".join(f"[rank1]: step {n} loss 0.{n}\n" for n in range(3)) + raised(1, "ConnectionError: tracker is down")
    log += "".join(f"[rank1]: step {n} loss 0.{n}\n" for n in range(3, 6)) + raised(0, "ValueError: bad row")
    assert diagnosed(log).ranks.initiating == 0


def test_a_broken_connection_to_something_else_than_a_rank_is_the_ranks_own() -> None:
    log = raised(2, "requests.exceptions.ConnectionError: ('Connection aborted.', 'Connection reset by peer')")
    assert diagnosed(log + raised(0, CLOSED)).ranks.initiating == 2


def test_a_traceback_that_lost_its_prefix_half_way_is_put_together() -> None:
    log = """\
        [rank0]: step 3
        [rank1]: Traceback (most recent call last):
        [rank1]:   File "train.py", line 7, in <module>
            loss.backward()
        [rank0]: step 4
        ValueError: bad sample
        """
    document = diagnosed(log)
    assert document.failure is not None
    assert (document.failure.exception, document.failure.rank) == ("ValueError", 1)


def test_json_and_logfmt_records_hold_tracebacks_of_ranks() -> None:
    exc = r"Traceback (most recent call last):\n  File \"q.py\", line 3, in f\n    g()\nZeroDivisionError: by zero"
    said = f'{{"ts": "2026-01-02T03:05:00Z", "level": "ERROR", "rank": 3, "exc": "{exc}"}}'
    document = diagnosed(
        said + '\ntime=2026-01-02T03:05:02Z level=ERROR rank=0 msg="' + CLOSED.replace('"', "'") + '"\n'
    )
    assert document.failure is not None
    assert (document.failure.exception, document.ranks.initiating) == ("ZeroDivisionError", 3)


def test_sections_of_tail_name_the_ranks() -> None:
    log = f"==> logs/none_x/attempt_0/0/stderr.log <==\n{CLOSED}\n\n==> logs/none_x/attempt_0/2/stderr.log <==\n"
    assert diagnosed(log + "OSError: no such tokenizer\n").ranks.initiating == 2


def test_a_folder_of_ranks_is_one_run(tmp_path: Path) -> None:
    for rank, said in enumerate([CLOSED, "ValueError: bad sample", CLOSED]):
        place = tmp_path / "none_ab12" / "attempt_0" / str(rank)
        place.mkdir(parents=True)
        (place / "stderr.log").write_text(
            f'Traceback (most recent call last):\n  File "t.py", line 2, in f\n    g()\n{said}\n'
        )
        (place / "stdout.log").write_text("")
    document = diagnose(LogInput.from_paths([tmp_path])).document
    assert (document.ranks.initiating, document.ranks.collateral) == (1, [0, 2])
    assert document.failure is not None
    assert document.failure.message == "bad sample"


def test_several_files_are_compared_by_their_names(tmp_path: Path) -> None:
    for rank, said in enumerate(["ValueError: bad sample", CLOSED]):
        (tmp_path / f"slurm-123-{rank}.out").write_text(said + "\n")
    document = diagnose(LogInput.from_paths([tmp_path / "slurm-123-0.out", tmp_path / "slurm-123-1.out"])).document
    assert (document.ranks.initiating, document.ranks.collateral) == (0, [1])


def test_clocks_that_are_apart_are_said_and_taken_into_account() -> None:
    steps = [
        line
        for n in range(4)
        for line in (
            f"2025-04-01T12:0{n}:00.000Z nodeA [rank 0] finished step {n * 10}\n",
            f"2025-04-01T12:0{n + 5}:00.100Z nodeB [rank 1] finished batch {n * 10}\n".replace("batch", "step"),
        )
    ]
    log = "".join(steps)
    log += "2025-04-01T12:08:31.000Z nodeB [rank 1] ValueError: first\n"
    log += "2025-04-01T12:03:32.000Z nodeA [rank 0] KeyError: 'second'\n"
    ranks = diagnosed(log).ranks
    assert ranks.initiating == 1


def test_cost_is_counted_from_the_collective_that_never_ended() -> None:
    document = diagnosed("world_size=4\n" + "".join(WAITED.format(rank=n, seq=1, op="ALLREDUCE") for n in (1, 2, 3)))
    assert document.cost is not None
    assert document.cost.stalled_from == "03-31 17:12:40"
    assert document.cost.gpu_hours == pytest.approx(4 / 6, abs=0.01)


def test_a_rank_whose_file_can_not_be_read_is_not_taken_for_absent(tmp_path: Path) -> None:
    for rank in range(3):
        (tmp_path / f"rank{rank}.log").write_text(CLOSED + "\n")
    (tmp_path / "rank2.log").write_bytes(bytes(range(256)) * 40)
    inputs = LogInput.from_paths([tmp_path / f"rank{rank}.log" for rank in range(3)])
    answer = diagnose([evolve(one, optional=True) for one in inputs])
    assert answer.document.ranks.initiating is None
    assert any("rank 2 printed: the file can't be read" in fact.fact for fact in answer.document.missing_facts)
    assert any("rank2.log" in warning for warning in answer.warnings)


def test_lines_of_two_ranks_that_ran_together_are_not_compared() -> None:
    log = "[rank1] step 0 loss 1.000[rank0] step 0 loss 1.000\n[rank0] step 1 loss 0.9\n[rank1] step 1 loss 0.9\n"
    log += 'Traceback (most recent call last):\n  File "t.py", line 3, in f\n    d["x"]\nKeyError: \'x\'\n'
    ranks = diagnosed(log).ranks
    assert ranks.initiating is None
    assert ranks.why == "the lines of the failure don't say which rank wrote them"


def test_a_job_of_several_ranks_is_not_proved_by_its_script_alone() -> None:
    log = raised(0, CLOSED) + raised(1, "IndexError: Target 3 is out of bounds.", code="loss = F.cross_entropy(x, y)")
    document = diagnosed(log)
    assert document.diagnoses
    assert all(one.verify.command is None for one in document.diagnoses)
