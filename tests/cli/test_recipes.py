"""The blocks of docs/USAGE.md that people copy into jobs, pipelines and programs do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from .conftest import RULES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "USAGE.md").read_text(encoding="utf-8")
BLOCKS = re.findall(
    r"```(\w+)\n(.*?)```", PAGE[PAGE.index("## In jobs") : PAGE.index("## The language server")], re.DOTALL
)
FAILS = "import sys; print(open('crash.log').read()); sys.exit(7)"


@pytest.fixture
def shell(command: list[str], environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """An environment in which `rootrank` is this one and `srun` only runs its command."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, line in (("rootrank", " ".join(command)), ("srun", ""), ("python", sys.executable)):
        (tools / name).write_text(f'#!/bin/sh\nexec {line} "$@"\n')
        (tools / name).chmod(0o755)
    return {**environment, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}


def bash(text: str, env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", text], env=env, cwd=folder, capture_output=True, text=True, check=False)


def test_there_is_one_of_each() -> None:
    assert [language for language, _ in BLOCKS] == ["sh", "yaml", "yaml", "python"]


def test_a_batch_script_keeps_its_exit_code_and_says_why(shell: dict[str, str], crash: Path, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(FAILS)
    done = bash(BLOCKS[0][1], shell, tmp_path)
    assert (done.returncode, done.stderr) == (7, "")
    assert (tmp_path / "why.md").read_text().startswith("## ✗ Mean of no values")
    (tmp_path / "why.md").unlink()
    (tmp_path / "train.py").write_text("print('done')")
    assert bash(BLOCKS[0][1], shell, tmp_path).returncode == 0
    assert not (tmp_path / "why.md").exists()


def test_a_workflow_step_annotates(shell: dict[str, str], crash: Path, tmp_path: Path) -> None:
    (step,) = yaml.safe_load(BLOCKS[1][1])
    crash.rename(tmp_path / "train.log")
    done = bash(step["run"], shell, tmp_path)
    assert (step["if"], done.stderr) == ("failure()", "")
    assert done.stdout.startswith("::")


def test_a_hook_checks_the_workspace_s_entries(shell: dict[str, str], tmp_path: Path) -> None:
    (repository,) = yaml.safe_load(BLOCKS[2][1])
    (hook,) = repository["hooks"]
    name = ".rootrank/rules/python/zero-division/entry.yaml"
    assert re.search(hook["files"], name)
    entry = tmp_path / name
    entry.parent.mkdir(parents=True)
    entry.write_text("id: python/zero-division\n")
    done = bash(hook["entry"], shell, tmp_path)
    assert done.returncode == 1
    assert "key `title` is missing" in done.stdout
    entry.write_text((RULES / "python" / "zero-division" / "entry.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (entry.parent / "cases").symlink_to(RULES / "python" / "zero-division" / "cases")
    assert bash(hook["entry"], shell, tmp_path).returncode == 0


def test_a_program_gets_the_document(crash: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    crash.rename(tmp_path / "train.log")
    words = [sys.executable, "-c", BLOCKS[3][1]]
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("failure [")
