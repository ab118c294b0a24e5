"""Begins an entry from a log excerpt: its folder, the excerpt as a case, and what the exception already tells.

What a person has to write stands as TODO, which the lint refuses, so an unfinished entry can't ship.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from rootrank.model.log import Traceback
from rootrank.reading.tracebacks import TracebackReader
from rootrank.reading.undress import undress
from rootrank.rulebook.entry_schema import FILE_NAME, HINT, schema_text

TEMPLATE = (
    HINT
    + """\
id: {id}
title: TODO what happened, under 60 characters
area: {area}
severity: error
status: experimental
tags: []
systems: [pytorch]
layer: code
phase: training
summary: TODO one sentence
does_not_mean: TODO what a match must not be read as
signals:
  {signal}
recognise:
  any: [seen]
rivals:
  - what: TODO another cause of the same signature
    fact: TODO what would decide
    how_to_get: TODO a command or a line to print
root_cause:
  - text: TODO one or two sentences about the run, with {{fault.text|the line}} or captured values
mechanism: TODO why it happens
symptoms:
  - {{text: TODO what one sees, why: TODO why}}
fixes:
  - title: TODO the fix as a verb
    summary: TODO what it changes
    kind: advice
    safety: advice
verify:
  expect: TODO what success looks like
prevent: [TODO]
perspectives:
  on_call: [TODO the next five minutes]
  engineer: TODO
  executive: TODO
references:
  - {{title: TODO, url: "https://TODO"}}
cases:
  - {{log: first.log, found: true, origin: real}}
  - {{log: near-miss.log, found: false, origin: real, of: TODO the rival that it shows}}
"""
)


class ScaffoldError(Exception):
    """The entry can't be begun; the message says why."""


def begin_entry(folder: Path, name: str, excerpt: str) -> Path:
    """Writes ``folder/<name>/entry.yaml``, its first case, and in ``folder`` the schema that the entry names.

    Args:
        folder: a folder of rules.
        name: the entry's id, ``area/slug``.
        excerpt: lines of a log that the entry is to recognise.

    Returns:
        The entry's folder.

    Raises:
        ScaffoldError: the id is not one, the folder exists, or it can't be written.
    """
    if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", name):
        raise ScaffoldError(f"{name}: an id is area/slug in lower case, e.g. memory/cuda-out-of-memory")
    target = folder / name
    if target.exists():
        raise ScaffoldError(f"{target} exists already; choose another id")
    if not excerpt.strip():
        raise ScaffoldError("the excerpt is empty: give the lines that show the failure")
    text = TEMPLATE.format(id=name, area=name.split("/", maxsplit=1)[0], signal=_signal(excerpt))
    try:
        (target / "cases").mkdir(parents=True)
        (target / "cases" / "first.log").write_text(excerpt.rstrip("\n") + "\n", encoding="utf-8")
        (target / "entry.yaml").write_text(text, encoding="utf-8")
        (folder / FILE_NAME).write_text(schema_text(), encoding="utf-8")
    except OSError as error:
        raise ScaffoldError(f"{target} can't be written: {error.strerror}") from error
    return target


def _signal(excerpt: str) -> str:
    """The signal that the excerpt's last exception gives; its last line when it shows none."""
    found = _last_traceback(excerpt)
    if found is None or found.exception is None:
        line = excerpt.rstrip().split("\n")[-1].strip()
        return _yaml("line", json.dumps(re.escape(line), ensure_ascii=False), _anchor(line))
    message = found.message.split("\n", 1)[0]
    kind = found.exception.rsplit(".", 1)[-1]
    wanted = f"{{type: [{kind}], message: {json.dumps(_general(message), ensure_ascii=False)}}}"
    return _yaml("exception", wanted, _anchor(message) or kind)


def _yaml(kind: str, value: str, anchor: str) -> str:
    rows = (
        "seen:",
        "  says: TODO what it says",
        f"  anchors: [{json.dumps(anchor, ensure_ascii=False)}]",
        f"  {kind}: {value}",
    )
    return "\n  ".join(rows)


def _last_traceback(excerpt: str) -> Traceback | None:
    reader, found = TracebackReader(), []
    for number, line in enumerate(excerpt.split("\n"), 1):
        found += reader.feed(undress(line.encode(), "excerpt", number))
    found += reader.finish()
    return found[-1] if found else None


def _general(message: str) -> str:
    """The message as a pattern in which numbers may differ."""
    return re.sub(r"\d+", r"\\d+", re.escape(message))


def _anchor(message: str) -> str:
    """The longest run of the message without numbers or quotes: the part least likely to differ."""
    runs = re.split(r"\d+|['\"`].*?['\"`]", message)
    return max((run.strip() for run in runs), key=len, default="")
