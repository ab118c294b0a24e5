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
MetricKind = Literal[
    "training_loss", "validation_loss", "loss", "validation_metric", "gradient_norm", "loss_scale", "memory"
]
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
    "grew_to_end",
]

RankHow = Literal[
    "host",
    "own",
    "alike",
    "check",
    "collective",
    "absent",
    "place",
    "count",
    "communication",
    "recorder",
    "launcher",
    "waiting",
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
    """What the values do. `finite_before`: finite values precede the failure; `ends_finite`: the last is finite;
    `grew_to_end`: they rise from the first to the last, as memory does that is never given back."""
    of: MetricKind | None = None
    """Which metrics, by what they are: names as frameworks print them are known. Either this or `name`."""
    name: str | None = None
    """Regex that the whole metric name must match, for a metric that no kind covers."""
    factor: float | None = None
    """For `grew_before` and `grew_to_end`: how many times the first values; for `collapsed`: the floor reached."""


@frozen
class RanksSignal:
    """What the ranks of the run show when they are compared: by what the one that failed first is told from the others.

    It captures `rank`, `others` (those who suffered), `why`, `world`, and of the collective that was waited in `op`,
    `seq`, `numel`, `timeout_s`, `enqueued`, `completed`, and in words `call`; of the initiating rank's own, where it
    waited in another one, `other_op`, `other_seq`, `other_numel`, `other_call`. What no report tells is not captured.
    """

    how: tuple[RankHow, ...]
    """Any of: `host` killed it, a failure of its `own`, all `alike`, a `check` of DDP's or c10d's, another
    `collective`, `absent` where the others waited, another `place` in the code, another `count`, its `communication`
    library, the flight `recorder`, only the `launcher`'s word, all `waiting` for nobody knows whom."""
    where: dict[str, str] = field(factory=dict)
    """Captured value → regex searched in it, e.g. `rank: ^0$`; a value that is not captured does not match."""
    last_of: tuple[str, ...] = ()
    """Signals of this entry on lines: met only where ranks differ in which of them they showed last."""
    busy_with: tuple[str, ...] = ()
    """Signals of this entry on lines: met only where one of them stands before the others' wait, from the initiating
    rank or from nobody by name, and no training loss came after it."""


@frozen
class SignalSpec:
    """One thing a log can show. Exactly one of `exception`, `line`, `metric`, `ranks` is given."""

    says: str
    """What the signal says, for the evidence list; `{name}` stands for a captured value."""
    anchors: tuple[str, ...] = ()
    """Literals of 4 characters or more, one of which stands in every line that shows it. Not for metrics and ranks."""
    exception: ExceptionSignal | None = None
    """An exception, also one whose traceback was cut off."""
    line: str | None = None
    """Regex searched in one record; its named groups are captured."""
    metric: MetricSignal | None = None
    """A condition on values that the log prints step by step."""
    ranks: RanksSignal | None = None
    """A condition on what tells the rank that failed first from the others."""
    role: Role = "initiating"
    """`initiating` a failure by itself, `collateral` what other ranks suffer from it, `report` a watchdog's word."""
    weight: float = 1.0
    """Evidence in bits: 1 makes the entry twice as likely, 3 eight times."""


@frozen
class Recognise:
    """When the entry may explain a log. Exactly one of the keys; items are names of signals, or nested."""

    any: tuple[str | Recognise, ...] = ()
    """Met when one of them is."""
    all: tuple[str | Recognise, ...] = ()
    """Met when each of them is."""
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
    r"""Regex searched in the fact's value, e.g. `^2\.`."""


@frozen
class EvidenceSpec:
    """Something that speaks for or against the entry. Exactly one of `signal`, `code`, `fact`, `frame`, `metric`."""

    says: str
    """What it says when it counts, for the evidence list; `{name}` stands for a captured value."""
    for_: bool = field(default=True, alias="for_")
    """YAML key `for`. False: it speaks against."""
    weight: float = 1.0
    """Bits; always positive."""
    expect: Literal["present", "absent"] = "present"
    """`absent`: it counts when it is not there, and could have been seen."""
    signal: str | None = None
    """Name of a signal of this entry."""
    code: CodeQuestion | None = None
    """A question on the user's code."""
    fact: FactQuestion | None = None
    """A question on versions, launcher or precision."""
    frame: str | None = None
    """Regex searched in the source line at fault."""
    metric: MetricSignal | None = None
    """A condition on values that the log prints step by step."""


@frozen
class Rival:
    """Another cause of the same signature."""

    what: str
    """The other cause in a few words."""
    fact: str
    """What would decide."""
    how_to_get: str
    """How the reader gets that fact: a command, or a line to print."""
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
    """What one sees."""
    why: str
    """Why this failure looks like that."""


@frozen
class CheckSpec:
    """The cheapest check."""

    text: str
    """What to look at, as an imperative."""
    command: str | None = None
    """Command to copy, when a command can tell."""


@frozen
class ConfirmSpec:
    """A step of the checklist."""

    text: str
    """What to look at, as an imperative."""
    command: str | None = None
    """Command to copy, when a command can tell."""
    done_by: tuple[str, ...] = ()
    """Names of evidence or signals, any of which answers it, when a program can."""


@frozen
class EditStep:
    """One change: `replace`, `insert_before`, `insert_after` or `delete`; a step with none of them only binds `$X`."""

    pattern: str
    """ast-grep pattern; `$X` names carry over to later steps of the same variant and must be equal there."""
    replace: str | None = None
    """What takes the place of the match; `$X` stands for what was matched."""
    insert_before: str | None = None
    """A statement put on a line of its own before the matched statement, at its indentation."""
    insert_after: str | None = None
    """A statement put on a line of its own after the matched statement."""
    delete: bool = False
    """True: the matched statement goes."""
    at: Where | None = None
    """Where to look, when it differs from the edit's own `at`."""


@frozen
class EditSpec:
    """A change of the user's code."""

    at: Where
    """Where to look for the patterns."""
    variants: tuple[tuple[EditStep, ...], ...]
    """Spellings, tried in turn: the first whose steps all match is used."""
    imports: tuple[str, ...] = ()
    """Import statements to add at the top when missing."""


@frozen
class Unless:
    """A reason against a fix."""

    evidence: str
    """Name of an evidence or a signal of this entry: when it was seen, the fix is refused."""
    why: str
    """The reason, as the reader sees it."""


@frozen
class FixSpec:
    """One way to repair the cause."""

    title: str
    """The fix as a verb: `Add a constant inside sqrt`."""
    summary: str
    """What it changes, in one sentence."""
    kind: Literal["edit", "command", "config", "advice"]
    """`edit` of the user's code, shell `command`, `config` to change, or `advice`."""
    safety: Literal["safe", "review", "advice"]
    """`safe` may be applied at once, `review` asks first, `advice` has nothing to apply."""
    wrong_when: str | None = None
    """When this fix would be wrong, e.g. a constant that underflows in half precision."""
    edit: EditSpec | None = None
    """The change of the code; belongs to kind `edit`."""
    command: str | None = None
    """The shell command; belongs to kind `command`."""
    snippet: str | None = None
    """Code or configuration to read or copy."""
    when: str | None = None
    """Offered only when this evidence was seen."""
    refused_when: tuple[Unless, ...] = ()
    """Reasons against the fix, looked for in this run."""
    review_when: tuple[str, ...] = ()
    """Evidence that turns `safe` into `review`."""


@frozen
class VerifySpec:
    """How to prove the fix."""

    expect: str
    """What success looks like."""
    template: str = "{command}"
    """`{command}` is the command that failed, `{script}` its script."""


@frozen
class FingerprintSpec:
    """What to alert on."""

    pattern: str
    """Regex to search logs for."""
    says: str
    """What a hit means."""


@frozen
class PerspectivesSpec:
    """The same failure for three readers."""

    on_call: tuple[str, ...]
    """The next five minutes, step by step: whether to restart, whether to drain the node."""
    engineer: str
    """The mechanism, for somebody who will repair it."""
    executive: str
    """The impact in plain words."""


@frozen
class ReferenceSpec:
    """Upstream's own words."""

    title: str
    """What the page is."""
    url: str
    """Its address, beginning with https://."""


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
    """The folder above; a word of `vocabulary.yaml`."""
    severity: str
    """`fatal`, `error`, `warning` or `notice`; `vocabulary.yaml` says what each asks of the reader."""
    status: Literal["experimental", "stable", "deprecated"]
    """`stable` needs a case with a real log; `deprecated` entries stay for older releases."""
    tags: tuple[str, ...]
    """Words of `vocabulary.yaml`."""
    systems: tuple[str, ...]
    """Words of `vocabulary.yaml`: whose software fails."""
    versions: dict[str, str] = field(factory=dict)
    """Version ranges in which it happens, e.g. `torch: ">=1.6"`."""
    layer: Literal["hardware", "software", "configuration", "data", "code"]
    """Where the cause lies."""
    phase: Literal["training", "inference", "both", "launch"]
    """When it happens."""
    notify: bool = False
    """Whether it may raise a notification by itself; general entries may not."""
    general: bool = False
    """A general entry steps back when an entry of `leads_to` explains the same run as likely or better."""
    leads_to: tuple[str, ...] = ()
    """Ids of more specific entries."""
    summary: str
    """What happened, in one sentence."""
    does_not_mean: str
    """What a match must not be read as."""
    signals: dict[str, SignalSpec]
    """Name → one thing that a log can show. What stands here is what recognition and evidence can name."""
    recognise: Recognise
    """Which signals make the entry a candidate."""
    needs_evidence: bool = False
    """True when recognition alone is too weak to be shown: some evidence of `evidence` must speak for it."""
    evidence: dict[str, EvidenceSpec] = field(factory=dict)
    """Name → something that speaks for or against the entry."""
    rivals: tuple[Rival, ...] = ()
    """Other causes of the same signature, and what would decide."""
    unrivalled: str | None = None
    """Why this signature has one cause only; needed for `confirmed` when there are no rivals."""
    root_cause: tuple[Wording, ...]
    """One or two sentences about this run, with its values filled in."""
    mechanism: str
    """Why it happens, whatever the run."""
    symptoms: tuple[SymptomSpec, ...]
    """What one sees, each with its reason."""
    cheapest_check: CheckSpec | None = None
    """The check that costs least and tells most."""
    confirm: tuple[ConfirmSpec, ...] = ()
    """The checklist that settles it."""
    fixes: tuple[FixSpec, ...]
    """Ways to repair it, best first."""
    verify: VerifySpec
    """How to prove that a fix worked."""
    prevent: tuple[str, ...]
    """What keeps it from coming back."""
    recurs_when: str | None = None
    """What makes it come back."""
    at_scale: str | None = None
    """What it looks like on many ranks."""
    fix_minutes: tuple[int, int] | None = None
    """Minutes that the repair takes: at least, at most."""
    fingerprint: FingerprintSpec | None = None
    """What to alert on."""
    perspectives: PerspectivesSpec
    """The same failure for three readers."""
    references: tuple[ReferenceSpec, ...]
    """Upstream's documentation, source or issues."""
    related: tuple[str, ...] = ()
    """Ids of entries that are often confused with it or come with it."""
    cases: tuple[CaseExpectation, ...]
    """Logs under `cases/` that prove the entry: some it must explain, near misses it must not."""
