"""Replacements in code as people write it: layout, parentheses, encodings."""

from __future__ import annotations

from typing import Any

import pytest
from rootrank.rulebook.entry import EditStep, FixSpec
from rootrank.sources import Located

from tests.unit.fixing.conftest import Project, spec


def sqrt(**more: Any) -> FixSpec:
    return spec(
        [EditStep("torch.sqrt($X)", replace="torch.sqrt($X + 1e-8)")],
        [EditStep("$X.sqrt()", replace="($X + 1e-8).sqrt()")],
        **more,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = torch.sqrt(x)\n", "y = torch.sqrt(x + 1e-8)\n"),
        ("y = x.sqrt()\n", "y = (x + 1e-8).sqrt()\n"),
        ("y = x.pow(2).sum(-1).sqrt().mean()\n", "y = (x.pow(2).sum(-1) + 1e-8).sqrt().mean()\n"),
        ("y = torch.sqrt(a * b)\n", "y = torch.sqrt(a * b + 1e-8)\n"),
        ("y = torch.sqrt(a if c else b)\n", "y = torch.sqrt((a if c else b) + 1e-8)\n"),
        ("y = torch.sqrt(a << b)\n", "y = torch.sqrt((a << b) + 1e-8)\n"),
        ("y = torch.sqrt(-x)\n", "y = torch.sqrt(-x + 1e-8)\n"),
        ("y = torch.sqrt(t := x)\n", "y = torch.sqrt((t := x) + 1e-8)\n"),
        ("y = torch.sqrt(lambda a: a)\n", "y = torch.sqrt((lambda a: a) + 1e-8)\n"),
        ("y = torch.sqrt((a if c else b))\n", "y = torch.sqrt((a if c else b) + 1e-8)\n"),
        ("y = torch.sqrt(input=x)\n", "y = torch.sqrt(input=x + 1e-8)\n"),
        ("y = torch.sqrt(input=a or b)\n", "y = torch.sqrt(input=(a or b) + 1e-8)\n"),
        ("z = [torch.sqrt(v) for v in w]  # é\n", "z = [torch.sqrt(v + 1e-8) for v in w]  # é\n"),
        ('s = "é😀"; y = torch.sqrt(ñ)\n', 's = "é😀"; y = torch.sqrt(ñ + 1e-8)\n'),
        ('y = torch.sqrt(f("$X $HOME"))\n', 'y = torch.sqrt(f("$X $HOME") + 1e-8)\n'),
        ("if c: y = torch.sqrt( x )\n", "if c: y = torch.sqrt( x + 1e-8 )\n"),
        ("y = torch.sqrt(f'{x:>{w}}')\n", "y = torch.sqrt(f'{x:>{w}}' + 1e-8)\n"),
        ("y = torch.sqrt(x)", "y = torch.sqrt(x + 1e-8)"),
    ],
)
def test_an_expression(project: Project, before: str, after: str) -> None:
    assert project.fixed(before, 1, sqrt()) == after


def test_a_call_over_several_lines_keeps_them(project: Project) -> None:
    before = "def f():\n\tdist = torch.sqrt(\n\t\tdiff.pow(2)  # squared\n\t\t\t.sum(-1)\n\t)\n"
    after = "def f():\n\tdist = torch.sqrt(\n\t\tdiff.pow(2)  # squared\n\t\t\t.sum(-1) + 1e-8\n\t)\n"
    for line in (2, 3, 4):
        assert project.fixed(before, line, sqrt()) == after


def test_a_chain_in_brackets(project: Project) -> None:
    before = "y = (\n    x\n    .pow(2)\n    .sqrt()\n)\n"
    assert project.fixed(before, 4, sqrt()) == "y = (\n    (x\n    .pow(2) + 1e-8)\n    .sqrt()\n)\n"


def test_windows_line_ends_stay(project: Project) -> None:
    before = "import torch\r\ny = torch.sqrt(\r\n    x,\r\n)\r\n"
    fix = spec([EditStep("torch.sqrt($X)", replace="torch.sqrt($X + 1e-8)")], imports=["import math"])
    after = "import torch\r\nimport math\r\ny = torch.sqrt(\r\n    x + 1e-8,\r\n)\r\n"
    assert project.fixed(before, 2, fix) == after


@pytest.mark.parametrize(
    "before",
    ["# coding: latin-1\ns = 'é'; y = torch.sqrt(x)\n".encode("latin-1"), b"\xef\xbb\xbf\ny = torch.sqrt(x)\n"],
)
def test_the_encoding_stays(project: Project, before: bytes) -> None:
    from rootrank.fixing import apply_fix

    apply_fix(project.fix(before, 2, sqrt()), project.workspace)
    assert project.path.read_bytes() == before.replace(b"(x)", b"(x + 1e-8)")


def test_the_whole_replacement_is_put_in_parentheses_where_it_binds_weaker(project: Project) -> None:
    fix = spec([EditStep("norm($X)", replace="$X.norm() + eps")])
    assert project.fixed("y = 2 * norm(x)\n", 1, fix) == "y = 2 * (x.norm() + eps)\n"
    assert project.fixed("y = 2 + norm(x)\n", 1, fix) == "y = 2 + (x.norm() + eps)\n"
    assert project.fixed("y = norm(x) + 2\n", 1, fix) == "y = x.norm() + eps + 2\n"
    assert project.fixed("y = f(norm(a or b))\n", 1, fix) == "y = f((a or b).norm() + eps)\n"


def test_an_alias_is_a_variable_of_the_pattern(project: Project) -> None:
    fix = spec([EditStep("$T.sqrt($X)", replace="$T.sqrt($X + 1e-8)")])
    assert project.fixed("import torch as th\ny = th.sqrt(x)\n", 2, fix).endswith("y = th.sqrt(x + 1e-8)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(a, b)\n", "f(a, b, eps=1)\n"),
        ("f()\n", "f(eps=1)\n"),
        ("f(a,)\n", "f(a, eps=1)\n"),
        ("f(\n    a,  # first\n    b,\n)\n", "f(\n    a,  # first\n    b, eps=1,\n)\n"),
        ("f(*args, **more)\n", "f(*args, **more, eps=1)\n"),
        ('f("$A, $B")\n', 'f("$A, $B", eps=1)\n'),
    ],
)
def test_a_list_of_arguments(project: Project, before: str, after: str) -> None:
    assert project.fixed(before, 1, spec([EditStep("f($$$ARGS)", replace="f($$$ARGS, eps=1)")])) == after


def test_a_keyword_is_removed_with_its_comma(project: Project) -> None:
    fix = spec([EditStep("f($$$A, fused=True)", replace="f($$$A)")])
    assert project.fixed("f(\n    a,\n    fused=True)\n", 1, fix) == "f(\n    a)\n"


def test_a_statement_and_several_lines_for_one(project: Project) -> None:
    fix = spec([EditStep("$L.backward()", replace="if $L.isfinite():\n    $L.backward()")])
    assert project.fixed("for x in y:\n\tloss.backward()\n", 2, fix) == (
        "for x in y:\n\tif loss.isfinite():\n\t    loss.backward()\n"
    )
    fix = spec([EditStep("$X = torch.sqrt($Y)", replace="$X = torch.sqrt($Y.clamp(min=eps))")])
    assert project.fixed("d = torch.sqrt(a + b)\n", 1, fix) == "d = torch.sqrt((a + b).clamp(min=eps))\n"


def test_a_spread_argument_is_refused(project: Project) -> None:
    fix = project.fix("y = torch.sqrt(*args)\n", 1, sqrt())
    assert (fix.edits, fix.refused) == ([], "`*args` is spread into the call there")


def test_what_would_not_parse_is_refused(project: Project) -> None:
    fix = project.fix("y = torch.sqrt(x)\n", 1, spec([EditStep("torch.sqrt($X)", replace="torch.sqrt($X +)")]))
    assert (fix.edits, fix.refused) == ([], "train.py would not parse with it")


def test_unfinished_code_is_edited_with_care(project: Project) -> None:
    fix = project.fix("y = torch.sqrt(a if b else c)\nz = (\n", 1, sqrt())
    assert [edit.new_text for edit in fix.edits] == ["torch.sqrt((a if b else c) + 1e-8)"]
    assert fix.safety == "review"
    assert "does not parse" in fix.summary


def test_the_nearest_of_several_places_is_taken_and_told(project: Project) -> None:
    text = "def f():\n    a = x.sqrt()\n    pass\n    pass\n    b = y.sqrt()\n    return b\n"
    fix = project.fix(text, 6, sqrt(), fault=Located(project.path, 6, moved=False, verified=True))
    assert fix.refused is not None
    fix = project.fix(text, 6, spec([EditStep("$X.sqrt()", replace="$X.rsqrt()")], at="function"))
    assert [edit.start.line for edit in fix.edits] == [5]
    assert fix.safety == "review"
    assert fix.summary == "So. 2 places fit; this changes the one nearest to the line at fault."


def test_the_carets_choose_between_places_on_one_line(project: Project) -> None:
    text = "    y = torch.sqrt(a) / torch.sqrt(b)\n"
    fix = project.fix("if 1:\n" + text, 2, sqrt(), span=(20, 33))
    assert [edit.expected_text for edit in fix.edits] == ["torch.sqrt(b)"]


def test_an_edit_states_what_stands_there(project: Project) -> None:
    (edit,) = project.fix('s = "é😀"; y = torch.sqrt(x)\n', 1, sqrt()).edits
    assert edit.file == str(project.path)
    assert (edit.start.line, edit.start.col, edit.end.line, edit.end.col) == (1, 15, 1, 28)
    assert (edit.expected_text, edit.new_text) == ("torch.sqrt(x)", "torch.sqrt(x + 1e-8)")


def test_a_value_of_the_log_is_written_only_when_it_is_a_number_or_a_name(project: Project) -> None:
    fix = spec([EditStep("Embedding($N, $D)", replace="Embedding({vocab}, $D)")])
    assert project.fixed("e = Embedding(10, 4)\n", 1, fix, values={"vocab": "50257"}) == "e = Embedding(50257, 4)\n"
    refused = project.fix("e = Embedding(10, 4)\n", 1, fix, values={"vocab": "1); evil("})
    assert refused.refused == "what the log says of vocab is neither a number nor a name"


def test_a_name_inside_a_string_of_the_template(project: Project) -> None:
    fix = spec([EditStep("self.$N = $V", replace='self.register_buffer("$N", $V)')])
    assert project.fixed("self.pos = a + b\n", 1, fix) == 'self.register_buffer("pos", a + b)\n'


def test_a_step_may_only_bind_a_variable(project: Project) -> None:
    text = "loss.backward()\nclip_grad_norm_(p, 1.0)\nscaler.step(opt)\n"
    clip = EditStep("clip_grad_norm_($$$)", insert_before="$S.unscale_($O)")
    fixed = "loss.backward()\nscaler.unscale_(opt)\nclip_grad_norm_(p, 1.0)\nscaler.step(opt)\n"
    for binding in (EditStep("$S.step($O)"), EditStep("$S.step($O)", replace="$S.step($O)")):
        fix = project.fix(text, 2, spec([binding, clip], at="file"))
        assert len(fix.edits) == 1
        assert project.fixed(text, 2, spec([binding, clip], at="file")) == fixed


def test_code_that_is_so_already_is_refused(project: Project) -> None:
    fix = project.fix("f(x)\n", 1, spec([EditStep("f($X)", replace="f($X)")]))
    assert (fix.edits, fix.refused) == ([], "the code is so already")
