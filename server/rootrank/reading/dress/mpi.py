"""``mpirun --tag-output``: ``[1,3]<stderr>:`` of Open MPI (job, rank), ``[3] `` of MPICH and Intel MPI."""

from __future__ import annotations

import re

from rootrank.reading.dress.form import Form

FORMS = (
    # Open MPI 5: "[prterun-node01-25103@1,2]<stderr>: "
    Form(re.compile(r"\[[\w.-]+@\d+,(?P<rank>\d{1,6})\]<std(?:out|err)>:?[ ]?"), "["),
    # horovodrun, with or without its stamp: "Fri Sep 25 16:52:53 2020[1]<stderr>:"
    Form(
        re.compile(
            r"(?P<time>[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})?"
            r"\[(?P<rank>\d{1,6})\]<std(?:out|err)>:[ ]?"
        ),
        "[MTWFS",
    ),
    Form(re.compile(r"\[\d+,(?P<rank>\d{1,6})\]<std(?:out|err|diag)>:?[ ]?"), "["),
    Form(re.compile(r"\[(?P<rank>\d{1,6})\][ ]"), "[", ambiguous=True),
    # Open MPI's crash handler: "[gpu-7:21766] *** Process received signal ***"
    Form(re.compile(r"\[(?P<host>[A-Za-z][\w.-]*):(?P<pid>\d{1,8})\][ ](?=\*\*\*|Signal|Failing|\[ ?\d+\])"), "["),
)
