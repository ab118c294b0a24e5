"""Typed parameters of the server's own requests, read from plain JSON; a wrong one names its field in a sentence."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rootrank.api import LogInput, RunContext

SCOPES = ("finding", "entry")
ORIGINS = ("selection", "file", "clipboard", "terminal", "terminal-selection", "verification")
_KINDS = {str: "a string", int: "a whole number", dict: "an object", (str, int): "a string or a whole number"}


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


@frozen
class Muting:
    """What to mute of a diagnosis, and why."""

    scope: str
    reason: str
    until: str | None


def muting(raw: Any) -> Muting:
    """Reads the parameters of ``rootrank/suppress`` beside those that name the diagnosis."""
    wanted = Muting(_needed(raw, "scope", str), _needed(raw, "reason", str).strip(), _get(raw, "until", str))
    if wanted.scope not in SCOPES:
        raise JsonRpcInvalidParams(f"scope must be one of {', '.join(SCOPES)}")
    if not wanted.reason:
        raise JsonRpcInvalidParams("reason is empty: say why, for those who wonder later")
    return wanted


def unmuting(raw: Any) -> tuple[str, str | None]:
    """Reads the parameters of ``rootrank/unsuppress``: the entry, and the key of one finding of it."""
    return _needed(raw, "rule", str), _get(raw, "finding", str)


def diagnose_params(raw: Any) -> DiagnoseParams:
    """Reads the parameters of ``rootrank/diagnose``."""
    document = _get(raw, "textDocument", dict)
    where = _get(raw, "range", dict)
    params = DiagnoseParams(
        text=_get(raw, "text", str),
        uri=None if document is None else _needed(document, "uri", str),
        range=None if where is None else _range(where),
        path=_get(raw, "path", str),
        origin=_get(raw, "origin", str) or "selection",
        run=_run(_get(raw, "run", dict)),
        token=_get(raw, "workDoneToken", (str, int)),
    )
    if sum(x is not None for x in (params.text, params.uri, params.path)) != 1:
        raise JsonRpcInvalidParams("give exactly one of text, textDocument and path")
    if params.range is not None and params.uri is None:
        raise JsonRpcInvalidParams("range needs textDocument")
    if params.origin not in ORIGINS:
        raise JsonRpcInvalidParams(f"origin must be one of {', '.join(ORIGINS)}")
    return params


def session_id(raw: Any) -> str:
    """Reads the ``id`` of a request about an earlier diagnosis."""
    value: str = _needed(raw, "id", str)
    return value


def index(raw: Any, name: str, length: int) -> int:
    """Reads a 0-based index below ``length``."""
    value: int = _needed(raw, name, int)
    if not length:
        raise JsonRpcInvalidParams(f"this diagnosis has no {name}")
    if not 0 <= value < length:
        raise JsonRpcInvalidParams(f"{name} must be a number from 0 to {length - 1}; it is {value}")
    return value


def exit_code(raw: Any) -> int | None:
    """Reads how a verification ended."""
    value: int | None = _get(raw, "exitCode", int)
    return value


def output(raw: Any) -> LogInput:
    """Reads what a verification printed."""
    path, text = _get(raw, "path", str), _get(raw, "text", str)
    if path is not None and text is None:
        return LogInput.from_path(path)
    if text is not None and path is None:
        return LogInput.from_text(text, "<verification>")
    raise JsonRpcInvalidParams("give exactly one of text and path")


def _get(raw: Any, name: str, kind: Any) -> Any:
    """Reads a field that may be missing or null."""
    if not isinstance(raw, dict):
        raise JsonRpcInvalidParams("the parameters must be an object")
    value = raw.get(name)
    # In Python a truth value is a number; in JSON it isn't.
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise JsonRpcInvalidParams(f"{name} must be {_KINDS[kind]}")
    return value


def _needed(raw: Any, name: str, kind: Any) -> Any:
    value = _get(raw, name, kind)
    if value is None:
        raise JsonRpcInvalidParams(f"{name} is missing")
    return value


def _range(raw: Any) -> types.Range:
    return types.Range(_position(_needed(raw, "start", dict)), _position(_needed(raw, "end", dict)))


def _position(raw: Any) -> types.Position:
    line, character = _needed(raw, "line", int), _needed(raw, "character", int)
    if line < 0 or character < 0:
        raise JsonRpcInvalidParams("line and character must not be negative")
    return types.Position(line, character)


def _run(raw: Any) -> RunContext | None:
    if raw is None:
        return None
    return RunContext(_get(raw, "command", str), _get(raw, "cwd", str), _get(raw, "exitCode", int))
