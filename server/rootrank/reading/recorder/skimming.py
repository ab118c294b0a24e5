"""Passes over the operations of a dump that no judgement needs, without decoding them.

A dump mostly tells of operations that finished long ago. Once the first operations were decoded, the order of their
fields and the references that stand for them are known, and one pattern per order of fields recognises the rest:
finished ones are remembered by place, and only the last ones of each group are decoded at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import define, field

from rootrank.reading.recorder.coalescing import closes_batch

KEEP = 16
"""Finished operations kept per group: peers wait for each other, so ranks don't drift further apart."""
_STACKS = 64
"""Stacks remembered per dump."""
_SHAPES = 4
"""Orders of fields that are learnt; a dump has one, or two when durations are recorded."""

_REFERENCE = rb"(?:h.|j.{4})"
_LONG = rb"\x8a(?:\x00|" + rb"|".join(b"\\x%02x.{%d}" % (size, size) for size in range(1, 10)) + rb")"
_SCALAR = rb"(?:[hK].|[N\x88\x89]|\x8a\x08.{8}|M..|[Jj].{4}|G.{8}|" + _LONG + rb")"
_LIST = rb"\](?:\(" + _SCALAR + rb"*e)?"
_FLAT = rb"\}(?:\(" + _SCALAR + rb"*u)?"
_LISTS = rb"\](?:\((?:" + _SCALAR + rb"|" + _LIST + rb"|" + _FLAT + rb")*e)?"
_PAIR = _REFERENCE + _REFERENCE + rb"\x86"


class Skipped(NamedTuple):
    """Where an operation stands that was not decoded. A tuple, because 2 million are made for 1,024 dumps."""

    start: int
    end: int
    group: bytes
    """The reference to its group, as written."""


@define
class _Shape:
    """How operations with one order of fields are written."""

    whole: re.Pattern[bytes]
    begin: bytes
    """How one begins where the stack is its first field; empty where it isn't."""
    rest: re.Pattern[bytes]
    """What follows the stack."""
    known: list[bytes] = field(factory=list)
    """Beginnings with the stacks seen so far: a loop over layers issues from the same lines again and again."""
    after: int = 0
    """Place in ``known`` of the stack that is expected next: that after the last one, as the loop has it."""

    def match(self, data: bytes, position: int) -> Skipped | None:
        """Return the finished operation that stands here, if one does."""
        count = len(self.known)
        for step in range(count):
            place = (self.after + step) % count
            begin = self.known[place]
            if data.startswith(begin, position):
                found = self.rest.match(data, position + len(begin))
                if found:
                    self.after = place + 1
                    return Skipped(position, found.end(), found["group"])
        found = self.whole.match(data, position)
        if not found:
            return None
        if self.begin and count < _STACKS:
            self.known.append(data[position : found.end("stack")])
            self.after = count + 1
        return Skipped(position, found.end(), found["group"])


@define
class Skimmer:
    """Learns how a dump writes its operations and passes over the finished ones."""

    total: int = 0
    """Number of operations, with those left out; known once settled."""
    _shapes: list[_Shape] = field(factory=list, init=False)
    _closing: list[bytes] = field(factory=list, init=False)
    _known: set[tuple[Any, ...]] = field(factory=set, init=False)

    def skim(self, data: bytes, position: int, items: list[Any], memo: dict[int, Any]) -> int:
        """Add what can be passed over from ``position`` to ``items``, whose last is decoded, and say where it ends."""
        if closes_batch(items[-1]):
            self._know_closing(items[-1]["profiling_name"], memo)
        elif isinstance(items[-1], dict) and "state" in items[-1]:
            self._learn(items[-1], memo)
        shapes = iter(self._shapes)
        while shape := next(shapes, None):
            while passed := shape.match(data, position):
                items.append(passed)
                position = passed.end
                shapes = iter(self._shapes)
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
        fields = [self._field(key, places) for key in order]
        begin = rb"}(" + _written(places["frames"]) if order[0] == "frames" else b""
        whole = rb"\}\(" + b"".join(fields) + rb"u"
        rest = b"".join(fields[1:]) + rb"u"
        self._shapes.append(_Shape(re.compile(whole, re.DOTALL), begin, re.compile(rest, re.DOTALL)))

    def _field(self, key: str, places: dict[str, int]) -> bytes:
        value = rb"(?:" + _SCALAR + rb"|" + _LISTS + rb")"
        if key == "state":
            value = re.escape(_written(places["completed"]))
        elif key == "process_group":
            value = rb"(?P<group>" + _PAIR + rb")"
        elif key == "frames":
            value = rb"(?P<stack>" + _LISTS + rb")"
        elif key == "profiling_name" and self._closing:
            value = rb"(?!" + rb"|".join(map(re.escape, self._closing)) + rb")" + _REFERENCE
        return re.escape(_written(places[key])) + value


def _written(index: int) -> bytes:
    return b"h%c" % index if index < 256 else b"j" + index.to_bytes(4, "little")
