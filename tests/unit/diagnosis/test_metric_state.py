"""States of metrics that signals and evidence describe."""

import pytest
from rootrank.diagnosis.metric_state import loss_rises, number, observe
from rootrank.model.finding import Series
from rootrank.reading.metric_lines import read_metrics
from rootrank.reading.metrics import series_of
from rootrank.reading.undress import undress
from rootrank.rulebook.entry import MetricSignal


def losses(*values: float | str, name: str = "loss") -> tuple[Series, ...]:
    lines = [undress(f"step {n} {name}={v}".encode(), "f", n + 1) for n, v in enumerate(values)]
    return series_of((p for r in lines for p in read_metrics(r)), sampled=False)


@pytest.mark.parametrize(
    ("state", "values", "seen"),
    [
        ("became_nan", [1, 0.5, "nan", "nan"], True),
        ("became_nan", [1, "nan", 0.5], False),
        ("became_nan", ["nan", "nan"], False),
        ("became_nan", [1, "inf", "nan"], False),
        ("became_inf", [1, "inf", "nan"], True),
        ("became_nonfinite", [1, "inf", "nan"], True),
        ("nan_from_start", ["nan", "nan"], True),
        ("nan_from_start", [1, "nan"], False),
        ("finite_before", [1, "nan"], True),
        ("finite_before", ["nan", "nan"], False),
        ("finite_before", [1, 2], True),
        ("ends_finite", [1, "nan", 0.5], True),
        ("ends_finite", [1, "nan"], False),
        ("grew_before", [1, 1, 1, 40, 900, "nan"], True),
        ("grew_before", [1, 1, 1, 1.2, "nan"], False),
        ("grew_before", [14, 10, 2e4, 6e15, "inf"], True),
        ("flat", [1.13, 1.14, 1.15, 1.139, 1.118, 1.1275, 1.0934, 1.1123, 1.1496, 1.142], True),
        ("flat", [1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4], False),
        ("flat", [1.1, 1.1], False),
        ("collapsed", [65536, 1024, 1], True),
        ("collapsed", [65536, 32768], False),
    ],
)
def test_states(state: str, values: list, seen: bool) -> None:
    assert (observe(MetricSignal(state, of="training_loss"), losses(*values)) is not None) is seen


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        (["1.0G", "1.4G", "1.8G", "2.2G", "2.6G", "3.0G"], True),
        (["900M", "1.0G", "1.2G", "1.19G", "1.4G", "1.6G", "1.7G", "1.9G", "2.0G", "2.1G", "2.2G"], True),
        (["1.0G", "3.9G", "4.0G", "4.0G", "4.0G", "4.0G"], False),  # it warmed up
        (["1.0G", "1.0G", "1.01G", "1.01G", "1.02G", "1.02G"], False),
        (["1.0G", "2.0G", "1.0G", "2.0G", "1.0G", "2.2G", "1.0G", "2.4G", "1.2G"], False),
        (["1.0G", "2.0G"], False),
    ],
)
def test_memory_that_grows_to_the_end(values: list[str], seen: bool) -> None:
    wanted = MetricSignal("grew_to_end", of="memory")
    observed = observe(wanted, losses(*values, name="gpu_mem"))
    assert (observed is not None) is seen
    assert observe(wanted, losses(1, 2, 3, 4, 5, 6)) is None


@pytest.mark.parametrize(
    ("values", "rises"),
    [
        ([552.9, 1044, 1002, 1484, 1439, 1310, 978.1, 1187, 1590, 1633, 1722, 1922], True),
        ([5.0, 6.7, 8.0, 4.4, 6.6, 9.1, 7.2, 5.5, 9.9, 10.2, 8.8, 9.0], True),
        ([1.13, 1.14, 1.15, 1.139, 1.118, 1.1275, 1.0934, 1.1123, 1.1496, 1.142], False),
        ([2.3, 2.0, 1.8, 1.5, 1.4, 1.2, 1.1, 1.0], False),
        ([-0.01, 0.02, 0.01, 0.03, 0.05, 0.04, 0.06, 0.08], False),  # a policy's loss, which means nothing by itself
        ([1, 2, 3], False),
    ],
)
def test_a_loss_that_ends_above_where_it_began(values: list[float], rises: bool) -> None:
    assert loss_rises(losses(*values)) is rises
    assert not loss_rises(losses(*values) + losses(9, 8, 7, 6, 5, 4, 3, 2, name="d_loss"))


def test_values_for_sentences() -> None:
    observed = observe(MetricSignal("became_nan", name=".*loss"), losses(2, 1.25, "nan", name="train_loss"))
    assert observed is not None
    assert observed.values == {
        "metric.name": "train_loss",
        "metric.step": "2",
        "metric.value": "NaN",
        "metric.last": "1.25",
        "metric.last_step": "1",
        "metric.first": "2",
    }


def test_the_whole_name_must_match() -> None:
    assert observe(MetricSignal("became_nan", name="loss"), losses(1, "nan", name="val_loss")) is None


@pytest.mark.parametrize(("value", "text"), [(3.0, "3"), (0.00012, "0.00012"), (6.867e15, "6.867e+15"), (None, None)])
def test_numbers(value: float | None, text: str | None) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("kind", "name", "meant"),
    [
        ("training_loss", "loss", True),
        ("training_loss", "val_loss", False),
        ("training_loss", "loss_scale", False),
        ("validation_loss", "eval_loss", True),
        ("validation_loss", "loss", False),
        ("validation_metric", "valid_CER", True),
        ("gradient_norm", "grad_norm", True),
        ("gradient_norm", "norm_perceptual_loss", False),
        ("loss_scale", "scale", True),
        ("loss_scale", "lr", False),
    ],
)
def test_kinds_of_metrics(kind: str, name: str, meant: bool) -> None:
    assert (observe(MetricSignal("finite_before", of=kind), losses(1, 2, name=name)) is not None) is meant
