"""Runs the ast-grep binary: finds it, hands it rules and files, and decodes what it prints.

Never through a shell, and at the root of the disk: from the user's folder upwards it would read ``sgconfig.yml``, which
can name native libraries to load. Knows nothing of questions or workspaces.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

NAME = "ast-grep.exe" if os.name == "nt" else "ast-grep"
TIMEOUT_S = 10.0
MAX_ARGUMENTS = 12_000 if os.name == "nt" else 100_000
"""Bytes of rules and of file names in one call; Windows takes 32,767 in all, Linux 128 KiB in one argument."""


class Refused(Exception):  # noqa: N818  (the reader meets it as "the rules were refused")
    """ast-grep does not take the rules; the text is its reason."""


def find_binary() -> Path | None:
    """The binary: beside the interpreter, in the folder that ``ROOTRANK_AST_GREP`` names, or on the PATH."""
    folders = [Path(sys.executable).parent]
    if bundled := os.environ.get("ROOTRANK_AST_GREP"):
        folders.append(Path(bundled))
    for folder in folders:
        if os.access(folder / NAME, os.X_OK) and (folder / NAME).is_file():
            return folder / NAME
    found = shutil.which(NAME)
    return Path(found) if found else None


def scan(
    binary: Path, rules: Mapping[str, dict[str, Any]], files: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields ast-grep's matches of the rules in the files, each with its rule's key, in no particular order.

    Raises:
        Refused: when it does not take the rules.
        subprocess.TimeoutExpired, OSError: when it takes too long or can't be started.
    """
    keys = list(rules)
    documents = [
        json.dumps({"id": f"r{number}", "language": "python", "severity": "hint", "rule": rule}, ensure_ascii=False)
        for number, rule in enumerate(rules.values())
    ]
    for some_rules in _chunks(documents):
        for some_files in _chunks(files):
            for line in _run(
                [str(binary), "scan", "--inline-rules", "\n---\n".join(some_rules), "--json=stream", *some_files]
            ):
                match = json.loads(line)
                yield keys[int(match["ruleId"][1:])], match


def _run(command: Sequence[str]) -> list[bytes]:
    done = subprocess.run(
        command,
        cwd=Path(sys.executable).anchor,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT_S,
        check=False,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    if done.returncode != 0:
        raise Refused(_reason(done.stderr.decode("utf-8", "replace")))
    return done.stdout.splitlines()


def _chunks(arguments: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for argument in arguments:
        own = len(os.fsencode(argument)) + 5  # with what joins them
        if chunk and size + own > MAX_ARGUMENTS:
            yield chunk
            chunk, size = [], 0
        chunk.append(argument)
        size += own
    if chunk:
        yield chunk


def _reason(stderr: str) -> str:
    """The innermost cause that ast-grep names, else its first line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    causes = [line.removeprefix("╰▻").strip() for line in lines if line.startswith("╰▻")]
    return (causes or lines or ["ast-grep failed without a word"])[-1 if causes else 0]
