from __future__ import annotations

from attrs import evolve
from rootrank.model.document import Edit, Position
from rootrank.presenting.changes import MOST_LINES, changed_lines, same_file

from . import samples


def lines(edit: Edit, **changes: object) -> list[tuple[str, str]]:
    best = evolve(samples.sqrt_hypothesis(), **changes)
    return [(line.kind, line.text) for line in changed_lines(edit, best, None)]


def an_edit(old: str, new: str, line: int = 40) -> Edit:
    return Edit("/w/model/loss.py", Position(line, 1), Position(line, 9), new, old)


def test_the_whole_line_is_shown_where_the_document_knows_it() -> None:
    assert lines(an_edit("a - b", "a - c")) == [
        ("removed", samples.LINE),
        ("added", "dist = torch.sqrt(((a - c) ** 2).sum(-1))"),
    ]


def test_only_the_span_is_shown_where_it_does_not() -> None:
    span = [("removed", "a - b"), ("added", "a - c")]
    assert lines(an_edit("a - b", "a - c", line=41)) == span
    assert lines(an_edit("a - b", "a - c"), place=None, evidence=[]) == span
    assert lines(an_edit("t", "u")) == [("removed", "t"), ("added", "u")], "`t` stands there more than once"


def test_an_insertion_has_no_removed_line() -> None:
    assert lines(an_edit("", "import torch\n", line=1)) == [("added", "import torch")]


def test_unchanged_lines_in_the_middle_are_left_out() -> None:
    old = "\n".join(f"x{n} = {n}" for n in range(9))
    assert lines(an_edit(old, old.replace("= 8", "= 9"))) == [
        ("kept", "x7 = 7"),
        ("removed", "x8 = 8"),
        ("added", "x8 = 9"),
    ]


def test_a_long_change_is_cut() -> None:
    shown = lines(an_edit("", "".join(f"x = {n}\n" for n in range(30))))
    assert len(shown) == MOST_LINES + 1
    assert shown[-1] == ("left_out", "… 18 more lines")


def test_the_same_file_under_two_paths() -> None:
    assert same_file("/w/model/loss.py", "model/loss.py")
    assert same_file("./model/loss.py", "/w/model/loss.py")
    assert same_file("C:\\w\\model\\loss.py", "model/loss.py")
    assert not same_file("/w/model/xloss.py", "loss.py")
