"""The server's life: start, stdout guarded for the protocol, the engine warmed behind ``initialized``.

Each feature lives in a module of its own and is registered here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from rootrank import __version__
from rootrank.api import LogInput, Workspace, diagnose
from rootrank.lsp.sessions import Sessions

log = logging.getLogger("rootrank.lsp")


class RootrankServer(LanguageServer):
    """The language server with its diagnoses."""

    def __init__(self) -> None:
        super().__init__("rootrank", __version__, types.TextDocumentSyncKind.Incremental)
        self.sessions = Sessions()
        self.work = ThreadPoolExecutor(max_workers=2, thread_name_prefix="diagnose")
        self.last_ms: float | None = None
        self._code: tuple[tuple[Path, ...], Workspace] | None = None

    def code(self) -> Workspace:
        """Returns the user's code: the editor's folders, with the unsaved texts of open files on top."""
        roots = tuple(path for f in self.workspace.folders.values() if (path := path_of(f.uri)) is not None)
        if self._code is None or self._code[0] != roots:
            self._code = (roots, Workspace(roots))
        texts = {
            path: document.source
            for uri, document in self.workspace.text_documents.items()
            if (path := path_of(uri)) is not None and path.suffix == ".py"
        }
        return self._code[1].with_overlay(texts)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Logs an error that no handler foresaw under a short id; never a pop-up."""
        log.error("error %s in %s: %s", uuid.uuid4().hex[:8], getattr(source, "__name__", source), type(error).__name__)


def path_of(uri: str) -> Path | None:
    """Returns the path of a ``file:`` URI; None for every other scheme."""
    from pygls.uris import to_fs_path  # noqa: PLC0415  (beside its one use)

    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def make_server() -> RootrankServer:
    """Returns a server with all features registered."""
    from rootrank.lsp import code_actions, diagnosing, documents, hovers, requests  # noqa: PLC0415  (they import this)

    server = RootrankServer()
    for feature in (diagnosing, requests, documents, code_actions, hovers):
        feature.register(server)

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        asyncio.get_running_loop().run_in_executor(server.work, warm)

    return server


def warm() -> None:
    """Loads the rulebook and the scanner, so that the first diagnosis is as fast as the next."""
    diagnose([LogInput.from_text("warm\n", "<warm>")])


def main() -> None:
    """Serves on stdin and stdout until the client goes.

    Only the protocol may write to stdout: whatever else prints, prints to stderr.
    """
    protocol = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    # pygls logs whole messages, which hold the user's lines.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    make_server().start_io(sys.stdin.buffer, protocol)
