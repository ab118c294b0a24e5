"""The diagnosis as SARIF 2.1.0, for code scanning, editors and CI that gather results of many tools.

A hypothesis is a result, the entry behind it a rule. Code is relative to ``%SRCROOT%``, the workspace's root; logs keep
the names that they were given.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from typing import Any

from rootrank.masking import ALL, Kind, mask_document, sentence
from rootrank.model.document import Document, Hypothesis
from rootrank.presenting.clean import clean, first_line
from rootrank.presenting.levels import level, severity_level
from rootrank.presenting.outline import outline
from rootrank.presenting.sarif_places import SOURCE_ROOT, evidence_locations, location, log_location, replacements
from rootrank.presenting.sentences import interruption, rank_sentence

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
"""The name of the format's schema; nothing is fetched from there."""
UNEXPLAINED = "rootrank/unexplained-failure"
"""The rule of a failure that no entry explains."""

Json = dict[str, Any]


def sarif(document: Document, *, kinds: Collection[Kind] = ALL, roots: Sequence[str] = ()) -> str:
    """The diagnosis as a SARIF log, as text that ends with a newline.

    Args:
        document: The diagnosis.
        kinds: What to hide; nothing when empty.
        roots: The workspace's folders, whose paths become relative.
    """
    masked, hidden = mask_document(document, kinds, roots=roots)
    return json.dumps(_log(masked, sentence(hidden)), indent=2, allow_nan=False) + "\n"


def _log(document: Document, hidden: str | None) -> Json:
    explained = document.diagnoses
    unexplained = document.verdict == "failure" and not explained and not document.suppressed
    results = [_result(document, one, index) for index, one in enumerate(explained)]
    rules = [_rule(one) for one in explained]
    run = {
        "tool": {"driver": _driver(document, rules or ([_unexplained_rule()] if unexplained else []))},
        "invocations": [_invocation(document, hidden)],
        "originalUriBaseIds": {SOURCE_ROOT: {"description": {"text": "the root folder of the code that ran"}}},
        "columnKind": "unicodeCodePoints",
        "results": results or ([_unexplained(document)] if unexplained else []),
        "properties": _told(verdict=document.verdict, ranks=rank_sentence(document.ranks), hidden=hidden),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(document: Document, rules: list[Json]) -> Json:
    book = document.engine.rulebook
    return {
        "name": "Rootrank",
        "version": document.engine.version,
        "rules": rules,
        "properties": {"rulebook": {"version": book.version, "hash": book.hash, "entries": book.entries}},
    }


def _invocation(document: Document, hidden: str | None) -> Json:
    said = [text for text in (interruption(document), hidden) if text]
    notes = [{"level": "note", "message": {"text": text}} for text in said]
    return {"executionSuccessful": document.input.complete, "toolExecutionNotifications": notes}


def _rule(one: Hypothesis) -> Json:
    words = one.rule.rsplit("/", 1)[-1].replace("_", "-").split("-")
    helps = [
        f"Why: {one.mechanism}" if one.mechanism else "",
        f"What it does not mean: {one.does_not_mean}" if one.does_not_mean else "",
        *(f"Prevent: {text}" for text in one.prevent),
        *(f"{item.title}: {item.url}" for item in one.references),
    ]
    return {
        "id": one.rule,
        "name": "".join(word[:1].upper() + word[1:] for word in words),
        "shortDescription": _text(first_line(one.title)),
        "fullDescription": _text(one.mechanism or one.title),
        "help": _text("\n\n".join(text for text in helps if text) or one.title),
        "defaultConfiguration": {"level": severity_level(one.severity)},
        "properties": {"tags": [one.area, *(tag for tag in one.tags if tag != one.area)], "layer": one.layer},
    }


def _result(document: Document, one: Hypothesis, index: int) -> Json:
    place = one.place or (document.failure.frame if document.failure else None)
    where = location(place) if place else log_location(document)
    fixes = [_fix for _fix in map(replacements, one.fixes) if _fix]
    evidence = evidence_locations(document, one.evidence)
    said = [one.root_cause or one.title, (index == 0 and rank_sentence(document.ranks)) or ""]
    return {
        "ruleId": one.rule,
        "ruleIndex": index,
        "level": level(one),
        "message": _text("\n".join(text for text in said if text)),
        "locations": [where] if where else [],
        "relatedLocations": evidence,
        "rank": round(min(max(one.score, 0.0), 1.0) * 100, 1),
        "partialFingerprints": {
            "rootrankFailure/v1": _fingerprint(one.rule, place.file if place else None, place.text if place else None)
        },
        **({"fixes": fixes} if fixes else {}),
        "properties": _told(
            confidence=one.confidence,
            verify=one.verify.command,
            doNow=one.fixes[0].title if one.fixes else None,
            missingFacts=[f"{fact.fact}: {fact.how_to_get}" for fact in one.missing_facts] or None,
        ),
    }


def _unexplained_rule() -> Json:
    return {
        "id": UNEXPLAINED,
        "name": "UnexplainedFailure",
        "shortDescription": _text("Failure that no entry explains"),
        "fullDescription": _text("The run failed, and no entry of the rulebook explains why."),
        "help": _text("Read the failure's own message, and give more of the log where the result asks for it."),
        "defaultConfiguration": {"level": "error"},
    }


def _unexplained(document: Document) -> Json:
    content = outline(document)
    frame = document.failure.frame if document.failure else None
    where = location(frame) if frame else log_location(document)
    said = [content.title, content.ranks or "", *content.cause, *document.next_steps]
    return {
        "ruleId": UNEXPLAINED,
        "ruleIndex": 0,
        "level": "error",
        "message": _text("\n".join(text for text in said if text)),
        "locations": [where] if where else [],
        "partialFingerprints": {
            "rootrankFailure/v1": _fingerprint(UNEXPLAINED, frame.file if frame else None, content.title)
        },
    }


def _fingerprint(*parts: str | None) -> str:
    """The same for the same failure at the same line of code, wherever that line has moved."""
    said = "\0".join(" ".join((part or "").split()) for part in parts)
    return hashlib.sha256(said.encode("utf-8", errors="replace")).hexdigest()[:32]


def _text(text: str) -> Json:
    """A message: log text in it makes no link, which SARIF writes as ``[text](target)``."""
    said = clean(text)
    return {"text": said.replace("[", "\\[").replace("]", "\\]") if "](" in said else said}


def _told(**properties: object) -> Json:
    return {name: value for name, value in properties.items() if value is not None}
