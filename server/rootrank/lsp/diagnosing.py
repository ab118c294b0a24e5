"""``rootrank/diagnose``: reads the input, runs the engine off the event loop, keeps the answer, publishes findings."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.workspace import TextDocument

from rootrank.api import Answer, InputError, LogInput, RunContext, diagnose
from rootrank.lsp.parameters import DiagnoseParams, diagnose_params
from rootrank.lsp.publishing import forget, publish
from rootrank.lsp.server import RootrankServer, path_of
from rootrank.lsp.sessions import OpenLog, Session
from rootrank.model.document import Document
from rootrank.presenting.document import to_dict
from rootrank.rulebook.store import RulebookMissing
from rootrank.sources.text import split_lines

log = logging.getLogger("rootrank.lsp")

PROGRESS_AFTER_S = 0.4
"""Faster answers show no progress: it would only flicker."""
REQUEST_FAILED = -32803

_NAMES = {
    "clipboard": "<clipboard>",
    "terminal": "<terminal>",
    "terminal-selection": "<terminal>",
    "verification": "<verification>",
}
_SUBJECTS = {"clipboard": "The clipboard", "file": "The file", "selection": "The selection"}


async def on_diagnose(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers the request."""
    params = diagnose_params(raw)
    document = server.document(params.uri) if params.uri is not None else None
    logs, source = _inputs(params, document)
    answer = await with_progress(server, run_engine(server, logs, params.run), params.token)
    session = keep(server, answer, source)
    moved_on = document is not None and source is not None and document.version != source.version
    if params.origin != "verification" and not moved_on:
        publish(server, session)
    return {
        "id": session.id,
        "document": to_dict(answer.document),
        "message": _message(answer.document, params.origin),
        "warnings": list(answer.warnings),
    }


def warm() -> None:
    """Loads the rulebook and the scanner. Without a rulebook each diagnosis says so."""
    try:
        diagnose([LogInput.from_text("warm\n", "<warm>")])
    except RulebookMissing as error:
        log.warning("%s", error)


def keep(server: RootrankServer, answer: Answer, source: OpenLog | None) -> Session:
    """Keeps an answer for later requests; what the oldest one shows goes with it."""
    session, gone = server.sessions.add(answer, source)
    for old in gone:
        forget(server, old)
    return session


async def run_engine(server: RootrankServer, logs: Sequence[LogInput], run: RunContext | None) -> Answer:
    """Diagnoses on a worker thread; a cancelled request stops between two blocks."""
    stop = threading.Event()
    workspace = server.code.snapshot().workspace
    start, trusted = time.perf_counter(), server.trusted
    try:
        answer = await server.workers.run(
            lambda: diagnose(logs, workspace=workspace, run=run, cancelled=stop.is_set, workspace_rules=trusted)
        )
        _warn(server, answer.warnings)
    except asyncio.CancelledError:
        stop.set()
        raise
    except InputError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    except RulebookMissing as error:
        raise JsonRpcException(str(error), REQUEST_FAILED) from error
    else:
        return answer
    finally:
        server.last_ms = round((time.perf_counter() - start) * 1000, 1)


def _warn(server: RootrankServer, warnings: tuple[str, ...]) -> None:
    """Keeps what is wrong in the workspace's files for the status; the log has each once."""
    server.warnings = warnings
    for text in warnings:
        if text not in server.warned:
            server.warned.add(text)
            log.warning("%s", text)


async def with_progress(server: RootrankServer, work: Coroutine[Any, Any, Answer], token: str | int | None) -> Answer:
    """Awaits the work; what takes longer than a glance shows that it works, where the client gave a token for it."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=PROGRESS_AFTER_S)
        if done or token is None:
            return await task
        with _shown(server, token, task):
            return await task
    finally:
        task.cancel()


@contextmanager
def _shown(server: RootrankServer, token: str | int, task: asyncio.Future[Answer]) -> Iterator[None]:
    progress = server.work_done_progress
    progress.begin(token, types.WorkDoneProgressBegin(title="Reading the log", cancellable=True))
    # pygls cancels this future when the user presses Cancel at the progress.
    progress.tokens[token].add_done_callback(lambda _: task.cancel())
    try:
        yield
    finally:
        progress.end(token, types.WorkDoneProgressEnd())
        del progress.tokens[token]


def _inputs(params: DiagnoseParams, document: TextDocument | None) -> tuple[list[LogInput], OpenLog | None]:
    """Returns the logs that the parameters name, several for a folder, and the document that they stand in."""
    if params.text is not None:
        return [LogInput.from_text(params.text, _NAMES.get(params.origin, "<selection>"))], None
    if document is not None:
        one, source = _open_input(document, params.range)
        return [one], source
    path = Path(params.path) if params.path is not None else path_of(params.uri or "")
    if path is None or params.range is not None:
        raise JsonRpcInvalidParams(f"{params.uri} is not open in the editor: open it, or send its text")
    opened: OpenLog | None = OpenLog(path.as_uri(), None, (), whole=True) if path.is_absolute() else None
    try:
        return LogInput.from_paths([path]), opened
    except InputError as error:
        raise JsonRpcInvalidParams(str(error)) from error


def _open_input(document: TextDocument, where: types.Range | None) -> tuple[LogInput, OpenLog]:
    path = path_of(document.uri)
    name = str(path) if path else document.uri
    text = document.source
    source = OpenLog(document.uri, document.version, tuple(split_lines(text)), whole=where is None)
    if where is None:
        return LogInput.from_text(text, name), source
    if where.start == where.end:
        raise JsonRpcInvalidParams("nothing is selected: select the traceback, or run Diagnose File")
    # Whole lines: half a line of a traceback can't be read, and line numbers stay those of the file.
    first, last = where.start.line, where.end.line
    if where.end.character == 0 and last > first:
        last -= 1
    return LogInput.from_text("".join(document.lines[first : last + 1]), name, first + 1), source


def _message(document: Document, origin: str) -> str | None:
    """Returns what to say when there is nothing to show; None when there is."""
    if document.verdict == "failure" or document.diagnoses:
        return None
    if document.input.bytes == 0:
        return "Nothing to diagnose: the input is empty."
    what = _SUBJECTS.get(origin, "The text")
    if document.verdict == "healthy":
        return f"{what} shows nothing wrong."
    return f"{what} shows no failure. Select the whole traceback, or diagnose the log file."
