"""``rootrank/verify``: diagnoses what a verification printed, and says what that proves."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rootrank.api import RunContext
from rootrank.fixing import judge_outcome
from rootrank.lsp.diagnosing import keep, run_engine
from rootrank.lsp.parameters import exit_code, output
from rootrank.lsp.publishing import end
from rootrank.lsp.requests import hypothesis_of
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session
from rootrank.model.document import Outcome
from rootrank.presenting.document import to_dict


async def on_verify(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers the request."""
    session, hypothesis = hypothesis_of(server, raw)
    ended, printed = exit_code(raw), output(raw)
    before = session.answer.document
    judged = before.diagnoses[hypothesis]
    answer = await run_engine(server, [printed], RunContext(judged.verify.command, None, ended))
    outcome, message = judge_outcome(judged.rule, before, answer.document, ended)
    _keep_outcome(session, hypothesis, outcome)
    if outcome == "verified":
        end(server, session)
    after = keep(server, answer, None)
    return {"outcome": outcome, "message": message, "id": after.id, "document": to_dict(answer.document)}


def _keep_outcome(session: Session, hypothesis: int, outcome: Outcome) -> None:
    """Writes the outcome into the kept document, so that a later look still shows it."""
    document = session.answer.document
    diagnoses = list(document.diagnoses)
    judged = diagnoses[hypothesis]
    diagnoses[hypothesis] = evolve(judged, verify=evolve(judged.verify, outcome=outcome))
    session.answer = evolve(session.answer, document=evolve(document, diagnoses=diagnoses))
