"""``textDocument/codeAction``: the fixes of a finding, at its line and on the log lines that it rests on."""

from __future__ import annotations

from lsprotocol import types

from rootrank.lsp.edits import current_fixes, workspace_edit
from rootrank.lsp.publishing import line_range
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Finding, Session
from rootrank.model.document import Fix


def register(server: RootrankServer) -> None:
    """Registers the feature."""
    options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    def on_code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        wanted = params.context.only
        if wanted and not any(types.CodeActionKind.QuickFix.startswith(kind) for kind in wanted):
            return []
        actions: list[types.CodeAction] = []
        for session, diagnosis, finding in touched(server, params.text_document.uri, params.range):
            actions += _actions(server, session, diagnosis, finding)
        return actions


def touched(server: RootrankServer, uri: str, where: types.Range) -> list[tuple[Session, int, Finding | None]]:
    """Returns the hypotheses that a range touches, in the code or in the log."""
    found: list[tuple[Session, int, Finding | None]] = []
    for session in server.sessions.newest_first():
        for finding in session.findings:
            if finding.uri == uri and where.start.line <= finding.line <= where.end.line:
                found.append((session, finding.hypothesis, finding))
        if session.log_uri == uri and not found:
            found += [(session, n, None) for n in _on_log_lines(session, where)]
    return found


def _on_log_lines(session: Session, where: types.Range) -> list[int]:
    return [
        n
        for n, hypothesis in enumerate(session.answer.document.diagnoses)
        if any(
            e.source in ("log", "metric") and e.line and where.start.line <= e.line - 1 <= where.end.line
            for e in hypothesis.evidence
        )
    ]


def _actions(
    server: RootrankServer, session: Session, diagnosis: int, finding: Finding | None
) -> list[types.CodeAction]:
    fixes = [f for f in current_fixes(server, session, diagnosis) if f.kind in ("edit", "config")]
    preferred = next((f for f in fixes if f.refused is None and f.safety == "safe"), None)
    return [_action(server, session, fix, finding, preferred=fix is preferred) for fix in fixes]


def _action(
    server: RootrankServer, session: Session, fix: Fix, finding: Finding | None, *, preferred: bool
) -> types.CodeAction:
    files = sorted({e.file.replace("\\", "/").rsplit("/", 1)[-1] for e in fix.edits})
    elsewhere = f" in {', '.join(files)}" if files and finding is None else ""
    related = [] if finding is None else [_related(server, session, finding)]
    if fix.refused is not None:
        title = f"{fix.title} (Rootrank)"
        return types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            disabled=types.CodeActionDisabled(fix.refused),
            diagnostics=related,
        )
    return types.CodeAction(
        f"{fix.title}{elsewhere} (Rootrank)",
        kind=types.CodeActionKind.QuickFix,
        edit=workspace_edit(server, session, fix),
        diagnostics=related,
        is_preferred=preferred,
    )


def _related(server: RootrankServer, session: Session, finding: Finding) -> types.Diagnostic:
    hypothesis = session.answer.document.diagnoses[finding.hypothesis]
    where = line_range(server, session, finding)
    return types.Diagnostic(where, hypothesis.title, code=hypothesis.rule, source="Rootrank")
