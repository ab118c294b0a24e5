"""The diagnosis document as JSON, and back.

The one place that knows how the frozen classes become JSON: ``for_`` is the key ``for``, numbers that JSON doesn't
have are the strings "NaN", "Infinity" and "-Infinity", tuples are lists, and unknown is null. Reading is strict: what
the published schema refuses is refused here too, so nothing is silently turned into something else.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_origin

import attrs
from cattrs import BaseValidationError, Converter, transform_error
from cattrs.cols import list_structure_factory, mapping_structure_factory
from cattrs.gen import make_dict_structure_fn, override

from rootrank.model.document import SCHEMA, Document, Evidence

NON_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
"""The numbers that JSON doesn't have, by the string that stands for them."""

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]


class DocumentError(ValueError):
    """The text is not a diagnosis document of this version; the message says where it isn't."""


def to_dict(document: Document) -> dict[str, Any]:
    """The document as plain dictionaries, lists, strings, numbers and None."""
    result: dict[str, Any] = _plain(document)
    return result


def _plain(value: Any) -> Any:
    """A part of a document as JSON has it. By hand, because making the functions for it takes longer than they run."""
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if kind is float:
        return _float_to_json(value)
    if kind is list or kind is tuple:
        return [_plain(item) for item in value]
    if kind is dict:
        return {key: _plain(item) for key, item in value.items()}
    if attrs.has(kind):
        return {key: _plain(getattr(value, name)) for name, key in _keys(kind)}
    return value


@cache
def _keys(cls: type) -> tuple[tuple[str, str], ...]:
    """The fields of a class, each with its key."""
    return tuple((field.name, "for" if field.name == "for_" else field.name) for field in attrs.fields(cls))


def to_json(document: Document, indent: int | None = 2) -> str:
    """The document as JSON in ASCII, so that it survives every terminal and pipe."""
    return json.dumps(to_dict(document), indent=indent, allow_nan=False)


def from_dict(data: object) -> Document:
    """The document that ``to_dict`` made.

    Raises:
        DocumentError: If it isn't a document of this version.
    """
    if isinstance(data, dict) and data.get("schema", SCHEMA) != SCHEMA:
        raise DocumentError(f"document has schema {data['schema']!r}; this version reads schema {SCHEMA}")
    try:
        return _converter().structure(data, Document)
    except BaseValidationError as error:
        raise DocumentError("\n".join(transform_error(error, path="document"))) from error
    except TypeError as error:
        raise DocumentError(f"{error} @ document") from error


def from_json(text: str | bytes) -> Document:
    """The document that ``to_json`` made.

    Raises:
        DocumentError: If the text isn't JSON, or not a document of this version.
    """
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        raise DocumentError(f"not JSON: {error}") from error
    return from_dict(data)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} must be written as the string {name!r}")


def _float_to_json(value: float) -> float | str:
    if math.isfinite(value):
        return value
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _float_from_json(value: object, _: object) -> float:
    if isinstance(value, str) and value in NON_FINITE:
        return NON_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"expected a number, got {value!r}")
    return float(value)


def _exactly(kind: type[T]) -> Callable[[object, object], T]:
    def check(value: object, _: object) -> T:
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, got {value!r}")
        return value

    return check


def _only(kind: type, hook: Hook) -> Hook:
    def check(value: object, target: object) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"expected {'an object' if kind is dict else 'a list'}, got {value!r}")
        return hook(value, target)

    return check


def _renames(cls: type) -> dict[str, Any]:
    return {"for_": override(rename="for")} if cls is Evidence else {}


def _read_class(cls: type[Any], converter: Converter) -> Hook:
    return _only(dict, make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True, **_renames(cls)))


def _read_list(cls: type[Any], converter: Converter) -> Hook:
    return _only(list, list_structure_factory(cls, converter))


def _read_dict(cls: type[Any], converter: Converter) -> Hook:
    return _only(dict, mapping_structure_factory(cls, converter))


def _is_list(hint: object) -> bool:
    return get_origin(hint) is list


def _is_dict(hint: object) -> bool:
    return get_origin(hint) is dict


@cache
def _converter() -> Converter:
    converter = Converter()
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook(float, _float_from_json)
    factories: list[tuple[Callable[[Any], bool], Callable[[Any, Converter], Hook]]] = [
        (attrs.has, _read_class),
        (_is_list, _read_list),
        (_is_dict, _read_dict),
    ]
    for applies, factory in factories:
        converter.register_structure_hook_factory(applies)(factory)
    return converter
