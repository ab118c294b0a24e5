"""``rootrank diagnose``: logs in, the answer out."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from rootrank.cli.inputs import STDIN, Interruption, diagnosed
from rootrank.cli.terminal import UsageError, answer, can_ask, say, wants_colour, width_of
from rootrank.model.document import Confidence, Document

NOTHING, FOUND, UNEXPLAINED, INTERRUPTED = 0, 1, 3, 130
_ORDER: tuple[Confidence, ...] = ("possible", "likely", "confirmed")


def main(arguments: argparse.Namespace) -> int:
    """Prints the diagnosis of the given logs."""
    files = _files(arguments.files)
    document = diagnosed(files, arguments.workspace, interruption=Interruption()).document
    answer(_rendered(document, arguments))
    if not document.input.complete:
        say("interrupted; the answer rests on what was read until then")
        return INTERRUPTED
    return exit_code(document, arguments.fail_on)


def exit_code(document: Document, fail_on: Confidence) -> int:
    """What the document means to a script."""
    bar = _ORDER.index(fail_on)
    if any(_ORDER.index(one.confidence) >= bar for one in document.diagnoses):
        return FOUND
    unexplained = document.verdict == "failure" and not document.diagnoses and not document.suppressed
    return UNEXPLAINED if unexplained else NOTHING


def _files(files: list[str]) -> list[str]:
    if files.count(STDIN) > 1:
        raise UsageError("- stands for stdin and can be given once only")
    if not files and can_ask():
        raise UsageError("give a log file, as in `rootrank diagnose train.log`, or pipe the output in")
    if STDIN in files and can_ask():
        say("reading from the terminal; end with Ctrl-D")
    return files or [STDIN]


def _rendered(document: Document, arguments: argparse.Namespace) -> str:
    if arguments.format == "json":
        from rootrank.presenting.document import to_json  # noqa: PLC0415  (each format's libraries only when used)

        return to_json(document) + "\n"
    if arguments.format == "markdown":
        from rootrank.presenting.markdown import markdown  # noqa: PLC0415

        return markdown(document)
    from rootrank.presenting.card import card  # noqa: PLC0415

    return card(
        document,
        width=width_of(sys.stdout),
        colour=wants_colour(sys.stdout),
        base=str(Path.cwd()),
        offers=offers(document, arguments.files, arguments.workspace),
    )


def offers(document: Document, files: list[str], workspaces: list[str]) -> list[tuple[str, str]]:
    """The commands that do what the card proposes, ready to copy; none for stdin, which can't be read again."""
    if not document.diagnoses or len(files) != 1 or files[0] == STDIN:
        return []
    best = document.diagnoses[0]
    if not workspaces:
        edits = any(fix.kind == "edit" for fix in best.fixes)
        return [("See edit", f"rootrank diagnose {shlex.quote(files[0])} --workspace DIR")] if edits else []
    rest = shlex.join([files[0], *(word for folder in workspaces for word in ("--workspace", folder))])
    applicable = any(fix.edits and not fix.refused for fix in best.fixes)
    commands = [("Apply", f"rootrank fix {rest} --apply")] if applicable else []
    return commands + ([("Verify", f"rootrank verify {rest}")] if best.verify.command else [])
