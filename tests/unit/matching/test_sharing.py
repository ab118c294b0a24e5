"""What is read of each log when a run has many: little of each, but both its ends, and what its anchors hit."""

import io
import math

from rootrank.matching.inputs import LogInput
from rootrank.matching.scan import LogScan, SignalTable, scan_log
from rootrank.matching.sharing import ALIKE, ALONE, LEAST, share_of
from rootrank.model.finding import Findings
from rootrank.reading.metrics import onset
from rootrank.rulebook.store import rulebook_of

TABLE = SignalTable(rulebook_of([]))
NAMED = LogInput.from_text("", "f")
STACK = '  File "/opt/train.py", line 7, in step\n    loss.backward()\n' * 100
RAISED = f"Traceback (most recent call last):\n{STACK}RuntimeError: it broke\n"


def scan(text: str) -> Findings:
    return scan_log(io.BytesIO(text.encode()), NAMED, TABLE, share=LEAST)


def steps(count: int) -> str:
    return "".join(f"[rank0]: step {n} loss 0.5\n" for n in range(count))


def test_a_few_logs_are_each_read_like_one_alone() -> None:
    assert share_of([1 << 30] * ALIKE) == ALONE


def test_the_more_logs_the_less_of_each_but_never_less_than_the_least() -> None:
    shares = [share_of([None] * count) for count in (8, 16, 64, 1024, 100_000)]
    read = [(s.whole_bytes, s.samples, s.around, s.tail, s.learnt) for s in shares]
    assert read == sorted(read, reverse=True)
    assert shares[1].whole_bytes == ALONE.whole_bytes // 2
    assert shares[-1] == LEAST


def test_logs_that_are_small_anyway_take_nothing_of_a_large_one() -> None:
    assert share_of([100] * 5000 + [1 << 30]) == ALONE


def test_both_ends_are_read() -> None:
    (series,) = scan(steps(5000)).series
    read = [point.step for point in series.points]
    assert read[: LEAST.around] == list(range(LEAST.around))
    assert read[-LEAST.tail :] == list(range(5000 - LEAST.tail, 5000))
    assert len(read) <= LEAST.around + LEAST.samples + LEAST.tail
    assert series.sampled


def test_what_was_counted_last_is_read_before_the_trouble_that_a_log_ends_with() -> None:
    found = scan(steps(5000) + RAISED)
    assert max(int(count.numbers[0]) for count in found.counts) == 4999


def test_a_last_block_of_one_line_does_not_hide_those_before_it() -> None:
    text = steps(5000).encode()
    scanned = LogScan(TABLE, NAMED, LEAST)
    cut = text.rindex(b"\n", 0, -1) + 1
    scanned.block(text[:cut], 1)
    scanned.block(text[cut:], 5000)
    (series,) = scanned.finish().series
    assert [(p.step, p.record.line) for p in series.points[-3:]] == [(4997, 4998), (4998, 4999), (4999, 5000)]


def test_trouble_that_began_in_the_block_before_the_last() -> None:
    text, more = (steps(5000) + RAISED).encode(), RAISED.encode()
    scanned = LogScan(TABLE, NAMED, LEAST)
    scanned.block(text, 1)
    scanned.block(more, text.count(b"\n") + 1)
    assert max(int(count.numbers[0]) for count in scanned.finish().counts) == 4999


def test_an_onset_is_exact() -> None:
    text = "".join(f"step {n} loss {'nan' if n >= 3017 else 0.5}\n" for n in range(5000))
    seen = onset(scan(text).series)
    assert seen is not None
    _, trouble = seen
    assert (trouble.point.step, math.isnan(trouble.point.value)) == (3017, True)
    assert trouble.last_finite is not None
    assert trouble.last_finite.step == 3016
