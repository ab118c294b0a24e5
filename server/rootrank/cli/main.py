"""The entry point: picks the command, turns what goes wrong into one clear message and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from rootrank.cli.parser import parse
from rootrank.cli.terminal import UsageError, say, silence

USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended: the reader of our output has gone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    arguments = parse(sys.argv[1:] if argv is None else argv)
    try:
        code = import_module(f"rootrank.cli.{arguments.name}").main(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        say(str(error))
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        silence()
        return BROKEN_PIPE
    return int(code)
