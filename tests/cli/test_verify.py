from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from .conftest import Rootrank
from .terminals import in_terminal

PYTHON = shlex.quote(sys.executable)


@pytest.fixture
def arguments(crash: Path, project: Path) -> list[str]:
    return ["verify", str(crash), "--workspace", str(project)]


def test_before_the_fix_it_still_fails_and_after_it_is_verified(
    rootrank: Rootrank, arguments: list[str], crash: Path, project: Path
) -> None:
    run = ["--command", f"{PYTHON} train.py", "--yes"]
    before = rootrank(*arguments, *run)
    assert before.returncode == 1
    assert f"to be run in {project}:\n  {PYTHON} train.py\n" in before.stderr
    assert "still failing in the same way\n" in before.stdout
    assert "✗ Mean of no values" in before.stdout
    assert rootrank("fix", crash, "--workspace", project, "--apply").returncode == 0
    after = rootrank(*arguments, *run)
    assert after.returncode == 0
    assert "mean loss 0.0\ndone\n\nverified: the failure is gone\n" in after.stdout


@pytest.mark.parametrize(
    ("script", "code", "outcome"),
    [
        ("raise KeyError('loss')", 1, "failed, but differently than before"),
        ("import sys; sys.exit(3)", 3, "inconclusive: the output doesn't tell"),
        ("pass", 0, "verified: the failure is gone"),
    ],
)
def test_other_outcomes(rootrank: Rootrank, arguments: list[str], script: str, code: int, outcome: str) -> None:
    result = rootrank(*arguments, "--yes", "--command", f"{PYTHON} -c {shlex.quote(script)}")
    assert (result.returncode, outcome in result.stdout) == (code, True)


def test_nothing_runs_without_a_yes(
    rootrank: Rootrank, command: list[str], environment: dict[str, str], arguments: list[str], project: Path
) -> None:
    run = [*arguments, "--command", "touch ran"]
    result = rootrank(*run)
    assert result.returncode == 2
    assert "give --yes to run this command" in result.stderr
    code, screen = in_terminal([*command, *run], environment, project, keys="n\n")
    assert code == 3
    assert "Run it? [y/N]" in screen
    assert not (project / "ran").exists()
    in_terminal([*command, *run], environment, project, keys="y\n")
    assert (project / "ran").exists()


def test_without_a_command_it_says_what_is_missing(rootrank: Rootrank, unexplained: Path) -> None:
    result = rootrank("verify", unexplained, "--yes")
    assert result.returncode == 2
    assert "give --command CMD" in result.stderr


def test_the_command_is_shown_in_full_and_neutralised(rootrank: Rootrank, arguments: list[str]) -> None:
    command = f"echo {'x' * 3000} \x1b[31m"
    result = rootrank(*arguments, "--command", command)
    assert f"echo {'x' * 3000} \\x1b[31m" in result.stderr
