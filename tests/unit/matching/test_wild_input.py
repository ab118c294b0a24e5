"""Whatever bytes come, and however they are cut into blocks: no error, and the same tracebacks and metrics."""

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rootrank.matching.inputs import LogInput
from rootrank.matching.scan import LogScan, SignalTable, scan_log
from rootrank.matching.sharing import WHOLE_BYTES
from rootrank.model.finding import Findings
from rootrank.reading.metrics import MetricReader
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import undress
from rootrank.rulebook.store import rulebook_of

TABLE = SignalTable(rulebook_of([]))
LOG = LogInput.from_text("", "f")
PIECES = [
    b"Traceback (most recent call last):",
    b'  File "/home/kim/train.py", line 4, in <module>',
    b"    loss = step(lr=0.1)",
    b"           ^^^^^^^^^^^^",
    b"ValueError: in user code:",
    b"RuntimeError: Graph execution error:",
    b"Node: 'x'",
    b"TypeError: Caught TypeError in DataLoader worker process 0.",
    b"Original Traceback (most recent call last):",
    b"During handling of the above exception, another exception occurred:",
    b"  + Exception Group Traceback (most recent call last):",
    b"  | ExceptionGroup: two (2 sub-exceptions)",
    b"  +-+---------------- 1 ----------------",
    b"    | KeyError: 'lr'",
    "╭───────── Traceback (most recent call last) ─────────╮".encode(),
    "│ /home/kim/train.py:8 in main                        │".encode(),
    "│ ❱  8 │   loss_fn(step)                              │".encode(),
    "╰─────────────────────────────────────────────────────╯".encode(),
    b"ValueError                                Traceback (most recent call last)",
    b"Cell In[2], line 2",
    b"----> 2     f('{')",
    b">       assert half(1) == 2",
    b"E       AssertionError: assert 0 == 2",
    b"test_x.py:4: AssertionError",
    b"Fatal Python error: Segmentation fault",
    b"Current thread 0x00007fc8d7a7db80 (most recent call first):",
    b'  File "/home/kim/crash.py", line 4 in touch',
    b"terminate called after throwing an instance of 'c10::Error'",
    b"  what():  no",
    b"frame #0: c10::Error::Error() + 0x57 (0x7f0a1 in /opt/libc10.so)",
    b"[gpu-7:21766] *** Process received signal ***",
    b"[gpu-7:21766] Signal: Segmentation fault (11)",
    b"C++ Traceback (most recent call last):",
    b"Aborted (core dumped)",
    b"      Epoch    GPU_mem   box_loss       Size",
    b"        1/100      2.21G      1.234        640: 100%|####| 16/16 [00:02<00:00]",
    b"epoch,step,train_loss",
    b"0,49,nan",
    "│ 1 │ 0.51 │".encode(),
    b"| train/loss | 0.5 |",
    b"step 4 loss nan",
    b"step 5 loss 0.25 mem 12.3G",
    b"{'loss': 'nan', 'epoch': 0.5}",
    b"1/9 loss=0.5\r2/9 loss=nan\r3/9 loss=inf",
    b"\x1b[31mloss\x1b[0m: 0.5\r\n",
    b"",
    b" ",
]
ROWS = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.binary(max_size=40),
        st.tuples(st.sampled_from(PIECES), st.integers(0, 60), st.binary(max_size=6)).map(
            lambda cut: cut[0][: cut[1]] + cut[2] + cut[0][cut[1] :]
        ),
        st.text("0123456789naifNAI.,:=|/%+-eE_ \t\rlos[](){}'\"#@", max_size=60).map(str.encode),
    ),
    max_size=25,
)
BINARY = bytes(set(range(32)) - set(b"\t\n\r\x1b")) + b"\x7f"
"""What makes a log's first block look like no text."""
SETTINGS = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def seen(found: Findings) -> str:
    return repr((found.tracebacks, [(s.name, s.rank, s.points) for s in found.series]))  # NaN is not equal to itself


@SETTINGS
@given(ROWS)
def test_readers_take_anything(rows: list[bytes]) -> None:
    lines = b"\n".join(rows).split(b"\n")
    tracebacks, metrics = TracebackReader(), MetricReader()
    for number, line in enumerate(lines, 1):
        record = undress(line, "f", number)
        read = [*tracebacks.feed(record), *(tracebacks.finish() if number == len(lines) else ())]
        assert all(1 <= t.line <= t.end_line <= number for t in read)
        assert all(p.record is record and p.name for p in metrics.feed(record))


@SETTINGS
@given(ROWS, st.integers(1, 8))
def test_blocks_change_nothing(rows: list[bytes], size: int) -> None:
    lines = b"\n".join([b"start", *rows]).translate(None, BINARY).split(b"\n")
    whole = scan_log(io.BytesIO(b"\n".join(lines)), LOG, TABLE)
    parts = LogScan(TABLE, LOG)
    for start in range(0, len(lines), size):
        parts.block(b"\n".join(lines[start : start + size]) + b"\n", start + 1)
    assert seen(parts.finish()) == seen(whole)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROWS, st.sampled_from(PIECES))
def test_a_large_log_of_anything_is_read(rows: list[bytes], filler: bytes) -> None:
    data = b"\n".join([*rows, *[filler] * 1500, *rows]).translate(None, BINARY)
    data += b"\n" + b" " * WHOLE_BYTES
    found = scan_log(io.BytesIO(data), LOG, TABLE)
    assert found.complete
    for series in found.series:
        lines = [point.record.line for point in series.points]
        assert lines == sorted(lines)


@pytest.mark.parametrize(
    "line",
    [
        b"loss=" * 50_000,
        b"(" * 100_000,
        b"nan " * 50_000,
        b"loss nan\r" * 30_000,
        b"1 " * 90_000,
        b"step" + b" " * 90_000 + b".",
        b"num_steps" + b" " * 90_000 + b".",
        b"epoch: " * 30_000,
        b"1" + b"|" * 90_000 + b"nan",
        b"a: b:1: " * 9_000 + b"' failed.",
        b"loss " + b"train " * 20_000 + b"nan",
    ],
    ids=range(11),
)
def test_a_long_hostile_line_is_read(line: bytes) -> None:
    tracebacks = b"terminate called after throwing an instance of 'E'\n  what(): " + line + b"\n0 0x1 " + line
    found = scan_log(io.BytesIO(b"a\n" + line + b"\n" + tracebacks + b"\nb\n"), LOG, TABLE)
    assert [t.exception for t in found.tracebacks] == ["E"]
