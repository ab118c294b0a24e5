"""Shows findings at the lines to change, and takes them away when a diagnosis ends."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from rootrank.lsp.code import Snapshot
from rootrank.lsp.server import RootrankServer, same_document
from rootrank.lsp.sessions import Finding, OpenLog, Session
from rootrank.model.document import Evidence, Hypothesis
from rootrank.presenting.editor import finding_message

SOURCE = "Rootrank"
SEVERITIES = {
    "confirmed": types.DiagnosticSeverity.Error,
    "likely": types.DiagnosticSeverity.Warning,
    "possible": types.DiagnosticSeverity.Information,
}
RELATED = 5
"""Log lines named at a finding; the panel has all."""


def publish(server: RootrankServer, session: Session) -> None:
    """Shows a new diagnosis; older ones of the same log, and findings at the same lines, give way to it."""
    for older in server.sessions.shown():
        if older is not session and _same_log(older.log, session.log):
            end(server, older)
    if not server.options.findings:
        return
    now = server.code.snapshot()
    found = [_finding(session, now, n, h) for n, h in _strong(session)]
    session.findings = [finding for finding in found if finding is not None]
    lines = {(f.path, f.line) for f in session.findings}
    for older in server.sessions.shown():
        if older is not session:
            older.findings = [f for f in older.findings if (f.path, f.line) not in lines]
    for path in {f.path for f in session.findings}:
        refresh(server, path)


def end(server: RootrankServer, session: Session) -> None:
    """Ends a diagnosis: its findings go, and so do its actions and hovers."""
    session.ended = True
    forget(server, session)


def forget(server: RootrankServer, session: Session) -> None:
    """Takes a diagnosis's findings away."""
    paths = {f.path for f in session.findings}
    session.findings = []
    for path in paths:
        refresh(server, path)


def mute_findings(server: RootrankServer, session: Session, numbers: set[int]) -> None:
    """Takes away what a diagnosis shows of some of its hypotheses."""
    session.muted |= numbers
    paths = {f.path for f in session.findings if f.hypothesis in numbers}
    session.findings = [f for f in session.findings if f.hypothesis not in numbers]
    for path in paths:
        refresh(server, path)


def refresh(server: RootrankServer, path: Path) -> None:
    """Sends a file's findings as they stand."""
    now = server.code.snapshot()
    shown = [
        diagnostic(server, now, session, finding)
        for session in server.sessions.shown()
        for finding in session.findings
        if finding.path == path
    ]
    uri = now.uri(path)
    before = server.published.pop(path, uri)
    if before != uri:  # the client opened it by now, and spells it otherwise
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(before, []))
    if shown:
        server.published[path] = uri
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, now.version(path)))


def diagnostic(server: RootrankServer, now: Snapshot, session: Session, finding: Finding) -> types.Diagnostic:
    """Returns a finding as LSP has it."""
    document = session.answer.document
    hypothesis = document.diagnoses[finding.hypothesis]
    return types.Diagnostic(
        range=_line_range(server, now, finding),
        message=finding_message(document, hypothesis),
        severity=SEVERITIES[hypothesis.confidence],
        code=hypothesis.rule,
        source=SOURCE,
        related_information=_related(server, hypothesis.evidence, session.log),
        data={"id": session.id, "diagnosis": finding.hypothesis},
    )


def nearest(lines: list[str], text: str, line: int) -> int | None:
    """Returns the line that holds a stripped text, nearest to where it stood; None when there is none."""
    places = [number for number, candidate in enumerate(lines) if candidate.strip() == text]
    return min(places, key=lambda number: abs(number - line)) if places else None


def _same_log(older: OpenLog | None, newer: OpenLog | None) -> bool:
    return older is not None and newer is not None and newer.whole and same_document(older.uri, newer.uri)


def _strong(session: Session) -> list[tuple[int, Hypothesis]]:
    """The hypotheses that are likely or better; when there are none, the first."""
    listed = [(n, h) for n, h in enumerate(session.answer.document.diagnoses) if n not in session.muted]
    strong = [(n, h) for n, h in listed if h.confidence != "possible"]
    return strong or listed[:1]


def _finding(session: Session, now: Snapshot, number: int, hypothesis: Hypothesis) -> Finding | None:
    """The finding where its line stands now: the user may have gone on writing while the log was read."""
    place = hypothesis.place
    if place is None or place.line is None or not Path(place.file).is_absolute():
        return None
    path = Path(place.file)
    read = session.answer.workspace.lines(path) or []
    if place.line > len(read):
        return None
    text = read[place.line - 1].strip()
    line = nearest(now.workspace.lines(path) or [], text, place.line - 1)
    return None if line is None else Finding(number, path, line, text)


def _line_range(server: RootrankServer, now: Snapshot, finding: Finding) -> types.Range:
    """The range of a finding's line without its indentation, in the client's units."""
    lines = now.workspace.lines(finding.path) or []
    text = lines[finding.line].rstrip() if finding.line < len(lines) else finding.text
    count = server.workspace.position_codec.client_num_units
    start = count(text[: len(text) - len(text.lstrip())])
    return types.Range(types.Position(finding.line, start), types.Position(finding.line, count(text)))


def _related(
    server: RootrankServer, evidence: list[Evidence], log: OpenLog | None
) -> list[types.DiagnosticRelatedInformation] | None:
    document = server.client_capabilities.text_document
    shows = document.publish_diagnostics if document else None
    if log is None or shows is None or not shows.related_information:
        return None
    return [
        types.DiagnosticRelatedInformation(_log_location(log.uri, item.line), item.says)
        for item in evidence
        if item.source in ("log", "metric") and item.line is not None
    ][:RELATED]


def _log_location(uri: str, line: int) -> types.Location:
    return types.Location(uri, types.Range(types.Position(line - 1, 0), types.Position(line, 0)))
