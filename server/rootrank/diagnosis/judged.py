"""One hypothesis with all that later steps (fixes, verification) need to know about it."""

from __future__ import annotations

import math

from attrs import field, frozen

from rootrank.diagnosis.recognition import Candidate
from rootrank.model.document import Evidence
from rootrank.model.log import Frame
from rootrank.rulebook.entry import Entry, Rival
from rootrank.sources import Ambiguous, Located


@frozen
class Fault:
    """The line to look at first."""

    frame: Frame | None
    """As the log prints it; None when no traceback leads there."""
    place: Located | Ambiguous | None
    """In the workspace; None when it isn't there."""
    text: str | None
    """The source line, from the workspace when it was found there."""

    @property
    def located(self) -> Located | None:
        """The place in the workspace when there is exactly one."""
        return self.place if isinstance(self.place, Located) else None


@frozen
class Judged:
    """A candidate after its evidence was heard."""

    entry: Entry
    candidate: Candidate
    fault: Fault
    evidence: tuple[Evidence, ...]
    seen: frozenset[str]
    """Names of the signals and evidence that were seen."""
    firm: frozenset[str]
    """Those that may exclude a rival: all but answers from code that no line of the log ties to this run."""
    answered: frozenset[str]
    """Names of the evidence that could have been seen, so that not seeing it means something."""
    bits: float
    """Weight of the evidence for, less that against."""
    values: dict[str, str]
    confidence: str = "possible"
    open_rivals: tuple[Rival, ...] = ()
    """Rivals that nothing excludes."""
    spoken_for: bool = False
    """Whether some evidence beyond the recognition speaks for it."""
    found: dict[str, str] = field(factory=dict)
    """Name of an evidence → what it says about this run."""

    @property
    def score(self) -> float:
        """0 to 1, from the bits."""
        return round(1 / (1 + math.pow(2, -self.bits)), 3)
