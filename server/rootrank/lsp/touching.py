"""What a range of an open file touches: findings in the code, and the log lines that a diagnosis rests on."""

from __future__ import annotations

from attrs import frozen
from lsprotocol import types

from rootrank.lsp.server import RootrankServer, path_of, same_document
from rootrank.lsp.sessions import Finding, Session


@frozen
class Touched:
    """A hypothesis that a range touches."""

    session: Session
    hypothesis: int
    finding: Finding | None
    """None when it is touched in the log."""


def touched(server: RootrankServer, uri: str, where: types.Range) -> list[Touched]:
    """Returns what a range touches, the newest diagnosis first; of a log only the newest diagnosis counts."""
    path = path_of(uri)
    found: list[Touched] = []
    for session in server.sessions.shown():
        found += [
            Touched(session, finding.hypothesis, finding)
            for finding in session.findings
            if finding.path == path and where.start.line <= finding.line <= where.end.line
        ]
        if not found and session.log is not None and same_document(session.log.uri, uri):
            found += [Touched(session, number, None) for number in on_log_lines(server, session, where)]
    return found


def on_log_lines(server: RootrankServer, session: Session, where: types.Range) -> list[int]:
    """Returns the hypotheses that rest on one of the log's lines in the range."""
    document = session.answer.document
    found = []
    for number, hypothesis in enumerate(document.diagnoses):
        if number in session.muted:
            continue
        lines = [e.line for e in hypothesis.evidence if e.source in ("log", "metric") and e.line is not None]
        if number == 0 and document.failure is not None and document.failure.log_line is not None:
            lines.append(document.failure.log_line)
        if any(where.start.line <= n - 1 <= where.end.line and _still(server, session, n - 1) for n in lines):
            found.append(number)
    return found


def _still(server: RootrankServer, session: Session, line: int) -> bool:
    """Whether a log line still reads as it did when it was diagnosed: a log grows, or is written anew."""
    log = session.log
    if log is None or line >= len(log.lines):
        return log is not None
    document = server.document(log.uri)
    if document is None or document.version == log.version:
        return True
    now = document.lines
    return line < len(now) and now[line].rstrip("\r\n") == log.lines[line]
