"""``monitored_barrier`` and checks of c10d and DDP, which compare ranks and name the one that did otherwise."""

from __future__ import annotations

from rootrank.reading.later import later
from rootrank.reading.reports.report import Form

FORMS = (
    Form(
        "absent",
        "failed to pass monitoredBarrier",
        later(r"Ranks? (?P<ranks>[\d, ]+?) failed to pass monitoredBarrier in (?P<timeout_ms>\d+) ms"),
    ),
    Form(
        "timeout",
        "successfully reached monitoredBarrier",
        later(
            r"Rank (?P<rank>\d+) successfully reached (?P<op>monitoredBarrier), but received errors"
            r".*?from rank (?P<peer>\d+)"
        ),
    ),
    Form(
        "mismatch",
        "Detected mismatch between collectives on ranks",
        later(
            r"Detected mismatch between collectives on ranks\. Rank (?P<rank>\d+) is running collective: (?P<mine>.*?)"
            r",? but Rank (?P<other>\d+) is running collective: (?P<theirs>.*?)(?:\.?$|Collectives differ)"
        ),
    ),
    Form(
        "mismatch",
        "DDP expects same model across all ranks",
        later(
            r"DDP expects same model across all ranks, but Rank (?P<rank>\d+) has (?P<mine>\d+ params), "
            r"while rank (?P<other>\d+) has inconsistent (?P<theirs>\d+ params)"
        ),
    ),
    Form(
        "mismatch",
        "appears not to match",
        later(
            r"\[(?P<rank>\d+)\]: (?P<what>params\[\d+\]) in this process with (?P<mine>(?:sizes|strides) \[[\d, ]*\]) "
            r"appears not to match (?:sizes|strides) of the same param in process (?P<other>\d+)"
        ),
    ),
    Form(
        "mismatch",
        "op.preamble.length <= op.nbytes",
        later(r"op\.preamble\.length <= op\.nbytes\. (?P<mine>\d+) vs (?P<theirs>\d+)"),
    ),
)
