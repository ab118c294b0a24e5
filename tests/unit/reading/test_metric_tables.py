"""Tables of metrics: the names stand in the header only, and columns that are no losses must not become some."""

import math

import pytest
from rootrank.model.log import MetricPoint
from rootrank.reading.metrics import MetricReader, onset, series_of
from rootrank.reading.undress import undress

DETECTOR = """\
      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size
        1/100      2.21G      1.234      2.345      1.111         30        640: 100%|####| 16/16 [00:02<00:00, 7.1it/s]
                 Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|####| 4/4 [00:01<00:00]
                   all        128        929      0.642      0.521      0.601      0.443

      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size
        2/100      2.31G        nan      2.111      1.101         28        640: 100%|####| 16/16 [00:02<00:00, 7.1it/s]
"""
BLANKS = """\
epoch train_loss valid_loss accuracy time
0 0.512 0.423 0.812 00:12
1 nan nan 0.100 00:11
"""
SPACED = """\
  epoch    train_loss    valid_acc    valid_loss     dur
-------  ------------  -----------  ------------  ------
      1        0.6905       0.6150        0.6732  0.0231
      2           nan       0.5000           nan  0.0221
"""
MARKDOWN = """\
| Epoch | Train Loss | Val Loss | LR |
|------:|-----------:|---------:|---:|
| 1 | 0.51 | 0.43 | 1e-3 |
| 2 | nan | nan | 1e-3 |
"""
DRAWN = """\
┏━━━━━━━┳━━━━━━━━━━━━┳━━━━━━┓
┃ Epoch ┃ Train Loss ┃ Time ┃
┡━━━━━━━╇━━━━━━━━━━━━╇━━━━━━┩
│     1 │       0.51 │ 3.2s │
│     2 │        nan │ 3.1s │
└───────┴────────────┴──────┘
"""
COMMAS = """\
epoch,step,train_loss,val_loss,lr
0,49,0.512,,0.001
0,49,,0.43,0.001
1,99,nan,,0.001
"""
TABS = """\
Step\tTraining Loss\tValidation Loss
500\tNo log\t0.51
1000\t0.4321\tnan
"""
NAMED_ROWS = """\
---------------------------------
| train/             |          |
|    learning_rate   | 0.0003   |
|    value_loss      | 0.5      |
---------------------------------
"""


def points(text: str) -> list[MetricPoint]:
    reader = MetricReader()
    return [p for n, line in enumerate(text.split("\n"), 1) for p in reader.feed(undress(line.encode(), "f", n))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (DETECTOR, {"GPU_mem", "box_loss", "cls_loss", "dfl_loss"}),
        (BLANKS, {"train_loss", "valid_loss", "accuracy"}),
        (SPACED, {"train_loss", "valid_acc", "valid_loss"}),
        (MARKDOWN, {"Train_Loss", "Val_Loss", "LR"}),
        (DRAWN, {"Train_Loss"}),
        (COMMAS, {"train_loss", "val_loss", "lr"}),
        (TABS, {"Training_Loss", "Validation_Loss"}),
    ],
    ids=["detector", "blanks", "spaced", "markdown", "drawn", "commas", "tabs"],
)
def test_columns_are_read_by_their_names(text: str, names: set[str]) -> None:
    assert {p.name for p in points(text)} == names


@pytest.mark.parametrize(
    ("text", "name", "step", "before"),
    [
        (DETECTOR, "box_loss", 2, 1.234),
        (BLANKS, "train_loss", 1, 0.512),
        (SPACED, "train_loss", 2, 0.6905),
        (MARKDOWN, "Train_Loss", 2, 0.51),
        (DRAWN, "Train_Loss", 2, 0.51),
        (COMMAS, "train_loss", 99, 0.512),
        (TABS, "Validation_Loss", 1000, 0.51),
    ],
    ids=["detector", "blanks", "spaced", "markdown", "drawn", "commas", "tabs"],
)
def test_a_column_that_turns_nan_is_the_onset(text: str, name: str, step: float, before: float) -> None:
    found = onset(series_of(points(text), sampled=False))
    assert found is not None
    series, trouble = found
    assert (series.name, trouble.kind, trouble.point.step) == (name, "nan", step)
    assert trouble.last_finite is not None
    assert trouble.last_finite.value == before


def test_memory_is_in_mebibytes() -> None:
    assert [p.value for p in points(DETECTOR) if p.name == "GPU_mem"] == [2.21 * 1024, 2.31 * 1024]


def test_a_cell_without_a_value_is_no_value() -> None:
    assert not any(p.name == "Training_Loss" and math.isnan(p.value) for p in points(TABS))


def test_rows_that_name_themselves() -> None:
    assert [(p.name, p.value) for p in points(NAMED_ROWS)] == [("learning_rate", 0.0003), ("value_loss", 0.5)]


@pytest.mark.parametrize(
    "text",
    [
        "1 0.5 0.4 0.9 00:12",  # no header
        "epoch train_loss valid_loss accuracy time\n[0.1 0.2 0.3 0.4 0.5]",
        "epoch train_loss valid_loss accuracy time\n0.95 0.94 0.95 100",  # another count
        "the loss, the gradients\n1, 2",
        "epoch  loss  time\n  precision  recall  support\n  1  0.9  100",  # the second header's row
        "epoch  loss  time\n1  0.5  later",
    ],
)
def test_what_only_looks_like_a_row(text: str) -> None:
    assert points(text) == []


def test_each_rank_has_its_own_table() -> None:
    lines = [
        "[rank0]: epoch train_loss time",
        "[rank1]: epoch time train_loss",
        "[rank0]: 1 0.5 3",
        "[rank1]: 1 3 0.25",
    ]
    assert {(p.record.rank, p.value) for p in points("\n".join(lines))} == {(0, 0.5), (1, 0.25)}
