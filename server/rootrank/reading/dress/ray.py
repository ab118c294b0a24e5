"""Ray and vLLM: ``(RayTrainWorker pid=20413, ip=172.20.3.41) ``, ``(raylet) ``, ``(Worker_TP1 pid=77) ``."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(
        re.compile(
            r"\((?P<source>(?:[A-Za-z_][\w:. ]{0,80}?)?)[ ]?pid=(?P<pid>\d{1,8})(?:, ip=(?P<host>[\w.:-]+))?\)[ ]?"
        ),
        "(",
    ),
    Form(re.compile(r"\((?P<source>raylet|autoscaler|gcs_server)(?:[ ,]+ip=(?P<host>[\w.:-]+))?\)[ ]"), "("),
)
