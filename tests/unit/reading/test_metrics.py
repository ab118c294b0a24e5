"""Metrics as training loops print them, and where they stop being finite."""

import math

import pytest
from rootrank.reading.metrics import is_evaluation, is_loss, onset, read_metrics, series_of, trouble_of
from rootrank.reading.undress import undress


def points(text: str) -> list[tuple[str, float, float | None]]:
    return [(p.name, p.value, p.step) for p in read_metrics(undress(text.encode(), "f", 1))]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("step 3 loss 0.5123", [("loss", 0.5123, 3.0)]),
        ("iter 2010: loss 4.15, time 1001.94ms, mfu 13.25%", [("loss", 4.15, 2010.0)]),
        ("{'loss': 2.31, 'grad_norm': 1.5, 'learning_rate': 5e-05, 'epoch': 0.5}", None),
        ("Epoch 0: 100%|##| 938/938 [00:31<00:00, loss=0.25, v_num=3]", [("loss", 0.25, 0.0)]),
        ("epoch=1 step=20 loss=1.25 acc=0.5", [("loss", 1.25, 20.0), ("acc", 0.5, 20.0)]),
        ("eval_epoch_loss=tensor(0.7, device='cuda:0')", [("eval_epoch_loss", 0.7, None)]),
        ("train loss 4.1273, val loss 4.1388", [("train_loss", 4.1273, None), ("val_loss", 4.1388, None)]),
        ("100 files lost at 12:30:45", []),
        ("torch 2.13.0 on 8 GPUs", []),
    ],
)
def test_formats(line: str, expected: list[tuple[str, float, float | None]] | None) -> None:
    if expected is None:
        expected = [("loss", 2.31, 0.5), ("grad_norm", 1.5, 0.5), ("learning_rate", 5e-5, 0.5)]
    assert points(line) == expected


@pytest.mark.parametrize("word", ["nan", "NaN", "NAN", "-nan"])
def test_nan_in_every_spelling(word: str) -> None:
    ((name, value, step),) = points(f"step 7 loss {word}")
    assert name == "loss"
    assert math.isnan(value)
    assert step == 7


def series(*lines: str) -> tuple:
    records = [undress(line.encode(), "f", n) for n, line in enumerate(lines, 1)]
    return series_of((p for r in records for p in read_metrics(r)), sampled=False)


def test_the_onset_is_the_first_value_from_which_it_stays_bad() -> None:
    found = onset(series("step 1 loss 0.5", "step 2 loss nan", "step 3 loss 0.4", "step 4 loss nan", "step 5 loss nan"))
    assert found is not None
    one, trouble = found
    assert (one.name, trouble.kind, trouble.point.step) == ("loss", "nan", 4)
    assert trouble.last_finite is not None
    assert trouble.last_finite.value == 0.4


def test_a_loss_that_recovers_is_no_trouble() -> None:
    assert onset(series("step 1 loss nan", "step 2 loss 0.5")) is None


def test_a_bar_that_never_updates_its_loss_is_healthy() -> None:
    lines = [f"Epoch {n}: loss=nan, g_loss={1 / (n + 1)}, d_loss=0.5" for n in range(4)]
    assert onset(series(*lines)) is None


def test_nan_on_validation_only_counts() -> None:
    found = onset(series("epoch 1 train_loss 0.5 val_loss nan", "epoch 2 train_loss 0.4 val_loss nan"))
    assert found is not None
    assert found[0].name == "val_loss"


def test_other_metrics_may_be_nan() -> None:
    assert onset(series("epoch 1 loss 0.5 APs nan", "epoch 2 loss 0.4 APs: nan")) is None


def test_ranks_are_not_mixed_into_one_curve() -> None:
    found = series("[rank0]: loss 1.0", "[rank1]: loss nan", "[rank0]: loss 0.9")
    assert {(s.rank, len(s.points)) for s in found} == {(0, 2), (1, 1)}
    assert trouble_of(next(s for s in found if s.rank == 0)) is None


def test_names() -> None:
    assert is_loss("train_loss")
    assert is_loss("loss/total")
    assert not is_loss("glossary")
    assert not is_loss("loss_scale")
    assert is_evaluation("val_loss")
    assert not is_evaluation("loss")
