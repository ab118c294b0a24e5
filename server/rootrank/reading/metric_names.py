"""What a metric is, told by the words of its name: ``val_loss``, ``train-rmse``, ``lossG`` and ``GPU_mem`` have two.

Names come from everyone's own print statements, so words are compared, never whole names. Imports nothing of ours.
"""

from __future__ import annotations

import functools
import re

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|#")

_LOSSES = frozenset(
    [
        "loss",
        "losses",
        "nll",
        "elbo",
        "perplexity",
        "ppl",
        "mse",
        "rmse",
        "mae",
        "kl",
        "epe",
        "bce",
        "ce",
        "logloss",
        "mlogloss",
        "xent",
    ]
)
_NO_LOSS = frozenset(
    [
        "scale",
        "scaler",
        "weight",
        "weights",
        "coef",
        "coeff",
        "coefficient",
        "factor",
        "time",
        "fn",
        "function",
        "type",
        "window",
        "best",
        "lowest",
        "min",
        "prev",
        "previous",
        "initial",
        "target",
        "threshold",
    ]
)
"""What belongs to a loss without being one: its scale, weight and time, and the best so far, which begins at inf."""
_SETTINGS = frozenset(
    [
        "init",
        "initial",
        "guidance",
        "logit",
        "image",
        "crop",
        "softmax",
        "attn",
        "attention",
        "factor",
        "window",
        "layer",
        "batch",
        "group",
        "instance",
        "rms",
        "clip",
    ]
)
"""Words of settings and of a model's parts that are scales and norms by name."""
_QUALITIES = frozenset(
    [
        "acc",
        "accuracy",
        "psnr",
        "reward",
        "wer",
        "cer",
        "auc",
        "bleu",
        "rouge",
        "iou",
        "miou",
        "dice",
        "precision",
        "recall",
        "map",
        "ssim",
        "fid",
        "score",
    ]
)
"""What says how good a model is. One that is NaN is no failure: a score without samples is undefined."""
_PRINTED_ALONE = frozenset(["acc", "accuracy", "psnr", "reward", "wer", "cer"])
"""Those that are taken from running text as well, where no mark stands between name and value."""
_EVALUATIONS = frozenset(
    [
        "val",
        "vali",
        "valid",
        "validation",
        "validate",
        "eval",
        "evaluation",
        "evaluate",
        "test",
        "testing",
        "dev",
        "heldout",
    ]
)
_EVALUATED = re.compile(r"(?:val|valid|eval|test|dev)(?:loss|acc)")
_MEMORY = frozenset(["mem", "memory", "vram", "rss"])
_NO_MEMORY = frozenset(
    ["free", "available", "total", "limit", "capacity", "fraction", "format", "bank", "size", "len", "tokens"]
)
"""Memory that isn't in use, and memories that aren't a computer's."""
_TIMES = frozenset(
    ["time", "dur", "duration", "eta", "elapsed", "sec", "secs", "second", "seconds", "ms", "wall", "runtime", "date"]
)
_POSITIONS = frozenset(
    [
        "epoch",
        "ep",
        "e",
        "step",
        "iteration",
        "iter",
        "it",
        "batch",
        "update",
        "round",
        "epochs",
        "steps",
        "updates",
        "iters",
        "#",
    ]
)


_remembered = functools.lru_cache(maxsize=4096)
"""A log names the same metrics on every line."""


@_remembered
def words_of(name: str) -> tuple[str, ...]:
    """Returns the words of a name in lower case, without digits."""
    return tuple(word.lower() for word in _WORD.findall(name))


@_remembered
def is_loss(name: str) -> bool:
    """Whether a metric is a loss: it must stay finite in a healthy run."""
    words = words_of(name)
    named = any(word in _LOSSES or word.endswith(("loss", "crossentropy")) for word in words)
    return (named or {"cross", "entropy"}.issubset(words)) and _NO_LOSS.isdisjoint(words)


@_remembered
def is_evaluation(name: str) -> bool:
    """Whether a metric is of validation or test rather than of training."""
    return any(word in _EVALUATIONS or _EVALUATED.fullmatch(word) for word in words_of(name))


def is_gradient_norm(name: str) -> bool:
    """Whether a metric is the norm of all gradients."""
    words = words_of(name)
    norm = {"norm", "gnorm", "gradnorm"}.intersection(words)
    if not {"clip", "threshold"}.isdisjoint(words) or words[:1] == ("max",):  # settings
        return False
    return bool(norm) and ("norm" not in norm or any(word.startswith(("grad", "total")) for word in words))


def is_loss_scale(name: str) -> bool:
    """Whether a metric is the loss scale of mixed precision."""
    words = words_of(name)
    return bool({"scale", "lossscale"}.intersection(words)) and _SETTINGS.isdisjoint(words)


def is_learning_rate(name: str) -> bool:
    """Whether a metric is a learning rate."""
    words = words_of(name)
    return "lr" in words or ("learning" in words and "rate" in words)


def is_quality(name: str) -> bool:
    """Whether a metric says how good the model is."""
    return not _QUALITIES.isdisjoint(words_of(name))


@_remembered
def is_memory(name: str) -> bool:
    """Whether a metric is memory in use."""
    words = words_of(name)
    return not _MEMORY.isdisjoint(words) and _NO_MEMORY.isdisjoint(words)


def is_time(name: str) -> bool:
    """Whether a column holds times or durations."""
    return not _TIMES.isdisjoint(words_of(name))


def is_position(name: str) -> bool:
    """Whether a column says how far the run is: an epoch, a step."""
    words = words_of(name)
    return bool(words) and words[-1] in _POSITIONS


@_remembered
def is_known(name: str) -> bool:
    """Whether a name is a metric's by itself, so that a number after it is its value also without a mark between."""
    words = words_of(name)
    return (
        is_loss(name)
        or is_learning_rate(name)
        or is_loss_scale(name)
        or is_gradient_norm(name)
        or ("norm" in words and _SETTINGS.isdisjoint(words) and words[:1] != ("max",))
        or not _PRINTED_ALONE.isdisjoint(words)
    )
