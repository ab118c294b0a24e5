"""Muting an entry or a finding, for a while or for good, and taking it back."""

import json
from datetime import date
from pathlib import Path

import pytest
from rootrank.api import LogInput, Workspace, diagnose
from rootrank.suppressing import (
    FILE,
    Suppression,
    SuppressionsError,
    add,
    apply_suppressions,
    finding_key,
    read,
    remove,
)

TODAY = date(2026, 12, 1)
LOG = """\
step 1 loss 0.5
Traceback (most recent call last):
  File "/srv/job/{name}.py", line 1, in <module>
    scaler.step(opt)
RuntimeError: step() has already been called since the last update().
"""
RULE = "precision/gradscaler-missing-update"


def document(root: Path, name: str = "train"):
    (root / f"{name}.py").parent.mkdir(parents=True, exist_ok=True)
    (root / f"{name}.py").write_text("scaler.step(opt)\n")
    return diagnose([LogInput.from_text(LOG.format(name=name), "f")], workspace=Workspace([root])).document


def muted(doc, root: Path, *what: Suppression):
    return apply_suppressions(doc, what, root=root, today=TODAY)[0]


def test_a_muted_entry_leaves_the_diagnoses_and_is_named_with_its_reason(tmp_path: Path) -> None:
    doc = muted(document(tmp_path), tmp_path, Suppression(RULE, "known, fixed in the next release", until="2026-12-31"))
    assert RULE not in [d.rule for d in doc.diagnoses]
    assert [(s.rule, s.reason, s.until) for s in doc.suppressed] == [
        (RULE, "known, fixed in the next release", "2026-12-31")
    ]
    assert doc.verdict == "failure"


def test_it_ends_after_its_last_day(tmp_path: Path) -> None:
    doc = document(tmp_path)
    assert muted(doc, tmp_path, Suppression(RULE, "x", until="2026-11-30")) == doc
    assert muted(doc, tmp_path, Suppression(RULE, "x", until="2026-12-01")) != doc


def test_a_folder_holds_only_for_what_is_below_it(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    inside, outside = document(tmp_path, "old/legacy"), document(tmp_path, "train")
    only = Suppression(RULE, "x", folder="old")
    assert RULE not in [d.rule for d in muted(inside, tmp_path, only).diagnoses]
    assert muted(outside, tmp_path, only) == outside


def test_a_finding_is_one_line_of_one_entry(tmp_path: Path) -> None:
    doc = document(tmp_path)
    (one,) = [d for d in doc.diagnoses if d.rule == RULE]
    assert muted(doc, tmp_path, Suppression(RULE, "x", finding=finding_key(one))) != doc
    assert muted(doc, tmp_path, Suppression(RULE, "x", finding="0" * 16)) == doc


def test_adding_replaces_and_removing_undoes(tmp_path: Path) -> None:
    add(tmp_path, Suppression(RULE, "first"))
    add(tmp_path, Suppression(RULE, "second"))
    add(tmp_path, Suppression(RULE, "one line", finding="a" * 16))
    assert [s.reason for s in read(tmp_path)] == ["one line", "second"]
    assert remove(tmp_path, RULE, finding="a" * 16) == 1
    assert remove(tmp_path, RULE) == 1
    assert remove(tmp_path, RULE) == 0
    assert read(tmp_path) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "can't be read"),
        ("[]", "the list `suppressed`"),
        (json.dumps({"suppressed": [{"rule": RULE}]}), "needs `rule` and `reason`"),
        (json.dumps({"suppressed": [{"rule": RULE, "reason": "x", "rul": "y"}]}), "needs `rule` and `reason`"),
        (json.dumps({"suppressed": [{"rule": RULE, "reason": 4}]}), "must be text"),
        (json.dumps({"suppressed": [{"rule": RULE, "reason": "x", "until": "soon"}]}), "a day like"),
    ],
)
def test_a_broken_file_is_one_clear_message(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text)
    with pytest.raises(SuppressionsError, match="nothing is muted") as raised:
        read(tmp_path)
    assert said in str(raised.value)


def test_the_library_call_honours_the_file_and_says_when_it_is_broken(tmp_path: Path) -> None:
    add(tmp_path, Suppression(RULE, "known"))
    assert [s.rule for s in document(tmp_path).suppressed] == [RULE]
    (tmp_path / FILE).write_text("{")
    answer = diagnose([LogInput.from_text(LOG.format(name="train"), "f")], workspace=Workspace([tmp_path]))
    assert RULE in [d.rule for d in answer.document.diagnoses]
    assert "nothing is muted" in answer.warnings[0]
