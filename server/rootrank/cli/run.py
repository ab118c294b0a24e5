"""``rootrank run``: a command as if it ran by itself, with a copy of its output, how it ended, and why it failed.

The engine is loaded only when there is something to judge, so the command starts at once.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rootrank.cli.live import alert_words, check_folders
from rootrank.cli.terminal import UsageError, say
from rootrank.running import Record, RunResult, run_recorded, vigil

if TYPE_CHECKING:
    from rootrank.cli.judging import RunJudge

ORIGINAL_PYTHONPATH = "ROOTRANK_ORIGINAL_PYTHONPATH"
"""Set by the editor, which starts us with its bundled libraries on PYTHONPATH: what PYTHONPATH was before."""
NOT_FOUND, NOT_EXECUTABLE = 127, 126
LAST_STANDARD = 2
"""Descriptor of the standard error."""


def main(arguments: argparse.Namespace) -> int:
    """Runs the command and passes its exit code on."""
    if bool(arguments.shell) == bool(arguments.argv):
        raise UsageError("give the command after --, as in `rootrank run -- python train.py`, or with --shell STRING")
    _open_closed_streams()
    command: str | list[str] = arguments.shell or arguments.argv
    diagnosis = _Diagnosis(arguments)
    record = _writable(arguments.record) if arguments.record else _own_record()
    watched = diagnosis.watching if diagnosis.wanted else None
    try:
        result = run_recorded(command, record=record, cwd=None, env=child_environment(os.environ), watched=watched)
    except FileNotFoundError as error:
        result = _not_started(NOT_FOUND, error, record)
    except PermissionError as error:
        result = _not_started(NOT_EXECUTABLE, error, record)
    # Whoever waits for the result doesn't wait for the diagnosis.
    if arguments.result:
        write_result(Path(arguments.result), result)
    if result.problem:
        say(result.problem)
    told = diagnosis.wanted and diagnosis.at_end(result)
    if not arguments.record:
        _keep_or_drop(record, result, told=told)
    return result.exit_code


class _Diagnosis:
    """What is told of the command."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        check_folders(arguments.workspace)
        self._arguments = arguments
        self._alert = alert_words(arguments.alert)
        self.wanted = not arguments.quiet or bool(self._alert)

    def watching(self, record: Record) -> AbstractContextManager[None]:
        def judge(record: Record) -> None:
            self._judge.while_running(record)

        return vigil(record, judge, quiet=self._arguments.wait, longest=self._arguments.wait_at_most)

    def at_end(self, result: RunResult) -> bool:
        if not result.output_path or not result.output_path.stat().st_size:
            return False
        try:
            return self._judge.at_end(result)
        except KeyboardInterrupt:
            return False  # the command's own exit code is what counts

    @cached_property
    def _judge(self) -> RunJudge:
        from rootrank.cli.judging import RunJudge  # noqa: PLC0415  (loaded only when used)

        arguments = self._arguments
        return RunJudge(
            command=arguments.shell or shlex.join(arguments.argv),
            workspaces=arguments.workspace,
            workspace_rules=arguments.workspace_rules,
            shows_card=not arguments.quiet,
            alert_words=self._alert,
        )


def _open_closed_streams() -> None:
    """Put nothing where a standard stream was closed, or the record would get its number, and the output twice."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= LAST_STANDARD:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  (it lives as long as we do)


def child_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment for the user's command: without the libraries that the editor put on our PYTHONPATH."""
    child = dict(environ)
    original = child.pop(ORIGINAL_PYTHONPATH, None)
    if original:
        child["PYTHONPATH"] = original
    elif original is not None:
        child.pop("PYTHONPATH", None)
    return child


def write_result(path: Path, result: RunResult) -> None:
    """Writes how the command ended; whoever waits for the file sees it whole or not at all."""
    data = {"exit_code": result.exit_code, "signal": result.signal, "record": str(result.output_path)}
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(json.dumps(data) + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        say(f"--result {path} can't be written: {error.strerror}")


def _writable(name: str) -> Path:
    path = Path(name)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UsageError(f"--record {name}: give a file in a folder that exists")
    return path


def _own_record() -> Path:
    handle, name = tempfile.mkstemp(prefix="rootrank-", suffix=".log")
    os.close(handle)
    return Path(name)


def _not_started(code: int, error: OSError, record: Path) -> RunResult:
    say(f"{error.filename}: {error.strerror}; nothing was run")
    return RunResult(exit_code=code, signal=None, output_path=record)


def _keep_or_drop(record: Path, result: RunResult, *, told: bool) -> None:
    if (result.exit_code or told) and record.stat().st_size:
        say(f"exit code {result.exit_code}; why: rootrank diagnose {shlex.quote(str(record))}")
    else:
        record.unlink(missing_ok=True)
