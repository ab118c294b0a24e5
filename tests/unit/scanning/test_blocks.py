"""Streams cut into blocks: nothing lost, numbers and offsets right, memory bounded."""

import codecs
import gzip
import io
import os
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.scanning import Block, looks_binary, read_blocks


class Trickle:
    """A stream whose reads are as short as the pattern of sizes says."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        self._rest = data
        self._sizes = sizes or [len(data)]
        self._turn = 0

    def readinto(self, buffer: memoryview, /) -> int:
        count = min(len(buffer), len(self._rest), self._sizes[self._turn % len(self._sizes)])
        self._turn += 1
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


_lines = st.lists(st.sampled_from([b"a", b"bc", b"\n", b"\n", b"\r\n", b"\xff", b"0123456"]), max_size=60).map(b"".join)


@given(data=_lines, sizes=st.lists(st.integers(1, 30), max_size=5), size=st.integers(40, 200))
def test_nothing_is_lost_and_every_block_knows_its_place(data: bytes, sizes: list[int], size: int) -> None:
    blocks = list(read_blocks(Trickle(data, sizes), size, line_cap=size))
    whole = all(len(line) <= size for line in data.split(b"\n"))
    if whole:
        assert b"".join(block.data for block in blocks) == data
    for block in blocks:
        assert len(block.data) <= 2 * size + 1
        assert block.first_line == data.count(b"\n", 0, block.offset) + 1
        assert data[block.offset :].startswith(block.data[:5])
        assert block.offset == 0 or data[block.offset - 1 : block.offset] == b"\n"
    assert all(block.data.endswith(b"\n") for block in blocks[:-1])
    assert sum(block.lines for block in blocks) == data.count(b"\n") + (not data.endswith(b"\n") and data != b"")


@given(
    lengths=st.lists(st.sampled_from([0, 1, 9, 10, 11, 12, 25, 60, 130]), max_size=8),
    sizes=st.lists(st.integers(1, 50), max_size=5),
    ended=st.booleans(),
)
def test_long_lines_keep_both_ends(lengths: list[int], sizes: list[int], ended: bool) -> None:
    lines = [(b"<" + b"%d" % i * n)[: max(n - 1, 0)] + b">" * (n > 0) for i, n in enumerate(lengths)]
    data = b"\n".join(lines) + b"\n" * ended
    blocks = list(read_blocks(Trickle(data, sizes), 50, line_cap=10))
    read = b"".join(block.data for block in blocks)
    expected = [line if len(line) <= 10 else line[:5] + " … ".encode() + line[-5:] for line in lines]
    assert read == b"\n".join(expected) + b"\n" * ended
    starts = {sum(len(line) + 1 for line in lines[:i]): i + 1 for i in range(len(lines))}
    assert [starts.get(block.offset, 1) for block in blocks] == [block.first_line for block in blocks]


def test_a_line_of_100_mb_stays_in_bounded_memory() -> None:
    def parts() -> Iterator[bytes]:
        yield b"before\nbegin "
        for _ in range(1600):
            yield b"x" * 65536
        yield b" end\nafter\n"

    class Parts:
        def __init__(self) -> None:
            self._parts = parts()
            self._rest = b""

        def readinto(self, buffer: memoryview, /) -> int:
            self._rest = self._rest or next(self._parts, b"")
            count = min(len(buffer), len(self._rest))
            buffer[:count], self._rest = self._rest[:count], self._rest[count:]
            return count

    tracemalloc.start()
    try:
        blocks = list(read_blocks(Parts()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    length = 1600 * 65536
    assert [(b.first_line, b.offset, b.lines) for b in blocks] == [(1, 0, 1), (2, 7, 1), (3, 7 + length + 11, 1)]
    assert blocks[1].data.startswith(b"begin x")
    assert blocks[1].data.endswith(b"x end\n")
    assert len(blocks[1].data) < 1.1 * 2**20
    assert peak < 8 * 2**20


def test_a_file_comes_in_blocks_of_the_size(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"a line of the log\n" * 100_000)
    for opened in (path.open("rb", buffering=0), path.open("rb")):
        with opened as stream:
            blocks = list(read_blocks(stream, 256 * 1024))
        assert b"".join(block.data for block in blocks) == path.read_bytes()
        assert len(blocks) in {7, 8}
        assert blocks[-1].first_line + blocks[-1].lines == 100_001


def test_gzip_comes_in_full_blocks(tmp_path: Path) -> None:
    path = tmp_path / "log.gz"
    text = b"".join(b"line %d\n" % i for i in range(200_000))
    path.write_bytes(gzip.compress(text))
    with gzip.GzipFile(path) as stream:
        blocks = list(read_blocks(stream, 2**20))
    assert b"".join(block.data for block in blocks) == text
    assert len(blocks) == 3


@pytest.mark.skipif(os.name == "nt", reason="2026-01: no FIFOs on Windows")
def test_a_live_pipe_gives_lines_as_they_come(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    seen = threading.Event()

    def write() -> None:
        with path.open("wb", buffering=0) as pipe:
            pipe.write(b"first\nsec")
            assert seen.wait(20), "the first line only came with the second"
            pipe.write(b"ond\nlast")

    writer = threading.Thread(target=write)
    writer.start()
    with path.open("rb") as stream:
        blocks = []
        for block in read_blocks(stream):
            blocks.append(block)
            seen.set()
    writer.join()
    assert blocks == [Block(b"first\n", 1, 0, 1), Block(b"second\n", 2, 6, 1), Block(b"last", 3, 13, 1)]


def test_an_empty_stream_has_no_block() -> None:
    assert list(read_blocks(io.BytesIO(b""))) == []


def test_a_non_blocking_stream_is_refused() -> None:
    class Waiting:
        def readinto(self, _buffer: memoryview, /) -> None:
            return None

    with pytest.raises(BlockingIOError, match="non-blocking"):
        next(read_blocks(Waiting()))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("sizes", [[], [1], [3, 2]])
def test_utf16_with_a_mark_reads_as_text(encoding: str, sizes: list[int]) -> None:
    text = "first line\r\nécole 😀 nan\r\nlast"
    stream = Trickle(("\ufeff" + text).encode(encoding), sizes)
    blocks = list(read_blocks(stream))
    assert b"".join(block.data for block in blocks).decode() == text
    assert [block.first_line for block in blocks] == ([1, 2, 3] if sizes else [1, 3])


def test_broken_utf16_loses_only_what_is_broken() -> None:
    (block,) = read_blocks(io.BytesIO(b"\xff\xfea\x00\x00\xd8b\x00c"))
    assert block.data.decode() == "a\ufffdb\ufffd"


def test_a_utf8_mark_is_taken_off_and_counted() -> None:
    (block,) = read_blocks(io.BytesIO(b"\xef\xbb\xbffirst\n"))
    assert (block.data, block.offset) == (b"first\n", 3)


@pytest.mark.parametrize(
    ("data", "binary"),
    [
        (b"", False),
        (b"\x1b[31mred\x1b[0m\r 10%|\xe2\x96\x88| \x08\x07\n" * 100, False),
        ("текст, 日本語\n".encode(), False),
        ("in latin-1: é\n".encode("latin-1") * 100, False),
        (b"a log that lost a byte \x00 in a crash\n" * 3, False),
        ("UTF-16 without its mark".encode("utf-16-le"), True),
        (gzip.compress(bytes(range(256)) * 3 + os.urandom(4096)), True),
        (b"\x7fELF\x02\x01\x01" + bytes(57) + b"text" * 10, True),
        (b"\x80\x02}q\x00X\x05\x00\x00\x00modelq\x01", True),
    ],
)
def test_binary_is_told_from_text(data: bytes, binary: bool) -> None:
    assert looks_binary(data) is binary


@pytest.mark.parametrize("begins", [b"\n", b"a\n", b"\n\n\n", codecs.BOM_UTF8 + b"\n"])
def test_a_short_first_line_is_no_block_of_its_own(begins: bytes) -> None:
    # How a log is dressed is learnt from its first block.
    rest = b"0: step 1\n1: step 1\n"
    (block,) = read_blocks(io.BytesIO(begins + rest))
    assert block.data == begins.removeprefix(codecs.BOM_UTF8) + rest
