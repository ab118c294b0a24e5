from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from rootrank.cli.run import child_environment

from .conftest import Rootrank

PRINT_PATH = "import os; print(os.environ.get('PYTHONPATH'), os.environ.get('ROOTRANK_ORIGINAL_PYTHONPATH'))"


def python(script: str) -> list[str]:
    return ["--", sys.executable, "-c", script]


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_the_exit_code_passes_through(rootrank: Rootrank, code: int) -> None:
    assert rootrank("run", *python(f"raise SystemExit({code})")).returncode == code


def test_output_passes_through_and_is_recorded(rootrank: Rootrank, tmp_path: Path) -> None:
    result = rootrank("run", "--record", "out.log", *python("import sys; print('a'); print('b', file=sys.stderr)"))
    assert (result.stdout, result.stderr) == ("a\n", "b\n")
    assert sorted((tmp_path / "out.log").read_text().splitlines()) == ["a", "b"]


def test_the_result_says_how_it_ended(rootrank: Rootrank, tmp_path: Path) -> None:
    rootrank("run", "--record", "out.log", "--result", "result.json", *python("raise SystemExit(4)"))
    assert json.loads((tmp_path / "result.json").read_text()) == {"exit_code": 4, "signal": None, "record": "out.log"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.log", "result.json"]


def test_a_signal_is_told_from_an_exit_code(rootrank: Rootrank, tmp_path: Path) -> None:
    script = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    assert rootrank("run", "--record", "out.log", "--result", "result.json", *python(script)).returncode == 137
    data = json.loads((tmp_path / "result.json").read_text())
    assert (data["exit_code"], data["signal"]) == (137, 9)


def test_a_shell_command(rootrank: Rootrank) -> None:
    result = rootrank("run", "--shell", "echo one && exit 5")
    assert (result.stdout, result.returncode) == ("one\n", 5)


def test_options_of_the_command_are_its_own(rootrank: Rootrank) -> None:
    words = ["--", sys.executable, "-c", "import sys; print(sys.argv[1:])", "--record", "x", "--", "-h"]
    assert rootrank("run", *words).stdout == "['--record', 'x', '--', '-h']\n"


@pytest.mark.parametrize("words", [[], ["--"], ["--shell", "true", "--", "true"], ["python", "train.py"]])
def test_usage_errors(rootrank: Rootrank, words: list[str]) -> None:
    result = rootrank("run", *words)
    assert result.returncode == 2
    assert "rootrank" in result.stderr


@pytest.mark.parametrize(("name", "code"), [("no-such-program", 127), ("./", 126)])
def test_a_command_that_can_not_start(rootrank: Rootrank, tmp_path: Path, name: str, code: int) -> None:
    result = rootrank("run", "--result", "result.json", "--record", "out.log", "--", name)
    assert result.returncode == code
    assert "nothing was run" in result.stderr
    assert json.loads((tmp_path / "result.json").read_text())["exit_code"] == code


def test_a_failure_without_record_says_where_its_output_is(rootrank: Rootrank, tmp_path: Path) -> None:
    result = rootrank("run", *python("print('loss 1.0'); 1 / 0"), TMPDIR=str(tmp_path))
    (record,) = tmp_path.glob("rootrank-*.log")
    assert f"why: rootrank diagnose {shlex.quote(str(record))}" in result.stderr
    assert rootrank("diagnose", record).returncode == 1
    rootrank("run", *python("print(1)"), TMPDIR=str(tmp_path))
    assert list(tmp_path.glob("rootrank-*.log")) == [record]


def test_a_record_in_no_folder_is_a_usage_error(rootrank: Rootrank) -> None:
    assert rootrank("run", "--record", "nope/out.log", *python("pass")).returncode == 2
    result = rootrank("run", "--record", "out.log", "--result", "nope/result.json", *python("pass"))
    assert (result.returncode, "can't be written" in result.stderr) == (0, True)


@pytest.mark.parametrize(("original", "seen"), [("/mine", "/mine None\n"), ("", "None None\n")])
def test_the_editors_libraries_do_not_leak(rootrank: Rootrank, original: str, seen: str) -> None:
    result = rootrank("run", *python(PRINT_PATH), PYTHONPATH="/bundled", ROOTRANK_ORIGINAL_PYTHONPATH=original)
    assert result.stdout == seen


def test_without_the_editor_the_environment_stays() -> None:
    assert child_environment({"PYTHONPATH": "/a", "X": "1"}) == {"PYTHONPATH": "/a", "X": "1"}
