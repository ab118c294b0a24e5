"""torchrun: ``[rank3]:`` of PyTorch itself, ``[default3]:`` of ``--tee``, and c10d's and glog's stamps.

The number after a role is the local rank: torchelastic fills it in from the list of the node's own processes.
"""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(re.compile(r"\[rank(?P<rank>\d{1,6})\]:[ ]?"), "["),
    Form(re.compile(r"\[(?!rank\d)(?:[a-z_]{2,32})(?P<local>\d{1,4})\]:[ ]?"), "["),
    # c10d: "[E1102 10:02:11.123456789 ProcessGroupNCCL.cpp:616]"; before 2.2 without the stamp.
    Form(re.compile(r"(?=\[(?P<time>[IWEF]\d{3,4} \d\d:\d\d:\d\d(?:\.\d+)?) [\w./]+:\d+\])"), "[", strip=False),
    # torchelastic since 2.3: "E1201 01:09:31.145000 3283 torch/distributed/elastic/multiprocessing/api.py:1002] "
    Form(
        re.compile(r"(?=(?P<time>[IWEF]\d{3,4} \d\d:\d\d:\d\d\.\d+)[ ]+(?:\d+[ ]+)?[\w./-]+:\d+\])"),
        "IWEF",
        strip=False,
    ),
)
