"""What the commands that stay with a run check before they begin.

Imports nothing of the engine, so ``run`` starts at once.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rootrank.cli.terminal import UsageError

BELL = ("bell",)
"""What ``--alert`` says for the terminal's own bell."""


def alert_words(text: str | None) -> tuple[str, ...]:
    """The words of ``--alert``, to which the title is added; none without it.

    Raises:
        UsageError: They can't be split.
    """
    if text is None:
        return ()
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--alert {text}: {error}") from error
    if not words:
        raise UsageError("--alert: give bell, or a command")
    return words


def check_folders(names: Sequence[str]) -> None:
    """Check the workspaces before the command runs.

    Raises:
        UsageError: One isn't there.
    """
    for name in names:
        if not Path(name).is_dir():
            raise UsageError(f"--workspace {name}: there is no such folder; give the folder of the code that ran")
