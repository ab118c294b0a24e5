"""Files that grow give the document of the same files read at once; those that are replaced are begun anew."""

import gzip
import json
import os
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import attrs
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rootrank.api import LogInput, diagnose, signal_table
from rootrank.model.document import Document
from rootrank.presenting.document import to_json
from rootrank.running import growing
from rootrank.running.follow import Follower, News

ROOT = Path(__file__).parents[3]
LOGS = sorted([*ROOT.glob("rules/*/*/cases/*.log"), *ROOT.glob("docs/demo/*.log")])
CRASH = (
    "step 1 loss 0.5 – naïve\n\x1b[31mTraceback (most recent call last):\x1b[0m\n"
    '  File "train.py", line 4, in <module>\n    mean = total / 0\nZeroDivisionError: division by zero\n'
).encode()
HEALTHY = b"epoch 1 loss 0.5\nepoch 2 loss 0.4\nTraining finished successfully\n"


@contextmanager
def following(*paths: Path, said: list[str] | None = None) -> Iterator[Follower]:
    follower = Follower([str(path) for path in paths], signal_table(), [].append if said is None else said.append)
    try:
        yield follower
    finally:
        follower.close()


def live(follower: Follower) -> Document:
    seen = follower.seen()
    return diagnose(seen.inputs, found=seen.findings).document


def same(one: Document, other: Document) -> bool:
    def timeless(document: Document) -> object:
        return json.loads(to_json(attrs.evolve(document, input=attrs.evolve(document.input, seconds=0))))

    assert timeless(one) == timeless(other)
    return True


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def at_once(*paths: Path) -> Document:
    return diagnose(LogInput.from_paths(paths)).document


def pieces(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(places)]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(log=st.sampled_from(LOGS), cuts=st.lists(st.integers(0, 10**6), max_size=6), looks=st.booleans())
def test_a_log_that_grew_reads_like_the_whole(
    log: Path, cuts: list[int], looks: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("grown") / "train.log"
    with following(path) as follower:
        for piece in pieces(log.read_bytes(), cuts):
            append(path, piece)
            follower.poll()
            if looks:
                live(follower)
        assert same(live(follower), at_once(path))


CUTS = {
    "in a letter": CRASH.index("–".encode()) + 1,
    "in another": CRASH.index("ï".encode()) + 1,
    "in an escape sequence": CRASH.index(b"\x1b[31m") + 2,
    "in the first words of a traceback": CRASH.index(b"Traceback") + 4,
    "between its lines": CRASH.index(b"  File"),
    "in its exception": CRASH.index(b"ZeroDivisionError") + 5,
    "before the last newline": len(CRASH) - 1,
}


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("remembered", [0, 64])
def test_a_cut_may_fall_anywhere(cut: int, remembered: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rootrank.running.follow.REMEMBERED", remembered)
    path = tmp_path / "train.log"
    with following(path) as follower:
        for piece in (CRASH[:cut], CRASH[cut:]):
            append(path, piece)
            assert follower.poll().any
            live(follower)
        assert live(follower).verdict == "failure"
        assert same(live(follower), at_once(path))


BIG = (
    b"".join(
        b"[rank%d]: step %d loss %.4f lr 3.0e-04 tokens/s 123456\n" % (n % 4, n // 4, 5 / (1 + n / 9000))
        for n in range(60_000)
    )
    + b"[rank2]: Traceback (most recent call last):\n"
    + CRASH[CRASH.index(b"  File") :].replace(b"\n", b"\n[rank2]: ")
)


@settings(max_examples=6, deadline=None)
@given(cuts=st.lists(st.integers(0, len(BIG)), min_size=1, max_size=8), remembered=st.booleans())
@example(cuts=[1024 * 1024 + 3, 2 * 1024 * 1024 + 3], remembered=True)
def test_a_log_of_several_blocks_reads_like_the_whole(
    cuts: list[int], remembered: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("big") / "train.log"
    with pytest.MonkeyPatch.context() as patch, following(path) as follower:
        patch.setattr("rootrank.running.follow.REMEMBERED", 64 * remembered)
        for piece in pieces(BIG, cuts):
            append(path, piece)
            follower.poll()
            live(follower)
        assert same(live(follower), at_once(path))
        assert live(follower).ranks.initiating == 2


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    whole = growing.GrowingFile._read

    def counted(self: growing.GrowingFile, start: int, end: int) -> bytes:
        data = whole(self, start, end)
        read.append(len(data))
        return data

    monkeypatch.setattr(growing.GrowingFile, "_read", counted)
    path = tmp_path / "train.log"
    with following(path) as follower:
        for piece in pieces(BIG, range(0, len(BIG), 100_000)):
            append(path, piece)
            follower.poll()
        follower.seen()
    witnesses = 64 * (len(BIG) // 100_000 + 1)
    assert len(BIG) <= sum(read) <= len(BIG) + witnesses


def test_only_what_may_matter_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "train.log"
    path.write_bytes(b"epoch 1 loss 0.5\n")
    with following(path) as follower:
        assert follower.poll() == News(any=True, matters=False)
        append(path, b"Traceback (most recent ")
        assert not follower.poll().matters  # the line isn't whole
        append(path, b"call last):\n")
        assert follower.poll().matters
        assert not follower.poll().any


@pytest.mark.parametrize("how", ["moved", "truncated", "deleted", "rewritten"])
def test_a_file_that_is_replaced_is_judged_and_begun_anew(tmp_path: Path, how: str) -> None:
    path = tmp_path / "train.log"
    path.write_bytes(b"")
    with following(path) as follower:
        follower.poll()
        append(path, CRASH)
        follower.poll()
        if how == "moved":
            path.rename(tmp_path / "train.log.1")
            append(tmp_path / "train.log.1", b"[rank0]: last words\n")
        elif how == "deleted":
            path.unlink()
            follower.poll()
            assert not follower.outdated
            assert live(follower).verdict == "failure"
        path.write_bytes(HEALTHY * (9 if how == "rewritten" else 1))
        follower.poll()
        assert follower.outdated
        assert live(follower).verdict == "failure"
        follower.renew()
        assert follower.poll().any
        assert not follower.outdated
        assert same(live(follower), at_once(path))


def test_a_folder_may_come_later_and_its_files_one_by_one(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    with following(folder) as follower:
        assert not follower.poll().any
        folder.mkdir()
        assert not follower.poll().any
        for rank in range(4):
            (folder / f"{rank}.log").write_bytes(HEALTHY if rank != 2 else CRASH)
            assert follower.poll().any
        (folder / "5").mkdir()
        follower.poll()
        assert live(follower).ranks.initiating == 2
        assert same(live(follower), at_once(folder))


def test_what_can_only_be_read_whole_is(tmp_path: Path) -> None:
    (tmp_path / "rank0.log.gz").write_bytes(gzip.compress(HEALTHY))
    (tmp_path / "rank1.log").write_bytes(b"")
    (tmp_path / "rank2.log").write_bytes(CRASH.decode().encode("utf-16"))
    with following(tmp_path) as follower:
        assert follower.poll().matters
        assert live(follower).verdict == "failure"
        assert same(live(follower), at_once(tmp_path))
        assert not follower.poll().any
        (tmp_path / "rank1.log").write_bytes(b"step 1 loss 0.4\n")
        follower.poll()
        assert same(live(follower), at_once(tmp_path))


def test_a_binary_file_is_left_out_and_said_once(tmp_path: Path) -> None:
    (tmp_path / "weights.log").write_bytes(bytes(range(32)) * 40 + b"\n")
    said: list[str] = []
    with following(tmp_path / "weights.log", said=said) as follower:
        follower.poll()
        assert live(follower).verdict == "unknown"
        live(follower)
    assert [message for message in said if "binary" in message] == said
    assert len(said) == 1


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    said: list[str] = []
    with following(tmp_path / "pipe", said=said) as follower:
        follower.poll()
        follower.poll()
    assert said == [f"{tmp_path / 'pipe'} is no ordinary file; for what a command prints there is rootrank run"]


def test_too_many_files_are_said_once_and_the_others_followed(tmp_path: Path) -> None:
    for rank in range(30):
        (tmp_path / f"rank{rank}.log").write_bytes(CRASH)
    said: list[str] = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with following(tmp_path, said=said) as follower:
        follower._list()
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/dev/fd").iterdir())) + 10, hard))
        try:
            follower.poll()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert live(follower).verdict == "failure"
        follower.poll()
        assert len(live(follower).input.files) == 30
    assert len(said) == 1
    assert "ulimit -n" in said[0]
