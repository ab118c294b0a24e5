"""Slurm: how each task ended, out-of-memory kills, cancelled steps."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "task_exit",
        "srun: error: ",
        later(r"srun: error: (?P<host>\S+): tasks? (?P<tasks>[\d,\-\[\]]+): (?P<how>.+)"),
    ),
    Form("oom_kill", "oom_kill", later(r"slurmstepd: error: Detected \d+ oom_kill event")),
    Form("oom_kill", "oom-kill", later(r"slurmstepd: error: Detected \d+ oom-kill event")),
    Form(
        "cancelled",
        "CANCELLED AT ",
        later(
            r"slurmstepd: error: \*\*\* (?:STEP|JOB) \S+ (?:ON (?P<host>\S+) )?CANCELLED AT (?P<time>\S+)"
            r"(?: DUE TO (?P<why>[A-Z ]+?))? ?\*\*\*"
        ),
    ),
)
