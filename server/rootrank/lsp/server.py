"""The server's life: what it answers to, its state, and its start and end.

Only what the answer to ``initialize`` needs is imported here. The engine and the features' modules are loaded behind
``initialized``, on a worker thread; a request that comes earlier waits for them.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import uuid
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import FeatureRequestError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from rootrank import __version__
from rootrank.lsp import lifetime
from rootrank.lsp.options import Options
from rootrank.lsp.protocol import SYNC, Protocol
from rootrank.lsp.sessions import Sessions
from rootrank.lsp.workers import Workers

if TYPE_CHECKING:
    from rootrank.lsp.code import Code
    from rootrank.lsp.hovers import Readings

log = logging.getLogger("rootrank.lsp")

REQUESTS = {
    "rootrank/diagnose": "diagnosing.on_diagnose",
    "rootrank/fix": "requests.on_fix",
    "rootrank/verify": "verifying.on_verify",
    "rootrank/dismiss": "requests.on_dismiss",
    "rootrank/markdown": "requests.on_markdown",
    "rootrank/suppress": "muting.on_suppress",
    "rootrank/unsuppress": "muting.on_unsuppress",
    "rootrank/trust": "requests.on_trust",
    "rootrank/status": "requests.on_status",
    types.TEXT_DOCUMENT_CODE_ACTION: "code_actions.on_code_action",
    types.TEXT_DOCUMENT_HOVER: "hovers.on_hover",
}
"""Each request with the function that answers it."""
NOTICES = {
    types.TEXT_DOCUMENT_DID_OPEN: "following.on_open",
    types.TEXT_DOCUMENT_DID_CHANGE: "following.on_change",
    types.TEXT_DOCUMENT_DID_CLOSE: "following.on_close",
}
"""Each notification that moves findings, with its function. Without a diagnosis there are none to move."""
OPTIONS = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
}


class RootrankServer(LanguageServer):
    """The language server with its diagnoses."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("rootrank", __version__, SYNC, protocol_cls=Protocol, max_workers=1)
        self.sessions = Sessions()
        self.workers = Workers()
        self.options = Options()
        self.has_panel = False
        """Whether the client shows the whole diagnosis itself, so that a hover may link there."""
        self.can_mute = False
        """Whether the client has the command that asks for a reason and mutes."""
        self.trusted = False
        """Whether the user trusts the workspace, so that its own entries are used."""
        self.warnings: tuple[str, ...] = ()
        """What the last diagnosis said of the workspace's own files."""
        self.warned: set[str] = set()
        """Those that are in the log."""
        self.published: dict[Path, str] = {}
        """Files that show findings, with the URI that they were published under."""
        self.readings: Readings = OrderedDict()
        """Open logs that were read for a hover, by URI."""
        self.last_ms: float | None = None
        self.was_shut_down = False
        self._loading: asyncio.Task[None] | None = None

    @functools.cached_property
    def code(self) -> Code:
        """The user's code: the editor's folders, with the unsaved texts of open files on top."""
        from rootrank.lsp.code import Code  # noqa: PLC0415  (not needed before a diagnosis)

        return Code(self)

    async def ready(self) -> None:
        """Waits until the engine is loaded, once for all who ask."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self.workers.run(load))
        await asyncio.shield(self._loading)

    def document(self, uri: str) -> TextDocument | None:
        """Returns an open document; None when it isn't open."""
        found: TextDocument | None = self.workspace.text_documents.get(unquote(uri))
        return found

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Logs what had no request to answer; never a pop-up, and never the user's lines."""
        if source is not FeatureRequestError:
            name = type(error).__name__
            log.error("error %s: %s (%s)", uuid.uuid4().hex[:8], name, getattr(source, "__name__", "?"))


def same_document(one: str, other: str) -> bool:
    """Whether two URIs name one document: clients spell them in more than one way."""
    return unquote(one) == unquote(other) or (path_of(one) is not None and path_of(one) == path_of(other))


@functools.lru_cache(maxsize=1024)
def path_of(uri: str) -> Path | None:
    """Returns the path of a ``file:`` URI; None for every other scheme, and for what is no URI."""
    try:
        path = to_fs_path(uri) if uri.startswith("file:") else None
    except ValueError:  # an unclosed bracket where a host stands
        return None
    return Path(path) if path and "\0" not in path else None


def load() -> None:
    """Loads the features, the rulebook and the scanner, so that the first diagnosis is as fast as the next."""
    for function in (*REQUESTS.values(), *NOTICES.values()):
        import_module(f"rootrank.lsp.{function.partition('.')[0]}")
    from rootrank.lsp.diagnosing import warm  # noqa: PLC0415  (loaded just now)

    warm()


def make_server() -> RootrankServer:
    """Returns a server that answers to everything in ``REQUESTS`` and ``NOTICES``."""
    server = RootrankServer()
    for method, function in REQUESTS.items():
        server.feature(method, OPTIONS.get(method))(_request(server, function))
    for method, function in NOTICES.items():
        server.feature(method)(_notice(server, function))
    _register_life(server)
    return server


def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(".")
    found: Callable[..., Any] = getattr(import_module(f"rootrank.lsp.{module}"), function)
    return found


def _request(server: RootrankServer, name: str) -> Callable[[Any], Any]:
    async def answer(params: Any) -> Any:
        await server.ready()
        return await _function(name)(server, params)

    return answer


def _notice(server: RootrankServer, name: str) -> Callable[[Any], None]:
    def note(params: Any) -> None:
        if server.sessions:
            _function(name)(server, params)

    return note


def _register_life(server: RootrankServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.protocol.use_own_documents()
        if isinstance(params.initialization_options, dict):
            server.has_panel = params.initialization_options.get("panel") is True
            server.can_mute = params.initialization_options.get("mute") is True
            server.trusted = params.initialization_options.get("trusted") is True
        if params.process_id is not None:
            lifetime.end_with(params.process_id)

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        await server.ready()
        await _function("configuring.begin")(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def on_files(params: types.DidChangeWatchedFilesParams) -> None:
        await server.ready()
        _function("following.on_files")(server, params)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def on_configuration(params: types.DidChangeConfigurationParams) -> None:
        await server.ready()
        await _function("configuring.on_change")(server, params)

    @server.feature(types.SHUTDOWN)
    def shut_down(_: None) -> None:
        server.was_shut_down = True


def main() -> None:
    """Serves on stdin and stdout until the client goes.

    Ends the process itself: a diagnosis that waits for a FIFO can't be interrupted, and nobody wants its answer now.
    """
    requests, answers = lifetime.private_streams()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    # pygls logs whole messages, which hold the user's lines.
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    server = make_server()
    server.start_io(requests, answers)
    logging.shutdown()
    os._exit(0 if server.was_shut_down else lifetime.CLIENT_DIED)
