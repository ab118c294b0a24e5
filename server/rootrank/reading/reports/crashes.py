"""A process that crashed in native code, or was killed with a word from its shell."""

from __future__ import annotations

import re

from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "crash",
        "Fatal Python error",
        re.compile(r"^Fatal Python error: (?P<how>Segmentation fault|Bus error|Floating.*|Illegal.*)"),
    ),
    Form("abort", "Fatal Python error", re.compile(r"^Fatal Python error: (?P<how>Aborted)")),
    Form(
        "crash",
        "Signal: ",
        re.compile(r"^(?:\[[\w.-]+:\d+\] )?Signal: (?P<how>(?:Segmentation|Bus|Floating|Illegal)[\w ]*)"),
    ),
    Form(
        "crash", "Segmentation fault", re.compile(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Segmentation fault)\b")
    ),
    Form("crash", "Bus error", re.compile(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Bus error)\b")),
    Form("killed_bare", "Killed", re.compile(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Killed)\b")),
    Form("abort", "terminate called", re.compile(r"terminate called after throwing an instance of '(?P<how>[\w:]+)'")),
)
