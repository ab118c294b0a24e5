"""The JSON Schema of the diagnosis document, made from the classes of ``rootrank.model.document``.

The walk is the one that also describes entries. Run as a module it prints the schema::

    python -m rootrank.presenting.schema > docs/diagnosis.schema.json
"""

from __future__ import annotations

import json
import sys

from rootrank.model import document
from rootrank.presenting.document import NON_FINITE
from rootrank.rulebook import json_schema as walk
from rootrank.rulebook.json_schema import Schema

COMMAND = "python -m rootrank.presenting.schema > docs/diagnosis.schema.json"
"""Renews the committed schema."""

_POINT: Schema = {
    "type": "array",
    "items": [{"type": "number"}, {"anyOf": [{"type": "number"}, {"enum": list(NON_FINITE)}]}],
    "minItems": 2,
    "maxItems": 2,
}
"""A metric's (step, value): the only place where a number may be missing from JSON."""


def json_schema() -> Schema:
    """The schema of the document."""
    identity = f"urn:rootrank:diagnosis:{document.SCHEMA}"
    schema = walk.json_schema(document, document.Document, identity, every_key=True)
    schema["properties"]["schema"]["const"] = document.SCHEMA
    schema["definitions"][document.MetricSeries.__name__]["properties"]["points"]["items"] = _POINT
    return schema


def schema_text() -> str:
    """The schema as it is committed."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_text())
