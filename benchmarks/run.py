"""Runs every benchmark beside it, keeps the figures under build/, and fails when a bar is missed.

A benchmark is a module here with ``measure() -> dict[str, float]`` (name → ratio, taken in one run) and, where a
ratio has a bar, ``BARS`` (name → most). Names given on the command line choose among them.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE.parent / "build" / "benchmarks.json"


def main(chosen: list[str]) -> int:
    """Run the chosen benchmarks, all by default; 1 when a bar is missed."""
    sys.path[:0] = [str(HERE), str(HERE.parent / "server")]
    names = sorted(path.stem for path in HERE.glob("*.py") if "def measure(" in path.read_text(encoding="utf-8"))
    if unknown := set(chosen) - set(names):
        print(f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(names)}", file=sys.stderr)
        return 2
    figures, missed = {}, False
    for name in chosen or names:
        print(name, flush=True)
        module = importlib.import_module(name)
        bars = getattr(module, "BARS", {})
        figures[name] = module.measure()
        for what, ratio in figures[name].items():
            bar = bars.get(what)
            verdict = "" if bar is None else f"  (at most {bar:g}: {'ok' if ratio <= bar else 'MISSED'})"
            missed = missed or (bar is not None and ratio > bar)
            print(f"  {ratio:8.2f}  {what}{verdict}")
    KEPT.parent.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
    KEPT.write_text(json.dumps({"machine": machine, "ratios": figures}, indent=2) + "\n", encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
