"""``rootrank serve``: the language server, and whether it can start."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys

from rootrank import __version__
from rootrank.cli.terminal import answer

FINE, WRONG = 0, 1


def main(arguments: argparse.Namespace) -> int:
    """Runs the server until its client goes, or only says whether it could."""
    if arguments.check:
        report = _report()
        answer(json.dumps(report, indent=2) + "\n")
        return WRONG if report["problems"] else FINE
    from rootrank.lsp.server import main as serve  # noqa: PLC0415  (pygls is loaded only where it serves)

    serve()
    return FINE


def _report() -> dict[str, object]:
    from rootrank.rulebook.store import RulebookMissing, open_rulebook  # noqa: PLC0415  (after the arguments are right)
    from rootrank.sources import code_questions_available  # noqa: PLC0415

    problems = []
    rulebook = None
    try:
        book = open_rulebook()
        rulebook = {"version": book.version, "hash": book.hash, "entries": len(book)}
    except RulebookMissing as error:
        problems.append(str(error))
    try:
        importlib.import_module("rootrank.lsp.server")
    except ImportError as error:
        problems.append(f"the language server can't be loaded: {error}")
    return {
        "version": __version__,
        "rulebook": rulebook,
        "interpreter": sys.executable,
        "python": ".".join(map(str, sys.version_info[:3])),
        "scan": "hyperscan" if importlib.util.find_spec("hyperscan") else "fallback",
        "codeQuestions": code_questions_available(),
        "problems": problems,
    }
