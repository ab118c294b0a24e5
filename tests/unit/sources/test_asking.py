"""Questions on code: positions, lines, encodings, bad rules, and one call for all."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from rootrank.model.document import Position
from rootrank.sources import BadRule, Match, Question, Workspace, ask, astgrep, code_questions_available

SQRT = {"pattern": "torch.sqrt($X)"}


def one(tmp_path: Path, text: str, rule: dict, within: tuple[int, int] | None = None) -> tuple[Match, ...]:
    path = tmp_path / "train.py"
    path.write_bytes(text.encode())
    return ask([Question("q", rule, (path,), within)], Workspace([tmp_path]))["q"]


def test_a_match_has_one_based_positions_and_what_its_variables_hold(tmp_path: Path) -> None:
    (match,) = one(tmp_path, "import torch\ny = torch.sqrt(x)\n", SQRT)
    assert match.path == tmp_path / "train.py"
    assert (match.start, match.end) == (Position(2, 5), Position(2, 18))
    assert match.text == "torch.sqrt(x)"
    assert match.variables == {"X": "x"}


def test_columns_count_code_points(tmp_path: Path) -> None:
    (match,) = one(tmp_path, 's = "é😀"; y = torch.sqrt(x)\n', SQRT)
    assert match.start == Position(1, 15)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_call_over_several_lines(tmp_path: Path, newline: str) -> None:
    text = newline.join(["y = torch.sqrt(", "    x,  # é", ")", ""])
    (match,) = one(tmp_path, text, {"pattern": "torch.sqrt($$$ARGS)"})
    assert (match.start, match.end) == (Position(1, 5), Position(3, 2))
    assert match.multi == {"ARGS": "x,"}


def test_several_arguments_keep_their_own_spacing(tmp_path: Path) -> None:
    (match,) = one(tmp_path, "f(a,  b,\n  c=1)\n", {"pattern": "f($$$ARGS)"})
    assert match.multi == {"ARGS": "a,  b,\n  c=1"}


def test_no_arguments_are_an_empty_text(tmp_path: Path) -> None:
    (match,) = one(tmp_path, "f()\n", {"pattern": "f($$$ARGS)"})
    assert match.multi == {"ARGS": ""}


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_a_call_stands_on_all_of_its_lines(tmp_path: Path, line: int) -> None:
    matches = one(tmp_path, "y = torch.sqrt(\n    x\n    + z\n)\nw = 1\n", SQRT, (line, line))
    assert len(matches) == 1


def test_a_line_behind_the_call_is_not_its_line(tmp_path: Path) -> None:
    assert one(tmp_path, "y = torch.sqrt(\n    x\n)\nw = 1\n", SQRT, (4, 4)) == ()


BLOCKS = """class Net:
    @dec
    def forward(
        self, x
    ):
        # why
        for a in x:
            y = a
        return y
"""


@pytest.mark.parametrize(
    ("kind", "lines"),
    [("class_definition", {1}), ("function_definition", {3, 4, 5, 6}), ("for_statement", {7}), ("assignment", {8})],
)
def test_a_block_stands_on_its_head_only(tmp_path: Path, kind: str, lines: set[int]) -> None:
    found = {line for line in range(1, 10) if one(tmp_path, BLOCKS, {"kind": kind}, (line, line))}
    assert found == lines


def test_a_block_on_one_line_is_met_there(tmp_path: Path) -> None:
    assert one(tmp_path, "if a: b()\n", {"kind": "if_statement"}, (1, 1))


def test_of_nested_matches_the_smallest_counts(tmp_path: Path) -> None:
    text = "f(\n    g(x),\n    h(y),\n)\n"
    (match,) = one(tmp_path, text, {"pattern": "$F($$$)"}, (3, 3))
    assert match.text == "h(y)"


def test_without_lines_all_matches_count(tmp_path: Path) -> None:
    assert len(one(tmp_path, "f(g(x))\n", {"pattern": "$F($$$)"})) == 2


def test_unsaved_text_wins_over_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("y = torch.sqrt(x)\n")
    workspace = Workspace([tmp_path], {path: "\n\ny = torch.sqrt(z)\n"})
    (match,) = ask([Question("q", SQRT, (path,))], workspace)["q"]
    assert (match.path, match.start.line, match.variables) == (path, 3, {"X": "z"})


@pytest.mark.parametrize(
    "raw", [b"# coding: latin-1\ns = '\xe9'; y = torch.sqrt(x)\n", b"\xef\xbb\xbf\ny = torch.sqrt(x)\n"]
)
def test_other_encodings(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "train.py"
    path.write_bytes(raw)
    (match,) = ask([Question("q", SQRT, (path,))], Workspace([tmp_path]))["q"]
    line = Workspace([tmp_path]).lines(path)[1]  # type: ignore[index]
    assert line[match.start.col - 1 :] == "torch.sqrt(x)"


def test_all_questions_go_out_in_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda args, **more: (calls.append(args), run(args, **more))[1])
    paths = []
    for name in "abc":
        paths.append(tmp_path / f"{name}.py")
        paths[-1].write_text(f"y = torch.sqrt({name})\n{name}()\n")
    questions = [Question(f"sqrt {path.name}", SQRT, (path,)) for path in paths]
    questions.append(Question("calls", {"pattern": "$F()"}, tuple(reversed(paths))))
    answers = ask(questions, Workspace([tmp_path]))
    assert len(calls) == 1
    assert [answers[f"sqrt {name}.py"][0].variables["X"] for name in "abc"] == ["a", "b", "c"]
    assert [match.text for match in answers["calls"]] == ["c()", "b()", "a()"]


def test_a_bad_rule_is_named_and_the_others_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("y = torch.sqrt(x)\n")
    questions = [
        Question("good", SQRT, (path,)),
        Question("kind", {"kind": "nope"}, (path,)),
        Question("key", {"patern": "x"}, (path,)),
    ]
    with pytest.raises(BadRule) as raised:
        ask(questions, Workspace([tmp_path]))
    assert raised.value.id == "kind"
    assert "nope" in raised.value.message
    assert set(raised.value.problems) == {"kind", "key"}
    assert len(raised.value.answers["good"]) == 1


def test_nowhere_is_an_answer_and_an_unreadable_file_is_none(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text("x = 1\n")
    outside = Path(__file__)
    questions = [Question("nowhere", SQRT, (path,)), Question("unread", SQRT, (tmp_path / "no.py", outside))]
    assert ask(questions, Workspace([tmp_path])) == {"nowhere": ()}


def test_without_ast_grep_nothing_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astgrep, "find_binary", lambda: None)
    assert not code_questions_available()
    assert ask([Question("q", SQRT, (tmp_path / "a.py",))], Workspace([tmp_path])) == {}


def test_a_slow_ast_grep_gives_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "train.py"
    path.write_text("x = 1\n")
    monkeypatch.setattr(astgrep, "TIMEOUT_S", 0.0)
    assert ask([Question("q", SQRT, (path,))], Workspace([tmp_path])) == {}


def test_long_file_lists_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astgrep, "MAX_ARGUMENTS", 2 * len(str(tmp_path)))
    paths = tuple(tmp_path / f"{number}.py" for number in range(7))
    for path in paths:
        path.write_text("torch.sqrt(x)\n")
    assert [match.path for match in ask([Question("q", SQRT, paths)], Workspace([tmp_path]))["q"]] == list(paths)


def test_a_project_s_own_configuration_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sgconfig.yml").write_text("ruleDirs: [[broken\n")
    monkeypatch.chdir(tmp_path)
    assert len(one(tmp_path, "torch.sqrt(x)\n", SQRT)) == 1


def test_the_binary_is_found_where_the_extension_bundles_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("ROOTRANK_AST_GREP", raising=False)
    assert astgrep.find_binary() is None
    bundled = tmp_path / "bundled"
    bundled.mkdir()
    (bundled / astgrep.NAME).touch(0o755)
    monkeypatch.setenv("ROOTRANK_AST_GREP", str(bundled))
    assert astgrep.find_binary() == bundled / astgrep.NAME
