"""``rootrank verify``: run the command that proves a fix, and say from what it prints how it went."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rootrank.api import Answer, LogInput, RunContext, Workspace, diagnose
from rootrank.cli.inputs import diagnosed
from rootrank.cli.run import child_environment
from rootrank.cli.terminal import UsageError, answer, ask, can_ask, say, wants_colour, width_of
from rootrank.fixing import judge_outcome
from rootrank.model.document import Document, Outcome
from rootrank.presenting.card import card
from rootrank.presenting.clean import one_line
from rootrank.presenting.sentences import OUTCOME
from rootrank.running import recorded_run

EXIT: dict[Outcome, int] = {"verified": 0, "still_failing": 1, "failed_differently": 1, "inconclusive": 3}
NOT_RUN = 3


def main(arguments: argparse.Namespace) -> int:
    """Runs the verification of the best diagnosis and prints its outcome."""
    before = diagnosed([arguments.file], arguments.workspace, workspace_rules=arguments.workspace_rules)
    command = arguments.command or _command(before.document, arguments.file)
    folder = Path(arguments.workspace[0]) if arguments.workspace else Path.cwd()
    say(f"to be run in {folder.absolute()}:\n  {one_line(command, len(command) * 6)}")
    if not arguments.yes:
        if not can_ask():
            raise UsageError("nobody can be asked here; give --yes to run this command")
        if not ask("Run it?"):
            say("not run")
            return NOT_RUN
    after, exit_code = _run(command, folder, before.workspace)
    rule = before.document.diagnoses[0].rule if before.document.diagnoses else ""
    outcome, message = judge_outcome(rule, before.document, after.document, exit_code)
    answer(f"\n{OUTCOME[outcome]}\n{one_line(message)}\n")
    if outcome != "verified" and after.document.verdict == "failure":
        width, colour = width_of(sys.stdout), wants_colour(sys.stdout)
        answer("\n" + card(after.document, width=width, colour=colour, base=str(Path.cwd())))
    return EXIT[outcome]


def _command(document: Document, file: str) -> str:
    if not document.diagnoses:
        raise UsageError(f"no entry of the rulebook explains {file}, so there is nothing to prove; give --command CMD")
    verify = document.diagnoses[0].verify
    if verify.command:
        return verify.command
    needs = f" (it doesn't tell {', '.join(verify.needs)})" if verify.needs else ""
    raise UsageError(f"{file} doesn't tell enough to build the command{needs}; give it with --command CMD")


def _run(command: str, folder: Path, workspace: Workspace) -> tuple[Answer, int]:
    """Runs the command and diagnoses its output."""
    try:
        with recorded_run(command, cwd=folder, env=child_environment(os.environ)) as result:
            if result.problem:
                say(result.problem)
            log = LogInput(command, LogInput.from_path(result.output_path or os.devnull).open)
            run = RunContext(command=command, cwd=str(folder.absolute()), exit_code=result.exit_code)
            return diagnose([log], workspace=workspace, run=run), result.exit_code
    except OSError as error:
        raise UsageError(f"the command can't be started: {error.strerror or error}") from error
