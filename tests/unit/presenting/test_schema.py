from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
from rootrank.presenting.schema import COMMAND, json_schema, schema_text

COMMITTED = Path(__file__).parents[3] / "docs" / "diagnosis.schema.json"


def test_the_committed_schema_is_current() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == schema_text(), f"docs are behind the classes; run: {COMMAND}"


def test_it_is_a_valid_schema_without_a_host() -> None:
    schema = json_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    assert schema["$id"] == "urn:rootrank:diagnosis:1"


def test_every_object_is_closed_and_all_its_fields_are_required() -> None:
    schema = json_schema()
    objects = [schema, *(item for item in schema["definitions"].values() if item["type"] == "object")]
    assert len(objects) > 25
    for item in objects:
        assert item["additionalProperties"] is False
        assert item["required"] == list(item["properties"])
        assert item["description"]


def test_field_docstrings_become_descriptions() -> None:
    definitions: dict[str, Any] = json_schema()["definitions"]
    assert definitions["Evidence"]["properties"]["for"]["description"].startswith("True when it speaks for")
    assert definitions["Confidence"]["enum"] == ["confirmed", "likely", "possible"]
