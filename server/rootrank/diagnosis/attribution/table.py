"""torchelastic's table of failures, put together from its lines."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from rootrank.model.finding import Report
from rootrank.model.log import Record


@frozen
class Row:
    """One process of the table."""

    rank: int
    local: int
    record: Record
    """The line with the rank."""
    host: str | None = None
    time: str | None = None
    exitcode: int | None = None
    pid: int | None = None
    root: bool = False
    """Whether the agent calls it the root cause: the failure that it observed first."""


def hydra_rows(reports: Iterable[Report]) -> tuple[Row, ...]:
    """Returns what MPICH or Intel MPI says of each process; an exit by signal has the negative number."""
    rows: list[Row] = []
    for report in reports:
        if report.kind != "hydra":
            continue
        values = report.values
        if "row" in values:
            rank = int(values["row"])
            rows.append(Row(rank, rank, report.record, values["host"], pid=int(values["pid"])))
        elif rows and rows[-1].exitcode is None:
            code = -int(values["signal"]) if "signal" in values else int(values["exitcode"])
            rows[-1] = evolve(rows[-1], exitcode=code)
    return tuple(rows)


def rows_of(reports: Iterable[Report]) -> tuple[Row, ...]:
    """Returns the rows of all tables, in log order."""
    rows: list[Row] = []
    host = time = None
    root = False
    for report in reports:
        if report.kind != "table":
            continue
        values = report.values
        if "root" in values:
            root = True
        time = values.get("time", time)
        host = values.get("host", host)
        if "row" in values:
            rows.append(Row(int(values["row"]), int(values["local"]), report.record, host, time, root=root))
            root = False
        elif "exitcode" in values and rows and rows[-1].exitcode is None:
            rows[-1] = evolve(rows[-1], exitcode=int(values["exitcode"]), pid=int(values["pid"]))
    return tuple(rows)
