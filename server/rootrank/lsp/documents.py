"""Follows edits: a finding moves with its line and goes when the line is edited."""

from __future__ import annotations

from lsprotocol import types

from rootrank.lsp.publishing import follow_edit
from rootrank.lsp.server import RootrankServer


def register(server: RootrankServer) -> None:
    """Registers the feature."""

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def on_change(params: types.DidChangeTextDocumentParams) -> None:
        follow_edit(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def on_open(params: types.DidOpenTextDocumentParams) -> None:
        follow_edit(server, params.text_document.uri)
