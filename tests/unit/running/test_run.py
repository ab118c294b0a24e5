"""Real commands under the recorder: the same output, signals and exit code as without it."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from struct import pack

import pytest
from rootrank.running import HEAD_BYTES, TAIL_BYTES, recorded_run, run_recorded

WRAPPER = """
import sys
from pathlib import Path
from rootrank.running import run_recorded
result = run_recorded(sys.argv[2:], record=Path(sys.argv[1]))
sys.exit(result.exit_code)
"""
# A login on the terminal that is its standard input: a session of its own, and signals from the keyboard.
LOGIN = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
DEADLINE = 30


def wrapped(record: Path, code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", WRAPPER, str(record), sys.executable, "-c", code, *arguments]


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "output.log"


@pytest.mark.parametrize("code", [0, 1, 3, 255])
def test_the_exit_code_is_passed_on(record: Path, code: int) -> None:
    result = run_recorded([sys.executable, "-c", f"raise SystemExit({code})"], record=record)
    assert (result.exit_code, result.signal, result.output_path) == (code, None, record)


def test_a_killed_command_has_the_shells_exit_code(record: Path) -> None:
    result = run_recorded(
        [sys.executable, "-c", "import os; print('last words', flush=True); os.kill(os.getpid(), 9)"], record=record
    )
    assert (result.exit_code, result.signal) == (137, 9)
    assert record.read_text() == "last words\n"


def test_a_string_is_for_the_shell(record: Path, tmp_path: Path) -> None:
    result = run_recorded("echo $WORD | tr a-z A-Z; pwd; exit 4", record=record, cwd=tmp_path, env={"WORD": "rank"})
    assert result.exit_code == 4
    assert record.read_text() == f"RANK\n{tmp_path}\n"


def test_nothing_is_recorded_unless_asked() -> None:
    assert run_recorded("exit 2", record=None).output_path is None


def test_a_record_lives_as_long_as_it_is_needed() -> None:
    with recorded_run("echo here; exit 5") as result:
        assert result.output_path
        assert result.output_path.read_text() == "here\n"
        assert result.exit_code == 5
    assert not result.output_path.exists()


def test_a_command_that_does_not_exist_is_an_error_without_leaks(record: Path) -> None:
    before = open_files()
    with pytest.raises((FileNotFoundError, PermissionError)):  # the latter where a folder of PATH is not ours
        run_recorded(["no-such-command-here"], record=record)
    assert open_files() == before


def test_signal_handlers_are_given_back(record: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)]
    run_recorded("true", record=record)
    after = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGWINCH)]
    assert after == before


def test_output_is_equal_byte_for_byte_and_streams_stay_apart(record: Path) -> None:
    code = "import os; os.write(1, bytes(range(256)) * 300); os.write(2, b'err\\r\\n\\xff'); os.write(1, b'no newline')"
    result = subprocess.run(wrapped(record, code), capture_output=True, timeout=DEADLINE, check=False)
    assert result.stdout == bytes(range(256)) * 300 + b"no newline"
    assert result.stderr == b"err\r\n\xff"
    assert sorted(record.read_bytes()) == sorted(result.stdout + result.stderr)


def test_streams_that_are_one_file_keep_their_order(record: Path) -> None:
    code = "import os\nfor i in range(200): os.write(1 + i % 2, b'%d\\n' % i)"
    result = subprocess.run(
        wrapped(record, code), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=DEADLINE, check=False
    )
    assert result.stdout == b"".join(b"%d\n" % i for i in range(200))
    assert record.read_bytes() == result.stdout


def test_big_output_is_passed_on_whole_and_recorded_in_bounds(record: Path) -> None:
    code = "import os\nfor i in range(1000): os.write(1, (b'%07d ' % i + b'x' * 991 + b'\\n') * 48)"
    with subprocess.Popen(wrapped(record, code), stdout=subprocess.PIPE) as process:
        assert process.stdout
        passed = 0
        while data := process.stdout.read(2**20):
            passed += len(data)
    assert (process.returncode, passed) == (0, 48_000_000)
    kept = record.read_bytes()
    assert HEAD_BYTES + TAIL_BYTES - 2000 < len(kept) <= HEAD_BYTES + TAIL_BYTES + 100
    assert kept.startswith(b"0000000 x")
    assert kept.splitlines()[-1].startswith(b"0000999 x")
    assert kept.count(b"bytes are left out here]\n") == 1


def test_a_reader_that_leaves_ends_the_command(record: Path) -> None:
    code = "import os, signal; signal.signal(13, signal.SIG_DFL)\nwhile True: os.write(1, b'y\\n' * 1000)"
    with subprocess.Popen(wrapped(record, code), stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"y\n"
        process.stdout.close()
        assert process.wait(DEADLINE) == 128 + signal.SIGPIPE


def test_a_process_left_behind_is_not_waited_for(record: Path) -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '60']).pid, flush=True)"
    begun = time.monotonic()
    result = run_recorded([sys.executable, "-c", code], record=record)
    try:
        assert result.exit_code == 0
        assert time.monotonic() - begun < DEADLINE
    finally:
        os.kill(int(record.read_text()), signal.SIGKILL)


def test_a_process_left_behind_that_prints_on_is_not_waited_for(record: Path) -> None:
    code = "import subprocess; print(subprocess.Popen(['yes']).pid)"
    begun = time.monotonic()
    wrapper = subprocess.run(wrapped(record, code), stdout=subprocess.DEVNULL, timeout=DEADLINE, check=False)
    assert wrapper.returncode == 0
    assert time.monotonic() - begun < DEADLINE


def test_a_slow_reader_gets_everything(record: Path) -> None:
    with subprocess.Popen(
        wrapped(record, "import os; os.write(1, b'y\\n' * 100_000)"), stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        with pytest.raises(subprocess.TimeoutExpired):  # a pipe holds 64 kiB: the wrapper waits for its reader
            process.wait(2)
        assert len(process.stdout.read()) == 200_000
    assert process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_us_reaches_the_command(record: Path, number: signal.Signals) -> None:
    # In a session without a terminal, so that this is the only way for it.
    code = (
        "import signal, sys\n"
        f"signal.signal({int(number)}, lambda n, f: sys.exit(40 + n))\n"
        "print('ready', flush=True)\nsignal.pause()"
    )
    with subprocess.Popen(wrapped(record, code), stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        assert process.wait(DEADLINE) == 40 + number


def test_what_is_ignored_stays_ignored(record: Path) -> None:
    code = "import signal; print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN)"
    ignoring = "import os, signal, sys; signal.signal(1, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    result = subprocess.run(
        [sys.executable, "-c", ignoring, *wrapped(record, code)], capture_output=True, timeout=DEADLINE, check=False
    )
    assert result.stdout == b"True\n"


class Terminal:
    """A terminal's keyboard and screen, with the wrapper logged in on it."""

    def __init__(self, command: list[str]) -> None:
        self.master, slave = pty.openpty()
        self.resize(24, 80)
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOGIN, *command], stdin=slave, stdout=slave, stderr=slave, close_fds=True
        )
        os.close(slave)
        self.screen = b""

    def resize(self, rows: int, columns: int) -> None:
        ioctl(self.master, termios.TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))

    def until(self, text: bytes) -> bytes:
        """Read the screen until it shows the text."""
        deadline = time.monotonic() + DEADLINE
        while text not in self.screen:
            assert select.select([self.master], [], [], max(0, deadline - time.monotonic()))[0], self.screen
            self.screen += os.read(self.master, 65536)
        return self.screen


@contextmanager
def terminal(command: list[str]) -> Iterator[Terminal]:
    opened = Terminal(command)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
        opened.process.wait(DEADLINE)
        os.close(opened.master)


def test_the_command_sees_a_terminal_of_the_right_size(record: Path) -> None:
    code = "import os, sys; print(sys.stdout.isatty(), sys.stderr.isatty(), os.get_terminal_size(1)); print('done')"
    with terminal(wrapped(record, code)) as opened:
        screen = opened.until(b"done\r\n")
        assert opened.process.wait(DEADLINE) == 0
    assert screen == b"True True os.terminal_size(columns=80, lines=24)\r\ndone\r\n"
    assert record.read_bytes() == screen.replace(b"\r\n", b"\n")


def test_the_keyboards_interrupt_comes_once(record: Path) -> None:
    code = (
        "import signal\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])\nprint('ready', flush=True)\n"
        "signal.sigwait([signal.SIGINT])\n"
        "print('again' if signal.sigtimedwait([signal.SIGINT], 0.5) else 'once', flush=True)\n"
        "raise SystemExit(7)"
    )
    with terminal(wrapped(record, code)) as opened:
        opened.until(b"ready")
        os.write(opened.master, b"\x03")
        opened.until(b"once")
        assert opened.process.wait(DEADLINE) == 7


def test_an_interrupted_command_ends_as_one(record: Path) -> None:
    code = "import signal; signal.signal(2, signal.SIG_DFL); print('ready', flush=True); signal.pause()"
    with terminal(wrapped(record, code)) as opened:
        opened.until(b"ready")
        os.write(opened.master, b"\x03")
        assert opened.process.wait(DEADLINE) == 130


def test_a_new_size_reaches_the_command(record: Path) -> None:
    code = (
        "import os, signal\n"
        "def show(n, f):\n    print(os.get_terminal_size(1).columns, 'columns', flush=True)\n"
        "signal.signal(signal.SIGWINCH, show)\nprint('ready', flush=True)\n"
        "while True: signal.pause()"
    )
    with terminal(wrapped(record, code)) as opened:
        opened.until(b"ready")
        opened.resize(40, 132)
        opened.until(b"132 columns")


def test_the_command_reads_the_keyboard(record: Path) -> None:
    with terminal(wrapped(record, "print('got', input('name? '))")) as opened:
        opened.until(b"name? ")
        os.write(opened.master, b"rank\n")
        opened.until(b"got rank")
        assert opened.process.wait(DEADLINE) == 0


def test_the_streams_dont_cut_each_others_lines_in_the_record(record: Path) -> None:
    code = (
        "import os, time\n"
        "os.write(2, b'Trace'); time.sleep(0.2); os.write(1, b'step 1 loss 0.5\\n'); time.sleep(0.2)\n"
        "os.write(2, b'back\\n'); os.write(1, b'no end')\n"
    )
    run_recorded([sys.executable, "-c", code], record=record)
    assert sorted(record.read_text().splitlines()) == ["Traceback", "no end", "step 1 loss 0.5"]
