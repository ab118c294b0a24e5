"""torchrun's agent: which child ended how, whom it stopped, and its table of failures.

Its "first observed failure" compares whole seconds, so it is evidence, not truth. Each line of the table is a report:
``diagnosis`` puts them together.
"""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "exit",
        "failed (exitcode",
        later(r"failed \(exitcode: (?P<exitcode>-?\d+)\) local_rank: (?P<local>\d+) \(pid: (?P<pid>\d+)\) of binary"),
    ),
    Form("stopped", "closing signal SIG", later(r"Sending process (?P<pid>\d+) closing signal (?P<signal>SIG\w+)")),
    Form("table", "Root Cause (first obs", later(r"^\s*Root Cause \(first observed failure\):(?P<root>)")),
    Form("table", " time      : ", later(r"^\s*time      : (?P<time>\S+)")),
    Form("table", " host      : ", later(r"^\s*host      : (?P<host>\S+)")),
    Form("table", " rank      : ", later(r"^\s*rank      : (?P<row>\d+) \(local_rank: (?P<local>\d+)\)")),
    Form("table", " exitcode  : ", later(r"^\s*exitcode  : (?P<exitcode>-?\d+) \(pid: (?P<pid>\d+)\)")),
    Form("table", " error_file: ", later(r"^\s*error_file: (?P<error_file>\S+)")),
    Form("restart", "estarting worker group", later(r"[Rr]estarting worker group|restarting worker group")),
)
