"""Turns the matches of one variant of an edit into the edits of the document.

Every file that comes of it must parse when it parsed before; else nothing is edited.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from rootrank.fixing import statements
from rootrank.fixing.changes import CantEdit, Change, changed, edits
from rootrank.fixing.imports import add_imports
from rootrank.fixing.looking import Choice
from rootrank.fixing.templates import flat, needs_parentheses, render
from rootrank.fixing.weaving import weave
from rootrank.model.document import Edit
from rootrank.rulebook.entry import EditSpec, EditStep
from rootrank.sources import Match, Workspace
from rootrank.sources.syntax import parse
from rootrank.sources.text import Positions

PLAIN_VALUE = re.compile(r"[\w.+-]+")
"""What a log may write into code: a number or a name. Anything else is text that somebody else chose."""


def make_edits(
    spec: EditSpec, steps: Sequence[EditStep], choice: Choice, values: Mapping[str, str], workspace: Workspace
) -> list[Edit]:
    """The edits of all steps and imports, per file.

    Raises:
        CantEdit: when a step can't be done, or a file would not parse afterwards.
    """
    changes: dict[Path, list[Change]] = {}
    for step, match in zip(steps, choice.matches, strict=True):
        change = _change(step, match, choice, values, workspace)
        if change is not None:
            changes.setdefault(match.path, []).append(change)
    if not changes:
        raise CantEdit("the code is so already")
    made: list[Edit] = []
    for path, steps_here in changes.items():
        text = workspace.text(path) or ""
        own = add_imports(text, spec.imports, min(change.start for change in steps_here)) + steps_here
        if parse(text) is not None and parse(changed(text, own)) is None:
            raise CantEdit(f"{workspace.name(path)} would not parse with it")
        made += edits(path, text, own)
    return made


def _change(
    step: EditStep, match: Match, choice: Choice, values: Mapping[str, str], workspace: Workspace
) -> Change | None:
    """The change of one step; None for a step that changes nothing and only binds variables for the others."""
    text = workspace.text(match.path) or ""
    positions = Positions(text)
    start, end = positions.offset(match.start), positions.offset(match.end)
    if start is None or end is None or text[start:end] != match.text:
        raise CantEdit(f"{workspace.name(match.path)} changed meanwhile")
    if step.delete:
        return statements.delete(text, start, end)
    template = step.replace if step.replace is not None else step.insert_before or step.insert_after or ""
    if step.replace is None or "\n" in template:  # what was captured must fit other lines than it stood on
        choice = evolve(choice, single=_flat(choice.single), multi=_flat(choice.multi))
    new = _filled(template, choice, values)
    if step.replace is not None:
        change = _replacement(text, start, end, new, lines="\n" in template)
        return change if change.new != match.text else None
    if step.insert_before is not None:
        return statements.insert_before(text, start, end, new)
    return statements.insert_after(text, start, end, new) if step.insert_after is not None else None


def _flat(captured: Mapping[str, str]) -> dict[str, str]:
    return {name: flat(code) for name, code in captured.items()}


def _filled(template: str, choice: Choice, values: Mapping[str, str]) -> str:
    """The template with the log's values as ``{name}`` and the captured code as ``$X``."""
    for name in re.findall(r"\{(\w+)\}", template):
        if name in values:
            if not PLAIN_VALUE.fullmatch(values[name]):
                raise CantEdit(f"what the log says of {name} is neither a number nor a name")
            template = template.replace(f"{{{name}}}", values[name])
    return render(template.strip("\n"), choice.single, choice.multi)


def _replacement(text: str, start: int, end: int, new: str, *, lines: bool) -> Change:
    if lines:
        positions = Positions(text)
        line = text[positions.line_start(positions.at(start).line) :]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        new = re.sub(r"\r\n|\n|\r", lambda _: statements.newline_of(text) + indent, new)
    if needs_parentheses(text, start, end, new):
        new = f"({new})"
    return Change(start, end, weave(text[start:end], new), (start, end))
