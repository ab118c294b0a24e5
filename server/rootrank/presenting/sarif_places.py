"""Places of a diagnosis as SARIF has them: code, log lines and edits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any
from urllib.parse import quote

from rootrank.model.document import Document, Evidence, Fix, Place
from rootrank.presenting.clean import clean, code_line

SOURCE_ROOT = "%SRCROOT%"
Json = dict[str, Any]


def artifact(path: str, *, code: bool) -> Json:
    """A file as a URI; code that isn't absolute is relative to the workspace's root."""
    slashed = clean(path).replace("\\", "/")
    if slashed[1:2] == ":" and slashed[2:3] == "/":
        return {"uri": f"file:///{slashed[:2]}{quote(slashed[2:])}"}
    if slashed.startswith("/"):
        return {"uri": f"file://{quote(slashed)}"}
    uri = {"uri": quote(slashed.removeprefix("./"), safe="/~")}
    return {**uri, "uriBaseId": SOURCE_ROOT} if code and not slashed.startswith(("~", "<")) else uri


def physical(path: str, line: int | None, text: str | None, *, code: bool) -> Json:
    """A line of a file."""
    region: Json = {"startLine": line} if line is not None and line > 0 else {}
    if region and text:
        region["snippet"] = {"text": code_line(text)}
    return {"artifactLocation": artifact(path, code=code), **({"region": region} if region else {})}


def location(place: Place) -> Json:
    """The line of code to look at first."""
    where: Json = {"physicalLocation": physical(place.file, place.line, place.text, code=True)}
    if place.function:
        where["logicalLocations"] = [{"name": code_line(place.function), "kind": "function"}]
    return where


def log_location(document: Document) -> Json | None:
    """The line of the log where the failure stands, when no line of code leads to it."""
    files, failure = document.input.files, document.failure
    if not files or len(files) > 1:
        return None
    line = failure.log_line if failure else None
    return {"physicalLocation": physical(files[0], line, failure.message if failure else None, code=False)}


def evidence_locations(document: Document, evidence: Iterable[Evidence]) -> list[Json]:
    """Where the evidence stands, each place with what it says."""
    found: list[Json] = []
    for item in evidence:
        file = item.file or (document.input.files[0] if len(document.input.files) == 1 and item.line else None)
        if file is None:
            continue
        rank = f" (rank {item.rank})" if item.rank is not None else ""
        said = f"{'' if item.for_ else 'Against: '}{item.says or item.text or ''}{rank}"
        where = physical(file, item.line, item.text, code=item.source == "code")
        found.append({"id": len(found) + 1, "physicalLocation": where, "message": {"text": clean(said)}})
    return found


def replacements(fix: Fix) -> Json | None:
    """The edits of a fix; None when it has none that can be applied."""
    if not fix.edits or fix.refused is not None:
        return None
    changes = [
        {
            "artifactLocation": artifact(file, code=True),
            "replacements": [
                {
                    "deletedRegion": {
                        "startLine": edit.start.line,
                        "startColumn": edit.start.col,
                        "endLine": edit.end.line,
                        "endColumn": edit.end.col,
                    },
                    "insertedContent": {"text": edit.new_text},
                }
                for edit in edits
            ],
        }
        for file, edits in groupby(fix.edits, lambda edit: edit.file)
    ]
    note = f" ({fix.wrong_when})" if fix.wrong_when else ""
    return {"description": {"text": clean(fix.title + note)}, "artifactChanges": changes}
