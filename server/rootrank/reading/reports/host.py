"""The host and what watches it: the kernel's OOM killer, Ray's memory monitor, Xid of the GPU driver."""

from __future__ import annotations

import re

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "killed",
        "Killed process ",
        later(r"(?:[Oo]ut of memory|oom).*?Killed process (?P<pid>\d+)(?P<how>)", re.IGNORECASE),
    ),
    Form("killed", "oom-kill:", later(r"oom-kill:.*\btask=\S+,pid=(?P<pid>\d+)(?P<how>)")),
    Form(
        "killed",
        "running low on memory",
        later(r"^(?P<how>Task was killed due to the node running low on memory)"),
    ),
    Form(
        "killed",
        "where the task (",
        later(r"^Memory on the node .*where the task \(.*\bpid=(?P<pid>\d+)(?P<how>)"),
    ),
    Form(
        "killed",
        "died unexpectedly",
        later(r"(?P<how>[Aa]ctor died unexpectedly|worker died unexpectedly).*?\bpid=(?P<pid>\d+)"),
    ),
    Form(
        "killed",
        "A worker died or was killed",
        later(r"(?P<how>A worker died or was killed).*?[Ww]orker PID: (?P<pid>\d+)"),
    ),
    Form(
        "gpu_fault",
        "NVRM: Xid",
        later(r"NVRM: Xid \((?P<device>[^)]+)\): (?P<xid>\d+)(?:, pid=['\"]?(?P<pid>\d+))?"),
    ),
)
