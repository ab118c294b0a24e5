"""Lines that say whose the traceback is that follows, or how a process ended: spawn, Ray, Composer, Paddle, XLA."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "owner",
        "terminated with the following error",
        later(r"^-- Process (?P<rank>\d+) terminated with the following"),
    ),
    Form("owner", "Exception in device=TPU:", later(r"^Exception in device=TPU:(?P<rank>\d+)")),
    Form(
        "identity",
        "local_rank=",
        later(r"world_size=(?P<world>\d+)[, ]+rank=(?P<rank>\d+)[, ]+local_rank=(?P<local>\d+)"),
    ),
    Form(
        "task_exit",
        "the trainer process with rank=",
        later(r"trainer process with rank=\[(?P<tasks>[\d, ]+)\] (?P<how>was aborted)"),
    ),
    Form("identity", " pid ", later(r"^[Rr]ank (?P<rank>\d+)[ ,:(]+pid[ =:]+(?P<pid>\d+)")),
    Form("owner", "ception was detected on rank", later(r"[Ee]xception was detected on rank (?P<rank>\d+)")),
    Form("owner", "ray::", later(r"ray::\S+ \(pid=(?P<pid>\d+)")),
    Form(
        "exit",
        "terminated with signal SIG",
        later(r"[Pp]rocess (?P<rank>\d+) terminated with signal (?P<signal>SIG\w+)"),
    ),
    Form(
        "exit",
        "exited with code",
        later(r"[Gg]lobal rank (?P<rank>\d+) \(PID (?P<pid>\d+)\) exited with code (?P<exitcode>-?\d+)"),
    ),
    Form(
        "identity",
        "world_rank=",
        later(r"ip=(?P<host>[\w.:]+), pid=(?P<pid>\d+)\) world_rank=(?P<rank>\d+), local_rank=(?P<local>\d+)"),
    ),
    Form(
        "trouble",
        "Unexpected result",
        later(r"(?P<text>Unexpected result \w+ on rank (?P<rank>\d+) at iteration.*)"),
    ),
)
