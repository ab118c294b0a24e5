"""Follows edits: a finding moves with its line and goes when the line is edited.

Called only while there are diagnoses, so that writing code costs nothing otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import define
from lsprotocol import types

from rootrank.lsp.publishing import nearest, refresh
from rootrank.lsp.server import RootrankServer, path_of
from rootrank.lsp.sessions import Finding


@define
class _Span:
    """The lines on which a finding's line may stand after some changes."""

    first: int
    last: int


def on_open(server: RootrankServer, params: types.DidOpenTextDocumentParams) -> None:
    """The editor may show another text than the disk, which was diagnosed."""
    _search_again(server, params.text_document.uri)


def on_close(server: RootrankServer, params: types.DidCloseTextDocumentParams) -> None:
    """What was not saved is gone."""
    _search_again(server, params.text_document.uri)


def on_change(server: RootrankServer, params: types.DidChangeTextDocumentParams) -> None:
    """Moves findings as the changes moved their lines."""
    path = path_of(params.text_document.uri)
    partial = [c for c in params.content_changes if isinstance(c, types.TextDocumentContentChangePartial)]
    if len(partial) != len(params.content_changes):
        _search_again(server, params.text_document.uri)
    elif path is not None:
        _realign(server, path, lambda lines, finding: _moved(lines, finding, partial))


def on_files(server: RootrankServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Files came, went, or were written by another program."""
    if any(change.type != types.FileChangeType.Changed for change in params.changes):
        server.code.forget_files()
    for change in params.changes:
        if server.document(change.uri) is None:
            _search_again(server, change.uri)


def _search_again(server: RootrankServer, uri: str) -> None:
    path = path_of(uri)
    if path is not None:
        _realign(server, path, lambda lines, finding: nearest(lines, finding.text, finding.line))


def _realign(server: RootrankServer, path: Path, place: Callable[[list[str], Finding], int | None]) -> None:
    """Puts a file's findings where ``place`` says; those without a place go."""
    holders = [s for s in server.sessions.shown() if any(f.path == path for f in s.findings)]
    if not holders:
        return
    lines = server.code.snapshot().workspace.lines(path) or []
    changed = False
    for session in holders:
        kept = []
        for finding in session.findings:
            at = place(lines, finding) if finding.path == path else finding.line
            changed |= at != finding.line
            if at is not None:
                finding.line = at
                kept.append(finding)
        session.findings = kept
    if changed:
        refresh(server, path)


def _moved(lines: list[str], finding: Finding, changes: list[types.TextDocumentContentChangePartial]) -> int | None:
    """Where a finding's line stands after the changes; None when it was edited.

    A line of the same text elsewhere is another line, so only what the changes touched is searched.
    """
    span = _Span(finding.line, finding.line)
    for change in changes:
        _shift(span, change)
    near = list(enumerate(lines))[span.first : span.last + 1]
    places = [number for number, text in near if text.strip() == finding.text]
    return min(places, key=lambda number: abs(number - finding.line)) if places else None


def _shift(span: _Span, change: types.TextDocumentContentChangePartial) -> None:
    start, end = change.range.start.line, change.range.end.line
    new_end = start + change.text.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    if span.last < start:
        return
    if span.first > end:
        span.first += new_end - end
    else:
        span.first = min(span.first, start)
    span.last = span.last + new_end - end if span.last > end else new_end
