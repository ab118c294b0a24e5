"""The shape of one entry of the rulebook, as `rules/<area>/<slug>/entry.yaml` states it.

The JSON Schema that editors use and the checker of the loader are both made from these classes, so a field's
docstring is what an author reads while typing. Patterns named `regex` are Python `re`, searched in one undressed
record; those named `rule` or `pattern` are ast-grep's.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import field, frozen

Role = Literal["initiating", "collateral", "report"]
Where = Literal["fault_line", "function", "file", "script", "workspace"]
MetricKind = Literal["training_loss", "validation_loss", "loss", "validation_metric", "gradient_norm", "loss_scale"]
MetricState = Literal[
    "became_nan",
    "became_inf",
    "became_nonfinite",
    "nan_from_start",
    "grew_before",
    "finite_before",
    "flat",
    "collapsed",
    "ends_finite",
]


@frozen
class ExceptionSignal:
    """An exception, in a traceback or as a bare `Type: message` line."""

    type: tuple[str, ...]
    """Exception types; the last dotted part is compared. `*` stands for any."""
    message: str | None = None
    """Regex searched in the message; its named groups are captured."""
    frame: str | None = None
    """Regex that the source line or `function` of at least one frame must match."""


@frozen
class MetricSignal:
    """A condition on a metric's values."""

    state: MetricState
    """What the values do. `finite_before`: finite values precede the failure; `ends_finite`: the last is finite."""
    of: MetricKind | None = None
    """Which metrics, by what they are: names as frameworks print them are known. Either this or `name`."""
    name: str | None = None
    """Regex that the whole metric name must match, for a metric that no kind covers."""
    factor: float | None = None
    """For `grew_before`: how many times the median of the first values; for `collapsed`: the floor reached."""


@frozen
class SignalSpec:
    """One thing a log can show. Exactly one of `exception`, `line`, `metric` is given."""

    says: str
    """What the signal says, for the evidence list; `{name}` stands for a captured value."""
    anchors: tuple[str, ...] = ()
    """Literals of 4 characters or more, one of which stands in every line that shows the signal. Not for metrics."""
    exception: ExceptionSignal | None = None
    line: str | None = None
    """Regex searched in one record; its named groups are captured."""
    metric: MetricSignal | None = None
    role: Role = "initiating"
    weight: float = 1.0
    """Evidence in bits: 1 makes the entry twice as likely, 3 eight times."""


@frozen
class Recognise:
    """When the entry may explain a log. Exactly one of the keys; items are names of signals, or nested."""

    any: tuple[str | Recognise, ...] = ()
    all: tuple[str | Recognise, ...] = ()
    sequence: tuple[str, ...] = ()
    """Signals in this order within one rank."""
    none: tuple[str | Recognise, ...] = ()
    """Met when none of them is."""


@frozen
class CodeQuestion:
    """A question on the user's code, answered by ast-grep."""

    where: Where
    """`fault_line`, its `function` or `file`; `script` the script that was started; `workspace` every Python file."""
    rule: dict[str, Any]
    """An ast-grep rule object (`pattern`, `any`, `inside`, `has`, …) for Python."""
    locates: bool = False
    """True when the first match is the line to fix, for failures that no traceback leads to."""


@frozen
class FactQuestion:
    """A question on what is known of the environment."""

    name: str
    """Fact, e.g. `torch`, `python`, `launcher`, `dtype`, `autocast`."""
    regex: str


@frozen
class EvidenceSpec:
    """Something that speaks for or against the entry. Exactly one of `signal`, `code`, `fact`, `frame`, `metric`."""

    says: str
    for_: bool = field(default=True, alias="for_")
    """YAML key `for`. False: it speaks against."""
    weight: float = 1.0
    """Bits; always positive."""
    expect: Literal["present", "absent"] = "present"
    """`absent`: it counts when it is not there, and could have been seen."""
    signal: str | None = None
    """Name of a signal of this entry."""
    code: CodeQuestion | None = None
    fact: FactQuestion | None = None
    frame: str | None = None
    """Regex searched in the source line at fault."""
    metric: MetricSignal | None = None


@frozen
class Rival:
    """Another cause of the same signature."""

    what: str
    """The other cause in a few words."""
    fact: str
    """What would decide."""
    how_to_get: str
    excluded_by: tuple[str, ...] = ()
    """Names of evidence, any of which excludes it."""
    entry: str | None = None
    """Id of the rival's entry, when it has one."""


@frozen
class Wording:
    """A sentence for a case: the first whose `when` was seen is used; one without `when` stands last."""

    text: str
    """`{name}` is a captured value, `{fault.text}` the line at fault, `{code.X}` what `$X` matched.

    `{a|b}` gives b when a is unknown.
    """
    when: str | None = None
    """Name of an evidence or a signal of this entry."""


@frozen
class SymptomSpec:
    """Something that this failure shows, and why."""

    text: str
    why: str


@frozen
class CheckSpec:
    """The cheapest check."""

    text: str
    command: str | None = None


@frozen
class ConfirmSpec:
    """A step of the checklist."""

    text: str
    command: str | None = None
    done_by: tuple[str, ...] = ()
    """Names of evidence or signals, any of which answers it, when a program can."""


@frozen
class EditStep:
    """One change: `replace`, `insert_before`, `insert_after` or `delete`; a step with none of them only binds `$X`."""

    pattern: str
    """ast-grep pattern; `$X` names carry over to later steps of the same variant and must be equal there."""
    replace: str | None = None
    insert_before: str | None = None
    """A statement put on a line of its own before the matched statement, at its indentation."""
    insert_after: str | None = None
    delete: bool = False
    at: Where | None = None
    """Where to look, when it differs from the edit's own `at`."""


@frozen
class EditSpec:
    """A change of the user's code."""

    at: Where
    variants: tuple[tuple[EditStep, ...], ...]
    """Spellings, tried in turn: the first whose steps all match is used."""
    imports: tuple[str, ...] = ()
    """Import statements to add at the top when missing."""


@frozen
class Unless:
    """A reason against a fix."""

    evidence: str
    why: str


@frozen
class FixSpec:
    """One way to repair the cause."""

    title: str
    summary: str
    kind: Literal["edit", "command", "config", "advice"]
    safety: Literal["safe", "review", "advice"]
    wrong_when: str | None = None
    edit: EditSpec | None = None
    command: str | None = None
    snippet: str | None = None
    when: str | None = None
    """Offered only when this evidence was seen."""
    refused_when: tuple[Unless, ...] = ()
    review_when: tuple[str, ...] = ()
    """Evidence that turns `safe` into `review`."""


@frozen
class VerifySpec:
    """How to prove the fix."""

    expect: str
    template: str = "{command}"
    """`{command}` is the command that failed, `{script}` its script."""


@frozen
class FingerprintSpec:
    """What to alert on."""

    pattern: str
    says: str


@frozen
class PerspectivesSpec:
    """The same failure for three readers."""

    on_call: tuple[str, ...]
    engineer: str
    executive: str


@frozen
class ReferenceSpec:
    """Upstream's own words."""

    title: str
    url: str


@frozen
class CaseExpectation:
    """One case file under `cases/`, and what must come of it."""

    log: str
    """File name under `cases/`."""
    found: bool
    """True: the entry must explain it. False: a near-miss; the entry must stay quiet."""
    origin: Literal["real", "rewritten", "synthetic"]
    """`real`: printed by the software; `rewritten`: real with names replaced; `synthetic`: made in its format."""
    of: str | None = None
    """For a near-miss, the rival that it shows: an entry's id or a few words."""
    captures: dict[str, str] = field(factory=dict)
    """Values that must be captured."""
    confidence: Literal["confirmed", "likely", "possible"] | None = None
    """The confidence that must come out (with `code`, when given, as workspace)."""
    code: str | None = None
    """Python file under `cases/` that is the workspace file of the fault, before the fix."""
    fixed: str | None = None
    """Python file under `cases/`: `code` after the first fix's edit."""


@frozen(kw_only=True)
class Entry:
    """One failure of the rulebook. The order of the fields is the order of the keys in `entry.yaml`."""

    id: str
    """`<area>/<slug>`, equal to its folder; never used again once it is removed."""
    title: str
    """What happened, under 60 characters."""
    area: str
    severity: str
    status: Literal["experimental", "stable", "deprecated"]
    tags: tuple[str, ...]
    systems: tuple[str, ...]
    versions: dict[str, str] = field(factory=dict)
    """Version ranges in which it happens, e.g. `torch: ">=1.6"`."""
    layer: Literal["hardware", "software", "configuration", "data", "code"]
    phase: Literal["training", "inference", "both", "launch"]
    notify: bool = False
    """Whether it may raise a notification by itself; general entries may not."""
    general: bool = False
    """A general entry steps back when an entry of `leads_to` explains the same run as likely or better."""
    leads_to: tuple[str, ...] = ()
    summary: str
    does_not_mean: str
    """What a match must not be read as."""
    signals: dict[str, SignalSpec]
    recognise: Recognise
    needs_evidence: bool = False
    """True when recognition alone is too weak to be shown: some evidence of `evidence` must speak for it."""
    evidence: dict[str, EvidenceSpec] = field(factory=dict)
    rivals: tuple[Rival, ...] = ()
    unrivalled: str | None = None
    """Why this signature has one cause only; needed for `confirmed` when there are no rivals."""
    root_cause: tuple[Wording, ...]
    mechanism: str
    symptoms: tuple[SymptomSpec, ...]
    cheapest_check: CheckSpec | None = None
    confirm: tuple[ConfirmSpec, ...] = ()
    fixes: tuple[FixSpec, ...]
    verify: VerifySpec
    prevent: tuple[str, ...]
    recurs_when: str | None = None
    at_scale: str | None = None
    fix_minutes: tuple[int, int] | None = None
    fingerprint: FingerprintSpec | None = None
    perspectives: PerspectivesSpec
    references: tuple[ReferenceSpec, ...]
    related: tuple[str, ...] = ()
    cases: tuple[CaseExpectation, ...]
