"""Structured logs, JSON or logfmt (``key=value``): who wrote a line, and the message and traceback in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from attrs import evolve

from rootrank.model.log import Record

_PAIR = re.compile(r"""([A-Za-z_][\w.]*)=("(?:[^"\\]|\\.)*"|\S*)""")
_LOGFMT = re.compile(r"(?:ts|time|timestamp|level)=\S+ .*\b(?:msg|message)=")
_RANK = ("rank", "global_rank", "process_index", "RANK")
_HOST = ("host", "hostname", "node", "node_name")
_TIME = ("ts", "time", "timestamp", "asctime", "@timestamp")
_MESSAGE = ("msg", "message", "event", "text", "log")
_EXCEPTION = ("exc", "exc_info", "exception", "traceback", "stack", "stack_trace", "stacktrace", "error", "err")


def unpacked(record: Record) -> list[Record]:
    """Returns the lines that a structured record holds, each under its own line number; else the record alone."""
    said = _fields(record.text)
    if said is None:
        return [record]
    texts = [text for keys in (_MESSAGE, _EXCEPTION) if (text := _text(said, keys))]
    if not texts:
        return [record]
    rank, time = _first(said, _RANK), _first(said, _TIME)
    who = evolve(
        record,
        rank=int(rank) if str(rank).isdigit() else record.rank,
        host=_text(said, _HOST) or record.host,
        time=str(time) if isinstance(time, str | int | float) else record.time,
    )
    return [evolve(who, text=line) for text in texts for line in text.split("\n")]


def _fields(text: str) -> Mapping[str, Any] | None:
    if text.startswith('{"'):
        try:
            return cast("Mapping[str, Any]", json.loads(text))
        except (ValueError, RecursionError):
            return None
    if _LOGFMT.match(text) is None:
        return None
    return {key: value[1:-1] if value[:1] == '"' else value for key, value in _PAIR.findall(text)}


def _first(said: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((said[key] for key in keys if key in said), None)


def _text(said: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    value = _first(said, keys)
    return value if isinstance(value, str) and value else None
