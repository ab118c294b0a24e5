"""``rootrank/diagnose``: reads the input, runs the engine off the event loop, keeps the answer, publishes findings."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rootrank.api import Answer, InputError, LogInput, RunContext, diagnose
from rootrank.lsp.parameters import DiagnoseParams, diagnose_params
from rootrank.lsp.publishing import publish
from rootrank.lsp.server import RootrankServer, path_of
from rootrank.presenting.document import to_dict
from rootrank.rulebook.store import RulebookMissing

PROGRESS_AFTER_S = 0.4
"""Faster answers show no progress: it would only flicker."""

_NAMES = {
    "clipboard": "<clipboard>",
    "terminal": "<terminal>",
    "terminal-selection": "<terminal>",
    "verification": "<verification>",
}


def register(server: RootrankServer) -> None:
    """Registers the request."""

    @server.feature("rootrank/diagnose")
    async def on_diagnose(raw: Any) -> dict[str, Any]:
        params = diagnose_params(raw)
        one = log_input(server, params)
        answer = await run_engine(server, one, params.run, params.token)
        session = server.sessions.add(answer, params.uri)
        if params.origin != "verification":
            publish(server, session)
        return {"id": session.id, "document": to_dict(answer.document), "message": message_of(answer, params.origin)}


def log_input(server: RootrankServer, params: DiagnoseParams) -> LogInput:
    """Returns the log that the parameters name."""
    if params.path is not None:
        return LogInput.from_path(params.path)
    if params.text is not None:
        return LogInput.from_text(params.text, _NAMES.get(params.origin, "<selection>"))
    uri = params.uri or ""
    document = server.workspace.get_text_document(uri)
    path = path_of(uri)
    name = str(path) if path else uri
    if params.range is None:
        return LogInput.from_text(document.source, name)
    # Whole lines: half a line of a traceback can't be read, and line numbers stay those of the file.
    first, last = params.range.start.line, params.range.end.line
    if params.range.end.character == 0 and last > first:
        last -= 1
    lines = document.lines[first : last + 1]
    if params.range.start == params.range.end:
        raise JsonRpcInvalidParams("nothing is selected: select the traceback, or run Diagnose File")
    return LogInput.from_text("".join(lines), name, first + 1)


async def run_engine(
    server: RootrankServer, one: LogInput, run: RunContext | None, token: str | int | None = None
) -> Answer:
    """Diagnoses on a worker thread; a cancelled request stops between two blocks."""
    stop = threading.Event()
    code = server.code()
    start = time.perf_counter()

    def work() -> Answer:
        return diagnose([one], workspace=code, run=run, cancelled=stop.is_set)

    task = asyncio.get_running_loop().run_in_executor(server.work, work)
    try:
        return await _with_progress(server, task, token)
    except asyncio.CancelledError:
        stop.set()
        raise
    except InputError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    except RulebookMissing as error:
        raise JsonRpcInvalidParams(str(error)) from error
    finally:
        server.last_ms = round((time.perf_counter() - start) * 1000, 1)


async def _with_progress(server: RootrankServer, task: asyncio.Future[Answer], token: str | int | None) -> Answer:
    done, _ = await asyncio.wait({task}, timeout=PROGRESS_AFTER_S)
    if done or token is None:
        return await task
    progress = server.work_done_progress
    progress.begin(token, types.WorkDoneProgressBegin(title="Reading the log", cancellable=True))
    try:
        return await task
    finally:
        progress.end(token, types.WorkDoneProgressEnd())


def message_of(answer: Answer, origin: str) -> str | None:
    """Returns what to say when there is nothing to show; None when there is."""
    document = answer.document
    if document.verdict == "failure" or document.diagnoses:
        return None
    if document.input.bytes == 0:
        return "Nothing to diagnose: the input is empty."
    what = {"clipboard": "The clipboard", "file": "The file", "selection": "The selection"}.get(origin, "The text")
    if document.verdict == "healthy":
        return f"{what} shows nothing wrong."
    return f"{what} shows no failure. Select the whole traceback, or diagnose the log file."
