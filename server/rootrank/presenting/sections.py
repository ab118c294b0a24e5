"""The labelled parts of the card: what to do, how to prove it, why we think so, what isn't excluded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import evolve, frozen

from rootrank.model.document import Document, Evidence, Failure, Fix, Hypothesis, MissingFact
from rootrank.presenting.changes import changed_lines, same_file
from rootrank.presenting.sentences import OUTCOME

Kind = Literal["text", "step", "note", "code", "command", "removed", "added", "kept", "for", "against"]

MOST_EVIDENCE = 6
"""Pieces of evidence on the card; all of them stand in the JSON."""
MOST_AGAINST = 2
"""Of these, pieces that speak against the cause."""
MOST_OTHERS = 5
"""Other hypotheses on the card, one line each."""


@frozen
class Line:
    """One line of a section, and where it points."""

    kind: Kind
    text: str
    place: str | None = None
    """``file:line`` as the document has it."""
    rank: int | None = None


@frozen
class Section:
    """A label and its lines; one without lines isn't shown."""

    label: str
    lines: list[Line]


def do_now(document: Document, best: Hypothesis) -> list[Section]:
    """The one next action. For a cause that is only possible, that is its check; the fix comes after it."""
    fix = best.fixes[0] if best.fixes else None
    checks = _check(document, best)
    if fix is None:
        return [Section("Do now", checks)]
    repair = Section("Do now", list(_fix(fix, best, document.failure)))
    if best.confidence == "possible" and checks:
        return [Section("Do now", checks), evolve(repair, label="Then")]
    return [repair]


def prove_it(best: Hypothesis) -> Section:
    """The command that proves the fix, or what is missing to build it."""
    verify = best.verify
    if verify.outcome is not None:
        lines = [Line("text", OUTCOME[verify.outcome])]
        return Section("Prove it", lines + ([Line("command", verify.command)] if verify.command else []))
    if verify.command:
        return Section("Prove it", [Line("command", verify.command)])
    if verify.needs:
        needs = f"the log doesn't tell: {', '.join(verify.needs)}"
        return Section("Prove it", [Line("text", f"run it again and expect: {verify.expect}"), Line("note", needs)])
    return Section("Prove it", [Line("text", verify.expect)] if verify.expect else [])


def why(best: Hypothesis) -> Section:
    """The evidence, what speaks for the cause first."""
    against = [item for item in best.evidence if not item.for_][:MOST_AGAINST]
    shown = [item for item in best.evidence if item.for_][: MOST_EVIDENCE - len(against)] + against
    lines = [_evidence(item) for item in shown]
    rest = len(best.evidence) - len(lines)
    if rest > 0:
        lines.append(Line("note", f"{rest} more in the JSON document"))
    return Section("Why we think so", lines)


def not_excluded(document: Document, best: Hypothesis) -> Section:
    """What would decide, for this cause and, while several are open, between them."""
    facts = [*best.missing_facts]
    if len(document.diagnoses) > 1 and best.confidence != "confirmed":
        facts += [fact for fact in document.missing_facts if fact not in facts]
    return Section(
        "Not excluded",
        [Line("text", f"{item.rival or item.fact} — would be settled by: {item.how_to_get}") for item in facts],
    )


def would_help(facts: Iterable[MissingFact]) -> Section:
    """Facts that would help where no cause is known, and how to get each."""
    return Section("Would help", [Line("text", f"{item.fact} — {item.how_to_get}") for item in facts])


def also_possible(others: list[Hypothesis]) -> Section:
    """The other hypotheses, one line each."""
    lines = [Line("text", f"{other.title} ({other.confidence})", place=other.rule) for other in others[:MOST_OTHERS]]
    if len(others) > MOST_OTHERS:
        lines.append(Line("note", f"{len(others) - MOST_OTHERS} more in the JSON document"))
    return Section("Fits as well", lines)


def muted(document: Document) -> Section:
    """The entries that the user muted and that would have shown."""
    return Section(
        "Muted by you",
        [
            Line("text", item.reason + (f" (until {item.until})" if item.until else ""), place=item.rule)
            for item in document.suppressed
        ],
    )


def next_steps(steps: list[str]) -> Section:
    """Steps, numbered when there are several."""
    return Section("Do now", [Line("step" if len(steps) > 1 else "text", step) for step in steps])


def _check(document: Document, best: Hypothesis) -> list[Line]:
    check = best.cheapest_check
    if check is None:
        steps = best.perspectives.on_call or document.next_steps
        return [] if best.fixes else [Line("step", step) for step in steps[:3]]
    return [Line("text", check.text)] + ([Line("command", check.command)] if check.command else [])


def _fix(fix: Fix, best: Hypothesis, failure: Failure | None) -> Iterator[Line]:
    yield Line("text", fix.title)
    yield from _changes(fix, best, failure)
    if fix.command:
        yield Line("command", fix.command)
    if not fix.edits and fix.snippet:
        yield from (Line("code", line) for line in fix.snippet.strip("\n").splitlines())
    if not (fix.edits or fix.command or fix.snippet) and fix.summary:
        yield Line("note", fix.summary)
    if fix.refused:
        yield Line("note", f"can't be applied here: {fix.refused}")
    if fix.wrong_when:
        yield Line("note", fix.wrong_when)


def _changes(fix: Fix, best: Hypothesis, failure: Failure | None) -> Iterator[Line]:
    for edit in fix.edits:
        place = None
        if best.place is None or best.place.line != edit.start.line or not same_file(best.place.file, edit.file):
            place = f"{edit.file}:{edit.start.line}"
        for line in changed_lines(edit, best, failure):
            kind: Kind = "note" if line.kind == "left_out" else line.kind
            yield Line(kind, line.text, place)
            place = None


def _evidence(item: Evidence) -> Line:
    place = item.file if item.line is None else f"{item.file or 'line'}:{item.line}"
    return Line("for" if item.for_ else "against", item.says or item.text or "", place, item.rank)
