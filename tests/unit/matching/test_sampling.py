"""Metrics of a log that is too large to read whole: what counts is still seen, through the scan's own anchors."""

import io
import math

import pytest
from rootrank.matching.inputs import LogInput
from rootrank.matching.merge import merge
from rootrank.matching.scan import SignalTable, scan_log
from rootrank.matching.sharing import WHOLE_BYTES
from rootrank.model.finding import Series
from rootrank.reading.metrics import onset
from rootrank.rulebook.store import rulebook_of

TABLES = [SignalTable(rulebook_of([]), engine="hyperscan"), SignalTable(rulebook_of([]), engine="fallback")]
LINES = 30_000
CHATTER = "a line that a training loop prints about nothing in particular, long enough to make the log large\n"


def named(name: str) -> LogInput:
    """An input of which only the name matters: the test opens the stream itself."""
    return LogInput.from_text("", name)


def series(text: str, table: SignalTable = TABLES[0]) -> dict[str, Series]:
    assert len(text) > 4 * WHOLE_BYTES
    return {s.name: s for s in scan_log(io.BytesIO(text.encode()), named("f"), table).series}


@pytest.mark.parametrize("table", TABLES, ids=["hyperscan", "fallback"])
def test_the_onset_in_a_large_log_is_exact(table: SignalTable) -> None:
    text = "".join(f"step {n} loss {'nan' if n >= 17_003 else 1 / (n + 1)} lr 0.001\n" + CHATTER for n in range(LINES))
    found = series(text, table)
    assert found["loss"].sampled
    seen = onset(found.values())
    assert seen is not None
    _, trouble = seen
    assert (trouble.point.step, trouble.point.record.line) == (17_003, 2 * 17_003 + 1)
    assert trouble.last_finite is not None
    assert trouble.last_finite.step == 17_002


def test_another_metrics_nan_does_not_hide_the_onset() -> None:
    values = [("nan" if n % 9 == 0 else 0.5, "nan" if n >= 20_011 else 0.25) for n in range(LINES)]
    text = "".join(f"step {n} ap={ap} loss={loss}\n" + CHATTER for n, (ap, loss) in enumerate(values))
    seen = onset(series(text).values())
    assert seen is not None
    assert seen[1].point.step == 20_011


def test_a_loss_that_recovers_on_the_last_lines_ends_finite() -> None:
    text = "".join(f"step {n} loss {'nan' if 29_950 < n < 29_990 else 0.5}\n" + CHATTER for n in range(LINES))
    assert onset(series(text).values()) is None


@pytest.mark.parametrize("table", TABLES, ids=["hyperscan", "fallback"])
@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("epoch,step,train_loss,lr", "{epoch},{n},{loss},0.001"),
        ("epoch  train_loss  lr  time", "{n}  {loss}  0.001  00:12"),
        ("│ epoch │ step │ train_loss │", "│ {epoch} │ {n} │ {loss} │"),
    ],
    ids=["commas", "blanks", "bars"],
)
def test_a_table_whose_header_is_far_away(header: str, row: str, table: SignalTable) -> None:
    rows = [row.format(n=n, epoch=n // 100, loss="nan" if n >= 50_021 else 0.5) for n in range(60_000)]
    seen = onset(series("\n".join([header, *rows]) + "\n", table).values())
    assert seen is not None
    found, trouble = seen
    assert (found.name, trouble.point.step) == ("train_loss", 50_021)


def test_a_table_that_begins_within_a_large_log() -> None:
    rows = ["epoch  train_loss  time"] + [f"{n}  {'nan' if n > 900 else 0.5}  00:12" for n in range(1000)]
    seen = onset(series(CHATTER * LINES + "\n".join(rows) + "\n").values())
    assert seen is not None
    assert seen[1].point.step == 901


def test_every_state_of_an_overwritten_line_is_read() -> None:
    bar = "\r".join(f"[rank1]: {n}/500 loss={'nan' if n > 300 else 0.5}" for n in range(500))
    seen = onset(scan_log(io.BytesIO(f"start\n{bar}\ndone\n".encode()), named("f"), TABLES[0]).series)
    assert seen is not None
    found, trouble = seen
    assert (found.rank, trouble.point.record.text) == (1, "301/500 loss=nan")
    assert trouble.last_finite is not None


def test_an_overwritten_line_of_a_large_log_keeps_its_end() -> None:
    bar = "\r".join(f"{n}/40000 loss={'nan' if n > 39_000 else 0.5}" for n in range(40_000))
    found = series(CHATTER * 9000 + bar + "\n")
    assert math.isnan(found["loss"].points[-1].value)
    assert found["loss"].points[0].value == 0.5


def test_thinning_keeps_every_metric_and_its_end() -> None:
    text = "".join(f"step {n} loss 0.5 acc 0.9 lr 0.1\n" for n in range(6000))
    found = {s.name: s for s in scan_log(io.BytesIO(text.encode()), named("f"), TABLES[0]).series}
    assert {name: s.points[-1].step for name, s in found.items()} == {"loss": 5999, "acc": 5999, "lr": 5999}
    assert len({len(s.points) for s in found.values()}) == 1


def test_code_in_a_traceback_is_no_metric() -> None:
    text = (
        "step 1 loss 0.5\n"
        "Traceback (most recent call last):\n"
        '  File "train.py", line 3, in <module>\n'
        "    optimizer = SGD(lr=0.1)\n"
        "ValueError: no parameters, loss = 3\n"
    )
    found = merge([scan_log(io.BytesIO(text.encode()), named("f"), TABLES[0])])
    assert [(s.name, len(s.points)) for s in found.series] == [("loss", 1)]


def test_an_epoch_is_stated_only_where_its_heading_was_read() -> None:
    epochs = [f"Epoch {n}/400\n" + "".join(f"{k}/99 - loss: 0.5\n" + CHATTER for k in range(99)) for n in range(400)]
    for point in series("".join(epochs))["loss"].points:
        assert point.step in (None, (point.record.line - 1) // 199)
