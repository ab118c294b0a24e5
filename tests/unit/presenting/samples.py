"""Documents as the engine makes them, one per state that a reader can meet."""

from __future__ import annotations

import math

from attrs import evolve
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
    Suppressed,
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


def several_possible() -> Document:
    """Undecided: three causes fit, one fact would decide."""
    best = evolve(
        sqrt_hypothesis(),
        confidence="possible",
        evidence=[evidence("loss became nan at step 3", "train.log", 88)],
        missing_facts=[MissingFact("an input that holds NaN already", "printing batch.isnan().any()")],
        cheapest_check=Check("Run one step in anomaly mode", "python train.py --steps 1 --anomaly"),
    )
    others = [
        evolve(best, rule="numerics/fp16-overflow", title="Activation beyond the range of fp16", confidence="possible"),
        evolve(best, rule="data/nan-in-input", title="NaN in the input batch", confidence="possible"),
    ]
    return evolve(
        sqrt_at_zero(),
        diagnoses=[best, *others],
        missing_facts=[
            MissingFact("an input that holds NaN already", "printing batch.isnan().any()"),
            MissingFact("the precision of the forward pass", "the lines above step 3, or the value of --dtype"),
        ],
        ranks=SINGLE,
        suppressed=[Suppressed("numerics/log-of-zero", "known in the old loss", "2025-12-31")],
    )


def unknown_failure() -> Document:
    """A failure that no entry explains."""
    return evolve(
        sqrt_at_zero(),
        failure=Failure(
            exception="FrobnicationError",
            message="the frobnicator refused 3 of 4 shards\nhint: [bold]none[/bold]",
            rank=2,
            frame=Place("/home/ada/run/train.py", 212, "main", "frobnicate(shards, strict=True)"),
            log_line=412,
        ),
        diagnoses=[],
        missing_facts=[MissingFact("what the other ranks printed", "give the folder with one file per rank")],
        next_steps=["Read the 3 lines above train.log:412: they name the shards", "Run it again on one rank"],
        ranks=evolve(eight_ranks(), initiating=2, collateral=[0, 1], silent=[3], total=4, details=[], attempts=3),
    )


def bare_failure() -> Document:
    """A failure of which only the log line is known."""
    return evolve(
        unknown_failure(),
        failure=Failure(None, "Killed", None, None, 412),
        missing_facts=[],
        next_steps=[],
        ranks=evolve(eight_ranks(), status="unknown", initiating=None, why="no line names a rank"),
    )


def healthy() -> Document:
    """A run that ended well on two ranks."""
    return evolve(
        sqrt_at_zero(),
        verdict="healthy",
        failure=None,
        diagnoses=[],
        next_steps=[],
        ranks=evolve(eight_ranks(), status="none", total=2, initiating=None, collateral=[], details=[]),
        input=evolve(sqrt_at_zero().input, files=["rank0.log", "rank1.log"]),
    )


def prose() -> Document:
    """Text that is no log."""
    read = Input(files=["notes.txt"], bytes=40, lines=1, seconds=0.001, complete=True)
    return evolve(healthy(), verdict="unknown", ranks=SINGLE, input=read)


def empty() -> Document:
    """Nothing at all."""
    return evolve(prose(), input=Input(files=["<stdin>"], bytes=0, lines=0, seconds=0.0, complete=True))


def interrupted() -> Document:
    """Ctrl-C while reading."""
    read = sqrt_at_zero().input
    return evolve(sqrt_at_zero(), input=evolve(read, complete=False, files=[f"rank{n}.log" for n in range(8)]))


def thousand_ranks() -> Document:
    """1,024 ranks, the edit in another file and over several lines, and an import."""
    old = "norm = torch.norm(\n        grad,\n        dim=-1,\n    )"
    new = "norm = F.normalize(\n        grad,\n        dim=-1,\n        eps=1e-6,\n    )"
    edits = [
        Edit("/home/ada/run/model/norm.py", Position(3, 1), Position(3, 1), "import torch.nn.functional as F\n", ""),
        Edit("/home/ada/run/model/norm.py", Position(17, 5), Position(20, 6), new, old),
    ]
    fix = evolve(add_constant(), title="Normalise with an epsilon", edits=edits, safety="review", wrong_when=None)
    best = evolve(
        sqrt_hypothesis(),
        fixes=[fix],
        missing_facts=[],
        evidence=[evidence(f"rank {n} saw inf in its norm", f"logs/rank{n}.log", 40 + n, n) for n in range(0, 90, 9)],
        verify=evolve(sqrt_hypothesis().verify, command=None, needs=["the script", "its arguments"]),
    )
    details = [RankDetail(517, "node-64", "initiating", "2025-11-30T10:02:11.123", "logs/rank517.log", 9, "nan")]
    ranks = evolve(
        eight_ranks(),
        total=1024,
        initiating=517,
        initiating_host="node-64",
        collateral=[n for n in range(1024) if n % 64],
        silent=[0, 1],
        details=details,
    )
    return evolve(sqrt_at_zero(), diagnoses=[best], ranks=ranks)


def advice_only() -> Document:
    """A fix that can't be an edit here, and one verified before."""
    snippet = "scaler.unscale_(optimizer)\nif norm.isfinite():\n    scaler.step(optimizer)"
    refused = "the line at fault is in an installed package"
    fix = evolve(add_constant(), title="Skip steps with an infinite norm", kind="advice", safety="advice", edits=[])
    fix = evolve(fix, snippet=snippet, refused=refused, wrong_when=None)
    best = evolve(sqrt_hypothesis(), confidence="likely", fixes=[fix], place=None)
    best = evolve(best, verify=evolve(best.verify, outcome="still_failing"))
    return evolve(sqrt_at_zero(), diagnoses=[best], failure=evolve(sqrt_at_zero().failure, frame=None))


def hostile() -> Document:
    """Every text tries to steer the terminal, rich or Markdown."""
    bad = "\x1b[31m[red]x[/red]\x9b2J\u202e ```\n# <b>h</b> `code` \x07\r<!-- * _a_ | \udc80 [l](http://e.x)"
    place = Place(file=f"{bad}.py", line=40, function=bad, text=bad)
    fix = evolve(add_constant(), title=bad, edits=[], command=bad, snippet=bad, wrong_when=bad)
    best = evolve(
        sqrt_hypothesis(),
        title=bad,
        root_cause=bad,
        place=place,
        fixes=[fix],
        evidence=[evolve(evidence(bad, bad, 1, 5), text=bad)],
        missing_facts=[MissingFact(bad, bad)],
        verify=evolve(sqrt_hypothesis().verify, command=bad),
    )
    ranks = evolve(eight_ranks(), initiating_host=bad)
    return evolve(sqrt_at_zero(), diagnoses=[best], ranks=ranks, suppressed=[Suppressed(bad, bad, bad)])


ALL = (
    sqrt_at_zero,
    several_possible,
    unknown_failure,
    bare_failure,
    healthy,
    prose,
    empty,
    interrupted,
    thousand_ranks,
    advice_only,
    hostile,
)
