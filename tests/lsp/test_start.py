"""How it starts: one set of defaults, what is loaded before a client is answered, and what the command offers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import fields
from rootrank.lsp.options import Options

ROOT = Path(__file__).parents[2]
SERVE = [sys.executable, "-m", "rootrank", "serve"]


def test_defaults_are_those_of_the_settings() -> None:
    settings = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["contributes"]["configuration"]
    for option in fields(Options):
        setting = settings["properties"][f"rootrank.{option.name}"]
        assert (setting["type"], setting["default"]) == ("boolean", option.default)


def test_nothing_of_the_engine_is_loaded_before_the_client_is_answered() -> None:
    code = "import sys, rootrank.lsp.server; print(' '.join(sys.modules))"
    loaded = set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert "pygls" in loaded
    assert not {"yaml", "rich", "hyperscan", "rootrank.api", "rootrank.rulebook.store", "rootrank.diagnosis"} & loaded


def test_the_check_says_what_would_run() -> None:
    done = subprocess.run([*SERVE, "--stdio", "--check"], capture_output=True, text=True, check=True)
    report = json.loads(done.stdout)
    assert (report["problems"], report["interpreter"]) == ([], sys.executable)
    assert report["rulebook"]["entries"] > 30


@pytest.mark.parametrize("option", ["--tcp", "--ws", "--port=4389"])
def test_no_socket_is_offered(option: str) -> None:
    done = subprocess.run([*SERVE, option], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "unrecognized arguments" in done.stderr
