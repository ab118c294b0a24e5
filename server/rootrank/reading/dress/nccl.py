"""NCCL's own lines: ``gpu-07:20201:20235 [2] NCCL WARN …``. The number in brackets is the CUDA device."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(
        re.compile(
            r"(?:\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] )?"
            r"(?P<host>[A-Za-z][\w.-]*):(?P<pid>\d{1,8}):\d{1,8} \[(?P<device>\d{1,3})\] (?=[^\n]{0,80}?\bNCCL [A-Z])"
        ),
        "",
        needs="nccl ",
    ),
)
