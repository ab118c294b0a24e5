"""The whole process on a small traceback, against the imports that it can't do without."""

from __future__ import annotations

import tempfile
from pathlib import Path

from big_logs import TRACEBACK, checked
from processes import PYTHON, ROOTRANK, best

BARS = {"diagnose a traceback / import cattrs, hyperscan": 3.0}


def measure() -> dict[str, float]:
    """Return the ratios by name."""
    with tempfile.TemporaryDirectory() as name:
        log = Path(name, "traceback.log")
        log.write_text(TRACEBACK, encoding="utf-8")
        ours = best([*ROOTRANK, "diagnose", str(log), "--format", "json"], times=10, accepted=(1,))
    checked(ours.output)
    libraries = best([PYTHON, "-c", "import cattrs, hyperscan"], times=10)
    bare = best([PYTHON, "-c", "pass"], times=10)
    print(f"  diagnose {ours.seconds:.3f} s, libraries {libraries.seconds:.3f} s, python {bare.seconds:.3f} s")
    return {"diagnose a traceback / import cattrs, hyperscan": ours.seconds / libraries.seconds}
