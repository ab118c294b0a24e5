"""The JSON Schema of a module of attrs classes: the one walk behind the schema of entries and that of the document.

Field docstrings become descriptions, closed vocabularies that have a name become named enums. It is draft 7, which
editors and generators of TypeScript types all read. Knows no class of ours.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

Schema = dict[str, Any]
_PRIMITIVES: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}


def json_schema(module: ModuleType, root: type, identity: str, *, every_key: bool) -> Schema:
    """The schema of ``root``, with all other classes and named words of its module as definitions.

    Args:
        module: Where the classes stand.
        root: One of them.
        identity: The schema's ``$id``.
        every_key: Whether every key must be there. Otherwise those with a default may be left out, and a plain default
            is told, for editors that offer it.
    """
    named = {value: name for name, value in vars(module).items() if get_origin(value) is Literal}
    walk = _Walk(module, every_key, named)
    classes = [one for one in vars(module).values() if inspect.isclass(one) and attrs.has(one) and one is not root]
    words = {name: _words(value) for value, name in named.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": identity,
        "title": root.__name__,
        **walk.object_schema(root),
        "definitions": {**words, **{one.__name__: walk.object_schema(one) for one in classes}},
    }


@frozen
class _Walk:
    """One walk over the classes of a module."""

    module: ModuleType
    every_key: bool
    named: Mapping[Any, str]
    """Closed vocabularies that have a name in the module."""

    def object_schema(self, cls: type) -> Schema:
        """The schema of one class."""
        hints = get_type_hints(cls)
        notes = docstrings(self.module)[cls.__name__]
        fields = {yaml_key(one): one for one in attrs.fields(cls)}
        return {
            "type": "object",
            "description": inspect.cleandoc(cls.__doc__ or ""),
            "properties": {key: self._field(one, hints[one.name], notes) for key, one in fields.items()},
            "required": [key for key, one in fields.items() if self.every_key or one.default is attrs.NOTHING],
            "additionalProperties": False,
        }

    def _field(self, field: attrs.Attribute[Any], hint: object, notes: Mapping[str, str]) -> Schema:
        schema = dict(self._type(hint))
        if field.name in notes:
            # Draft 7 ignores what stands beside a `$ref`.
            schema = {"description": notes[field.name], **({"allOf": [schema]} if "$ref" in schema else schema)}
        if not self.every_key and isinstance(field.default, (str, int, float)):
            schema["default"] = field.default
        return schema

    def _type(self, hint: object) -> Schema:
        if hint in _PRIMITIVES:
            return _PRIMITIVES[hint]
        if hint in self.named:
            return {"$ref": f"#/definitions/{self.named[hint]}"}
        if inspect.isclass(hint) and attrs.has(hint):
            return {"$ref": f"#/definitions/{hint.__name__}"}
        return self._generic(get_origin(hint), get_args(hint), hint)

    def _generic(self, origin: object, arguments: tuple[Any, ...], hint: object) -> Schema:
        if origin is Literal:
            return _words(hint)
        if origin is list or (origin is tuple and arguments[-1] is Ellipsis):
            return {"type": "array", "items": self._type(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self._type(arguments[1])}
        if origin is tuple:
            items, size = [self._type(one) for one in arguments], len(arguments)
            return {"type": "array", "items": items, "minItems": size, "maxItems": size}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self._type(one) for one in arguments]}
        raise TypeError(f"no schema for {hint!r}: teach {__name__} or choose another type")


def _words(literal: object) -> Schema:
    return {"type": "string", "enum": list(get_args(literal))}


def yaml_key(attribute: attrs.Attribute[Any]) -> str:
    """The key under which a field stands in JSON and YAML: ``for`` for ``for_``."""
    return attribute.name.rstrip("_")


@cache
def docstrings(module: ModuleType) -> dict[str, dict[str, str]]:
    """Class name → field → the docstring that stands under the field in the module's source."""
    tree = ast.parse(inspect.getsource(module))
    return {node.name: _docstrings_in(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _docstrings_in(node: ast.ClassDef) -> dict[str, str]:
    notes = {}
    for before, after in zip(node.body, node.body[1:], strict=False):
        if not (isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name)):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            notes[before.target.id] = inspect.cleandoc(after.value.value)
    return notes
