"""Kubernetes: pods that were killed, evicted or preempted, from ``kubectl get``, ``describe`` and events."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form("killed", "OOMKilled", later(r"^(?P<pod>[a-z0-9][\w.-]*)\s+\d+/\d+\s+(?P<how>OOMKilled)\b")),
    Form("killed", "Evicted", later(r"^(?P<pod>[a-z0-9][\w.-]*)\s+\d+/\d+\s+(?P<how>Evicted)\b")),
    Form("killed", "Preempted", later(r"\s(?P<how>Preempted|Preempting)\s+[Pp]od/(?P<pod>[\w.-]+)")),
    Form("killed", "Evicted", later(r"\s(?P<how>Evicted)\s+[Pp]od/(?P<pod>[\w.-]+)")),
    Form("killed", "OOMKilling", later(r"\s(?P<how>OOMKilling)\s+[Pp]od/(?P<pod>[\w.-]+)")),
    Form("killed", "exited with code 137", later(r"Pod: (?:[\w-]+\.)?(?P<pod>[\w-]+) (?P<how>exited with code 137)")),
)
