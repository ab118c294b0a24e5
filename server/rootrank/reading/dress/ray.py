"""Ray, vLLM, SGLang: ``(RayTrainWorker pid=20413, ip=172.20.3.41) ``, ``(Worker_TP1 pid=77) ``, ``[… 08:52:40 TP5] ``.

Of a server with tensor parallelism alone, the place in it is the rank.
"""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(re.compile(r"\((?:Vllm)?Worker_TP(?P<rank>\d{1,4})(?:_EP\d+)?[ ]pid=(?P<pid>\d{1,8})\)[ ]?"), "("),
    Form(
        re.compile(
            r"\((?P<source>(?:[A-Za-z_][\w:. ]{0,80}?)?)(?:[ ]rank=(?P<rank>\d{1,6}))?[ ]?pid=(?P<pid>\d{1,8})"
            r"(?:, ip=(?P<host>[\w.:-]+))?\)[ ]?"
        ),
        "(",
    ),
    Form(re.compile(r"\((?P<source>raylet|autoscaler|gcs_server)(?:[ ,]+ip=(?P<host>[\w.:-]+))?\)[ ]"), "("),
    Form(re.compile(r"\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (?:DP\d+ )?TP(?P<rank>\d{1,4})(?: EP\d+)?\][ ]"), "["),
)
