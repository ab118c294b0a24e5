from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from attrs import evolve
from rootrank.cli.diagnose import exit_code
from rootrank.cli.formats import offers
from rootrank.presenting.document import from_json

from .conftest import Rootrank
from .terminals import in_terminal

DOCS = Path(__file__).parents[2] / "docs"
SARIF = json.loads((DOCS / "sarif-schema" / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "diagnosis.schema.json").read_text(encoding="utf-8"))
ESCAPE = "\x1b["


def test_a_failure_gives_a_plain_card_and_exit_code_1(rootrank: Rootrank, crash: Path) -> None:
    result = rootrank("diagnose", crash)
    assert result.returncode == 1
    assert result.stderr == ""
    assert result.stdout.startswith("✗ Mean of no values")
    assert ESCAPE not in result.stdout
    assert "● Python divided by 0" in result.stdout
    assert "See edit" in result.stdout


def test_with_the_code_the_card_shows_the_edit_and_the_commands_to_copy(
    rootrank: Rootrank, crash: Path, project: Path
) -> None:
    result = rootrank("diagnose", "crash.log", "--workspace", "project")
    assert "project/train.py:5" in result.stdout
    assert "- return total / count\n" in result.stdout
    assert "rootrank fix crash.log --workspace project --apply" in result.stdout


def test_an_unexplained_failure_gives_exit_code_3(rootrank: Rootrank, unexplained: Path) -> None:
    result = rootrank("diagnose", unexplained)
    assert result.returncode == 3
    assert re.match(r"✗ TypeError: unsupported operand .* not explained\n", result.stdout)
    assert "None of the rulebook's 1 entry" in result.stdout


@pytest.mark.parametrize("name", ["-", None])
def test_stdin(rootrank: Rootrank, crash: Path, name: str | None) -> None:
    result = rootrank("diagnose", *([name] if name else []), stdin=crash.read_text())
    assert result.returncode == 1
    assert "<stdin>:12" in result.stdout
    assert "rootrank fix" not in result.stdout


@pytest.mark.parametrize(("text", "said"), [("", "The input is empty"), ("Dear all, the talk is at 5.\n", "Neither")])
def test_what_is_no_log_finds_nothing_and_says_what_to_do(rootrank: Rootrank, text: str, said: str) -> None:
    result = rootrank("diagnose", stdin=text)
    assert result.returncode == 0
    assert "Nothing found" in result.stdout
    assert said in result.stdout
    assert "Do now" in result.stdout


def test_json_validates_against_the_published_schema(rootrank: Rootrank, crash: Path, project: Path) -> None:
    result = rootrank("diagnose", crash, "--workspace", project, "--format", "json")
    data = json.loads(result.stdout)
    jsonschema.Draft7Validator(SCHEMA).validate(data)
    assert from_json(result.stdout).diagnoses[0].rule == "python/zero-division"
    assert result.returncode == 1


@pytest.mark.parametrize("text", ["", "loss nan\n", "Killed\n", "é\n"])
def test_json_of_any_text_validates(rootrank: Rootrank, text: str) -> None:
    data = json.loads(rootrank("diagnose", "--format", "json", stdin=text).stdout)
    jsonschema.Draft7Validator(SCHEMA).validate(data)


def test_markdown(rootrank: Rootrank, crash: Path) -> None:
    assert rootrank("diagnose", crash, "--format", "markdown").stdout.startswith("## ✗ Mean of no values — ")


def test_sarif(rootrank: Rootrank, crash: Path, project: Path) -> None:
    result = rootrank("diagnose", crash, "--workspace", project, "--format", "sarif")
    data = json.loads(result.stdout)
    jsonschema.Draft4Validator(SARIF).validate(data)
    (found,) = data["runs"][0]["results"]
    assert result.returncode == 1
    assert found["ruleId"] == "python/zero-division"
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "train.py"
    assert found["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"] == "train.py"


def test_github(rootrank: Rootrank, crash: Path, project: Path) -> None:
    result = rootrank("diagnose", crash, "--workspace", project, "--format", "github")
    assert result.returncode == 1
    assert re.match(r"::(error|warning) file=project/train.py,line=5,title=Mean of no values \(", result.stdout)


def test_html(rootrank: Rootrank, crash: Path, project: Path) -> None:
    result = rootrank("diagnose", crash, "--workspace", project, "--format", "html")
    assert result.returncode == 1
    assert result.stdout.startswith("<!doctype html>")
    assert "Mean of no values" in result.stdout


SECRET = "hf_Zq3xT7vB9nK1mW5rY8uP2sD4"


@pytest.fixture
def private(unexplained: Path) -> Path:
    """A log that tells a token and a user."""
    text = unexplained.read_text(encoding="utf-8")
    unexplained.write_text(
        text.replace("TypeError: ", f"TypeError: /home/kimberly/x {SECRET} ") + "\n", encoding="utf-8"
    )
    return unexplained


@pytest.mark.parametrize("name", ["markdown", "sarif", "github", "html"])
def test_what_is_passed_on_is_masked(rootrank: Rootrank, private: Path, name: str) -> None:
    masked = rootrank("diagnose", private, "--format", name).stdout
    assert SECRET not in masked
    assert "kimberly" not in masked
    assert "Hidden: 1 token, 2 user names" in masked
    for option in (["--no-mask"], ["--mask", "none"], ["--mask=none"]):
        exact = rootrank("diagnose", private, "--format", name, *option).stdout.replace("\\", "")
        assert SECRET in exact
        assert "Hidden: " not in exact
    tokens = rootrank("diagnose", private, "--format", name, "--mask", "tokens,urls").stdout
    assert SECRET not in tokens
    assert "kimberly" in tokens


@pytest.mark.parametrize("name", ["card", "json"])
def test_what_stays_on_the_screen_is_exact_unless_asked(rootrank: Rootrank, private: Path, name: str) -> None:
    assert SECRET in rootrank("diagnose", private, "--format", name).stdout
    masked = rootrank("diagnose", private, "--format", name, "--mask")
    assert SECRET not in masked.stdout
    assert "kimberly" not in masked.stdout
    assert "Hidden: " in (masked.stdout if name == "card" else masked.stderr)


def test_a_kind_that_does_not_exist_is_a_usage_error(rootrank: Rootrank, crash: Path) -> None:
    result = rootrank("diagnose", "--mask", crash)
    assert (result.returncode, result.stdout) == (2, "")
    assert "before a file write --mask=all" in result.stderr
    assert "there are tokens, urls, emails, users, hosts, ips, all, none" in result.stderr
    assert rootrank("diagnose", crash, "--mask", "--no-mask").returncode == 2


def test_fail_on_sets_the_bar(rootrank: Rootrank, crash: Path) -> None:
    document = from_json(rootrank("diagnose", crash, "--format", "json").stdout)
    likely = evolve(document, diagnoses=[evolve(document.diagnoses[0], confidence="likely")])
    assert [exit_code(likely, bar) for bar in ("possible", "likely", "confirmed")] == [1, 1, 0]
    unexplained = evolve(document, diagnoses=[])
    assert exit_code(unexplained, "confirmed") == 3
    assert exit_code(evolve(unexplained, verdict="unknown"), "possible") == 0
    assert offers(unexplained, ["crash.log"], ["."]) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nope.log", "there is no such file"),
        ("without-logs", "holds no logs: give the folder that the ranks wrote their output to"),
        ("x" * 300, "File name too long"),
        (sys.executable, "is not text (a binary file)"),
        ("empty.gz", "can't be read"),
    ],
)
def test_input_that_can_not_be_read_is_one_clear_message(
    rootrank: Rootrank, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "empty.gz").write_bytes(b"no gzip at all")
    (tmp_path / "without-logs").mkdir()
    result = rootrank("diagnose", name)
    assert result.returncode == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_usage_errors(rootrank: Rootrank, crash: Path) -> None:
    assert "can be given once only" in rootrank("diagnose", "-", "-").stderr
    assert "there is no such folder" in rootrank("diagnose", crash, "--workspace", "nope").stderr
    for arguments in ([], ["nonsense"], ["diagnose", "--format", "xml"]):
        assert rootrank(*arguments).returncode == 2


def test_no_file_at_a_terminal_says_what_to_do(command: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    code, screen = in_terminal([*command, "diagnose"], environment, tmp_path)
    assert code == 2
    assert "give a log file, as in `rootrank diagnose train.log`" in screen


@pytest.mark.parametrize("columns", [50, 80, 140])
def test_a_terminal_gets_colour_and_its_width(
    command: list[str], environment: dict[str, str], tmp_path: Path, crash: Path, columns: int
) -> None:
    code, screen = in_terminal([*command, "diagnose", "crash.log"], environment, tmp_path, columns=columns)
    assert code == 1
    assert ESCAPE in screen
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in screen.splitlines()]
    assert max(len(line) for line in lines if "rootrank " not in line and "python " not in line) <= min(columns, 100)


def test_colour_can_be_forced_and_forbidden(rootrank: Rootrank, crash: Path) -> None:
    assert ESCAPE in rootrank("diagnose", crash, FORCE_COLOR="1").stdout
    assert ESCAPE not in rootrank("diagnose", crash, FORCE_COLOR="0").stdout
    assert ESCAPE not in rootrank("diagnose", crash, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_terminal_without_our_marks_gets_plain_ones(rootrank: Rootrank, crash: Path) -> None:
    result = rootrank("diagnose", crash, PYTHONIOENCODING="ascii")
    assert result.stdout.startswith("x Mean of no values")
    assert "* Python divided by 0" in result.stdout


def test_escapes_of_a_log_do_not_reach_the_terminal(rootrank: Rootrank, unexplained: Path) -> None:
    unexplained.write_text(unexplained.read_text().replace("TypeError: ", "TypeError: \x1b]0;owned\x07[red]"))
    result = rootrank("diagnose", unexplained, FORCE_COLOR="1")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", re.sub(r"\x1b\[[0-9;]*m", "", result.stdout))
    assert "[red]" in result.stdout


def test_a_reader_that_goes_is_no_noise(command: list[str], environment: dict[str, str], crash: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [*command, "diagnose", str(crash)]
    process = subprocess.Popen(words, stdout=writer, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment)
    os.close(writer)
    _, errors = process.communicate(timeout=60)
    assert errors == b""
    assert process.returncode == 141


def test_a_full_disk_is_one_clear_message(command: list[str], environment: dict[str, str], crash: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        words = [*command, "diagnose", str(crash)]
        result = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    assert (result.returncode, result.stderr) == (2, "rootrank: the answer can't be written: No space left on device\n")


@pytest.mark.parametrize("ending", ["\n", ""])
@pytest.mark.parametrize("through", ["stdin", "fifo"])
def test_ctrl_c_prints_what_was_found_until_then(command: list[str], crash: Path, through: str, ending: str) -> None:
    fifo = crash.with_name("live")
    os.mkfifo(fifo)
    words = [*command, "diagnose", "-" if through == "stdin" else str(fifo)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        with process.stdin if through == "stdin" else fifo.open("wb", buffering=0) as stream:
            # More than a pipe holds: once it is written, the process reads.
            stream.write(crash.read_bytes() + b"step 1 of many\n" * 20_000 + b"the end" + ending.encode())
            stream.flush()
            process.send_signal(signal.SIGINT)
            shown, said = process.stdout.read().decode(), process.stderr.read().decode()
    assert process.returncode == 130
    assert shown.startswith("✗ Mean of no values")
    assert "interrupted: this rests on the first" in shown
    assert said == "rootrank: interrupted; the answer rests on what was read until then\n"
