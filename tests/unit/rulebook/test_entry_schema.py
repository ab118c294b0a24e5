"""The schema of entries: it says what the loader accepts, explains every key, and is where editors look for it."""

import json
import sys
from pathlib import Path, PurePosixPath
from typing import Any

import jsonschema
import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))
from rootrank.rulebook.entry import Entry
from rootrank.rulebook.entry_schema import COMMAND, FILE_NAME, HINT, entry_schema, schema_text
from rootrank.rulebook.shape import check_shape
from rootrank.rulebook.yaml_source import Source
from rulebook_samples import ENTRY

ROOT = Path(__file__).parents[3]
ENTRIES = sorted((ROOT / "rules").glob("*/*/entry.yaml"))
VALIDATOR = jsonschema.Draft7Validator(entry_schema())


def test_the_committed_schema_is_current() -> None:
    assert (ROOT / "rules" / FILE_NAME).read_text(encoding="utf-8") == schema_text(), f"run: {COMMAND}"


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: "/".join(path.parts[-3:-1]))
def test_every_entry_validates(path: Path) -> None:
    faults = [error.message for error in VALIDATOR.iter_errors(yaml.safe_load(path.read_text(encoding="utf-8")))]
    assert faults == []


def test_there_are_entries() -> None:
    assert len(ENTRIES) > 30


WRONG = [
    ("title", {"titel": "x"}),
    ("status", {"status": "finished"}),
    ("signals", {"signals": {"broken": {"line": "x"}}}),
    ("recognise", {"recognise": {"any": [5]}}),
    ("fix_minutes", {"fix_minutes": [1]}),
    ("notify", {"notify": "yes"}),
    ("cases", {"cases": "none"}),
]


@pytest.mark.parametrize(("key", "change"), WRONG, ids=[key for key, _ in WRONG])
def test_it_refuses_what_the_loader_refuses(key: str, change: dict[str, Any]) -> None:
    data = {**yaml.safe_load(ENTRY), **change}
    assert list(VALIDATOR.iter_errors(data))
    assert check_shape(Source("entry.yaml", data, {}), Entry)


def test_nested_recognition_is_accepted_by_both() -> None:
    data = {**yaml.safe_load(ENTRY), "recognise": {"all": ["broken", {"none": ["broken"]}]}}
    assert list(VALIDATOR.iter_errors(data)) == []
    assert check_shape(Source("entry.yaml", data, {}), Entry) == []


def test_every_key_explains_itself() -> None:
    schema = entry_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    objects = {"Entry": schema, **{n: d for n, d in schema["definitions"].items() if d["type"] == "object"}}
    silent = [
        f"{name}.{key}"
        for name, one in objects.items()
        for key, p in one["properties"].items()
        if "description" not in p
    ]
    assert silent == []
    assert schema["definitions"]["SignalSpec"]["properties"]["weight"]["default"] == 1.0
    assert "id" in schema["required"]
    assert "notify" not in schema["required"]


def test_editors_are_told_where_it_is() -> None:
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    (offer,) = manifest["contributes"]["yamlValidation"]
    assert (ROOT / offer["url"]).resolve() == ROOT / "rules" / FILE_NAME
    assert {"**/rules/*/*/entry.yaml", "**/.rootrank/rules/**/entry.yaml"} == set(offer["fileMatch"])
    entry = PurePosixPath("rules/numerics/sample/entry.yaml")
    named = HINT.strip().removeprefix("# yaml-language-server: $schema=")
    assert named == f"../../{FILE_NAME}"
    assert entry.match(offer["fileMatch"][0].removeprefix("**/"))
