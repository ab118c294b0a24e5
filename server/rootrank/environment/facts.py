"""Facts of the environment that a log tells: Python's version, the launcher, the script, what a line said outright."""

from __future__ import annotations

import re

from rootrank.environment.run import RunContext, launcher_of, script_of
from rootrank.model.finding import Findings
from rootrank.model.log import Frame, Traceback
from rootrank.reading.frames import script_frame

_PYTHON = re.compile(r"[/\\](?:lib[/\\]python|Python)(\d)\.?(\d{1,2})[/\\]", re.IGNORECASE)
_AGENT = "torch/distributed/elastic"


def facts_of(findings: Findings, run: RunContext | None) -> dict[str, str]:
    """Returns what is known, by name: ``python``, ``launcher``, ``script``, ``command``, what lines stated."""
    facts = dict(findings.facts)
    for traceback in findings.tracebacks:
        for frame in _all_frames(traceback):
            _learn(frame, facts)
        script = script_frame(traceback)
        if script is not None:
            facts.setdefault("script", script.file)
    if run and run.command:
        facts["command"] = run.command
        facts.update(
            {k: v for k, v in (("script", script_of(run.command)), ("launcher", launcher_of(run.command))) if v}
        )
    return facts


def _all_frames(traceback: Traceback) -> tuple[Frame, ...]:
    return traceback.frames + (traceback.forward.frames if traceback.forward else ())


def _learn(frame: Frame, facts: dict[str, str]) -> None:
    version = _PYTHON.search(frame.file)
    if version:
        facts.setdefault("python", f"{version[1]}.{version[2]}")
    if _AGENT in frame.file.replace("\\", "/"):
        facts.setdefault("launcher", "torchrun")
