"""Runs scripts that really fail, and asks Rootrank for the cause, the line, the edit and the proof.

Everything goes through the command line, as a user's shell would. The interpreter that runs the scripts needs PyTorch
and is named by ``ROOTRANK_LAB_PYTHON``; Rootrank itself runs in the interpreter of the tests.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/meta.json"))
CONFIDENCES = ("possible", "likely", "confirmed")
RUN_SECONDS = 240
NAN = re.compile(r"\bnan\b", re.IGNORECASE)

PYTHON = os.environ.get("ROOTRANK_LAB_PYTHON")
needs_torch = pytest.mark.skipif(
    PYTHON is None,
    reason="2026-12-01: needs an interpreter with PyTorch, named by ROOTRANK_LAB_PYTHON (`scripts/setup-lab.sh` makes one)",
)
pytestmark = pytest.mark.timeout(4 * RUN_SECONDS)


def meta_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "meta.json").read_text(encoding="utf-8"))


def start(folder: Path, log: Path) -> int:
    """Runs the script as its run.sh says, both streams into one file as a terminal shows them."""
    with log.open("wb") as out:
        done = subprocess.run(
            ["sh", "run.sh"],
            cwd=folder,
            env={**os.environ, "PYTHON": PYTHON or "", "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            timeout=RUN_SECONDS,
            check=False,
        )
    return done.returncode


def rootrank(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rootrank", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=RUN_SECONDS,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def diagnosed(log: Path, workspace: Path) -> dict[str, Any]:
    done = rootrank("diagnose", "--format", "json", "--workspace", workspace, log)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads(done.stdout)


def test_there_are_folders() -> None:
    assert len(FOLDERS) >= 16


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_folder_is_complete(folder: Path) -> None:
    meta = meta_of(folder)
    place = meta["place"]
    lines = (folder / place["file"]).read_text(encoding="utf-8").splitlines()
    assert meta["slug"] == folder.name
    assert (HERE.parents[1] / "rules" / meta["rule"] / "entry.yaml").is_file()
    assert lines[place["line"] - 1].strip() == place["text"]
    assert meta["expect_confidence"] in CONFIDENCES
    ast.parse((folder / "fixed.py").read_text(encoding="utf-8"))
    assert (folder / "fixed.py").read_bytes() != (folder / place["file"]).read_bytes()


@needs_torch
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_lab(folder: Path, tmp_path: Path) -> None:
    meta = meta_of(folder)
    work, log = tmp_path / "work", tmp_path / "failed.log"
    shutil.copytree(folder, work, ignore=shutil.ignore_patterns("fixed.py", "meta.json", "__pycache__"))

    check_it_fails(start(work, log), log, meta)
    check_diagnosis(diagnosed(log, work), meta, work)
    repair(log, work, folder, meta)
    check_it_works(work, tmp_path / "repaired.log")
    if meta["fix_index"] is not None:
        check_verification(log, work)


def check_it_fails(code: int, log: Path, meta: dict[str, Any]) -> None:
    printed = log.read_text(encoding="utf-8")
    assert code == meta["exit_code"], printed[-2000:]
    if meta["exception"] is not None:
        assert meta["exception"] in printed.splitlines(), printed[-2000:]


def check_diagnosis(document: dict[str, Any], meta: dict[str, Any], work: Path) -> None:
    assert document["verdict"] == "failure"
    found = {one["rule"]: one["confidence"] for one in document["diagnoses"]}
    assert document["diagnoses"], "no diagnosis"
    first = document["diagnoses"][0]
    assert first["rule"] == meta["rule"], found
    assert CONFIDENCES.index(first["confidence"]) >= CONFIDENCES.index(meta["expect_confidence"])
    place = meta["place"]
    assert Path(first["place"]["file"]) == work / place["file"]
    assert (first["place"]["line"], first["place"]["text"]) == (place["line"], place["text"])


def repair(log: Path, work: Path, folder: Path, meta: dict[str, Any]) -> None:
    """Applies Rootrank's edit where there is one, else the change that a person would make."""
    target = work / meta["place"]["file"]
    wanted = (folder / "fixed.py").read_text(encoding="utf-8")
    if meta["fix_index"] is None:
        target.write_text(wanted, encoding="utf-8")
        return
    number = str(meta["fix_index"] + 1)
    done = rootrank("fix", log, "--workspace", work, "--fix", number, "--apply", "--yes")
    assert done.returncode == 0, done.stderr
    changed = target.read_text(encoding="utf-8")
    ast.parse(changed)
    assert changed == wanted


def check_it_works(work: Path, log: Path) -> None:
    code = start(work, log)
    printed = log.read_text(encoding="utf-8")
    assert code == 0, printed[-2000:]
    assert not NAN.search(printed), printed[-2000:]
    document = diagnosed(log, work)
    assert document["verdict"] != "failure", [one["rule"] for one in document["diagnoses"]]


def check_verification(log: Path, work: Path) -> None:
    """``verify`` runs the command on the repaired code; the log names none, so it is given."""
    done = rootrank("verify", log, "--workspace", work, "--command", f"cd '{work}' && PYTHON='{PYTHON}' sh run.sh", "--yes")
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
