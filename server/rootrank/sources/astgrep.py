"""Runs the ast-grep binary: finds it, hands it rules and files, and decodes what it prints.

Never through a shell, never in the user's folder: a project's own ``sgconfig.yml`` could name native libraries to load.
Knows nothing of questions or workspaces.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

NAME = "ast-grep.exe" if os.name == "nt" else "ast-grep"
TIMEOUT_S = 10.0
MAX_ARGUMENTS = 24_000 if os.name == "nt" else 100_000
"""Characters of file names in one call; Windows takes 32,767 in all, Linux at least 128 KiB."""

log = logging.getLogger(__name__)


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


def prepare(folder: Path, rules: Sequence[dict[str, Any]]) -> None:
    """Writes the rules into a private folder, named ``r0``, ``r1``, … in order. JSON is YAML, so no YAML is needed.

    They go through a file because one argument may not be longer than 128 KiB on Linux.
    """
    (folder / "rules").mkdir(exist_ok=True)
    (folder / "sgconfig.yml").write_text("ruleDirs: [rules]\n", encoding="utf-8")
    documents = (
        json.dumps({"id": f"r{number}", "language": "python", "severity": "hint", "rule": rule}, ensure_ascii=False)
        for number, rule in enumerate(rules)
    )
    (folder / "rules" / "rules.yml").write_text("\n---\n".join(documents), encoding="utf-8")


def scan(binary: Path, folder: Path, files: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yields ast-grep's matches of the prepared rules in the files, in no particular order.

    Raises:
        Refused: when it does not take the rules.
        subprocess.TimeoutExpired, OSError: when it takes too long or can't be started.
    """
    for chunk in _chunks(files):
        done = subprocess.run(
            [str(binary), "scan", "--config", str(folder / "sgconfig.yml"), "--json=stream", *chunk],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if done.returncode != 0:
            raise Refused(_reason(done.stderr.decode("utf-8", "replace")))
        for line in done.stdout.splitlines():
            yield json.loads(line)


def _chunks(files: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for file in files:
        size += len(file.encode("utf-8", "surrogateescape")) + 1
        if chunk and size > MAX_ARGUMENTS:
            yield chunk
            chunk, size = [], len(file) + 1
        chunk.append(file)
    if chunk:
        yield chunk


def _reason(stderr: str) -> str:
    """The innermost cause that ast-grep names, else its first line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    causes = [line.removeprefix("╰▻").strip() for line in lines if line.startswith("╰▻")]
    return (causes or lines or ["ast-grep failed without a word"])[-1 if causes else 0]
