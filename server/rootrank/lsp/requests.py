"""The server's requests about a diagnosis that was made: its fix, its verification, its end, and the server's state."""

from __future__ import annotations

import sys
from typing import Any

from attrs import evolve
from pygls.exceptions import JsonRpcInvalidParams

from rootrank import __version__
from rootrank.api import LogInput, RunContext, scan_engine, shipped_rulebook
from rootrank.fixing import fix_diff, judge_outcome
from rootrank.lsp.diagnosing import run_engine
from rootrank.lsp.edits import current_fixes, workspace_edit
from rootrank.lsp.parameters import index, optional, session_id
from rootrank.lsp.publishing import clear
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session, UnknownDiagnosis
from rootrank.model.document import Outcome
from rootrank.presenting.document import to_dict
from rootrank.presenting.markdown import markdown
from rootrank.rulebook.store import RulebookMissing
from rootrank.sources import code_questions_available


def register(server: RootrankServer) -> None:
    """Registers the requests."""

    @server.feature("rootrank/fix")
    def on_fix(raw: Any) -> dict[str, Any]:
        session, diagnosis = _diagnosis(server, raw)
        fixes = current_fixes(server, session, diagnosis)
        fix = fixes[index(raw, "fix", len(fixes))]
        if fix.refused is not None or not fix.edits:
            return {"edit": None, "refused": fix.refused or "this fix is advice, not an edit", "diff": ""}
        diff = fix_diff(fix, session.answer.workspace)
        return {"edit": workspace_edit(server, session, fix), "refused": None, "diff": diff}

    @server.feature("rootrank/verify")
    async def on_verify(raw: Any) -> dict[str, Any]:
        session, diagnosis = _diagnosis(server, raw)
        exit_code = optional(raw, "exitCode", int)
        run = RunContext(session.answer.document.diagnoses[diagnosis].verify.command, None, exit_code)
        answer = await run_engine(server, _output(raw), run)
        before = session.answer.document
        outcome, message = judge_outcome(before.diagnoses[diagnosis].rule, before.failure, answer.document, exit_code)
        _keep_outcome(session, diagnosis, outcome)
        if outcome == "verified":
            clear(server, session)
        after = server.sessions.add(answer, None)
        return {"outcome": outcome, "message": message, "id": after.id, "document": to_dict(answer.document)}

    @server.feature("rootrank/dismiss")
    def on_dismiss(raw: Any) -> None:
        clear(server, _session(server, raw))

    @server.feature("rootrank/markdown")
    def on_markdown(raw: Any) -> dict[str, Any]:
        return {"markdown": markdown(_session(server, raw).answer.document)}

    @server.feature("rootrank/status")
    def on_status(_: Any) -> dict[str, Any]:
        return status(server.last_ms)


def status(last_ms: float | None) -> dict[str, Any]:
    """Returns the server's state for the status item and the debug information; nothing of any log."""
    try:
        book = shipped_rulebook()
        rulebook = {"version": book.version, "hash": book.hash, "entries": len(book)}
        problems: list[str] = []
    except RulebookMissing as error:
        rulebook, problems = {"version": "", "hash": "", "entries": 0}, [str(error)]
    questions = code_questions_available()
    if not questions:
        problems.append("ast-grep is not installed: no evidence from code, no edits")
    return {
        "version": __version__,
        "rulebook": rulebook,
        "interpreter": sys.executable,
        "scan": scan_engine() if not problems or rulebook["entries"] else "fallback",
        "codeQuestions": questions,
        "lastMs": last_ms,
        "problems": problems,
    }


def _output(raw: Any) -> LogInput:
    path, text = optional(raw, "path", str), optional(raw, "text", str)
    if (path is None) == (text is None):
        raise JsonRpcInvalidParams("give exactly one of text and path")
    return LogInput.from_path(path) if path is not None else LogInput.from_text(text, "<verification>")


def _session(server: RootrankServer, raw: Any) -> Session:
    try:
        return server.sessions.get(session_id(raw))
    except UnknownDiagnosis as error:
        raise JsonRpcInvalidParams(str(error.args[0])) from error


def _diagnosis(server: RootrankServer, raw: Any) -> tuple[Session, int]:
    session = _session(server, raw)
    return session, index(raw, "diagnosis", len(session.answer.document.diagnoses))


def _keep_outcome(session: Session, diagnosis: int, outcome: Outcome) -> None:
    """Writes the outcome into the kept document, so that a later look still shows it."""
    document = session.answer.document
    diagnoses = list(document.diagnoses)
    judged = diagnoses[diagnosis]
    diagnoses[diagnosis] = evolve(judged, verify=evolve(judged.verify, outcome=outcome))
    session.answer = evolve(session.answer, document=evolve(document, diagnoses=diagnoses))

