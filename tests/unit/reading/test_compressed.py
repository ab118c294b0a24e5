"""Logs opened, compressed or not."""

import gzip
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from rootrank.reading import compressed
from rootrank.reading.compressed import NoDecompressorError, open_log

TEXT = b"step 1 loss 0.5\n" * 20_000
# The raw form of a frame: magic, single segment with its size, one last raw block.
FRAME = b"\x28\xb5\x2f\xfd\x20\x06\x31\x00\x00" + b"a log\n"


def content(path: Path) -> bytes:
    with open_log(path) as stream:
        data, buffer = b"", memoryview(bytearray(65_536))
        while count := stream.readinto(buffer):
            data += bytes(buffer[:count])
        return data


@pytest.mark.parametrize("data", [TEXT, b"", b"a"])
def test_a_plain_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.log").write_bytes(data)
    assert content(tmp_path / "a.log") == data


@pytest.mark.parametrize("name", ["a.log.gz", "a.log"])
def test_gzip_is_known_by_name_or_bytes(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(gzip.compress(TEXT) + gzip.compress(b"more"))
    assert content(tmp_path / name) == TEXT + b"more"


def test_of_a_gzip_file_that_breaks_off_what_is_there_is_read(tmp_path: Path) -> None:
    text = TEXT * 3
    whole = gzip.compress(text, compresslevel=0)
    (tmp_path / "a.log.gz").write_bytes(whole[: len(whole) // 2])
    read = content(tmp_path / "a.log.gz")
    assert len(read) > len(text) // 4
    assert text.startswith(read)


def test_damaged_gzip(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(b"no gzip at all")
    with pytest.raises(OSError, match="gzip"):
        content(tmp_path / "a.gz")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        content(tmp_path / "a.log")


def only(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    monkeypatch.setattr(compressed, "_module", lambda name: sys.modules.get(name) if name in modules else None)


@pytest.mark.skipif(shutil.which("zstd") is None, reason="2026-12-01: the zstd tool is not on every machine")
@pytest.mark.parametrize("name", ["a.log.zst", "a.log.zstd", "a.log"])
def test_zstandard_through_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    only(monkeypatch)
    packed = subprocess.run(["zstd", "-qc"], input=TEXT, capture_output=True, check=True).stdout
    (tmp_path / name).write_bytes(packed + FRAME)
    assert content(tmp_path / name) == TEXT + b"a log\n"
    with open_log(tmp_path / name) as stream:  # not read to its end
        assert stream.readinto(memoryview(bytearray(10))) == 10
    (tmp_path / name).write_bytes(packed[:-9])
    with pytest.raises(OSError, match=r"\w"):
        content(tmp_path / name)


class Frames:
    """A library's stream of one raw frame."""

    def __init__(self, raw: object) -> None:
        self.left = raw.read()[9:]  # type: ignore[attr-defined]

    def __enter__(self) -> "Frames":
        return self

    def __exit__(self, *_: object) -> None: ...

    def readinto(self, buffer: memoryview) -> int:
        if self.left == b"broken":
            raise LibraryError("damaged frame")
        part, self.left = self.left[: len(buffer)], self.left[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


class LibraryError(Exception): ...


LIBRARIES = {
    "compression.zstd": SimpleNamespace(open=lambda raw, mode: Frames(raw), ZstdError=LibraryError),
    "zstandard": SimpleNamespace(
        ZstdDecompressor=lambda: SimpleNamespace(stream_reader=lambda raw, read_across_frames: Frames(raw)),
        ZstdError=LibraryError,
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_zstandard_through_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, LIBRARIES[name])  # type: ignore[arg-type]
    only(monkeypatch, name)
    (tmp_path / "a.zst").write_bytes(FRAME)
    assert content(tmp_path / "a.zst") == b"a log\n"
    (tmp_path / "a.zst").write_bytes(FRAME[:9] + b"broken")
    with pytest.raises(OSError, match="damaged frame"):
        content(tmp_path / "a.zst")


def test_nothing_reads_zstandard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch)
    monkeypatch.setattr(compressed, "_tool", lambda: None)
    (tmp_path / "a.zst").write_bytes(FRAME)
    with pytest.raises(NoDecompressorError, match="zstd -d"):
        content(tmp_path / "a.zst")


def test_a_real_library_reads_a_real_frame(tmp_path: Path) -> None:
    """Whatever this machine has."""
    (tmp_path / "a.zst").write_bytes(FRAME)
    names = ("compression.zstd", "zstandard")
    if not any(compressed._module(name) for name in names) and compressed._tool() is None:
        with pytest.raises(NoDecompressorError):
            content(tmp_path / "a.zst")
    else:
        assert content(tmp_path / "a.zst") == b"a log\n"
