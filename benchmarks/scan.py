"""Scanning a 200 MB log: against reading the same bytes, and Hyperscan against the fallback.

All figures are ratios of times taken in one run. Run it alone, or with the others by ``make bench``.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rootrank.scanning import BLOCK_SIZE, Anchor, Scanner, open_scanner, read_blocks

BARS = {
    # Cutting into blocks and counting lines is the cheapest pass there is: reading alone is a copy from the page
    # cache, and too short a time to compare with.
    "scan, hyperscan / blocks": 6.0,
    "fallback: seconds per 10 MB": 1.0,
}
MEGABYTES = 200
REPEATS = 3

_LINE = "2026-01-12 03:14:{:02d},123 [rank{}]: INFO step={} loss={:.4f} lr=1.00e-04 tokens/s=41235.7 mem=61.2GiB\n"
_FAILURE = b"[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"


def anchors() -> list[Anchor]:
    """Return 400 of the shapes that a rulebook has: none of them is on a healthy line."""
    words = ["CUDA out of memory", "NCCL error", "SqrtBackward", "ChildFailedError", "unhandled system error"]
    literals = [Anchor(f"{words[i % 5]} of kind {i:03d}".encode()) for i in range(350)]
    caseless = [Anchor(f"killed by {i:02d}".encode(), caseless=True) for i in range(40)]
    patterns = [Anchor(pattern=rb"loss[=: ]+(?:nan|inf)", caseless=True), Anchor(b"OutOfMemoryError")]
    return literals + caseless + patterns


def write_log(path: Path, megabytes: int) -> None:
    """Write a healthy log of 8 ranks with one failure near its end."""
    lines = "".join(_LINE.format(i % 60, i % 8, i, 2.5 - i / 1e5) for i in range(40_000)).encode()
    with path.open("wb") as file:
        for _ in range(megabytes * 1_000_000 // len(lines)):
            file.write(lines)
        file.write(_FAILURE * 3)


def best(action: Callable[[], object]) -> float:
    """Return the least of some runs' seconds."""
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        action()
        times.append(time.perf_counter() - begun)
    return min(times)


def read(path: Path) -> None:
    """Read the bytes, and do nothing with them."""
    buffer = bytearray(BLOCK_SIZE)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def scan(path: Path, scanner: Scanner | None) -> int:
    """Cut the file into blocks, and scan them if there is a scanner; return the lines hit."""
    with path.open("rb", buffering=0) as file:
        return sum(len(scanner.scan(block.data)) if scanner else 0 for block in read_blocks(file))


def measure() -> dict[str, float]:
    """Return the ratios by name."""
    with tempfile.TemporaryDirectory() as folder:
        log, small, cache = (Path(folder, name) for name in ("log", "small", "cache"))
        write_log(log, MEGABYTES)
        write_log(small, MEGABYTES // 20)
        begun = time.perf_counter()
        fast = open_scanner(anchors(), engine="hyperscan", cache_dir=cache)
        compiling = time.perf_counter() - begun
        loading = best(lambda: open_scanner(anchors(), engine="hyperscan", cache_dir=cache))
        slow = open_scanner(anchors(), engine="fallback")
        if not scan(small, fast) == scan(small, slow) == 3:
            raise AssertionError("The engines disagree")
        reading, blocks, scanning = (
            best(lambda: read(log)),
            best(lambda: scan(log, None)),
            best(lambda: scan(log, fast)),
        )
        falling = best(lambda: scan(small, slow))

    print(f"  {MEGABYTES} MB: read {reading:.3f} s, blocks {blocks:.3f} s, blocks and hyperscan {scanning:.3f} s")
    print(
        f"  fallback {MEGABYTES / 20 / falling:.0f} MB/s; compiling {compiling:.2f} s, loading {loading * 1000:.1f} ms"
    )
    return {
        "blocks / read": blocks / reading,
        "scan, hyperscan / read": scanning / reading,
        "scan, hyperscan / blocks": scanning / blocks,
        "scan, fallback / hyperscan": falling * 20 / scanning,
        "fallback: seconds per 10 MB": falling / (MEGABYTES / 200),
        "compiling / loading the database": compiling / loading,
    }


if __name__ == "__main__":
    for name, ratio in measure().items():
        print(f"  {ratio:8.2f}  {name}")
