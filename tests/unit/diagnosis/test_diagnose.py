"""Confidence, rivals and verdicts, on a rulebook made for the purpose."""

import os
import sys
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parents[1] / "rulebook"))
from rootrank.api import Answer, LogInput, RunContext, Workspace, diagnose
from rootrank.rulebook.build import build_entry
from rootrank.rulebook.store import rulebook_of
from rulebook_samples import ENTRY

RAISED = """\
step 1 loss 0.50
Traceback (most recent call last):
  File "/srv/job/train.py", line 2, in <module>
    y = hint(x)
RuntimeError: sample broke at step 12
"""


def entry(**changes):
    data = yaml.safe_load(ENTRY)
    data["signals"]["broken"] = {
        "anchors": ["sample broke"],
        "exception": {"type": ["RuntimeError"], "message": "sample broke at step (?P<step>\\d+)"},
        "weight": 2,
        "says": "it broke",
    }
    data.update(changes)
    return build_entry(data)


def run(text: str, *entries, workspace: Workspace | None = None, context: RunContext | None = None) -> Answer:
    book = rulebook_of(entries or (entry(),))
    return diagnose([LogInput.from_text(text, "f")], workspace=workspace, run=context, rulebook=book)


def test_confirmed_needs_every_rival_excluded() -> None:
    (one,) = run(RAISED).document.diagnoses
    assert one.confidence == "confirmed"
    assert one.missing_facts == []
    (other,) = run(RAISED.replace("hint(", "other(")).document.diagnoses
    assert other.confidence == "likely"
    assert [f.how_to_get for f in other.missing_facts] == ["look at it"]


def test_the_root_cause_speaks_of_this_run() -> None:
    (one,) = run(RAISED.replace("hint(", "other(")).document.diagnoses
    assert one.root_cause == "It broke at 12, near y = other(x)."


def test_evidence_against_keeps_it_from_being_confirmed() -> None:
    against = {"says": "but the loss was fine", "for": False, "metric": {"name": "loss", "state": "finite_before"}}
    changed = entry(evidence={**yaml.safe_load(ENTRY)["evidence"], "fine": against})
    (one,) = run(RAISED, changed).document.diagnoses
    assert one.confidence == "likely"
    assert [e.for_ for e in one.evidence if e.source == "metric"] == [False]


def test_two_that_claim_the_same_line_are_both_only_likely() -> None:
    both = run(RAISED, entry(), entry(id="numerics/twin")).document.diagnoses
    assert [d.confidence for d in both] == ["likely", "likely"]


def test_a_general_entry_steps_back_for_one_it_leads_to() -> None:
    general = entry(id="numerics/general", general=True, leads_to=["numerics/sample"])
    assert [d.rule for d in run(RAISED, general, entry()).document.diagnoses] == ["numerics/sample"]
    alone = run(RAISED, general).document.diagnoses
    assert [(d.rule, d.confidence) for d in alone] == [("numerics/general", "likely")]


def test_an_entry_that_needs_evidence_stays_out_without_it() -> None:
    needy = entry(needs_evidence=True)
    assert run(RAISED.replace("hint(", "other("), needy).document.diagnoses == []
    assert len(run(RAISED, needy).document.diagnoses) == 1


def test_code_counts_only_where_it_is_the_line_that_ran(tmp_path: Path) -> None:
    code = {"says": "code has {code.X}", "weight": 3, "code": {"where": "file", "rule": {"pattern": "$X = hint($$$)"}}}
    changed = entry(evidence={"hint": code})
    (tmp_path / "train.py").write_text("x = 1\ny = hint(x)\n")
    seen = RunContext("python train.py", str(tmp_path), 1)
    (one,) = run(RAISED, changed, workspace=Workspace([tmp_path]), context=seen).document.diagnoses
    assert one.confidence == "confirmed"
    assert [e.says for e in one.evidence if e.source == "code"] == ["code has y"]
    assert one.place is not None
    assert one.place.file == str(tmp_path / "train.py")
    (tmp_path / "train.py").write_text("x = 1\nz = hint(3)\n")
    (other,) = run(RAISED, changed, workspace=Workspace([tmp_path])).document.diagnoses
    assert other.confidence == "likely"


def test_a_searched_script_that_nothing_ties_to_the_run_can_t_confirm(tmp_path: Path) -> None:
    code = {"says": "x", "weight": 3, "code": {"where": "workspace", "locates": True, "rule": {"pattern": "hint($A)"}}}
    silent = build_entry({**yaml.safe_load(ENTRY), "evidence": {"hint": code}})
    (tmp_path / "train.py").write_text("y = hint(1)\n")
    space = Workspace([tmp_path])
    (one,) = run("sample broke at step 7\n", silent, workspace=space).document.diagnoses
    assert one.confidence == "likely"
    assert one.place is not None
    assert one.place.line == 1
    known = RunContext("python train.py", str(tmp_path), 1)
    (two,) = run("sample broke at step 7\n", silent, workspace=space, context=known).document.diagnoses
    assert two.confidence == "confirmed"
    assert two.verify.command == "python train.py"


FAILING = (
    "Traceback (most recent call last):\n  File \"/srv/job/train.py\", line 2, in <module>\n    f()\nKeyError: 'x'\n"
)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("step 1 loss 0.5\nstep 2 loss 0.4\n", "healthy"),
        ("once upon a time\n", "unknown"),
        ("", "unknown"),
        (FAILING, "failure"),
        (f"step 1 loss 0.5\n{FAILING}step 2 loss 0.4\n", "healthy"),
        (f"{FAILING}step 1 loss 0.5\n{FAILING}step 2 loss 0.4\n", "healthy"),
        (f"{FAILING}step 1 loss 0.5\nstep 2 loss 0.4\n", "failure"),
        ("step 1 loss 0.5\nstep 2 loss nan\n", "failure"),
        ("step 1 loss 0.5\nKilled\n", "failure"),
        ("step 1 loss 0.5\n" + FAILING.replace("KeyError: 'x'", "KeyboardInterrupt"), "unknown"),
    ],
)
def test_verdicts(text: str, verdict: str) -> None:
    document = run(text).document
    if verdict == "healthy" and "Traceback" in text:
        assert document.verdict != "failure"
    else:
        assert document.verdict == verdict
    assert (document.failure is not None) == (document.verdict == "failure")


def test_a_failure_that_no_entry_explains_is_still_answered() -> None:
    document = run(FAILING).document
    assert document.diagnoses == []
    assert document.failure is not None
    assert (document.failure.exception, document.failure.message) == ("KeyError", "'x'")
    assert document.failure.frame is not None
    assert document.failure.frame.text == "f()"
    assert any("/srv/job/train.py:2" in step for step in document.next_steps)


def test_the_rank_with_an_exception_of_its_own_failed_first() -> None:
    lost = FAILING.replace("KeyError: 'x'", "RuntimeError: Connection closed by peer")
    text = "".join(
        f"[rank{r}]: {line}\n" for r, body in ((0, lost), (2, FAILING), (1, lost)) for line in body.splitlines()
    )
    ranks = run(text).document.ranks
    assert (ranks.status, ranks.initiating, ranks.collateral) == ("named", 2, [0, 1])
    same = "".join(f"[rank{r}]: {line}\n" for r in (0, 1) for line in FAILING.splitlines())
    assert run(same).document.ranks.status == "unknown"
    assert run(same).document.ranks.initiating is None


def test_code_that_changed_since_the_log_was_written_can_t_confirm(tmp_path: Path) -> None:
    code = {"says": "x", "weight": 3, "code": {"where": "file", "rule": {"pattern": "$X = hint($$$)"}}}
    book = rulebook_of([entry(evidence={"hint": code})])
    log, script = tmp_path / "train.log", tmp_path / "train.py"
    log.write_text(RAISED)
    script.write_text("x = 1\ny = hint(x)\n")

    def confidence(age: int) -> str:
        os.utime(script, (log.stat().st_mtime - age,) * 2)
        answer = diagnose([LogInput.from_path(log)], workspace=Workspace([tmp_path]), rulebook=book)
        return answer.document.diagnoses[0].confidence

    assert confidence(age=60) == "confirmed"
    assert confidence(age=-60) == "likely"


def test_an_exception_that_was_caught_and_trained_past_explains_nothing() -> None:
    survived = RAISED + "step 13 loss 0.40\n"
    assert run(survived).document.diagnoses == []
    assert run(survived).document.verdict != "failure"
    assert run(RAISED + "falling back to the slow path\ntraining done\n").document.diagnoses == []
    assert run(RAISED + "job finished with errors\n").document.diagnoses != []


def test_a_general_error_that_was_being_handled_is_only_possible() -> None:
    log = """\
Traceback (most recent call last):
  File "train.py", line 3, in fetch
    return cache[name]
KeyError: 'tokenizer'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "train.py", line 5, in fetch
    cache[name] = download(name)
acme.client.StoreError: the store is closed
"""
    document = diagnose([LogInput.from_text(log, "train.log")]).document
    assert document.failure is not None
    assert document.failure.exception == "acme.client.StoreError"
    assert [one.confidence for one in document.diagnoses if one.rule == "code/missing-key"] in ([], ["possible"])
