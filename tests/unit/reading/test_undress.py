"""A raw line without its dress."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rootrank.reading.undress import TEXT_CAP, undress, undress_block


@pytest.mark.parametrize(
    ("raw", "text", "rank"),
    [
        (b"plain", "plain", None),
        (b"\x1b[1;31mError\x1b[0m: x", "Error: x", None),
        (b"\x1b]633;C\x07out", "out", None),
        (b"  5%|\r 10%|\r100%| done", "100%| done", None),
        (b"done\r", "done", None),
        (b"[rank3]: Traceback", "Traceback", 3),
        (b"[default12]:step 4", "step 4", 12),
        (b"\x1b[36m[rank0]:\x1b[0m x", "x", 0),
        (b"[rankX]: x", "[rankX]: x", None),
        ("müde \U0001f642".encode(), "müde \U0001f642", None),
        (b"\xff\xfe bad", "�� bad", None),
        (b"a\x00b\x08c", "abc", None),
    ],
)
def test_what_stays(raw: bytes, text: str, rank: int | None) -> None:
    record = undress(raw, "f", 1)
    assert (record.text, record.rank) == (text, rank)


def test_a_huge_line_is_cut() -> None:
    assert len(undress(b"x" * 10_000_000, "f", 1).text) == TEXT_CAP


@given(st.binary())
def test_no_control_character_survives(raw: bytes) -> None:
    text = undress(raw.replace(b"\n", b" "), "f", 1).text
    assert not [c for c in text if ord(c) < 32 and c != "\t"]


@given(st.binary())
def test_a_block_keeps_its_lines(data: bytes) -> None:
    assert undress_block(data).count(b"\n") == data.count(b"\n")
