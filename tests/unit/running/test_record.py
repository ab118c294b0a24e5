"""The record: everything when it fits, else both ends and what lies between counted."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rootrank.running import Record

_NOTE = re.compile(rb"\n?\[rootrank: (\d+) bytes are left out here\]\n")


@settings(max_examples=150, deadline=None)
@given(writes=st.lists(st.text("ab\n", max_size=40).map(str.encode), max_size=20))
def test_both_ends_are_kept(writes: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("record")
    with Record(folder / "log", head=30, tail=50) as record:
        for data in writes:
            record.write(data)
    written, kept = b"".join(writes), (folder / "log").read_bytes()
    assert list(folder.iterdir()) == [folder / "log"]
    assert record.problem is None
    if len(written) <= 80:
        assert kept == written
        return
    note = _NOTE.search(kept)
    assert note
    head, tail = kept[: note.start()], kept[note.end() :]
    assert written.startswith(head)
    assert len(head) in {29, 30}  # the note's own newline may be the head's last
    assert written.endswith(tail)
    assert len(written) == 30 + int(note[1]) + len(tail)
    assert len(tail) <= 50


def test_the_end_begins_with_a_whole_line(tmp_path: Path) -> None:
    with Record(tmp_path / "log", head=25, tail=50) as record:
        for number in range(100):
            record.write(b"line %04d\n" % number)
    lines = (tmp_path / "log").read_bytes().splitlines()
    assert lines[:4] == [b"line 0000", b"line 0001", b"line ", b"[rootrank: 935 bytes are left out here]"]
    assert lines[4:] == [b"line %04d" % number for number in range(96, 100)]


def test_only_the_user_may_read_it(tmp_path: Path) -> None:
    Record(tmp_path / "log").close()
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


def test_a_killed_run_leaves_its_last_lines(tmp_path: Path) -> None:
    record = Record(tmp_path / "log", head=10, tail=20)
    record.write(b"beginning\n" + b"middle\n" * 9 + b"the end\n")
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"the end\n" in left
    record.close()


def test_a_full_disk_is_said_and_no_error() -> None:
    with Record(Path("/dev/full")) as record:
        record.write(b"something")
        record.write(b"more")
    assert record.problem == "The record is incomplete: No space left on device"


@settings(max_examples=150, deadline=None)
@given(writes=st.lists(st.text("ab\n", max_size=40).map(str.encode), max_size=20), size=st.integers(1, 60))
def test_what_is_read_meanwhile_is_as_if_it_had_ended(
    writes: list[bytes], size: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("record")
    with Record(folder / "log", head=30, tail=50) as record:
        for data in writes:
            record.write(data)
        with record.opened() as stream:
            # Output goes on while it is read, over all that was kept.
            record.write(b"later\n" * 40)
            meanwhile, buffer = b"", bytearray(size)
            while count := stream.readinto(memoryview(buffer)):
                meanwhile += buffer[:count]
    with Record(folder / "ended", head=30, tail=50) as ended:
        for data in writes:
            ended.write(data)
    assert meanwhile == (folder / "ended").read_bytes()
