"""Passes over the operations of a dump that no judgement needs, without decoding them.

A dump mostly tells of operations that finished long ago. Once the first operations were decoded, the order of their
fields and the references that stand for them are known, and one pattern per order of fields recognises the rest:
finished ones are remembered by place, and only the last ones of each group are decoded at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rootrank.reading.recorder.coalescing import closes_batch

KEEP = 16
"""Finished operations kept per group: peers wait for each other, so ranks don't drift further apart."""
_SHAPES = 4
"""Orders of fields that are learnt; a dump has one, or two when durations are recorded."""

_REFERENCE = rb"(?:h.|j.{4})"
_LONG = rb"\x8a(?:\x00|" + rb"|".join(b"\\x%02x.{%d}" % (size, size) for size in range(1, 10)) + rb")"
_SCALAR = rb"(?:[hK].|[N\x88\x89]|\x8a\x08.{8}|M..|[Jj].{4}|G.{8}|" + _LONG + rb")"
_LIST = rb"\](?:\(" + _SCALAR + rb"*e)?"
_FLAT = rb"\}(?:\(" + _SCALAR + rb"*u)?"
_LISTS = rb"\](?:\((?:" + _SCALAR + rb"|" + _LIST + rb"|" + _FLAT + rb")*e)?"
_PAIR = _REFERENCE + _REFERENCE + rb"\x86"


@frozen(slots=True)
class Skipped:
    """Where an operation stands that was not decoded."""

    start: int
    end: int
    group: bytes
    """The reference to its group, as written."""


@define
class Skimmer:
    """Learns how a dump writes its operations and passes over the finished ones."""

    total: int = 0
    """Number of operations, with those left out; known once settled."""
    _shapes: list[re.Pattern[bytes]] = field(factory=list, init=False)
    _closing: list[bytes] = field(factory=list, init=False)
    _known: set[tuple[Any, ...]] = field(factory=set, init=False)

    def skim(self, data: bytes, position: int, items: list[Any], memo: dict[int, Any]) -> int:
        """Add what can be passed over from ``position`` to ``items``, whose last is decoded, and say where it ends."""
        if closes_batch(items[-1]):
            self._know_closing(items[-1]["profiling_name"], memo)
        elif isinstance(items[-1], dict) and "state" in items[-1]:
            self._learn(items[-1], memo)
        shape = 0
        while shape < len(self._shapes):
            found = self._shapes[shape].match(data, position)
            if found:
                items.append(Skipped(position, found.end(), found["group"]))
                position = found.end()
                shape = 0
            else:
                shape += 1
        return position

    def settle(self, value: Any, decode: Callable[[int, int], Any]) -> None:
        """Decode the last skipped operations of each group in a dump's ``entries`` and drop the others."""
        entries = value.get("entries") if isinstance(value, dict) else None
        if not isinstance(entries, list):
            return
        self.total = len(entries)
        seen: Counter[bytes] = Counter()
        kept = []
        for item in reversed(entries):
            if not isinstance(item, Skipped):
                kept.append(item)
            elif seen[item.group] < KEEP:
                seen[item.group] += 1
                kept.append(decode(item.start, item.end))
        value["entries"] = kept[::-1]

    def _know_closing(self, name: str, memo: dict[int, Any]) -> None:
        """What closes a batch is never passed over: the state of the batch's operations stands in it alone."""
        closing = [_written(index) for index, text in memo.items() if text == name]
        if self._closing != closing:
            self._closing = closing
            self._shapes.clear()
            self._known.clear()

    def _learn(self, entry: dict[Any, Any], memo: dict[int, Any]) -> None:
        order = tuple(entry)
        if order in self._known or len(self._known) >= _SHAPES:
            return
        places = {text: index for index, text in memo.items() if isinstance(text, str)}
        if "completed" not in places or not all(key in places for key in order) or "process_group" not in entry:
            return
        self._known.add(order)
        parts = [rb"\}\("]
        for key in order:
            value = _SCALAR + rb"|" + _LISTS
            if key == "state":
                value = _written(places["completed"])
            elif key == "process_group":
                value = rb"?P<group>" + _PAIR
            elif key == "profiling_name" and self._closing:
                value = rb"(?!" + rb"|".join(self._closing) + rb")" + _REFERENCE
            parts.append(_written(places[key]) + (rb"(" if key == "process_group" else rb"(?:") + value + rb")")
        self._shapes.append(re.compile(b"".join([*parts, b"u"]), re.DOTALL))


def _written(index: int) -> bytes:
    short = b"h%c" % index if index < 256 else b"j" + index.to_bytes(4, "little")
    return re.escape(short)
