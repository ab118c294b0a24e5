"""What goes where: the answer to stdout, messages to stderr, several files as one run, and nothing to the network."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Rootrank

NO_SOCKETS = """
import sys

def refuse(event, arguments):
    if event.startswith("socket."):
        sys.stderr.write(f"A SOCKET: {event} ")
        raise PermissionError(event)

sys.addaudithook(refuse)
sys.argv = sys.argv[1:]
import runpy
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs a script of the tests in a process where the first use of a socket is an error."""


def test_several_files_also_packed_are_one_run(rootrank: Rootrank, crash: Path, tmp_path: Path) -> None:
    packed = tmp_path / "rank1.log.gz"
    packed.write_bytes(gzip.compress(crash.read_bytes()))
    (tmp_path / "rank0.log").write_text("step 1 loss 0.5\nstep 2 loss 0.4\n", encoding="utf-8")
    data = json.loads(rootrank("diagnose", "rank0.log", packed, "--format", "json").stdout)
    assert data["diagnoses"][0]["rule"] == "python/zero-division"
    assert len(data["input"]["files"]) == 2
    assert {evidence["file"] for evidence in data["diagnoses"][0]["evidence"]} == {str(packed)}


def test_the_answer_goes_to_stdout_and_messages_to_stderr(rootrank: Rootrank, crash: Path, tmp_path: Path) -> None:
    broken = tmp_path / ".rootrank" / "suppressed.json"
    broken.parent.mkdir()
    broken.write_text("{")
    result = rootrank("diagnose", crash, "--workspace", ".", "--format", "json")
    assert json.loads(result.stdout)["diagnoses"]
    assert "suppressed.json" in result.stderr
    assert rootrank("diagnose", "gone.log").stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        *(
            ["diagnose", "crash.log", "--format", name]
            for name in ("card", "json", "markdown", "sarif", "github", "html")
        ),
        ["fix", "crash.log", "--workspace", "."],
        ["verify", "crash.log", "--workspace", ".", "--command", "true", "--yes"],
        ["rules", "list"],
        ["run", "--", sys.executable, "-c", "print(1)"],
    ],
    ids=lambda words: " ".join([words[0], *words[3:4]]),
)
def test_no_command_opens_a_socket(command: list[str], crash: Path, tmp_path: Path, words: list[str]) -> None:
    script = tmp_path / "no_sockets.py"
    script.write_text(NO_SOCKETS)
    done = subprocess.run(
        [sys.executable, str(script), *command[1:], *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "A SOCKET" not in done.stderr
    assert done.returncode in (0, 1, 3), done.stderr
    assert done.stdout


def test_a_socket_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "no_sockets.py").write_text(NO_SOCKETS)
    (tmp_path / "opens.py").write_text("import socket; socket.socket()")
    done = subprocess.run(
        [sys.executable, "no_sockets.py", "opens.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "A SOCKET" in done.stderr


@pytest.mark.parametrize("name", ["json", "sarif", "html"])
def test_every_report_to_keep_names_the_rulebook(rootrank: Rootrank, crash: Path, rulebook: Path, name: str) -> None:
    (compiled,) = rulebook.glob("rulebook-*.json")
    digest = compiled.stem.removeprefix("rulebook-")
    assert digest in rootrank("diagnose", crash, "--format", name).stdout
    assert digest in json.dumps(json.loads(rootrank("serve", "--check").stdout)["rulebook"])


def test_a_closed_stdout_is_no_crash(crash: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rootrank", "diagnose", str(crash)]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        check=False,
    )
    assert closed.stderr == ""
    assert closed.returncode in (1, 3)


def test_an_empty_name_is_said_to_be_empty(rootrank: Rootrank) -> None:
    result = rootrank("diagnose", "")
    assert result.returncode == 2
    assert "the name of a log is empty" in result.stderr
