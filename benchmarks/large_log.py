"""``rootrank diagnose`` of a large log, as a whole process: against ``rg``, its memory, and twice the bytes.

``rg`` searches the same file for one literal per anchor of the rulebook. Without ``rg`` those two ratios are left out,
and it says so.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from big_logs import checked, write_file
from processes import ROOTRANK, Used, best
from rootrank.api import shipped_rulebook

BARS = {
    "diagnose / rg, 200 MB": 1.0,
    "diagnose / rg, 2 GB": 0.6,
    "peak memory at 200 MB, in 150 MB": 1.0,
    "peak memory at 2 GB, in 150 MB": 1.0,
    "peak memory at 2 GB / at 200 MB": 1.1,
    "time of 400 MB / of 200 MB": 2.1,
}
TOOLS = Path(os.environ.get("ROOTRANK_TOOLS") or Path.home() / ".cache" / "rootrank-tools")


def measure() -> dict[str, float]:
    """Return the ratios by name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = {size: _diagnosed(folder, size) for size in (200, 400)}
        ratios = {"time of 400 MB / of 200 MB": runs[400].seconds / runs[200].seconds}
        (folder / "400.log").unlink()
        ratios |= _against_rg(folder, 200, runs[200], "200 MB")
        runs[2000] = _diagnosed(folder, 2000)
        ratios |= _against_rg(folder, 2000, runs[2000], "2 GB")
    for size, used in runs.items():
        print(f"  {size} MB: {used.seconds:.2f} s of CPU time, {used.peak_mb:.0f} MB at most")
    return {
        **ratios,
        "peak memory at 200 MB, in 150 MB": runs[200].peak_mb / 150,
        "peak memory at 2 GB, in 150 MB": runs[2000].peak_mb / 150,
        "peak memory at 2 GB / at 200 MB": runs[2000].peak_mb / runs[200].peak_mb,
    }


def _diagnosed(folder: Path, megabytes: int) -> Used:
    log = folder / f"{megabytes}.log"
    write_file(log, megabytes)
    used = best([*ROOTRANK, "diagnose", str(log), "--format", "json"], accepted=(1,))
    checked(used.output)
    return used


def _against_rg(folder: Path, megabytes: int, ours: Used, name: str) -> dict[str, float]:
    rg = ripgrep()
    if rg is None:
        print("  rg is not installed: not compared with it")
        return {}
    literals = folder / "literals.txt"
    literals.write_text("\n".join(shipped_rulebook().anchors) + "\n", encoding="utf-8")
    theirs = best([rg, "-c", "-F", "-f", str(literals), str(folder / f"{megabytes}.log")])
    print(f"  rg, {name}: {theirs.seconds:.2f} s")
    return {f"diagnose / rg, {name}": ours.seconds / theirs.seconds}


def ripgrep() -> str | None:
    """Return the rg of the system, or the one that code-server brings for the editor's tests."""
    bundled = sorted(TOOLS.glob("code-server/**/*ripgrep*/bin/linux-x64/rg")) if os.uname().machine == "x86_64" else []
    return shutil.which("rg") or next(map(str, bundled), None)
