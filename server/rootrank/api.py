"""The library call: logs in, the document out. Every front end comes through here, and it is the only documented API.

from rootrank.api import LogInput, diagnose
answer = diagnose([LogInput.from_path("train.log")])
print(answer.document.verdict)
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rootrank.diagnosis import Judged
from rootrank.diagnosis import diagnose as reduce_findings
from rootrank.diagnosis.wording import fill
from rootrank.environment import RunContext
from rootrank.fixing import build_fixes, verification
from rootrank.matching.inputs import InputError, LogInput
from rootrank.matching.merge import merge
from rootrank.matching.scan import SignalTable, scan_log
from rootrank.matching.sharing import Share, share_of
from rootrank.matching.spreading import executor_for, scan_all
from rootrank.model.document import Document, Fix, Ranks, Verify
from rootrank.model.finding import Findings
from rootrank.model.log import Frame
from rootrank.rulebook.layers import WORKSPACE_RULES, Layers, user_rules
from rootrank.rulebook.problem import Problem
from rootrank.rulebook.store import Rulebook, open_rulebook
from rootrank.sources import Workspace
from rootrank.suppressing import SuppressionsError, apply_suppressions
from rootrank.suppressing import read as read_suppressions

if TYPE_CHECKING:  # few runs have dumps, and reading and judging them is much code
    from rootrank.diagnosis.recorder import RecorderVerdict
    from rootrank.reading.recorder import RankDump, UnreadDump

__all__ = ["Answer", "InputError", "LogInput", "RunContext", "Workspace", "diagnose"]


@frozen
class Answer:
    """A diagnosis, with what applying and verifying its fixes needs."""

    document: Document
    workspace: Workspace
    judged: tuple[Judged, ...]
    """As in ``document.diagnoses``: entry, evidence and place of each."""
    script: Path | None = None
    """The script that was started, where the workspace has it."""
    warnings: tuple[str, ...] = ()
    """What the user should know of the workspace's own files, e.g. a list of muted entries that can't be read."""


@functools.lru_cache(maxsize=4)
def _table(rulebook: Rulebook) -> SignalTable:
    return SignalTable(rulebook)


@functools.cache
def shipped_rulebook() -> Rulebook:
    """Returns the rulebook that ships with the package, opened once."""
    return open_rulebook()


@functools.cache
def _layers() -> Layers:
    return Layers(shipped_rulebook())


def current_rulebook(trusted: Workspace) -> tuple[Rulebook, tuple[Problem, ...]]:
    """Returns the rulebook with the user's own entries and a trusted workspace's, and what is wrong in those."""
    folders = [user_rules(), *(root / WORKSPACE_RULES for root in trusted.roots)]
    return _layers().on_top(folders)


def signal_table(workspace: Workspace | None = None) -> SignalTable:
    """Returns what logs that still grow are scanned with; ``workspace`` only where its own entries are trusted."""
    return _table(current_rulebook(workspace or Workspace.none())[0])


def diagnose(
    inputs: Sequence[LogInput],
    *,
    workspace: Workspace | None = None,
    run: RunContext | None = None,
    cancelled: Callable[[], bool] | None = None,
    rulebook: Rulebook | None = None,
    workspace_rules: bool = False,
    found: Sequence[Findings] = (),
) -> Answer:
    """Diagnoses logs.

    Args:
        inputs: the logs of one run.
        workspace: the user's code; none is looked at without it.
        run: what is known of the command that ran.
        cancelled: asked between blocks; when it says True the answer rests on what was read, and says so.
        rulebook: instead of the one that ships with the user's own entries on top.
        workspace_rules: also use the entries of the workspace's ``.rootrank/rules``; only for a workspace that the
            user trusts.
        found: what further logs of the run showed, which were scanned as they grew.

    Raises:
        InputError: an input can't be read, or is not text.
        RulebookMissing: the installation has no compiled rulebook.
    """
    start = time.perf_counter()
    code = workspace or Workspace.none()
    book, problems = (
        (rulebook, ()) if rulebook is not None else current_rulebook(code if workspace_rules else Workspace.none())
    )
    table = _table(book)
    read = _read(inputs, table, cancelled or (lambda: False))
    diagnosis = reduce_findings(merge([*read.findings, *found]), book, code, run, _verdict_of_dumps(read))
    document = diagnosis.document
    pairs = zip(document.diagnoses, diagnosis.judged, strict=True)
    script = diagnosis.hearing.script
    facts = document.environment | ({"script": code.name(script)} if script else {})
    diagnoses = [
        evolve(h, fixes=_fixes(one, script, code), verify=_verification(one, facts, document.ranks)) for h, one in pairs
    ]
    seconds = round(time.perf_counter() - start, 4)
    document = evolve(document, diagnoses=diagnoses, input=evolve(document.input, seconds=seconds))
    return _without_muted(Answer(document, code, diagnosis.judged, script, (*read.warnings, *map(str, problems))))


def _without_muted(answer: Answer) -> Answer:
    """Leaves out what the workspace's files mute; a broken file mutes nothing and is named."""
    for root in answer.workspace.roots:
        try:
            muted = read_suppressions(root)
        except SuppressionsError as error:
            answer = evolve(answer, warnings=(*answer.warnings, str(error)))
            continue
        today = datetime.now(tz=timezone.utc).astimezone().date()
        document, kept = apply_suppressions(answer.document, muted, root=root, today=today)
        answer = evolve(answer, document=document, judged=tuple(answer.judged[n] for n in kept))
    return answer


@frozen
class _Read:
    """What was read of all inputs."""

    findings: list[Findings]
    dumps: list[RankDump]
    unread_dumps: list[UnreadDump]
    warnings: list[str]


def _read(inputs: Sequence[LogInput], table: SignalTable, cancelled: Callable[[], bool]) -> _Read:
    read = _Read([], [], [], [])
    for one in inputs:
        if one.recorder is not None:
            _read_dump(one, one.recorder, read)
    logs = [one for one in inputs if one.recorder is None]
    share = share_of(one.size for one in logs)

    def scan(one: LogInput, ended: Callable[[], bool]) -> Findings | InputError:
        return _scan_optional(one, table, lambda: ended() or cancelled(), share)

    for part in scan_all(scan, logs, executor_for(logs)):
        if isinstance(part, Findings):
            read.findings.append(part)
        else:
            read.warnings.append(str(part))
    unread = frozenset(one.rank for one in logs if one.rank is not None) - {
        rank for part in read.findings for rank, *_ in part.writers
    }
    if unread:
        read.findings.append(Findings(unread=unread))
    return read


def _read_dump(one: LogInput, path: Path, read: _Read) -> None:
    """Reads a flight recorder's dump; one that can't be read is a finding too, of a rank whose dump is missing."""
    from rootrank.reading.recorder import DumpError, UnreadDump, read_dump  # noqa: PLC0415  (see above)

    try:
        with path.open("rb") as stream:
            read.dumps.append(read_dump(stream, one.name))
    except (DumpError, OSError) as error:
        read.unread_dumps.append(UnreadDump(one.name, str(error), one.rank))
        read.warnings.append(str(error))
    else:
        read.findings.append(Findings(files=(one.name,)))


def _verdict_of_dumps(read: _Read) -> RecorderVerdict | None:
    """Returns what the flight recorder's dumps show; None where there are none."""
    if not read.dumps and not read.unread_dumps:
        return None
    from rootrank.diagnosis.recorder import judge  # noqa: PLC0415  (see above)

    return judge(read.dumps, read.unread_dumps)


def _scan_optional(
    one: LogInput, table: SignalTable, cancelled: Callable[[], bool], share: Share
) -> Findings | InputError:
    """Returns what was found, or why one of a folder's files can't be read."""
    try:
        return _scan(one, table, cancelled, share)
    except InputError as error:
        if not one.optional:
            raise
        return error


def _scan(one: LogInput, table: SignalTable, cancelled: Callable[[], bool], share: Share) -> Findings:
    try:
        with one.open() as stream:
            found = scan_log(stream, one, table, cancelled=cancelled, share=share)
    except (OSError, EOFError) as error:
        raise InputError(f"{one.name} can't be read to its end: {error}") from error
    if found.binary:
        raise InputError(f"{one.name} is not text (a binary file): give the run's log, not a checkpoint or an archive")
    return found


def refreshed_fixes(answer: Answer, index: int) -> list[Fix]:
    """Returns the fixes of one hypothesis against the code as ``answer.workspace`` has it now."""
    one = answer.judged[index]
    frame, located = one.fault.frame, one.fault.located
    if frame is None and located is not None:  # found by a question on the code: its line is followed like a frame's
        frame = Frame(str(located.path), located.line, None, one.fault.text, 0)
    place = answer.workspace.locate(frame) if frame else one.fault.place
    return _fixes(evolve(one, fault=evolve(one.fault, place=place)), answer.script, answer.workspace)


def scan_engine() -> str:
    """Returns which scan is in use: ``hyperscan`` or ``fallback``."""
    return _table(shipped_rulebook()).scanner.engine


def _fixes(one: Judged, script: Path | None, workspace: Workspace) -> list[Fix]:
    return build_fixes(
        one.entry,
        fault=one.fault.place,
        script=script,
        seen=one.seen,
        values=one.values,
        workspace=workspace,
        fill=lambda text: fill(text, one.values),
        span=one.fault.frame.span if one.fault.frame else None,
    )


def _verification(one: Judged, facts: dict[str, str], ranks: Ranks) -> Verify:
    """A job of several ranks is started by its launcher: the script alone is no command for it."""
    alone = ranks.status == "single-process"
    return verification(
        one.entry,
        command=facts.get("command"),
        script=facts.get("script") if alone else None,
        fill=lambda text: fill(text, one.values),
    )
