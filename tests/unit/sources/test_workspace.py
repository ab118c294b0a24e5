"""What a workspace reads, and what it leaves alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.model.document import Position
from rootrank.sources import Workspace, workspace
from rootrank.sources.text import Positions, split_lines


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x = 1\n")


def names(space: Workspace) -> list[str]:
    return [space.name(path) for path in space.python_files()]


def test_python_files_without_environments_and_caches(tmp_path: Path) -> None:
    write(tmp_path, "b.py", "a.py", "pkg/c.py", "notes.txt", "nb.ipynb")
    write(tmp_path, *(f"{folder}/x.py" for folder in (".git", ".venv", "venv", "node_modules", "__pycache__")))
    write(tmp_path, "lib/site-packages/x.py", "pkg.egg-info/x.py")
    assert names(Workspace([tmp_path])) == ["a.py", "b.py", "pkg/c.py"]


def test_env_is_an_environment_only_when_it_is_marked_as_one(tmp_path: Path) -> None:
    write(tmp_path, "rl/env/cartpole.py", "env/lib/x.py", "env/pyvenv.cfg", "conda/conda-meta/h", "conda/x.py")
    assert names(Workspace([tmp_path])) == ["rl/env/cartpole.py"]


def test_build_is_output_only_beside_a_project_file(tmp_path: Path) -> None:
    write(tmp_path, "proj/pyproject.toml", "proj/build/lib/x.py", "proj/x.py", "pkg/build/model.py")
    assert names(Workspace([tmp_path])) == ["pkg/build/model.py", "proj/x.py"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.py", "root/a.py")
    (tmp_path / "root/link").symlink_to(tmp_path / "outside")
    (tmp_path / "root/secret.py").symlink_to(tmp_path / "outside/secret.py")
    (tmp_path / "root/loop").symlink_to(tmp_path / "root")
    space = Workspace([tmp_path / "root"])
    assert names(space) == ["a.py"]
    assert space.text(tmp_path / "root/secret.py") is None
    assert space.text(tmp_path / "root/link/secret.py") is None
    assert space.text(tmp_path / "root/../outside/secret.py") is None


def test_a_root_may_itself_be_a_link(tmp_path: Path) -> None:
    write(tmp_path, "real/a.py")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    space = Workspace([tmp_path / "link"])
    assert space.python_files() == (tmp_path / "link/a.py",)
    assert space.text(tmp_path / "link/a.py") == "x = 1\n"


def test_the_index_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.py", "b.py", "deep/c.py")
    assert Workspace([tmp_path]).complete
    monkeypatch.setattr(workspace, "MAX_ENTRIES", 3)
    space = Workspace([tmp_path])
    assert names(space) == ["a.py", "b.py"]
    assert not space.complete


def test_unsaved_texts_win_and_count_as_files(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    space = Workspace([tmp_path], {tmp_path / "a.py": "y\r\nz", tmp_path / "new.py": "", tmp_path / "x.md": ""})
    assert names(space) == ["a.py", "new.py"]
    assert space.lines(tmp_path / "a.py") == ["y", "z"]
    saved = space.saved(tmp_path / "a.py")
    assert saved is not None
    assert saved.text == "x = 1\n"


def test_another_overlay_shares_the_index(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    space = Workspace([tmp_path])
    space.python_files()
    write(tmp_path, "later.py")
    other = space.with_overlay({tmp_path / "a.py": "new"})
    assert names(other) == ["a.py"]
    assert other.text(tmp_path / "a.py") == "new"
    assert space.text(tmp_path / "a.py") == "x = 1\n"


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    space = Workspace([tmp_path])
    assert space.text(tmp_path / "a.py") == "x = 1\n"
    (tmp_path / "a.py").write_text("x = 22\n")
    assert space.text(tmp_path / "a.py") == "x = 22\n"


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"s = '\xc3\xa9'\r\n", "s = 'é'\r\n", "utf-8"),
        (b"\xef\xbb\xbfx\n", "x\n", "utf-8-sig"),
        (b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", "# -*- coding: latin-1 -*-\ns = 'é'\n", "iso-8859-1"),
    ],
)
def test_texts_are_decoded_as_python_does(tmp_path: Path, raw: bytes, text: str, encoding: str) -> None:
    (tmp_path / "a.py").write_bytes(raw)
    source = Workspace([tmp_path]).source(tmp_path / "a.py")
    assert source is not None
    assert (source.text, source.encoding) == (text, encoding)
    assert source.text.encode(source.encoding) == raw


@pytest.mark.parametrize("raw", [b"\xe9 = 1\n", b"# coding: no-such\n", b"x" * 5_000_001])
def test_what_is_not_source_has_no_text(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a.py").write_bytes(raw)
    assert Workspace([tmp_path]).text(tmp_path / "a.py") is None


def test_missing_files_folders_and_odd_names_have_no_text(tmp_path: Path) -> None:
    space = Workspace([tmp_path])
    assert [space.text(path) for path in (tmp_path / "no.py", tmp_path, Path("a\0b.py"))] == [None, None, None]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything (2026-12)")
def test_a_file_that_may_not_be_read_has_no_text(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    (tmp_path / "a.py").chmod(0)
    assert Workspace([tmp_path]).text(tmp_path / "a.py") is None


def test_a_form_feed_does_not_end_a_line() -> None:
    assert split_lines("a\fb\u2028c\rd\r\n\n") == ["a\fb\u2028c", "d", ""]


@given(st.text(alphabet="a\té😀\n\r", max_size=30))
def test_positions_and_offsets_are_each_other_s_inverse(text: str) -> None:
    positions = Positions(text)
    for offset in range(len(text) + 1):
        assert positions.offset(positions.at(offset)) == offset
    assert positions.offset(Position(99, 1)) is None
    assert positions.offset(Position(1, 99)) is None
