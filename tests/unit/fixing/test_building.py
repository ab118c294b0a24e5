"""Which fixes are offered, and the reason when there is no edit."""

from __future__ import annotations

from pathlib import Path

import pytest
from rootrank.fixing import build_fixes
from rootrank.rulebook.entry import EditStep, FixSpec, Unless
from rootrank.sources import Ambiguous, Located, Workspace, astgrep

from tests.unit.fixing.conftest import Project, entry, spec

SQRT = [EditStep("torch.sqrt($X)", replace="torch.sqrt($X + 1e-8)")]
TEXT = "y = torch.sqrt(x)\n"


def test_fixes_come_in_the_entry_s_order_and_only_when_their_evidence_was_seen(project: Project) -> None:
    made = entry(
        FixSpec("One", "s", "advice", "advice", when="half"),
        FixSpec("Two {n}", "s {n}", "command", "review", command="echo {n} {m}", wrong_when="{n}", snippet="{n}"),
        FixSpec("Three", "s", "config", "safe", review_when=("half", "other")),
    )
    given = {"fault": None, "script": None, "workspace": Workspace.none(), "values": {"m": "a; rm -rf ~"}}
    fixes = build_fixes(made, seen=frozenset(), **given)
    assert [fix.title for fix in fixes] == ["Two {n}", "Three"]
    assert [fix.safety for fix in fixes] == ["review", "safe"]
    fixes = build_fixes(made, seen=frozenset({"half"}), fill=lambda text: text.replace("{n}", "7"), **given)
    assert [fix.title for fix in fixes] == ["One", "Two 7", "Three"]
    assert [fix.safety for fix in fixes] == ["advice", "review", "review"]
    assert (fixes[1].command, fixes[1].wrong_when, fixes[1].snippet) == ("echo 7 'a; rm -rf ~'", "7", "7")
    assert [fix.refused for fix in fixes] == [None, None, None]


def test_evidence_against_refuses(project: Project) -> None:
    fix = project.fix(
        TEXT, 1, spec(SQRT, refused_when=(Unless("half", "1e-8 is 0 in fp16"),)), seen=frozenset({"half"})
    )
    assert (fix.edits, fix.refused) == ([], "1e-8 is 0 in fp16")


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("fault_line", "the line at fault is not in the workspace"),
        ("script", "the script that was started is not in the workspace"),
        ("workspace", "there is no workspace with Python files"),
    ],
)
def test_without_code_the_reason_is_told(project: Project, at: str, reason: str) -> None:
    fix = project.fix(TEXT, 1, spec(SQRT, at=at), fault=None, script=None, workspace=Workspace.none())
    assert (fix.edits, fix.refused) == ([], reason)


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("fault_line", "on line 2 of train.py"),
        ("function", "in the function around line 2 of train.py"),
        ("file", "in train.py"),
        ("script", "in the script that was started"),
        ("workspace", "in the workspace"),
    ],
)
def test_without_a_match_the_pattern_and_the_place_are_told(project: Project, at: str, place: str) -> None:
    fix = project.fix("a\nb\n", 2, spec(SQRT, at=at))
    assert fix.refused == f"nothing like `torch.sqrt($X)` stands {place}"


def test_files_that_fit_equally_well_are_named(project: Project, tmp_path: Path) -> None:
    fault = Ambiguous((tmp_path / "a.py", tmp_path / "b.py"))
    assert project.fix(TEXT, 1, spec(SQRT), fault=fault).refused == "two files fit: a.py, b.py"


def test_the_function_is_the_scope_or_the_file_at_module_level(project: Project) -> None:
    text = "torch.sqrt(a)\ndef f():\n    torch.sqrt(b)\n    return 1\n"
    fix = spec([EditStep("torch.sqrt($X)", replace="g($X)")], at="function")
    assert [edit.expected_text for edit in project.fix(text, 4, fix).edits] == ["torch.sqrt(b)"]
    assert [edit.expected_text for edit in project.fix(text, 1, fix).edits] == ["torch.sqrt(a)"]


def test_the_first_variant_whose_steps_all_match_is_used(project: Project) -> None:
    fix = spec([EditStep("$X.sqrt()", replace="a($X)"), EditStep("nothing()", delete=True)], SQRT)
    assert [edit.new_text for edit in project.fix("y = x.sqrt() + torch.sqrt(z)\n", 1, fix).edits] == [
        "torch.sqrt(z + 1e-8)"
    ]


def test_a_broken_pattern_spoils_only_its_own_fix(project: Project) -> None:
    project.path.write_text(TEXT)
    made = entry(spec([EditStep("", delete=True)]), spec(SQRT))
    fixes = build_fixes(
        made,
        fault=Located(project.path, 1, moved=False, verified=True),
        script=None,
        seen=frozenset(),
        values={},
        workspace=project.workspace,
    )
    assert "its pattern is not understood" in str(fixes[0].refused)
    assert (len(fixes[1].edits), fixes[1].refused) == (1, None)


def test_an_unverified_line_asks_for_a_look(project: Project) -> None:
    fix = project.fix(TEXT, 1, spec(SQRT), fault=Located(project.path, 1, moved=False, verified=False))
    assert len(fix.edits) == 1
    assert fix.safety == "review"
    assert fix.summary == "So. The log shows no source line to compare the file with."


def test_without_ast_grep_the_reason_is_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astgrep, "find_binary", lambda: None)
    assert project.fix(TEXT, 1, spec(SQRT)).refused == "this installation has no ast-grep, which finds the code to edit"


def test_a_file_that_can_not_be_read_is_told(project: Project, tmp_path: Path) -> None:
    fault = Located(tmp_path / "gone.py", 1, moved=False, verified=True)
    assert project.fix(TEXT, 1, spec(SQRT), fault=fault).refused == "the code could not be read"


def test_a_whole_workspace_prefers_the_file_at_fault(project: Project, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    fix = project.fix(TEXT, 1, spec(SQRT, at="workspace"))
    assert [edit.file for edit in fix.edits] == [str(project.path)]
    assert "2 places fit" in fix.summary


def test_unsaved_text_is_what_is_edited(project: Project) -> None:
    space = project.workspace.with_overlay({project.path: "\n" + TEXT})
    (edit,) = project.fix("old\n", 2, spec(SQRT), workspace=space).edits
    assert edit.start.line == 2
