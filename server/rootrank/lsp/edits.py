"""Turns a fix into a versioned ``WorkspaceEdit``; positions change from code points to the client's units here only."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from attrs import evolve
from lsprotocol import types

from rootrank.api import refreshed_fixes
from rootrank.lsp.publishing import uri_of
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session
from rootrank.model.document import Edit, Fix, Position

REVIEW = "rootrank-review"


def current_fixes(server: RootrankServer, session: Session, diagnosis: int) -> list[Fix]:
    """Returns a hypothesis's fixes against the files as they are now, also unsaved ones."""
    session.answer = evolve(session.answer, workspace=server.code())
    return refreshed_fixes(session.answer, diagnosis)


def workspace_edit(server: RootrankServer, session: Session, fix: Fix) -> types.WorkspaceEdit:
    """Returns the edit; one that wants review asks the user to confirm it, where the client can."""
    review = fix.safety == "review" and _can_annotate(server)
    changes: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for file, edits in groupby(sorted(fix.edits, key=lambda e: e.file), key=lambda e: e.file):
        uri = uri_of(server, Path(file))
        document = server.workspace.text_documents.get(uri)
        version = document.version if document else None
        lines = session.answer.workspace.lines(Path(file)) or []
        texts = [_text_edit(server, edit, lines, review=review) for edit in edits]
        changes.append(types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), texts))
    annotations = {REVIEW: _annotation(fix)} if review else None
    return types.WorkspaceEdit(document_changes=changes, change_annotations=annotations)


def _annotation(fix: Fix) -> types.ChangeAnnotation:
    why = fix.wrong_when or fix.summary
    return types.ChangeAnnotation(label=f"Review: {fix.title}", needs_confirmation=True, description=why)


def _text_edit(
    server: RootrankServer, edit: Edit, lines: list[str], *, review: bool
) -> types.TextEdit | types.AnnotatedTextEdit:
    where = types.Range(_position(server, edit.start, lines), _position(server, edit.end, lines))
    if review:
        return types.AnnotatedTextEdit(annotation_id=REVIEW, range=where, new_text=edit.new_text)
    return types.TextEdit(where, edit.new_text)


def _position(server: RootrankServer, position: Position, lines: list[str]) -> types.Position:
    text = lines[position.line - 1] if position.line <= len(lines) else ""
    units = server.workspace.position_codec.client_num_units(text[: position.col - 1])
    return types.Position(position.line - 1, units)


def _can_annotate(server: RootrankServer) -> bool:
    workspace = server.client_capabilities.workspace
    edits = workspace.workspace_edit if workspace else None
    return bool(edits and edits.change_annotation_support)
