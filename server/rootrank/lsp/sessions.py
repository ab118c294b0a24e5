"""The diagnoses that the editor may still ask about, newest kept, and where their findings stand in the code."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

if TYPE_CHECKING:
    from rootrank.api import Answer
    from rootrank.model.document import Fix

KEPT = 20
"""Diagnoses kept; an editor shows one, and a user goes back a few."""


class UnknownDiagnosis(KeyError):  # noqa: N818  (a state that the client may be in, not a fault of the server)
    """The id is not, or no longer, known."""


@define
class Finding:
    """A diagnostic that is shown at a line of the user's code."""

    hypothesis: int
    """Index in the document's diagnoses."""
    path: Path
    line: int
    """0-based, as the file is now."""
    text: str
    """The line, stripped, as it was when it was found; once it is another, the finding goes."""


@define
class OpenLog:
    """The document that a diagnosis was made from."""

    uri: str
    version: int | None
    """None when it was read from the disk."""
    lines: tuple[str, ...]
    """Its lines at that version; empty when it was read from the disk, or not known."""
    whole: bool
    """False for a selection of it."""


@define
class Session:
    """One diagnosis."""

    id: str
    answer: Answer
    log: OpenLog | None
    """None for text without a file."""
    findings: list[Finding] = field(factory=list)
    ended: bool = False
    """Dismissed, verified or replaced: nothing of it is shown in the editor any more, but its id is still known."""
    muted: set[int] = field(factory=set)
    """Hypotheses that the user muted since: nothing of them is shown in the editor."""
    fixes: dict[int, tuple[object, list[Fix]]] = field(factory=dict)
    """By hypothesis: its fixes, and the state of the code that they were computed for."""


class Sessions:
    """Diagnoses by id, the newest ``KEPT``."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._numbers = itertools.count(1)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._sessions)

    def add(self, answer: Answer, log: OpenLog | None) -> tuple[Session, list[Session]]:
        """Keeps an answer; returns its session, and those that had to go for it."""
        session = Session(str(next(self._numbers)), answer, log)
        self._sessions[session.id] = session
        gone = []
        while len(self._sessions) > KEPT:
            gone.append(self._sessions.popitem(last=False)[1])
        return session, gone

    def get(self, name: str) -> Session:
        """Returns a session.

        Raises:
            UnknownDiagnosis: there is none of this id.
        """
        try:
            return self._sessions[name]
        except KeyError as error:
            raise UnknownDiagnosis(f"the diagnosis {name!r} is no longer kept: run Diagnose again") from error

    def shown(self) -> list[Session]:
        """The sessions that have not ended, newest first."""
        return [session for session in reversed(self._sessions.values()) if not session.ended]
