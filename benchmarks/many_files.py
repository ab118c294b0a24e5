"""The same bytes in 8 files, one per rank, and in 1,024."""

from __future__ import annotations

import tempfile
from pathlib import Path

from big_logs import checked, write_folder
from processes import ROOTRANK, best

BARS = {"1,024 files / 8 files, 200 MB": 1.3}
MEGABYTES = 200


def measure() -> dict[str, float]:
    """Return the ratio by its name."""
    seconds = {}
    for files in (8, 1024):
        with tempfile.TemporaryDirectory() as name:
            logs = Path(name, "logs")
            write_folder(logs, MEGABYTES, files)
            used = best([*ROOTRANK, "diagnose", str(logs), "--format", "json"], accepted=(1,))
            checked(used.output)
            seconds[files] = used.seconds
            print(f"  {files} files: {used.seconds:.2f} s of CPU time, {used.peak_mb:.0f} MB at most")
    return {"1,024 files / 8 files, 200 MB": seconds[1024] / seconds[8]}
