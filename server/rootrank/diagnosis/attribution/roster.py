"""Who is who: which rank a process, a pod, a device or a table's row is, and how many ranks there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from rootrank.diagnosis.attribution.table import Row, hydra_rows, rows_of
from rootrank.model.finding import Findings, Report
from rootrank.model.log import Record, Traceback

_POD = re.compile(
    r"^(?P<group>.*?)(?P<role>master|chief|leader|head|worker|node|trainer|rank)-(?P<index>\d+)(?:-\d+)*(?:-[a-z0-9]{5})?$"
)
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_LOCAL = re.compile(r"(?:^|\s)local (\d+)$")
_NAMED = re.compile(r"^\[?[Rr]ank (\d+)\b")
"""How a message begins that tells which rank raised it."""


@frozen
class Roster:
    """The ranks that the logs know of."""

    ranks: frozenset[int]
    """Every rank that wrote or was named."""
    total: int | None
    """World size where a line says it."""
    rows: tuple[Row, ...]
    """torchelastic's table of failures."""
    hydra: tuple[Row, ...]
    """MPICH's and Intel MPI's words on processes."""
    by_pid: Mapping[tuple[str | None, int], int]
    by_local: Mapping[tuple[str | None, int], int]
    by_source: Mapping[str, int]
    hosts: Mapping[int, str]
    """Rank → host."""
    unread: frozenset[int] = frozenset()
    """Ranks whose own file could not be read."""
    tasks_are_ranks: bool = True
    """False: each Slurm task is a launcher of several ranks."""

    @property
    def world(self) -> frozenset[int]:
        """All ranks there are at least: they are numbered from 0 without a gap."""
        return frozenset(range(max(self.total or 0, max(self.ranks, default=-1) + 1)))

    def of(self, who: Record | Traceback) -> int | None:
        """Returns the rank that wrote something."""
        if who.rank is not None:
            return who.rank
        if who.pid is not None and (found := self.process(who.host, who.pid)) is not None:
            return found
        source = who.source or ""
        if source in self.by_source:
            return self.by_source[source]
        local = _LOCAL.search(source)
        if local:
            return self.local(who.host, int(local[1]))
        named = _NAMED.match(who.message) if isinstance(who, Traceback) else None
        return int(named[1]) if named else None

    def process(self, host: str | None, pid: int) -> int | None:
        """Returns the rank of a process; of one whose host isn't said, if only one rank has that pid."""
        if (host, pid) in self.by_pid:
            return self.by_pid[host, pid]
        found = {rank for (_, number), rank in self.by_pid.items() if number == pid}
        return next(iter(found)) if len(found) == 1 else None

    def local(self, host: str | None, number: int) -> int | None:
        """Returns the rank of a local rank on a host."""
        for key in ((host, number), (None, number)):
            if key in self.by_local:
                return self.by_local[key]
        return None

    def of_report(self, report: Report) -> int | None:
        """Returns the rank that a report tells of."""
        if report.rank is not None:
            return report.rank
        values = report.values
        pid = values.get("pid")
        if pid is not None and (found := self.process(values.get("host") or report.record.host, int(pid))) is not None:
            return found
        if "pod" in values:
            return self.by_source.get(values["pod"])
        if "host" in values and values["host"] in self.by_source:
            return self.by_source[values["host"]]
        if "local" in values:
            return self.local(values.get("host"), int(values["local"]))
        return None if report.kind in ABOUT_OTHERS else self.of(report.record)


ABOUT_OTHERS = frozenset({"exit", "stopped", "killed", "task_exit", "blamed", "lost_node", "table", "hydra", "owner"})
"""Reports of a launcher or host: whoever prints them is not the rank that they tell of."""


def roster_of(findings: Findings) -> Roster:
    """Returns who is who in the findings."""
    rows = rows_of(findings.reports)
    by_pid: dict[tuple[str | None, int], int] = {(row.host, row.pid): row.rank for row in rows if row.pid is not None}
    by_local: dict[tuple[str | None, int], int] = {(row.host, row.local): row.rank for row in rows}
    hydra = hydra_rows(findings.reports)
    hosts = {row.rank: row.host for row in (*rows, *hydra) if row.host}
    ranks = {row.rank for row in (*rows, *hydra)}
    for rank, host, _, pid in findings.writers:
        if rank is None:
            continue
        ranks.add(rank)
        if pid is not None:
            by_pid[host, pid] = rank
        if host is not None:
            hosts.setdefault(rank, host)
    _identities(findings.reports, ranks, by_pid, by_local, hosts)
    ranks |= {int(n) for r in findings.reports if r.kind == "absent" for n in r.values["ranks"].split(",") if n.strip()}
    ranks |= {int(m[1]) for t in findings.tracebacks if t.rank is None and (m := _NAMED.match(t.message))}
    tasks = not any(source and source.startswith("task ") for _, _, source, _ in findings.writers)
    if tasks:
        ranks |= {n for r in findings.reports if r.kind == "task_exit" for n in numbers(r.values["tasks"])}
    by_source = _pods(findings, ranks)
    ranks |= set(by_source.values())
    _locals_of_one_node(findings, rows, by_local, ranks)
    return Roster(
        frozenset(ranks),
        _total(findings.reports),
        rows,
        hydra,
        by_pid,
        by_local,
        by_source,
        hosts,
        findings.unread,
        tasks,
    )


def numbers(text: str) -> list[int]:
    """Reads a list of ranks or tasks as Slurm writes them: ``1-3,7``."""
    found: list[int] = []
    for first, last in _RANGE.findall(text):
        found += range(int(first), int(last or first) + 1)
    return found


def _total(reports: Iterable[Report]) -> int | None:
    """Returns the world size that lines say; None when none does, or one process is the world."""
    said = [int(r.values["world"]) for r in reports if "world" in r.values]
    nodes = [r.values for r in reports if "per_node" in r.values]
    said += [int(values["per_node"]) for values in nodes if values.get("nodes", "1") == "1"]
    largest = max(said, default=1)
    return largest if largest > 1 else None


def _identities(
    reports: Iterable[Report],
    ranks: set[int],
    by_pid: dict[tuple[str | None, int], int],
    by_local: dict[tuple[str | None, int], int],
    hosts: dict[int, str],
) -> None:
    """Notes what reports say of who is who."""
    for report in reports:
        if report.rank is not None:
            ranks.add(report.rank)
        if report.kind == "identity" and report.rank is not None:
            if "local" in report.values:
                by_local[report.values.get("host") or report.record.host, int(report.values["local"])] = report.rank
            host_of = report.values.get("host") or report.record.host
            pid_of = report.values.get("pid") or report.record.pid
            if pid_of:
                by_pid[host_of, int(pid_of)] = report.rank
            if host_of:
                hosts.setdefault(report.rank, host_of)


def _pods(findings: Findings, ranks: set[int]) -> dict[str, int]:
    """Returns the rank of each pod of a job with one rank per pod: a master is rank 0, workers follow in order."""
    inside: dict[str, set[int]] = {}
    for rank, _, source, _ in findings.writers:
        if source is not None and _POD.match(source):
            inside.setdefault(source, set())
            if rank is not None:
                inside[source].add(rank)
    named = {r.values["pod"] for r in findings.reports if "pod" in r.values}
    named |= {r.values["host"] for r in findings.reports if r.kind == "lost_node"}
    pods = set(inside) | {name for name in named if _POD.match(name)}
    if any(len(found) > 1 for found in inside.values()):
        return {}
    known = {pod: next(iter(found)) for pod, found in inside.items() if found}
    if not pods or (len(pods) < 2 and not ranks):
        return known
    roles = {pod: _POD.match(pod) for pod in pods}
    first = 1 if any(m and m["role"] in ("master", "chief", "leader", "head") for m in roles.values()) else 0
    numbered = {}
    for pod, match in roles.items():
        if match:
            lead = match["role"] in ("master", "chief", "leader", "head")
            numbered[pod] = int(match["index"]) + (0 if lead else first)
    fits = len(set(numbered.values())) == len(numbered) and all(numbered.get(p, r) == r for p, r in known.items())
    return numbered if fits else known


def _locals_of_one_node(
    findings: Findings, rows: Iterable[Row], by_local: dict[tuple[str | None, int], int], ranks: set[int]
) -> None:
    """On one node a local rank is the rank: where several are seen, and no line names a rank that is none of them."""
    hosts = {host for _, host, _, _ in findings.writers if host} | {row.host for row in rows if row.host}
    told = [(host, int(m[1])) for _, host, source, _ in findings.writers if (m := _LOCAL.search(source or ""))]
    told += [
        (report.values.get("host"), int(report.values["local"]))
        for report in findings.reports
        if "local" in report.values
    ]
    nodes = {host for host, _ in told if host} or hosts
    if len(nodes) > 1 or any(rank != local for (_, local), rank in by_local.items()):
        return
    devices = {local for _, local in told}
    if len(devices) < 2 or not ranks <= devices:
        return
    for _, local in told:
        by_local.setdefault((None, local), local)
        ranks.add(local)
