"""``textDocument/hover``: on the line at fault, and on log lines that an entry recognises."""

from __future__ import annotations

from lsprotocol import types

from rootrank.api import InputError, LogInput
from rootrank.lsp.code_actions import touched
from rootrank.lsp.diagnosing import run_engine
from rootrank.lsp.server import RootrankServer, path_of
from rootrank.lsp.sessions import Session
from rootrank.presenting.editor import hover_markdown

LOG_LANGUAGES = {"log", "plaintext"}
HOVER_BYTES = 2 << 20
"""Larger logs aren't synced as documents."""


def register(server: RootrankServer) -> None:
    """Registers the feature."""
    tried: dict[str, tuple[int | None, Session | None]] = {}

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def on_hover(params: types.HoverParams) -> types.Hover | None:
        uri, at = params.text_document.uri, params.position
        where = types.Range(at, at)
        found = touched(server, uri, where)
        if not found and await _read_log(server, uri, tried):
            found = touched(server, uri, where)
        if not found:
            return None
        session, number, _ = found[0]
        document = session.answer.document
        text = hover_markdown(document, document.diagnoses[number])
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


async def _read_log(server: RootrankServer, uri: str, tried: dict[str, tuple[int | None, Session | None]]) -> bool:
    """Diagnoses an open log once per version, so that its lines have hovers before anyone asked for a diagnosis."""
    document = server.workspace.text_documents.get(uri)
    if document is None or document.language_id not in LOG_LANGUAGES or len(document.source) > HOVER_BYTES:
        return False
    version = document.version
    if uri in tried and tried[uri][0] == version:
        return False
    path = path_of(uri)
    one = LogInput.from_text(document.source, str(path) if path else uri)
    try:
        answer = await run_engine(server, one, None)
    except InputError:
        return False
    if document.version != version:
        return False
    tried[uri] = (version, server.sessions.add(answer, uri) if answer.document.diagnoses else None)
    return bool(answer.document.diagnoses)
