"""What stands before a line's own text: who wrote it, where and when. One module per launcher, runtime or shipper.

A further format is one module with ``FORMS``, added to ``ALL`` below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from rootrank.model.log import Record
from rootrank.reading.dress import hosts, kubernetes, mentions, mpi, nccl, ray, slurm, torchrun
from rootrank.reading.dress.form import Form, Forms
from rootrank.reading.stamps import leading

__all__ = ["PLAIN", "Dress", "learnt"]

ALL: tuple[Form, ...] = tuple(
    form for module in (torchrun, kubernetes, mpi, slurm, ray, nccl, mentions, hosts) for form in module.FORMS
)
CERTAIN = Forms(form for form in ALL if not form.ambiguous)
AMBIGUOUS = tuple(form for form in ALL if form.ambiguous)

LAYERS = 6
"""Prefixes that may stand before one line: a pod's, a time, a launcher's, a rank's, a logger's."""
SAMPLE = 300
"""Lines at either end of a log's first block from which its dress is learnt."""
MOST = 0.6
"""Share of the lines that must have an ambiguous prefix before it is taken for one."""
_FEW = 3
_LAUNCHER = re.compile(r"torch[./]distributed[./](?:run|elastic|launcher)|torchrun|accelerate launch")
_NODE_RANK = re.compile(r"\bnode[-_]rank[= ](\d{1,4})\b")
_PER_NODE = re.compile(r"\bnproc[-_]per[-_]node[= ](\d{1,4})\b")
_ROW = re.compile(r"\brank +: (?P<rank>\d+) \(local_rank: (?P<local>\d+)\)")
"""torchelastic's table says both numbers."""
_LOCAL = "(local_rank: "
_WORDS = re.compile(
    r"(?:Traceback|Error|Exception|Warning|WARNING|WARN|INFO|DEBUG|ERROR|CRITICAL|FATAL|Epoch|epoch|Step|step|iter"
    r"|loss|Loss|File|Note|Usage|usage|error|warning|info|http|https|srun|slurmstepd|mpirun|orterun|bash|sh|make)\b"
    r"|\w+(?:Error|Exception|Warning)$"
)
"""What stands before a colon and is no host."""


@frozen
class Dress:
    """How one log is dressed."""

    taken: Forms = CERTAIN
    stamped: bool = False
    """Every line begins with a time stamp, which whoever shipped the log put there."""
    tasks_are_ranks: bool = True
    """False: each Slurm task is a launcher that starts ranks of its own."""
    locals_are_ranks: bool = True
    """False: the log is of several nodes, on each of which local ranks begin with 0."""
    first_rank: int = 0
    """The rank of the first process of the node whose local ranks the log has."""
    rank: int | None = None
    """Rank of lines that don't say, e.g. of a file per rank."""
    host: str | None = None
    """Host of lines that don't say."""
    time: str | None = None
    """Time stamp of lines that have none."""

    def off(self, text: str, file: str, line: int) -> Record:
        """Returns the record of a line's text, with what its prefixes tell."""
        told: dict[str, str] = {}
        lower = text.lower()
        at = 0
        for _ in range(LAYERS):
            # What is ambiguous was learnt where lines begin, or behind their stamp, and counts only there.
            forms = self.taken if not told or told.keys() == {"time"} else CERTAIN
            step = _next(forms, text, lower, at, told)
            if step is None and self.stamped and "time" not in told:
                step = self._stamp(text, at, told)
            if step is None:
                break
            at = step
        if not told:
            time = _time(text, at) or self.time
            return Record(text[at:] if at else text, file, line, rank=self.rank, host=self.host, time=time)
        return self._record(text[at:], told, file, line, told.get("time") or _time(text, at) or self.time)

    def _stamp(self, text: str, at: int, told: dict[str, str]) -> int | None:
        found = leading(text, at)
        if found is None:
            return None
        told["time"] = found[0]
        return found[1]

    def _record(self, text: str, told: dict[str, str], file: str, line: int, time: str | None) -> Record:
        rank, source = told.get("rank"), told.get("source")
        task = source is not None and source.isdigit()
        if rank is None and task and self.tasks_are_ranks:
            rank, source = source, None
        elif task:
            source = None if self.tasks_are_ranks else f"task {source}"
        local = told.get("local")
        if rank is None and local is not None and self.locals_are_ranks:
            rank, local = str(int(local) + self.first_rank), None
        device = told.get("device", local)
        if device is not None:
            source = f"{source} local {device}" if source else f"local {device}"
        pid = told.get("pid")
        return Record(
            text,
            file,
            line,
            rank=int(rank) if rank is not None else self.rank,
            host=told.get("host", self.host),
            time=time,
            pid=int(pid) if pid else None,
            source=source or None,
        )


PLAIN = Dress()
"""Of a line whose log is not known."""


def _next(forms: Forms, text: str, lower: str, at: int, told: dict[str, str]) -> int | None:
    """Returns where the text goes on behind the prefix that stands there, and notes what it tells; None without one."""
    for form in forms.at(text, at):
        if form.needs not in lower or (not form.strip and form.tells <= told.keys()):
            continue
        end = _taken(form, text, at, told)
        if end is not None:
            return end
    return None


def _taken(form: Form, text: str, at: int, told: dict[str, str]) -> int | None:
    """Returns where the text goes on behind a prefix, and notes what it tells; inner prefixes know better."""
    match = form.pattern.match(text, at)
    if match is None:
        return None
    values = match.groupdict()
    fresh = {name: value for name, value in values.items() if value is not None} if None in values.values() else values
    if form.ambiguous and any(_WORDS.match(value) for value in fresh.values()):
        return None
    if not form.strip:
        # What a line says in its own words counts less than what its launcher put before it.
        fresh = {name: value for name, value in fresh.items() if name not in told}
        if not fresh:
            return None
    told.update(fresh)
    return match.end()


def _time(text: str, at: int) -> str | None:
    found = leading(text, at)
    return found[0] if found else None


def learnt(lines: Sequence[str]) -> Dress:
    """Returns the dress of a log some of whose lines are given, without colours."""
    seen = [line for line in lines if line.strip()]
    if not seen:
        return PLAIN
    stamps = [leading(line) for line in seen]
    stamped = len(seen) >= _FEW and sum(stamp is not None for stamp in stamps) >= 0.9 * len(seen)
    starts = [stamp[1] if stamped and stamp else 0 for stamp in stamps]
    chosen = [form for form in AMBIGUOUS if _is_worn(form, seen, starts)]
    dress = Dress(taken=Forms((*chosen, *CERTAIN)) if chosen else CERTAIN, stamped=stamped)
    return _with_nodes(dress, seen, starts)


def _is_worn(form: Form, lines: Sequence[str], starts: Sequence[int]) -> bool:
    """Whether most lines have the prefix where they start, on few writers."""
    values: list[str] = []
    for line, start in zip(lines, starts, strict=True):
        match = form.pattern.match(line, start)
        if match:
            value = next((v for v in match.groupdict().values() if v), "")
            if not _WORDS.match(value):
                values.append(value)
    few = all(value.isdigit() for value in values) or len(set(values)) <= max(1, len(values) // 2)
    return few and len(values) >= max(_FEW, MOST * len(lines))


def _with_nodes(dress: Dress, lines: Sequence[str], starts: Sequence[int]) -> Dress:
    """Finds out whether Slurm's tasks and torchelastic's local numbers are ranks, or count within a node."""
    tasks = locals_ = True
    for line, start in zip(lines, starts, strict=True):
        told: dict[str, str] = {}
        lower = line.lower()
        at = start
        for _ in range(LAYERS):
            end = _next(dress.taken, line, lower, at, told)
            if end is None:
                break
            at = end
        rank, source = told.get("rank"), told.get("source", "")
        if source.isdigit() and (_LAUNCHER.search(line) or rank not in (None, source)):
            tasks = False
        if "local" in told and rank not in (None, told["local"]):
            locals_ = False
        row = _ROW.search(line) if _LOCAL in line else None
        if row and row["rank"] != row["local"]:
            locals_ = False
    return evolve(dress, tasks_are_ranks=tasks, locals_are_ranks=locals_, first_rank=_first_rank(lines))


def _first_rank(lines: Iterable[str]) -> int:
    """Returns the node's first rank, where the log of one node shows how its launcher was started."""
    for line in lines:
        node, each = (_NODE_RANK.search(line), _PER_NODE.search(line)) if "nproc" in line else (None, None)
        if node and each:
            return int(node[1]) * int(each[1])
    return 0
