"""Lines in which the program itself says which rank speaks: ``[rank 3] …``, ``rank 3 step 4``, ``{'rank': 3, …}``."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

_LEVEL = r"(?:DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL|[IWEF]\d{4})"
_HEAD = "|".join(  # what loggers put before a message; each part ends at its separator, so none is read two ways
    (
        r"\[[^\[\]\n]{1,80}\][ ]?(?:[:|-][ ])?",  # [2026-12-01 10:35:25,281] [INFO] [logging.py:96:log_dist]
        rf"{_LEVEL}(?=[ :|])[ ]{{0,8}}[:|-]?[ ]{{0,2}}",
        r"\d[\d:.,T/+-]{0,40}(?![\d:.,T/+-])(?:[ ](?:[|-][ ])?|\][ ])",  # a date, a time, a line's number
        r"[A-Za-z_<][\w.<>/]{0,60}(?:[ ][:|-][ ]|:[ ]?)",  # a logger's name, a module, a function
    )
)

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
        needs="rank",
    ),
    # "2026-12-01 10:35:29 - train - INFO - [rank 2] …", "INFO:train:[rank 2] …", DeepSpeed "[INFO] [x.py:3] [Rank 2] …"
    Form(re.compile(rf"(?=(?:{_HEAD}){{1,8}}?\[(?:[Rr]ank|RANK)[ :=#]{{0,2}}(?P<rank>\d{{1,6}})\])"), "", strip=False),
    Form(re.compile(r"""(?=\{(?:[^{}]{0,200}, )?["']rank["']: (?P<rank>\d{1,6})\b)"""), "{", strip=False, needs="rank"),
    # "02/05/2024 11:03:01 - INFO - trainer - Process rank: 2, device: cuda:2" of Hugging Face's scripts.
    Form(
        re.compile(r"(?=[^\n]{0,120}\bProcess rank: (?P<rank>\d{1,6}),)"),
        "0123456789[IW",
        strip=False,
        needs="process rank: ",
    ),
)
