from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Rootrank
from .terminals import in_terminal

SAFE, REVIEW, COMMAND = "1", "2", "3"
BEFORE = "    return total / count\n"


@pytest.fixture
def arguments(crash: Path, project: Path) -> list[str]:
    return ["fix", str(crash), "--workspace", str(project)]


def test_the_best_fix_is_shown_and_nothing_is_written(rootrank: Rootrank, arguments: list[str], project: Path) -> None:
    result = rootrank(*arguments)
    assert result.returncode == 0
    assert result.stdout.startswith("--- a/train.py\n+++ b/train.py\n@@ ")
    assert f"-{BEFORE}" in result.stdout
    assert "fix 1 of 3 (safe): Count at least one" in result.stderr
    assert "wrong when: an empty epoch must not pass unseen" in result.stderr
    assert BEFORE in (project / "train.py").read_text()


def test_a_safe_fix_is_applied_at_once(rootrank: Rootrank, arguments: list[str], project: Path) -> None:
    result = rootrank(*arguments, "--apply")
    assert result.returncode == 0
    assert f"changed {project}/train.py" in result.stderr
    assert BEFORE not in (project / "train.py").read_text()
    again = rootrank(*arguments, "--apply")
    assert again.returncode == 1
    assert "can't be applied" in again.stderr


def test_a_fix_that_needs_review_waits_for_yes(rootrank: Rootrank, arguments: list[str], project: Path) -> None:
    result = rootrank(*arguments, "--fix", REVIEW, "--apply")
    assert result.returncode == 1
    assert "needs a look first; apply it with --yes" in result.stderr
    assert BEFORE in (project / "train.py").read_text()
    assert rootrank(*arguments, "--fix", REVIEW, "--apply", "--yes").returncode == 0
    assert "count_or_exit" in (project / "train.py").read_text()


def test_the_terminal_is_asked(
    command: list[str], environment: dict[str, str], arguments: list[str], project: Path
) -> None:
    words = [*command, *arguments, "--fix", REVIEW, "--apply"]
    for keys in ("\n", "n\n", "what\n"):
        assert in_terminal(words, environment, project, keys=keys)[0] == 1
        assert BEFORE in (project / "train.py").read_text()
    assert in_terminal(words, environment, project, keys="y\n")[0] == 0
    assert BEFORE not in (project / "train.py").read_text()


def test_a_command_is_shown_but_not_done(rootrank: Rootrank, arguments: list[str]) -> None:
    shown = rootrank(*arguments, "--fix", COMMAND)
    assert (shown.returncode, shown.stdout.splitlines()[-1]) == (0, "ls data")
    refused = rootrank(*arguments, "--fix", COMMAND, "--apply")
    assert refused.returncode == 1
    assert "has to be done by hand" in refused.stderr


@pytest.mark.parametrize("number", ["4", "0", "one"])
def test_a_fix_that_does_not_exist_is_a_usage_error(rootrank: Rootrank, arguments: list[str], number: str) -> None:
    assert rootrank(*arguments, "--fix", number).returncode == 2


def test_without_the_code_there_is_no_edit(rootrank: Rootrank, crash: Path) -> None:
    result = rootrank("fix", crash)
    assert result.returncode == 1
    assert "give its folder with --workspace DIR" in result.stderr


def test_without_a_diagnosis_there_is_no_fix(rootrank: Rootrank, unexplained: Path) -> None:
    result = rootrank("fix", unexplained)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "no entry of the rulebook explains" in result.stderr


def test_a_missing_log_is_an_input_error(rootrank: Rootrank) -> None:
    assert rootrank("fix", "nope.log").returncode == 2
