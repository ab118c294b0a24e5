"""The database cache: used when it can be trusted, and never in the way."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from rootrank.scanning import Anchor, default_cache_dir, open_scanner
from rootrank.scanning.cache import KEPT, DatabaseCache
from rootrank.scanning.compiled import HyperscanScanner

ANCHORS = [Anchor(b"CUDA error"), Anchor(pattern=rb"nan|inf", caseless=True)]
DATA = b"ok\nCUDA error\nloss NaN\n"


def scan(cache: Path) -> list[tuple[int, ...]]:
    return [hit.anchors for hit in open_scanner(ANCHORS, engine="hyperscan", cache_dir=cache).scan(DATA)]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each compilation."""
    calls: list[int] = []
    real = HyperscanScanner._compile

    def counted(self: HyperscanScanner, anchors: Sequence[Anchor]) -> object:
        calls.append(len(anchors))
        return real(self, anchors)

    monkeypatch.setattr(HyperscanScanner, "_compile", counted)
    return calls


def test_the_second_opening_loads(tmp_path: Path, compiled: list[int]) -> None:
    assert scan(tmp_path / "new" / "folder") == scan(tmp_path / "new" / "folder") == [(0,), (1,)]
    assert compiled == [2]


def test_other_anchors_are_another_database(tmp_path: Path, compiled: list[int]) -> None:
    for anchors in ([Anchor(b"a")], [Anchor(b"a", caseless=True)], [Anchor(b"b")], [Anchor(b"a"), Anchor(b"b")]):
        open_scanner(anchors, engine="hyperscan", cache_dir=tmp_path)
    assert len(compiled) == len(list((tmp_path / "scan").glob("*.hs"))) == 4


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "folder"])
def test_a_damaged_file_is_built_again(tmp_path: Path, compiled: list[int], damage: str) -> None:
    scan(tmp_path)
    (path,) = (tmp_path / "scan").iterdir()
    stored = path.read_bytes()
    if damage == "folder":
        path.unlink()
        path.mkdir()
    elif damage == "foreign":
        # Stored whole, yet no database of this version or processor.
        DatabaseCache(tmp_path).store(path.stem, b"other processor" * 100)
    else:
        path.write_bytes({"empty": b"", "cut": stored[:-7], "flipped": stored[:-1] + b"?"}[damage])
    assert scan(tmp_path) == [(0,), (1,)]
    assert compiled == [2, 2]


def test_a_cache_that_is_no_folder_is_ignored(tmp_path: Path, compiled: list[int]) -> None:
    (tmp_path / "scan").write_text("in the way")
    assert scan(tmp_path) == scan(tmp_path) == [(0,), (1,)]
    assert compiled == [2, 2]


def test_a_read_only_cache_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    assert scan(tmp_path) == [(0,), (1,)]
    assert list((tmp_path / "scan").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="2026-01: no mode bits on Windows")
def test_a_folder_that_others_can_write_is_not_trusted(tmp_path: Path, compiled: list[int]) -> None:
    scan(tmp_path)
    assert (tmp_path / "scan").stat().st_mode & 0o777 == 0o700
    (tmp_path / "scan").chmod(0o777)
    assert scan(tmp_path) == [(0,), (1,)]
    assert compiled == [2, 2]


def test_only_the_newest_databases_are_kept(tmp_path: Path) -> None:
    cache = DatabaseCache(tmp_path)
    for number in range(KEPT + 3):
        cache.store(f"key{number}", b"database")
        os.utime(tmp_path / "scan" / f"key{number}.hs", (number, number))
    kept = sorted(int(path.stem[3:]) for path in (tmp_path / "scan").iterdir())
    assert kept == list(range(3, KEPT + 3))
    assert cache.load("key3") == b"database"
    assert cache.load("key0") is None


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_dir() == tmp_path / "rootrank"
    monkeypatch.setenv("ROOTRANK_CACHE_DIR", str(tmp_path / "mine"))
    assert default_cache_dir() == tmp_path / "mine"


def test_without_a_home_nothing_is_cached(monkeypatch: pytest.MonkeyPatch, compiled: list[int]) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("ROOTRANK_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert default_cache_dir() is None
    open_scanner(ANCHORS, engine="hyperscan")
    open_scanner(ANCHORS, engine="hyperscan")
    assert compiled == [2, 2]
