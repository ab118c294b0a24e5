"""The command that proves a fix, and what its outcome was."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from rootrank.fixing import judge_outcome, verification
from rootrank.model.document import (
    Document,
    Engine,
    Failure,
    Hypothesis,
    Input,
    Metrics,
    MetricSeries,
    Onset,
    Perspectives,
    Place,
    Ranks,
    RulebookInfo,
    Verify,
)

from tests.unit.fixing.conftest import entry


def verify(template: str = "{command}", **given: Any) -> tuple[str | None, list[str]]:
    made = verification(entry(template=template), **{"command": None, "script": None, **given})
    assert (made.template, made.expect, made.outcome) == (template, "it runs on", None)
    return made.command, made.needs


def test_the_command_as_it_was_typed() -> None:
    command = "cd /a && torchrun --nproc 8 train.py | tee log"
    assert verify(command=command) == (command, [])


def test_only_the_script_is_known() -> None:
    assert verify(script="my dir/train.py") == (
        "python 'my dir/train.py'",
        ["the arguments it was started with"],
    )
    assert verify(script="t.py", arguments=["--name", "a b; c"]) == ("python t.py --name 'a b; c'", [])


def test_nothing_is_known() -> None:
    assert verify() == (None, ["the command that was run"])
    assert verify("python {script} --check") == (None, ["the script that was started"])


def test_a_variable_before_and_arguments_behind() -> None:
    assert verify("A=1 {command} --steps 2", command="python t.py") == ("A=1 python t.py --steps 2", [])
    assert verify("A=1 {command}", command="cd 'x y' && python t.py") == (
        "A=1 sh -c 'cd '\"'\"'x y'\"'\"' && python t.py'",
        [],
    )
    needs = ["the command without what the shell does around it"]
    assert verify("{command} --steps 2", command="python t.py | tee log") == (None, needs)
    assert verify("A=1 {command}", command="python 't.py") == (None, needs)


def test_a_template_without_the_command() -> None:
    assert verify("python {script} --dry", script="a b.py") == ("python 'a b.py' --dry", [])
    assert verify("nvidia-smi -q -i {gpu}", fill=lambda text: text.replace("{gpu}", "3")) == ("nvidia-smi -q -i 3", [])


def hypothesis(rule: str, confidence: Any) -> Hypothesis:
    empty: dict[str, Any] = dict.fromkeys(
        ("cheapest_check", "recurs_when", "at_scale", "fix_minutes", "fingerprint", "place")
    )
    lists = ("tags", "systems", "symptoms", "evidence", "missing_facts", "confirm", "fixes", "prevent", "references")
    return Hypothesis(
        rule=rule,
        title=f"Title of {rule}",
        area="",
        severity="error",
        layer="code",
        phase="training",
        confidence=confidence,
        score=0.5,
        root_cause="",
        mechanism="",
        does_not_mean="",
        verify=Verify(None, "", [], "", None),
        perspectives=Perspectives([], "", ""),
        related=[],
        notify=False,
        **empty,
        **{name: [] for name in lists},
    )


def document(
    failure: Failure | None = None, *rules: tuple[str, str], verdict: Any = None, size: int = 10, complete: bool = True
) -> Document:
    return Document(
        schema=1,
        engine=Engine("", RulebookInfo("", "", 0)),
        verdict=verdict or ("failure" if failure or rules else "healthy"),
        failure=failure,
        diagnoses=[hypothesis(*rule) for rule in rules],
        missing_facts=[],
        next_steps=[],
        suppressed=[],
        ranks=Ranks("none", None, None, None, {}, [], [], "", [], 1),
        timeline=[],
        metrics=Metrics([], None),
        environment={},
        cost=None,
        input=Input([], size, 1, 0.0, complete),
    )


def failure(
    exception: str | None, message: str = "m", line: int = 3, text: str = "f(x)", function: str = "f"
) -> Failure:
    return Failure(exception, message, None, Place("/a/train.py", line, function, text), 1)


BEFORE = failure("RuntimeError", "returned nan values in its 0th output")
MOVED = failure("torch.RuntimeError", "returned nan values in its 1th output", line=9, text="f(x + 1)")
ELSEWHERE = failure("RuntimeError", "returned nan values", function="g")
OTHER = failure("ValueError", "bad shape")
NO_FRAME = Failure("RuntimeError", "m", None, None, 1)


@pytest.mark.parametrize(
    ("after", "code", "outcome"),
    [
        (document(), 0, "verified"),
        (document(verdict="unknown"), 0, "verified"),
        (document(None, ("r/other", "possible"), verdict="healthy"), 0, "verified"),
        (document(size=0), 0, "inconclusive"),
        (document(complete=False), 0, "inconclusive"),
        (document(), None, "inconclusive"),
        (document(), 1, "inconclusive"),
        (document(), 130, "inconclusive"),
        (document(), -9, "inconclusive"),
        (document(failure("KeyboardInterrupt", "")), 1, "inconclusive"),
        (document(Failure(None, "Killed", None, None, 1)), 137, "inconclusive"),
        (document(Failure(None, "loss is NaN", None, None, 1)), 0, "failed_differently"),
        (document(BEFORE, ("r/before", "likely")), 1, "still_failing"),
        (document(BEFORE, ("r/before", "possible")), 1, "still_failing"),
        (document(BEFORE, ("r/before", "likely")), 130, "still_failing"),
        (document(OTHER, ("r/other", "likely"), ("r/before", "likely")), 1, "still_failing"),
        (document(OTHER, ("r/other", "likely"), ("r/before", "possible")), 1, "failed_differently"),
        (document(BEFORE), 1, "still_failing"),
        (document(MOVED), 1, "still_failing"),
        (document(MOVED), None, "still_failing"),
        (document(BEFORE, ("r/other", "likely")), 1, "failed_differently"),
        (document(ELSEWHERE), 1, "failed_differently"),
        (document(NO_FRAME), 1, "failed_differently"),
        (document(OTHER), 1, "failed_differently"),
        (document(OTHER), 0, "failed_differently"),
    ],
)
def test_the_outcome(after: Document, code: int | None, outcome: str) -> None:
    found, says = judge_outcome("r/before", document(BEFORE), after, code)
    assert found == outcome, says
    assert says.endswith(".")
    assert says.count(".") == 1 or ".py" in says


def test_failures_without_a_place_are_compared_by_their_message() -> None:
    assert judge_outcome("r/before", document(NO_FRAME), document(NO_FRAME), 1)[0] == "still_failing"
    other = Failure("RuntimeError", "n", None, None, 1)
    assert judge_outcome("r/before", document(NO_FRAME), document(other), 1)[0] == "failed_differently"
    assert judge_outcome("r/before", document(), document(other), 1)[0] == "failed_differently"


def test_the_sentence_names_the_failure() -> None:
    assert (
        judge_outcome("r", document(BEFORE), document(OTHER), 1)[1]
        == "The run now fails with ValueError: bad shape at train.py:3."
    )


def trained(*steps: float, name: str = "loss", onset: float | None = None) -> Metrics:
    bad = Onset(onset, name, "nan") if onset is not None else None
    return Metrics([MetricSeries(name, None, [(step, 0.5) for step in steps], sampled=False)], bad)


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        (trained(0, 10, 20), trained(0, 10, 20, 30), "verified"),
        (trained(0, 10, 20), trained(0, 10), "inconclusive"),
        (trained(0, 10, 20), Metrics([], None), "inconclusive"),
        (trained(0, 10, 20), trained(99, name="accuracy"), "inconclusive"),
        (trained(0, 10, 20, onset=10), trained(0, 10), "verified"),
        (Metrics([], None), Metrics([], None), "verified"),
    ],
)
def test_a_run_that_stopped_before_the_failing_step_proves_nothing(
    before: Metrics, after: Metrics, outcome: str
) -> None:
    failed, ended = evolve(document(BEFORE), metrics=before), evolve(document(), metrics=after)
    assert judge_outcome("r/before", failed, ended, 0)[0] == outcome
