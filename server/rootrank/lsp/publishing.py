"""Shows findings at the lines to change, and takes them away when they are dismissed, verified, or edited."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from rootrank.lsp.server import RootrankServer, path_of
from rootrank.lsp.sessions import Finding, Session
from rootrank.model.document import Evidence, Hypothesis
from rootrank.presenting.editor import finding_message

SEVERITIES = {
    "confirmed": types.DiagnosticSeverity.Error,
    "likely": types.DiagnosticSeverity.Warning,
    "possible": types.DiagnosticSeverity.Information,
}
RELATED = 5
"""Log lines named at a finding; the panel has all."""


def publish(server: RootrankServer, session: Session) -> None:
    """Shows a new diagnosis; findings of older ones at the same lines give way to it."""
    session.findings = [f for n, h in _shown(session) if (f := _finding(server, session, n, h)) is not None]
    lines = {(f.uri, f.line) for f in session.findings}
    for older in server.sessions.newest_first():
        if older is not session:
            older.findings = [f for f in older.findings if (f.uri, f.line) not in lines]
    for uri in {f.uri for f in session.findings}:
        refresh(server, uri)


def clear(server: RootrankServer, session: Session) -> None:
    """Takes a diagnosis's findings away."""
    uris = {f.uri for f in session.findings}
    session.findings = []
    for uri in uris:
        refresh(server, uri)


def refresh(server: RootrankServer, uri: str) -> None:
    """Sends a file's findings as they stand."""
    shown = [_diagnostic(server, s, f) for s in server.sessions.with_findings_in(uri) for f in s.findings if f.uri == uri]
    version = _version(server, uri)
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version))


def follow_edit(server: RootrankServer, uri: str) -> None:
    """Moves a changed file's findings with their lines; one whose line was edited goes."""
    changed = False
    lines = [line.strip() for line in server.workspace.get_text_document(uri).lines]
    for session in server.sessions.with_findings_in(uri):
        kept = []
        for finding in session.findings:
            at = _nearest(lines, finding) if finding.uri == uri else finding.line
            changed |= at != finding.line
            if at is not None:
                finding.line = at
                kept.append(finding)
        session.findings = kept
    if changed:
        refresh(server, uri)


def _nearest(lines: list[str], finding: Finding) -> int | None:
    places = [n for n, text in enumerate(lines) if text == finding.text]
    return min(places, key=lambda n: abs(n - finding.line)) if places else None


def _shown(session: Session) -> list[tuple[int, Hypothesis]]:
    """The hypotheses that are likely or better; when there are none, the first."""
    listed = list(enumerate(session.answer.document.diagnoses))
    strong = [(n, h) for n, h in listed if h.confidence != "possible"]
    return strong or listed[:1]


def _finding(server: RootrankServer, session: Session, number: int, hypothesis: Hypothesis) -> Finding | None:
    place, code = hypothesis.place, session.answer.workspace
    if place is None or place.line is None or not Path(place.file).is_absolute():
        return None
    lines = code.lines(Path(place.file))
    if lines is None or place.line > len(lines):
        return None
    uri = uri_of(server, Path(place.file))
    return Finding(number, uri, place.line - 1, lines[place.line - 1].strip())


def uri_of(server: RootrankServer, path: Path) -> str:
    """Returns the URI of a file, spelled as the client spelled it when the file is open."""
    open_uris = (uri for uri in server.workspace.text_documents if path_of(uri) == path)
    return next(open_uris, path.as_uri())


def _version(server: RootrankServer, uri: str) -> int | None:
    document = server.workspace.text_documents.get(uri)
    return document.version if document else None


def _diagnostic(server: RootrankServer, session: Session, finding: Finding) -> types.Diagnostic:
    document = session.answer.document
    hypothesis = document.diagnoses[finding.hypothesis]
    return types.Diagnostic(
        range=line_range(server, session, finding),
        message=finding_message(document, hypothesis),
        severity=SEVERITIES[hypothesis.confidence],
        code=hypothesis.rule,
        source="Rootrank",
        related_information=_related(hypothesis.evidence, session.log_uri),
        data={"id": session.id, "diagnosis": finding.hypothesis},
    )


def line_range(server: RootrankServer, session: Session, finding: Finding) -> types.Range:
    """Returns the range of a finding's line without its indentation, in the client's units."""
    document = server.workspace.text_documents.get(finding.uri)
    path = path_of(finding.uri)
    lines = document.lines if document else session.answer.workspace.lines(path) if path else None
    text = lines[finding.line].rstrip() if lines and finding.line < len(lines) else finding.text
    count = server.workspace.position_codec.client_num_units
    start = count(text[: len(text) - len(text.lstrip())])
    return types.Range(types.Position(finding.line, start), types.Position(finding.line, count(text)))


def _related(evidence: list[Evidence], log_uri: str | None) -> list[types.DiagnosticRelatedInformation]:
    if log_uri is None:
        return []
    return [
        types.DiagnosticRelatedInformation(_log_location(log_uri, item.line), item.says)
        for item in evidence
        if item.source in ("log", "metric") and item.line is not None
    ][:RELATED]


def _log_location(uri: str, line: int) -> types.Location:
    return types.Location(uri, types.Range(types.Position(line - 1, 0), types.Position(line, 0)))
