"""Changes of one file's text, and the edits of the document that they make.

An edit states what it expects to find, so every change carries a stretch of text around it that must still be there:
an insertion that expects nothing would fit anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from rootrank.model.document import Edit
from rootrank.sources.text import Positions


class CantEdit(Exception):  # noqa: N818  (a refusal in plain words, not a defect)
    """The edit can't be made; the text says why, to follow "can't be applied: "."""


@frozen
class Change:
    """Replace a stretch of the text; offsets count code points."""

    start: int
    end: int
    new: str
    cover: tuple[int, int]
    """The stretch that must still stand there, around the change and never empty."""


def changed(text: str, changes: Iterable[Change]) -> str:
    """The text after all changes, from the bottom up so that offsets stay right."""
    for change in reversed(_ordered(changes)):
        text = text[: change.start] + change.new + text[change.end :]
    return text


def edits(path: Path, text: str, changes: Iterable[Change]) -> list[Edit]:
    """The fewest edits that carry the changes: those with a common cover become one."""
    positions = Positions(text)
    made = []
    for group in _groups(_ordered(changes)):
        start = min(change.cover[0] for change in group)
        end = max(change.cover[1] for change in group)
        inside = [Change(change.start - start, change.end - start, change.new, (0, end - start)) for change in group]
        made.append(
            Edit(
                file=str(path),
                start=positions.at(start),
                end=positions.at(end),
                new_text=changed(text[start:end], inside),
                expected_text=text[start:end],
            )
        )
    return made


def _ordered(changes: Iterable[Change]) -> list[Change]:
    ordered = sorted(changes, key=lambda change: (change.start, change.end))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise CantEdit("two of its steps change the same text")
    return ordered


def _groups(ordered: Sequence[Change]) -> list[list[Change]]:
    groups: list[list[Change]] = []
    reach = -1
    for change in sorted(ordered, key=lambda change: change.cover):
        if groups and change.cover[0] < reach:
            groups[-1].append(change)
        else:
            groups.append([change])
        reach = max(reach, change.cover[1])
    return groups
