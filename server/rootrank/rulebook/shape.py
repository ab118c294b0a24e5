"""The shape that the classes in ``entry`` demand, read off their types: checks plain data, and writes the JSON Schema.

One walk over attrs classes serves both, so what editors offer and what the loader accepts can't differ.
"""

from __future__ import annotations

import inspect
import itertools
import types
import typing
from typing import Any, Literal, Union

import attrs

from rootrank.rulebook.yaml_source import Source

Fault = tuple[str, str]
"""(key path, what is wrong)"""


def yaml_key(attribute: attrs.Attribute[Any]) -> str:
    """Returns the key under which a field stands in YAML: ``for`` for ``for_``."""
    return attribute.name.rstrip("_")


def check_shape(source: Source, cls: type) -> list[Fault]:
    """Returns everything in ``source`` that doesn't have the shape of ``cls``: unknown, missing or ill-typed keys."""
    faults: list[Fault] = []
    _check(source.data, cls, "", faults)
    return faults


def _check(data: Any, kind: Any, path: str, faults: list[Fault]) -> None:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        _check_union(data, args, path, faults)
    elif origin is Literal:
        if data not in args:
            faults.append((path, f"{data!r} is none of: {', '.join(map(str, args))}"))
    elif origin is tuple:
        _check_list(data, args, path, faults)
    elif origin is dict:
        _check_dict(data, args[1], path, faults)
    elif attrs.has(kind):
        _check_object(data, kind, path, faults)
    elif kind is not Any and not _is_a(data, kind):
        faults.append((path, f"must be {_NAMES.get(kind, kind)}, is {_name_of(data)}"))


def _check_union(data: Any, args: tuple[Any, ...], path: str, faults: list[Fault]) -> None:
    if data is None and type(None) in args:
        return
    options = [a for a in args if a is not type(None)]
    if isinstance(data, str) and str in options:
        return
    rest = [a for a in options if a is not str] or options
    _check(data, rest[0], path, faults)


def _check_list(data: Any, args: tuple[Any, ...], path: str, faults: list[Fault]) -> None:
    if not isinstance(data, list):
        faults.append((path, f"must be a list, is {_name_of(data)}"))
        return
    fixed = not (len(args) == 2 and args[1] is Ellipsis)
    if fixed and len(data) != len(args):
        faults.append((path, f"must have {len(args)} items, has {len(data)}"))
        return
    for i, item in enumerate(data):
        _check(item, args[i] if fixed else args[0], f"{path}[{i}]", faults)


def _check_dict(data: Any, value: Any, path: str, faults: list[Fault]) -> None:
    if not isinstance(data, dict):
        faults.append((path, f"must be a mapping, is {_name_of(data)}"))
        return
    for key, item in data.items():
        _check(item, value, f"{path}.{key}" if path else str(key), faults)


def _check_object(data: Any, cls: type, path: str, faults: list[Fault]) -> None:
    if not isinstance(data, dict):
        faults.append((path, f"must be a mapping with {', '.join(known_keys(cls))}; is {_name_of(data)}"))
        return
    hints = typing.get_type_hints(cls)
    fields = {yaml_key(a): a for a in attrs.fields(cls)}
    prefix = f"{path}." if path else ""
    faults += [(f"{prefix}{key}", f"unknown key; known here: {', '.join(fields)}") for key in data if key not in fields]
    for key, attribute in fields.items():
        if key in data:
            _check(data[key], hints[attribute.name], f"{prefix}{key}", faults)
        elif attribute.default is attrs.NOTHING:
            faults.append((path, f"key `{key}` is missing"))


def known_keys(cls: type) -> list[str]:
    """Returns the YAML keys of a class in their fixed order."""
    return [yaml_key(a) for a in attrs.fields(cls)]


_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _is_a(data: Any, kind: Any) -> bool:
    if kind is float:
        return isinstance(data, (int, float)) and not isinstance(data, bool)
    if kind is int:
        return isinstance(data, int) and not isinstance(data, bool)
    return isinstance(data, kind)


def _name_of(data: Any) -> str:
    names = {list: "a list", dict: "a mapping", str: "text", bool: "true/false", type(None): "empty"}
    return names.get(type(data), "a number")


def json_schema(cls: type, title: str) -> dict[str, Any]:
    """Returns the JSON Schema of a class's YAML form, with the fields' docstrings as descriptions."""
    definitions: dict[str, Any] = {}
    top = _schema(cls, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **top,
        "$defs": dict(sorted(definitions.items())),
    }


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(a, definitions) for a in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": _schema(args[0], definitions)}
        return {"type": "array", "prefixItems": [_schema(a, definitions) for a in args], "minItems": len(args)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], definitions)}
    if attrs.has(kind):
        return _object_schema(kind, definitions)
    simple = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
    return {"type": simple[kind]} if kind in simple else {}


def _object_schema(cls: type, definitions: dict[str, Any]) -> dict[str, Any]:
    name = cls.__name__
    if name not in definitions:
        definitions[name] = {}
        hints, texts = typing.get_type_hints(cls), field_docs(cls)
        properties = {}
        for attribute in attrs.fields(cls):
            entry = _schema(hints[attribute.name], definitions)
            if attribute.name in texts:
                entry = {"description": texts[attribute.name], **entry}
            properties[yaml_key(attribute)] = entry
        definitions[name] = {
            "description": inspect.cleandoc(cls.__doc__ or ""),
            "type": "object",
            "additionalProperties": False,
            "required": [yaml_key(a) for a in attrs.fields(cls) if a.default is attrs.NOTHING],
            "properties": properties,
        }
    return {"$ref": f"#/$defs/{name}"}


def field_docs(cls: type) -> dict[str, str]:
    """Returns the docstrings that stand under a class's fields in its source."""
    import ast  # noqa: PLC0415  (only the schema's writer needs it)
    import textwrap  # noqa: PLC0415

    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    if not isinstance(body, ast.ClassDef):
        return {}
    docs = {}
    for first, second in itertools.pairwise(body.body):
        target = first.target if isinstance(first, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant):
            docs[target.id] = inspect.cleandoc(str(second.value.value))
    return docs
