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
    Form(
        "abort",
        "watchdog thread terminated",
        later(r"(?:\bRank (?P<rank>\d+)\] ?)?Process group watchdog thread terminated with exception"),
    ),
    # What an editor's or a pipeline's runner says of the process: PyCharm, GitLab.
    Form("ended", "finished with exit code", later(r"^Process finished with exit code (?P<exitcode>-?[1-9]\d*)")),
    Form("ended", "Job failed: exit ", later(r"Job failed: exit (?:code|status) (?P<exitcode>[1-9]\d*)")),
    # A fatal line of TensorFlow's and XLA's logger ends the process.
    Form("ended", ": F ", later(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: F [\w./-]+:\d+\]")),
    Form("abort", "terminate called", later(r"terminate called after throwing an instance of '(?P<how>[\w:]+)'")),
)
