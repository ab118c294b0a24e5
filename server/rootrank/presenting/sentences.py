"""Sentences that several front ends say in the same words: ranks, confidence, what was read.

They are built from the document alone and stay plain text; each front end escapes them in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rootrank.model.document import Confidence, Document, Input, Outcome, Ranks

CONFIDENCE: dict[Confidence, str] = {
    "confirmed": "evidence that only this cause leaves was seen, and the other causes are excluded",
    "likely": "the evidence favours this cause; another one is not excluded yet",
    "possible": "the log fits this cause, and nothing seen so far separates it from others",
}
"""What each word of confidence means, for tooltips and help."""

OUTCOME: dict[Outcome, str] = {
    "verified": "verified: the failure is gone",
    "still_failing": "still failing in the same way",
    "failed_differently": "failed, but differently than before",
    "inconclusive": "inconclusive: the output doesn't tell",
}
"""How a verification went, in words."""

MOST_RUNS = 8
"""Runs of ranks that a sentence lists before it only counts; more don't fit on a line."""


def compressed(numbers: Sequence[int]) -> str:
    """Numbers in ascending order with runs shortened: "0-4, 6, 7"."""
    parts = []
    for _, run in groupby(enumerate(sorted(set(numbers))), lambda pair: pair[1] - pair[0]):
        values = [value for _, value in run]
        parts += [f"{values[0]}-{values[-1]}"] if len(values) > 2 else [str(value) for value in values]
    if len(parts) > MOST_RUNS:
        return f"{', '.join(parts[:MOST_RUNS])}, … ({len(set(numbers)):,} in all)"
    return ", ".join(parts)


def rank_sentence(ranks: Ranks) -> str | None:
    """Which rank failed first and which only suffered; None for one process."""
    if ranks.status == "single-process":
        return None
    if ranks.status == "none":
        return f"{ranks.total:,} ranks, none of them failed" if ranks.total and ranks.total > 1 else None
    clauses = [_first(ranks), _collateral(ranks), _silent(ranks), _attempts(ranks)]
    return "; ".join(clause for clause in clauses if clause)


def what_was_read(read: Input) -> str:
    """The amount of input: "9,120 lines of train.log"."""
    lines = "1 line" if read.lines == 1 else f"{read.lines:,} lines"
    if not read.files:
        return lines
    return f"{lines} of {', '.join(read.files) if len(read.files) <= 2 else f'{len(read.files):,} files'}"


def interruption(document: Document) -> str | None:
    """Says that the answer rests on a part of the input; None when it rests on all of it."""
    if document.input.complete:
        return None
    return f"interrupted: this rests on the first {what_was_read(document.input)} only"


def count(number: int, word: str) -> str:
    """A number with its noun: "1 rank", "7 ranks", "3 entries"."""
    plural = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number:,} {word if number == 1 else plural}"


def _first(ranks: Ranks) -> str:
    if ranks.initiating is None:
        return "which rank failed first can't be told" + (f": {ranks.why}" if ranks.why else "")
    of = f" of {ranks.total:,}" if ranks.total else ""
    first = sorted({ranks.initiating, *(d.rank for d in ranks.details if d.role == "initiating")})
    if len(first) > 1:
        return f"{_named(first)}{of} failed first"
    on = f" on {ranks.initiating_host}" if ranks.initiating_host else ""
    time = next((detail.time for detail in ranks.details if detail.rank == ranks.initiating and detail.time), None)
    return f"rank {ranks.initiating}{of}{on} failed first" + (f" ({time})" if time else "")


def _collateral(ranks: Ranks) -> str | None:
    if not ranks.collateral or ranks.initiating is None:
        return None
    return f"{_named(ranks.collateral)} only lost {'its peer' if len(ranks.collateral) == 1 else 'their peer'}"


def _silent(ranks: Ranks) -> str | None:
    return f"{_named(ranks.silent)} told of no error" if ranks.silent else None


def _attempts(ranks: Ranks) -> str | None:
    return f"{ranks.attempts} attempts in the log" if ranks.attempts > 1 else None


def _named(numbers: Sequence[int]) -> str:
    return f"{'rank' if len(numbers) == 1 else 'ranks'} {compressed(numbers)}"
