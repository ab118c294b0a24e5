"""A process that crashed in native code, or was killed with a word from its shell."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "crash",
        "Fatal Python error",
        later(r"^Fatal Python error: (?P<how>Segmentation fault|Bus error|Floating.*|Illegal.*)"),
    ),
    Form("abort", "Fatal Python error", later(r"^Fatal Python error: (?P<how>Aborted)")),
    Form(
        "crash",
        "Signal: ",
        later(r"^(?:\[[\w.-]+:\d+\] )?Signal: (?P<how>(?:Segmentation|Bus|Floating|Illegal)[\w ]*)"),
    ),
    Form("crash", "Segmentation fault", later(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Segmentation fault)\b")),
    Form("crash", "Bus error", later(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Bus error)\b")),
    Form("killed_bare", "Killed", later(r"^(?:.*: line \d+:\s+(?P<pid>\d+) )?(?P<how>Killed)\b")),
    Form("abort", "terminate called", later(r"terminate called after throwing an instance of '(?P<how>[\w:]+)'")),
)
