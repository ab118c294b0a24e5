"""Reads the metrics that one line names itself: ``loss=0.5``, ``'loss': '0.5'``, ``train loss 0.5``, ``Loss is nan``.

A name that is known to be a metric's needs no mark before its value; any other name only counts where its value is
not finite, so that NaN is seen in metrics that nobody has heard of. Nothing here decides whether a value is bad.
"""

from __future__ import annotations

import math
import re

from rootrank.model.log import MetricPoint, Record
from rootrank.reading.metric_names import is_evaluation, is_known, is_memory, words_of

NUMBER = r"[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf(?:inity)?)"
_WRAPPED = r"(?:(?:tensor|[Aa]rray|(?:np\.|jnp\.)?float\d*|tf\.Tensor)\()?[\"'(\[]{0,2}"
"""What a value may stand in: a quoted string, a tensor of one element, a list."""
_END = r"(?![\w/-]|[.:]\d)"
_NAME = r"(?<![A-Za-z0-9_./@-])(?P<name>[A-Za-z_][A-Za-z0-9_./@-]{0,64})"
_AT = (
    r"(?:\s\([a-z ]{1,24}\))?\s(?:at|after|for|in|of)\s(?:the\s)?(?:(?:step|epoch|iter|iteration|batch|round)s?\s)?"
    r"#?\d+(?:/\d+)?(?:\s[a-z]{1,12})?\s?[:=]\s*"
)
"""A mark that states the place as well: ``Training loss (for one batch) at step 0: 2``, ``loss after 9 epochs: 2``."""
_PAIR = re.compile(
    _NAME + r"[\"'\]]?(?:\s?[(\[](?P<within>[A-Za-z%/]{1,12})[)\]])?"
    r"(?P<mark>\s?[=:]\s*" + _WRAPPED + r"|" + _AT + r"|\s+(?P<verb>(?:is|was|to)\s+)?)"
    r"(?P<value>" + NUMBER + r")" + _END,
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"(?<![A-Za-z0-9_./@-])(?=[\w./@-]{0,40}?(?:[Mm]em|MEM|[Vv]ram|VRAM|[Rr]ss|RSS))"
    + _NAME
    + r"[\"']?(?:\s?[(\[](?:\w{1,10})[)\]])?(?:\s?[=:]\s*[\"']?|\s+)"
    r"(?P<value>\d[\d.]*)\s?(?P<unit>[kMGT]i?B?|B|[kmgt]i?b)?(?:[\"'])?(?![\w/-]|[.:]\d)"
)
_FIRST_WORD = re.compile(
    r"(?:train(?:ing)?|val(?:id(?:ation)?)?|eval(?:uation)?|test|dev|total|grad(?:ient)?|learning|loss|max|peak|gpu"
    r"|best|lowest|min|prev(?:ious)?|initial|target)(?:_\d+)?(?:'s)?",
    re.IGNORECASE,
)
"""A word that belongs to the name after it."""
_WORD_BEFORE = re.compile(r"([A-Za-z]+) $")
_SEPARATORS = frozenset(" \t0123456789,;|:-")
"""What stands at the end of something else than the first word of a name."""
_PART = re.compile(r"(?:^|[\s\[(|])(val|valid|validation|eval|evaluation|test|dev)(?:[\s\])|:]|$)", re.IGNORECASE)
"""A word that says of a whole line that it is about validation: ``[val] loss 0.5``, ``Epoch(val) [1][5/5] loss: 1``."""
_NO_METRIC = (".py", "Error", "Exception", "Warning")
"""How a name ends before a line number or a message, which are no values."""

_STEP = re.compile(
    r"(?:(?<![/\w])(?:train(?:ing|er)?[_/]?)?(?:step|iter|iteration|batch|micro|update)(?:s|es)?[\"']?(?:\(\w+\))?"
    r"|^\s*(?=\[\d+\]))"
    r"\s{0,8}[=:#\[(]{0,4}\s{0,8}[\"']?(\d[\d,]*(?:\.\d+)?)",
    re.IGNORECASE,
)
_GLOBAL_STEP = re.compile(
    r"(?:\bglobal_?|\bnum_|/global_?)(?:step|iter|iteration|update)s?[\"']?\s{0,8}[=:#]?\s{0,8}[\"']?(\d[\d,]*)",
    re.IGNORECASE,
)
_EPOCH = re.compile(
    r"\bepoch[\"']?(?:\s?\(\w+\))?[=:#\[(\s\"']*(\d+(?:\.\d+)?)|\[\s*(\d+)/\d+\]\s?\[\s*\d+/\d+\]", re.IGNORECASE
)
_MEMORY_WORD = re.compile(r"mem|vram|rss", re.IGNORECASE)
_MIB = {"": 2**-20, "k": 2**-10, "m": 1.0, "g": 2.0**10, "t": 2.0**20}


def read_metrics(record: Record) -> list[MetricPoint]:
    """Returns the metrics that a line names, with the step it states."""
    text = record.text
    found = _pairs(text)
    has_memory = _MEMORY_WORD.search(text) is not None
    if not found and not has_memory:
        return []
    at = stated_step(text)
    if has_memory and (found or at is not None):  # a metric is printed per step; a message about memory is none
        found = found + _sizes(text)
    return [MetricPoint(name, value, at, record) for name, value in found]


def stated_step(text: str) -> float | None:
    """Returns the step that a line states, or else its epoch."""
    stated = _STEP.search(text)
    if "lobal" in text or "num_" in text:
        stated = _GLOBAL_STEP.search(text) or stated
    return number(stated[1] if stated else stated_epoch(text) or "")


def stated_epoch(text: str) -> str | None:
    """Returns the epoch that a line states, as printed."""
    stated = _EPOCH.search(text)
    return stated[1] or stated[2] if stated else None


def number(text: str) -> float | None:
    """Returns a printed number; None when it is none."""
    try:
        return float(text.replace(",", "") if "," in text else text)
    except ValueError:
        return None


def mebibytes(value: float, unit: str | None) -> float:
    """Returns a size in MiB; one without a unit as it is printed."""
    return value * _MIB[unit[:1].lower().replace("b", "")] if unit else value


def _pairs(text: str) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    starts: list[int] = []
    for match in _PAIR.finditer(text):
        name, value = match["name"], number(match["value"])
        if value is None or is_memory(name) or name.endswith(_NO_METRIC):
            continue
        if not is_known(name) and math.isfinite(value) and name.lower() != "rate":
            continue
        full = _full_name(text, match.start(), name, match["within"])
        setting = match["verb"] and not math.isfinite(value)  # "stop when the loss is nan"
        if not setting and (is_known(full) or "=" in match["mark"] or ":" in match["mark"]):
            found.append((full, value))
            starts.append(match.start())
    return _of_one_part(text, _told_apart(text, found, starts))


def _told_apart(text: str, found: list[tuple[str, float]], starts: list[int]) -> list[tuple[str, float]]:
    """Puts the word before it to a name that a line has twice: ``[D loss: 0.6] [G loss: 0.8]``."""
    names = [name for name, _ in found]
    if len(set(names)) == len(names):
        return found
    before = [_WORD_BEFORE.search(text, max(0, start - 20), start) for start in starts]
    return [
        (f"{word[1]}_{name}" if word and names.count(name) > 1 else name, value)
        for (name, value), word in zip(found, before, strict=True)
    ]


def _sizes(text: str) -> list[tuple[str, float]]:
    return [
        (_full_name(text, match.start(), match["name"]), mebibytes(value, match["unit"]))
        for match in _SIZE.finditer(text)
        if is_memory(match["name"]) and (value := number(match["value"])) is not None
    ]


def _full_name(text: str, start: int, name: str, within: str | None = None) -> str:
    """Joins "train loss" and "grad norm", which are one name in two words, and the part of "loss (val)"."""
    if within and (is_evaluation(within) or words_of(within)[:1] == ("train",)):
        name = f"{within}_{name}"
    if start < 2 or text[start - 1] not in " \t" or text[start - 2] in _SEPARATORS:
        return name
    for word in reversed(text[max(0, start - 40) : start].split()[-3:]):
        bare = word.lstrip("([{|,;\"'")
        if not _FIRST_WORD.fullmatch(bare):
            break
        name = f"{bare}_{name}"
    return name


def _of_one_part(text: str, found: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Names the part of the run where the line does and the names don't."""
    part = _PART.search(text, 0, 64) if found else None
    if part is None or "train" in text.lower() or text[: part.start()].rstrip().endswith(("=", "/")):
        return found
    return [(name if is_evaluation(name) else f"{part[1].lower()}_{name}", value) for name, value in found]
