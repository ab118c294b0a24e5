"""``rootrank/suppress`` and ``rootrank/unsuppress``: what the user doesn't want to see, kept in the workspace's file.

A finding that is muted goes from the editor at once; the next diagnosis leaves it out by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rootrank.lsp.parameters import Muting, muting, unmuting
from rootrank.lsp.publishing import mute_findings, publish
from rootrank.lsp.requests import hypothesis_of
from rootrank.lsp.server import RootrankServer
from rootrank.lsp.sessions import Session
from rootrank.lsp.touching import Touched
from rootrank.model.document import Hypothesis
from rootrank.suppressing import Suppression, SuppressionsError, add, finding_key, remove

COMMAND = "rootrank.mute"
"""The client's: it asks for the reason and sends ``rootrank/suppress``."""
_TITLES = {"finding": "Mute this finding… (Rootrank)", "entry": "Mute this entry here… (Rootrank)"}


async def on_suppress(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers ``rootrank/suppress``."""
    session, number = hypothesis_of(server, raw)
    wanted = muting(raw)
    _check_day(wanted)
    hypothesis = session.answer.document.diagnoses[number]
    root = _root(session, hypothesis)
    key = finding_key(hypothesis) if wanted.scope == "finding" else None
    one = Suppression(hypothesis.rule, wanted.reason, finding=key, until=wanted.until)
    try:
        path = await server.workers.run(lambda: add(root, one))
    except SuppressionsError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    for shown, muted in _alike(server, hypothesis.rule, key):
        mute_findings(server, shown, muted)
    return {"path": str(path), "rule": hypothesis.rule, "finding": key}


async def on_unsuppress(server: RootrankServer, raw: Any) -> dict[str, Any]:
    """Answers ``rootrank/unsuppress``: in every folder of the workspace."""
    rule, key = unmuting(raw)
    roots = server.code.snapshot().workspace.roots
    try:
        removed = await server.workers.run(lambda: sum(remove(root, rule, key) for root in roots))
    except SuppressionsError as error:
        raise JsonRpcInvalidParams(str(error)) from error
    for session, numbers in list(_alike(server, rule, key)):
        if session.muted & numbers:
            session.muted -= numbers
            publish(server, session)
    return {"removed": removed}


def mute_actions(touched: list[Touched]) -> list[types.CodeAction]:
    """Returns the actions that mute what a range touches; the client asks for the reason."""
    return [
        types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            command=types.Command(
                title, COMMAND, arguments=[{"id": one.session.id, "diagnosis": one.hypothesis, "scope": scope}]
            ),
        )
        for one in touched[:1]
        for scope, title in _TITLES.items()
    ]


def _root(session: Session, hypothesis: Hypothesis) -> Path:
    """The folder whose file takes it: the one of the line at fault, else the first."""
    roots = session.answer.workspace.roots
    if not roots:
        raise JsonRpcInvalidParams("open a folder: what is muted is kept in its .rootrank/suppressed.json")
    place = Path(hypothesis.place.file) if hypothesis.place else None
    return next((root for root in roots if place is not None and place.is_relative_to(root)), roots[0])


def _alike(server: RootrankServer, rule: str, key: str | None) -> Iterator[tuple[Session, set[int]]]:
    """The shown diagnoses, oldest first, with their hypotheses of an entry, or of one finding of it."""
    for session in reversed(server.sessions.shown()):
        numbers = {
            number
            for number, hypothesis in enumerate(session.answer.document.diagnoses)
            if hypothesis.rule == rule and (key is None or finding_key(hypothesis) == key)
        }
        if numbers:
            yield session, numbers


def _check_day(wanted: Muting) -> None:
    if wanted.until is None:
        return
    one = Suppression("", "", until=wanted.until)
    try:
        passed = not one.holds_on(datetime.now(tz=timezone.utc).astimezone().date())
    except ValueError as error:
        raise JsonRpcInvalidParams("until must be a day like 2027-01-31") from error
    if passed:
        raise JsonRpcInvalidParams(f"until is {wanted.until}: that day has passed")
