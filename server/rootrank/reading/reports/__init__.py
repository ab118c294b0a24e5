"""What launchers, schedulers, hosts and runtimes report on ranks. A further reporter is one module with ``FORMS``."""

from __future__ import annotations

from rootrank.model.finding import Report
from rootrank.model.log import Record
from rootrank.reading.reports import (
    barrier,
    crashes,
    host,
    jax,
    kubernetes,
    mpi,
    nccl,
    owners,
    slurm,
    torchelastic,
    watchdog,
    world,
)
from rootrank.reading.reports.report import Form

__all__ = ["ANCHORS", "FORMS", "read_reports"]

FORMS: tuple[Form, ...] = tuple(
    form
    for module in (torchelastic, watchdog, barrier, nccl, jax, slurm, kubernetes, host, mpi, owners, crashes, world)
    for form in module.FORMS
)
_SPOKEN_BY_ITSELF = frozenset({"timeout", "progress", "stuck", "lost_peer"})
"""Kinds that a rank says of itself."""
ANCHORS = tuple(dict.fromkeys(form.anchor for form in FORMS))
"""Literals, one of which stands on each line that reports something."""


def read_reports(record: Record) -> list[Report]:
    """Returns what a line reports; nearly always nothing."""
    found = []
    for form in FORMS:
        if form.anchor not in record.text:
            continue
        match = form.pattern.search(record.text)
        if match:
            values = {name: value for name, value in match.groupdict().items() if value is not None}
            told = values.pop("rank", None)
            if told is None or (record.rank is not None and form.kind in _SPOKEN_BY_ITSELF):
                # A message's own number may count within a process group.
                rank = record.rank
            else:
                rank = int(told)
            found.append(Report(form.kind, record, rank, values))
    return found
