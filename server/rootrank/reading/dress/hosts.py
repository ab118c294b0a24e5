"""pdsh, clush and DeepSpeed's multi-node launcher: ``gpu-07: ``; syslog and journald: a stamp, host, program."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(
        re.compile(
            r"<\d{1,3}>1 (?P<time>\S+) (?P<host>[\w.-]+) \S+ (?:(?P<pid>\d+)|\S+) \S+ (?:-|\[[^\]]*\]) "  # RFC 5424
        ),
        "<",
    ),
    Form(
        re.compile(
            r"(?P<time>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*)"
            r" (?P<host>[\w.-]+) [\w./@-]+(?:\[(?P<pid>\d+)\])?: "
        ),
        "ADFJMNOS0123456789",
    ),
    # A host before a rank's own tag: "nodeA [rank 0] …"
    Form(re.compile(r"(?P<host>[A-Za-z][\w.-]{1,60})[ ](?=\[[Rr]ank ?\d+\])"), "", needs="[rank"),
    Form(re.compile(r"(?P<host>[A-Za-z][\w-]*(?:\.[\w-]+)*):(?:[ ]|$)"), "", ambiguous=True),
)
