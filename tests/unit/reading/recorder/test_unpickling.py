"""Plain data is read exactly; whatever else a pickle holds is refused, and nothing of it runs."""

import os
import pickle
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.reading.recorder import DumpError
from rootrank.reading.recorder import unpickling as limits
from rootrank.reading.recorder.unpickling import plain_data

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 70), 1 << 70),
    st.floats(allow_nan=False),
    st.text(max_size=20),
    st.binary(max_size=20),
)
PLAIN = st.recursive(
    st.one_of(SCALARS, st.tuples(SCALARS, SCALARS), st.lists(SCALARS, max_size=5).map(tuple)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.one_of(st.text(max_size=5), st.integers()), inner, max_size=5)
    ),
    max_leaves=30,
)


# Protocol 2 writes bytes as a call.
@given(PLAIN, st.sampled_from([3, 4, 5]))
def test_plain_data_comes_back_as_it_was(value, protocol) -> None:
    assert plain_data(pickle.dumps(value, protocol)) == value


def test_what_pytorch_writes_is_read(torch_pickle) -> None:
    value = {"a": [1, 300, -1, 1 << 40, None, True, False, 2.5], "b": ("x", "a"), "c": [{"a": []}]}
    value |= {f"key{n}": f"key{n - 1}" for n in range(300)}
    assert plain_data(torch_pickle(value)) == value


def test_text_that_is_not_unicode_is_read_with_gaps() -> None:
    assert plain_data(b"\x80\x02X\x02\x00\x00\x00a\xff.") == "a\ufffd"


class Exploit:
    def __init__(self, path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_that_would_run_code_runs_nothing(tmp_path, protocol) -> None:
    data = pickle.dumps({"entries": [Exploit(tmp_path / "ran")]}, protocol)
    with pytest.raises(DumpError, match=r"names code to import.*nothing of it was run"):
        plain_data(data)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"cos\nsystem\n.", "names code to import"),
        (b"\x80\x04\x8c\x02os\x8c\x06system\x93.", "names code to import"),
        (b"(ios\nsystem\n.", "names code to import"),
        (b"(oX.", "calls or builds"),
        (b"}}b.", "calls or builds"),
        (b")R.", "calls or builds"),
        (b"))\x81.", "calls or builds"),
        (b")}}\x92.", "calls or builds"),
        (b"Pid\n.", "outside the file"),
        (b"NQ.", "outside the file"),
        (b"\x82\x01.", "extension registry"),
        (b"\x83\x01\x00.", "extension registry"),
        (b"\x84\x01\x00\x00\x00.", "extension registry"),
        (b"\x97.", "no dump has"),
        (b"\x98.", "no dump has"),
        (b"\x96" + b"\xff" * 7 + b"\x7f" + b".", "no dump has"),
        (b"\x8b\xff\xff\xff\x7f.", "no dump has"),
        (b"I1\n.", "no dump has"),
        (b"\x8f.", "no dump has"),
        (b"\xfe.", "no dump has"),
        (b"\x80\x09N.", "protocol 9"),
    ],
)
def test_every_other_instruction_is_refused(data, message) -> None:
    with pytest.raises(DumpError, match=message):
        plain_data(data)


@pytest.mark.parametrize(
    "data",
    [
        b"h\x00" + b"N" * 20 + b".",  # nothing is remembered
        b"NNNNNNNNNNNN.",  # more than one value
        b"NNNNNNNNNN.NNNNNNNNNN",
        b"e" + b"N" * 20 + b".",  # no mark
        b"(((((]eNNNNNNNNNNN.",
        b"N(e" + b"N" * 20 + b".",  # appends to None
        b"](Nu" + b"N" * 20 + b".",
        b"}(Nu" + b"N" * 20 + b".",  # a key without a value
        b"}(]Nu" + b"N" * 20 + b".",  # a list as key
        b"}()Nu" + b"N" * 20 + b".",
        b"a" + b"N" * 20 + b".",
        b"\x86" + b"N" * 20 + b".",
        b"q\x00" + b"N" * 20 + b".",
    ],
)
def test_damage_is_one_error(data) -> None:
    with pytest.raises(DumpError, match="damaged"):
        plain_data(data)


def test_every_cut_is_told(torch_pickle, dump, entry) -> None:
    data = torch_pickle(dump([entry(n) for n in range(3)]))
    for end in range(2, len(data)):
        with pytest.raises(DumpError, match="cut off"):
            plain_data(data[:end])


@given(st.binary(max_size=200))
def test_any_bytes_are_data_or_one_error(data) -> None:
    try:
        value = plain_data(b"\x80\x02" + data)
    except DumpError:
        return
    assert isinstance(value, (list, dict, tuple, str, bytes, int, float, type(None)))


def test_a_value_that_holds_itself_harms_nothing() -> None:
    assert plain_data(b"]q\x00h\x00a.")


def test_depth_is_limited() -> None:
    with pytest.raises(DumpError, match="nested too deeply"):
        plain_data(b"](" * 100_000 + b"e" * 100_000 + b".")
    with pytest.raises(DumpError, match="container within a tuple"):
        plain_data(b")" + b"\x85" * 1_000_000 + b".")
    deep = plain_data(b"]" * 500_000 + b"a" * 499_999 + b".")
    assert len(deep) == 1
    del deep


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"]" * 120_000, "instructions"),
        (b"(N" * 60 + b"N" * 120_000, "instructions"),
        (b"N" + b"".join(b"r" + n.to_bytes(4, "little") for n in range(600)), "remembers"),
        (b"X" + b"\xff\xff\xff\x7f", "text of 2,147,483,647 bytes"),
        (b"B" + b"\xff\xff\xff\xff", "text of 4,294,967,295 bytes"),
        (b"Nr\xff\xff\xff\xffj\xfe\xff\xff\xff", "cut off"),
    ],
)
def test_a_pickle_that_explodes_is_stopped_early(monkeypatch, data, message) -> None:
    monkeypatch.setattr(limits, "MAX_INSTRUCTIONS", 100_000)
    monkeypatch.setattr(limits, "MAX_MEMO", 500)
    tracemalloc.start()
    with pytest.raises(DumpError, match=message):
        plain_data(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 << 20


def test_references_that_double_hold_what_was_written() -> None:
    # Each list holds the one before twice: 2**40 leaves to whoever walks it, 40 lists in memory.
    layers = b"".join(b"](h%ch%ceq%c" % (n, n, n + 1) for n in range(40))
    assert len(plain_data(b"](]q\x00" + layers + b"e.")) == 41


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 1 << 20)
    with pytest.raises(DumpError, match="more than the 1 MB"):
        plain_data(b"c" * ((1 << 20) + 1))
