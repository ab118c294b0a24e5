"""Which exceptions a rank trained past, and which only look so because its output came late."""

from __future__ import annotations

from rootrank.api import LogInput, diagnose
from rootrank.model.document import Ranks

STEPS = "\n".join(f"[default1]:rank 1 step {step} loss {0.9 - step / 10:.4f}" for step in range(3))
LATER = "\n".join(f"[default1]:rank 1 step {step} loss {0.9 - step / 10:.4f}" for step in range(3, 6))
RAISED = """\
[default1]:[rank1]: Traceback (most recent call last):
[default1]:[rank1]:   File "/home/kim/train.py", line 42, in <module>
[default1]:[rank1]:     main()
[default1]:[rank1]:   File "/home/kim/train.py", line 32, in main
[default1]:[rank1]:     y = table[word]
[default1]:[rank1]:         ~~~~~^^^^^^
[default1]:[rank1]: KeyError: 'bush'"""
LOST = """\
[default0]:[rank0]: Traceback (most recent call last):
[default0]:[rank0]:   File "/home/kim/train.py", line 35, in main
[default0]:[rank0]:     loss.backward()
[default0]:[rank0]: RuntimeError: [gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:6577"""


def summary(first: int, *codes: tuple[int, int]) -> str:
    """Returns torchrun's summary of (rank, exit code)."""
    rows = [
        f"[{n}]:\n  time      : 2026-12-01_11:16:45\n  host      : vm\n  rank      : {rank} (local_rank: {rank})\n"
        f"  exitcode  : {code} (pid: {4000 + rank})\n  error_file: <N/A>\n  traceback : -"
        for n, (rank, code) in enumerate(codes)
    ]
    others = "\n".join(row for row, (rank, _) in zip(rows, codes, strict=True) if rank != first)
    root = next(row for row, (rank, _) in zip(rows, codes, strict=True) if rank == first)
    name = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:"
    line = "-" * 60
    above = f"{name}\n{line}\ntrain.py FAILED\n{line}\nFailures:\n{others}\n"
    return f"{above}{line}\nRoot Cause (first observed failure):\n{root}\n"


def ranks_of(*parts: str) -> Ranks:
    return diagnose([LogInput.from_text("\n".join(parts), "train.log")]).document.ranks


def test_lines_that_come_late_do_not_make_an_exception_survived() -> None:
    ranks = ranks_of(STEPS, RAISED, LATER, LOST, summary(1, (0, -15), (1, 1)))
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("named", 1, [0])


def test_a_rank_that_trained_on_and_was_stopped_did_survive() -> None:
    other = RAISED.replace("default1", "default0").replace("rank1", "rank0").replace("bush", "tree")
    ranks = ranks_of(STEPS, RAISED, LATER, other, summary(0, (0, 1), (1, -15)))
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("named", 0, [1])


def test_late_lines_without_a_summary() -> None:
    ranks = ranks_of(STEPS, RAISED, LATER, LOST)
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("named", 1, [0])


def test_a_rank_that_trained_on_for_long_before_its_peer_was_lost_did_survive() -> None:
    steps = "\n".join(f"[default1]:rank 1 step {step} loss {0.9 - step / 5000:.4f}" for step in range(3, 2000))
    ranks = ranks_of(STEPS, RAISED, steps, LOST)
    assert ranks.initiating is None
