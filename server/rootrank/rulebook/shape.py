"""The shape that the classes in ``entry`` demand, read off their types: checks plain data, with the key of each fault.

Editors get the same shape as a JSON Schema from ``json_schema``; a test holds every entry to both.
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, Union

import attrs

from rootrank.rulebook.json_schema import yaml_key
from rootrank.rulebook.yaml_source import Source

Fault = tuple[str, str]
"""(key path, what is wrong)"""


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
