"""Documents as the engine makes them, one per state that a reader can meet."""

from __future__ import annotations

import math

from rootrank.model.document import (
    Check,
    ConfirmStep,
    Cost,
    Document,
    Edit,
    Engine,
    Event,
    Evidence,
    Failure,
    Fingerprint,
    Fix,
    Hypothesis,
    Input,
    Metrics,
    MetricSeries,
    MissingFact,
    Onset,
    Perspectives,
    Place,
    Position,
    RankDetail,
    Ranks,
    Reference,
    RulebookInfo,
    Symptom,
    Verify,
)

ENGINE = Engine(version="0.1.0", rulebook=RulebookInfo(version="2025.1", hash="9f2c", entries=361))
LINE = "dist = torch.sqrt(((a - b) ** 2).sum(-1))"
LOSS = Place(file="model/loss.py", line=40, function="forward", text=LINE)
SINGLE = Ranks(
    status="single-process",
    total=None,
    initiating=None,
    initiating_host=None,
    clock_skew_s={},
    collateral=[],
    silent=[],
    why="no line names a rank",
    details=[],
    attempts=1,
)


def evidence(says: str, file: str | None, line: int | None, rank: int | None = None, *, for_: bool = True) -> Evidence:
    source = "code" if file and file.endswith(".py") else "log"
    return Evidence(for_=for_, source=source, file=file, line=line, rank=rank, time=None, text=None, says=says)


def eight_ranks() -> Ranks:
    first = "RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output."
    peer = "RuntimeError: Connection closed by peer [10.0.0.5]:4242"
    details = [RankDetail(5, "node-1", "initiating", "10:02:11", "train.log", 8812, first)]
    details += [RankDetail(0, "node-0", "collateral", "10:02:12", "train.log", 8830, peer)]
    return Ranks(
        status="named",
        total=8,
        initiating=5,
        initiating_host=None,
        clock_skew_s={},
        collateral=[0, 1, 2, 3, 4, 6, 7],
        silent=[],
        why="rank 5 raised before any other rank",
        details=details,
        attempts=1,
    )


def add_constant() -> Fix:
    old = "torch.sqrt(((a - b) ** 2).sum(-1))"
    return Fix(
        title="Add a constant inside the root",
        summary="The slope of sqrt stays finite when the sum is exactly zero.",
        kind="edit",
        safety="safe",
        wrong_when="in fp16 1e-8 is zero: use 1e-4 there or compute this in fp32",
        edits=[
            Edit(
                file="model/loss.py",
                start=Position(40, 16),
                end=Position(40, 16 + len(old)),
                new_text="torch.sqrt(((a - b) ** 2).sum(-1) + 1e-8)",
                expected_text=old,
            )
        ],
        command=None,
        snippet=None,
        refused=None,
    )


def sqrt_hypothesis() -> Hypothesis:
    return Hypothesis(
        rule="numerics/sqrt-at-zero",
        title="Gradient of sqrt at exactly zero",
        area="numerics",
        severity="fatal",
        tags=["nan", "backward"],
        systems=["pytorch"],
        layer="code",
        phase="training",
        confidence="confirmed",
        score=0.97,
        root_cause="In this run `a` and `b` became equal in at least one row: the slope of sqrt is infinite at 0, "
        "and 0 · ∞ in the chain rule is NaN. The forward pass looks healthy, so the crash points at backward().",
        mechanism="d sqrt(x)/dx = 1 / (2 sqrt(x)) has no finite value at 0.",
        symptoms=[Symptom("loss is finite in the step before", "only the gradient is undefined")],
        does_not_mean="The warning about anomaly mode being slow is no evidence.",
        evidence=[
            evidence("SqrtBackward0 returned nan", "train.log", 8812, 5),
            evidence("forward line calls torch.sqrt", "model/loss.py", 40),
            evidence("no loss-scale drop before it (speaks against fp16 overflow)", None, None, for_=False),
        ],
        missing_facts=[MissingFact("NaN already in the input", "printing a.isnan().any()")],
        cheapest_check=Check("Look for an exact zero before the root", "python -c 'print(1)'"),
        confirm=[ConfirmStep("The line at fault calls sqrt", None, "seen", "model/loss.py:40")],
        fixes=[add_constant()],
        verify=Verify(
            command="python train.py --steps 20",
            template="{command}",
            needs=[],
            expect="20 steps without NaN",
            outcome=None,
        ),
        prevent=["Use torch.linalg.vector_norm with a test on equal inputs"],
        recurs_when="another pair of rows becomes equal",
        at_scale=None,
        fix_minutes=(2, 10),
        fingerprint=Fingerprint("SqrtBackward0.*returned nan", "sqrt got an exact zero"),
        perspectives=Perspectives(["Stop the job", "Apply the edit"], "See the mechanism.", "The run stopped."),
        references=[Reference("torch.autograd anomaly mode", "https://pytorch.org/docs/stable/autograd.html")],
        related=["numerics/norm-at-zero"],
        notify=True,
        place=LOSS,
    )


def sqrt_at_zero() -> Document:
    """One hypothesis, confirmed, with an edit, on one rank of eight."""
    points = [(0.0, 1.25), (1.0, math.inf), (2.0, -math.inf), (3.0, math.nan)]
    return Document(
        schema=1,
        engine=ENGINE,
        verdict="failure",
        failure=Failure(
            exception="RuntimeError",
            message="Function 'SqrtBackward0' returned nan values in its 0th output.",
            rank=5,
            frame=LOSS,
            log_line=8812,
        ),
        diagnoses=[sqrt_hypothesis()],
        missing_facts=[],
        next_steps=["Apply the edit, then run the verification"],
        suppressed=[],
        ranks=eight_ranks(),
        timeline=[Event("10:02:11", 5, "raised RuntimeError", "train.log", 8812)],
        metrics=Metrics([MetricSeries("loss", 5, points, sampled=False)], Onset(3.0, "loss", "nan")),
        environment={"torch": "2.13.0"},
        cost=Cost("10:02:11", "10:33:11", 4.1),
        input=Input(files=["train.log"], bytes=1_204_551, lines=9_120, seconds=0.012, complete=True),
    )
