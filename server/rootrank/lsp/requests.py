"""The server's requests about a diagnosis that was made: its fix, its end, its text, and the server's state."""

from __future__ import annotations

import sys
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from rootrank import __version__
from rootrank.api import scan_engine, shipped_rulebook
from rootrank.fixing import FixRefused, fix_diff
from rootrank.lsp.edits import current_fixes, workspace_edit
from rootrank.lsp.parameters import index, session_id
from rootrank.lsp.publishing import end
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session, UnknownDiagnosis
from rootrank.presenting.markdown import markdown
from rootrank.rulebook.store import RulebookMissing
from rootrank.sources import code_questions_available


async def on_fix(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers ``rootrank/fix``: the edit against the files as they are now."""
    session, hypothesis = hypothesis_of(server, raw)
    count = len(session.answer.document.diagnoses[hypothesis].fixes)
    number = index(raw, "fix", count)
    now = server.code.snapshot()
    fix = (await current_fixes(server, session, hypothesis, now))[number]
    if fix.refused is not None or not fix.edits:
        return _refused(fix.refused or "this fix is not an edit of the code")
    try:
        diff = fix_diff(fix, now.workspace)
    except FixRefused as error:
        return _refused(str(error))
    return {"edit": workspace_edit(server, now, fix), "refused": None, "diff": diff}


async def on_dismiss(server: RootrankServer, raw: Any) -> None:
    """Answers ``rootrank/dismiss``."""
    end(server, session_of(server, raw))


async def on_markdown(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers ``rootrank/markdown``."""
    answer = session_of(server, raw).answer
    return {"markdown": markdown(answer.document, roots=[str(root) for root in answer.workspace.roots])}


async def on_trust(server: RootrankServer, _: Any) -> None:
    """Answers ``rootrank/trust``: the user has come to trust the workspace."""
    server.trusted = True


async def on_status(server: RootrankServer, _: Any) -> dict[str, Any]:
    """Answers ``rootrank/status``: for the status item and the debug information; nothing of any log."""
    return await server.workers.run(lambda: _status(server.last_ms, server.warnings))


def session_of(server: RootrankServer, raw: Any) -> Session:
    """Returns the diagnosis that a request names."""
    try:
        return server.sessions.get(session_id(raw))
    except UnknownDiagnosis as error:
        raise JsonRpcInvalidParams(str(error.args[0])) from error


def hypothesis_of(server: RootrankServer, raw: Any) -> tuple[Session, int]:
    """Returns the diagnosis that a request names, and which of its hypotheses."""
    session = session_of(server, raw)
    return session, index(raw, "diagnosis", len(session.answer.document.diagnoses))


def _refused(why: str) -> dict[str, Any]:
    return {"edit": None, "refused": why, "diff": ""}


def _status(last_ms: float | None, warnings: tuple[str, ...]) -> dict[str, Any]:
    rulebook: dict[str, Any] = {"version": "", "hash": "", "entries": 0}
    scan, problems = "fallback", []
    try:
        book = shipped_rulebook()
        rulebook = {"version": book.version, "hash": book.hash, "entries": len(book)}
        scan = scan_engine()
    except RulebookMissing as error:
        problems.append(str(error))
    questions = code_questions_available()
    if not questions:
        problems.append("ast-grep is not installed: no evidence from code, no edits")
    return {
        "version": __version__,
        "rulebook": rulebook,
        "interpreter": sys.executable,
        "scan": scan,
        "codeQuestions": questions,
        "lastMs": last_ms,
        "problems": [*problems, *warnings],
    }
