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
            r"noticed that process rank (?P<rank>\d+) with PID (?P<pid>\d+) on node (?P<host>\S+) exited on"
            r"(?: signal (?P<signal>\d+)|$)"
        ),
    ),
    # Intel MPI and MPICH (Hydra): two lines for each process that ended badly.
    Form("hydra", "RUNNING AT ", re.compile(r"RANK (?P<row>\d+) PID (?P<pid>\d+) RUNNING AT (?P<host>\S+)")),
    Form("hydra", "KILLED BY SIGNAL: ", re.compile(r"KILLED BY SIGNAL: (?P<signal>\d+)")),
    Form("hydra", "EXIT CODE: ", re.compile(r"^=\s+EXIT CODE: (?P<exitcode>\d+)")),
    Form("hydra", "EXIT STATUS: ", re.compile(r"^=\s+EXIT STATUS: (?P<exitcode>\d+)")),
    Form("lost_node", "Remote daemon: [[", re.compile(r"Remote daemon: \[\[\d+,\d+\],\d+\] on node (?P<host>\S+)")),
)
