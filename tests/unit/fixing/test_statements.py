"""Statements put in and taken away, and the imports they need."""

from __future__ import annotations

import pytest
from rootrank.rulebook.entry import EditStep, FixSpec

from tests.unit.fixing.conftest import Project, spec


def before(pattern: str, new: str, **more: object) -> FixSpec:
    return spec([EditStep(pattern, insert_before=new)], **more)


def after(pattern: str, new: str, **more: object) -> FixSpec:
    return spec([EditStep(pattern, insert_after=new)], **more)


STEP = "scaler.step($O)"


def test_before_a_statement_at_its_indentation(project: Project) -> None:
    text = "for b in d:\r\n\tscaler.step(opt)  # go\r\n"
    expected = "for b in d:\r\n\tscaler.unscale_(opt)\r\n\tscaler.step(opt)  # go\r\n"
    assert project.fixed(text, 2, before(STEP, "scaler.unscale_($O)")) == expected


def test_after_a_statement_also_at_the_end_of_a_file_without_a_line_end(project: Project) -> None:
    assert project.fixed("if a:\n    scaler.step(opt)", 2, after(STEP, "scaler.update()")) == (
        "if a:\n    scaler.step(opt)\n    scaler.update()"
    )
    assert project.fixed("scaler.step(opt)  # go\nx\n", 1, after(STEP, "scaler.update()")) == (
        "scaler.step(opt)  # go\nscaler.update()\nx\n"
    )


def test_around_a_call_inside_a_statement_over_several_lines(project: Project) -> None:
    text = "def f():\n    y = g(\n        é, scaler.step(\n            opt),\n    )\n    return y\n"
    assert project.fixed(text, 3, before(STEP, "check($O)")).startswith("def f():\n    check(opt)\n    y = g(\n")
    assert project.fixed(text, 3, after(STEP, "check($O)")).endswith("    )\n    check(opt)\n    return y\n")


def test_a_captured_expression_over_several_lines_becomes_one(project: Project) -> None:
    text = "scaler.step(\n    opts[\n        0]\n)\n"
    assert project.fixed(text, 1, before(STEP, "scaler.unscale_($O)")).startswith("scaler.unscale_(opts[ 0])\n")


def test_several_lines_are_all_indented(project: Project) -> None:
    text = "if a:\n  scaler.step(opt)\n"
    new = "if rank == 0:\n    check($O)"
    assert project.fixed(text, 2, before(STEP, new)) == "if a:\n  if rank == 0:\n      check(opt)\n  scaler.step(opt)\n"


def test_before_a_decorated_function_stands_above_its_decorators(project: Project) -> None:
    text = "import x\n\n@ a\n@b.c()\ndef f():\n    pass\n"
    fix = before("def $F(): $$$", "seed()")
    assert project.fixed(text, 5, fix) == "import x\n\nseed()\n@ a\n@b.c()\ndef f():\n    pass\n"


def test_a_whole_block(project: Project) -> None:
    text = "for b in d:\n    f(b)\ng()\n"
    fix = after("for $B in $D: $$$", "done()")
    assert project.fixed(text, 1, fix) == "for b in d:\n    f(b)\ndone()\ng()\n"


@pytest.mark.parametrize(
    ("text", "line", "fix", "reason"),
    [
        ("a = 1; scaler.step(o)\n", 1, before(STEP, "x()"), "line 1 holds more than one statement"),
        ("if a: scaler.step(o)\n", 1, before(STEP, "x()"), "line 1 holds more than one statement"),
        ("if a: scaler.step(o)\n", 1, after(STEP, "x()"), "line 1 holds more than one statement"),
        ("scaler.step(o); a = 1\n", 1, after(STEP, "x()"), "line 1 holds more than one statement"),
        (
            "if a:\n    b\nelif scaler.step(o):\n    c\n",
            3,
            before(STEP, "x()"),
            "the match is in the condition of `elif` on line 3",
        ),
        ("def f():\n    return scaler.step(o)\n", 2, after(STEP, "x()"), "nothing runs after the statement on line 2"),
        ("while scaler.step(o):\n    b\n", 1, after(STEP, "x()"), "the match is in the head of the block on line 1"),
        ("scaler.step(o); z = (\n", 1, before(STEP, "x()"), "line 1 holds more than one statement"),
    ],
)
def test_where_a_statement_has_no_line_of_its_own_nothing_is_done(
    project: Project, text: str, line: int, fix: FixSpec, reason: str
) -> None:
    made = project.fix(text, line, fix)
    assert (made.edits, made.refused) == ([], reason)


def test_before_the_head_of_a_block_and_a_statement_with_company(project: Project) -> None:
    assert project.fixed("while scaler.step(o):\n    b\n", 1, before(STEP, "x()")).startswith("x()\nwhile")
    assert project.fixed("scaler.step(o); a = 1\n", 1, before(STEP, "x()")) == "x()\nscaler.step(o); a = 1\n"


def test_in_a_file_that_does_not_parse_a_match_on_its_own_lines_will_do(project: Project) -> None:
    text = "if a:\n    scaler.step(o)\nz = (\n"
    assert project.fixed(text, 2, after(STEP, "x()")) == "if a:\n    scaler.step(o)\n    x()\nz = (\n"


def test_deleting(project: Project) -> None:
    fix = spec([EditStep("$L.backward()", delete=True)])
    assert project.fixed("a\nif b:\n    l.backward()  # twice\n    c\n", 3, fix) == "a\nif b:\n    c\n"
    assert project.fixed("if b:\n    l.backward()\n", 2, fix) == "if b:\n    pass\n"
    assert project.fixed("if b:\n    c\nelse:\n    l.backward()\n", 4, fix) == "if b:\n    c\nelse:\n    pass\n"
    assert project.fixed("l.backward()\n", 1, fix) == ""
    assert project.fix("x = l.backward()\n", 1, fix).refused == "the match is only a part of the statement on line 1"


CLIP = "clip_grad_norm_($O, 1.0)"
IMPORT = "from torch.nn.utils import clip_grad_norm_"


@pytest.mark.parametrize(
    ("head", "fixed_head"),
    [
        ("import os\nimport torch\n\n", f"import os\nimport torch\n{IMPORT}\n\n"),
        ('"""Doc."""\n\nx = 1\n', f'"""Doc."""\n\n{IMPORT}\n\nx = 1\n'),
        (
            '"""Doc."""\nfrom __future__ import annotations\nx = 1\n',
            f'"""Doc."""\nfrom __future__ import annotations\n{IMPORT}\nx = 1\n',
        ),
        ("#!/usr/bin/env python\n\n", f"#!/usr/bin/env python\n\n{IMPORT}\n"),
        ("from os import (\n    path,\n)\n", f"from os import (\n    path,\n)\n{IMPORT}\n"),
        (
            "import os\nos.environ['A'] = '1'\nimport torch\n",
            f"import os\nos.environ['A'] = '1'\nimport torch\n{IMPORT}\n",
        ),
        (f"{IMPORT}\n", f"{IMPORT}\n"),
        ("from torch.nn.utils import (a, clip_grad_norm_)\n", "from torch.nn.utils import (a, clip_grad_norm_)\n"),
        (
            f"try:\n    {IMPORT}\nexcept ImportError:\n    raise\n",
            f"try:\n    {IMPORT}\nexcept ImportError:\n    raise\n",
        ),
        (f"import a\nif TYPE_CHECKING:\n    {IMPORT}\n", f"import a\n{IMPORT}\nif TYPE_CHECKING:\n    {IMPORT}\n"),
        (
            "from torch.nn.utils import clip_grad_norm_ as c\n",
            f"from torch.nn.utils import clip_grad_norm_ as c\n{IMPORT}\n",
        ),
    ],
)
def test_a_missing_import_goes_below_the_others(project: Project, head: str, fixed_head: str) -> None:
    line = head.count("\n") + 1
    fixed = project.fixed(head + "scaler.step(o)\n", line, before(STEP, CLIP, imports=[IMPORT]))
    assert fixed == fixed_head + "clip_grad_norm_(o, 1.0)\nscaler.step(o)\n"


@pytest.mark.parametrize(
    ("there", "wanted", "missing"),
    [
        ("import torch.nn", "import torch", False),
        ("import torch", "import torch.nn", True),
        ("import numpy", "import numpy as np", True),
        ("import numpy as np", "import numpy as np", False),
        ("import numpy as np", "import numpy", True),
        ("import torch as t", "import torch", True),
    ],
)
def test_which_import_is_missing(project: Project, there: str, wanted: str, missing: bool) -> None:
    fixed = project.fixed(f"{there}\nscaler.step(o)\n", 2, before(STEP, "x()", imports=[wanted]))
    assert fixed == f"{there}\n" + (f"{wanted}\n" if missing else "") + "x()\nscaler.step(o)\n"


def test_an_import_can_not_be_placed_in_a_file_that_does_not_parse(project: Project) -> None:
    fix = project.fix("scaler.step(o)\nz = (\n", 1, before(STEP, "x()", imports=["import torch"]))
    assert fix.refused == "`import torch` can't be added, because the file does not parse"


def test_steps_share_their_variables(project: Project) -> None:
    text = "def f():\n    a.backward()\n    b.step()\n    a.step()\n    return 1\n"
    fix = spec(
        [
            EditStep("$O.backward()", insert_before="$O.zero_grad()"),
            EditStep("$O.step()", at="function", insert_after="log($O)"),
        ]
    )
    assert project.fixed(text, 2, fix) == (
        "def f():\n    a.zero_grad()\n    a.backward()\n    b.step()\n    a.step()\n    log(a)\n    return 1\n"
    )


def test_a_statement_can_be_moved(project: Project) -> None:
    text = "sched.step()\nopt.step()\n"
    fix = spec(
        [
            EditStep("$S.step()", delete=True),
            EditStep("opt.step()", at="file", insert_after="$S.step()"),
        ]
    )
    assert project.fixed(text, 1, fix) == "opt.step()\nsched.step()\n"


def test_steps_that_change_the_same_text_are_refused(project: Project) -> None:
    fix = spec([EditStep("f($X)", replace="g($X)"), EditStep("$F($X)", delete=True)])
    assert project.fix("f(x)\n", 1, fix).refused == "two of its steps change the same text"


def test_both_sides_of_one_statement_are_one_edit(project: Project) -> None:
    fix = spec([EditStep(STEP, insert_before="a()"), EditStep("$S.step($O)", insert_after="b()")])
    (edit,) = project.fix("if x:\n    scaler.step(o)\n", 2, fix).edits
    assert (edit.expected_text, edit.new_text) == ("    scaler.step(o)", "    a()\n    scaler.step(o)\n    b()")
