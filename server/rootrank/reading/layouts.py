"""What the path of a file in a folder of logs says: rank, host, attempt, stream, and whether it is a log at all.

One pattern per launcher's way of naming; nothing here touches a disk or imports anything of ours. What a name leaves
open stays None: the ``_3`` of Slurm's array jobs or of a pod's name is no rank.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Literal

from attrs import evolve, frozen

from rootrank.reading.later import later

Stream = Literal["stdout", "stderr"]
Kind = Literal["log", "error_file", "recorder"]


@frozen
class Named:
    """What a file's path inside a folder of logs says of it."""

    kind: Kind = "log"
    """``error_file``: torchelastic's JSON of an exception; ``recorder``: a dump of NCCL's flight recorder."""
    rank: int | None = None
    """Rank of the process that wrote it; see ``local``."""
    local: bool = False
    """Whether ``rank`` counts within one node, so that on several nodes it needs more knowledge to be a global rank."""
    host: str | None = None
    """Node or pod, as the layout calls it."""
    attempt: int | None = None
    """How many restarts came before."""
    stream: Stream | None = None
    """Which stream it holds; None for both, or when the name doesn't say."""
    agent: str | None = None
    """torchrun's own folder, one per node and start: equal local ranks of two are two nodes', or two runs'."""


TORCHRUN_NAMES = ("stdout.log", "stderr.log", "error.json")
"""The files in torchrun's folder of a local rank."""
COMPRESSED = (".gz", ".zst", ".zstd")
_LOG_END = later(
    r"\.(?:log|out|err|txt|stdout|stderr|output|console)$"
    r"|\.[oe]\d+$"  # PBS, SGE
    r"|\.log[.-]\d[\d_-]*$"  # rotated
)
_LOG_NAME = later(
    r"(?:stdout|stderr|std_?log|out|err|log|output|console|messages|syslog|dmesg|kern|nohup)(?:[._-]\d+)?$"
)
_NO_LOG = later(
    r"(?:requirements|constraints|readme|licen[cs]e|notice|authors|vocab|merges|tokens?|labels?|classes|names|words|dict"
    r"|categories|cmakelists|manifest|top_level|sources|install|version|(?:pip|conda)[-_]?(?:freeze|list))[\w.-]*\.txt$"
    r"|events\.out\.tfevents\."
)
_RECORDER = later(
    r"(?:(?:.*_)?(?:nccl|rccl|xccl|hccl|comm_lib)_trace(?:_rank)?_?|(?!core)(?:\w*_)?dump_)(?P<rank>\d{1,6})"
    r"(?:\.(?:pkl|pickle|json|bin))?$"
)
_ERROR_FILE = later(r"(?:[\w.-]*[-_.])?error(?:[-_.][\w.-]*)?\.json$")

_RANKS = (  # tried in turn on a name in small letters; the group says what the number counts
    later(r"(?:global|world)[-_]?rank[-_.=]?(?P<rank>\d{1,6})(?!\d)"),  # nemo_log_globalrank-3_localrank-1.txt
    later(r"local[-_]?rank[-_.=]?(?P<local>\d{1,4})(?!\d)"),
    later(r"(?<![a-z])(?:log)?rank[-_.=]?(?P<rank>\d{1,6})(?!\d)"),  # rank3.log, log_rank3.txt, rank.03/stdout
    later(r"^\d+(?:_\d+)?_(?P<rank>\d{1,6})_log\.(?:out|err)$"),  # submitit: job, array index, task
    later(r"^workerlog\.(?P<local>\d{1,4})$"),  # Paddle's launcher
    later(r"\[(?P<local>\d{1,4})\]\.log$"),  # torchrunx
    later(r"^worker[-_.]?(?P<rank>\d{1,4})(?=[-_.]|$)"),  # but not bert-worker-1, which is a pod
    later(r"(?:^|[-_.])(?:task|proc|process)[-_.]?(?P<rank>\d{1,4})(?=[-_.]|$)"),
)
_DEVICE = later(r"(?:^|[-_])(?:gpu|cuda|device)[-_]?(?P<local>\d)(?=[-_.]|$)")
"""One digit: gpu07 is more often a node."""

_HOST_WORD = (
    r"(?:node|host|compute|cnode|cn|nid|gpu|gpunode|dgx|hgx|[ahvb]\d00|gb\d00|mi\d00|trainer|server|machine|instance|algo"
    r"|slurmd|login|head|master|worker|launcher|pod|vm|tpu)"
)
_HOST = later(
    rf"(?:[a-z0-9]+-)*{_HOST_WORD}[-_]?[a-z]?\d+(?:[-_]\d+|[-_]?[a-z]\d+)*(?:\.[a-z0-9.-]+)?"
    r"|ip-\d+-\d+-\d+-\d+(?:\.[a-z0-9.-]+)?"
    r"|(?:\d{1,3}\.){3}\d{1,3}"
    r"|[a-z][a-z0-9-]*\d(?:\.[a-z][a-z0-9-]*){2,}"
)
_POD = later(r"(?:[a-z0-9.]+-)+(?:master|worker|launcher|head|node|chief|ps|trainer|replica)-\d+")
_POD_FOLDER = later(r"[^_]+_(?P<pod>[^_]+)_[0-9a-f-]{32,36}")
"""The kubelet's ``<namespace>_<pod>_<uid>``, with ``<container>/<restarts>.log`` in it."""

_HASH = later(r"(?<![a-z0-9])(?=[a-f]*\d)[0-9a-f]{16,}")
"""In Ray's ``worker-<id>-<job>-<pid>.out``: what follows is no rank."""
_DATE = later(r"(?<!\d)20\d\d[-_]?(?:0\d|1[0-2])[-_]?(?:[0-2]\d|3[01])(?:[-_T]?\d{2}[-_]?\d{2}(?:[-_]?\d{2})?)?(?!\d)")
_JOB = later(
    r"(?:(?P<sure>(?:^|[-_.])(?:slurm|job)[-_.]\d+)|(?:^|[-_.])\d{4,12})(?P<rest>(?:[-_.].*?)?)\.(?:out|err|log|txt)$"
)
_TASK = later(r"[-.](?:\d{1,5}[-.])?(?P<rank>\d{1,5})")
"""What follows a job's number: ``-<task>``, ``-<node>-<task>``. ``_<n>`` is the index of an array job: another run."""
_HOST_AND_TASK = later(r"[-_.](?P<host>[a-z][a-z0-9.-]*?\d)(?:[-_](?P<rank>\d{1,5}))?")


def named(path: PurePath) -> Named | None:
    """Returns what a path relative to the folder says of the file; None when its name is not a log's."""
    name = without_compression(path.name.lower())
    folders = path.parts[:-1]
    if found := _RECORDER.fullmatch(name):
        return _in_folders(Named("recorder", int(found["rank"])), folders, name)
    if _ERROR_FILE.fullmatch(name):
        return _in_folders(_ranked(Named("error_file"), name), folders, name)
    start = _ranked(Named(stream=_stream(name)), name)
    if _NO_LOG.match(name) or not (_LOG_END.search(name) or _LOG_NAME.fullmatch(name) or _bare_rank(name, start)):
        return None
    return _in_folders(_of_job(start, name), folders, name)


def task_of_job(name: str) -> tuple[str, int] | None:
    """Returns a name without its task, and the task, where a number after what may be a job's number may be one.

    ``pretrain-814522-0-3.log`` is node 0 and task 3 of a job; whether it is can be seen from the files beside it.
    """
    if _HASH.search(name):
        return None
    plain = _DATE.sub("", name)
    job = _JOB.search(plain)
    found = _TASK.fullmatch(job["rest"]) if job else None
    return (plain[: job.start("rest")] + plain[job.end("rest") :], int(found["rank"])) if job and found else None


def without_compression(name: str) -> str:
    """Returns a file's name without the ending of a compression that can be read."""
    for end in COMPRESSED:
        if name.endswith(end):
            return name[: -len(end)]
    return name


def _bare_rank(name: str, start: Named) -> bool:
    """Whether a name without a log's ending is a rank and nothing else (``rank.3``, ``workerlog.0``, ``worker_3``)."""
    return start.rank is not None and re.fullmatch(r"[a-z_-]+[-_.]?\d+", name) is not None


def _stream(name: str) -> Stream | None:
    if re.search(r"stderr|\.err$|\.e\d+$|^err$", name):
        return "stderr"
    return "stdout" if re.search(r"stdout|\.o\d+$", name) else None


def _ranked(start: Named, name: str) -> Named:
    for pattern in _RANKS:
        if found := pattern.search(name):
            return _with(start, found)
    return start


def _with(start: Named, found: re.Match[str]) -> Named:
    """Adds the rank that a pattern found."""
    groups = found.groupdict()
    local = groups.get("local")
    return evolve(start, rank=int(local or groups["rank"]), local=local is not None)


def _of_job(start: Named, name: str) -> Named:
    """Adds what a batch system's or a cluster's way of naming says."""
    if start.rank is not None:
        return start
    stem = name.rsplit(".", 1)[0]
    if _HASH.search(name):
        return start
    if _POD.fullmatch(stem):
        return evolve(start, host=stem)
    job = _JOB.search(_DATE.sub("", name))
    if job and job["sure"] and (found := _TASK.fullmatch(job["rest"])):
        return _with(start, found)
    if job and (found := _HOST_AND_TASK.fullmatch(job["rest"])) and _HOST.fullmatch(found["host"]):
        rank = found["rank"]
        return evolve(start, host=found["host"], rank=int(rank) if rank else None)
    if found := _DEVICE.search(name):
        return _with(start, found)
    return evolve(start, host=stem) if _HOST.fullmatch(stem) else start


def _in_folders(start: Named, folders: tuple[str, ...], name: str) -> Named:
    """Adds what the folders say, the nearest first; a file's own name comes before them."""
    one = _torchrun(start, folders, name) or _kubelet(start, folders, name) or start
    for folder in reversed(folders):
        low = folder.lower()
        if one.rank is None:
            one = _ranked(one, low)
            if one.rank is not None:
                continue
        if one.host is None and (_POD.fullmatch(low) or _HOST.fullmatch(low)):
            one = evolve(one, host=folder)
    return one


def _torchrun(start: Named, folders: tuple[str, ...], name: str) -> Named | None:
    """Torchrun's ``<run>_<random>/attempt_<n>/<local rank>/``; before ``attempt_`` it was the number alone."""
    for at in range(len(folders) - 1, -1, -1):
        if found := re.fullmatch(r"attempt_(\d+)", folders[at]):
            local = folders[at + 1] if at + 1 < len(folders) else ""
            return _of_agent(start, folders[at - 1] if at else None, int(found[1]), local)
    if name in TORCHRUN_NAMES and len(folders) >= 2 and folders[-1].isdigit() and folders[-2].isdigit():
        return _of_agent(start, folders[-3] if len(folders) > 2 else None, int(folders[-2]), folders[-1])
    return None


def _of_agent(start: Named, agent: str | None, attempt: int, local: str) -> Named:
    one = evolve(start, agent=agent, attempt=attempt)
    return evolve(one, rank=int(local), local=True) if local.isdigit() and one.rank is None else one


def _kubelet(start: Named, folders: tuple[str, ...], name: str) -> Named | None:
    restarts = re.fullmatch(r"(\d+)\.log", name)
    for folder in folders:
        if found := _POD_FOLDER.fullmatch(folder.lower()):
            return evolve(start, host=found["pod"], attempt=int(restarts[1]) if restarts else start.attempt)
    if restarts and "pods" in folders[:-1]:
        return evolve(start, host=folders[folders.index("pods") + 1], attempt=int(restarts[1]))
    return None
