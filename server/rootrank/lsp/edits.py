"""Turns a fix into a versioned ``WorkspaceEdit``; positions change from code points to the client's units here only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

from attrs import evolve
from lsprotocol import types

from rootrank.api import refreshed_fixes
from rootrank.lsp.code import Snapshot
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session
from rootrank.model.document import Edit, Fix, Position

REVIEW = "rootrank-review"


async def current_fixes(server: RootrankServer, session: Session, hypothesis: int, now: Snapshot) -> list[Fix]:
    """Returns a hypothesis's fixes against the files as they are now, also unsaved ones.

    Kept until a file changes: an editor asks for the actions of a line whenever the cursor comes by.
    """
    kept = session.fixes.get(hypothesis)
    if kept is not None and kept[0] == _state(session, hypothesis, kept[1], now):
        return kept[1]
    answer = evolve(session.answer, workspace=now.workspace)
    fixes = await server.workers.run(functools.partial(refreshed_fixes, answer, hypothesis))
    session.fixes[hypothesis] = (_state(session, hypothesis, fixes, now), fixes)
    return fixes


def workspace_edit(server: RootrankServer, now: Snapshot, fix: Fix) -> types.WorkspaceEdit:
    """Returns the edit; one that wants review asks the user to confirm it, where the client can."""
    changes = {
        Path(file): [_text_edit(server, edit, now) for edit in edits]
        for file, edits in groupby(sorted(fix.edits, key=lambda e: e.file), key=lambda e: e.file)
    }
    if not _can(server, lambda edit: edit.document_changes):
        return types.WorkspaceEdit(changes={now.uri(path): edits for path, edits in changes.items()})
    review = fix.safety == "review" and can_confirm(server)
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(now.uri(path), now.version(path)),
                [_annotated(edit) if review else edit for edit in edits],
            )
            for path, edits in changes.items()
        ],
        change_annotations={REVIEW: _annotation(fix)} if review else None,
    )


def can_confirm(server: RootrankServer) -> bool:
    """Whether the client asks before it applies a change that is annotated so."""
    return _can(server, lambda edit: edit.document_changes and edit.change_annotation_support)


def _can(server: RootrankServer, ability: Callable[[types.WorkspaceEditClientCapabilities], object]) -> bool:
    workspace = server.client_capabilities.workspace
    edit = workspace.workspace_edit if workspace else None
    return edit is not None and bool(ability(edit))


def _state(session: Session, hypothesis: int, fixes: list[Fix], now: Snapshot) -> object:
    """What the fixes depend on: the list of files, unsaved texts, and the files concerned on the disk."""
    document = session.answer.document
    place = document.diagnoses[hypothesis].place
    names = {edit.file for fix in fixes for edit in fix.edits} | ({place.file} if place else set())
    paths = {Path(name) for name in names} | ({session.answer.script} if session.answer.script else set())
    return now.listing, dict(now.open), {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _annotation(fix: Fix) -> types.ChangeAnnotation:
    why = fix.wrong_when or fix.summary
    return types.ChangeAnnotation(label=f"Review: {fix.title}", needs_confirmation=True, description=why)


def _annotated(edit: types.TextEdit) -> types.AnnotatedTextEdit:
    return types.AnnotatedTextEdit(annotation_id=REVIEW, range=edit.range, new_text=edit.new_text)


def _text_edit(server: RootrankServer, edit: Edit, now: Snapshot) -> types.TextEdit:
    lines = now.workspace.lines(Path(edit.file)) or []
    where = types.Range(_position(server, edit.start, lines), _position(server, edit.end, lines))
    return types.TextEdit(where, edit.new_text)


def _position(server: RootrankServer, position: Position, lines: list[str]) -> types.Position:
    text = lines[position.line - 1] if position.line <= len(lines) else ""
    units = server.workspace.position_codec.client_num_units(text[: position.col - 1])
    return types.Position(position.line - 1, units)
