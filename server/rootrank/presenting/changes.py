"""An edit as the lines that go and the lines that come, from the document alone.

An edit replaces a span, a person reads whole lines: where the document holds the source line around the span, the
change is shown on that line, otherwise on the span.
"""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from rootrank.model.document import Edit, Failure, Hypothesis

MOST_LINES = 12
"""Lines of one edit that are shown; the rest is one command away."""


@frozen
class ChangedLine:
    """One line of a change."""

    kind: Literal["removed", "added", "kept", "left_out"]
    text: str


def changed_lines(edit: Edit, hypothesis: Hypothesis, failure: Failure | None) -> list[ChangedLine]:
    """The lines of one edit, unchanged ones around it left out, at most ``MOST_LINES`` of them."""
    before, after = edit.expected_text, edit.new_text
    line = _source_line(edit, hypothesis, failure)
    if line is not None and before and line.count(before) == 1:
        before, after = line, line.replace(before, after)
    lines = list(_difference(_lines(before), _lines(after)))
    if len(lines) > MOST_LINES:
        rest = len(lines) - MOST_LINES
        lines = [*lines[:MOST_LINES], ChangedLine("left_out", f"… {rest} more {'line' if rest == 1 else 'lines'}")]
    return lines


def same_file(one: str, other: str) -> bool:
    """Whether two paths may name the same file: one ends with the other."""
    a, b = one.replace("\\", "/"), other.replace("\\", "/")
    return (
        a == b
        or a.endswith("/" + b.removeprefix("./").lstrip("/"))
        or b.endswith("/" + a.removeprefix("./").lstrip("/"))
    )


def _source_line(edit: Edit, hypothesis: Hypothesis, failure: Failure | None) -> str | None:
    places = [hypothesis.place, failure.frame if failure else None]
    known = [(place.file, place.line, place.text) for place in places if place]
    known += [(item.file, item.line, item.text) for item in hypothesis.evidence if item.source == "code" and item.file]
    for file, line, text in known:
        if text and line == edit.start.line and "\n" not in text and same_file(file or "", edit.file):
            return text
    return None


def _lines(text: str) -> list[str]:
    return textwrap.dedent(text).strip("\n").rstrip().splitlines()


def _difference(before: list[str], after: list[str]) -> Iterator[ChangedLine]:
    hunks = difflib.unified_diff(before, after, n=1, lineterm="")
    for line in list(hunks)[2:]:
        if line.startswith("-"):
            yield ChangedLine("removed", line[1:])
        elif line.startswith("+"):
            yield ChangedLine("added", line[1:])
        elif line.startswith(" "):
            yield ChangedLine("kept", line[1:])
