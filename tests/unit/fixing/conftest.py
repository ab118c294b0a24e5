"""Entries and workspaces made for one test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from rootrank.fixing import apply_fix, build_fixes
from rootrank.model.document import Fix
from rootrank.rulebook.entry import (
    EditSpec,
    EditStep,
    Entry,
    FixSpec,
    PerspectivesSpec,
    Recognise,
    VerifySpec,
    Where,
)
from rootrank.sources import Located, Workspace


def entry(*fixes: FixSpec, template: str = "{command}") -> Entry:
    return Entry(
        id="numerics/made-up",
        title="Made up",
        area="numerics",
        severity="error",
        status="stable",
        tags=(),
        systems=(),
        layer="code",
        phase="training",
        summary="",
        signals={},
        recognise=Recognise(),
        does_not_mean="",
        root_cause=(),
        mechanism="",
        symptoms=(),
        fixes=fixes,
        verify=VerifySpec(expect="it runs on", template=template),
        prevent=(),
        perspectives=PerspectivesSpec(on_call=(), engineer="", executive=""),
        references=(),
        cases=(),
    )


def spec(*variants: Sequence[EditStep], at: Where = "fault_line", imports: Sequence[str] = (), **more: Any) -> FixSpec:
    edit = EditSpec(at=at, variants=tuple(tuple(steps) for steps in variants), imports=tuple(imports))
    return FixSpec(**{"title": "Mend it", "summary": "So.", "kind": "edit", "safety": "safe", "edit": edit, **more})


class Project:
    """A folder with one file, and what a fix makes of it."""

    def __init__(self, root: Path) -> None:
        self.path = root / "train.py"
        self.workspace = Workspace([root])

    def fix(self, text: str | bytes, line: int, fix: FixSpec, **more: Any) -> Fix:
        self.path.write_bytes(text.encode() if isinstance(text, str) else text)
        given = {
            "fault": Located(self.path, line, moved=False, verified=True),
            "script": self.path,
            "seen": frozenset(),
            "values": {},
            "workspace": self.workspace,
        }
        (made,) = build_fixes(entry(fix), **{**given, **more})
        return made

    def fixed(self, text: str, line: int, fix: FixSpec, **more: Any) -> str:
        made = self.fix(text, line, fix, **more)
        assert made.refused is None, made.refused
        assert apply_fix(made, self.workspace) == [self.path]
        return self.path.read_bytes().decode()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


Step = Callable[..., EditStep]
