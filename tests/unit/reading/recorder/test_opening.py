"""Dumps are known by name and first bytes, and read from pickle, JSON, bytes and streams."""

import io
import json
import pickle
from pathlib import Path

import pytest
from rootrank.reading.recorder import FIRST_BYTES, DumpError, is_dump, rank_of, read_dump
from rootrank.reading.recorder import opening as limits

REAL = Path(__file__).parent / "real"
"""Written by PyTorch 2.13.0, ``_dump_fr_trace`` and ``_dump_fr_trace_json`` on Gloo: rank 2 left out the last one."""


@pytest.mark.parametrize(
    ("name", "rank"),
    [
        ("_dump_12", 12),
        ("/tmp/nccl_trace_rank_0", 0),
        ("C:\\runs\\comm_lib_trace_rank_1023", 1023),
        ("trace_7.json", 7),
        ("run2/_dump_", None),
        ("_dump_1.txt", None),
        ("", None),
    ],
)
def test_the_rank_is_the_end_of_the_name(name, rank) -> None:
    assert rank_of(name) == rank


def test_real_dumps_are_known_and_read() -> None:
    files = sorted(REAL.iterdir())
    assert len(files) == 6
    for path in files:
        content = path.read_bytes()
        assert is_dump(content[:FIRST_BYTES], path.name)
        read = read_dump(content, path.name)
        assert (read.rank, read.version, read.world_size) == (rank_of(path.name), "2.10", 4)
        assert [e.pending for e in read.entries] == [False] * 3 + [True] * (read.rank != 2)
        assert (read.groups["0"].ranks, read.groups["0"].completed) == ((0, 1, 2, 3), 3)
        assert read.entries[0].input_sizes == ((4,),)


def test_pickle_and_json_of_one_rank_say_the_same() -> None:
    one, other = (read_dump((REAL / name).read_bytes(), "rank_0") for name in ("comm_lib_trace_rank_0", "trace_0.json"))
    assert one == other


def test_a_dump_that_python_wrote_is_read(dump, entry, torch_pickle) -> None:
    value = dump([entry(n) for n in range(40)])
    expected = read_dump(torch_pickle(value), "d_3")
    for protocol in (2, 4, 5):
        assert read_dump(pickle.dumps(value, protocol), "d_3") == expected
    assert read_dump(io.BytesIO(json.dumps(value).encode()), "d_3") == expected
    assert expected.total == 40


def test_skimming_changes_nothing_but_the_first_entries(dump, entry, torch_pickle) -> None:
    value = dump([entry(n, state="scheduled" if n > 1995 else "completed") for n in range(2000)])
    assert read_dump(torch_pickle(value), "d_3") == read_dump(json.dumps(value).encode(), "d_3")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x80\x02}(X\x05\x00\x00\x00modelq\x00", "model_3"),
        (b'{"loss": 1.5}', "metrics_1.json"),
        (b"step 1 pg_config entries", "log_2"),
        (b"", "_dump_1"),
    ],
)
def test_other_files_are_not_taken_for_dumps(content, name) -> None:
    assert not is_dump(content, name)


def test_a_dump_without_a_rank_in_its_name_is_not_taken() -> None:
    content = (REAL / "trace_0.json").read_bytes()
    assert not is_dump(content, "trace.json")
    with pytest.raises(DumpError, match="doesn't end with a rank"):
        read_dump(content, "trace.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "_dump_3: it is empty: the rank ended before"),
        (b"text", "neither a pickle nor JSON"),
        (b"\x80\x02", "cut off"),
        (b'{"entries": [', "cut off or damaged"),
        (b'{"entries": "\xff"}', "cut off or damaged"),
        (b'{"a": ' * 100_000, "cut off or damaged"),
        (b'{"version": "2.9", "entries": [], "x": ' + b"9" * 5000 + b"}", "number that no dump has"),
        (b'{"version": "2.9"}', "not a flight-recorder dump"),
    ],
)
def test_every_fault_is_one_clear_error(content, message) -> None:
    with pytest.raises(DumpError, match=message):
        read_dump(content, "_dump_3")


def test_json_that_explodes_is_refused_unread(monkeypatch) -> None:
    monkeypatch.setattr(limits, "_MAX_JSON_VALUES", 1000)
    for content in (b'{"a": [' + b"[]," * 1000, b'{"a": ' + b"[" * 1001, b'{"a": [' + b"1," * 1000):
        with pytest.raises(DumpError, match="more than 1,000 values"):
            read_dump(content, "d_1")


def test_a_stream_without_end_is_read_up_to_the_limit(monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 1000)

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 < size <= 1001
            return b"{" + b" " * (size - 1)

    with pytest.raises(DumpError, match="more than"):
        read_dump(Endless(), "d_1")
