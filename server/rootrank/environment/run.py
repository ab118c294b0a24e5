"""The command that ran, as the editor or the wrapper knows it, and the script in it."""

from __future__ import annotations

import shlex

from attrs import frozen

_LAUNCHERS = ("torchrun", "accelerate", "deepspeed", "mpirun", "mpiexec", "srun")


@frozen
class RunContext:
    """What the caller knows of the run whose output is diagnosed."""

    command: str | None = None
    """The command line as it was typed."""
    cwd: str | None = None
    """The folder it ran in."""
    exit_code: int | None = None
    """Its exit code; None when unknown."""


def words_of(command: str) -> list[str]:
    """Splits a command line as a shell would; one that a shell would refuse is split at spaces."""
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def script_of(command: str) -> str | None:
    """Returns the Python script in a command line, as written there; None when there is none."""
    return next((word for word in words_of(command) if word.endswith(".py")), None)


def launcher_of(command: str) -> str | None:
    """Returns the launcher that a command line begins with (after assignments and wrappers); None for plain Python."""
    names = [word.rsplit("/", 1)[-1] for word in words_of(command)]
    return next((name for name in names if name in _LAUNCHERS), None)
