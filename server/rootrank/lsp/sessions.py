"""The diagnoses that the editor may still ask about, newest kept, and where their findings stand in open files."""

from __future__ import annotations

import itertools
from collections import OrderedDict

from attrs import define, field

from rootrank.api import Answer

KEPT = 20
"""Diagnoses kept; an editor shows one, and a user goes back a few."""


class UnknownDiagnosis(KeyError):  # noqa: N818  (a state that the client may be in, not a fault of the server)
    """The id is not, or no longer, known."""


@define
class Finding:
    """A diagnostic that is shown at a line of the user's code."""

    hypothesis: int
    """Index in the document's diagnoses."""
    uri: str
    line: int
    """0-based, as the file is now."""
    text: str
    """The line as it was when it was found; once it is another, the finding goes."""


@define
class Session:
    """One diagnosis."""

    id: str
    answer: Answer
    log_uri: str | None
    """The open log that it was made from; None for text without a file."""
    findings: list[Finding] = field(factory=list)


class Sessions:
    """Diagnoses by id, the newest ``KEPT``."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._numbers = itertools.count(1)

    def add(self, answer: Answer, log_uri: str | None) -> Session:
        """Keeps an answer and returns its session."""
        session = Session(str(next(self._numbers)), answer, log_uri)
        self._sessions[session.id] = session
        while len(self._sessions) > KEPT:
            self._sessions.popitem(last=False)
        return session

    def get(self, name: str) -> Session:
        """Returns a session.

        Raises:
            UnknownDiagnosis: there is none of this id.
        """
        try:
            return self._sessions[name]
        except KeyError as error:
            raise UnknownDiagnosis(f"the diagnosis {name!r} is no longer kept: run Diagnose again") from error

    def newest_first(self) -> list[Session]:
        """All sessions."""
        return list(reversed(self._sessions.values()))

    def with_findings_in(self, uri: str) -> list[Session]:
        """The sessions that show something in a file, newest first."""
        return [s for s in self.newest_first() if any(f.uri == uri for f in s.findings)]
