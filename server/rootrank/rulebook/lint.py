"""The rulebook's checks beyond shape: each one small function that yields (key, text) for what it refuses.

Knows the YAML and the classes, no log. The order of the functions is the order of an entry's fields.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import attrs
from attrs import field, frozen

from rootrank.rulebook.entry import Entry, EvidenceSpec, FixSpec, Recognise, SignalSpec
from rootrank.rulebook.problem import Problem
from rootrank.rulebook.regex_safety import LINE_CAP, NAME_CAP, refuse_regex
from rootrank.rulebook.shape import known_keys
from rootrank.rulebook.yaml_source import Source

Complaint = tuple[str, str]
Check = Callable[["Context"], Iterable[Complaint]]

TITLE_MAX = 60
ANCHOR_MIN = 4
PLACEHOLDER = re.compile(r"\{([A-Za-z_][\w.]*)(?:\|[^{}]*)?\}")
FREE_VALUES = re.compile(
    r"(fault\.(text|file|line|function)|code\.[A-Z_]\w*|metric\.(name|step|last|last_step|first|value)"
    r"|exception\.(type|message)|run\.(command|script)|command|script|rank)"
)
RANK_VALUES = frozenset(
    {"rank", "others", "why", "world", "op", "seq", "numel", "timeout_s", "enqueued", "completed"}
    | {"call", "other_op", "other_seq", "other_numel", "other_call"}
)
"""What a signal on ranks captures, where the log tells it."""


@frozen
class Vocabulary:
    """The closed vocabularies: list name → word → sentence."""

    LISTS: ClassVar[tuple[str, ...]] = ("areas", "severities", "systems", "tags")
    words: dict[str, dict[str, str]]


@frozen
class Context:
    """One entry with the source it was built from."""

    entry: Entry
    source: Source
    folder: Path
    used: dict[str, set[str]] = field(factory=dict)


def lint_entry(context: Context, vocabulary: Vocabulary) -> list[Problem]:
    """Returns what is wrong with one entry of right shape."""
    problems = []
    for check in CHECKS:
        problems += [_problem(context, check.__name__, key, text) for key, text in check(context)]
    problems += [_problem(context, "vocabulary", key, text) for key, text in _words(context.entry, vocabulary)]
    return problems


def lint_rulebook(contexts: list[Context], below: set[str], tombstones: Mapping[str, str]) -> list[Problem]:
    """Returns what is wrong between entries: unknown ids, ids given twice, ids of entries that were removed.

    Args:
        contexts: the entries.
        below: ids of a rulebook that they lie on top of.
        tombstones: removed id → why it went.
    """
    problems = []
    ids = below | {c.entry.id for c in contexts}
    seen: set[str] = set()
    for context in contexts:
        if context.entry.id in seen:
            problems.append(_problem(context, "unique", "id", "another entry has this id"))
        seen.add(context.entry.id)
        if context.entry.id in tombstones:
            why = tombstones[context.entry.id]
            problems.append(_problem(context, "tombstone", "id", f"is never used again ({why}); choose another"))
        unknown = _unknown_ids(context.entry, ids, tombstones)
        problems += [_problem(context, "known_ids", key, text) for key, text in unknown]
    return problems


def unused_words(contexts: list[Context], vocabulary: Vocabulary, file: Path) -> list[Problem]:
    """Returns the words of a vocabulary that no entry uses."""
    used = {
        "areas": {c.entry.area for c in contexts},
        "severities": set(vocabulary.words["severities"]),
        "systems": {s for c in contexts for s in c.entry.systems},
        "tags": {t for c in contexts for t in c.entry.tags},
    }
    return [
        Problem(str(file), 1, 1, None, f"{name}.{word}", "no entry uses this word", "unused_word")
        for name, words in vocabulary.words.items()
        for word in sorted(set(words) - used[name])
    ]


def _problem(context: Context, check: str, key: str, text: str) -> Problem:
    line, column = context.source.place(key)
    return Problem(context.source.file, line, column, context.entry.id, key, text, check.lstrip("_"))


def _unknown_ids(entry: Entry, ids: set[str], tombstones: Mapping[str, str]) -> Iterator[Complaint]:
    named = [("leads_to", i) for i in entry.leads_to] + [("related", i) for i in entry.related]
    named += [(f"rivals[{n}].entry", r.entry) for n, r in enumerate(entry.rivals) if r.entry]
    for key, name in named:
        if name not in ids:
            yield key, f"there is no entry {name}" + (f" any more: {tombstones[name]}" if name in tombstones else "")
        elif name == entry.id:
            yield key, "an entry can't name itself"


def _words(entry: Entry, vocabulary: Vocabulary) -> Iterator[Complaint]:
    for key, name, words in (
        ("area", "areas", (entry.area,)),
        ("severity", "severities", (entry.severity,)),
        ("tags", "tags", entry.tags),
        ("systems", "systems", entry.systems),
    ):
        for word in words:
            if word not in vocabulary.words[name]:
                yield key, f"{word!r} is not in vocabulary.yaml; known: {', '.join(vocabulary.words[name])}"


def _identity(context: Context) -> Iterator[Complaint]:
    entry, folder = context.entry, context.folder
    if entry.id != f"{folder.parent.name}/{folder.name}":
        yield "id", f"must be the folder's {folder.parent.name}/{folder.name}"
    if entry.area != folder.parent.name:
        yield "area", f"must be the folder's {folder.parent.name}"
    if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", entry.id):
        yield "id", "lower-case words joined by hyphens only"
    if len(entry.title) >= TITLE_MAX:
        yield "title", f"must stay under {TITLE_MAX} characters, has {len(entry.title)}"
    if entry.title.endswith((".", "!")):
        yield "title", "no mark at the end"


def _key_order(context: Context) -> Iterator[Complaint]:
    keys, order = list(context.source.data), known_keys(Entry)
    for first, second in itertools.pairwise(keys):
        if order.index(second) < order.index(first):
            yield second, f"stands after `{first}`; the order is that of the schema"


def _signals(context: Context) -> Iterator[Complaint]:
    for name, spec in context.entry.signals.items():
        key = f"signals.{name}"
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            yield key, "a signal's name is lower-case words joined by underscores"
        yield from _one_of(spec, ("exception", "line", "metric", "ranks"), key)
        if spec.metric:
            yield from _one_of(spec.metric, ("of", "name"), f"{key}.metric")
        if spec.ranks:
            unknown = sorted(set(spec.ranks.where) - RANK_VALUES)
            yield from ((f"{key}.ranks.where", f"the ranks give no value {name!r}") for name in unknown)
            for field_, names in (("last_of", spec.ranks.last_of), ("busy_with", spec.ranks.busy_with)):
                absent = sorted(set(names) - set(context.entry.signals))
                yield from ((f"{key}.ranks.{field_}", f"there is no signal {name}") for name in absent)
        if spec.metric is None and spec.ranks is None:
            if not spec.anchors:
                yield key, "needs `anchors`: literals that stand in every line that shows it"
            yield from (
                (f"{key}.anchors", f"{a!r} is shorter than {ANCHOR_MIN}") for a in spec.anchors if len(a) < ANCHOR_MIN
            )
        elif spec.anchors:
            yield f"{key}.anchors", "a signal on metrics or ranks has no anchors"


def _one_of(thing: object, names: tuple[str, ...], key: str, least: int = 1) -> Iterator[Complaint]:
    given = [n for n in names if getattr(thing, n) not in (None, False)]
    if not least <= len(given) <= 1:
        yield key, f"needs exactly one of {', '.join(names)}; has {', '.join(given) or 'none'}"


def _regexes(context: Context) -> Iterator[Complaint]:
    for key, regex in regexes_of(context.entry):
        reason = refuse_regex(regex, NAME_CAP if key.endswith("metric.name") else LINE_CAP)
        if reason:
            yield key, reason


def regexes_of(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yields every Python regex of an entry with the key where it stands."""
    for name, spec in entry.signals.items():
        yield from _signal_regexes(f"signals.{name}", spec)
    for name, evidence in entry.evidence.items():
        key = f"evidence.{name}"
        if evidence.frame:
            yield f"{key}.frame", evidence.frame
        if evidence.fact:
            yield f"{key}.fact.regex", evidence.fact.regex
        if evidence.metric and evidence.metric.name:
            yield f"{key}.metric.name", evidence.metric.name


def _signal_regexes(key: str, spec: SignalSpec) -> Iterator[tuple[str, str]]:
    if spec.line:
        yield f"{key}.line", spec.line
    if spec.metric and spec.metric.name:
        yield f"{key}.metric.name", spec.metric.name
    if spec.ranks:
        yield from ((f"{key}.ranks.where.{name}", regex) for name, regex in spec.ranks.where.items())
    if spec.exception and spec.exception.message:
        yield f"{key}.exception.message", spec.exception.message
    if spec.exception and spec.exception.frame:
        yield f"{key}.exception.frame", spec.exception.frame


def _recognition(context: Context) -> Iterator[Complaint]:
    names = set(context.entry.signals)
    used = set(_names_in(context.entry.recognise))
    yield from (("recognise", f"there is no signal {n}") for n in sorted(used - names))
    if not used:
        yield "recognise", "names no signal"


def _names_in(recognise: Recognise) -> Iterator[str]:
    yield from recognise.sequence
    for item in recognise.any + recognise.all + recognise.none:
        if isinstance(item, str):
            yield item
        else:
            yield from _names_in(item)


def _evidence(context: Context) -> Iterator[Complaint]:
    for name, spec in context.entry.evidence.items():
        key = f"evidence.{name}"
        yield from _one_of(spec, ("signal", "code", "fact", "frame", "metric"), key)
        if spec.metric:
            yield from _one_of(spec.metric, ("of", "name"), f"{key}.metric")
        if spec.weight <= 0:
            yield f"{key}.weight", "must be above 0; `for: false` says that it speaks against"
        if spec.signal and spec.signal not in context.entry.signals:
            yield f"{key}.signal", f"there is no signal {spec.signal}"
        if name in context.entry.signals:
            yield key, "a signal has this name; evidence needs another"


def _references_to_evidence(context: Context) -> Iterator[Complaint]:
    entry = context.entry
    known = set(entry.evidence) | set(entry.signals)
    for key, name in _uses_of_evidence(entry):
        if name not in known:
            yield key, f"there is no evidence or signal {name}"


def _uses_of_evidence(entry: Entry) -> Iterator[tuple[str, str]]:
    for n, rival in enumerate(entry.rivals):
        yield from ((f"rivals[{n}].excluded_by", name) for name in rival.excluded_by)
    for n, wording in enumerate(entry.root_cause):
        if wording.when:
            yield f"root_cause[{n}].when", wording.when
    for n, step in enumerate(entry.confirm):
        yield from ((f"confirm[{n}].done_by", name) for name in step.done_by)
    for n, fix in enumerate(entry.fixes):
        yield from _uses_in_fix(f"fixes[{n}]", fix)


def _uses_in_fix(key: str, fix: FixSpec) -> Iterator[tuple[str, str]]:
    if fix.when:
        yield f"{key}.when", fix.when
    yield from ((f"{key}.review_when", name) for name in fix.review_when)
    yield from ((f"{key}.refused_when[{n}]", u.evidence) for n, u in enumerate(fix.refused_when))


def _rivals(context: Context) -> Iterator[Complaint]:
    entry = context.entry
    if bool(entry.rivals) == bool(entry.unrivalled):
        yield "rivals" if entry.rivals else "", "needs `rivals`, or `unrivalled` that says why there are none; not both"


def _wording(context: Context) -> Iterator[Complaint]:
    entry = context.entry
    if not entry.root_cause:
        yield "root_cause", "needs at least one wording"
    elif entry.root_cause[-1].when:
        yield "root_cause", "the last wording must stand without `when`"
    known = {
        group for _, regex in regexes_of(entry) if not refuse_regex(regex) for group in re.compile(regex).groupindex
    }
    if any(spec.ranks for spec in entry.signals.values()):
        known |= RANK_VALUES
    for key, text in _texts(entry):
        if "…" in text or "TODO" in text:
            yield key, "unfinished text"
        for name in PLACEHOLDER.findall(text):
            if name not in known and not FREE_VALUES.fullmatch(name):
                yield key, f"nothing captures {{{name}}}"


def _texts(thing: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yields all prose of an entry; patterns, code and cases are not prose."""
    if isinstance(thing, str):
        yield key, thing
    elif isinstance(thing, tuple):
        for n, item in enumerate(thing):
            yield from _texts(item, f"{key}[{n}]")
    elif attrs.has(cls := type(thing)):
        for attribute in attrs.fields(cls):
            if attribute.name not in _NOT_PROSE:
                name = attribute.name.rstrip("_")
                yield from _texts(getattr(thing, attribute.name), f"{key}.{name}" if key else name)
    elif isinstance(thing, dict):
        for name, item in thing.items():
            if isinstance(item, EvidenceSpec | SignalSpec):
                yield f"{key}.{name}.says", item.says


_NOT_PROSE = {"cases", "recognise", "edit", "snippet", "url", "pattern", "versions"}


def _fixes(context: Context) -> Iterator[Complaint]:
    if not context.entry.fixes:
        yield "fixes", "needs at least one fix"
    for n, fix in enumerate(context.entry.fixes):
        key = f"fixes[{n}]"
        if (fix.kind == "edit") != (fix.edit is not None):
            yield key, "`edit` belongs to kind edit, and kind edit needs it"
        if fix.kind == "command" and not fix.command:
            yield key, "kind command needs `command`"
        if fix.kind == "advice" and fix.safety != "advice":
            yield f"{key}.safety", "kind advice has safety advice"
        for v, variant in enumerate(fix.edit.variants if fix.edit else ()):
            for s, step in enumerate(variant):
                inner = f"{key}.edit.variants[{v}][{s}]"
                yield from _one_of(step, ("replace", "insert_before", "insert_after", "delete"), inner, least=0)


def _references(context: Context) -> Iterator[Complaint]:
    if not context.entry.references:
        yield "references", "needs at least one reference"
    for n, reference in enumerate(context.entry.references):
        if not reference.url.startswith("https://"):
            yield f"references[{n}].url", "must begin with https://"


def _cases(context: Context) -> Iterator[Complaint]:
    entry, folder = context.entry, context.folder / "cases"
    if not any(c.found for c in entry.cases) or all(c.found for c in entry.cases):
        yield "cases", "needs a log that must be found, and a near-miss that must not"
    if entry.status == "stable" and not any(c.found and c.origin == "real" for c in entry.cases):
        yield "status", "stable needs a case with a real log"
    listed = {name for c in entry.cases for name in (c.log, c.code, c.fixed) if name}
    present = {p.name for p in folder.iterdir()} if folder.is_dir() else set()
    yield from (("cases", f"cases/{name} is missing") for name in sorted(listed - present))
    yield from (("cases", f"cases/{name} is in no case") for name in sorted(present - listed))
    for n, case in enumerate(entry.cases):
        if not case.found and not case.of:
            yield f"cases[{n}].of", "a near-miss names the rival that it shows"
        if case.fixed and not case.code:
            yield f"cases[{n}].fixed", "needs `code`"


CHECKS: tuple[Check, ...] = (
    _identity,
    _key_order,
    _signals,
    _regexes,
    _recognition,
    _evidence,
    _references_to_evidence,
    _rivals,
    _wording,
    _fixes,
    _references,
    _cases,
)
