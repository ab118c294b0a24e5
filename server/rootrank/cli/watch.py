"""``rootrank watch``: follows the logs of a run that goes on, and tells of each failure once it got quiet."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from rootrank.api import InputError, Workspace, diagnose, signal_table
from rootrank.cli.diagnose import INTERRUPTED, exit_code
from rootrank.cli.formats import asked_kinds, rendered
from rootrank.cli.inputs import STDIN, WAKE_S, Interruption
from rootrank.cli.live import alert_words, check_folders
from rootrank.cli.telling import alert, the_failure
from rootrank.cli.terminal import UsageError, answer, say
from rootrank.model.document import Document
from rootrank.rulebook.store import RulebookMissing
from rootrank.running import Patience
from rootrank.running.follow import Follower

SOONEST_S, SELDOM_S = 0.2, 2.0
"""Between two looks at the files: after news the first, twice as long after each look without, up to the second."""
MOST_OPEN = 65536
"""Files that may be open: a job of 8,192 ranks has two logs for each."""


def main(arguments: argparse.Namespace) -> int:
    """Follows the logs until Ctrl-C, or with ``--once`` until the first failure."""
    asked_kinds(arguments)
    check_folders(arguments.workspace)
    if STDIN in arguments.files:
        raise UsageError("stdin can't be followed; pipe it to `rootrank diagnose`, or use `rootrank run -- CMD`")
    _allow_many_files()
    interruption = Interruption()
    with interruption.listening():
        watch = _Watch(arguments, interruption)
        try:
            return watch.until_the_end()
        finally:
            watch.follower.close()


class _Watch:
    def __init__(self, arguments: argparse.Namespace, interruption: Interruption) -> None:
        self._arguments = arguments
        self._interruption = interruption
        self._alert = alert_words(arguments.alert)
        self._workspace = Workspace([Path(name) for name in arguments.workspace])
        try:
            self._table = signal_table(self._workspace if arguments.workspace_rules else None)
        except RulebookMissing as error:
            raise UsageError(str(error)) from error
        self.follower = Follower(arguments.files, self._table, say)
        self._patience = Patience(arguments.wait, arguments.wait_at_most, clock=time.monotonic)
        self._told: tuple[object, ...] | None = None

    def until_the_end(self) -> int:
        """Follow; return the exit code."""
        pause = SOONEST_S
        for missing in (name for name in self._arguments.files if not Path(name).exists()):
            say(f"{missing} isn't there yet; waiting for it")
        while not self._interruption.wanted:
            news = self.follower.poll()
            if news.any:
                self._patience.heard(matters=news.matters)
            # What a file showed is judged before it is forgotten.
            if self._patience.is_over or (self.follower.outdated and self._patience.waits):
                document = self._judge()
                if document and self._is_news(document):
                    self._tell(document)
                    if self._arguments.once:
                        return exit_code(document, "possible")
            if self.follower.outdated:
                self.follower.renew()
                self._told = None
            pause = SOONEST_S if news.any else min(SELDOM_S, pause * 2, self._arguments.wait)
            self._rest(pause)
        return self._interrupted()

    def _judge(self) -> Document | None:
        began = time.monotonic()
        seen = self.follower.seen()
        try:
            document = diagnose(
                seen.inputs, workspace=self._workspace, rulebook=self._table.rulebook, found=seen.findings
            ).document
        except InputError as error:
            say(str(error))
            document = None
        self._patience.judged(began=began)
        return document

    def _is_news(self, document: Document) -> bool:
        failure = the_failure(document, by_line=True)
        if failure is None or failure == self._told:
            return False
        self._told = failure
        return True

    def _tell(self, document: Document) -> None:
        answer(rendered(document, self._arguments))
        alert(document, self._alert)

    def _rest(self, pause: float) -> None:
        end = time.monotonic() + pause
        while not self._interruption.wanted and (left := end - time.monotonic()) > 0:
            time.sleep(min(WAKE_S, left))

    def _interrupted(self) -> int:
        document = self._judge()
        if document:
            partial = evolve(document, input=evolve(document.input, complete=False))
            answer(rendered(partial, self._arguments))
        say("interrupted; the answer rests on what was read until then")
        return INTERRUPTED


def _allow_many_files() -> None:
    """Files are held open while they are followed; many systems let a process open 1,024 unless it asks for more."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  (not on Windows)

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_OPEN if most == resource.RLIM_INFINITY else min(MOST_OPEN, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
