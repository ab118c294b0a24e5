"""The JSON Schema of ``entry.yaml``, with which editors complete, explain and check what an author types."""

from __future__ import annotations

import json

from rootrank.rulebook import entry
from rootrank.rulebook.json_schema import Schema, json_schema

FILE_NAME = "entry.schema.json"
"""Stands at the top of a folder of rules, so that an entry can name it by a path that is the same everywhere."""
HINT = f"# yaml-language-server: $schema=../../{FILE_NAME}\n"
"""The first line of an entry, by which editors without our extension find the schema."""
COMMAND = f"rootrank rules schema > rules/{FILE_NAME}"
"""Renews the committed schema."""


def entry_schema() -> Schema:
    """The schema of one entry."""
    return json_schema(entry, entry.Entry, "urn:rootrank:entry:1", every_key=False)


def schema_text() -> str:
    """The schema as it is committed, and as it lies beside the entries that ``rootrank rules new`` begins."""
    return json.dumps(entry_schema(), indent=2, ensure_ascii=False) + "\n"
