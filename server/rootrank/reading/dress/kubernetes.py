"""``kubectl logs --prefix`` (``[pod/name/container]``), stern, and ``docker compose logs`` (``worker-1  | ``)."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    # As stern prints it: "bert-worker-1 pytorch …"
    Form(re.compile(r"(?P<source>[a-z][\w.-]*-\d+(?:-[a-z0-9]+)*) [a-z][\w-]* (?=\S|$)"), "", ambiguous=True),
    Form(re.compile(r"\[pod/(?P<source>[\w.-]+)(?:/[\w.-]+)?\][ ]?"), "["),
    Form(re.compile(r"(?P<source>[A-Za-z][\w.-]*)[ ]+\|[ ]"), "", ambiguous=True),
)
