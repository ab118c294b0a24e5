"""``kubectl logs --prefix`` (``[pod/name/container]``) and ``docker compose logs`` (``worker-1  | ``)."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    Form(re.compile(r"\[pod/(?P<source>[\w.-]+)(?:/[\w.-]+)?\][ ]?"), "["),
    Form(re.compile(r"(?P<source>[A-Za-z][\w.-]*)[ ]+\|[ ]"), "", ambiguous=True),
)
