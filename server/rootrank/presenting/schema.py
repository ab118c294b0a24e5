"""The JSON Schema of the diagnosis document, made from the classes of ``rootrank.model.document``.

Field docstrings become descriptions, closed vocabularies become named enums. It is draft 7, which editors and
generators of TypeScript types all read. Run as a module it prints the schema::

    python -m rootrank.presenting.schema > docs/diagnosis.schema.json
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from rootrank.model import document
from rootrank.presenting.document import NON_FINITE

COMMAND = "python -m rootrank.presenting.schema > docs/diagnosis.schema.json"
"""Renews the committed schema."""

Schema = dict[str, Any]
_PRIMITIVES: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
}
_POINT: Schema = {
    "type": "array",
    "items": [{"type": "number"}, {"anyOf": [{"type": "number"}, {"enum": list(NON_FINITE)}]}],
    "minItems": 2,
    "maxItems": 2,
}
"""A metric's (step, value): the only place where a number may be missing from JSON."""


def json_schema() -> Schema:
    """The schema of the document."""
    root = _object(document.Document)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:rootrank:diagnosis:{document.SCHEMA}",
        "title": "Document",
        **root,
        "definitions": {**_enums(), **{cls.__name__: _object(cls) for cls in _classes()}},
    }


def schema_text() -> str:
    """The schema as it is committed."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def _classes() -> list[type]:
    members = vars(document).values()
    return [cls for cls in members if inspect.isclass(cls) and attrs.has(cls) and cls is not document.Document]


@cache
def _enum_names() -> dict[Any, str]:
    return {value: name for name, value in vars(document).items() if get_origin(value) is Literal}


def _enums() -> dict[str, Schema]:
    return {name: _enum(value) for value, name in _enum_names().items()}


def _enum(literal: object) -> Schema:
    return {"type": "string", "enum": list(get_args(literal))}


def _object(cls: type) -> Schema:
    hints = get_type_hints(cls)
    notes = _field_docstrings()[cls.__name__]
    properties = {_key(name): _described(_type(hints[name]), notes.get(name)) for name in attrs.fields_dict(cls)}
    if cls is document.Document:
        properties["schema"]["const"] = document.SCHEMA
    if cls is document.MetricSeries:
        properties["points"]["items"] = _POINT
    return {
        "type": "object",
        "description": inspect.cleandoc(cls.__doc__ or ""),
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _key(name: str) -> str:
    return name.rstrip("_")


def _described(schema: Schema, note: str | None) -> Schema:
    if note is None:
        return dict(schema)
    # Draft 7 ignores what stands beside a `$ref`.
    return {"description": note, **({"allOf": [schema]} if "$ref" in schema else schema)}


def _type(hint: object) -> Schema:
    if hint in _PRIMITIVES:
        return _PRIMITIVES[hint]
    if hint in _enum_names():
        return {"$ref": f"#/definitions/{_enum_names()[hint]}"}
    if inspect.isclass(hint) and attrs.has(hint):
        return {"$ref": f"#/definitions/{hint.__name__}"}
    return _generic(get_origin(hint), get_args(hint), hint)


def _generic(origin: object, arguments: tuple[Any, ...], hint: object) -> Schema:
    if origin is Literal:
        return _enum(hint)
    if origin is list:
        return {"type": "array", "items": _type(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type(arguments[1])}
    if origin is tuple:
        size = len(arguments)
        return {"type": "array", "items": [_type(item) for item in arguments], "minItems": size, "maxItems": size}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(item) for item in arguments]}
    raise TypeError(f"no schema for {hint!r}: teach {__name__} or choose another type")


@cache
def _field_docstrings() -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(document))
    return {node.name: _docstrings_in(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _docstrings_in(node: ast.ClassDef) -> dict[str, str]:
    notes = {}
    for before, after in zip(node.body, node.body[1:], strict=False):
        if not (isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            notes[before.target.id] = inspect.cleandoc(after.value.value)
    return notes


if __name__ == "__main__":
    sys.stdout.write(schema_text())
