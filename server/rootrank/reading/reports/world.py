"""How many ranks there are, where a line says it."""

from __future__ import annotations

import re

from rootrank.reading.reports.report import Form

FORMS = (
    *(
        Form("world", name, re.compile(rf"\b{name}['\"]?\s?[=:]\s?(?P<world>\d{{1,6}})\b"))
        for name in ("dist_world_size", "world_size", "world size", "WORLD_SIZE", "World size")
    ),
    Form(
        "world",
        "nproc",
        re.compile(r"--nproc[-_]per[-_]node[= ](?P<per_node>\d{1,4})\b(?:.*--nnodes[= ](?P<nodes>\d{1,5})\b)?"),
    ),
    Form("world", "mpirun", re.compile(r"\bmpirun\b.*? -n?p (?P<world>\d{1,6})\b")),
    Form("world", "Process rank: ", re.compile(r"Process rank: (?P<rank>\d+),")),
    Form("world", "MEMBER: ", re.compile(r"GLOBAL_RANK: (?P<rank>\d+), MEMBER: \d+/(?P<world>\d+)")),
)
