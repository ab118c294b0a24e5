"""Diffs, and writing to the disk: all of it or nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rootrank.fixing import FixRefused, apply_fix, applying, fix_diff
from rootrank.fixing.applying import edited
from rootrank.model.document import Edit, Fix, Position
from rootrank.rulebook.entry import EditStep
from rootrank.sources import Workspace
from rootrank.sources.text import Positions

from tests.unit.fixing.conftest import Project, spec

SQRT = spec([EditStep("torch.sqrt($X)", replace="torch.sqrt($X + 1e-8)")])


def fix_of(*edits: Edit) -> Fix:
    return Fix("t", "s", "edit", "safe", None, list(edits), None, None, None)


def test_the_diff(project: Project) -> None:
    text = "".join(f"{number}\n" for number in range(1, 6)) + "y = torch.sqrt(\n    x\n)\n"
    assert fix_diff(project.fix(text, 6, SQRT), project.workspace) == (
        "--- a/train.py\n+++ b/train.py\n@@ -4,5 +4,5 @@\n 4\n 5\n y = torch.sqrt(\n-    x\n+    x + 1e-8\n )\n"
    )


def test_a_file_without_a_last_line_end(project: Project) -> None:
    assert fix_diff(project.fix("y = torch.sqrt(x)", 1, SQRT), project.workspace).endswith(
        "-y = torch.sqrt(x)\n\\ No newline at end of file\n+y = torch.sqrt(x + 1e-8)\n\\ No newline at end of file\n"
    )


def test_without_edits_there_is_no_diff_and_nothing_to_apply(project: Project) -> None:
    assert fix_diff(fix_of(), project.workspace) == ""
    with pytest.raises(FixRefused, match="no edit"):
        apply_fix(fix_of(), project.workspace)
    with pytest.raises(FixRefused, match="because"):
        apply_fix(evolve(fix_of(), refused="because"), project.workspace)


def test_applying_twice_is_refused(project: Project) -> None:
    fix = project.fix("y = torch.sqrt(x)\n", 1, SQRT)
    apply_fix(fix, project.workspace)
    with pytest.raises(FixRefused, match=r"Line 1 of train\.py is not what the fix expects"):
        apply_fix(fix, project.workspace)
    assert project.path.read_text() == "y = torch.sqrt(x + 1e-8)\n"
    with pytest.raises(FixRefused):
        fix_diff(fix, project.workspace)


def test_mode_and_neighbours_stay(project: Project, tmp_path: Path) -> None:
    fix = project.fix("y = torch.sqrt(x)\n", 1, SQRT)
    project.path.chmod(0o751)
    apply_fix(fix, project.workspace)
    assert project.path.stat().st_mode & 0o777 == 0o751
    assert [path.name for path in tmp_path.iterdir()] == ["train.py"]


def two_files(root: Path) -> Fix:
    edits = []
    for name in ("a.py", "b.py"):
        (root / name).write_text("x\n")
        edits.append(Edit(str(root / name), Position(1, 1), Position(1, 2), "y", "x"))
    return fix_of(*edits)


def test_one_file_that_changed_stops_all(tmp_path: Path) -> None:
    fix = two_files(tmp_path)
    (tmp_path / "b.py").write_text("z\n")
    with pytest.raises(FixRefused, match=r"b\.py"):
        apply_fix(fix, Workspace([tmp_path]))
    assert (tmp_path / "a.py").read_text() == "x\n"


def test_a_disk_that_fails_half_way_is_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix = two_files(tmp_path)
    replace = os.replace

    def failing(source: Path, target: Path) -> None:
        if Path(target).name == "b.py":
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(applying.os, "replace", failing)
    with pytest.raises(FixRefused, match=r"a\.py, b\.py can't be written: No space left on device\."):
        apply_fix(fix, Workspace([tmp_path]))
    assert sorted((path.name, path.read_text()) for path in tmp_path.iterdir()) == [("a.py", "x\n"), ("b.py", "x\n")]


def test_unsaved_changes_are_not_overwritten(project: Project) -> None:
    fix = project.fix("y = torch.sqrt(x)\n", 1, SQRT)
    with pytest.raises(FixRefused, match="save it first"):
        apply_fix(fix, project.workspace.with_overlay({project.path: "y = torch.sqrt(x)\n#\n"}))
    apply_fix(fix, project.workspace.with_overlay({project.path: "y = torch.sqrt(x)\n"}))


def test_a_file_outside_the_workspace_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    fix = two_files(tmp_path)
    with pytest.raises(FixRefused, match="can't be read"):
        apply_fix(fix, Workspace([tmp_path / "root"]))
    with pytest.raises(FixRefused, match="can't be read"):
        fix_diff(fix, Workspace([tmp_path / "root"]))


def test_a_sign_that_the_encoding_has_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"# coding: latin-1\nx\n")
    edit = Edit(str(tmp_path / "a.py"), Position(2, 1), Position(2, 2), "Ω", "x")
    with pytest.raises(FixRefused, match="iso-8859-1"):
        apply_fix(fix_of(edit), Workspace([tmp_path]))


def test_edits_that_overlap_are_refused() -> None:
    edits = [Edit("a", Position(1, 1), Position(1, 3), "", "ab"), Edit("a", Position(1, 2), Position(1, 4), "", "bc")]
    with pytest.raises(FixRefused, match="same text"):
        edited("abc", edits, "a.py")


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, str]]]:
    text = draw(st.text(alphabet="ab é😀\n", min_size=1, max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
    spans = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, [(start, end, draw(st.text(alphabet="xyñ\n", max_size=5))) for start, end in spans]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts_and_edits())
def test_what_is_written_is_what_the_diff_says(tmp_path: Path, made: tuple[str, list[tuple[int, int, str]]]) -> None:
    text, spans = made
    path = tmp_path / "a.py"
    path.write_bytes(text.encode())
    at = Positions(text).at
    fix = fix_of(*(Edit(str(path), at(start), at(end), new, text[start:end]) for start, end, new in spans))
    space = Workspace([tmp_path])
    diff = fix_diff(fix, space)
    apply_fix(fix, space)
    expected = text
    for start, end, new in reversed(spans):
        expected = expected[:start] + new + expected[end:]
    assert path.read_bytes().decode() == expected
    path.write_bytes(text.encode())
    if diff:
        subprocess.run(["git", "apply", "--unidiff-zero", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert path.read_bytes().decode() == expected
