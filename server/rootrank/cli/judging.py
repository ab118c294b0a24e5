"""Says why a command fails, from the record of its output: while it runs, once it got quiet, and when it has ended."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import define

from rootrank.api import InputError, LogInput, RunContext, Workspace, diagnose
from rootrank.cli.telling import alert, card_for, the_failure
from rootrank.cli.terminal import say
from rootrank.model.document import Document
from rootrank.rulebook.store import RulebookMissing
from rootrank.running import Record, RunResult

INTERRUPTED = 128 + int(signal.SIGINT)


@define
class RunJudge:
    """The judge of one command."""

    command: str
    workspaces: Sequence[str]
    workspace_rules: bool
    shows_card: bool
    alert_words: Sequence[str]
    _told: tuple[object, ...] | None = None

    def while_running(self, record: Record) -> None:
        """Tell of a failure that the output shows although the command has not ended."""
        document = self._document(LogInput(str(record.path), record.opened), None)
        failure = _failure(document) if document else None
        if document is None or failure is None or failure == self._told:
            return
        changed = "by what came since " if self._told else ""
        self._told = failure
        self._tell(document, f"the command is still running; {changed}its output shows a failure", record.path)

    def at_end(self, result: RunResult) -> bool:
        """Tell how the command ended, if it failed or its output shows a failure; return whether it was told."""
        path = result.output_path
        if path is None or not path.stat().st_size:
            return False
        document = self._document(LogInput.from_path(path), result.exit_code)
        if document is None:
            return False
        failure, before = _failure(document), self._told
        if failure is None and before is not None:
            # Of a long output the record may have lost what was told.
            if not result.exit_code:
                say("the command went on and ended well: what was told above did not end it")
            return bool(result.exit_code)
        if failure is None and (not result.exit_code or document.verdict == "healthy"):
            return False
        if _ended_by_user(result, document):
            return False
        if failure is None or failure != before:
            self._tell(document, None, path)
        return True

    def _document(self, log: LogInput, exit_code: int | None) -> Document | None:
        workspace = Workspace([Path(name) for name in self.workspaces])
        run = RunContext(command=self.command, cwd=str(Path.cwd()), exit_code=exit_code)
        try:
            return diagnose([log], workspace=workspace, run=run, workspace_rules=self.workspace_rules).document
        except (InputError, RulebookMissing, OSError) as error:
            say(str(error))
            return None

    def _tell(self, document: Document, heading: str | None, path: Path) -> None:
        if self.shows_card:
            if heading:
                say(heading)
            # A terminal that was closed takes no card any more.
            with suppress(OSError):
                sys.stderr.write("\n" + card_for(document, sys.stderr, [str(path)], self.workspaces))
                sys.stderr.flush()
        alert(document, self.alert_words)


def _failure(document: Document) -> tuple[object, ...] | None:
    """What is told once. Lines don't count: their numbers change when the record's middle is left out."""
    return the_failure(document, by_line=False)


def _ended_by_user(result: RunResult, document: Document) -> bool:
    """Whether it was ended with Ctrl-C, so that there is nothing to explain."""
    if result.signal != signal.SIGINT and result.exit_code != INTERRUPTED:
        return False
    return document.failure is None or document.failure.exception == "KeyboardInterrupt"
