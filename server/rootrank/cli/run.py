"""``rootrank run``: a command as if it ran by itself, with a copy of its output and a note of how it ended."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path

from rootrank.cli.terminal import UsageError, say
from rootrank.running import RunResult, run_recorded

ORIGINAL_PYTHONPATH = "ROOTRANK_ORIGINAL_PYTHONPATH"
"""Set by the editor, which starts us with its bundled libraries on PYTHONPATH: what PYTHONPATH was before."""
NOT_FOUND, NOT_EXECUTABLE = 127, 126


def main(arguments: argparse.Namespace) -> int:
    """Runs the command and passes its exit code on."""
    if bool(arguments.shell) == bool(arguments.argv):
        raise UsageError("give the command after --, as in `rootrank run -- python train.py`, or with --shell STRING")
    command: str | list[str] = arguments.shell or arguments.argv
    record = _writable(arguments.record) if arguments.record else _own_record()
    try:
        result = run_recorded(command, record=record, cwd=None, env=child_environment(os.environ))
    except FileNotFoundError as error:
        result = _not_started(NOT_FOUND, error, record)
    except PermissionError as error:
        result = _not_started(NOT_EXECUTABLE, error, record)
    if arguments.result:
        write_result(Path(arguments.result), result)
    if result.problem:
        say(result.problem)
    if not arguments.record:
        _keep_or_drop(record, result)
    return result.exit_code


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


def _keep_or_drop(record: Path, result: RunResult) -> None:
    if result.exit_code and record.stat().st_size:
        say(f"exit code {result.exit_code}; why: rootrank diagnose {shlex.quote(str(record))}")
    else:
        record.unlink(missing_ok=True)
