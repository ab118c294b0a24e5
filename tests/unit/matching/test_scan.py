"""One log through the map: signals, tracebacks, metrics, and the same answer however the bytes come."""

import io
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "rulebook"))
from rootrank.matching.inputs import LogInput
from rootrank.matching.merge import merge
from rootrank.matching.scan import LogScan, SignalTable, scan_log
from rootrank.model.finding import Findings
from rootrank.rulebook.build import build_entry
from rootrank.rulebook.store import rulebook_of
from rulebook_samples import ENTRY

yaml = pytest.importorskip("yaml")

EXCEPTION = ENTRY.replace(
    'line: "sample broke at step (?P<step>\\\\d+)"',
    'exception: {type: [RuntimeError], message: "sample broke at step (?P<step>\\\\d+)"}',
).replace("numerics/sample", "numerics/raised")
BOOK = rulebook_of([build_entry(yaml.safe_load(ENTRY)), build_entry(yaml.safe_load(EXCEPTION))])
TABLES = [SignalTable(BOOK, engine="hyperscan"), SignalTable(BOOK, engine="fallback")]

TRACEBACK = [
    "Traceback (most recent call last):",
    '  File "/home/kim/train.py", line 4, in <module>',
    "    hint(x)",
    "RuntimeError: sample broke at step 12",
]


def named(name: str) -> LogInput:
    """An input of which only the name matters: the test opens the stream itself."""
    return LogInput.from_text("", name)


def scan(text: str, table: SignalTable = TABLES[0]) -> Findings:
    return scan_log(io.BytesIO(text.encode()), named("f"), table)


@pytest.mark.parametrize("table", TABLES, ids=["hyperscan", "fallback"])
def test_finds_signals_tracebacks_and_metrics(table: SignalTable) -> None:
    text = "\n".join(["step 1 loss 0.5", "sample broke at step 7", *TRACEBACK, "Killed"])
    found = scan(text, table)
    assert {(s.entry, s.record.line, s.captures["step"]) for s in found.signals} == {
        ("numerics/sample", 2, "7"),
        ("numerics/sample", 6, "12"),
        ("numerics/raised", 6, "12"),
    }
    assert [t.line for t in found.tracebacks] == [3]
    assert [(s.name, s.points[0].value) for s in found.series] == [("loss", 0.5)]
    assert [r.text for r in found.failures] == ["Killed"]
    assert (found.lines, found.bytes, found.binary) == (7, len(text), False)


def test_an_exception_signal_needs_the_exception_and_not_a_line_that_quotes_it() -> None:
    found = scan("see also: sample broke at step 3 in the manual\n")
    assert {s.entry for s in found.signals} == {"numerics/sample"}


def test_interleaved_ranks_are_put_together_again() -> None:
    lines = [f"[rank{rank}]: {line}" for line in TRACEBACK for rank in (1, 0)]
    found = scan("\n".join(lines))
    assert sorted((t.rank, t.frames[0].text) for t in found.tracebacks) == [(0, "hint(x)"), (1, "hint(x)")]
    assert sorted(s.record.rank for s in found.signals if s.entry == "numerics/raised") == [0, 1]


def test_a_traceback_whose_rank_fell_silent_is_given_up_in_time() -> None:
    lines = [f"[rank1]: {TRACEBACK[0]}", f"[rank1]: {TRACEBACK[1]}"] + [f"[rank0]: step {n}" for n in range(6000)]
    found = scan("\n".join(lines))
    assert [(t.rank, t.truncated) for t in found.tracebacks] == [(1, True)]


def test_colours_inside_a_literal_are_seen_through() -> None:
    found = scan("sample \x1b[31mbroke\x1b[0m at step 7\r\n")
    assert [s.captures["step"] for s in found.signals] == ["7"]


def test_binary_input_is_said_to_be_binary() -> None:
    assert scan_log(io.BytesIO(bytes(range(256)) * 64), named("f"), TABLES[0]).binary


def test_a_repeated_error_is_kept_a_bounded_number_of_times() -> None:
    assert len(scan("sample broke at step 7\n" * 20_000).signals) == 5000


def test_cancelling_keeps_what_was_read_and_says_so() -> None:
    found = scan_log(io.BytesIO(b"sample broke at step 7\n"), named("f"), TABLES[0], cancelled=lambda: True)
    assert not found.complete
    assert found.signals == ()


LINES = st.lists(
    st.sampled_from(
        [*TRACEBACK, "step 4 loss nan", "step 5 loss 0.25", "sample broke at step 9", "", "noise", "[rank2]: x"]
    ),
    max_size=30,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LINES, st.integers(1, 5))
def test_blocks_and_engines_don_t_change_the_findings(lines: list[str], size: int) -> None:
    text = "".join(f"{line}\n" for line in lines)
    whole = scan(text)
    assert repr(scan(text, TABLES[1])) == repr(whole)  # NaN is not equal to itself
    parts = LogScan(TABLES[0], named("f"))
    for start in range(0, len(lines), size):
        parts.block("".join(f"{line}\n" for line in lines[start : start + size]).encode(), start + 1)
    again = parts.finish()
    assert (again.signals, again.tracebacks, again.failures) == (whole.signals, whole.tracebacks, whole.failures)
    assert [(s.name, len(s.points)) for s in again.series] == [(s.name, len(s.points)) for s in whole.series]


def test_merging_is_the_same_in_any_order() -> None:
    parts = [
        scan_log(io.BytesIO(f"sample broke at step {n}\nstep {n} loss 0.{n}\n".encode()), named(f"f{n}"), TABLES[0])
        for n in range(4)
    ]
    assert merge(parts) == merge(parts[::-1])
    assert len(merge(parts).signals) == 4
    assert merge([]) == Findings(binary=False)
