"""A log that comes in pieces is cut into the blocks that a file is read in."""

import io

from hypothesis import example, given, settings
from hypothesis import strategies as st
from rootrank.running.cutting import Cutter
from rootrank.scanning import read_blocks

LOGS = st.lists(st.sampled_from([b"a", b"\n", b"bb", b"\r\n", "é".encode(), b"\x1b[3", b"x" * 9]), max_size=60).map(
    b"".join
)


@settings(max_examples=400, deadline=None)
@given(log=LOGS, size=st.integers(4, 12), cap=st.integers(4, 16), fed=st.integers(0, 12))
@example(log=b"\xef\xbb\xbfone\ntwo", size=4, cap=8, fed=1)
@example(log=b"\nab\ncd", size=4, cap=8, fed=2)
def test_the_blocks_are_those_of_the_file(log: bytes, size: int, cap: int, fed: int) -> None:
    cutter, blocks, at = Cutter(size, cap), [], 0
    for _ in range(fed):
        if len(log) - at < cutter.wants:
            break
        piece = log[at : at + cutter.wants]
        at += len(piece)
        cutter, more = cutter.take(piece)
        blocks += more
    blocks += cutter.end(log[at:])
    whole = [(block.data, block.first_line) for block in read_blocks(io.BytesIO(log), size, line_cap=cap)]
    assert blocks == whole


def test_looking_at_the_end_changes_nothing() -> None:
    cutter, _ = Cutter().take(b"one")
    assert cutter.end(b"\ntwo") == cutter.end(b"\ntwo") == [(b"one\n", 1), (b"two", 2)]
