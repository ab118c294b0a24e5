"""``srun --label``: ``3: ``. The task is the rank, unless each task is a launcher: the log itself shows which."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (Form(re.compile(r"[ ]{0,5}(?P<source>\d{1,6}):(?:[ ]|$)"), " 0123456789", ambiguous=True),)
