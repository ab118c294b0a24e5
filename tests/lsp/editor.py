"""An editor as the tests play it: a client of the real server process, its open documents, and what it was shown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Union

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.protocol import JsonRPCResponseMessage, default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

HERE = Path(__file__).parent
DEADLINE_S = 40.0
"""For one answer: the machine may be busy with other tests."""
OURS = (types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, types.PROGRESS)
UNSET = ("PYTHONPATH", "NO_COLOR", "FORCE_COLOR")


def capabilities(name: str) -> types.ClientCapabilities:
    """Capabilities as a client sent them."""
    data = json.loads((HERE / f"{name}-client-capabilities.json").read_text(encoding="utf-8"))
    return get_converter().structure(data, types.ClientCapabilities)


VSCODE = "vscode-1.139"
BARE = "bare"


def environment(rulebook: Path | None, **more: str) -> dict[str, str]:
    """The server's environment: the tests' rulebook through ``site/sitecustomize.py``, or the one that ships."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    ours = {"ROOTRANK_TEST_RULEBOOK": str(rulebook)} if rulebook else {}
    return {**kept, "PYTHONPATH": str(HERE / "site"), **ours, **more}


def converter() -> Any:
    """pygls's, but results of requests that it doesn't know stay plain."""
    plain = default_converter()
    plain.register_structure_hook(JsonRPCResponseMessage, lambda data, cls: cls(**data))

    def action(data: Any, _: Any) -> Any:
        # lsprotocol takes every action that has a command for a bare one.
        return plain.structure(data, types.Command if isinstance(data.get("command"), str) else types.CodeAction)

    plain.register_structure_hook(Union[types.Command, types.CodeAction], action)  # noqa: UP007  (as lsprotocol has it)
    return plain


class Editor:
    """The client."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.published: list[types.PublishDiagnosticsParams] = []
        self.progress: list[dict[str, Any]] = []
        self.registered: list[types.Registration] = []
        self.answer: types.InitializeResult | None = None
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.happened = asyncio.Event()

    # ---- life

    async def begin(
        self, client: str = VSCODE, folders: list[str] | None = None, **more: Any
    ) -> types.InitializeResult:
        roots = [self.folder.as_uri()] if folders is None else folders
        params = types.InitializeParams(
            capabilities=capabilities(client),
            process_id=os.getpid(),
            root_uri=roots[0] if roots else None,
            workspace_folders=[types.WorkspaceFolder(uri, "folder") for uri in roots] if client == VSCODE else None,
            **more,
        )
        self.answer = await within(self.client.initialize_session(params))
        return self.answer

    async def end(self) -> int:
        """Shuts the server down and returns its exit code."""
        server = self.client._server
        if server is not None and server.returncode is None:
            with contextlib.suppress(asyncio.TimeoutError):
                await within(self.client.shutdown_async(None))
            self.client.exit(None)
            try:
                await within(server.wait())
            except asyncio.TimeoutError:
                server.kill()
                raise
        await self.client.stop()
        return -1 if server is None or server.returncode is None else server.returncode

    # ---- messages

    async def request(self, method: str, params: Any) -> Any:
        return await within(self.client.protocol.send_request_async(method, params))

    async def diagnose(self, **params: Any) -> dict[str, Any]:
        return await self.request("rootrank/diagnose", {"origin": "file", **params})

    def cancel(self, request: str) -> None:
        self.client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(request))

    async def settled(self) -> None:
        """The server answers in the order of what it was sent, so all of it has been seen to."""
        await self.request("rootrank/status", {})

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until what the server sent satisfies the condition."""

        async def wait() -> None:
            while not condition():
                self.happened.clear()
                await self.happened.wait()

        await within(wait())

    # ---- documents

    def open(self, where: Path | str, text: str | None = None, language: str | None = None) -> str:
        uri = where.as_uri() if isinstance(where, Path) else where
        if text is None:
            assert isinstance(where, Path)
            text = where.read_bytes().decode()
        language = language or ("python" if uri.endswith(".py") else "log")
        self.versions[uri], self.texts[uri] = 1, text
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, *changes: tuple[tuple[int, int], tuple[int, int], str]) -> None:
        """Replaces ranges, given in UTF-16 units as the editor counts them."""
        self.versions[uri] += 1
        events = []
        for start, end, text in changes:
            where = types.Range(types.Position(*start), types.Position(*end))
            self.texts[uri] = replaced(self.texts[uri], [types.TextEdit(where, text)])
            events.append(types.TextDocumentContentChangePartial(where, text))
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, events))

    def replace(self, uri: str, text: str) -> None:
        """Replaces the whole text without a range, as simple clients do."""
        self.versions[uri] += 1
        self.texts[uri] = text
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        event = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [event]))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    # ---- what is shown

    def shown(self, uri: str) -> list[types.Diagnostic]:
        """What stands in the Problems view for a file."""
        latest = [params for params in self.published if params.uri == uri]
        return list(latest[-1].diagnostics) if latest else []

    async def actions(self, uri: str, line: int, last: int | None = None, **context: Any) -> list[types.CodeAction]:
        where = types.Range(types.Position(line, 0), types.Position(line if last is None else last, 0))
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), where, types.CodeActionContext([], **context)
        )
        return list(await within(self.client.text_document_code_action_async(params)) or [])

    async def hover(self, uri: str, line: int, character: int = 2) -> types.Hover | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        return await within(self.client.text_document_hover_async(params))

    def applied(self, uri: str, edit: types.WorkspaceEdit, version: int | None) -> str:
        """The document after an edit; the versions have to fit, as in VS Code."""
        [change] = edit.document_changes or []
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.uri == uri
        assert change.text_document.version == version
        return replaced(self.texts[uri], list(change.edits))


async def within(awaitable: Any, seconds: float = DEADLINE_S) -> Any:
    return await asyncio.wait_for(awaitable, seconds)


def offset(text: str, position: types.Position) -> int:
    lines = text.split("\n")
    line = lines[position.line]
    units = line.encode("utf-16-le")[: 2 * position.character]
    return sum(len(one) + 1 for one in lines[: position.line]) + len(units.decode("utf-16-le"))


def replaced(text: str, edits: list[Any]) -> str:
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start, end = offset(text, edit.range.start), offset(text, edit.range.end)
        text = text[:start] + edit.new_text + text[end:]
    return text


def make_client(folder: Path) -> Editor:
    client = LanguageClient(converter_factory=converter)
    register_lsp_features(client, {m: f for m, f in DEFAULT_CLIENT_FEATURES.items() if m not in OURS})
    editor = Editor(client, folder)

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        editor.published.append(params)
        editor.happened.set()

    @client.feature(types.PROGRESS)
    def progress(params: types.ProgressParams) -> None:
        editor.progress.append({"token": params.token, **params.value})
        editor.happened.set()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        editor.registered.extend(params.registrations)
        editor.happened.set()

    return editor


@contextlib.asynccontextmanager
async def started(folder: Path, env: dict[str, str]) -> AsyncIterator[Editor]:
    """A server that runs and was not initialized yet."""
    editor = make_client(folder)
    await editor.client.start_io(sys.executable, "-m", "rootrank", "serve", env=env, cwd=str(folder))
    try:
        yield editor
    finally:
        await editor.end()
    assert not editor.client.messages, "a pop-up was shown"
    assert editor.client.error is None
