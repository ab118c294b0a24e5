"""Runs scripts under torchrun in which one rank really fails, and asks Rootrank which rank it was.

Each fault is started twice: once with everything in one stream, once with ``--tee 3 --log-dir``, which gives the
console with torchrun's prefixes and the files of each rank. They are read in four forms: the merged stream, the teed
console, the ranks' files alone, and these with torchrun's own lines beside them, as a cluster keeps them.

The launches wait for each other more than they compute, so a few go at once, and the tests take what is ready. At the
end a table says whom torchrun blamed, next to the truth. The interpreter that runs the scripts needs PyTorch and is
named by ``ROOTRANK_LAB_PYTHON``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rootrank.api import LogInput, diagnose
from rootrank.model.document import Ranks

HERE = Path(__file__).parent
FAULTS = sorted(path.parent for path in HERE.glob("*/truth.json"))
FORMS = ("merged", "tee", "files", "files and console")
RUN_SECONDS = 120
AT_ONCE = 3
"""Launches at the same time. Each takes about 7 s of CPU time and waits 5 s: 28 of them took 210 s on 2 busy cores."""

PYTHON = os.environ.get("ROOTRANK_LAB_PYTHON")
needs_torch = pytest.mark.skipif(
    PYTHON is None,
    reason="2026-12-01: needs an interpreter with PyTorch, named by ROOTRANK_LAB_PYTHON (`scripts/setup-lab.sh` makes one)",
)
pytestmark = pytest.mark.timeout(4 * RUN_SECONDS)

_BLAMED = re.compile(r"^Root Cause \(first observed failure\):\n\[\d+\]:(?:\n  .*)*?\n  rank +: (\d+)", re.MULTILINE)
_TEED = re.compile(rb"^\[[a-z]+\d+\]:", re.MULTILINE)


@dataclass(frozen=True)
class Launch:
    """What one launch left."""

    code: int
    console: Path
    logs: Path
    """torchrun's folder of per-rank files; not there when no rank was started."""

    def blamed(self) -> int | None:
        """Returns the rank that torchrun calls the root cause."""
        match = _BLAMED.search(self.console.read_text(encoding="utf-8", errors="replace"))
        return int(match[1]) if match else None


def truth_of(fault: Path) -> dict[str, Any]:
    return json.loads((fault / "truth.json").read_text(encoding="utf-8"))


def launch(fault: Path, truth: dict[str, Any], work: Path, *options: str) -> Launch:
    """Starts the script on a free port, or on a taken one where that is the fault, and waits for its end."""
    shutil.copytree(fault, work, ignore=shutil.ignore_patterns("truth.json", "__pycache__"))
    console = work / "console.log"
    holder = socket.create_server(("", 0))
    port = holder.getsockname()[1]
    if not truth["port_taken"]:
        holder.close()
    command = [
        *(PYTHON or "", "-m", "torch.distributed.run", f"--nproc-per-node={truth['ranks']}", f"--master-port={port}"),
        *(*truth["options"], *options, "train.py"),
    ]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with holder if truth["port_taken"] else nullcontext(), console.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            code = process.wait(RUN_SECONDS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)  # torchrun stops its ranks first
            process.wait(RUN_SECONDS)
            raise
    return Launch(code, console, work / "logs")


class Lab:
    """The launches of all faults, each begun before it is asked for."""

    def __init__(self, pool: ThreadPoolExecutor, folder: Path, faults: list[Path]) -> None:
        self._launches: dict[tuple[str, str], Future[Launch]] = {}
        for fault in faults:
            truth = truth_of(fault)
            for form, options in (("merged", ()), ("tee", ("--tee=3", "--log-dir=logs"))):
                place = folder / f"{fault.name}-{form}"
                self._launches[fault.name, form] = pool.submit(launch, fault, truth, place, *options)

    def launch(self, fault: str, form: str) -> Launch:
        """Returns the launch that gave a form, once it has ended."""
        return self._launches[fault, "merged" if form == "merged" else "tee"].result()

    def logs(self, fault: str, form: str) -> list[Path]:
        """Returns what a user would hand over."""
        done = self.launch(fault, form)
        files = [done.logs] if any(done.logs.glob("*/attempt_*")) else []
        match form:
            case "merged" | "tee":
                return [done.console]
            case "files":
                return files
        alone = done.console.with_name("torchrun.log")
        lines = done.console.read_bytes().splitlines(keepends=True)
        alone.write_bytes(b"".join(line for line in lines if not _TEED.match(line)))
        return [*files, alone]

    def blamed(self) -> Iterator[tuple[str, list[int | None]]]:
        """Yields each fault that ran, with the ranks that torchrun blamed."""
        names = dict.fromkeys(fault for fault, _ in self._launches)
        for name in names:
            done = [self._launches[name, form] for form in ("merged", "tee")]
            if all(one.done() and not one.cancelled() and one.exception() is None for one in done):
                yield name, [one.result().blamed() for one in done]


@pytest.fixture(scope="module")
def lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Begins the launches that the chosen tests need."""
    wanted = {item.callspec.params["fault"] for item in request.session.items if _is_of_a_run(item)}
    pool = ThreadPoolExecutor(AT_ONCE)
    lab = Lab(pool, tmp_path_factory.mktemp("ranks"), sorted(wanted))
    yield lab
    pool.shutdown(cancel_futures=True)
    report(lab, request.config)


def _is_of_a_run(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and item.function is test_ranks


def report(lab: Lab, config: pytest.Config) -> None:
    """Prints whom torchrun blamed in each launch."""
    lines = ["", f"{'fault':18} {'true initiator':14} torchrun's blame (merged, teed)"]
    for name, blamed in lab.blamed():
        initiating = truth_of(HERE / name)["initiating"]
        shown = ", ".join("-" if rank is None else str(rank) for rank in blamed)
        lines.append(f"{name:18} {'-' if initiating is None else str(initiating):14} {shown}")
    with config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(*lines, sep="\n")


def ranks_of(logs: list[Path]) -> Ranks:
    return diagnose(LogInput.from_paths([str(path) for path in logs])).document.ranks


def test_there_are_faults() -> None:
    assert len(FAULTS) >= 13


@pytest.mark.parametrize("fault", FAULTS, ids=lambda path: path.name)
def test_truth_is_complete(fault: Path) -> None:
    truth = truth_of(fault)
    initiating, everyone = truth["initiating"], set(range(truth["ranks"]))
    assert (fault / "train.py").is_file()
    assert truth["says"]
    if truth["status"] == "named":
        assert {initiating, *truth["collateral"]} == everyone
        assert initiating not in truth["collateral"]
    else:
        assert (initiating, truth["collateral"]) == (None, [])


@needs_torch
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda path: path.name)
def test_ranks(fault: Path, form: str, lab: Lab) -> None:
    truth = truth_of(fault)
    assert lab.launch(fault.name, form).code != 0
    logs = lab.logs(fault.name, form)
    if not logs:
        assert truth["port_taken"], "torchrun made no folder"
        return

    ranks = ranks_of(logs)

    found = (ranks.status, ranks.initiating, sorted(ranks.collateral), ranks.attempts)
    if form == "files" and truth["silent_death"] and ranks.initiating is None:
        # A rank that was killed leaves what one leaves that was stopped before it spoke. The console tells them apart.
        assert ranks.status == "unknown"
        return
    assert found == (truth["status"], truth["initiating"], truth["collateral"], truth["attempts"]), ranks.why
