"""Metrics as training loops print them, and where they stop being finite."""

import math

import pytest
from rootrank.reading.metric_lines import read_metrics
from rootrank.reading.metric_names import is_evaluation, is_gradient_norm, is_loss, is_loss_scale, is_memory
from rootrank.reading.metrics import MetricReader, onset, series_of, trouble_of
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
        ("Epoch: [3]  [ 40/812]  lr: 0.0001  loss: 5.91 (6.20)", [("lr", 0.0001, 3.0), ("loss", 5.91, 3.0)]),
        ("INFO:tensorflow:loss = 2.5, step = 100 (12.3 sec)", [("loss", 2.5, 100.0)]),
        ("[10]\ttrain-rmse:0.12\teval-rmse:0.23", [("train-rmse", 0.12, 10.0), ("eval-rmse", 0.23, 10.0)]),
        ("[10]\tvalid_0's binary_logloss: 0.69", [("valid_0's_binary_logloss", 0.69, 10.0)]),
        ("step:7 - actor/pg_loss:0.01 - reward/max:1.2", [("actor/pg_loss", 0.01, 7.0), ("reward/max", 1.2, 7.0)]),
        (
            "100/100 [====] - 9s 88ms/step - loss: 1.2 - accuracy: 0.4 - val_loss: 1.3",
            [("loss", 1.2, None), ("accuracy", 0.4, None), ("val_loss", 1.3, None)],
        ),
        ("OVERFLOW! Skipping step. Attempted loss scale: 65536, reducing to 32768", [("loss_scale", 65536.0, None)]),
        ("Skipping step, loss scaler 0 reducing loss scale to 4096.0", [("loss_scale", 4096.0, None)]),
        ("{'loss': '0.0', 'grad_norm': '1.5', 'epoch': '0.04'}", [("loss", 0.0, 0.04), ("grad_norm", 1.5, 0.04)]),
        ('{"epoch": 1, "update": 0.5, "loss": "12.3", "num_updates": "100"}', [("loss", 12.3, 100.0)]),
        ("step 1,000 loss 1,234.5", [("loss", 1234.5, 1000.0)]),
        ("losses: [0.5, 0.4]", [("losses", 0.5, None)]),
        ("loss: np.float64(0.25)", [("loss", 0.25, None)]),
        ("Test set: Average loss: 0.05, Accuracy: 9831/10000 (98%)", [("test_loss", 0.05, None)]),
        ("Training loss (for one batch) at step 40: 0.5", [("Training_loss", 0.5, 40.0)]),
        ("loss after 10 epochs: 0.5", [("loss", 0.5, None)]),
        ("[Epoch 3/9] [Batch 20/938] [D loss: 0.6] [G loss: 0.8]", [("D_loss", 0.6, 20.0), ("G_loss", 0.8, 20.0)]),
        ("tr loss: 0.4, te loss: 0.5", [("tr_loss", 0.4, None), ("te_loss", 0.5, None)]),
        ("| epoch   1 |   200/ 2928 batches | ms/batch 12.34 | loss  7.68", [("loss", 7.68, 1.0)]),
        ("Iter(train) [  50/20000]  lr: 1e-05  loss: 0.5", [("lr", 1e-5, 50.0), ("loss", 0.5, 50.0)]),
        ("Epoch[3] Speed: 1000 samples/sec cross-entropy=0.5", [("cross-entropy", 0.5, 3.0)]),
        ("[val] step 3 loss 0.4", [("val_loss", 0.4, 3.0)]),
        ("loss (val): 0.4", [("val_loss", 0.4, None)]),
        ("data/val/loss=0.4", [("data/val/loss", 0.4, None)]),
        ("100 files lost at 12:30:45", []),
        ("loss_weight: 0.5 guidance_scale=7.5 layer_norm 512", []),
        ("/opt/venv/deepspeed/loss_scaler.py:183", []),
        ("stop when the loss is nan", []),
        ("AssertionError: nan in the batch", []),
        ("torch 2.13.0 on 8 GPUs", []),
    ],
)
def test_formats(line: str, expected: list[tuple[str, float, float | None]] | None) -> None:
    if expected is None:
        expected = [("loss", 2.31, 0.5), ("grad_norm", 1.5, 0.5), ("learning_rate", 5e-5, 0.5)]
    assert points(line) == expected


def test_a_line_of_megatron() -> None:
    line = (
        " iteration      100/    1000 | consumed samples: 1600 | elapsed time per iteration (ms): 812.3 |"
        " learning rate: 1.5E-04 | global batch size:    16 | lm loss: 7.1E+00 | loss scale: 65536.0 | grad norm: 1.2 |"
        " number of skipped iterations:   0 | number of nan iterations:   0 |"
    )
    assert points(line) == [
        ("learning_rate", 1.5e-4, 100.0),
        ("loss", 7.1, 100.0),
        ("loss_scale", 65536.0, 100.0),
        ("grad_norm", 1.2, 100.0),
    ]


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


def test_a_validation_loss_before_the_first_validation_is_healthy() -> None:
    lines = [f"Epoch 0:  4%|4| {n}/100 [00:0{n}<00:30, train_loss_step=0.5, val_loss=nan]" for n in range(1, 5)]
    assert onset(series(*lines)) is None


@pytest.mark.parametrize(
    "last",
    [
        "Epoch 0: 100%|#| 100/100 [00:30<00:00, train_loss_step=0.5, val_loss=nan]",  # the pass is done
        "Epoch 1:  1%|1| 1/100 [00:00<00:30, train_loss_step=0.5, val_loss=nan]",  # so was that of the epoch before
    ],
)
def test_a_validation_loss_that_is_nan_after_a_validation_counts(last: str) -> None:
    found = onset(series("Epoch 0:  4%|4| 4/100 [00:04<00:30, train_loss_step=0.5, val_loss=nan]", last))
    assert found is not None
    assert found[0].name == "val_loss"


@pytest.mark.parametrize(
    "line",
    [
        "epoch 1 val_loss 0.5 best_val_loss inf",
        "epoch 1 val_loss: 0.5 best val loss: inf",
        "Best loss: inf, loss: 0.5",
        "loss 0.5 (previous loss: inf)",
        "Validation loss decreased (inf --> 0.5123).  Saving model ...",
        "Epoch 1: val_loss improved from inf to 0.5123, saving model to best.keras",
        "config: max_grad_norm=inf clip_grad_norm: inf loss_threshold=inf",
    ],
)
def test_a_best_value_that_begins_at_infinity_is_healthy(line: str) -> None:
    assert onset(series(line)) is None
    assert not any(is_gradient_norm(s.name) for s in series(line))


def test_a_share_of_the_epochs_is_no_unfinished_pass() -> None:
    assert onset(series("Epoch: 4/20 Iteration: 44 Train loss: 0.4", "Epoch: 4/20 Iteration: 44 Validation loss: nan"))


def test_validation_is_kept_apart_from_training_where_only_the_line_says_so() -> None:
    found = series("Epoch(train) [1][50/100] loss: 0.5", "Epoch(val) [1][5/5] loss: nan")
    assert {s.name for s in found} == {"loss", "val_loss"}


def test_names() -> None:
    assert is_loss("train_loss")
    assert is_loss("loss/total")
    assert not is_loss("glossary")
    assert not is_loss("loss_scale")
    assert is_evaluation("val_loss")
    assert not is_evaluation("loss")
    assert is_loss("validation_0-logloss")
    assert is_loss("lossG")
    assert is_loss("valLoss")
    assert is_evaluation("valLoss")
    assert not is_evaluation("value_loss")
    assert not is_loss("loss_weight")
    assert is_gradient_norm("actor/grad_norm")
    assert not is_gradient_norm("layer_norm")
    assert is_loss_scale("loss_scale")
    assert not is_loss_scale("guidance_scale")
    assert is_memory("max_mem")
    assert not is_memory("free_memory")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("epoch=3 loss=0.5 mem=10.5GiB", ("mem", 10.5 * 1024)),
        ("Epoch: [3]  [ 40/812]  loss: 5.91  max mem: 3452", ("max_mem", 3452.0)),
        ("iter: 19  total_loss: 0.412  max_mem: 2710M", ("max_mem", 2710.0)),
        ("step:1 - perf/max_memory_allocated_gb:12.3", ("perf/max_memory_allocated_gb", 12.3)),
        ("epoch: [1/500], global_step: 10, max_mem_reserved: 12034 MB", ("max_mem_reserved", 12034.0)),
    ],
)
def test_memory_of_a_step(line: str, expected: tuple[str, float]) -> None:
    assert points(line)[-1][:2] == expected


@pytest.mark.parametrize(
    "line",
    [
        "GPU 2 has a total capacity of 79.11 GiB; this process has memory 76.79 GiB in use",
        "step 3: free_memory: 12.3GB",
        "step 3: memory_format 4",
    ],
)
def test_memory_that_is_no_metric(line: str) -> None:
    assert points(line) == []


@pytest.mark.parametrize("heading", ["Epoch 2/5", "---- Epoch 2 ----", "epoch: 2", "Epoch [2/5]"])
def test_the_epoch_of_a_heading_holds_for_the_lines_below(heading: str) -> None:
    lines = ["10/10 - 3s - loss: 2.0", heading, "10/10 - 3s - loss: 1.0", "step 7 loss 0.5", "10/10 - 3s - loss: nan"]
    reader = MetricReader()
    found = [p for n, line in enumerate(lines, 1) for p in reader.feed(undress(line.encode(), "f", n))]
    assert [p.step for p in found] == [None, 2, 7, 2]
    reader.skip()
    assert reader.feed(undress(lines[0].encode(), "f", 9))[0].step is None
