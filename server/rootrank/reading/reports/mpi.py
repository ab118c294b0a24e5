"""mpirun: which process ended the job, as far as it noticed."""

from __future__ import annotations

import re

from rootrank.reading.reports.report import Form

FORMS = (
    Form("blamed", "MPI_ABORT was invoked", re.compile(r"MPI_ABORT was invoked on rank (?P<rank>\d+)")),
    Form("blamed", "Process name: [[", re.compile(r"Process name: \[\[\d+,\d+\],(?P<rank>\d+)\]")),
    Form(
        "exit",
        "noticed that process rank",
        re.compile(
            r"noticed that process rank (?P<rank>\d+) with PID (?P<pid>\d+) on node (?P<host>\S+) exited on signal "
            r"(?P<signal>\d+)"
        ),
    ),
    Form("lost_node", "Remote daemon: [[", re.compile(r"Remote daemon: \[\[\d+,\d+\],\d+\] on node (?P<host>\S+)")),
)
