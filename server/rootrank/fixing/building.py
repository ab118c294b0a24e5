"""The fixes of an entry for one run: those offered, with their edits, or with the reason why there are none.

What was seen comes in by name, so nothing here knows how it was seen.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from rootrank.fixing.changes import CantEdit
from rootrank.fixing.editing import make_edits
from rootrank.fixing.looking import Scene, choose, questions
from rootrank.model.document import Fix
from rootrank.rulebook.entry import EditSpec, Entry, FixSpec
from rootrank.sources import (
    Ambiguous,
    BadRule,
    Located,
    Match,
    Question,
    Workspace,
    ask,
    code_questions_available,
)
from rootrank.sources.syntax import parse

Fill = Callable[[str], str]


@frozen
class Answered:
    """What the code says to all questions of all fixes."""

    scene: Scene
    answers: Mapping[str, Sequence[Match]]
    problems: Mapping[str, str]
    """Reasons of ast-grep against a pattern, by question."""


def as_written(text: str) -> str:
    """Leaves the placeholders of a text alone."""
    return text


def build_fixes(
    entry: Entry,
    *,
    fault: Located | Ambiguous | None,
    script: Path | None,
    seen: frozenset[str],
    values: Mapping[str, str],
    workspace: Workspace,
    fill: Fill = as_written,
    span: tuple[int, int] | None = None,
) -> list[Fix]:
    """The entry's fixes in its order, each with its edits or the reason why there are none.

    Args:
        entry: The entry that explains the run.
        fault: Where the line at fault stands in the workspace; the files that fit when several do.
        script: The workspace's file that was started.
        seen: Names of the evidence and signals that were seen.
        values: What the log says, by name, for ``{name}`` in templates of code and commands.
        workspace: The user's code.
        fill: Fills the placeholders of a text.
        span: Columns of the stripped line at fault that the traceback's carets point at, to choose between matches.
    """
    scene = Scene(workspace, fault, script, span)
    offered = [spec for spec in entry.fixes if spec.when is None or spec.when in seen]
    asked: list[Question] = []
    for number, spec in enumerate(offered):
        if spec.edit is not None and _reason_against(spec, seen) is None:
            asked += _questions(str(number), spec.edit, scene)
    answered = _answers(asked, scene)
    fixes = []
    for number, spec in enumerate(offered):
        fix = _plain(spec, seen, values, fill)
        if spec.edit is not None and fix.refused is None:
            fix = _edited(fix, str(number), spec.edit, answered, values)
        fixes.append(fix)
    return fixes


def _questions(name: str, edit: EditSpec, scene: Scene) -> list[Question]:
    try:
        return questions(name, edit, scene)
    except CantEdit:  # said again, with its reason, when the fix is made
        return []


def _answers(asked: Sequence[Question], scene: Scene) -> Answered:
    try:
        return Answered(scene, ask(asked, scene.workspace), {})
    except BadRule as bad:
        return Answered(scene, bad.answers, bad.problems)


def _plain(spec: FixSpec, seen: frozenset[str], values: Mapping[str, str], fill: Fill) -> Fix:
    """The fix without its edits."""
    review = spec.safety == "safe" and any(name in seen for name in spec.review_when)
    return Fix(
        title=fill(spec.title),
        summary=fill(spec.summary),
        kind=spec.kind,
        safety="review" if review else spec.safety,
        wrong_when=fill(spec.wrong_when) if spec.wrong_when is not None else None,
        edits=[],
        command=fill(_quoted(spec.command, values)) if spec.command is not None else None,
        snippet=fill(spec.snippet) if spec.snippet is not None else None,
        refused=_reason_against(spec, seen),
    )


def _reason_against(spec: FixSpec, seen: frozenset[str]) -> str | None:
    return next((unless.why for unless in spec.refused_when if unless.evidence in seen), None)


def _quoted(command: str, values: Mapping[str, str]) -> str:
    """The command with the log's values as single words: a log is text that anybody may have written."""
    for name, value in values.items():
        command = command.replace(f"{{{name}}}", shlex.quote(value))
    return command


def _edited(fix: Fix, name: str, spec: EditSpec, answered: Answered, values: Mapping[str, str]) -> Fix:
    """The fix with the edits of the first variant whose steps all match."""
    scene = answered.scene
    try:
        ids = [question.id for question in questions(name, spec, scene)]
        for variant, steps in enumerate(spec.variants):
            found = [answered.answers.get(f"{name}.{variant}.{number}", ()) for number in range(len(steps))]
            choice = choose(steps, found, scene)
            if choice is not None:
                edits = make_edits(spec, steps, choice, values, scene.workspace)
                paths = {match.path for match in choice.matches}
                return _careful(evolve(fix, edits=edits), choice.places, paths, scene)
        return evolve(fix, refused=_why_not_found(spec, answered, ids))
    except CantEdit as reason:
        return evolve(fix, refused=str(reason))


def _why_not_found(spec: EditSpec, answered: Answered, ids: Sequence[str]) -> str:
    if not code_questions_available():
        return "this installation has no ast-grep, which finds the code to edit"
    for id_ in ids:
        if id_ in answered.problems:
            return f"its pattern is not understood: {answered.problems[id_]}"
    if not any(id_ in answered.answers for id_ in ids):
        return "the code could not be read"
    pattern = " ".join(spec.variants[0][0].pattern.split()) if spec.variants else ""
    return f"nothing like `{pattern}` stands {answered.scene.place(spec.at)}"


def _careful(fix: Fix, places: int, paths: set[Path], scene: Scene) -> Fix:
    """Asks for a look where a choice was made, or the file is not known to be the one that ran."""
    notes = []
    if places > 1:
        notes.append(f"{places} places fit; this changes {_which(scene)}.")
    if isinstance(scene.fault, Located) and not scene.fault.verified and scene.fault.path in paths:
        notes.append("The log shows no source line to compare the file with.")
    if any(parse(scene.workspace.text(path) or "") is None for path in paths):
        notes.append("The file does not parse as it stands, so the result could not be checked.")
    if not notes:
        return fix
    safety = "review" if fix.safety == "safe" else fix.safety
    return evolve(fix, safety=safety, summary=" ".join([fix.summary, *notes]))


def _which(scene: Scene) -> str:
    return "the one nearest to the line at fault" if isinstance(scene.fault, Located) else "the first"
