"""Typed parameters of the server's own requests, read from what pygls decoded; a wrong one names its field."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rootrank.api import RunContext

ORIGINS = ("selection", "file", "clipboard", "terminal", "terminal-selection", "verification")


@frozen
class DiagnoseParams:
    """What to diagnose. Exactly one of ``text``, ``uri``, ``path`` is given."""

    text: str | None
    uri: str | None
    range: types.Range | None
    path: str | None
    origin: str
    run: RunContext | None
    token: str | int | None


def diagnose_params(raw: Any) -> DiagnoseParams:
    """Reads the parameters of ``rootrank/diagnose``."""
    document = _get(raw, "textDocument", object)
    params = DiagnoseParams(
        text=_get(raw, "text", str),
        uri=_get(document, "uri", str),
        range=_range(_get(raw, "range", object)),
        path=_get(raw, "path", str),
        origin=_get(raw, "origin", str) or "selection",
        run=_run(_get(raw, "run", object)),
        token=_get(raw, "workDoneToken", (str, int)),
    )
    if sum(x is not None for x in (params.text, params.uri, params.path)) != 1:
        raise JsonRpcInvalidParams("give exactly one of text, textDocument and path")
    if params.origin not in ORIGINS:
        raise JsonRpcInvalidParams(f"origin must be one of {', '.join(ORIGINS)}")
    return params


def session_id(raw: Any) -> str:
    """Reads the ``id`` of a request about an earlier diagnosis."""
    value: str | None = _get(raw, "id", str)
    if value is None:
        raise JsonRpcInvalidParams("id is missing")
    return value


def index(raw: Any, name: str, length: int) -> int:
    """Reads a 0-based index below ``length``."""
    value: int | None = _get(raw, name, int)
    if value is None or not 0 <= value < length:
        raise JsonRpcInvalidParams(f"{name} must be a number from 0 to {length - 1}; run Diagnose again")
    return value


def optional(raw: Any, name: str, kind: Any) -> Any:
    """Reads a field that may be missing or null."""
    return _get(raw, name, kind)


def _get(raw: Any, name: str, kind: Any) -> Any:
    value = raw.get(name) if isinstance(raw, dict) else getattr(raw, name, None)
    if value is not None and not isinstance(value, kind):
        raise JsonRpcInvalidParams(f"{name} has the wrong type")
    return value


def _range(raw: Any) -> types.Range | None:
    if raw is None:
        return None
    start, end = _get(raw, "start", object), _get(raw, "end", object)
    return types.Range(_position(start), _position(end))


def _position(raw: Any) -> types.Position:
    return types.Position(_get(raw, "line", int) or 0, _get(raw, "character", int) or 0)


def _run(raw: Any) -> RunContext | None:
    if raw is None:
        return None
    return RunContext(_get(raw, "command", str), _get(raw, "cwd", str), _get(raw, "exitCode", int))
