"""The user's code as the editor has it: its folders, with the unsaved texts of open files on top."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen
from pygls.workspace import TextDocument

from rootrank.lsp.server import path_of
from rootrank.sources import Workspace

if TYPE_CHECKING:
    from rootrank.lsp.server import RootrankServer

INDEX_AGE_S = 10.0
"""How long the list of files is believed when the client doesn't tell of new ones."""


@frozen
class OpenFile:
    """An open file at one version."""

    uri: str
    version: int | None
    document: TextDocument = field(eq=id)
    """Tells a file that was closed and opened again, which starts at version 1 once more."""


@frozen
class Snapshot:
    """The code at one moment."""

    workspace: Workspace
    open: Mapping[Path, OpenFile]
    listing: int
    """Number of the list of files that it was made with."""

    def uri(self, path: Path) -> str:
        """Returns a file's URI, spelled as the client spelled it when the file is open."""
        return self.open[path].uri if path in self.open else path.as_uri()

    def version(self, path: Path) -> int | None:
        """Returns an open file's version; None for a file that isn't open."""
        return self.open[path].version if path in self.open else None


class Code:
    """Makes snapshots; one that nothing has changed since is handed out again."""

    def __init__(self, server: RootrankServer) -> None:
        self._server = server
        self.watched = False
        """Whether the client tells of new files."""
        self._roots: tuple[Path, ...] | None = None
        self._made = 0.0
        self._last = Snapshot(Workspace.none(), {}, 0)

    def forget_files(self) -> None:
        """Has the folders listed again: files came or went."""
        self._roots = None

    def snapshot(self) -> Snapshot:
        """Returns the code as it is now."""
        roots = self._current_roots()
        old = not self.watched and time.monotonic() - self._made > INDEX_AGE_S
        listed_again = roots != self._roots or old
        disk = self._last.workspace
        if listed_again:
            disk, self._roots, self._made = Workspace(roots), roots, time.monotonic()
        documents = {
            path: document
            for document in self._server.workspace.text_documents.values()
            if (path := path_of(document.uri)) is not None and path.suffix == ".py"
        }
        opened = {path: OpenFile(document.uri, document.version, document) for path, document in documents.items()}
        if listed_again or opened != self._last.open:
            texts = {path: document.source for path, document in documents.items()}
            self._last = Snapshot(disk.with_overlay(texts), opened, self._last.listing + listed_again)
        return self._last

    def _current_roots(self) -> tuple[Path, ...]:
        workspace = self._server.workspace
        uris = [folder.uri for folder in workspace.folders.values()]
        if not uris and workspace.root_uri:
            uris = [workspace.root_uri]
        return tuple(path for uri in uris if (path := path_of(uri)) is not None and path.is_absolute())
