"""JAX's coordination service: tasks that died or did not come to a barrier, as the others name them."""

from __future__ import annotations

import re

from rootrank.reading.reports.report import Form

FORMS = (
    Form("absent", "/replica:0/task:", re.compile(r"^/job:\w+/replica:0/task:(?P<ranks>\d+)$")),
    Form("lost_peer", "JAX distributed service detected", re.compile(r"(?P<text>Terminating process because.*)")),
    Form("lost_peer", "from coordination service", re.compile(r"(?P<text>Polled an error from.*)")),
)
