"""Takes what is muted out of a document's diagnoses, and says so in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path, PurePosixPath

from attrs import evolve

from rootrank.model.document import Document, Hypothesis, Suppressed
from rootrank.suppressing.file import Suppression, finding_key


def apply_suppressions(
    document: Document, suppressions: Sequence[Suppression], *, root: Path, today: date
) -> tuple[Document, list[int]]:
    """Moves muted hypotheses to ``suppressed``.

    Args:
        document: the answer.
        suppressions: what the workspace's file says.
        root: the workspace folder of that file.
        today: the day, for those that end.

    Returns:
        The document, and the indices of the hypotheses that stayed.
    """
    active = [s for s in suppressions if s.holds_on(today)]
    kept: list[int] = []
    muted: list[Suppressed] = []
    for number, hypothesis in enumerate(document.diagnoses):
        by = next((s for s in active if _mutes(s, hypothesis, root)), None)
        if by is None:
            kept.append(number)
        else:
            muted.append(Suppressed(hypothesis.rule, by.reason, by.until))
    if not muted:
        return document, kept
    diagnoses = [document.diagnoses[n] for n in kept]
    facts = document.missing_facts if kept[:1] == [0] else diagnoses[0].missing_facts if diagnoses else []
    return evolve(document, diagnoses=diagnoses, suppressed=[*document.suppressed, *muted], missing_facts=facts), kept


def _mutes(suppression: Suppression, hypothesis: Hypothesis, root: Path) -> bool:
    if suppression.rule != hypothesis.rule:
        return False
    if suppression.finding is not None:
        return suppression.finding == finding_key(hypothesis)
    return suppression.folder == "." or _is_below(hypothesis, root, PurePosixPath(suppression.folder))


def _is_below(hypothesis: Hypothesis, root: Path, folder: PurePosixPath) -> bool:
    place = hypothesis.place
    path = Path(place.file) if place else None
    if path is None or not path.is_absolute() or not path.is_relative_to(root):
        return False
    return PurePosixPath(path.relative_to(root).as_posix()).is_relative_to(folder)
