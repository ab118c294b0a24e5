"""Where an edit's patterns are looked for, and which of their matches belong together.

Steps of one variant share what their ``$X`` captured. Of several matches the nearest to the line at fault is taken,
and the choice is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from rootrank.fixing.changes import CantEdit
from rootrank.rulebook.entry import EditSpec, EditStep, Where
from rootrank.sources import Ambiguous, Located, Match, Question, Workspace, enclosing_function


@frozen
class Scene:
    """What is known of where the failure happened."""

    workspace: Workspace
    fault: Located | Ambiguous | None
    script: Path | None
    span: tuple[int, int] | None
    """Columns (0-based, end exclusive) of the stripped line at fault that the traceback's carets point at."""

    def question(self, name: str, step: EditStep, at: Where) -> Question:
        """Asks where the step's pattern stands.

        Raises:
            CantEdit: when the code to look into is not there.
        """
        files, within = self._scope(step.at or at)
        return Question(name, {"pattern": step.pattern}, files, within)

    def place(self, at: Where) -> str:
        """Names a scope for a person."""
        if at == "workspace" or not isinstance(self.fault, Located):
            return "in the workspace" if at == "workspace" else "in the script that was started"
        name = self.workspace.name(self.fault.path)
        if at == "fault_line":
            return f"on line {self.fault.line} of {name}"
        if at == "function":
            return f"in the function around line {self.fault.line} of {name}"
        return f"in {name}" if at == "file" else "in the script that was started"

    def distance(self, match: Match) -> tuple[bool, bool, int]:
        """How far a match is from the line at fault: another file, off the carets, lines between."""
        fault = self.fault
        if not isinstance(fault, Located) or match.path != fault.path:
            return True, True, 0
        lines = max(match.start.line - fault.line, fault.line - match.end.line, 0)
        return False, not self._pointed_at(match, fault), lines

    def _pointed_at(self, match: Match, fault: Located) -> bool:
        lines = self.workspace.lines(fault.path)
        if self.span is None or lines is None or match.start.line != fault.line:
            return False
        indent = len(lines[fault.line - 1]) - len(lines[fault.line - 1].lstrip())
        first, last = (column + indent + 1 for column in self.span)
        end = match.end.col if match.end.line == fault.line else last
        return match.start.col < last and end > first

    def _scope(self, at: Where) -> tuple[tuple[Path, ...], tuple[int, int] | None]:
        if at == "workspace":
            files = self.workspace.python_files()
            if not files:
                raise CantEdit("there is no workspace with Python files")
            return files, None
        if at == "script":
            if self.script is None:
                raise CantEdit("the script that was started is not in the workspace")
            return (self.script,), None
        if isinstance(self.fault, Ambiguous):
            names = ", ".join(self.workspace.name(path) for path in self.fault.candidates)
            fits = "several lines of one file fit" if len(self.fault.candidates) == 1 else f"{_count(self.fault)} fit"
            raise CantEdit(f"{fits}: {names}")
        if self.fault is None:
            raise CantEdit("the line at fault is not in the workspace")
        within = None
        if at == "fault_line":
            within = (self.fault.line, self.fault.line)
        elif at == "function":
            within = enclosing_function(self.workspace.text(self.fault.path) or "", self.fault.line)
        return (self.fault.path,), within


def _count(fault: Ambiguous) -> str:
    return "two files" if len(fault.candidates) == 2 else f"{len(fault.candidates)} files"


@frozen
class Choice:
    """One match for each step of a variant, and what they captured together."""

    matches: tuple[Match, ...] = ()
    single: dict[str, str] = field(factory=dict, hash=False)
    multi: dict[str, str] = field(factory=dict, hash=False)
    places: int = 1
    """How many places fit the step that fits most."""


def choose(steps: Sequence[EditStep], found: Sequence[Sequence[Match]], scene: Scene) -> Choice | None:
    """The nearest matches of all steps that agree on what their variables captured."""
    choice = _choose(steps, found, scene, Choice())
    if choice is None:
        return None
    starts = [_choose(steps, found, scene, _with(Choice(), match)) for match in found[0] if match not in choice.matches]
    others = [sum(match not in choice.matches and _agree(match, choice) for match in matches) for matches in found[1:]]
    places = 1 + max([sum(start is not None for start in starts), *others])
    return Choice(choice.matches, choice.single, choice.multi, places)


def _with(choice: Choice, match: Match) -> Choice:
    single, multi = {**choice.single, **match.variables}, {**choice.multi, **match.multi}
    return Choice((*choice.matches, match), single, multi)


def _choose(steps: Sequence[EditStep], found: Sequence[Sequence[Match]], scene: Scene, so_far: Choice) -> Choice | None:
    done = len(so_far.matches)
    if done == len(steps):
        return so_far
    taken = {match for match, step in zip(so_far.matches, steps, strict=False) if step.pattern == steps[done].pattern}
    home = so_far.matches[0].path if so_far.matches else None
    for match in sorted(found[done], key=lambda match: (home not in {None, match.path}, scene.distance(match))):
        if match in taken or not _agree(match, so_far):
            continue
        further = _choose(steps, found, scene, _with(so_far, match))
        if further is not None:
            return further
    return None


def _agree(match: Match, choice: Choice) -> bool:
    return _same(match.variables, choice.single) and _same(match.multi, choice.multi)


def _same(captured: Mapping[str, str], bound: Mapping[str, str]) -> bool:
    """Whether variables of one name hold one text, spacing aside."""
    return all(name not in bound or bound[name].split() == text.split() for name, text in captured.items())


def questions(name: str, edit: EditSpec, scene: Scene) -> list[Question]:
    """All questions of all variants, named ``<name>.<variant>.<step>``."""
    return [
        scene.question(f"{name}.{variant}.{number}", step, edit.at)
        for variant, steps in enumerate(edit.variants)
        for number, step in enumerate(steps)
    ]
