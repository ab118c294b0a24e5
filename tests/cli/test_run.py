from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rootrank.cli.run import child_environment

from .conftest import CASES, Rootrank
from .terminals import DEADLINE_S, Screen

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


TITLE = "Mean of no values"
"""Of the entry that explains the crash."""
DIVIDES = "def mean(total, count):\n    return total / count\nprint('epoch 0', flush=True)\nmean(1, 0)\n"
HANGS = """
import sys, time
print("[rank0]: epoch 0", flush=True)
for line in open(sys.argv[1]):
    print("[rank2]:", line, end="", flush=True)
print("[rank0]: waiting for rank 2", flush=True)
while True:
    time.sleep(60)
"""
"""Rank 2 fails, and the launcher waits for it."""
NOTES = "import sys; open('alerted', 'a').write(repr(sys.argv[1:]) + chr(10))"


@contextmanager
def started(
    command: list[str], environment: dict[str, str], folder: Path, *words: str
) -> Iterator[subprocess.Popen[str]]:
    """The command line at work; it is ended with the block."""
    with subprocess.Popen(
        [*command, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """What it writes to stderr up to the line that holds the text."""
    assert process.stderr
    lines = []
    for line in process.stderr:
        lines.append(line)
        if text in line:
            return "".join(lines)
    raise AssertionError("".join(lines))


def appears(path: Path) -> str:
    """The text of a file that another process is about to write."""
    end = time.monotonic() + DEADLINE_S
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < end, path
        time.sleep(0.01)
    return path.read_text()


def test_a_failure_is_explained_below_the_output(rootrank: Rootrank, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(DIVIDES)
    result = rootrank("run", "--record", "out.log", "--workspace", ".", "--", sys.executable, "train.py")
    assert (result.returncode, result.stdout) == (1, "epoch 0\n")
    assert result.stderr.index("ZeroDivisionError") < result.stderr.index(TITLE)
    assert "max(count, 1)" in result.stderr
    assert "rootrank fix out.log --workspace . --apply" in result.stderr


def test_the_card_is_that_of_its_record(rootrank: Rootrank, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(DIVIDES)
    command = [sys.executable, "train.py"]
    result = rootrank("run", "--record", "out.log", "--", *command)
    card = result.stderr[result.stderr.index("✗") :]
    diagnosed = rootrank("diagnose", "out.log").stdout
    # The command, which only the wrapper knows, is all that it adds.
    assert [line for line in card.splitlines() if line not in diagnosed.splitlines()] in (
        [],
        [f"  Prove it {shlex.join(command)}"],
    )


def test_a_failure_that_did_not_end_the_command_is_explained_too(rootrank: Rootrank, tmp_path: Path) -> None:
    shown = CASES / "crash.log"
    result = rootrank("run", *python(f"print(open({str(shown)!r}).read())"), TMPDIR=str(tmp_path))
    assert result.returncode == 0
    assert TITLE in result.stderr
    assert len(list(tmp_path.glob("rootrank-*.log"))) == 1


@pytest.mark.parametrize("option", ["--quiet", "--no-card"])
def test_it_can_be_told_to_say_nothing(rootrank: Rootrank, option: str) -> None:
    result = rootrank("run", option, "--record", "out.log", *python("1 / 0"))
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize("script", ["print('epoch 0')", "pass", "raise SystemExit(3)"])
def test_there_is_no_card_where_nothing_tells_of_a_failure(rootrank: Rootrank, script: str) -> None:
    assert rootrank("run", "--record", "out.log", *python(script)).stderr == ""


def test_a_workspace_that_is_not_there_is_said_before_anything_runs(rootrank: Rootrank, tmp_path: Path) -> None:
    result = rootrank("run", "--workspace", "gone", *python("open('ran', 'w')"))
    assert (result.returncode, (tmp_path / "ran").exists()) == (2, False)
    assert "--workspace gone" in result.stderr


@pytest.mark.parametrize(
    "words", [["--wait", "0"], ["--wait", "nan"], ["--wait-at-most", "x"], ["--alert", ""], ["--alert", "'"]]
)
def test_options_that_make_no_sense(rootrank: Rootrank, words: list[str]) -> None:
    assert rootrank("run", *words, *python("pass")).returncode == 2


def test_a_command_that_hangs_after_a_rank_failed_is_told_and_goes_on(
    command: list[str], environment: dict[str, str], tmp_path: Path, crash: Path
) -> None:
    words = ["run", "--wait", "0.1", "--record", "out.log", "--", sys.executable, "-c", HANGS, str(crash)]
    with started(command, environment, tmp_path, *words) as process:
        told = read_until(process, "rules show")
        assert "still running" in told
        assert "rank 2" in told
        assert TITLE in told
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=DEADLINE_S)[1]
    assert process.returncode == 128 + signal.SIGTERM
    assert TITLE not in rest  # it was told already


def test_output_that_does_not_end_is_told_at_last(
    command: list[str], environment: dict[str, str], tmp_path: Path, crash: Path
) -> None:
    script = (
        f"print(open({str(crash)!r}).read(), flush=True)\nimport time\n"
        "while True: print('waiting', flush=True); time.sleep(0.02)"
    )
    words = ["run", "--wait", "0.5", "--wait-at-most", "0.6", "--record", "out.log", *python(script)]
    with started(command, environment, tmp_path, *words) as process:
        assert "still running" in read_until(process, TITLE)
        assert process.poll() is None


def test_what_was_survived_is_taken_back(
    command: list[str], environment: dict[str, str], tmp_path: Path, crash: Path
) -> None:
    script = (
        f"print(open({str(crash)!r}).read(), flush=True)\nimport os, time\n"
        "while not os.path.exists('go'): time.sleep(0.01)\n"
        "for n in range(300): print('epoch', n, 'loss', 1 / (n + 1))\nprint('Training finished successfully')"
    )
    with started(command, environment, tmp_path, "run", "--wait", "0.1", "--record", "o", *python(script)) as process:
        assert TITLE in read_until(process, "rules show")
        (tmp_path / "go").touch()
        out, rest = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0
    assert out.endswith("Training finished successfully\n")
    assert rest == "rootrank: the command went on and ended well: what was told above did not end it\n"


def test_the_alert_gets_the_title_as_one_argument(rootrank: Rootrank, tmp_path: Path) -> None:
    own = shlex.join([sys.executable, "-c", NOTES, "my phone"])
    rootrank("run", "--quiet", "--alert", own, *python("1 / 0"))
    assert appears(tmp_path / "alerted") == f"['my phone', 'Rootrank: {TITLE}']\n"


def test_no_shell_reads_the_title(rootrank: Rootrank, tmp_path: Path) -> None:
    message = "$(touch pwned); `touch pwned` | touch pwned #"
    script = f"raise RuntimeError({message!r})"
    own = shlex.join([sys.executable, "-c", NOTES, ";", "touch", "pwned"])
    rootrank("run", "--alert", own, *python(script))
    told = appears(tmp_path / "alerted")
    assert "$(touch pwned)" in told
    assert not (tmp_path / "pwned").exists()


def test_the_alert_hides_what_is_private(rootrank: Rootrank, tmp_path: Path) -> None:
    own = shlex.join([sys.executable, "-c", NOTES])
    rootrank("run", "--alert", own, *python("raise RuntimeError('no access for kim@example.com')"))
    told = appears(tmp_path / "alerted")
    assert "no access for" in told
    assert "kim" not in told


def test_an_alert_that_can_not_start_is_said(rootrank: Rootrank) -> None:
    result = rootrank("run", "--alert", "no-such-program-here", *python("1 / 0"))
    assert result.returncode == 1
    assert "--alert no-such-program-here" in result.stderr


def test_there_is_no_alert_without_a_failure(rootrank: Rootrank, tmp_path: Path) -> None:
    rootrank("run", "--alert", shlex.join([sys.executable, "-c", NOTES]), *python("print('epoch 0')"))
    assert not (tmp_path / "alerted").exists()


def test_the_bell_rings_in_a_terminal_only(
    command: list[str], environment: dict[str, str], tmp_path: Path, rootrank: Rootrank
) -> None:
    words = ["run", "--alert", "bell", "--record", "out.log", *python("1 / 0")]
    with Screen([*command, *words], environment, tmp_path) as screen:
        assert screen.end() == 1
        assert "\a" in screen.text
        assert "\x1b[" in screen.text  # in colour
    assert "\a" not in rootrank(*words).stderr


def test_ctrl_c_ends_the_command_without_a_card(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    script = "import time; print('ready', flush=True); time.sleep(60)"
    with Screen([*command, "run", "--record", "out.log", *python(script)], environment, tmp_path) as screen:
        screen.until("ready")
        screen.press("\x03")
        assert screen.end() == 130
        assert "KeyboardInterrupt" in screen.text
        assert "✗" not in screen.text


def test_a_closed_stderr_keeps_the_exit_code(command: list[str], environment: dict[str, str], tmp_path: Path) -> None:
    script = "print('Traceback (most recent call last):\\nValueError: 3', flush=True); raise SystemExit(7)"
    words = [*command, "run", "--record", "out.log", *python(script)]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *words], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 7
    assert (tmp_path / "out.log").read_text().endswith("ValueError: 3\n")
