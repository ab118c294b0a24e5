"""What it costs to stay with a run: ``rootrank run`` around a command that prints without end, ``watch`` by new bytes.

Processor time of a command and its children is compared, not the clock: the wrapper must not take what the run needs.
The command prints two million lines as fast as it can, which no training does. To a file, as batch jobs write, the
wrapper is paid for by the pipe, which is cheaper to write to. To nowhere, where writing costs the command nothing, the
figure has no bar: it shows what passing on, recording and judging cost by themselves.
"""

from __future__ import annotations

import os
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

TO_A_FILE = "processor time of a chatty command under rootrank run, against plain, to a file"
TO_NOWHERE = "the same to /dev/null"
BY_NEW_BYTES = "watch: a megabyte appended to 100 MB, against one appended to 10 MB"
BARS = {TO_A_FILE: 1.02, BY_NEW_BYTES: 1.5}


def measure() -> dict[str, float]:
    """Ratios, each of the least of several rounds."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            TO_A_FILE: _run(Path(folder, "out.log")),
            TO_NOWHERE: _run(Path(os.devnull)),
            BY_NEW_BYTES: _watch(Path(folder)),
        }


def _run(output: Path) -> float:
    plain = [sys.executable, "-c", PRINTS]
    wrapped = [sys.executable, "-m", "rootrank", "run", "--", *plain]
    rounds = [(_processor(plain, output), _processor(wrapped, output)) for _ in range(ROUNDS)]
    return min(second for _, second in rounds) / min(first for first, _ in rounds)


def _processor(words: list[str], output: Path) -> float:
    """Seconds of processor time of a command and what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with output.open("wb") as out:
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
