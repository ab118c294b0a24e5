"""The client's configuration, and its notes of new files: asked for once the engine is loaded."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from rootrank.lsp.options import SECTION, read_options
from rootrank.lsp.publishing import forget, publish
from rootrank.lsp.server import RootrankServer

log = logging.getLogger("rootrank.lsp")


async def begin(server: RootrankServer) -> None:
    """Lists the user's files, asks to be told of changes, and reads the options."""
    workspace = server.code.snapshot().workspace
    await server.workers.run(workspace.python_files)
    await _register(server)
    await _read(server)


async def on_change(server: RootrankServer, params: types.DidChangeConfigurationParams) -> None:
    """Takes the options from the notification, or asks for them where the client wants to be asked."""
    if _able(server).configuration:
        await _read(server)
        return
    settings: Any = params.settings
    _take(server, settings.get(SECTION) if isinstance(settings, dict) else None)


def _able(server: RootrankServer) -> types.WorkspaceClientCapabilities:
    return server.client_capabilities.workspace or types.WorkspaceClientCapabilities()


async def _register(server: RootrankServer) -> None:
    able, wanted = _able(server), []
    if able.did_change_watched_files and able.did_change_watched_files.dynamic_registration:
        watchers = [types.FileSystemWatcher("**/*.py")]
        options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append(types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if able.did_change_configuration and able.did_change_configuration.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        wanted.append(types.Registration("options", types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
    if not wanted:
        return
    try:
        await server.client_register_capability_async(types.RegistrationParams(wanted))
    except JsonRpcException as error:
        log.info("the client does not tell of changes: %s", error)
        return
    server.code.watched = any(registration.id == "files" for registration in wanted)


async def _read(server: RootrankServer) -> None:
    if not _able(server).configuration:
        return
    asked = types.ConfigurationParams([types.ConfigurationItem(section=SECTION)])
    try:
        answer = await server.workspace_configuration_async(asked)
    except JsonRpcException as error:
        log.info("the client gives no configuration: %s", error)
        return
    _take(server, answer[0] if answer else None)


def _take(server: RootrankServer, section: Any) -> None:
    before, server.options = server.options, read_options(section, server.options)
    if before.findings == server.options.findings:
        return
    for session in reversed(server.sessions.shown()):
        if server.options.findings:
            publish(server, session)
        else:
            forget(server, session)
