from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from attrs import evolve
from rootrank.model.document import Document, Place
from rootrank.presenting.levels import level
from rootrank.presenting.sarif import UNEXPLAINED, sarif

from . import samples

SCHEMA = Path(__file__).parents[3] / "docs" / "sarif-schema" / "sarif-2.1.0-rtm.5.json"
VALIDATOR = jsonschema.Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
ROOTS = ["/home/ada/run"]


def run_of(document: Document, **options: Any) -> dict[str, Any]:
    (run,) = json.loads(sarif(document, **options))["runs"]
    return run


@pytest.mark.parametrize("sample", samples.ALL)
def test_it_is_valid_sarif(sample: Callable[[], Document]) -> None:
    for kinds in ({"kinds": ()}, {}):
        text = sarif(sample(), roots=ROOTS, **kinds)
        assert text.isascii()
        VALIDATOR.validate(json.loads(text))


def test_sarif(golden: Callable[[str, str], None]) -> None:
    golden("sqrt_at_zero.sarif", sarif(samples.sqrt_at_zero()))


def test_each_hypothesis_is_a_result_with_its_rule() -> None:
    run = run_of(samples.several_possible())
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["numerics/sqrt-at-zero", "numerics/fp16-overflow", "data/nan-in-input"]
    assert [rule["name"] for rule in rules] == ["SqrtAtZero", "Fp16Overflow", "NanInInput"]
    assert not any("helpUri" in rule for rule in rules)
    for index, result in enumerate(run["results"]):
        assert (result["ruleIndex"], result["ruleId"]) == (index, rules[index]["id"])
        assert result["level"] == "warning", "an error that is only possible"


@pytest.mark.parametrize(
    ("severity", "confidence", "expected"),
    [
        ("error", "confirmed", "error"),
        ("fatal", "likely", "error"),
        ("error", "possible", "warning"),
        ("warning", "confirmed", "warning"),
        ("warning", "possible", "note"),
        ("info", "possible", "note"),
    ],
)
def test_the_level_comes_from_severity_and_confidence(severity: str, confidence: str, expected: str) -> None:
    one = evolve(samples.sqrt_hypothesis(), severity=severity, confidence=confidence)
    assert level(one) == expected


def test_code_is_relative_to_the_source_root_and_logs_are_as_given() -> None:
    (result,) = run_of(samples.sqrt_at_zero())["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "model/loss.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 40, "snippet": {"text": samples.LINE}}
    log, code = (item["physicalLocation"]["artifactLocation"] for item in result["relatedLocations"])
    assert log == {"uri": "train.log"}
    assert code == {"uri": "model/loss.py", "uriBaseId": "%SRCROOT%"}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/opt/a b/x.py", "file:///opt/a%20b/x.py"),
        ("C:\\code\\x.py", "file:///C:/code/x.py"),
        ("./a%b#c.py", "a%25b%23c.py"),
        ("~/x.py", "~/x.py"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_any_path_becomes_a_uri(path: str, uri: str) -> None:
    best = evolve(samples.sqrt_hypothesis(), place=Place(path, 3, None, None))
    (result,) = run_of(evolve(samples.sqrt_at_zero(), diagnoses=[best]))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_edits_are_fixes() -> None:
    (result,) = run_of(samples.thousand_ranks(), roots=ROOTS)["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "model/norm.py", "uriBaseId": "%SRCROOT%"}
    first, second = change["replacements"]
    assert first["deletedRegion"] == {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 1}
    assert first["insertedContent"]["text"] == "import torch.nn.functional as F\n"
    assert second["deletedRegion"]["endLine"] == 20
    assert "fixes" not in run_of(samples.advice_only())["results"][0]


def test_a_failure_that_no_entry_explains_is_a_result_too() -> None:
    run = run_of(samples.unknown_failure())
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [UNEXPLAINED]
    assert run["results"][0]["message"]["text"].startswith("FrobnicationError: the frobnicator refused")
    assert (
        run_of(samples.bare_failure())["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 412
    )
    assert run_of(samples.healthy())["results"] == []


def test_the_fingerprint_does_not_change_when_the_line_moves() -> None:
    def fingerprint(**changes: Any) -> str:
        best = evolve(samples.sqrt_hypothesis(), **changes)
        return run_of(evolve(samples.sqrt_at_zero(), diagnoses=[best]))["results"][0]["partialFingerprints"]

    assert fingerprint() == fingerprint(place=evolve(samples.LOSS, line=99), root_cause="other")
    assert fingerprint() != fingerprint(place=evolve(samples.LOSS, text="x = 1"))
    assert fingerprint() != fingerprint(rule="numerics/other")


def test_log_text_makes_no_link() -> None:
    best = evolve(samples.sqrt_hypothesis(), root_cause="see [here](http://e.x) and [0]")
    message = run_of(evolve(samples.sqrt_at_zero(), diagnoses=[best]))["results"][0]["message"]["text"]
    assert message.startswith("see \\[here\\](http://e.x)")


def test_it_says_what_was_hidden_and_what_was_not_read() -> None:
    run = run_of(samples.interrupted())
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    said = [item["message"]["text"] for item in invocation["toolExecutionNotifications"]]
    assert said[0].startswith("interrupted")
    assert said[1] == "Hidden: 2 host names, 1 IP address"
    assert run["properties"]["hidden"] == said[1]
    assert "hidden" not in run_of(samples.sqrt_at_zero(), kinds=())["properties"]
