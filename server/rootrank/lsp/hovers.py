"""``textDocument/hover``: on the line at fault, and on log lines that an entry recognises."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from urllib.parse import unquote

from attrs import frozen
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import TextDocument

from rootrank.api import LogInput
from rootrank.lsp.diagnosing import run_engine
from rootrank.lsp.server import RootrankServer, path_of
from rootrank.lsp.sessions import OpenLog, Session
from rootrank.lsp.touching import on_log_lines, touched
from rootrank.presenting.editor import hover_markdown, hover_text
from rootrank.sources.text import split_lines

LANGUAGES = {"log", "plaintext"}
SCHEMES = {"file", "untitled", "vscode-remote"}
"""Not ``output``: our own log channel is a document of language ``log``."""
MOST_CHARACTERS = 2 << 20
"""Larger logs aren't synced as documents."""
KEPT = 8


@frozen
class _Reading:
    """A log that is read, or was, because the mouse rested on it."""

    document: TextDocument
    version: int | None
    session: asyncio.Task[Session | None]


Readings = OrderedDict[str, _Reading]


async def on_hover(server: RootrankServer, params: types.HoverParams) -> types.Hover | None:
    """Answers the request."""
    uri, at = params.text_document.uri, params.position
    where = types.Range(at, at)
    for one in touched(server, uri, where):
        return _hover(server, one.session, one.hypothesis)
    session = await _read_log(server, uri) if server.options.hover else None
    if session is None:
        return None
    for number in on_log_lines(server, session, where):
        return _hover(server, session, number)
    return None


def _hover(server: RootrankServer, session: Session, number: int) -> types.Hover:
    document = session.answer.document
    hypothesis = document.diagnoses[number]
    able = server.client_capabilities.text_document
    formats = able.hover.content_format if able and able.hover else None
    if formats and types.MarkupKind.Markdown not in formats:
        return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, hover_text(document, hypothesis)))
    text = hover_markdown(document, number, panel=session.id if server.has_panel and session.id else None)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


async def _read_log(server: RootrankServer, uri: str) -> Session | None:
    """Reads an open log once per version, so that its lines have hovers before anyone asked for a diagnosis."""
    document = server.document(uri)
    if document is None or document.language_id not in LANGUAGES or uri.partition(":")[0] not in SCHEMES:
        return None
    if len(document.source) > MOST_CHARACTERS:
        return None
    key = unquote(uri)
    reading = server.readings.get(key)
    if reading is None or reading.document is not document or reading.version != document.version:
        reading = _Reading(document, document.version, asyncio.ensure_future(_session(server, document)))
        server.readings[key] = reading
        while len(server.readings) > KEPT:
            server.readings.popitem(last=False)
    # A hover is cancelled as soon as the mouse moves; the reading goes on for the next one.
    return await asyncio.shield(reading.session)


async def _session(server: RootrankServer, document: TextDocument) -> Session | None:
    text, path = document.source, path_of(document.uri)
    source = OpenLog(document.uri, document.version, tuple(split_lines(text)), whole=True)
    try:
        answer = await run_engine(server, [LogInput.from_text(text, str(path) if path else document.uri)], None)
    except JsonRpcException:  # not a log, or no rulebook: a hover has nothing to say then
        return None
    return Session("", answer, source)  # not kept: it has no id, and no panel shows it
