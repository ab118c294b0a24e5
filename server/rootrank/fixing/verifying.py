"""The command that proves a fix, filled from the run. It is built here and never run here."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence

from rootrank.model.document import Verify
from rootrank.rulebook.entry import Entry

PLACE = re.compile(r"(\{command\}|\{script\})")
OPERATORS = re.compile(r"[;&|<>()\n]+")


def verification(
    entry: Entry,
    *,
    command: str | None,
    script: str | None,
    arguments: Sequence[str] | None = None,
    fill: Callable[[str], str] = str,
) -> Verify:
    """The entry's verification for this run.

    Args:
        entry: The entry that explains the run.
        command: The command line that failed, as it was typed; None when the log doesn't tell.
        script: The script that was started; None when the log doesn't tell.
        arguments: The script's arguments; None when the log doesn't tell.
        fill: Fills the placeholders of a text, other than ``{command}`` and ``{script}``.
    """
    needs: list[str] = []
    template = entry.verify.template
    if command is None and script is not None:
        command = quoted(["python", script, *(arguments or ())])
        if arguments is None and "{command}" in template:
            needs.append("the arguments it was started with")
    given = {"{command}": command, "{script}": quoted([script]) if script is not None else None}
    missing = {"{command}": "the command that was run", "{script}": "the script that was started"}
    unknown = [missing[name] for name in dict.fromkeys(PLACE.findall(template)) if given[name] is None]
    if unknown:
        return _verify(entry, None, [*unknown, *needs], fill)
    if command is not None and "{command}" in template and template.strip() != "{command}":
        given["{command}"] = _as_one_command(command, template)
        if given["{command}"] is None:
            return _verify(entry, None, ["the command without what the shell does around it"], fill)
    pieces = [given[piece] if piece in given else fill(piece) for piece in PLACE.split(template)]
    return _verify(entry, "".join(piece or "" for piece in pieces), needs, fill)


def quoted(words: Sequence[str]) -> str:
    """The words as one command line of this system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _as_one_command(command: str, template: str) -> str | None:
    """The command so that a template can put a variable before it; None when it adds arguments behind a pipe."""
    try:
        words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    except ValueError:  # a quote that is never closed
        return None
    compound = "\n" in command or any(OPERATORS.fullmatch(word) for word in words)
    if not compound:
        return command
    if template.split("{command}", 1)[1].strip():
        return None
    return f"sh -c {shlex.quote(command)}"


def _verify(entry: Entry, command: str | None, needs: list[str], fill: Callable[[str], str]) -> Verify:
    return Verify(
        command=command,
        template=entry.verify.template,
        needs=needs,
        expect=fill(entry.verify.expect),
        outcome=None,
    )
