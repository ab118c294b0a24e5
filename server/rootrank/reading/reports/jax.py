"""JAX's coordination service: tasks that died or did not come to a barrier, as the others name them."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form("absent", "/replica:0/task:", later(r"^/job:\w+/replica:0/task:(?P<ranks>\d+)$")),
    Form("lost_peer", "JAX distributed service detected", later(r"(?P<text>Terminating process because.*)")),
    Form("lost_peer", "from coordination service", later(r"(?P<text>Polled an error from.*)")),
)
