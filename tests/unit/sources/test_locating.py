"""The file behind a frame: foreign paths, moved lines, and files that fit equally well."""

from __future__ import annotations

from pathlib import Path

import pytest
from rootrank.model.log import Frame
from rootrank.sources import Ambiguous, Located, Workspace


def frame(file: str, line: int | None, text: str | None) -> Frame:
    return Frame(file=file, line=line, function="f", text=text, at=1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "src/train.py": "import torch\n\n    loss.backward()\n",
        "src/model.py": "a\nb\nc\n",
        "other/model.py": "a\nb\nd\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    "file",
    ["/app/src/train.py", "C:\\Users\\kim\\proj\\src\\train.py", "train.py", "./src/../train.py", "/x/y/train.py"],
)
def test_a_foreign_path_is_mapped_by_its_end_and_its_text(root: Path, file: str) -> None:
    expected = Located(root / "src/train.py", 3, moved=False, verified=True)
    assert Workspace([root]).locate(frame(file, 3, "loss.backward()")) == expected


def test_a_moved_line_is_found_at_its_nearest_place(root: Path) -> None:
    (root / "src/train.py").write_text("\tstep()\n" * 2 + "x\n" * 10 + "\tstep()\n")
    located = Workspace([root]).locate(frame("/app/src/train.py", 11, "step()"))
    assert located == Located(root / "src/train.py", 13, moved=True, verified=True)


def test_a_changed_line_is_not_found(root: Path) -> None:
    assert Workspace([root]).locate(frame("/app/src/train.py", 3, "loss.sum().backward()")) is None


def test_the_longer_common_end_wins(root: Path) -> None:
    located = Workspace([root]).locate(frame("/app/src/model.py", 1, "a"))
    assert located == Located(root / "src/model.py", 1, moved=False, verified=True)


def test_the_text_decides_between_files_of_one_name(root: Path) -> None:
    located = Workspace([root]).locate(frame("/app/model.py", 3, "d"))
    assert located == Located(root / "other/model.py", 3, moved=False, verified=True)


def test_two_files_that_fit_equally_well_are_both_named(root: Path) -> None:
    located = Workspace([root]).locate(frame("/app/model.py", 1, "a"))
    assert located == Ambiguous((root / "other/model.py", root / "src/model.py"))


def test_a_better_path_does_not_silently_beat_a_line_in_its_place(root: Path) -> None:
    (root / "src/model.py").write_text("new\na\n")
    located = Workspace([root]).locate(frame("/app/src/model.py", 1, "a"))
    assert located == Ambiguous((root / "other/model.py", root / "src/model.py"))


def test_a_line_in_its_place_beats_a_moved_one(root: Path) -> None:
    (root / "src/model.py").write_text("new\na\n")
    located = Workspace([root]).locate(frame("/app/model.py", 1, "a"))
    assert located == Located(root / "other/model.py", 1, moved=False, verified=True)


def test_without_text_the_path_s_end_must_do(root: Path) -> None:
    workspace = Workspace([root])
    unverified = Located(root / "src/model.py", 2, moved=False, verified=False)
    assert workspace.locate(frame("/app/src/model.py", 2, None)) == unverified
    assert workspace.locate(frame("/app/model.py", 2, None)) is None
    assert workspace.locate(frame("/app/train.py", 2, None)) == Located(
        root / "src/train.py", 2, moved=False, verified=False
    )
    assert workspace.locate(frame("/app/train.py", 99, None)) is None


def test_a_path_alone_is_mapped_to_its_file(root: Path) -> None:
    workspace = Workspace([root])
    assert workspace.locate(frame("./src/train.py", None, None)) == Located(
        root / "src/train.py", 1, moved=False, verified=False
    )
    assert workspace.locate(frame("model.py", None, None)) is None


def test_a_library_s_file_is_not_the_user_s_file_of_that_name(root: Path) -> None:
    for folder in ("/venv/lib/python3.11/site-packages/lib/", "/usr/lib/python3.11/"):
        assert Workspace([root]).locate(frame(folder + "train.py", 3, "loss.backward()")) is None
    installed = "/venv/lib/python3.11/site-packages/src/train.py"
    assert isinstance(Workspace([root]).locate(frame(installed, 3, "loss.backward()")), Located)


def test_an_expression_over_several_lines_as_python_3_13_prints_it(root: Path) -> None:
    (root / "src/train.py").write_text("f(\n  a,\n)\nf(\n  b,\n  c,\n  d,\n)\n")
    located = Workspace([root]).locate(frame("/app/src/train.py", 1, "f(\n  b,\n  ...<2 lines>...\n)"))
    assert located == Located(root / "src/train.py", 4, moved=True, verified=True)


def test_without_a_line_number_a_text_that_stands_once_is_found(root: Path) -> None:
    workspace = Workspace([root])
    assert workspace.locate(frame("/app/src/model.py", None, "b")) == Located(
        root / "src/model.py", 2, moved=False, verified=True
    )
    (root / "src/model.py").write_text("b\nb\n")
    assert Workspace([root]).locate(frame("/app/src/model.py", None, "b")) == Ambiguous((root / "src/model.py",))


@pytest.mark.parametrize("file", ["<string>", "<stdin>", "", "/", "/tmp/ipykernel_12/34.py"])
def test_what_has_no_file_is_not_found(root: Path, file: str) -> None:
    assert Workspace([root]).locate(frame(file, 1, "a")) is None


def test_an_unsaved_text_is_what_the_line_is_compared_with(root: Path) -> None:
    path = root / "src/train.py"
    located = Workspace([root], {path: "loss.backward()\n"}).locate(frame("/app/src/train.py", 3, "loss.backward()"))
    assert located == Located(path, 1, moved=True, verified=True)


def test_no_workspace_finds_nothing(root: Path) -> None:
    assert Workspace.none().locate(frame(str(root / "src/train.py"), 3, "loss.backward()")) is None
