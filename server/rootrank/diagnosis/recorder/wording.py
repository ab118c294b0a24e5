"""Sentences about operations and ranks."""

from __future__ import annotations

from collections.abc import Iterable

from rootrank.diagnosis.recorder.progress import Group
from rootrank.reading.recorder import Entry, Sizes

_MAX_RUNS = 12
"""Runs of neighbouring ranks that a sentence lists."""
_MAX_SIZES = 3
_MAX_DIMENSIONS = 8


def ranks_text(ranks: Iterable[int]) -> str:
    """Return ``rank 3``, ``ranks 3 and 5`` or ``ranks 0-3, 7 and 9``."""
    runs: list[list[int]] = []
    for rank in sorted(set(ranks)):
        if runs and rank == runs[-1][1] + 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    parts = [part for first, last in runs[:_MAX_RUNS] for part in _run(first, last)]
    rest = sum(last - first + 1 for first, last in runs[_MAX_RUNS:])
    parts += [f"{rest} more"] if rest else []
    word = "rank" if len(parts) == 1 and "-" not in parts[0] else "ranks"
    return f"{word} {listed(parts)}"


def listed(parts: list[str]) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def capital(text: str) -> str:
    """Return the text with a capital first letter and the rest as it is."""
    return text[:1].upper() + text[1:]


def _run(first: int, last: int) -> list[str]:
    if last - first > 1:
        return [f"{first}-{last}"]
    return [str(first)] if first == last else [str(first), str(last)]


def group_text(group: Group) -> str:
    """Return the group as the run calls it, with its number and members."""
    members = ranks_text(group.ranks)
    # Without a name of its own PyTorch calls a group "undefined".
    if group.description and group.description not in ("undefined", group.name):
        return f"{group.description} (group {group.name}, {members})"
    return f"group {group.name} ({members})"


def operation_text(entry: Entry, group: Group, *, sizes: bool = True) -> str:
    """Return e.g. ``all_reduce number 7 of group 0 (ranks 0-3), [4] → [4] Float``."""
    number = entry.p2p_seq if entry.p2p else entry.seq
    text = entry.op.split(" ")[0] if entry.p2p else entry.op
    text += "" if number is None else f" number {number}"
    text += f" of {group_text(group)}"
    return text + (f", {sizes_text(entry)}" if sizes and entry.input_sizes is not None else "")


def sizes_text(entry: Entry) -> str:
    """Return input and output sizes with the element type, e.g. ``[4, 2] → [8, 2] BFloat16``."""
    text = _sizes(entry.input_sizes)
    if entry.output_sizes is not None and entry.output_sizes != entry.input_sizes:
        text += f" → {_sizes(entry.output_sizes)}"
    types = sorted(set(entry.input_dtypes or entry.output_dtypes or ()))
    return " ".join([text, *types])


def _sizes(sizes: Sizes | None) -> str:
    shown = [str(list(size[:_MAX_DIMENSIONS])) for size in (sizes or ())[:_MAX_SIZES]]
    return " ".join(shown) + (" …" if sizes and len(sizes) > _MAX_SIZES else "")
