"""``rootrank diagnose``: logs in, the answer out."""

from __future__ import annotations

import argparse

from rootrank.cli.formats import asked_kinds, rendered
from rootrank.cli.inputs import STDIN, Interruption, diagnosed
from rootrank.cli.terminal import UsageError, answer, can_ask, say
from rootrank.model.document import Confidence, Document

NOTHING, FOUND, UNEXPLAINED, INTERRUPTED = 0, 1, 3, 130
_ORDER: tuple[Confidence, ...] = ("possible", "likely", "confirmed")


def main(arguments: argparse.Namespace) -> int:
    """Prints the diagnosis of the given logs."""
    asked_kinds(arguments)
    files = _files(arguments.files)
    document = diagnosed(
        files, arguments.workspace, interruption=Interruption(), workspace_rules=arguments.workspace_rules
    ).document
    answer(rendered(document, arguments))
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
