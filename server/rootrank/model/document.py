"""The Diagnosis document: the one answer that every front end shows.

Versioned; its JSON Schema (docs/diagnosis.schema.json) and the TypeScript types are generated from these classes, so
a field's docstring is its public documentation. Lines and columns are 1-based, columns count code points.
``None`` means unknown, an empty list means known to be none.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

SCHEMA = 1
"""Version of the document. It grows when a field changes its meaning or goes."""

Verdict = Literal["failure", "healthy", "unknown"]
Confidence = Literal["confirmed", "likely", "possible"]
Layer = Literal["hardware", "software", "configuration", "data", "code"]
Phase = Literal["training", "inference", "both", "launch"]
Source = Literal["log", "code", "environment", "metric", "recorder", "trace"]
FixKind = Literal["edit", "command", "config", "advice"]
Safety = Literal["safe", "review", "advice"]
StepState = Literal["seen", "not_seen", "open"]
Outcome = Literal["verified", "still_failing", "failed_differently", "inconclusive"]
RankStatus = Literal["named", "unknown", "single-process", "none"]


@frozen
class RulebookInfo:
    """Which rulebook gave the answer."""

    version: str
    hash: str
    """Content hash: the same hash gives the same answer."""
    entries: int


@frozen
class Engine:
    """Which engine gave the answer."""

    version: str
    rulebook: RulebookInfo


@frozen
class Place:
    """A frame of the user's code that leads to the failure."""

    file: str
    """The path in the workspace where the file was found there, else as the log prints it."""
    line: int | None
    function: str | None
    text: str | None
    """The source line as the log prints it."""


@frozen
class Failure:
    """The initiating failure as seen, whether or not an entry explains it."""

    exception: str | None
    """Exception type as printed; None for a failure without an exception (a metric, a signal)."""
    message: str
    rank: int | None
    frame: Place | None
    """The user's own line that led there: in anomaly mode the forward line."""
    log_line: int | None


@frozen
class Symptom:
    """Something that this failure shows, and why it does."""

    text: str
    why: str


@frozen
class Evidence:
    """A pointer and what it says about the hypothesis."""

    for_: bool = field(alias="for_")
    """True when it speaks for the hypothesis, false against. JSON key: ``for``."""
    source: Source
    file: str | None
    line: int | None
    rank: int | None
    time: str | None
    text: str | None
    """The line pointed at."""
    says: str


@frozen
class MissingFact:
    """A fact that would decide, and how to get it."""

    fact: str
    how_to_get: str
    rival: str | None = None
    """The other cause that stays possible until the fact is known, in a few words."""


@frozen
class Check:
    """The cheapest check of a hypothesis."""

    text: str
    command: str | None


@frozen
class ConfirmStep:
    """One step of the checklist; those that a program can do are done already."""

    text: str
    command: str | None
    state: StepState
    found: str | None
    """What was found, for a step that was done."""


@frozen
class Position:
    """1-based; ``col`` counts code points."""

    line: int
    col: int


@frozen
class Edit:
    """Replace the text between two positions."""

    file: str
    """Absolute path of the file to change."""
    start: Position
    end: Position
    new_text: str
    expected_text: str
    """What stands there now; the edit must be refused when it doesn't."""


@frozen
class Fix:
    """One way to repair the cause."""

    title: str
    """The fix as a verb: "Add a constant inside sqrt"."""
    summary: str
    kind: FixKind
    safety: Safety
    wrong_when: str | None
    edits: list[Edit]
    command: str | None
    snippet: str | None
    """Code to show when there is no edit."""
    refused: str | None
    """Why the edit can't be applied; None when it can."""


@frozen
class Verify:
    """The command that proves the fix."""

    command: str | None
    """Ready to run; None when the log doesn't tell enough."""
    template: str
    needs: list[str]
    """What the log didn't tell."""
    expect: str
    """What success looks like."""
    outcome: Outcome | None


@frozen
class Fingerprint:
    """What to alert on."""

    pattern: str
    says: str


@frozen
class Perspectives:
    """The same failure for three readers."""

    on_call: list[str]
    """The next five minutes, as steps."""
    engineer: str
    executive: str


@frozen
class Reference:
    """Upstream's own words."""

    title: str
    url: str


@frozen
class Hypothesis:
    """One entry that could explain this run."""

    rule: str
    """Id of the entry."""
    title: str
    area: str
    severity: str
    tags: list[str]
    systems: list[str]
    layer: Layer
    phase: Phase
    confidence: Confidence
    score: float
    """0 to 1, from the weights of the evidence; for ordering, not a probability to show."""
    root_cause: str
    """One or two sentences about this run."""
    mechanism: str
    symptoms: list[Symptom]
    does_not_mean: str
    evidence: list[Evidence]
    missing_facts: list[MissingFact]
    cheapest_check: Check | None
    confirm: list[ConfirmStep]
    fixes: list[Fix]
    verify: Verify
    prevent: list[str]
    recurs_when: str | None
    at_scale: str | None
    fix_minutes: tuple[int, int] | None
    fingerprint: Fingerprint | None
    perspectives: Perspectives
    references: list[Reference]
    related: list[str]
    notify: bool
    """Whether this entry may raise a notification by itself."""
    place: Place | None
    """The line to look at first: the line to fix where it was found, else the user's line that led there."""


@frozen
class Suppressed:
    """An entry that the user muted."""

    rule: str
    reason: str
    until: str | None


@frozen
class RankDetail:
    """What one rank said first."""

    rank: int
    host: str | None
    role: str
    time: str | None
    file: str
    line: int
    text: str


@frozen
class Ranks:
    """Which rank failed first, and which only suffered."""

    status: RankStatus
    total: int | None
    initiating: int | None
    initiating_host: str | None
    clock_skew_s: dict[str, float]
    collateral: list[int]
    silent: list[int]
    why: str
    details: list[RankDetail]
    attempts: int


@frozen
class Event:
    """One line of the timeline."""

    time: str | None
    rank: int | None
    what: str
    file: str
    line: int


@frozen
class MetricSeries:
    """A metric's values; NaN and infinities are the strings "NaN", "Infinity", "-Infinity" in JSON."""

    name: str
    rank: int | None
    points: list[tuple[float, float]]
    """(step, value); the step is the position in the series when the log states none."""
    sampled: bool


@frozen
class Onset:
    """Where a metric went wrong first."""

    step: float | None
    name: str
    kind: Literal["nan", "inf", "spike", "collapse"]


@frozen
class Metrics:
    """The series read, and where one went wrong."""

    series: list[MetricSeries]
    onset: Onset | None


@frozen
class Cost:
    """What the failure cost."""

    stalled_from: str | None
    ended: str | None
    gpu_hours: float | None


@frozen
class Input:
    """What was read."""

    files: list[str]
    bytes: int
    lines: int
    seconds: float
    complete: bool
    """False when reading was interrupted, so the answer rests on a part."""


@frozen
class Document:
    """The answer."""

    schema: int
    engine: Engine
    verdict: Verdict
    """"failure" when the run failed, explained or not; "healthy" when nothing is wrong; else "unknown"."""
    failure: Failure | None
    diagnoses: list[Hypothesis]
    """Best first."""
    missing_facts: list[MissingFact]
    next_steps: list[str]
    suppressed: list[Suppressed]
    ranks: Ranks
    timeline: list[Event]
    metrics: Metrics
    environment: dict[str, str]
    cost: Cost | None
    input: Input
