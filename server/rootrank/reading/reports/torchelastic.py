"""torchrun's agent: which child ended how, whom it stopped, and its table of failures.

Its "first observed failure" compares whole seconds, so it is evidence, not truth. Each line of the table is a report:
``diagnosis`` puts them together.
"""

from __future__ import annotations

import re

from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "exit",
        "failed (exitcode",
        re.compile(
            r"failed \(exitcode: (?P<exitcode>-?\d+)\) local_rank: (?P<local>\d+) \(pid: (?P<pid>\d+)\) of binary"
        ),
    ),
    Form(
        "stopped", "closing signal SIG", re.compile(r"Sending process (?P<pid>\d+) closing signal (?P<signal>SIG\w+)")
    ),
    Form("table", "Root Cause (first obs", re.compile(r"^\s*Root Cause \(first observed failure\):(?P<root>)")),
    Form("table", " time      : ", re.compile(r"^\s*time      : (?P<time>\S+)")),
    Form("table", " host      : ", re.compile(r"^\s*host      : (?P<host>\S+)")),
    Form("table", " rank      : ", re.compile(r"^\s*rank      : (?P<row>\d+) \(local_rank: (?P<local>\d+)\)")),
    Form("table", " exitcode  : ", re.compile(r"^\s*exitcode  : (?P<exitcode>-?\d+) \(pid: (?P<pid>\d+)\)")),
    Form("table", " error_file: ", re.compile(r"^\s*error_file: (?P<error_file>\S+)")),
    Form("restart", "estarting worker group", re.compile(r"[Rr]estarting worker group|restarting worker group")),
)
