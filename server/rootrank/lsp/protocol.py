"""Where we differ from pygls: our requests' parameters stay plain, errors are answered in words, lines are LSP's.

pygls cuts lines as ``str.splitlines`` does, also at form feeds and Unicode separators; a document with one of them
would go out of step with the editor at the first edit.
"""

from __future__ import annotations

import logging
import re
import uuid
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import JsonRPCRequestMessage, LanguageServerProtocol
from pygls.workspace import TextDocument, Workspace

log = logging.getLogger("rootrank.lsp")

OWN = "rootrank/"
SYNC = types.TextDocumentSyncKind.Incremental
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")


class Text(TextDocument):
    """An open document whose lines end at LF, CR LF or CR only."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines with their ends; the last one has none."""
        return tuple(_LINE.findall(self.source))

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        text = self.source
        starts = [0, *(end.end() for end in _LINE_END.finditer(text)), len(text)]
        start, end = self._offset(starts, change.range.start), self._offset(starts, change.range.end)
        self._source = text[:start] + change.text + text[end:]

    def _offset(self, starts: list[int], at: types.Position) -> int:
        """The offset of a client's position; one behind the end of a line or of the text stands at that end."""
        number = min(at.line, len(starts) - 2)
        line = self.source[starts[number] : starts[number + 1]].rstrip("\r\n")
        if at.line > number:
            return len(self.source)
        if line.isascii():
            return starts[number] + min(at.character, len(line))
        units, column = 0, 0
        while column < len(line) and units < at.character:
            units += self.position_codec.client_num_units(line[column])
            column += 1
        return starts[number] + column


class Documents(Workspace):
    """The open documents."""

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> Text:
        return Text(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=self._sync_kind,
            position_codec=self._position_codec,
        )


class Protocol(LanguageServerProtocol):
    """pygls's protocol with these differences."""

    def use_own_documents(self) -> None:
        """Replaces the documents that pygls made for this session; called before any is open."""
        made = self.workspace
        folders = list(made.folders.values())
        self._workspace = Documents(made.root_uri, SYNC, folders, made.position_encoding)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Reads a message; a request that can't be read is answered, or its sender would wait forever."""
        method = data.get("method") if "jsonrpc" in data else None
        if isinstance(method, str) and method.startswith(OWN) and "id" in data:
            return JsonRPCRequestMessage(
                id=data["id"], method=method, jsonrpc=data["jsonrpc"], params=data.get("params")
            )
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if method is not None and "id" in data:
                wrong = JsonRpcInvalidParams(f"the parameters of {method} do not have the form that LSP gives them")
                self._send_response(data["id"], error=wrong.to_response_error())
            raise

    def _send_response(self, msg_id: str | int, result: Any = None, error: types.ResponseError | None = None) -> None:
        """Answers; an error of ours gets a short id that is in the log, and keeps what it quotes to itself."""
        if error is not None and error.code == JsonRpcInternalError.CODE:
            error = types.ResponseError(error.code, _inside(error))
        super()._send_response(msg_id, result, error)


def _inside(error: types.ResponseError) -> str:
    short = uuid.uuid4().hex[:8]
    places = error.data.get("traceback", []) if isinstance(error.data, dict) else []
    # The message may quote the user's lines: its type is enough beside the places in our code.
    log.error("error %s: %s\n%s", short, error.message.partition(":")[0], "".join(places))
    return f"Rootrank failed inside (error {short}); its log says where. Please report it."
