"""Lines in which the program itself says which rank speaks: ``[rank 3] …``, ``rank 3 step 4``, ``{'rank': 3, …}``."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    # Lightning ("[rank: 3] Seed set to 42"), Accelerate ("[RANK 3] "), JAX ("[process 3] ").
    Form(re.compile(r"\[(?:[Rr]ank|RANK|[Pp]rocess)[ :=#]{0,2}(?P<rank>\d{1,6})(?:[/ ]\d+)?\][: ]{0,2}"), "["),
    # "rank 3 step 4 …", also behind a stamp, a level and a logger's name: "2026-12-01 10:35:29,892 INFO rank 2 …"
    Form(
        re.compile(
            r"(?=(?:[\d\[(][\d\[\]:.,T /)-]{4,40})?(?:\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\]?[ :|>-]{1,4})?"
            r"(?:[\w.]{1,40}[ ]?[:|-][ ]?)?\(?(?:[Rr]ank|RANK)[ :=#]{0,2}(?P<rank>\d{1,6})\b(?![/.]\d))"
        ),
        "",
        strip=False,
    ),
    Form(re.compile(r"""(?=\{(?:[^{}]{0,200}, )?["']rank["']: (?P<rank>\d{1,6})\b)"""), "{", strip=False),
    # "02/05/2024 11:03:01 - INFO - trainer - Process rank: 2, device: cuda:2" of Hugging Face's scripts.
    Form(re.compile(r"(?=[^\n]{0,120}\bProcess rank: (?P<rank>\d{1,6}),)"), "0123456789[IW", strip=False),
)
