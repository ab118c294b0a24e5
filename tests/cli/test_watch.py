"""Logs that grow while they are followed: told once it got quiet, told once, and from where they begin anew."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from .conftest import CASES, Rootrank
from .terminals import DEADLINE_S, Screen

TITLE = "Mean of no values"
HEALTHY = "epoch 0 loss 0.5\nepoch 1 loss 0.4\nTraining finished successfully\n"
QUIET = ("--wait", "0.1")


class Watch:
    """The command at work: what it told so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._told: list[str] = []
        self._more = threading.Condition()
        self._over = 0
        for stream in (process.stdout, process.stderr):
            threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                with self._more:
                    self._told.append(line)
                    self._more.notify_all()
        with self._more:
            self._over += 1
            self._more.notify_all()

    @property
    def told(self) -> str:
        """All lines of both streams."""
        return "".join(self._told)

    def until(self, enough: Callable[[str], bool]) -> str:
        """What was told when it was enough."""
        with self._more:
            assert self._more.wait_for(lambda: enough(self.told) or self._over == 2, DEADLINE_S), self.told
            assert enough(self.told), self.told
            return self.told

    def cards(self, count: int) -> str:
        """What was told when so many cards were."""
        return self.until(lambda told: told.count("rules show") == count)

    def end(self) -> int:
        """Wait for its end, and give the exit code."""
        code = self.process.wait(DEADLINE_S)
        with self._more:
            assert self._more.wait_for(lambda: self._over == 2, DEADLINE_S)
        return code

    def interrupt(self) -> int:
        """Ask it to end, as Ctrl-C does, and give the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.end()


Watching = Callable[..., "Watch"]


@pytest.fixture
def watching(command: list[str], environment: dict[str, str], tmp_path: Path) -> Iterator[Watching]:
    """Starts the command in the test's folder; what still runs is ended with the test."""
    started = []

    def start(*words: object, quiet: tuple[str, ...] = QUIET) -> Watch:
        process = subprocess.Popen(
            [*command, "watch", *quiet, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment,
        )
        started.append(Watch(process))
        return started[-1]

    yield start
    for watch in started:
        watch.process.kill()
        watch.end()


@contextmanager
def writing(path: Path, data: bytes) -> Iterator[None]:
    """A thread that appends to a file, a few bytes at a time."""

    def write() -> None:
        for start in range(0, len(data), 40):
            with path.open("ab") as file:
                file.write(data[start : start + 40])
            time.sleep(0.001)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def timeless(text: str) -> object:
    document = json.loads(text)
    document["input"]["seconds"] = 0
    return document


def test_a_log_that_grows_gives_the_answer_of_diagnose(
    watching: Watching, rootrank: Rootrank, crash: Path, tmp_path: Path
) -> None:
    data = crash.read_bytes()
    crash.write_bytes(b"")
    # Long enough that no pause of the writer is taken for the end.
    watch = watching("crash.log", "--once", "--format", "json", quiet=("--wait", "1"))
    with writing(crash, data):
        code = watch.end()
    told = watch.until(lambda told: told.endswith("}\n"))
    diagnosed = rootrank("diagnose", "crash.log", "--format", "json")
    assert timeless(told) == timeless(diagnosed.stdout)
    assert code == diagnosed.returncode == 1


def test_a_failure_that_no_entry_explains_has_its_exit_code(watching: Watching, unexplained: Path) -> None:
    assert watching("other.log", "--once").end() == 3


def test_it_goes_on_and_tells_a_failure_once(watching: Watching, crash: Path) -> None:
    watch = watching("crash.log")
    watch.cards(1)
    again = crash.read_text()
    with crash.open("a") as file:
        file.write("RuntimeError: Connection closed by peer\n")
    # What came late is judged at the latest before the log is begun anew.
    crash.rename(crash.with_suffix(".log.1"))
    crash.write_text("a line more\n" + again)
    told = watch.cards(2)
    assert told.count("crash.log:12") == told.count("crash.log:13") == 1
    assert watch.interrupt() == 130


def test_ctrl_c_ends_with_what_is_known(
    command: list[str], environment: dict[str, str], tmp_path: Path, crash: Path
) -> None:
    with Screen([*command, "watch", "crash.log", "gone.log", "--wait", "500"], environment, tmp_path) as screen:
        screen.until("gone.log isn't there yet")
        screen.press("\x03")
        assert screen.end() == 130
        assert "interrupted" in screen.text


def test_a_healthy_log_is_not_told(watching: Watching, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_text(HEALTHY + "Traceback (most recent call last) was printed by nobody\n" + HEALTHY)
    (tmp_path / "late.log").touch()
    watch = watching("train.log", "late.log")
    shutil.copy(CASES / "crash.log", tmp_path / "late.log")
    told = watch.cards(1)
    assert told.count("✗") == 1


def test_a_rotated_log_is_begun_anew(watching: Watching, crash: Path) -> None:
    watch = watching("crash.log")
    watch.cards(1)
    again = crash.read_text()
    crash.rename(crash.with_suffix(".log.1"))
    crash.write_text(again)
    told = watch.cards(2)  # the new run fails as the old one did, and that is news
    assert told.count("crash.log:12") == 2


def test_a_truncated_log_is_judged_before_it_is_forgotten(watching: Watching, crash: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    watch = watching("crash.log", "pipe", quiet=("--wait", "1000"))
    watch.until(lambda told: "no ordinary file" in told)  # so the log was read
    crash.write_text("epoch 0 loss 0.5\n")
    assert "crash.log:12" in watch.cards(1)
    assert watch.interrupt() == 130


def test_a_log_that_vanishes_was_still_read(watching: Watching, crash: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    watch = watching("crash.log", "pipe", "--once", quiet=("--wait", "1"))
    watch.until(lambda told: "no ordinary file" in told)  # so the log was read
    crash.unlink()
    assert "crash.log:12" in watch.cards(1)
    assert watch.end() == 1


def test_a_folder_may_come_later(watching: Watching, crash: Path, tmp_path: Path) -> None:
    watch = watching("logs", "--once")
    watch.until(lambda told: "logs isn't there yet" in told)
    (tmp_path / "logs").mkdir()
    crash.rename(tmp_path / "logs" / "rank0.log")
    assert "logs/rank0.log:12" in watch.cards(1)
    assert watch.end() == 1


def test_new_rank_files_join_the_run(watching: Watching, crash: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "rank0.log").write_text("epoch 0 loss 0.5\n")
    (folder / "rank1.log").write_text("epoch 0 loss 0.5\n")
    watch = watching("logs", "--once", "--format", "json")
    shutil.copy(crash, folder / "rank2.log")
    assert watch.end() == 1
    document = json.loads(watch.told)
    assert document["ranks"]["initiating"] == 2
    assert [Path(name).name for name in document["input"]["files"]] == ["rank0.log", "rank1.log", "rank2.log"]


def test_the_alert_comes_with_the_card(watching: Watching, crash: Path, tmp_path: Path) -> None:
    notes = "import sys; open('alerted', 'a').write(repr(sys.argv[1:]) + chr(10))"
    watch = watching("crash.log", "--once", "--alert", shlex.join([sys.executable, "-c", notes]))
    assert watch.end() == 1
    deadline = time.monotonic() + DEADLINE_S
    while not (tmp_path / "alerted").exists() or not (tmp_path / "alerted").read_text().endswith("\n"):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert (tmp_path / "alerted").read_text() == f"['Rootrank: {TITLE}']\n"


@pytest.mark.parametrize("words", [[], ["-"], ["a.log", "--workspace", "gone"], ["a.log", "--alert", "'"]])
def test_usage_errors(rootrank: Rootrank, words: list[str]) -> None:
    result = rootrank("watch", *words)
    assert result.returncode == 2
    assert "rootrank" in result.stderr


def test_a_masked_answer(watching: Watching, crash: Path) -> None:
    watch = watching("--mask=all", "crash.log", "--once")
    assert watch.end() == 1
    assert "kim" not in watch.cards(1)


def test_more_files_are_followed_than_a_process_may_open_at_first(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for rank in range(80):
        shutil.copy(CASES / "crash.log", folder / f"rank{rank}.log")
    words = [*command, "watch", *QUIET, "--once", "--format", "json", "logs"]
    limited = ["sh", "-c", 'ulimit -Sn 60; exec "$@"', "sh", *words]
    done = subprocess.run(limited, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert len(json.loads(done.stdout)["input"]["files"]) == 80
    assert done.stderr == ""
