"""How many ranks there are, where a line says it."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    *(
        Form("world", name, later(rf"\b{name}['\"]?\s?[=:]\s?(?P<world>\d{{1,6}})\b"))
        for name in ("dist_world_size", "world_size", "world size", "WORLD_SIZE", "World size")
    ),
    Form(
        "world",
        "nproc",
        later(r"--nproc[-_]per[-_]node[= ](?P<per_node>\d{1,4})\b(?:.*--nnodes[= ](?P<nodes>\d{1,5})\b)?"),
    ),
    Form("world", "mpirun", later(r"\bmpirun\b.*? -n?p (?P<world>\d{1,6})\b")),
    Form("world", "Process rank: ", later(r"Process rank: (?P<rank>\d+),")),
    Form("world", "MEMBER: ", later(r"GLOBAL_RANK: (?P<rank>\d+), MEMBER: \d+/(?P<world>\d+)")),
)
