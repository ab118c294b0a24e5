"""What the card says, in its order, before any front end lays it out.

One outline serves the terminal card and Markdown, so that they can't come to differ in what they say. Texts are raw
here: each front end neutralises them in its own way.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rootrank.model.document import Document, Hypothesis, Place
from rootrank.presenting.clean import first_line
from rootrank.presenting.sections import (
    Line,
    Section,
    also_possible,
    do_now,
    muted,
    next_steps,
    not_excluded,
    prove_it,
    why,
    would_help,
)
from rootrank.presenting.sentences import CONFIDENCE, count, interruption, rank_sentence, what_was_read

Mark = Literal["failure", "healthy", "unknown"]

WHOLE_LOG = "Give the whole log, or the folder with one file per rank, if this was only a part of it."
SAY_MORE = [
    "Give the whole log, from the start of the run to its last line, or the folder with one file per rank.",
    "For a job that hangs, give its output after the watchdog's timeout.",
]
"""What to do when the text shows neither a failure nor an end."""


@frozen
class Outline:
    """All that the card shows."""

    mark: Mark
    title: str
    standing: str
    """One word beside the title: the confidence, or why there is none."""
    standing_means: str
    notice: str | None
    """What limits the answer, as a sentence; shown first."""
    ranks: str | None
    code: Line | None
    """The line to look at first."""
    cause: list[str]
    sections: list[Section]
    rule: str | None
    """Id of the entry that the card is about."""


def outline(document: Document) -> Outline:
    """The content of the card for a document in any state."""
    if document.diagnoses:
        return _explained(document, document.diagnoses[0])
    if document.verdict == "failure":
        return _unexplained(document)
    return _healthy(document) if document.verdict == "healthy" else _unknown(document)


def _explained(document: Document, best: Hypothesis) -> Outline:
    sections = [
        *do_now(document, best),
        prove_it(best),
        why(best),
        not_excluded(document, best),
        also_possible(document.diagnoses[1:]),
        muted(document),
    ]
    return Outline(
        mark="failure",
        title=best.title,
        standing=best.confidence,
        standing_means=CONFIDENCE[best.confidence],
        notice=interruption(document),
        ranks=rank_sentence(document.ranks),
        code=_code(best.place or _frame(document)) or _log_place(document),
        cause=[best.root_cause],
        sections=[section for section in sections if section.lines],
        rule=best.rule,
    )


def _unexplained(document: Document) -> Outline:
    entries = count(document.engine.rulebook.entries, "entry")
    rest = f"{what_was_read(document.input)} were read."
    if document.suppressed:
        rules = ", ".join(dict.fromkeys(one.rule for one in document.suppressed))
        searched = f"What explains this failure is muted here: {rules}; {rest}"
    else:
        searched = f"None of the rulebook's {entries} explains this failure; {rest}"
    steps = next_steps(document.next_steps or [WHOLE_LOG])
    sections = [steps, would_help(document.missing_facts), muted(document)]
    return Outline(
        mark="failure",
        title=_message(document) or "The run failed",
        standing="not explained",
        standing_means="the failure is seen, its cause is not in the rulebook",
        notice=interruption(document),
        ranks=rank_sentence(document.ranks),
        code=_code(_frame(document)) or _log_place(document),
        cause=[searched],
        sections=[section for section in sections if section.lines],
        rule=None,
    )


def _healthy(document: Document) -> Outline:
    entries = count(document.engine.rulebook.entries, "entry")
    cause = f"No failure in {what_was_read(document.input)}; the rulebook's {entries} were looked for."
    sections = [next_steps(document.next_steps), would_help(document.missing_facts), muted(document)]
    return Outline(
        mark="healthy",
        title="Nothing wrong found",
        standing="healthy",
        standing_means="the run ended well, or shows nothing wrong so far",
        notice=interruption(document),
        ranks=rank_sentence(document.ranks),
        code=None,
        cause=[cause],
        sections=[section for section in sections if section.lines],
        rule=None,
    )


def _unknown(document: Document) -> Outline:
    cause = f"Neither a failure nor the end of a run stands in {what_was_read(document.input)}."
    if document.input.lines == 0:
        cause = "The input is empty."
    steps = document.next_steps or SAY_MORE
    sections = [next_steps(steps), would_help(document.missing_facts), muted(document)]
    return Outline(
        mark="unknown",
        title="Nothing found",
        standing="unknown",
        standing_means="the text can't tell how the run went",
        notice=interruption(document),
        ranks=rank_sentence(document.ranks),
        code=None,
        cause=[cause],
        sections=[section for section in sections if section.lines],
        rule=None,
    )


def _frame(document: Document) -> Place | None:
    return document.failure.frame if document.failure else None


def _code(place: Place | None) -> Line | None:
    if place is None:
        return None
    where = place.file if place.line is None else f"{place.file}:{place.line}"
    in_function = f"in {place.function}" if place.function else ""
    return Line("code", place.text or in_function, place=where)


def _message(document: Document) -> str:
    failure = document.failure
    return ": ".join(part for part in (failure.exception, failure.message) if part) if failure else ""


def _log_place(document: Document) -> Line | None:
    """Where the failure stands in the log, for one that no line of code leads to."""
    failure, files = document.failure, document.input.files
    if failure is None or failure.log_line is None:
        return None
    place = f"{files[0]}:{failure.log_line}" if len(files) == 1 else f"line {failure.log_line}"
    return Line("code", first_line(_message(document)), place=place)
