r"""Checks an anchor's regex and spells it so that both engines read it alike.

Python and Hyperscan differ on ``\s``, ``\v``, negated classes and case. So each pattern is parsed by Python's own
parser and written again with explicit byte sets, none of which holds a newline. Imports nothing of ours.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

# The parser has no public name; what it returns has been the same since Python 3.7.
_parser: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

_Parsed: TypeAlias = Any
"""A part of what the parser returns, which has no public type."""

MOST_REPEATS = 64
"""Hyperscan unrolls bounded repeats: ``(a|b){1000}`` costs megabytes and slows every other anchor."""

_NEWLINE = 10
_NOT_NEWLINE = frozenset(range(256)) - {_NEWLINE}
_CATEGORIES = {
    "CATEGORY_DIGIT": rb"\d",
    "CATEGORY_NOT_DIGIT": rb"\D",
    "CATEGORY_SPACE": rb"\s",
    "CATEGORY_NOT_SPACE": rb"\S",
    "CATEGORY_WORD": rb"\w",
    "CATEGORY_NOT_WORD": rb"\W",
}
_FLAGS = "it sets flags; say caseless on the anchor instead"
_EDGES = {"AT_BOUNDARY": b"\\b", "AT_NON_BOUNDARY": b"\\B"}


@lru_cache(maxsize=1024)
def line_local(pattern: bytes, *, caseless: bool) -> bytes:
    """Return the pattern with explicit byte sets, free of flags; ValueError when it may not be an anchor."""
    try:
        parsed = _parser.parse(pattern)
    except re.error as error:
        raise ValueError(f"Pattern {pattern!r} is not a regex: {error}") from None
    try:
        return _checked(parsed, caseless)
    except ValueError as error:
        raise ValueError(f"Pattern {pattern!r} can't be an anchor: {error}") from None


def _checked(parsed: _Parsed, caseless: bool) -> bytes:
    if parsed.state.flags:
        raise ValueError(_FLAGS)
    if parsed.getwidth()[0] == 0:
        raise ValueError("it matches the empty string, so it would hit every line")
    return _spell(parsed, caseless, 1)


def spelled(literal: bytes) -> bytes:
    """Return a regex that both engines read as this literal."""
    return b"".join(_byte(value) for value in literal)


def _spell(items: Iterable[tuple[object, _Parsed]], caseless: bool, repeats: int) -> bytes:
    return b"".join(_node(str(kind), argument, caseless, repeats) for kind, argument in items)


def _node(kind: str, argument: _Parsed, caseless: bool, repeats: int) -> bytes:
    if kind in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
        return _set(_members(kind, argument, caseless))
    if kind == "BRANCH":
        return b"(?:" + b"|".join(_spell(branch, caseless, repeats) for branch in argument[1]) + b")"
    if kind == "SUBPATTERN":
        _, added, removed, inner = argument
        if added or removed:
            raise ValueError(_FLAGS)
        return b"(?:" + _spell(inner, caseless, repeats) + b")"
    if kind in {"MAX_REPEAT", "MIN_REPEAT"}:
        # Greedy or lazy is all the same to whether a line matches.
        low, high, inner = argument
        return _repeat(int(low), int(high), inner, caseless, repeats)
    if kind == "AT" and str(argument) in _EDGES:
        return _EDGES[str(argument)]
    raise ValueError(f"{_WHY.get(kind, kind.lower() + ' is not supported')}")


_WHY = {
    "AT": "the raw line still wears its prefix, so ^, $, \\A and \\Z mean nothing",
    "ASSERT": "look-around is not linear",
    "ASSERT_NOT": "look-around is not linear",
    "GROUPREF": "back references are not linear",
    "GROUPREF_EXISTS": "back references are not linear",
}


def _repeat(low: int, high: int, inner: Iterable[tuple[object, _Parsed]], caseless: bool, repeats: int) -> bytes:
    unbounded = high == int(_parser.MAXREPEAT)
    if unbounded and _has_unbounded(inner):
        raise ValueError("an endless repeat within an endless repeat takes exponential time without Hyperscan")
    repeats *= max(low, 1) if unbounded else max(high, 1)
    if repeats > MOST_REPEATS:
        raise ValueError(f"it repeats something {repeats} times, more than {MOST_REPEATS}")
    times = b"{%d,}" % low if unbounded else b"{%d,%d}" % (low, high)
    return b"(?:" + _spell(inner, caseless, repeats) + b")" + times


def _has_unbounded(items: Iterable[tuple[object, _Parsed]]) -> bool:
    """Tell whether an endless repeat is anywhere within."""
    return any(
        (str(kind) in {"MAX_REPEAT", "MIN_REPEAT"} and argument[1] == _parser.MAXREPEAT)
        or any(_has_unbounded(part) for part in _parts(str(kind), argument))
        for kind, argument in items
    )


def _parts(kind: str, argument: _Parsed) -> list[_Parsed]:
    if kind in {"MAX_REPEAT", "MIN_REPEAT", "SUBPATTERN"}:
        return [argument[-1]]
    return list(argument[1]) if kind == "BRANCH" else []


def _members(kind: str, argument: _Parsed, caseless: bool) -> frozenset[int]:
    if kind == "ANY":
        return _NOT_NEWLINE
    negated = kind == "NOT_LITERAL"
    members: set[int] = set()
    for item, value in argument if kind == "IN" else [("LITERAL", argument)]:
        name = str(item)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            members.add(value)
        elif name == "RANGE":
            members.update(range(value[0], value[1] + 1))
        else:
            members |= _category(str(value))
    if caseless:
        members |= {byte for value in members for byte in bytes([value]).lower() + bytes([value]).upper()}
    return _NOT_NEWLINE - members if negated else _NOT_NEWLINE & members


@lru_cache(maxsize=len(_CATEGORIES))
def _category(name: str) -> frozenset[int]:
    one = re.compile(_CATEGORIES[name])
    return frozenset(value for value in range(256) if one.fullmatch(bytes([value])))


def _set(members: frozenset[int]) -> bytes:
    if not members:
        raise ValueError("a part of it matches nothing but a newline")
    if len(members) == 1:
        return _byte(min(members))
    ranges: list[list[int]] = []
    for value in sorted(members):
        if ranges and ranges[-1][1] == value - 1:
            ranges[-1][1] = value
        else:
            ranges.append([value, value])
    return b"[" + b"".join(b"\\x%02x-\\x%02x" % (low, high) for low, high in ranges) + b"]"


def _byte(value: int) -> bytes:
    one = bytes([value])
    return one if one.isalnum() else b"\\x%02x" % value
