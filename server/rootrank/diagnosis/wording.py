"""Fills the rulebook's sentences with this run's values.

``{name}`` is replaced by the value, ``{name|other words}`` by the other words when the value is unknown. Values come
from logs: they are put in as they are and never looked at for placeholders again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rootrank.rulebook.entry import Wording

_PLACEHOLDER = re.compile(r"\{([A-Za-z_][\w.]*)(?:\|([^{}]*))?\}")
VALUE_CAP = 200


def fill(text: str, values: Mapping[str, str]) -> str:
    """Returns the sentence with its values; an unknown value without other words becomes "unknown"."""

    def value(match: re.Match[str]) -> str:
        known = values.get(match[1])
        if known is None:
            return match[2] if match[2] is not None else "unknown"
        return known if len(known) <= VALUE_CAP else known[: VALUE_CAP - 1] + "…"

    return _PLACEHOLDER.sub(value, text)


def without_run(text: str) -> str:
    """Returns the sentence as a rule of its own: other words where it has some, ``<name>`` for the other values."""
    return _PLACEHOLDER.sub(lambda match: match[2] if match[2] is not None else f"<{match[1]}>", text)


def choose(wordings: Iterable[Wording], seen: Iterable[str], values: Mapping[str, str]) -> str:
    """Returns the first wording whose condition was seen, filled."""
    known = set(seen)
    for wording in wordings:
        if wording.when is None or wording.when in known:
            return fill(wording.text, values)
    return ""
