"""A record is judged when there is news and it got quiet, and not without."""

import threading
from pathlib import Path

import pytest
from rootrank.running import Record, vigil

DEADLINE = 30


@pytest.mark.parametrize("longest", [0.02, 1000])
def test_it_is_judged_once_for_each_news(tmp_path: Path, longest: float) -> None:
    judged = threading.Semaphore(0)
    with Record(tmp_path / "log") as record:
        with vigil(record, lambda _: judged.release(), quiet=0.02, longest=longest):
            for line in (b"one\n", b"two\n"):
                record.write(line)
                assert judged.acquire(timeout=DEADLINE)
        assert not judged.acquire(blocking=False)


def test_a_judgement_is_waited_for(tmp_path: Path) -> None:
    begun, done = threading.Event(), []

    def judge(record: Record) -> None:
        begun.set()
        with record.opened() as stream:
            buffer = bytearray(10)
            done.append(bytes(buffer[: stream.readinto(memoryview(buffer))]))

    with Record(tmp_path / "log") as record, vigil(record, judge, quiet=0.02):
        record.write(b"words\n")
        assert begun.wait(DEADLINE)
    assert done == [b"words\n"]
