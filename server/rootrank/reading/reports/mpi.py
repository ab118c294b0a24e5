"""mpirun: which process ended the job, as far as it noticed."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form("blamed", "MPI_ABORT was invoked", later(r"MPI_ABORT was invoked on rank (?P<rank>\d+)")),
    Form("blamed", "Process name: [[", later(r"Process name: \[\[\d+,\d+\],(?P<rank>\d+)\]")),
    Form(
        "exit",
        "noticed that process rank",
        later(
            r"noticed that process rank (?P<rank>\d+) with PID (?P<pid>\d+) on node (?P<host>\S+) exited on"
            r"(?: signal (?P<signal>\d+)|$)"
        ),
    ),
    # Intel MPI and MPICH (Hydra): two lines for each process that ended badly.
    Form("hydra", "RUNNING AT ", later(r"RANK (?P<row>\d+) PID (?P<pid>\d+) RUNNING AT (?P<host>\S+)")),
    Form("hydra", "KILLED BY SIGNAL: ", later(r"KILLED BY SIGNAL: (?P<signal>\d+)")),
    Form("hydra", "EXIT CODE: ", later(r"^=\s+EXIT CODE: (?P<exitcode>\d+)")),
    Form("hydra", "EXIT STATUS: ", later(r"^=\s+EXIT STATUS: (?P<exitcode>\d+)")),
    Form("lost_node", "Remote daemon: [[", later(r"Remote daemon: \[\[\d+,\d+\],\d+\] on node (?P<host>\S+)")),
)
