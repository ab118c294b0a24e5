"""What it costs to stay with a run: ``rootrank run`` around a command that prints without end, ``watch`` by new bytes.

Processor time of a command and its children is compared, not the clock: the wrapper must not take what the run needs.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rootrank.api import signal_table
from rootrank.running.follow import Follower

LINES = 2_000_000
PRINTS = f"""
for i in range({LINES}):
    print(f"step {{i}} loss {{1 / (i + 1):.6f}} lr 0.0003 grad_norm 1.2345 tokens/s 123456")
"""
ROUNDS = 3
LINE = b"[rank%d]: step %d loss 0.4321 lr 3.0e-04 grad_norm 1.2345 tokens/s 123456\n"
PIECE = b"".join(LINE % (n % 8, n) for n in range(1000))

BARS = {
    "processor time of a chatty command under rootrank run, against plain": 1.02,
    "watch: a megabyte appended to 100 MB, against one appended to 10 MB": 1.5,
}


def measure() -> dict[str, float]:
    """Ratios, each of the least of several rounds."""
    with tempfile.TemporaryDirectory() as folder:
        return dict(zip(BARS, (_run(Path(folder)), _watch(Path(folder))), strict=True))


def _run(folder: Path) -> float:
    plain = [sys.executable, "-c", PRINTS]
    wrapped = [sys.executable, "-m", "rootrank", "run", "--", *plain]
    rounds = [(_processor(plain, folder), _processor(wrapped, folder)) for _ in range(ROUNDS)]
    return min(second for _, second in rounds) / min(first for first, _ in rounds)


def _processor(words: list[str], folder: Path) -> float:
    """Seconds of processor time of a command that writes to a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (folder / "out.log").open("wb") as out:
        subprocess.run(words, stdout=out, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _watch(folder: Path) -> float:
    path = folder / "train.log"
    follower = Follower([str(path)], signal_table(), print)
    took: dict[int, float] = {}
    for size in (10, 100):
        with path.open("ab") as log:
            while log.tell() < size * 2**20:
                log.write(PIECE)
        follower.poll()
        took[size] = min(_appended(path, follower) for _ in range(10))
    follower.close()
    return took[100] / took[10]


def _appended(path: Path, follower: Follower) -> float:
    with path.open("ab") as log:
        log.write(PIECE * (2**20 // len(PIECE)))
    begun = time.process_time()
    follower.poll()
    return time.process_time() - begun
