"""Writes the large logs that the benchmarks read: a training job of many ranks in which three of them fail.

Rank 3 fails first, a tenth into the log; another rank loses it at six tenths, and a third one near the end. A run
whose answer names another rank or another cause is a failed run, however fast it was. Same arguments, same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

CAUSE, INITIATOR = "memory/cuda-out-of-memory", 3
"""What a right answer says."""
FIRST, SECOND, LAST = 0.1, 0.6, 0.98
"""Shares of the log after which ranks 3, 5 and 6 fail."""

_OUT_OF_MEMORY = """\
[rank{rank}]: Traceback (most recent call last):
[rank{rank}]:   File "/workspace/pretrain.py", line 212, in <module>
[rank{rank}]:     main()
[rank{rank}]:   File "/workspace/pretrain.py", line 190, in main
[rank{rank}]:     loss = model(**batch).loss
[rank{rank}]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 3 has a total capacity of \
79.11 GiB of which 1.21 GiB is free. Including non-PyTorch memory, this process has 77.88 GiB memory in use.
"""
_LOST_PEER = """\
[rank{rank}]: Traceback (most recent call last):
[rank{rank}]:   File "/workspace/pretrain.py", line 212, in <module>
[rank{rank}]:     main()
[rank{rank}]:   File "/workspace/pretrain.py", line 195, in main
[rank{rank}]:     dist.all_reduce(norm)
[rank{rank}]: torch.distributed.DistBackendError: NCCL communicator was aborted on rank {rank}.
"""
TRACEBACK = _OUT_OF_MEMORY.format(rank=INITIATOR)
_FAILURES = ((FIRST, 3, _OUT_OF_MEMORY), (SECOND, 5, _LOST_PEER), (LAST, 6, _LOST_PEER))


def checked(output: bytes) -> None:
    """Checks the document that was printed.

    Raises:
        RuntimeError: the answer is wrong.
    """
    document = json.loads(output)
    best = next((one["rule"] for one in document["diagnoses"]), None)
    first = document["ranks"]["initiating"] if document["ranks"]["status"] == "named" else document["failure"]["rank"]
    if (best, first) != (CAUSE, INITIATOR):
        raise RuntimeError(f"wrong answer: {best} on rank {first}, not {CAUSE} on rank {INITIATOR}")


def write_file(path: Path, megabytes: float, ranks: int = 8) -> None:
    """Writes one log that all ranks wrote to."""
    size, written, failed = megabytes * 1e6, 0, set[int]()
    waiting = list(_FAILURES)
    with path.open("wb") as file:
        for chunk in _chunks(range(ranks), failed):
            written += file.write(chunk)
            while waiting and written >= waiting[0][0] * size:
                _, rank, text = waiting.pop(0)
                failed.add(rank)
                written += file.write(text.format(rank=rank).encode())
            if written >= size:
                return


def write_folder(folder: Path, megabytes: float, files: int) -> None:
    """Writes one log per rank, together as large as the one file of ``write_file``; a failed rank writes no more."""
    folder.mkdir()
    ends = {rank: (share, text) for share, rank, text in _FAILURES}
    whole = megabytes * 1e6 / (files - sum(1 - share for share, _ in ends.values()))
    for rank in range(files):
        share, text = ends.get(rank, (1.0, ""))
        size, written = share * whole, 0
        with (folder / f"rank_{rank}.log").open("wb") as file:
            for chunk in _chunks([rank], set(), most=16):
                written += file.write(chunk)
                if written >= size:
                    break
            file.write(text.format(rank=rank).encode())


def _chunks(ranks: Sequence[int], failed: set[int], most: int = 512) -> Iterator[bytes]:
    """Yields lines of all ranks that haven't failed, without end, a few steps at a time."""
    step = 0
    while True:
        steps = range(step, step + max(1, most // len(ranks)))
        alive = [rank for rank in ranks if rank not in failed]
        yield "".join([_lines(step, alive) for step in steps]).encode()
        step = steps.stop


def _lines(step: int, ranks: Sequence[int]) -> str:
    second = step * 137 // 1000
    day, hour, minute = 1 + second // 86_400 % 28, second // 3600 % 24, second // 60 % 60
    at = f"2026-01-{day:02d} {hour:02d}:{minute:02d}:{second % 60:02d},{step * 137 % 1000:03d} [rank"
    said = (
        f"]: INFO train.py:212 step={step} loss={2.5 / (1 + step / 5000) + step * 7919 % 97 / 1000:.4f} "
        f"grad_norm={0.8 + step * 104_729 % 89 / 500:.3f} lr=1.00e-04 tokens/s={41_000 + step * 31 % 500}\n"
    )
    return "".join([f"{at}{rank}{said}" for rank in ranks])
